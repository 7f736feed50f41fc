package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// deafToHangUps runs a program that no SIGHUP reaches: the kernel sends it to the
// leader of the session, which ignores it.
const deafToHangUps = `trap '' HUP; "$0" "$@"; exit $?`

// A terminal that is gone ends the dashboard, although SIGHUP is ignored, and what
// it remembers is written whole.
func TestTerminalIsGone(t *testing.T) {
	t.Parallel()
	for name, lead := range map[string]func(d *dashboard, path string){
		"at rest": func(*dashboard, string) {},
		"in a plan": func(d *dashboard, _ string) {
			d.inPane("2", "2 Blocked", "t_one")
			d.untilPlanned("u", "Unblock t_one")
		},
		"while an action waits for its owner": func(d *dashboard, path string) {
			d.inPane("2", "2 Blocked", "t_one")
			d.untilPlanned("u", "Unblock t_one")
			w := ownQueue.owner(d.tb, path)
			w.exec("BEGIN IMMEDIATE")
			d.press("\t\t\ta")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home, path := t.TempDir(), ownQueue.blocked(t)
			d := openProgram(t, home, size{width, height}, "sh", "-c", deafToHangUps, binary, path)
			d.untilLoaded()
			lead(d, path)
			must(t, d.terminal.Close())
			wantEnd(t, d, home)
		})
	}
}

// A terminal of which only the screen is gone ends it as well.
func TestScreenIsGone(t *testing.T) {
	t.Parallel()
	home, path := t.TempDir(), ownQueue.fixture(t)
	screen, inside, err := pty.Open()
	must(t, err)
	must(t, pty.Setsize(screen, &pty.Winsize{Rows: height, Cols: width}))
	d := openProgram(t, home, size{width, height}, "sh", "-c",
		`trap '' HUP; out=$1; shift; "$0" "$@" >"$out"; exit $?`, binary, inside.Name(), path)
	buf := make([]byte, 64<<10)
	for seen := ""; !strings.Contains(seen, "t_one"); {
		n, err := screen.Read(buf)
		must(t, err)
		seen += string(buf[:n])
	}
	must(t, inside.Close())
	must(t, screen.Close())
	wantEnd(t, d, home)
}

// wantEnd waits for an end without an error that leaves no unfinished file.
func wantEnd(t *testing.T, d *dashboard, home string) {
	t.Helper()
	select {
	case <-d.ended:
	case <-time.After(patience):
		t.Fatal("it does not end")
	}
	if d.err != nil {
		t.Errorf("it ended with: %v", d.err)
	}
	for _, unfinished := range []string{"memory.db-wal", "memory.db-journal"} {
		if _, err := os.Stat(filepath.Join(home, "state/notdone", unfinished)); err == nil {
			t.Errorf("%s is left", unfinished)
		}
	}
}
