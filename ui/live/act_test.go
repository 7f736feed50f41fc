package live

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	obstacle = "The key of the north gate is missing"
	tab      = "\t"
	backtab  = "\x1b[Z"
	enter    = "\r"
	escape   = "\x1b"
)

// sizes are the terminals in which operators act.
var sizes = []size{{80, 24}, {160, 48}}

// onEach runs a test over every kind of queue in every size of terminal.
func onEach(t *testing.T, test func(t *testing.T, k *kind, s size)) {
	t.Helper()
	for _, k := range kinds {
		for _, s := range sizes {
			t.Run(fmt.Sprintf("%s/%v", k.name, s), func(t *testing.T) {
				t.Parallel()
				test(t, &k, s)
			})
		}
	}
}

// blocked is a queue in which one task is blocked.
func (k *kind) blocked(t *testing.T) string {
	t.Helper()
	path := k.fixture(t)
	must(t, inDatabase(path, k.block("t_one", obstacle)...))
	return path
}

// An action is shown, dropped unless it is confirmed, done, taken back, and
// kept, all by key; the rows of the file are what the screen says.
func TestActedOnByKey(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, k *kind, s size) {
		t.Helper()
		path := k.blocked(t)
		d := openSized(t, t.TempDir(), s, path)
		d.inPane("2", "2 Blocked", "t_one", obstacle)
		before, rows := folder(t, path), everything(t, path)

		d.untilPlanned("u", "Unblock t_one", "The blocked task becomes "+k.waiting())
		d.press("d")
		d.untilIn("Plan ", "blocked → "+k.waiting())
		d.press(enter) // the cursor is on Cancel
		d.untilNo("Plan ")
		d.untilPlanned("u", "Unblock t_one")
		d.press(escape)
		d.untilNo("Plan ")
		if diff := cmp.Diff(before, folder(t, path)); diff != "" {
			t.Errorf("what was not confirmed is written (-before +then):\n%s", diff)
		}

		d.untilPlanned("u", "Unblock t_one")
		d.fill("It hangs behind the door")
		d.fill("Ticket 7")
		d.press(tab)
		d.untilText("apply: a")
		if everything(t, path) != rows {
			t.Error("what is only planned is written")
		}
		d.press("a")
		d.untilText("unblocked t_one: blocked to " + k.waiting())
		d.inPane("1", "1 Active", "t_one", "Weave the northern fence")
		d.outOfPane("2", "2 Blocked", "t_one")
		k.holds(t, path, "t_one", k.waiting(), " unblocked", "It hangs behind the door")

		after, past := everything(t, path), k.history(t, path, "t_one")
		d.untilPlanned("z", "Undo unblock of t_one", "The "+k.waiting()+" task becomes blocked again")
		d.press(enter)
		d.untilNo("Plan ")
		if everything(t, path) != after {
			t.Error("taking back is the default")
		}
		d.untilPlanned("z", "Undo unblock of t_one")
		d.press("a")
		d.untilText("undone t_one: " + k.waiting() + " to blocked")
		d.inPane("2", "2 Blocked", "t_one", obstacle)
		d.outOfPane("1", "1 Active", "t_one")
		if got := k.recorded(t, path, "t_one"); got != "blocked" {
			t.Errorf("it is %s", got)
		}
		if got := k.history(t, path, "t_one"); !strings.HasPrefix(got, past) || got == past {
			t.Errorf("the history was %s and is %s", past, got)
		}

		d.press("A")
		d.untilIn("What was done", "undid unblock of t_one", "unblocked t_one", "Ticket 7")
		d.press("z") // on the newest, which is the taking back
		d.untilText("this entry cannot be undone")
		d.press(escape)
		d.untilNo("What was done")
		d.inPane("2", "2 Blocked", "t_one")
		d.press("q")
		d.untilEnded()
	})
}

