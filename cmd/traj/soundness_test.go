package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fixtureRow is a row of the page of fixtures: logs, and what they are.
var fixtureRow = regexp.MustCompile("(?m)^\\| (`[^|]*`) \\| (sound|broken)[^|]* \\|")

// What the page of fixtures calls sound has no error, and what it calls broken
// has a finding that people are shown.
func TestFixturesAreAsTheirPageSays(t *testing.T) {
	page, err := os.ReadFile("../../fixtures/MANIFEST.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := fixtureRow.FindAllStringSubmatch(string(page), -1)
	if len(rows) == 0 {
		t.Fatal("the page has no row")
	}
	for _, row := range rows {
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			var out, errs bytes.Buffer
			args := []string{"traj", "audit", "--config", "none", "--format", "json", filepath.Join("../../fixtures", name[1])}
			run(args, strings.NewReader(""), &out, &errs)
			var got struct {
				Summary struct{ Error, Warning int }
			}
			if err := json.Unmarshal(out.Bytes(), &got); err != nil {
				t.Fatalf("%s: %v: %s", name[1], err, errs.String())
			}
			switch n := got.Summary; {
			case row[2] == "sound" && n.Error > 0:
				t.Errorf("%s is sound, and has %d errors", name[1], n.Error)
			case row[2] == "broken" && n.Error+n.Warning == 0:
				t.Errorf("%s is broken, and has no finding", name[1])
			}
		}
	}
}
