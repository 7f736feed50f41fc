package live

import (
	"strings"
	"testing"
)

// A commit of another process is seen: in the pane, in the header, and in the
// agent's own words.
func TestCommitsAreSeen(t *testing.T) {
	t.Parallel()
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			path := k.fixture(t)
			d := open(t, path)
			d.untilIn("1 Active", "t_one", "Weave the northern fence", "t_waits")
			d.untilText("1 running")
			d.untilText("0 blocked")
			w := k.owner(t, path)

			w.exec(k.add("t_new", "Oil the hinges")...)
			d.untilIn("1 Active", "t_new", "Oil the hinges")

			w.exec(k.block("t_one", "The key of the north gate is missing")...)
			d.untilIn("2 Blocked", "t_one", "The key of the north gate is missing")
			d.untilText("0 running")
			d.untilText("1 blocked")
			d.until("t_one gone from the active ones", func(s *screen) bool {
				return !strings.Contains(s.frame("1 Active"), "t_one")
			})

			w.exec(k.begin("t_new")...)
			d.untilText("1 running")
		})
	}
}

// An append of another process to a log is seen.
func TestAppendsAreSeen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := startWriter(t, "")
	log := dir + "/lamps.jsonl"
	w.append(log, `{"type":"user","message":{"content":"Count the lamps"},"session_id":"lamps"}`+"\n")
	d := open(t, dir)
	d.untilText("Count the lamps")
	w.append(log, `{"type":"assistant","session_id":"lamps","message":{"content":[{"type":"text","text":"I do not have permission to enter the tower."}]}}`+"\n")
	w.append(log, `{"type":"result","subtype":"success","session_id":"lamps","result":"I do not have permission to enter the tower."}`+"\n")
	d.untilIn("4 Suspected", "Count the lamps", "I do not have permission to enter")
	w.append(dir+"/dawn.log", "The street is light.\n")
	d.untilIn("1 Active", "dawn", "The street is light.")
}
