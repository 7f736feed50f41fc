package live

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	refusal = "I do not have permission to enter the tower."
	another = "I could not find the lamps, so nothing was counted."
)

// doubted is a queue that calls a task done whose worker says otherwise.
func (k *kind) doubted(t *testing.T) string {
	t.Helper()
	path := k.fixture(t)
	must(t, inDatabase(path, k.finish("t_one", refusal)...))
	return path
}

// A finding that the operator found wrong is dismissed with the reason: its
// task leaves the pane, for the next start too, and is back when its evidence
// is another one. The queue is not written to.
func TestDismissed(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, k *kind, s size) {
		t.Helper()
		path, home := k.doubted(t), t.TempDir()
		before := folder(t, path)
		d := openSized(t, home, s, path)
		d.inPane("4", "4 Suspected", "t_one", "do not have permission to enter")
		d.press(enter)
		d.untilIn("[Why]", "WHY", "suspected false-done")

		d.press("n")
		d.untilText("wrong, because")
		d.press(escape)
		d.until("no question", func(s *screen) bool { return s.frame("[Why]") != "" && !strings.Contains(s.text(), "wrong, because") })
		d.press("n")
		d.untilText("wrong, because")
		d.press("The tower is not ours")
		d.untilText("The tower is not ours")
		d.press(enter)
		d.untilText("remembered: this finding is wrong")
		d.untilIn("[Why]", "dismissed: The tower is not ours")
		d.press("q")
		d.outOfPane("4", "4 Suspected", "t_one")
		d.inPane("5", "5 The rest", "t_one")
		d.press("q")
		d.untilEnded()
		if diff := cmp.Diff(before, folder(t, path)); diff != "" {
			t.Errorf("the queue is written to (-before +then):\n%s", diff)
		}

		d = openSized(t, home, s, path)
		d.inPane("5", "5 The rest", "t_one")
		d.outOfPane("4", "4 Suspected", "t_one")
		k.owner(t, path).exec(k.finish("t_one", another)...)
		d.inPane("4", "4 Suspected", "t_one", "could not find the lamps")
	})
}

// Where nothing may be written, every key that would says why it does not.
func TestReadOnlyKeys(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, k *kind, s size) {
		t.Helper()
		path := k.doubted(t)
		must(t, inDatabase(path, k.block("t_waits", obstacle)...))
		before := folder(t, path)
		d := openSized(t, t.TempDir(), s, "--read-only", path)
		d.inPane("2", "2 Blocked", "t_waits", obstacle)
		const why = "nothing may be written now (--read-only)"
		for _, key := range []string{"u", "r", "s", "m", "z", "A"} {
			d.press(key)
			d.untilText(why)
			d.press("g") // any key ends what is said
			d.until("the keys again", func(s *screen) bool { return !strings.Contains(s.text(), why) })
		}
		d.inPane("4", "4 Suspected", "t_one")
		d.press(enter)
		d.untilIn("[Why]", "WHY")
		for _, key := range []string{"y", "n"} {
			d.press("g") // to the obstacle, which is no finding
			d.untilText("▌obstacle")
			d.press("j")
			d.untilText("▌warning")
			d.press(key)
			d.untilText("marks are not kept now: nothing may be written")
			d.press("g") // any key ends what is said
			d.until("the keys again", func(s *screen) bool { return !strings.Contains(s.text(), "marks are not kept") })
		}
		d.press("q")
		d.inPane("4", "4 Suspected", "t_one")
		d.press("q")
		d.untilEnded()
		if diff := cmp.Diff(before, folder(t, path)); diff != "" {
			t.Errorf("something is written (-before +then):\n%s", diff)
		}
	})
}
