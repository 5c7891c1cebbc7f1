package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"

	"golang.org/x/term"
)

// pager is a terminal. What is printed to it is held back until it is more than
// one screen; from then on it goes to a pager. What fits is printed as it is.
//
// TRAJ_PAGER, else PAGER, names the program, as a command for the shell; empty
// or "cat" is none, and where neither is set it is less. It gets LESS=FRX
// unless LESS is set: leave when all fits, show colours, keep the screen.
type pager struct {
	e     *env
	out   *os.File
	rows  int
	held  bytes.Buffer
	lines int
	to    io.WriteCloser // the pager's input, or out when there is none
	cmd   *exec.Cmd
}

// errLeft says that the reader left the pager before the end.
var errLeft = errors.New("the pager was left")

func (e *env) newPager(out *os.File) *pager {
	_, rows, err := term.GetSize(int(out.Fd()))
	if err != nil || rows < 1 {
		rows = 24
	}
	return &pager{e: e, out: out, rows: rows}
}

// Write holds data back, or passes it on once it is more than a screen.
func (p *pager) Write(data []byte) (int, error) {
	if p.to == nil {
		p.held.Write(data)
		if p.lines += bytes.Count(data, []byte("\n")); p.lines < p.rows {
			return len(data), nil
		}
		p.e.screen.clear()
		p.start()
		_, err := p.send(p.held.Bytes())
		p.held.Reset()
		return len(data), err
	}
	return p.send(data)
}

func (p *pager) send(data []byte) (int, error) {
	n, err := p.to.Write(data)
	if err != nil && p.cmd != nil {
		return n, errLeft
	}
	return n, err
}

// Close prints what is held, and waits until the reader has left the pager.
func (p *pager) Close() error {
	if p.to == nil {
		p.e.screen.clear()
		_, err := p.out.Write(p.held.Bytes())
		return err
	}
	if p.cmd == nil {
		return nil
	}
	p.to.Close()
	err := p.cmd.Wait()
	p.e.screen.leave()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil // how a pager ends says nothing of the output
	}
	return err
}

// start starts the pager; without one the terminal itself is written to.
func (p *pager) start() {
	p.to = nopCloser{p.out}
	args := pagerCommand(os.LookupEnv, exec.LookPath)
	if args == nil {
		return
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr, cmd.Env = p.out, os.Stderr, os.Environ()
	for _, kv := range [][2]string{{"LESS", "FRX"}, {"LV", "-c"}, {"LESSCHARSET", "utf-8"}} {
		if _, set := os.LookupEnv(kv[0]); !set {
			cmd.Env = append(cmd.Env, kv[0]+"="+kv[1])
		}
	}
	in, err := cmd.StdinPipe()
	if err != nil || cmd.Start() != nil {
		return
	}
	p.cmd, p.to = cmd, in
	p.e.screen.enter()
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// pagerCommand is how the pager is started, nil for none.
func pagerCommand(env func(string) (string, bool), find func(string) (string, error)) []string {
	if v, _ := env("TERM"); v == "dumb" {
		return nil
	}
	for _, name := range []string{"TRAJ_PAGER", "PAGER"} {
		v, set := env(name)
		switch {
		case !set:
		case v == "" || v == "cat":
			return nil
		case runtime.GOOS == "windows":
			return []string{"cmd", "/c", v}
		default:
			return []string{"sh", "-c", v}
		}
	}
	if path, err := find("less"); err == nil {
		return []string{path}
	}
	return nil
}
