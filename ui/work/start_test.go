package work

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestHeartbeatsDoNotWaitForAStart: a supervisor that is late to read a command longer than a
// pipe delays no heartbeat, and is told of the one that came meanwhile.
func TestHeartbeatsDoNotWaitForAStart(t *testing.T) {
	program := filepath.Join(t.TempDir(), "late")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nsleep 2\nexec tail -n 1 <&3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	one := &task{worker: &worker{Options: Options{Program: program, Lease: time.Minute}}, began: began, lost: make(chan struct{})}
	started := make(chan *running)
	go func() {
		r, err := one.start(&command{argv: []string{strings.Repeat("x", 1<<20)}})
		if err != nil {
			t.Error(err)
		}
		started <- r
	}()
	time.Sleep(500 * time.Millisecond) // it writes by now
	renewed := time.Now()
	one.renewed(renewed, false)
	if waited := time.Since(renewed); waited > time.Second {
		t.Errorf("the heartbeat waited for %v", waited)
	}
	r := <-started
	if r == nil {
		t.Fatal("it was not started")
	}
	_ = r.orders.Close() // ends the program
	last, err := io.ReadAll(r.stdout)
	if err != nil || len(last) > 99 || !strings.Contains(string(last), `"until":`) {
		t.Errorf("the last order is %.200q, %v", last, err)
	}
	r.wait()
	_, _ = r.stdout.Close(), r.stderr.Close()
}
