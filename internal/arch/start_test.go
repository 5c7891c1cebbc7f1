package arch

import (
	"os/exec"
	"strings"
	"testing"
)

// heavy are packages that must not be linked into traj, for every command would
// pay for them before main. What begins with a name that ends in "/" is meant
// with it.
var heavy = map[string]string{
	"google.golang.org/protobuf/":                    "registers its types",
	"github.com/parquet-go/parquet-go":               "links protocol buffers; its packages for the footer and the encodings do not",
	"modernc.org/":                                   "makes the tables of a C library",
	"github.com/olekukonko/tablewriter/pkg/twcache":  "a cache of 8,192 cells; versions before 1.1.2 make theirs as it is needed",
	"github.com/tetratelabs/wazero":                  "a runtime for WebAssembly",
	"google.golang.org/grpc":                         "registers its types, and links protocol buffers",
	"github.com/apache/arrow/go/v15/parquet/pqarrow": "links gRPC",
	"github.com/santhosh-tekuri/jsonschema/v6":       "for tests only: compiles its schemas",
	"github.com/cpuguy83/go-md2man/v2/md2man":        "left out by the tag urfave_cli_no_docs",
	"github.com/russross/blackfriday/v2":             "left out by the tag urfave_cli_no_docs",
}

// What the start of traj takes, docs/speed.md says.
func TestStartIsLight(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-tags", "urfave_cli_no_docs", "./cmd/traj")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	pkgs := strings.Fields(string(out))
	if len(pkgs) < 100 {
		t.Fatalf("go list found %d packages", len(pkgs))
	}
	for _, p := range pkgs {
		for name, why := range heavy {
			if p == name || strings.HasSuffix(name, "/") && strings.HasPrefix(p, name) {
				t.Errorf("traj links %s: %s", p, why)
			}
		}
	}
}
