package live

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// After a storm of sizes, none of which is waited for, the screen is that of a terminal that got the
// last one at once.
func TestAStormOfSizes(t *testing.T) {
	t.Parallel()
	path := ownQueue.blocked(t)
	start := func() *dashboard {
		d := openSized(t, t.TempDir(), size{80, 24}, path)
		d.untilIn("2 Blocked", "t_one", obstacle)
		d.untilLoaded()
		return d
	}
	calm, d := start(), start()
	calm.resize(wide.width, wide.height)
	calm.until("a wide screen", func(s *screen) bool {
		return strings.Contains(s.frame("2 Blocked"), obstacle) && strings.Contains(s.text(), "WHAT YOU CAN DO")
	})
	calm.settled(time.Second)
	d.screen.shared = true // what is drawn for one size may arrive after the next
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		d.resize(1+random.IntN(200), 1+random.IntN(wide.height-2))
	}
	d.resize(wide.width, wide.height)
	d.until("the screen of the other", func(s *screen) bool { return s.text() == calm.text() })
}

// Text that is pasted into the wrong window opens what its letters open, and changes nothing; so it
// is where the terminal marks a paste as one, and where it does not.
func TestAPasteChangesNothing(t *testing.T) {
	t.Parallel()
	const text = "Please unblock it, and all of them\r\ny\r\naa\r\nsudo rm -r /\tA\tuuaa zzaa rraa\r\n* mm aa yy\r\n"
	for name, paste := range map[string]string{"marked": "\x1b[200~" + text + "\x1b[201~", "bare": text} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onEach(t, func(t *testing.T, k *kind, s size) {
				t.Helper()
				path := k.blocked(t)
				before, rows := folder(t, path), everything(t, path)
				d := openSized(t, t.TempDir(), s, path)
				d.inPane("2", "2 Blocked", "t_one", obstacle)
				for range 3 {
					d.press(paste)
				}
				d.backToTheBoard()
				d.inPane("2", "2 Blocked", "t_one", obstacle)
				d.press("q")
				d.untilEnded()
				if diff := cmp.Diff(before, folder(t, path)); diff != "" || everything(t, path) != rows {
					t.Errorf("the queue is written to (-before +then):\n%s", diff)
				}
			})
		})
	}
}

// backToTheBoard waits until everything typed was taken, which the help says that is opened after
// it, and leaves whatever is open.
func (d *dashboard) backToTheBoard() {
	d.tb.Helper()
	const pause = 100 * time.Millisecond // so that an escape is not taken for the beginning of a key
	deadline := time.Now().Add(d.patience)
	for helped, left := false, false; !left; {
		d.press(escape)
		time.Sleep(pause)
		if !helped {
			d.press("?")
			time.Sleep(pause)
		}
		text := d.text()
		helped = helped || strings.Contains(text, "━ Help")
		left = helped && strings.Contains(text, "q quit") && !strings.Contains(text, "esc clears")
		if time.Now().After(deadline) {
			d.tb.Fatalf("never back on the board\n%s", text)
		}
	}
}
