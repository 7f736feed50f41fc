package guard

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// The error of a queue that cannot be watched does not hold its password.
func TestStoreErrorsHoldNoPassword(t *testing.T) {
	t.Parallel()
	const queue = "postgres://mira:hushhush@db.example/jobs"
	below := t.TempDir()
	s, err := openStore(below, queue)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.close() })
	_, err = openStore(below, queue)
	if !errors.Is(err, ErrWatched) || strings.Contains(err.Error(), "hushhush") || !strings.Contains(err.Error(), "db.example/jobs") {
		t.Errorf("%v", err)
	}
}

// newTestStore returns a store with findings about these tasks that wait for an action.
func newTestStore(t *testing.T, ids ...string) *store {
	t.Helper()
	s, err := openStore(t.TempDir(), "/srv/queue.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.close() })
	var found []*line
	for i, id := range ids {
		task, err := json.Marshal(Finding{Key: "key-" + id, Task: json.RawMessage(`{"id":"` + id + `"}`)})
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, &line{Op: opFound, ID: id, As: []Kind{Looping}, Key: "key-" + id, At: int64(i + 1), To: []string{toAct}, Body: task})
	}
	if err := errors.Join(s.begin([]Kind{Looping}, nil), s.write(found...)); err != nil {
		t.Fatal(err)
	}
	return s
}

func waitingIDs(s *store) (ids []string) {
	for _, p := range s.parcel {
		ids = append(ids, p.id)
	}
	return ids
}

// A finding that is redelivered is still about its task: an action is done to that task.
// A log with a line that is none says so, whatever is missing of it.
func TestLogThatCannotBeRead(t *testing.T) {
	for _, bad := range []string{`{"op":"done"}`, `{"op":"begun","key":"k","to":[]}`, `{"op":`, `[]`} {
		below := t.TempDir()
		s, err := openStore(below, "/srv/queue.db")
		if err != nil {
			t.Fatal(err)
		}
		err = s.write(&line{Op: opQueue, Version: version, Queue: "/srv/queue.db"})
		path := s.path(logName)
		if err = errors.Join(err, s.close()); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteString(bad + "\n")
		if err = errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		if s, err = openStore(below, "/srv/queue.db"); err == nil {
			t.Errorf("%s was read: %v", bad, s.close())
		} else if !strings.Contains(err.Error(), "line 2 cannot be read: move the file away") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestRedeliveredFindingsKeepTheirTasks(t *testing.T) {
	t.Parallel()
	s := newTestStore(t, "a", "b")
	for _, p := range slices.Clone(s.parcel) {
		if err := s.bury(p, toAct, "refused"); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := s.redeliver(); n != 2 || err != nil {
		t.Fatalf("%d redelivered: %v", n, err)
	}
	if got := waitingIDs(s); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("the findings are about %q", got)
	}
}

// A dead letter that was cut off by a crash does not take the next one with it.
func TestDeadLettersAfterACrash(t *testing.T) {
	t.Parallel()
	s := newTestStore(t, "a")
	if err := os.WriteFile(s.path(deadName), []byte(`{"key":"key-a","at":1,"to":"a`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.bury(s.parcel[0], toAct, "refused"); err != nil {
		t.Fatal(err)
	}
	if n, err := s.redeliver(); n != 1 || err != nil {
		t.Errorf("%d redelivered: %v", n, err)
	}
}
