//go:build browser

package page_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/traj-dev/traj/internal/page"
	"github.com/traj-dev/traj/project"
)

// views are the views of a log.
func views() []string {
	return []string{"summary", "findings", "tree", "timeline", "tools", "orphans", "xray", "forgotten", "bytes"}
}

// until waits for an expression to be true.
func until(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	for range 200 {
		if value[bool](t, ctx, expression) {
			return
		}
		act(t, ctx, chromedp.Sleep(25*time.Millisecond))
	}
	t.Fatalf("never true: %s; the view says %.300s", expression, value[string](t, ctx, `document.querySelector("main").textContent`))
}

// press presses keys, one after the other.
func press(t *testing.T, ctx context.Context, keys string) {
	t.Helper()
	act(t, ctx, chromedp.KeyEvent(keys))
}

// overflowing names what is wider than the window, "" when nothing is.
const overflowing = `(() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ["page"] : [];
  const main = document.querySelector("main"), right = main.getBoundingClientRect().right + 1;
  if (main.scrollWidth > main.clientWidth + 1) wide.push("main", ...[...main.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > right && !e.closest(".scroll, .tree, .eventline, summary")).slice(0, 3).map((e) => e.tagName + "." + e.getAttribute("class")));
  return wide.join(" ");
})()`

// oneOfEach is a fixture of each format, and all of OpenHands V1.
func oneOfEach(t *testing.T) []*project.Reading {
	var out []*project.Reading
	seen := map[string]bool{}
	for _, r := range fixtures(t) {
		if !seen[r.Log.Format] || r.Profile.OpenHandsV1() {
			out = append(out, r)
		}
		seen[r.Log.Format] = true
	}
	return out
}

// Every view of a log of every format opens without a word on the console and without
// a request, and fits a desktop and a phone.
func TestViews(t *testing.T) {
	ctx := browser(t)
	rs := oneOfEach(t)
	file := pageOf(t, page.Options{}, rs...)
	tab := visit(t, ctx, file, "#all")
	for _, width := range []int64{1280, 360} {
		act(t, tab, chromedp.EmulateViewport(width, 800))
		for i, r := range rs {
			for _, view := range views() {
				place := fmt.Sprintf("#log/%d/%s", i, view)
				act(t, tab, chromedp.Evaluate[chromedp.Void](fmt.Sprintf("location.hash = %q", place)))
				until(t, tab, fmt.Sprintf(`app.view === %q && app.log && app.log.number === %d && document.querySelector(".view-%s") !== null`, view, i, view))
				if wide := value[string](t, tab, overflowing); wide != "" {
					t.Errorf("%s, %s at %d: wider than the window: %s", r.Log.Name, view, width, wide)
				}
			}
		}
	}
}

// The tree unfolds, folds and zooms, and the search finds, by keys.
func TestTreeAndSearch(t *testing.T) {
	ctx := browser(t)
	tab := visit(t, ctx, pageOf(t, page.Options{}, loaded(t, "../../fixtures/openhands-v1/conversation")...), "#log/0/tree")
	lines := `document.querySelectorAll(".line").length`
	until(t, tab, lines+" === 17")
	act(t, tab, chromedp.Evaluate[chromedp.Void](`tree.fold.all = false; tree.refresh(); tree.box.focus()`))
	until(t, tab, lines+` < 17 && [...document.querySelectorAll(".line")].some((l) => l.textContent.includes("4 events"))`)
	press(t, tab, strings.Repeat(kb.ArrowDown, 20)) // down, to the end
	press(t, tab, strings.Repeat(kb.ArrowUp, 3))    // up, to the run
	press(t, tab, kb.ArrowRight)                    // right unfolds it
	until(t, tab, lines+" === 15")
	act(t, tab, chromedp.Evaluate[chromedp.Void](`tree.cursor = 5; tree.draw(true)`))
	press(t, tab, kb.ArrowLeft) // left folds what is below the fork
	until(t, tab, lines+` === 4 && document.querySelector(".folded").textContent.includes("11 hidden")`)
	press(t, tab, kb.ArrowRight)
	until(t, tab, lines+" === 15")
	press(t, tab, "----")
	until(t, tab, `document.querySelectorAll(".mote").length === 15`)
	press(t, tab, "/nothing of that kind")
	until(t, tab, `document.activeElement.id === "search"`)
	press(t, tab, "\r")
	until(t, tab, `document.querySelector(".view-tree .note").textContent.startsWith("0 events")`)
	press(t, tab, "/")
	act(t, tab, chromedp.Evaluate[chromedp.Void](`document.querySelector("#search").select()`))
	press(t, tab, "TypeError\r")
	until(t, tab, `app.log.folding.matched === 1 && tree.fold.lines[0].row === 5`)
}

// The X-ray shows the prompt: its messages, what was forgotten, and why.
func TestXRay(t *testing.T) {
	ctx := browser(t)
	tab := visit(t, ctx, pageOf(t, page.Options{}, loaded(t, "../../fixtures/openhands-v1/conversation")...), "#log/0/xray/15")
	until(t, tab, `document.querySelectorAll(".msg:not(.mark-forgotten)").length === 6`)
	text := value[string](t, tab, `document.querySelector("main").textContent`)
	for _, want := range []string{"6 messages of 12 events", "3 forgotten", "forgotten by condensation #14", "The test failed because an empty file parses to None", "pytest -q"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not shown", want)
		}
	}
	press(t, tab, "[") // to condense
	until(t, tab, `app.row === 14`)
	press(t, tab, "[")
	until(t, tab, `app.row === 12`)
	press(t, tab, "]")
	press(t, tab, "]")
	until(t, tab, `app.row === 15`)
}

