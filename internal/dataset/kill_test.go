package dataset

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestMain makes the test binary a program that makes a dataset where it is
// told to.
func TestMain(m *testing.M) {
	out := os.Getenv("TRAJ_DATASET_OUT")
	if out == "" {
		os.Exit(m.Run())
	}
	o := options(out)
	o.Load.Workers, o.Parallel = 2, 2
	if _, err := Run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

func program(t *testing.T, out string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env, c.Stderr = append(os.Environ(), "TRAJ_DATASET_OUT="+out), os.Stderr
	return c
}

// A process that makes a dataset is killed at ten random points, one after the
// other, and goes on each time. What looks whole is whole all the while, and in
// the end the dataset is what a single run makes.
func TestKilled(t *testing.T) {
	corpus(t, 3)
	begin := time.Now()
	if err := program(t, "whole").Run(); err != nil {
		t.Fatal(err)
	}
	took := time.Since(begin)
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 0))
	t.Logf("seed %d, a run takes %s", seed, took)
	for killed, tries := 0, 0; killed < 10; tries++ {
		if tries == 60 {
			t.Fatalf("killed only %d times", killed)
		}
		p := program(t, "killed")
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.Int64N(int64(took))))
		_ = p.Process.Kill() // which fails when it came to its end
		if p.Wait() != nil {
			killed++
		}
		if _, err := os.Stat("killed"); err == nil {
			checkPlaces(t, "whole", "killed")
		}
		if _, err := os.Stat("killed/" + ManifestName); err == nil { // it came to its end: from the start again
			sameKept(t, "killed")
			if err := os.RemoveAll("killed"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := program(t, "killed").Run(); err != nil {
		t.Fatal(err)
	}
	sameTree(t, "killed", "whole", "killed")
}

// sameKept finishes a run that was killed after it had written its manifest.
func sameKept(t *testing.T, out string) {
	t.Helper()
	if err := program(t, out).Run(); err != nil {
		t.Fatal(err)
	}
	sameTree(t, "killed at the end", "whole", out)
}
