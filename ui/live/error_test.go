package live

import (
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// An error is one line. The terminal is not asked for its colours first, which
// a mute one would never answer.
func TestAnErrorAsksTheTerminalNothing(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"ls", "nosuch.db"}, {"--bogus"}, {"show", "nosuch.db"}} {
		cmd := exec.Command(binary, args...)
		cmd.Dir, cmd.Env = t.TempDir(), environment(t.TempDir())
		terminal, err := pty.Start(cmd)
		must(t, err)
		said, _ := io.ReadAll(terminal) // a closed terminal ends in EIO
		if err := cmd.Wait(); err == nil {
			t.Errorf("%q succeeds", args)
		}
		must(t, terminal.Close())
		if line := string(said); !strings.HasPrefix(line, "notdone: ") || strings.Count(line, "\n") != 1 || strings.Contains(line, "\x1b") {
			t.Errorf("%q says %q", args, line)
		}
	}
}
