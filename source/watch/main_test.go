package watch

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	_ "modernc.org/sqlite"
)

// writerEnv makes this test binary the other process that writes.
const writerEnv = "NOTDONE_WATCH_WRITER"

func TestMain(m *testing.M) {
	if os.Getenv(writerEnv) != "" {
		serveWriter()
		return
	}
	goleak.VerifyTestMain(m)
}

// serveWriter does what the lines on its standard input say, one JSON array
// each, and answers each with a line.
func serveWriter() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var args []string
		err := json.Unmarshal(lines.Bytes(), &args)
		if err == nil {
			err = perform(args[0], args[1:])
		}
		fmt.Println(err)
	}
}

func perform(op string, args []string) error {
	switch op {
	case "append":
		return appendTo(args[0], args[1])
	case "write":
		return os.WriteFile(args[0], []byte(args[1]), 0o600)
	case "rename":
		return os.Rename(args[0], args[1])
	case "remove":
		return os.RemoveAll(args[0])
	case "mkdir":
		return os.MkdirAll(args[0], 0o700)
	case "nested": // folders and a file at once
		if err := os.MkdirAll(filepath.Dir(args[0]), 0o700); err != nil {
			return err
		}
		return os.WriteFile(args[0], []byte("first"), 0o600)
	case "recreate": // a folder and a file in it, without a pause
		if err := os.RemoveAll(filepath.Dir(args[0])); err != nil {
			return err
		}
		return perform("nested", args)
	case "burst":
		for i := 1; i <= 1000; i++ {
			if err := appendTo(args[0], "x"); err != nil {
				return err
			}
		}
		return nil
	case "commits":
		return commits(args[0], args[1:]...)
	case "every": // until told to stop by the end of the process
		every, err := time.ParseDuration(args[1])
		if err != nil {
			return err
		}
		go func() {
			for range time.Tick(every) {
				_ = appendTo(args[0], time.Now().Format(time.RFC3339Nano)+"\n")
			}
		}()
		return nil
	}
	return fmt.Errorf("unknown operation %q", op)
}

func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

func commits(path string, statements ...string) error {
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		return err
	}
	for _, s := range statements {
		if _, err = db.Exec(s); err != nil {
			break
		}
	}
	if e := db.Close(); err == nil {
		err = e
	}
	return err
}

// writer is the other process.
type writer func(op string, args ...string)

func startWriter(tb testing.TB) writer {
	tb.Helper()
	exe, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	cmd := exec.CommandContext(tb.Context(), exe)
	cmd.Env = append(os.Environ(), writerEnv+"=1")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	answers := bufio.NewScanner(out)
	return func(op string, args ...string) {
		tb.Helper()
		line, err := json.Marshal(append([]string{op}, args...))
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := in.Write(append(line, '\n')); err != nil {
			tb.Fatal(err)
		}
		if !answers.Scan() || answers.Text() != "<nil>" {
			tb.Fatalf("writer: %s: %s", line, answers.Text())
		}
	}
}

func start(tb testing.TB, o Options, targets ...Target) *Watcher {
	tb.Helper()
	w, err := New(targets, o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := w.Close(); err != nil {
			tb.Error(err)
		}
	})
	return w
}

// patience ends a test that would wait for ever; no test measures it.
const patience = 5 * time.Second

// await takes signals until one satisfies ok.
func await(tb testing.TB, w *Watcher, what string, ok func(Signal) bool) {
	tb.Helper()
	end := time.After(patience)
	var seen []Signal
	for {
		select {
		case s := <-w.C():
			if ok(s) {
				return
			}
			seen = append(seen, s)
		case <-end:
			tb.Fatalf("no signal for %s; seen %+v; %s", what, seen, w.How())
		}
	}
}

// settle takes signals until none has come for a while, and counts them.
func settle(w *Watcher) (n int) {
	for {
		select {
		case <-w.C():
			n++
		case <-time.After(250 * time.Millisecond):
			return n
		}
	}
}

func names(path string) func(Signal) bool {
	return func(s Signal) bool { return s.Paths == nil || slices.Contains(s.Paths, path) }
}

func rescan(s Signal) bool { return s.Paths == nil }

// modes are the ways of noticing; all must notice the same.
var modes = map[string]Options{
	"notify": {Window: 10 * time.Millisecond, Poll: time.Hour},
	"poll":   {ForcePoll: true, PollFast: 10 * time.Millisecond, Poll: time.Hour},
	"safety": {Window: 10 * time.Millisecond, Poll: 10 * time.Millisecond},
}

func eachMode(t *testing.T, test func(t *testing.T, o Options)) {
	t.Helper()
	for name, o := range modes {
		t.Run(name, func(t *testing.T) { test(t, o) })
	}
}

func contains(t *testing.T, text, part string) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%q does not say %q", text, part)
	}
}
