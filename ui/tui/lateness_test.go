package tui

import (
	"errors"
	"testing"

	"notdone/model"
	"notdone/ui/board"
)

func TestLatenessTellsTheReasonAndNotTheFolder(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ queue, err, want string }{
		{"runs/queue.db", "/srv/runs/queue.db: the file is empty (0 bytes)", "queue.db late 3m: the file is empty (0 bytes)"},
		{"/srv/kanban.db", "cannot refresh kanban.db: /srv/kanban.db: not an SQLite database", "kanban.db late 3m: not an SQLite database"},
		{
			"/root/.hermes", "board default: /root/.hermes/kanban.db: /root/.hermes/kanban.db: its owner holds it locked",
			".hermes late 3m: board default: its owner holds it locked",
		},
		{"/srv/claw", "a/1 is locked\na/2 is damaged", "claw late 3m: a/1 is locked; a/2 is damaged"},
		{"/srv/m.db", "m.db: no such file", "m.db late 3m: no such file"},
		{"/root/.hermes", "board side is damaged", ".hermes late 3m: board side is damaged"},
	} {
		s := board.Status{Queue: tc.queue, Err: errors.New(tc.err)}
		if got := lateness(&s, look{}.called(&s), "3m"); got != tc.want {
			t.Errorf("%q reads %q, want %q", tc.err, got, tc.want)
		}
	}
}

// What is not shown is said once, when everything has been listed.
func TestWhatIsLeftOutIsSaidOnce(t *testing.T) {
	t.Parallel()
	m := &Model{notice: "unblock was interrupted", whole: &board.Snapshot{Sources: []board.Status{
		{Queue: "/srv/runs", LeftOut: "2 empty files", Loading: true}, {Queue: "q.db"},
	}}}
	m.tellLeftOut()
	if m.notice != "unblock was interrupted" {
		t.Errorf("while it is read: %q", m.notice)
	}
	m.whole.Sources[0].Loading = false
	m.tellLeftOut()
	if want := "unblock was interrupted; runs: not shown: 2 empty files"; m.notice != want {
		t.Errorf("got %q, want %q", m.notice, want)
	}
	m.notice = ""
	m.tellLeftOut()
	if m.notice != "" {
		t.Errorf("said again: %q", m.notice)
	}
}

func TestSeveritiesInTheHeader(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		s    model.Severity
		n    int
		long bool
		want string
	}{
		{model.SeverityWarning, 1, true, "warning"},
		{model.SeverityWarning, 2, true, "warnings"},
		{model.SeverityError, 9, true, "errors"},
		{model.SeverityCritical, 2, true, "critical"},
		{model.SeverityError, 2, false, "err"},
	} {
		if got := severityWord(tc.s, tc.n, tc.long); got != tc.want {
			t.Errorf("%d of %v: %q, want %q", tc.n, tc.s, got, tc.want)
		}
	}
}
