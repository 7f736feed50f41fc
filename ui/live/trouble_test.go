package live

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// newcomer is in a queue only after its trouble is over.
const newcomer = "Paint the new gate"

// Whatever happens to a queue's file, the screen stays up, says so in one line
// if it matters, and shows what there is as soon as that can be read again.
func TestTroubleWithTheFile(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name  string
		quiet bool // nothing is wrong with the queue, it is another one
		make  func(t *testing.T, k *kind, path string)
		mend  func(t *testing.T, k *kind, path string)
	}{
		{"replaced", true, replace, nil},
		{"deleted and recreated", false, remove, func(t *testing.T, k *kind, path string) {
			t.Helper()
			k.write(t, path, "t_two", newcomer)
		}},
		{"truncated", false, func(t *testing.T, _ *kind, path string) {
			t.Helper()
			must(t, os.Truncate(path, 5000))
		}, replace},
		{"emptied", false, func(t *testing.T, _ *kind, path string) {
			t.Helper()
			must(t, os.Truncate(path, 0))
		}, replace},
		{"corrupted", false, func(t *testing.T, _ *kind, path string) {
			t.Helper()
			overwrite(t, path, 100)
		}, replace},
		{"no longer a database", false, func(t *testing.T, _ *kind, path string) {
			t.Helper()
			overwrite(t, path, 0)
		}, replace},
		{"unreadable", false, func(t *testing.T, _ *kind, path string) {
			t.Helper()
			remove(t, nil, path)
			must(t, os.Mkdir(path, 0o700))
		}, func(t *testing.T, k *kind, path string) {
			t.Helper()
			must(t, os.Remove(path))
			k.write(t, path, "t_two", newcomer)
		}},
	}
	for _, c := range cases {
		for _, k := range kinds {
			t.Run(c.name+"/"+k.name, func(t *testing.T) {
				t.Parallel()
				path := k.fixture(t)
				d := open(t, path)
				d.untilIn("1 Active", "t_one")
				c.make(t, &k, path)
				if !c.quiet {
					d.untilLate()
					c.mend(t, &k, path)
				}
				d.untilIn("1 Active", "t_two", newcomer)
				d.untilInTime()
				if text := d.text(); strings.Contains(text, "t_one") {
					t.Errorf("what is gone is still shown:\n%s", text)
				}
				w := k.owner(t, path)
				w.exec(k.block("t_two", "The paint has not come")...)
				d.untilIn("2 Blocked", "t_two", "The paint has not come")
				d.press("q")
				d.untilEnded()
			})
		}
	}
}

// While its owner keeps everybody out, what was read last stays on the screen.
func TestLockedForAWhile(t *testing.T) {
	t.Parallel()
	k := hermesDelete
	path := k.fixture(t)
	d := openSized(t, t.TempDir(), size{240, 40}, path)
	d.untilIn("1 Active", "t_one")
	w := k.owner(t, path)
	w.exec(k.add("t_two", newcomer)...)
	d.untilIn("1 Active", "t_two")

	w.exec("PRAGMA locking_mode = EXCLUSIVE")
	w.exec(k.block("t_one", "The key of the north gate is missing")...)
	d.untilLate()
	d.untilText("its owner holds it locked or keeps rewriting it")
	d.untilIn("1 Active", "t_one", "t_two")

	w.exec("PRAGMA locking_mode = NORMAL")
	w.exec("SELECT count(*) FROM tasks") // which lets the lock go
	d.untilIn("2 Blocked", "t_one", "The key of the north gate is missing")
	d.untilInTime()
}

// What a crashed writer left is said, and is its owner's to repair: what was
// read last stays on the screen, and what was repaired is read.
func TestHotJournal(t *testing.T) {
	t.Parallel()
	k := hermesDelete
	path := k.fixture(t)
	d := openSized(t, t.TempDir(), size{240, 40}, path)
	d.untilIn("1 Active", "t_one")
	hot := append([]byte("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"), make([]byte, 4<<10)...)
	must(t, os.WriteFile(path+"-journal", hot, 0o600))
	d.untilLate()
	d.untilText("a crashed writer left a -journal; unreadable until its owner repairs it")
	d.untilIn("1 Active", "t_one")
	left, err := os.ReadFile(path + "-journal")
	must(t, err)
	if !bytes.Equal(left, hot) {
		t.Error("the journal is written to")
	}
	w := k.owner(t, path)
	w.exec(k.add("t_two", newcomer)...) // which repairs it
	d.untilIn("1 Active", "t_two", newcomer)
	d.untilInTime()
}

// A queue that cannot be read at first is shown when it can.
func TestTroubleFromTheStart(t *testing.T) {
	t.Parallel()
	k := ownQueue
	path := filepath.Join(t.TempDir(), k.file)
	must(t, os.WriteFile(path, nil, 0o600))
	d := open(t, path)
	d.untilLate()
	replace(t, &k, path)
	d.untilIn("1 Active", "t_two", newcomer)
	d.untilInTime()
}

// replace puts another queue, with the newcomer, in the place of the file.
func replace(t *testing.T, k *kind, path string) {
	t.Helper()
	next := filepath.Join(t.TempDir(), k.file)
	k.write(t, next, "t_two", newcomer)
	must(t, os.Rename(next, path))
}

func remove(t *testing.T, _ *kind, path string) {
	t.Helper()
	must(t, os.Remove(path))
}

// overwrite puts rubbish over the file from the offset on, in its place.
func overwrite(t *testing.T, path string, offset int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteAt(bytes.Repeat([]byte("rubbish "), 4<<10), offset)
	must(t, err)
	must(t, f.Close())
}

// untilLate waits until one line, the last one, says that the queue is late.
func (d *dashboard) untilLate() {
	d.tb.Helper()
	d.until("one line that says late", func(s *screen) bool {
		lines := strings.Split(s.text(), "\n")
		return strings.Count(s.text(), " late <") == 1 && strings.Contains(lines[len(lines)-1], " late <")
	})
}

// untilInTime waits until nothing says late.
func (d *dashboard) untilInTime() {
	d.tb.Helper()
	d.until("nothing that says late", func(s *screen) bool { return !strings.Contains(s.text(), " late ") })
}
