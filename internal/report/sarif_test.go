package report

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // carries the official schema
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/traj-dev/traj/audit"
	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/internal/notation"
	"github.com/traj-dev/traj/project"
)

func audited(t *testing.T, text string) *AuditedLog {
	t.Helper()
	n, err := notation.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return auditedLog(n.Log)
}

func auditedLog(l *event.Log) *AuditedLog {
	c := project.Auto(l)
	r := project.Read(l, c.Profile)
	return Audited(r, c, audit.Run(r, audit.Options{}))
}

// badExamples are the audits of every bad example of the catalogue.
func badExamples(t *testing.T) []*AuditedLog {
	t.Helper()
	var logs []*AuditedLog
	for _, r := range audit.Rules() {
		if r.Judge != nil {
			continue // its examples are histories of a provider
		}
		for _, text := range r.Doc.Bad {
			logs = append(logs, audited(t, text))
		}
	}
	if len(logs) == 0 {
		t.Fatal("no bad examples")
	}
	return logs
}

// officialSchema is the OASIS schema, which a SARIF library carries in its
// source without exporting it.
func officialSchema(t *testing.T) string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var schema string
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && len(s) > len(schema) {
				schema = s
			}
		}
		return true
	})
	if !strings.Contains(schema, "sarif-schema-2.1.0.json") {
		t.Fatal("no schema in the library")
	}
	return schema
}

func TestSARIFIsValid(t *testing.T) {
	var b bytes.Buffer
	printAll(t, "sarif", &b, SinkOptions{}, append(badExamples(t), hostileLog(t)), hostile)
	checkLimits(t, b.Bytes())
	c := jsonschema.NewCompiler()
	official, err := jsonschema.UnmarshalJSON(strings.NewReader(officialSchema(t)))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddResource("sarif.json", official); err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.MustCompile("sarif.json").Validate(v); err != nil {
		t.Error(err)
	}
	var doc sarifLog
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil || len(doc.Runs[0].Results) < len(audit.Rules()) {
		t.Errorf("%v: %d results", err, len(doc.Runs[0].Results))
	}
}
