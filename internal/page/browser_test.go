//go:build browser

// These tests open pages in a headless Chromium, which they need: the program
// that TRAJ_CHROMIUM names, or one on the PATH.

package page_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/traj-dev/traj/internal/page"
	"github.com/traj-dev/traj/project"
)

// browser starts a Chromium that a test's pages share.
func browser(t *testing.T) context.Context {
	t.Helper()
	program := os.Getenv("TRAJ_CHROMIUM")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); program == "" && err == nil {
			program = path
		}
	}
	if program == "" {
		t.Fatal("no Chromium on the PATH; TRAJ_CHROMIUM names one")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WindowSize(1280, 900))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start %s: %v", program, err)
	}
	return ctx
}

// visit opens a page, and fails the test when it says anything on the console,
// raises, violates its policy, or asks for anything but itself.
func visit(t *testing.T, ctx context.Context, file, place string) context.Context {
	t.Helper()
	own := "file://" + file
	tab, stop := chromedp.NewContext(ctx, chromedp.WithListener(func(ev any) {
		switch ev := ev.(type) {
		case *runtime.EventConsoleAPICalled:
			t.Errorf("%s: console: %v", place, ev.Args)
		case *runtime.EventExceptionThrown:
			t.Errorf("%s: raised: %+v", place, ev.ExceptionDetails)
		case *log.EventEntryAdded:
			t.Errorf("%s: %s: %s", place, ev.Entry.Source, ev.Entry.Text)
		case *network.EventRequestWillBeSent:
			if url := ev.Request.URL; !strings.HasPrefix(url, own) && !strings.HasPrefix(url, "data:,") {
				t.Errorf("%s: the page asks for %.200s", place, url)
			}
		}
	}))
	t.Cleanup(stop)
	tab, stop = context.WithTimeout(tab, time.Minute)
	t.Cleanup(stop)
	act(t, tab, chromedp.Navigate(own+place), chromedp.WaitReady(chromedp.CSS("main")))
	return tab
}

func act(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// value is what an expression comes to in the page.
func value[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return out
}

// pageOf writes the page on logs.
func pageOf(t *testing.T, o page.Options, rs ...*project.Reading) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(pageText(t, o, rs...)), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}