// Of two operators the second one is told what the first one did, and nothing
// of his is written.
func TestLostRace(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, k *kind, s size) {
		t.Helper()
		path := k.blocked(t)
		d := openSized(t, t.TempDir(), s, path)
		d.inPane("2", "2 Blocked", "t_one", obstacle)
		w := k.owner(t, path)

		d.untilPlanned("u", "Unblock t_one")
		w.exec(k.begin("t_one")...)
		rows := everything(t, path)
		d.press("a")
		d.untilText("changed under you: was blocked, now " + k.taken())
		d.inPane("1", "1 Active", "t_one")
		d.outOfPane("2", "2 Blocked", "t_one")
		if diff := cmp.Diff(rows, everything(t, path)); diff != "" {
			t.Errorf("something is written (-before +then):\n%s", diff)
		}

		// Blocked again, it is not the block that was seen.
		w.exec(k.block("t_one", "No wire is left")...)
		d.inPane("2", "2 Blocked", "t_one", "No wire is left")
		d.untilPlanned("u", "Unblock t_one")
		w.exec(k.block("t_one", "No posts are left")...)
		rows = everything(t, path)
		d.press("a")
		d.untilText("nothing was done: changed under you: was ")
		d.inPane("2", "2 Blocked", "t_one", "No posts are left")
		if diff := cmp.Diff(rows, everything(t, path)); diff != "" {
			t.Errorf("something is written (-before +then):\n%s", diff)
		}

		d.press("A")
		d.untilIn("What was done", "nothing was done yet")
		d.press(escape)
		d.untilNo("What was done")
		d.untilPlanned("u", "Unblock t_one") // on what is seen now
		d.press("a")
		d.untilText("unblocked t_one: blocked to " + k.waiting())
	})
}

// holds checks what the file has of a task.
func (k *kind) holds(t *testing.T, path, id, recorded, event, answer string) {
	t.Helper()
	if got := k.recorded(t, path, id); got != recorded {
		t.Errorf("it is %s, not %s", got, recorded)
	}
	if got := k.history(t, path, id); !strings.HasSuffix(got, event) {
		t.Errorf("its history is %s", got)
	}
	if got := k.answered(t, path, id); !strings.HasSuffix(got, answer) {
		t.Errorf("the agent reads %q", got)
	}
}

// inPane looks at a pane until it shows the texts. In a narrow terminal only
// the pane that has the cursor is shown.
func (d *dashboard) inPane(key, title string, texts ...string) {
	d.tb.Helper()
	d.press(key)
	d.untilIn(title, texts...)
}

// outOfPane looks at a pane until it does not show the text.
func (d *dashboard) outOfPane(key, title, text string) {
	d.tb.Helper()
	d.press(key)
	d.until(text+" gone from "+title, func(s *screen) bool {
		frame := s.frame(title)
		return frame != "" && !strings.Contains(frame, text)
	})
}

// untilPlanned presses the key of an action and waits for its plan on the button, with these
// texts in it, to be ready.
func (d *dashboard) untilPlanned(key string, texts ...string) {
	d.tb.Helper()
	d.press(key)
	if key == "u" { // which begins in the field of the answer
		d.untilIn("Plan ", "apply: tab to the end")
		d.press(backtab)
	}
	d.untilIn("Plan ", append(texts, "[ Cancel ]", "apply: a")...)
}

// untilNo waits until no frame has the title. After an escape it must be waited
// for: a key that follows at once is taken for one with alt.
func (d *dashboard) untilNo(title string) {
	d.tb.Helper()
	d.until("no "+title, func(s *screen) bool { return s.frame(title) == "" })
}

// fill goes to the next field of the plan and types into it.
func (d *dashboard) fill(text string) {
	d.tb.Helper()
	d.press(tab)
	d.untilText("apply: tab to the end")
	d.press(text)
	d.untilText("> " + text)
}

// A task is added by the configuration of the dashboard, not by that of the usual place.
func TestAddWithAConfiguration(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(home, ".config", "notdone"), 0o700))
	must(t, os.WriteFile(filepath.Join(home, ".config", "notdone", "config.toml"), []byte("read-only = true\n"), 0o600))
	mine := filepath.Join(home, "mine.toml")
	must(t, os.WriteFile(mine, nil, 0o600))
	d := openIn(t, home, "--config", mine, ownQueue.fixture(t))
	d.untilIn("1 Active", "t_one")
	d.press("a")
	d.untilText("what is to be done")
	d.press("Mend the southern fence")
	time.Sleep(time.Second) // keys that come too fast add nothing
	d.press(enter)
	d.untilText("added ") // before that a key belongs to the prompt
	d.untilIn("1 Active", "Mend the southern fence")
	d.press("q")
	d.untilEnded()
}
