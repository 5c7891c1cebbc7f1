//go:build browser

package page_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"github.com/traj-dev/traj/internal/page"
)

// longLog writes a log of n events with branches, in which every event has a
// text of some size.
func longLog(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	words := "retry token cache flush branch commit merge rebase diff patch hunk render buffer socket channel request response timeout "
	for i := range n {
		parent := ""
		if up := i - 1; up >= 0 {
			if i%500 == 499 {
				up = i - 60
			}
			parent = fmt.Sprintf(`,"parent_id":"e%05d"`, up)
		}
		text := strings.Repeat(words, 1+i*7%19)
		head := fmt.Sprintf(`{"id":"e%05d"%s,"timestamp":"2026-01-01T%02d:%02d:%02d"`, i, parent, i/3600, i/60%60, i%60)
		switch {
		case i == 0:
			fmt.Fprintf(&b, `%s,"kind":"SystemPromptEvent","source":"agent","system_prompt":{"type":"text","text":"%s"},"tools":[]}`, head, text)
		case i%100 == 1 || i%500 == 499:
			fmt.Fprintf(&b, `%s,"kind":"MessageEvent","source":"user","llm_message":{"role":"user","content":[{"type":"text","text":"%s"}]}}`, head, text)
		case i%2 == 0:
			fmt.Fprintf(&b, `%s,"kind":"ActionEvent","source":"agent","thought":[],"tool_name":"terminal","tool_call_id":"c%d","llm_response_id":"r%d","action":{"kind":"TerminalAction","command":"%s"},"tool_call":{"id":"c%d","name":"terminal","arguments":"{\"command\":\"%s\"}","origin":"completion"}}`, head, i, i, text, i, text)
		default:
			fmt.Fprintf(&b, `%s,"kind":"ObservationEvent","source":"environment","tool_name":"terminal","tool_call_id":"c%d","action_id":"e%05d","observation":{"kind":"TerminalObservation","content":[{"type":"text","text":"%s"}]}}`, head, i-1, i-1, text)
		}
		b.WriteByte('\n')
	}
	file := filepath.Join(t.TempDir(), "long.jsonl")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// mostWork is how long the page may work for a click, in milliseconds of its
// own thread: what else the machine does is not counted.
const mostWork = 200

// A log of ten thousand events stays below 15 MB and answers at once.
func TestLongLog(t *testing.T) {
	ctx := browser(t)
	file := pageOf(t, page.Options{}, loaded(t, longLog(t, 10_000))...)
	if info, err := os.Stat(file); err != nil || info.Size() >= 15_000_000 {
		t.Fatalf("%d bytes: %v", info.Size(), err)
	} else {
		t.Logf("%d bytes", info.Size())
	}
	tab := visit(t, ctx, file, "#log/0/summary")
	act(t, tab, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		domain := performance.EnableTimeDomainThreadTicks
		_, err := cdp.Call(ctx, target, performance.Enable, performance.EnableParams{TimeDomain: domain})
		return err
	}))
	for _, view := range views() {
		for _, row := range []int{-1, 4001, 9990} {
			place := "#log/0/" + view
			if row >= 0 {
				place += fmt.Sprint("/", row)
			}
			before := worked(t, tab)
			act(t, tab, chromedp.Evaluate[chromedp.Void](fmt.Sprintf("location.hash = %q", place)))
			until(t, tab, fmt.Sprintf(`app.view === %q && app.row === %d`, view, row))
			took := worked(t, tab) - before
			t.Logf("%-24s %4.0f ms", place, took)
			if took > mostWork {
				t.Errorf("%s: %.0f ms of work", place, took)
			}
		}
	}
	before := worked(t, tab)
	act(t, tab, chromedp.Evaluate[chromedp.Void](`search("nothing of that kind")`))
	until(t, tab, `app.log.folding.query !== "" && document.querySelector(".view-tree .note").textContent.startsWith("0 events")`)
	t.Logf("search %.0f ms", worked(t, tab)-before)
}

// worked is how long the page's thread has worked, in milliseconds.
func worked(t *testing.T, ctx context.Context) float64 {
	t.Helper()
	out, err := chromedp.Run(ctx, chromedp.Action[float64](func(ctx context.Context, target *chromedp.Target) (float64, error) {
		got, err := cdp.Call(ctx, target, performance.GetMetrics, cdp.Empty{})
		if err != nil {
			return 0, err
		}
		for _, m := range got.Metrics {
			if m.Name == "TaskDuration" {
				return m.Value * 1000, nil
			}
		}
		return 0, fmt.Errorf("no TaskDuration among %d metrics", len(got.Metrics))
	}))
	if err != nil {
		t.Fatal(err)
	}
	return out
}
