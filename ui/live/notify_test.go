package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A terminal that reports its focus hears of a task that begins to need somebody while it has
// lost the focus, through tmux in tmux's wrapping, and of none while it has it.
func TestTheBellRingsOutOfFocus(t *testing.T) {
	t.Parallel()
	const out, in = "\x1b[O", "\x1b[I"
	for _, one := range []struct{ name, env, osc string }{
		{"over SSH", "SSH_CONNECTION=192.0.2.1 50000 192.0.2.2 22", "\x1b]9;notdone: blocked: "},
		{"in tmux", "TMUX=/tmp/tmux-0/default,1,0", "\x1bPtmux;\x1b\x1b]9;notdone: blocked: "},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			k, home := ownQueue, t.TempDir()
			must(t, os.MkdirAll(filepath.Join(home, ".config", "notdone"), 0o700))
			must(t, os.WriteFile(filepath.Join(home, ".config", "notdone", "config.toml"), []byte("[notify]\nosc = \"9\"\n"), 0o600))
			path := k.fixture(t)
			w := k.owner(t, path)
			w.exec(k.add("t_far", "Mend the far gate")...)
			d := openProgram(t, home, wide, "env", one.env, binary, path)
			d.untilLoaded()
			d.mu.Lock()
			d.screen.shared = true // a bell is no fault here
			d.mu.Unlock()
			if !strings.Contains(d.said(), "\x1b[?1004h") {
				t.Fatal("it does not ask for the focus")
			}

			d.press(in)
			w.exec(k.block("t_one", "The key of the north gate is missing")...)
			d.untilIn("2 Blocked", "t_one")
			time.Sleep(4 * time.Second)
			if said := d.said(); strings.Contains(said, "\x1b]9;") || strings.Contains(said, "\x1b[?1004h\a") {
				t.Error("it tells of a task that is looked at")
			}

			d.press(out)
			w.exec(k.block("t_far", "No nails")...)
			d.until("the notification", func(*screen) bool { return strings.Contains(string(d.raw), one.osc+"Mend the far gate") })
			if said, _, _ := strings.Cut(d.said(), one.osc); !strings.HasSuffix(said, "\a") {
				t.Errorf("no bell before it: %q", said[max(len(said)-40, 0):])
			}
			d.press(in)
			d.untilText("1 task came to need you while you looked elsewhere")
		})
	}
}
