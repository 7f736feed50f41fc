package terminal_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"notdone/ui/terminal"
)

// A write that nobody reads ends when the terminal is given up, and so does
// every later one.
func TestAbandon(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	screen := terminal.New(r, w)
	if n, err := screen.Output().Write([]byte("hello")); n != 5 || err != nil {
		t.Fatal(n, err)
	}
	if _, err := screen.Input().Read(make([]byte, 5)); err != nil || screen.Heard().IsZero() {
		t.Errorf("heard at %v: %v", screen.Heard(), err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := screen.Output().Write(make([]byte, 1<<20))
		ended <- err
	}()
	for screen.Behind().IsZero() {
		time.Sleep(time.Millisecond)
	}
	screen.Abandon()
	if err := <-ended; !errors.Is(err, terminal.ErrAbandoned) {
		t.Errorf("the write that waited: %v", err)
	}
	if _, err := screen.Output().Write(nil); !errors.Is(err, terminal.ErrAbandoned) {
		t.Errorf("a later write: %v", err)
	}
	if err := errors.Join(w.Close(), r.Close()); err != nil {
		t.Error(err)
	}
	screen.Close()
}
