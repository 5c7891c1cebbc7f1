package watch_test

import (
	"bytes"
	"os"
	"strconv"
	"testing"
	"time"
)

// The count of bytes is held against the system's: what was not touched is not
// read in fact.
func TestUntouchedIsNotReadInFact(t *testing.T) {
	b := newBench(t)
	log := fixture(t, lines)
	const copies = 400
	b.write("still.jsonl", bytes.Repeat(log, copies))
	b.write("grows.jsonl", log[:9000])
	first := readSoFar(t)
	b.pass(0)
	if n := readSoFar(t) - first; n < copies*int64(len(log)) {
		t.Fatalf("the first look read %d bytes of %d", n, copies*len(log))
	}
	for i := range 20 {
		before := readSoFar(t)
		b.write("grows.jsonl", log[9000+i*90:9090+i*90])
		b.pass(time.Minute)
		if n := readSoFar(t) - before; n > int64(20*len(log)) {
			t.Fatalf("look %d read %d bytes: the log that grew has %d, the other %d", i, n, 9090+i*90, copies*len(log))
		}
	}
}

// readSoFar is how many bytes this process has read.
func readSoFar(t *testing.T) int64 {
	t.Helper()
	data, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(data, []byte("rchar: "))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	n, err := strconv.ParseInt(string(line), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
