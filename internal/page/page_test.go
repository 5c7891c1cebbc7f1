package page_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/traj-dev/traj/formats"
	"github.com/traj-dev/traj/internal/page"
	"github.com/traj-dev/traj/internal/report"
	"github.com/traj-dev/traj/project"
	"github.com/traj-dev/traj/replay"
)

// loaded reads the logs of inputs.
func loaded(t testing.TB, inputs ...string) []*project.Reading {
	t.Helper()
	var out []*project.Reading
	for l, err := range formats.Load(context.Background(), inputs, nil, formats.Options{Text: true}) {
		if l == nil {
			t.Fatal(err)
		}
		out = append(out, project.Read(l, project.Auto(l).Profile))
	}
	if len(out) == 0 {
		t.Fatalf("no log in %v", inputs)
	}
	return out
}

// fixtures are the logs of every format.
func fixtures(t testing.TB) []*project.Reading {
	t.Helper()
	paths, err := filepath.Glob("../../fixtures/*/*")
	if err != nil {
		t.Fatal(err)
	}
	var logs []string
	for _, p := range paths {
		if !strings.HasSuffix(p, "-completions") {
			logs = append(logs, p)
		}
	}
	if len(logs) < 30 {
		t.Fatalf("only %d fixtures", len(logs))
	}
	return loaded(t, logs...)
}

func document(t testing.TB, o page.Options, rs ...*project.Reading) *page.Document {
	t.Helper()
	if o.Effects == nil {
		o.Effects = replay.DefaultEffects()
	}
	doc := &page.Document{Tool: report.Tool{Name: "traj", Version: "test"}, Command: "traj report"}
	for _, r := range rs {
		s, err := page.Gather(r, project.Auto(r.Log), o)
		if err != nil {
			t.Fatal(err)
		}
		s.Settle(replay.NewLedger(nil))
		doc.Add(s)
	}
	return doc
}

func pageText(t testing.TB, o page.Options, rs ...*project.Reading) string {
	t.Helper()
	var b bytes.Buffer
	if err := document(t, o, rs...).HTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The same logs give the same bytes, however often.
func TestSameBytes(t *testing.T) {
	first := pageText(t, page.Options{}, fixtures(t)...)
	if first != pageText(t, page.Options{}, fixtures(t)...) {
		t.Fatal("two pages of the same logs differ")
	}
	if dir, err := os.Getwd(); err != nil || strings.Contains(first, dir) {
		t.Errorf("the page names the working directory %s", dir)
	}
}

var (
	scriptElement = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
	styleElement  = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	dataElement   = regexp.MustCompile(`(?s)<script type="application/json" id="([a-z0-9-]+)">(.*?)</script>`)
	policyElement = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)
)

// The policy allows the page's own scripts and styles by their hash, and
// nothing else; nothing in the page leads out of it.
func TestPolicy(t *testing.T) {
	text := pageText(t, page.Options{}, loaded(t, "../../fixtures/openhands-v1/conversation")...)
	m := policyElement.FindStringSubmatch(text)
	if m == nil {
		t.Fatal("no content security policy")
	}
	policy := html.UnescapeString(m[1])
	if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
		t.Errorf("policy %s", policy)
	}
	elements := append(scriptElement.FindAllStringSubmatch(text, -1), styleElement.FindAllStringSubmatch(text, -1)...)
	if len(elements) < 10 {
		t.Fatalf("%d scripts and styles", len(elements))
	}
	for _, e := range elements {
		sum := sha256.Sum256([]byte(e[1]))
		if hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, hash) {
			t.Errorf("the policy does not allow %.60q", e[1])
		}
		for _, word := range []string{"innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "new Function", "fetch(", "XMLHttpRequest", "import(", "http://", "https://"} {
			if strings.Contains(strings.ReplaceAll(e[1], "http://www.w3.org/2000/svg", ""), word) {
				t.Errorf("a script or style names %s", word)
			}
		}
	}
}

// Whatever a log holds, its data is JSON in which no markup begins.
func TestDataIsInert(t *testing.T) {
	file := hostileLog(t)
	text := pageText(t, page.Options{}, loaded(t, file)...)
	found := dataElement.FindAllStringSubmatch(text, -1)
	if len(found) != 2 {
		t.Fatalf("%d data elements", len(found))
	}
	for _, e := range found {
		if strings.ContainsAny(e[2], "<>&\u2028\u2029\u202e\u0000\u001b") {
			t.Errorf("the data %s holds what is not inert", e[1])
		}
		if !json.Valid([]byte(e[2])) {
			t.Errorf("the data %s is no JSON", e[1])
		}
	}
	rest := dataElement.ReplaceAllString(text, "")
	if strings.Contains(rest, "pwned") && strings.Contains(rest, "<script>pwned") {
		t.Error("text of the log stands in the page as markup")
	}
}

// Redacted is redacted: nothing that was said is in the page.
func TestRedact(t *testing.T) {
	rs := loaded(t, "../../fixtures/openhands-v1/crashed")
	whole, redacted := pageText(t, page.Options{}, rs...), pageText(t, page.Options{Redact: true}, rs...)
	for _, said := range []string{"twine upload", "You are a release engineer", "Successfully built"} {
		if !strings.Contains(whole, said) {
			t.Errorf("%q is not in the page", said)
		}
		if strings.Contains(redacted, said) {
			t.Errorf("%q is in the redacted page", said)
		}
	}
}

// A long log is shown page by page, and every event is on one page.
func TestPages(t *testing.T) {
	r := loaded(t, "../../fixtures/openhands-v1/conversation")[0]
	seen := map[string]int{}
	for n := 1; n <= 4; n++ {
		var sheet struct {
			Window struct{ From, To, Total, Pages int }
			Events struct{ ID []string }
		}
		e := dataElement.FindAllStringSubmatch(pageText(t, page.Options{Page: n, Size: 5}, r), -1)[1]
		if err := json.Unmarshal([]byte(e[2]), &sheet); err != nil {
			t.Fatal(err)
		}
		if sheet.Window.Pages != 4 || sheet.Window.Total != r.Log.Len() {
			t.Errorf("page %d: %+v", n, sheet.Window)
		}
		for _, id := range sheet.Events.ID {
			seen[id]++
		}
	}
	want := map[string]int{}
	for row := range int32(r.Log.Len()) {
		want[r.EventID(row)] = 1
	}
	if d := cmp.Diff(want, seen); d != "" {
		t.Error(d)
	}
}

var codeSpan = regexp.MustCompile("`+[^`\n]*`+")

// Markdown for tickets has the findings and the orphans, and no markup of a log.
func TestMarkdown(t *testing.T) {
	var b bytes.Buffer
	if err := document(t, page.Options{}, loaded(t, "../../fixtures/openhands-v1/crashed", hostileLog(t))...).Markdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"LG001 record-torn", "- [ ] event 5, external-write by `terminal`", "| terminal | 2 |"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	text := codeSpan.ReplaceAllString(b.String(), "")
	if i := strings.IndexAny(text, "<\u202e\u001b\u0000"); i >= 0 {
		t.Errorf("markup or controls at %q", text[i:min(len(text), i+40)])
	}
}