// A reviewer without a mouse gets to an orphan: by one key, and by Tab alone.
func TestKeyboardReachesAnOrphan(t *testing.T) {
	ctx := browser(t)
	file := pageOf(t, page.Options{}, loaded(t, "../../fixtures/openhands-v1/crashed")...)
	tab := visit(t, ctx, file, "")
	press(t, tab, "o")
	until(t, tab, `location.hash === "#log/0/orphans/5" && document.querySelector("#detail").textContent.includes("no known outcome")`)
	press(t, tab, kb.Escape)
	until(t, tab, `document.querySelector("#detail").hidden`)

	tab = visit(t, ctx, file, "#log/0/summary")
	tabTo(t, tab, `document.activeElement.textContent.startsWith("Orphans")`)
	press(t, tab, "\r")
	until(t, tab, `app.view === "orphans"`)
	tabTo(t, tab, `document.activeElement.closest(".orphan-card") !== null && document.activeElement.textContent.includes("#5")`)
	press(t, tab, "\r")
	until(t, tab, `app.row === 5`)
}

func tabTo(t *testing.T, ctx context.Context, there string) {
	t.Helper()
	for range 60 {
		if value[bool](t, ctx, there) {
			return
		}
		press(t, ctx, "\t")
	}
	t.Fatalf("Tab never gets there: %s", there)
}

// Whatever a log holds does nothing but stand there as text.
func TestHostileLogs(t *testing.T) {
	ctx := browser(t)
	tab := visit(t, ctx, pageOf(t, page.Options{}, loaded(t, hostileLog(t))...), "#log/0/summary")
	act(t, tab, chromedp.Evaluate[chromedp.Void](`addEventListener("securitypolicyviolation", (ev) => console.log("policy", ev.violatedDirective))`))
	for _, view := range views() {
		for _, row := range []string{"", "/0", "/5", "/12", "/20"} {
			act(t, tab, chromedp.Evaluate[chromedp.Void](fmt.Sprintf("location.hash = %q", "#log/0/"+view+row)))
			until(t, tab, fmt.Sprintf(`location.hash === %q && app.view === %q`, "#log/0/"+view+row, view))
			harmless(t, tab, view+row)
		}
	}
	act(t, tab, chromedp.Evaluate[chromedp.Void](`search("<script>"); for (const d of document.querySelectorAll("details")) d.open = true; printing.start()`))
	harmless(t, tab, "paper")
	act(t, tab, chromedp.Evaluate[chromedp.Void](`printing.end()`))
}

func harmless(t *testing.T, tab context.Context, where string) {
	t.Helper()
	act(t, tab, chromedp.Evaluate[chromedp.Void](`for (const d of document.querySelectorAll("main details")) d.open = true`))
	bad := value[[]string](t, tab, `[
	  ...[...document.body.querySelectorAll("script:not([type]), img, iframe, object, embed, base, meta, link, form[action], style, [onload], [onerror], [onclick], [srcdoc]")].filter((e) => e.closest("#app, #paper")).map((e) => e.outerHTML.slice(0, 80)),
	  ...[...document.querySelectorAll("a[href]")].filter((a) => !a.getAttribute("href").startsWith("#")).map((a) => a.getAttribute("href")),
	  ...(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/.exec(document.querySelector("#app").textContent) || []).map((c) => "control " + c.codePointAt(0).toString(16)),
	  ...(typeof pwned === "undefined" ? [] : ["ran " + pwned]),
	  ...[...document.querySelectorAll("#app [title], #app [aria-label]")].map((e) => (e.getAttribute("title") || "") + (e.getAttribute("aria-label") || "")).filter((s) => /[\u0000-\u0008\u000e-\u001f\u202a-\u202e\u2066-\u2069]/.test(s)),
	]`)
	if len(bad) > 0 {
		t.Errorf("%s: %q", where, bad[:min(len(bad), 5)])
	}
}

// On paper is every view.
func TestPaper(t *testing.T) {
	ctx := browser(t)
	tab := visit(t, ctx, pageOf(t, page.Options{}, loaded(t, "../../fixtures/openhands-v1/crashed")...), "#log/0/summary")
	pdf, err := chromedp.Run(tab, chromedp.PrintToPDF())
	if err != nil || len(pdf) < 10_000 {
		t.Fatalf("%d bytes: %v", len(pdf), err)
	}
	act(t, tab, chromedp.Evaluate[chromedp.Void](`printing.start()`))
	if n := value[int](t, tab, `document.querySelectorAll("#paper .printed").length`); n != len(views())-1 {
		t.Errorf("%d views on paper", n)
	}
	act(t, tab, chromedp.Evaluate[chromedp.Void](`printing.end()`))
	until(t, tab, `document.querySelector("#paper") === null && document.querySelector(".view-summary .tile") !== null`)
}
