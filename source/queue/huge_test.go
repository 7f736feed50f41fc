package queue

import (
	"strings"
	"testing"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
)

// TestHugeRows: of a huge text its length alone is read, and a task that holds
// one is not acted on, since what it was could not be kept.
func TestHugeRows(t *testing.T) {
	path, db := newFile(t)
	setDone(t, db)
	addTask(t, db, "b", 0)
	execSQL(t, db, `UPDATE tasks SET body = printf('%.*c', ?, 'b') WHERE id = 'a'`, 2*sqlsource.Huge)
	a := actor(t, path, model.LivenessAlive)
	page, err := a.List(t.Context(), source.Query{Limit: 9})
	if err != nil || len(page.Cases) != 2 {
		t.Fatalf("%v, %v", idsOf(page.Cases), err)
	}
	if got := get(t, a, "a"); got.Body != "[… 67108864 bytes …]" || got.Result != "I could not do it" {
		t.Errorf("read %.80q and %.80q", got.Body, got.Result)
	}
	refused := func(id string, action model.ActionName) {
		t.Helper()
		p := plan(t, a, source.Request{Task: id, Action: action})
		if !strings.Contains(p.Refused, "64 MiB") {
			t.Errorf("refused: %q", p.Refused)
		}
		c := get(t, a, id)
		for _, offer := range Adapter().Actions(&c, nil) {
			if offer.Allowed || offer.Reason != p.Refused {
				t.Errorf("%s %s is offered (%v), or refused for another reason: %q", offer.Name, id, offer.Allowed, offer.Reason)
			}
		}
	}
	refused("a", "requeue")
	if p := plan(t, a, source.Request{Task: "b", Action: "hold"}); p.Refused != "" {
		t.Errorf("another task is refused: %s", p.Refused)
	}
	execSQL(t, db, `UPDATE tasks SET body = 'b' WHERE id = 'a'`)
	execSQL(t, db, `UPDATE tasks SET state = 'active' WHERE id = 'b'`)
	execSQL(t, db, `INSERT INTO runs (task_id, output) VALUES ('b', printf('%.*c', ?, 'b'))`, 2*sqlsource.Huge)
	if p := plan(t, a, source.Request{Task: "a", Action: "requeue"}); p.Refused != "" {
		t.Errorf("a small one is refused: %s", p.Refused)
	}
	refused("b", "cancel")
}
