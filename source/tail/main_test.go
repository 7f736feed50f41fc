package tail

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

// writerEnv makes this test binary another process that appends the lines of
// its standard input to the file named, answering each.
const writerEnv = "NOTDONE_TAIL_WRITER"

func TestMain(m *testing.M) {
	if path := os.Getenv(writerEnv); path != "" {
		serveWriter(path)
		return
	}
	goleak.VerifyTestMain(m)
}

func serveWriter(path string) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if _, err := f.WriteString(strings.ReplaceAll(lines.Text(), "|", "\n")); err != nil {
			panic(err)
		}
		os.Stdout.WriteString("ok\n")
	}
}

func startWriter(t *testing.T, path string) func(text string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(os.Environ(), writerEnv+"="+path)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	answers := bufio.NewScanner(out)
	return func(text string) {
		t.Helper()
		if _, err := in.Write([]byte(text + "\n")); err != nil || !answers.Scan() {
			t.Fatal("the writer does not answer: ", err)
		}
	}
}

// log is a file under test and the Reader of it.
type log struct {
	t    testing.TB
	path string
	r    *Reader
	got  []string // texts; marked … if truncated, ¶ if partial
	all  []Line
}

func newLog(t testing.TB, o Options) *log {
	t.Helper()
	dir := t.TempDir()
	return &log{t: t, path: filepath.Join(dir, "x.log"), r: NewReader(dir, "x.log", o)}
}

func (l *log) write(text string) {
	l.t.Helper()
	if err := os.WriteFile(l.path, []byte(text), 0o600); err != nil {
		l.t.Fatal(err)
	}
}

func (l *log) append(text string) {
	l.t.Helper()
	f, err := os.OpenFile(l.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		l.t.Fatal(err)
	}
}

func (l *log) rename(from, to string) {
	l.t.Helper()
	if err := os.Rename(l.path+from, l.path+to); err != nil {
		l.t.Fatal(err)
	}
}

func (l *log) take(line Line) error {
	line.Text = []byte(string(line.Text))
	l.all = append(l.all, line)
	text := string(line.Text)
	if line.Truncated {
		text += "…"
	}
	if line.Partial {
		text += "¶"
	}
	l.got = append(l.got, text)
	return nil
}

func (l *log) next() Result {
	l.t.Helper()
	res, err := l.r.Next(context.Background(), l.take)
	if err != nil {
		l.t.Fatal(err)
	}
	return res
}

// want compares what was read since the last time.
func (l *log) want(lines ...string) {
	l.t.Helper()
	if d := cmp.Diff(lines, l.got); d != "" {
		l.t.Error(d)
	}
	l.got = nil
}
