package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Torn, rotated, huge and binary logs are shown as far as they can be read,
// and none of them keeps the others from it.
func TestTroubleWithLogs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := startWriter(t, "")
	log := filepath.Join(dir, "lamps.jsonl")
	const (
		asked   = `{"type":"user","session_id":"lamps","message":{"content":"Count the lamps"}}` + "\n"
		refused = `{"type":"result","subtype":"success","session_id":"lamps","result":"I have no access to the tower."}` + "\n"
		done    = `{"type":"result","subtype":"success","session_id":"lamps","result":"I counted 14 lamps, and all of them burn."}` + "\n"
	)
	w.append(log, asked)
	d := open(t, dir)
	d.untilText("Count the lamps")

	w.append(log, refused[:40]) // a record in two pieces
	w.append(log, refused[40:])
	d.untilIn("4 Suspected", "I have no access to the tower.")

	must(t, os.Rename(log, log+".1")) // rotated
	w.append(log, strings.Replace(asked, "lamps\"}}", "bells\"}}", 1))
	d.until("the new log's task", func(s *screen) bool { return strings.Contains(s.text(), "Count the bells") })
	w.append(log, done)
	d.until("no suspicion any more", func(s *screen) bool { return !strings.Contains(s.frame("4 Suspected"), "Count the bells") })

	w.append(filepath.Join(dir, "core.log"), strings.Repeat("\x00\xff\x1b[2J\x07", 20_000))
	w.append(filepath.Join(dir, "huge.log"), strings.Repeat("oil ", 1<<20)+"\nI do not have permission to open the cellar.\n")
	d.untilIn("1 Active", "running", "core", "huge", "oil oil oil")

	must(t, os.RemoveAll(dir))
	d.until("nothing, or that it is late", func(s *screen) bool {
		text := s.text()
		return !strings.Contains(text, "oil oil oil") || strings.Contains(text, " late ")
	})
	d.press("q")
	d.untilEnded()
}
