//go:build foreign

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestForeignDataset lets DuckDB, pyarrow and Polars open a dataset as it is, and
// compares what they count, add up and join with what an audit of the same logs
// says.
func TestForeignDataset(t *testing.T) {
	dir := t.TempDir()
	made(t, "load", "../../fixtures", "--dataset", "-o", filepath.Join(dir, "dataset"))
	made(t, "audit", "../../fixtures", "--format", "json", "--fail-on", "never", "-o", filepath.Join(dir, "audit.json"))
	foreign(t, "dataset.py", dir)
}

// foreignQuery is a query of the docs, and what traj answers.
type foreignQuery struct {
	Name  string   `json:"name"`
	SQL   string   `json:"sql"`
	Rows  int      `json:"rows"`
	First []string `json:"first"` // the first column, sorted
}

var (
	duckBlock  = regexp.MustCompile("(?s)\\*\\*(\\d+)\\.\\*\\* [^\n]*\n\n```sql\n(.*?)```")
	admitBlock = regexp.MustCompile("(?s)```sql\n(SELECT m.*?admission.json.*?)```")
)

// TestForeignQueries asks DuckDB the twenty queries, and the one that brings a
// dataset and its admission report together, and compares the answers.
func TestForeignQueries(t *testing.T) {
	dir := t.TempDir()
	made(t, "load", "../../fixtures", "--dataset", "-o", filepath.Join(dir, "dataset"))
	made(t, "audit", "--summary", "../../fixtures", "--format", "json", "-o", filepath.Join(dir, "admission.json"))
	page, datasets := contents(t, "../../docs/queries.md"), contents(t, "../../docs/datasets.md")
	there := map[string]string{}
	for _, b := range duckBlock.FindAllStringSubmatch(page, -1) {
		there[b[1]] = b[2]
	}
	var queries []foreignQuery
	for _, b := range sqlBlock.FindAllStringSubmatch(page, -1) {
		q := asked(t, b[3])
		q.Name, q.SQL = b[1]+". "+b[2], b[3]
		if sql, ok := there[b[1]]; ok {
			q.SQL, q.First = sql, nil // seconds are rounded on either side, and order what stands beside them
		}
		queries = append(queries, q)
	}
	queries = append(queries, admitted(t, filepath.Join(dir, "admission.json"), admitBlock.FindStringSubmatch(datasets)[1]))
	b, err := json.Marshal(queries)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "queries.json"), b, 0o644); err != nil {
		t.Fatal(err)
	}
	foreign(t, "queries.py", dir)
}

// asked is what traj query answers.
func asked(t *testing.T, sql string) foreignQuery {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(made(t, "query", sql, "../../fixtures", "-f", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	q := foreignQuery{Rows: len(rows) - 1, First: []string{}}
	for _, r := range rows[1:] {
		q.First = append(q.First, r[0])
	}
	slices.Sort(q.First)
	return q
}

// admitted is the query for the messages of the logs that a report admits.
func admitted(t *testing.T, report, sql string) foreignQuery {
	t.Helper()
	var r struct {
		Logs []struct {
			Verdict  string
			Messages *int
		}
	}
	if err := json.Unmarshal([]byte(contents(t, report)), &r); err != nil {
		t.Fatal(err)
	}
	q := foreignQuery{Name: "admitted", SQL: sql}
	for _, l := range r.Logs {
		if l.Verdict == "admit" && l.Messages != nil {
			q.Rows += *l.Messages
		}
	}
	return q
}

// made is what traj prints.
func made(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	status := run(append([]string{"traj"}, args...), strings.NewReader(""), &out, &errs)
	if status != exitClean && status != exitUnreadable && status != exitFindings {
		t.Fatalf("%q: exit status %d: %s", args, status, errs.String())
	}
	return out.String()
}

func contents(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// foreign runs a script of testdata with the Python that TRAJ_PYTHON names.
func foreign(t *testing.T, script, dir string) {
	t.Helper()
	python := os.Getenv("TRAJ_PYTHON")
	if python == "" {
		t.Fatal("TRAJ_PYTHON does not name a Python with duckdb, pyarrow and polars")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, python, filepath.Join("testdata", script), dir).CombinedOutput()
	if t.Logf("%s", out); err != nil {
		t.Fatal(err)
	}
}
