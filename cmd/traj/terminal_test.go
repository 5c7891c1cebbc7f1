package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestUseColor(t *testing.T) {
	for _, tt := range []struct {
		when             string
		terminal, stdout bool
		env              string
		want             bool
	}{
		{"auto", true, true, "TERM=xterm", true},
		{"auto", false, true, "TERM=xterm", false},
		{"auto", true, true, "TERM=dumb", false},
		{"auto", true, true, "TERM=xterm NO_COLOR=1", false},
		{"auto", false, true, "FORCE_COLOR=1", true},
		{"auto", false, false, "FORCE_COLOR=1", false}, // a file is not coloured
		{"auto", true, true, "TERM=xterm FORCE_COLOR=0", false},
		{"auto", true, true, "FORCE_COLOR=1 NO_COLOR=1", false},
		{"always", false, false, "NO_COLOR=1 TERM=dumb", true},
		{"never", true, true, "FORCE_COLOR=1", false},
	} {
		if got := useColor(tt.when, tt.terminal, tt.stdout, lookup(tt.env)); got != tt.want {
			t.Errorf("%s, terminal %t, stdout %t, %s: %t", tt.when, tt.terminal, tt.stdout, tt.env, got)
		}
	}
}

// lookup is an environment written down.
func lookup(env string) func(string) string {
	return func(name string) string {
		for _, kv := range strings.Fields(env) {
			if k, v, _ := strings.Cut(kv, "="); k == name {
				return v
			}
		}
		return ""
	}
}

func TestPagerCommand(t *testing.T) {
	found := func(string) (string, error) { return "/usr/bin/less", nil }
	missing := func(string) (string, error) { return "", errors.New("missing") }
	for _, tt := range []struct {
		env  string
		find func(string) (string, error)
		want []string
	}{
		{"", found, []string{"/usr/bin/less"}},
		{"", missing, nil},
		{"PAGER=most", found, []string{"sh", "-c", "most"}},
		{"PAGER=cat", found, nil},
		{"PAGER=", found, nil},
		{"PAGER=most TRAJ_PAGER=", found, nil},
		{"PAGER=most TRAJ_PAGER=more", found, []string{"sh", "-c", "more"}},
		{"TERM=dumb", found, nil},
	} {
		got := pagerCommand(func(name string) (string, bool) {
			return lookup(tt.env)(name), strings.Contains(" "+tt.env, " "+name+"=")
		}, tt.find)
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%q: %s", tt.env, d)
		}
	}
}

func TestProgressLine(t *testing.T) {
	for _, tt := range []struct {
		logs, done, size int64
		took             time.Duration
		want             string
	}{
		{0, 0, 100, 3 * time.Second, "traj: reading, 3s"},
		{1, 50_000_000, 200_000_000, 2 * time.Second, "traj: 1 log, 50 MB of 200 MB (25%), 25 MB/s, about 6s left"},
		{7, 1_500_000, -1, time.Second, "traj: 7 logs, 1.5 MB, 1.5 MB/s"},
		{7, 20_000_000_000, 10, 4 * time.Second, "traj: 7 logs, 20.0 GB, 5000 MB/s"},
	} {
		if got := progressLine(tt.logs, tt.done, tt.size, tt.took); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
