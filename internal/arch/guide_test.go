package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// named is a path of the repository in a page.
var named = regexp.MustCompile("`((?:[a-z]+/)+[A-Za-z0-9_.]*)`")

// The guide names files and folders that exist.
func TestGuideNamesWhatExists(t *testing.T) {
	page, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	paths := named.FindAllSubmatch(page, -1)
	if len(paths) == 0 {
		t.Fatal("the guide names no file")
	}
	for _, p := range paths {
		if _, err := os.Stat(filepath.Join("../..", string(p[1]))); err != nil {
			t.Error(err)
		}
	}
}
