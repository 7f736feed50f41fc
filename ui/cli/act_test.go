package cli_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
)

// program is the program in the script's folder and environment.
func program(ts *testscript.TestScript, args []string) *exec.Cmd {
	cmd := exec.CommandContext(context.Background(), "notdone", args...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "HOME", "XDG_STATE_HOME", "TMPDIR", "TERM", "LANG"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	return cmd
}

// code is the exit code of a program that has ended.
func code(ts *testscript.TestScript, err error) int {
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		ts.Check(err)
	}
	if exit == nil {
		return 0
	}
	return exit.ExitCode()
}

// answers CODE ANSWER [FIRST...] -- ARGS... runs the program on a terminal. When
// it asks, the program is run with FIRST, if there is any, and then ANSWER is
// typed. It must end with CODE; what the terminal got is the command's output.
func answers(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	cut := slices.Index(args, "--")
	first, cmd := args[2:cut], program(ts, args[cut+1:])
	screen, err := pty.Start(cmd)
	ts.Check(err)
	var got bytes.Buffer
	for buf := make([]byte, 1<<10); !bytes.HasSuffix(got.Bytes(), []byte("[y/N] ")); {
		n, err := screen.Read(buf)
		got.Write(buf[:n])
		if err != nil {
			ts.Fatalf("it did not ask: %q", got.String())
		}
	}
	if len(first) > 0 {
		if out, err := program(ts, first).CombinedOutput(); err != nil {
			ts.Fatalf("%v: %s", err, out)
		}
	}
	_, err = io.WriteString(screen, args[1]+"\n")
	ts.Check(err)
	_, _ = io.Copy(&got, screen) // Linux says EIO when the last writer is gone
	if c := code(ts, cmd.Wait()); c != want {
		ts.Fatalf("exit code %d, want %d: %s", c, want, got.String())
	}
	ts.Check(screen.Close())
	_, err = io.WriteString(ts.Stdout(), strings.ReplaceAll(got.String(), "\r\n", "\n"))
	ts.Check(err)
}

// crowd N ARGS... runs the program N times at once. One of them must end with 0
// and the others with 3; what they printed is the command's output.
func crowd(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	outs, codes := make([]bytes.Buffer, n), make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		cmd := program(ts, args[1:])
		cmd.Stdout = &outs[i]
		all.Go(func() { codes[i] = cmd.Run() })
	}
	all.Wait()
	won := 0
	for i := range n {
		switch c := code(ts, codes[i]); c {
		case 0:
			won++
		case 3:
		default:
			ts.Fatalf("exit code %d: %s", c, outs[i].String())
		}
		_, err := outs[i].WriteTo(ts.Stdout())
		ts.Check(err)
	}
	if won != 1 {
		ts.Fatalf("%d of %d won", won, n)
	}
}

// unheard CODE ARGS... runs the program with an output that nobody reads any
// more. It must end with CODE.
func unheard(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	cmd := program(ts, args[1:])
	read, write, err := os.Pipe()
	ts.Check(err)
	ts.Check(read.Close())
	cmd.Stdout, cmd.Stderr = write, ts.Stderr()
	err = cmd.Run()
	ts.Check(write.Close())
	if c := code(ts, err); c != want {
		ts.Fatalf("exit code %d, want %d", c, want)
	}
}
