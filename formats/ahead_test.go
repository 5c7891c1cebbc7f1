package formats

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/traj-dev/traj/event"
)

// TestAhead asks for records in order, backwards and in jumps, of a file that is
// too large to be held, and compares with each record read by itself.
func TestAhead(t *testing.T) {
	var b bytes.Buffer
	for b.Len() < 6<<20 {
		n := b.Len()
		fmt.Fprintf(&b, `{"id":"e%d","timestamp":"2026-01-01T00:00:00","source":"user","kind":"MessageEvent","llm_message":{"role":"user","content":[{"type":"text","text":"%s"}]}}`+"\n",
			n, bytes.Repeat([]byte("x"), n%90_000))
	}
	path := filepath.Join(t.TempDir(), "log.jsonl")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for l, err := range Load(context.Background(), []string{path}, nil, Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		a := event.Ahead(l.Bodies)
		if a == l.Bodies {
			t.Fatal("nothing reads ahead")
		}
		n := l.Len()
		for k := range 4 * n {
			row := k % n
			switch k / n {
			case 1:
				row = n - 1 - row
			case 2:
				row = row * 7 % n
			case 3:
				row = min(row+k%3, n-1)
			}
			want, err := l.Bodies.Body(row, nil)
			got, failed := a.Body(row, nil)
			if err != nil || failed != nil || !bytes.Equal(want, got) {
				t.Fatalf("row %d: %v, %v, %d and %d bytes", row, err, failed, len(want), len(got))
			}
		}
	}
}
