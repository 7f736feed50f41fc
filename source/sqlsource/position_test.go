package sqlsource_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/watch"
)

// An older copy that is written over the queue, whose file then grows to be as long a
// history as before, is not taken for the queue of a position.
func TestPositionSeesAnOlderCopyInPlace(t *testing.T) {
	for _, journal := range []string{"wal", "delete"} {
		t.Run(journal, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "parcels.db")
			first := postman(t, path, journal)
			first.Add(40)
			first.Rest()
			older := contents(t, path)
			lived := work(t, path, "the street that there was", 10)
			at := positionIn(t, path)
			if !resumes(t, path, at) {
				t.Fatal("the position is refused by its own queue")
			}
			for _, later := range []int{0, lived - 1, lived, lived + 5} {
				if err := os.WriteFile(path, older, 0o600); err != nil {
					t.Fatal(err)
				}
				work(t, path, fmt.Sprintf("another street, %d times", later), later)
				if resumes(t, path, at) {
					t.Errorf("after %d changes of an older copy, where there had been %d, the position is accepted", later, lived)
				}
			}
		})
	}
}

// work makes so many changes of the first parcels in turn, and returns their number.
func work(t *testing.T, path, address string, changes int) int {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for i := range changes {
		id := fmt.Sprintf("p%03d", i%20)
		for _, statement := range []string{
			"UPDATE parcels SET address = ?2 WHERE id = ?1",
			"INSERT INTO parcel_log (parcel, what, at) VALUES (?1, 'addressed anew', 5)",
		} {
			if _, err := db.ExecContext(t.Context(), statement, id, address); err != nil {
				t.Fatal(err)
			}
		}
	}
	return changes
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func opened(t *testing.T, path string) source.Source {
	t.Helper()
	s, err := parcelAdapter().Open(t.Context(), path, source.Options{Now: func() time.Time { return time.Unix(1_800_000_000, 0) }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// positionIn returns the position behind everything that there is.
func positionIn(t *testing.T, path string) []byte {
	t.Helper()
	s := opened(t, path)
	defer s.Close()
	if _, err := s.List(t.Context(), source.Query{Limit: 1000}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Refresh(t.Context(), watch.Signal{}); err != nil {
		t.Fatal(err)
	}
	at, err := s.(source.Resumer).Position(t.Context())
	if err != nil || at == nil {
		t.Fatalf("position %q: %v", at, err)
	}
	return at
}

func resumes(t *testing.T, path string, at []byte) bool {
	t.Helper()
	s := opened(t, path)
	defer s.Close()
	ok, err := s.(source.Resumer).Resume(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}
