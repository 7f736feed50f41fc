package memory

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"notdone/model"
)

// TestRemembered: of whatever tasks, Remembered tells what Upsert would, and nothing where Upsert
// would write.
func TestRemembered(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "memory.db"))
	var rows []*model.Row
	var refs []model.Ref
	for i := range 2*batch + 7 {
		r := row(fmt.Sprint("t", i*7919%1009), model.StateBlocked, fmt.Sprint("access:", i), "no access")
		if i%3 == 0 {
			r.Queue = "/q/b.db"
		}
		rows, refs = append(rows, r), append(refs, r.Ref())
	}
	s.Upsert(t.Context(), rows, noon)
	unknown := row("another", model.StateBlocked, "access:1", "")
	known := s.Remembered(t.Context(), append(refs, unknown.Ref()))
	later := noon.Add(seenWithin)
	first := s.Upsert(t.Context(), rows, later)
	for i, r := range rows {
		if since, ok := known.Since(r, later); !ok || !since.Equal(first[i]) || !since.Equal(noon) {
			t.Fatalf("%v: %v, %v, want %v", r.Ref(), since, ok, first[i])
		}
	}
	persistent(t, s)
	changed, freed, elsewhere := *rows[0], *rows[1], *rows[1]
	changed.State, freed.Obstacle, elsewhere.Queue = model.StateFailed, nil, "/q/c.db"
	for name, r := range map[string]*model.Row{"not known": unknown, "another state": &changed, "no obstacle": &freed, "another queue": &elsewhere} {
		if since, ok := known.Since(r, later); ok {
			t.Errorf("%s: since %v", name, since)
		}
	}
	if since, ok := known.Since(rows[1], later.Add(1)); ok {
		t.Errorf("not seen for more than a day: since %v", since)
	}
	if _, ok := Remembered(nil).Since(rows[1], later); ok || len(s.Remembered(t.Context(), nil)) > 0 {
		t.Error("nothing tells something")
	}
}

// TestRememberedOfAnEarlierVersion: whatever key a task has that an earlier version remembered,
// Upsert is to say so.
func TestRememberedOfAnEarlierVersion(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "memory.db"))
	r := row("t", model.StateBlocked, formerKey, "")
	s.Upsert(t.Context(), []*model.Row{r}, noon)
	if _, ok := s.Remembered(t.Context(), []model.Ref{r.Ref()}).Since(r, noon.Add(time.Minute)); ok {
		t.Error("it is known")
	}
}
