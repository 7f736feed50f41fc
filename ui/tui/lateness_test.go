package tui

import (
	"errors"
	"testing"

	"notdone/model/board"
)

func TestLatenessTellsTheReasonAndNotTheFolder(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ queue, err, want string }{
		{"runs/queue.db", "/srv/runs/queue.db: the file is empty (0 bytes)", "queue.db late 3m: the file is empty (0 bytes)"},
		{"/srv/kanban.db", "cannot refresh kanban.db: /srv/kanban.db: not an SQLite database", "kanban.db late 3m: not an SQLite database"},
		{"/root/.hermes", "board side is damaged", ".hermes late 3m: board side is damaged"},
	} {
		s := board.Status{Queue: tc.queue, Err: errors.New(tc.err)}
		if got := lateness(&s, "3m"); got != tc.want {
			t.Errorf("%q reads %q, want %q", tc.err, got, tc.want)
		}
	}
}
