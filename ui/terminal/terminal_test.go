package terminal_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"syscall"
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
	if _, err := inputOf(t, screen).Read(make([]byte, 5)); err != nil || screen.LastInput().IsZero() {
		t.Errorf("heard at %v: %v", screen.LastInput(), err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := screen.Output().Write(make([]byte, 1<<20))
		ended <- err
	}()
	for screen.LastLag().IsZero() {
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
	screen.Abandon()
}

// What is typed once the program is to end is for the shell.
func TestNothingIsReadAtTheEnd(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	screen := terminal.New(r, w)
	defer screen.Abandon()
	ctx, end := context.WithCancel(t.Context())
	screen.Context(ctx)
	input, typed := inputOf(t, screen), make([]byte, 2)
	if _, err := w.WriteString("q"); err != nil {
		t.Fatal(err)
	}
	if n, err := input.Read(typed); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if _, err := w.WriteString("ls"); err != nil {
		t.Fatal(err)
	}
	end()
	if n, err := input.Read(typed); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("read %d: %v", n, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(r, typed); err != nil || string(typed) != "ls" {
		t.Errorf("left for the shell: %q, %v", typed, err)
	}
}

// What was accepted late is remembered as of then, and what was accepted in time
// is not late.
func TestLastLag(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	screen := terminal.New(r, w)
	defer screen.Abandon()
	if _, err := screen.Output().Write([]byte("in time")); err != nil || !screen.LastLag().IsZero() {
		t.Errorf("behind at %v: %v", screen.LastLag(), err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := screen.Output().Write(make([]byte, 1<<17)) // more than a pipe takes
		ended <- err
	}()
	first := screen.LastLag()
	for ; first.IsZero(); first = screen.LastLag() {
		time.Sleep(time.Millisecond)
	}
	if _, err := io.ReadFull(r, make([]byte, 7+1<<17)); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	late := screen.LastLag()
	if late.Before(first) {
		t.Errorf("was behind at %v, later at %v", first, late)
	}
	if _, err := screen.Output().Write([]byte("in time")); err != nil || screen.LastLag() != late {
		t.Errorf("behind at %v, then at %v: %v", late, screen.LastLag(), err)
	}
	if err := errors.Join(w.Close(), r.Close()); err != nil {
		t.Error(err)
	}
}

// The end of the input is no key.
func TestLastInput(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	screen := terminal.New(r, w)
	defer screen.Abandon()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := inputOf(t, screen).Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) || !screen.LastInput().IsZero() {
		t.Errorf("read %d, heard at %v: %v", n, screen.LastInput(), err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// After a terminal was given up only the write under way reaches it, as it was
// when it began, whatever its caller does with the memory.
func TestNothingIsWrittenAfterAbandon(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	screen := terminal.New(r, w)
	text, ended := bytes.Repeat([]byte("a"), 1<<18), make(chan error, 1) // more than a pipe takes
	go func() {
		_, err := screen.Output().Write(text)
		ended <- err
	}()
	for screen.LastLag().IsZero() {
		time.Sleep(time.Millisecond)
	}
	screen.Abandon()
	if err := <-ended; !errors.Is(err, terminal.ErrAbandoned) {
		t.Fatal(err)
	}
	clear(text)
	got := make([]byte, len(text))
	if _, err := io.ReadFull(r, got); err != nil || bytes.Count(got, []byte("a")) != len(got) {
		t.Errorf("%d of %d bytes are what was written: %v", bytes.Count(got, []byte("a")), len(got), err)
	}
	for range 50 {
		if _, err := screen.Output().Write([]byte("late")); !errors.Is(err, terminal.ErrAbandoned) {
			t.Fatalf("a later write: %v", err)
		}
		time.Sleep(time.Millisecond) // who writes may be ready only now
	}
	screen.Abandon()
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if rest, err := io.ReadAll(r); err != nil || len(rest) > 0 {
		t.Errorf("then came %q: %v", rest, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// A terminal that is gone fails the write.
func TestWriteFails(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	screen := terminal.New(r, w)
	defer screen.Abandon()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := screen.Output().Write([]byte("x")); n != 0 || !errors.Is(err, syscall.EPIPE) {
		t.Errorf("wrote %d: %v", n, err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// inputOf is a terminal's input, which ends with the test.
func inputOf(t *testing.T, screen *terminal.Terminal) *terminal.Input {
	t.Helper()
	in, err := screen.Input()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(in.Release)
	return in
}
