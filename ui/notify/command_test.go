package notify_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"notdone/ui/notify"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A command is run for one line after the other, no two within its pause, and for no more
// than can wait.
func TestRunsAreLimited(t *testing.T) {
	t.Parallel()
	c := &notify.Command{Argv: []string{"true"}, Pause: 5 * time.Second}
	now := time.Date(2031, 5, 6, 12, 0, 0, 0, time.UTC)
	line := []byte("0")
	for i := range notify.MaxWaiting + 5 {
		line = append(line[:0], strconv.Itoa(i)...)
		if taken := c.Add(line); taken != (i < notify.MaxWaiting) {
			t.Errorf("line %d: %v", i, taken)
		}
	}
	for _, step := range []struct {
		after time.Duration
		ended bool
		want  string
	}{
		{0, false, "0 0s"},
		{time.Minute, false, " 0s"}, // it still runs
		{0, true, "1 0s"},
		{time.Second, true, " 4s"},
		{3 * time.Second, false, " 1s"},
		{time.Second, false, "2 0s"},
		{-time.Hour, true, "3 0s"}, // the clock was set
	} {
		now = now.Add(step.after)
		if step.ended {
			c.Ended()
		}
		if got, wait := c.Next(now); fmt.Sprintf("%s %s", got, wait) != step.want {
			t.Errorf("%s: %q after %s, want %q", now.Format(time.TimeOnly), got, wait, step.want)
		}
	}
}

// No shell reads the words, the line is its standard input, and its end is told.
func TestRun(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "got")
	other := file + "$HOME;x"
	for _, tc := range []struct {
		argv []string
		want string // of the error
	}{
		{[]string{"tee", file, other}, ""},
		{[]string{"false"}, "false: exit status 1"},
		{[]string{"/nowhere/notdone-test"}, "no such file"},
		{[]string{"sh", "-c", "echo noise; echo noise >&2; exec cat >/dev/null"}, ""},
		{[]string{"true"}, ""}, // and reads nothing
	} {
		c := &notify.Command{Argv: tc.argv, Limit: time.Minute}
		err := c.Run(t.Context(), []byte(`{"id":"1"}`+"\n"+strings.Repeat(" ", 100_000)))
		if said := fmt.Sprint(err); tc.want == "" && err != nil || !strings.Contains(said, tc.want) {
			t.Errorf("%q: %v, want %q", tc.argv, err, tc.want)
		}
	}
	for _, name := range []string{file, other} {
		if got, err := os.ReadFile(name); err != nil || !strings.HasPrefix(string(got), `{"id":"1"}`+"\n") { // #nosec G304 -- the test's own
			t.Errorf("it was given %.20q, %v", got, err)
		}
	}
}

// A command that does not end is killed with what it began, and so is one whose program ends.
func TestARunIsEndedWithItsGroup(t *testing.T) {
	t.Parallel()
	run := func(ctx context.Context, limit time.Duration, begun func()) (child int, err error) {
		file := filepath.Join(t.TempDir(), "child")
		c := &notify.Command{Argv: []string{"sh", "-c", `sleep 1000 & echo $! >"$0.new"; mv "$0.new" "$0"; wait`, file}, Limit: limit}
		ended := make(chan error, 1)
		go func() { ended <- c.Run(ctx, nil) }()
		for err == nil && child == 0 {
			text, _ := os.ReadFile(file) // #nosec G304 -- the test's own
			child, _ = strconv.Atoi(strings.TrimSpace(string(text)))
			select {
			case err = <-ended:
			case <-time.After(time.Millisecond):
			}
		}
		begun()
		if err == nil {
			err = <-ended
		}
		c.Wait()
		return child, err
	}
	for limit := time.Second; ; limit *= 2 {
		child, err := run(t.Context(), limit, func() {})
		if want := "sh was killed: it ran longer than " + limit.String(); err == nil || err.Error() != want {
			t.Fatalf("it ended by %v, want %s", err, want)
		}
		if child != 0 { // else the machine was too slow
			waitUntilGone(child)
			break
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	child, err := run(ctx, time.Hour, stop)
	if err == nil {
		t.Error("it ended well")
	}
	waitUntilGone(child)
}

// waitUntilGone returns when a process has ended, whether or not its parent knows.
func waitUntilGone(pid int) {
	for syscall.Kill(pid, 0) == nil {
		stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
