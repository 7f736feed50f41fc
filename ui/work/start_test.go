package work

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestHeartbeatsDoNotWaitForAStart: a supervisor that reads a command longer than a pipe only after a
// heartbeat does not delay that, and is told of it.
func TestHeartbeatsDoNotWaitForAStart(t *testing.T) {
	dir := t.TempDir()
	program, up, beat := filepath.Join(dir, "late"), filepath.Join(dir, "up"), filepath.Join(dir, "beat")
	script := "#!/bin/sh\n: >" + up + "\nwhile [ ! -e " + beat + " ]; do sleep .01; done\nexec tail -n 1 <&3\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	one := &task{worker: &worker{Options: Options{Program: program, Lease: time.Minute}}, began: time.Now(), lost: make(chan struct{})}
	started := make(chan *running)
	go func() {
		r, err := one.start(&command{argv: []string{strings.Repeat("x", 1<<20)}})
		if err != nil {
			t.Error(err)
		}
		started <- r
	}()
	for {
		if _, err := os.Stat(up); err == nil {
			break
		} else if !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	one.renewed(time.Now().Add(time.Second), false) // the test ends here if it waits
	if err := os.WriteFile(beat, nil, 0o600); err != nil {
		t.Fatal(err)
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
