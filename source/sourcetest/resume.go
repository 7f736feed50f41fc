package sourcetest

import (
	"database/sql"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/source"
)

// resumer lists a source to its end, refreshes it and returns what it shows with its
// position. A source that cannot be resumed skips the test.
func (tr *trial) resumer() (seen map[string]string, at []byte) {
	tr.t.Helper()
	r, ok := tr.Source.(source.Resumer)
	if !ok {
		tr.t.Skip("it cannot be resumed")
	}
	if at, err := r.Position(tr.t.Context()); at != nil || err != nil {
		tr.t.Fatalf("before a listing there is the position %.80q: %v", at, err)
	}
	seen = shown(tr.t, tr.Source)
	tr.quiet()
	if at = tr.position(); at == nil {
		tr.t.Skip("it cannot be resumed")
	}
	return seen, at
}

// position returns the position of the source; nil: it has none.
func (tr *trial) position() []byte {
	tr.t.Helper()
	at, err := tr.Source.(source.Resumer).Position(tr.t.Context())
	if err != nil {
		tr.t.Fatal(err)
	}
	return at
}

// resume opens the queue once more and goes on from a position.
func (tr *trial) resume(at []byte) (ok bool) {
	tr.t.Helper()
	tr.Source = tr.open()
	ok, err := tr.Source.(source.Resumer).Resume(tr.t.Context(), at)
	if err != nil {
		tr.t.Fatal(err)
	}
	return ok
}

// positionsAreResumed: who goes on from a position is told what has changed since then,
// and nothing else, also from a position that is not the last one, as after a crash.
func positionsAreResumed(t *testing.T, h *Harness) {
	tr := begin(t, h, 30)
	seen, at := tr.resumer()
	random, changes, removed := rand.New(rand.NewPCG(12, 3)), 0, false
	rounds := 20
	if testing.Short() {
		rounds = 6
	}
	there := slices.Sorted(maps.Keys(seen))
	for round := range rounds {
		for range random.IntN(4) {
			changes++
			removed = tr.disturb(random, &there) || removed
		}
		now := maps.Clone(seen)
		ok := tr.resume(at)
		if !ok && !removed {
			t.Fatalf("round %d: the position is refused", round)
		}
		if !ok {
			now = shown(t, tr.Source)
		}
		if changes == 0 {
			tr.quiet()
		}
		if diff := tr.catchUp(now); diff != "" {
			t.Fatalf("round %d, resumed: %v (-listed +followed):\n%s", round, ok, diff)
		}
		there = slices.Sorted(maps.Keys(now))
		sample, err := tr.Source.(source.Resumer).Sample(t.Context(), 7)
		if strange := slices.IndexFunc(sample, func(id string) bool { return now[id] == "" }); err != nil || strange >= 0 || len(sample) == 0 || len(sample) > 7 {
			t.Errorf("round %d: the sample is %v: %v", round, sample, err)
		}
		if next := tr.position(); next != nil && (!ok || random.IntN(3) > 0) {
			seen, at, changes, removed = now, next, 0, false
		} else if next == nil {
			t.Fatalf("round %d: there is no position any more", round)
		}
	}
}

// disturb changes or removes one of the tasks or adds some, and reports whether it removed
// one, which then is no longer among the ids.
func (tr *trial) disturb(random *rand.Rand, ids *[]string) (removed bool) {
	i := random.IntN(len(*ids))
	switch what := random.IntN(8); {
	case what == 0 && len(*ids) > 10:
		tr.owner.Remove((*ids)[i])
		*ids = slices.Delete(*ids, i, i+1)
		return true
	case what == 1:
		tr.owner.Add(1 + random.IntN(3))
	default:
		tr.owner.Change((*ids)[i])
	}
	return false
}

// positionsAreOfOneQueue: a position is refused by every queue but the one that it is of,
// and by an older copy of that.
func positionsAreOfOneQueue(t *testing.T, h *Harness) {
	tr := begin(t, h, 20)
	seen, at := tr.resumer()
	for _, wrong := range []string{"", "x", "{}", "null", "[]", string(at[:len(at)/2])} {
		if tr.resume([]byte(wrong)) {
			t.Errorf("the position %.80q is accepted", wrong)
		}
	}
	if diff := cmp.Diff(seen, shown(t, tr.Source)); diff != "" {
		t.Errorf("after a refused position (-before +listed):\n%s", diff)
	}
	if !tr.resume(at) {
		t.Error("the position is refused by its own queue")
	}
	other := begin(t, h, 20)
	if other.resume(at) {
		t.Error("the position is accepted by another queue")
	}
	if source.OnServer(tr.path) {
		return // a server has a history of its own
	}
	path := tr.owner.Path(slices.Sorted(maps.Keys(seen))[0])
	older := filepath.Join(t.TempDir(), "older")
	copyDatabase(t, path, older)
	tr.owner.Change(slices.Sorted(maps.Keys(seen))[0])
	tr.owner.Rest()
	for _, suffix := range []string{"-wal", "-shm"} {
		_ = os.Remove(path + suffix) // of the file that is replaced
	}
	if err := os.Rename(older, path); err != nil {
		t.Fatal(err)
	}
	if tr.resume(at) {
		t.Error("the position is accepted by an older copy in place of the queue")
	}
}

// copyDatabase makes a copy as people back a queue up.
func copyDatabase(t *testing.T, from, to string) {
	t.Helper()
	db, err := sql.Open("sqlite", from)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "VACUUM INTO ?", to); err != nil {
		t.Fatal(err)
	}
}
