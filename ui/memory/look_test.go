package memory

import (
	"path/filepath"
	"testing"
	"time"
)

// TestLooksAreRemembered: of the queues that were looked at, the newest look, in another
// process too; of others nothing.
func TestLooksAreRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	s := Open(path)
	at := time.Date(2031, 5, 6, 12, 0, 0, 0, time.UTC)
	for _, when := range []time.Time{at.Add(-time.Hour), at, at.Add(-time.Minute)} {
		if err := s.KeepLook(t.Context(), []string{"a", "b"}, when); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = Open(path)
	defer func() { _ = s.Close() }()
	last, err := s.LastLooks(t.Context(), []string{"a", "c"})
	if err != nil || len(last) != 1 || !last["a"].Equal(at) {
		t.Errorf("looked %v, %v", last, err)
	}
}
