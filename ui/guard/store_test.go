package guard

import (
	"errors"
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
