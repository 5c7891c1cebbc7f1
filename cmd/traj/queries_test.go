package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

var sqlBlock = regexp.MustCompile("(?s)### (\\d+)\\. ([^\n]*)\n\n```sql\n(.*?)```")

// Every query of docs/queries.md runs on the fixtures, and finds something there.
func TestQueriesPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/queries.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := sqlBlock.FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 20 {
		t.Fatalf("%d queries on the page of twenty", len(blocks))
	}
	for _, b := range blocks {
		t.Run(b[1], func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			status := run([]string{"traj", "query", b[3], "../../fixtures", "-f", "csv", "--quiet"}, strings.NewReader(""), &out, &errs)
			if status != exitClean && status != exitUnreadable {
				t.Fatalf("%s: exit %d: %s", b[2], status, errs.String())
			}
			if strings.Count(out.String(), "\n") < 2 {
				t.Errorf("%s: no rows\n%s%s", b[2], out.String(), errs.String())
			}
		})
	}
}
