package cli_test

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"strings"
	"syscall"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
)

// terminal ARGS... runs the program on a terminal until it ends by itself; what
// the terminal got is the command's output.
func terminal(ts *testscript.TestScript, _ bool, args []string) {
	cmd := exec.CommandContext(context.Background(), "notdone", args...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "HOME", "XDG_STATE_HOME", "TMPDIR", "TERM", "LANG", "NO_COLOR"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	screen, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	ts.Check(err)
	got, err := io.ReadAll(screen)
	if err != nil && !errors.Is(err, syscall.EIO) { // what Linux says when the last writer is gone
		ts.Check(err)
	}
	ts.Check(errors.Join(cmd.Wait(), screen.Close()))
	_, err = io.WriteString(ts.Stdout(), strings.ReplaceAll(string(got), "\r\n", "\n"))
	ts.Check(err)
}
