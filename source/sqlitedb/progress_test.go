package sqlitedb

import (
	"os"
	"path/filepath"
	"testing"
)

// TestClosedConnectionLeavesAnother closes a connection whose address SQLite has given to another one
// meanwhile, which must stay one that can be interrupted.
func TestClosedConnectionLeavesAnother(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	must(t, os.WriteFile(path, nil, 0o600))
	first, err := dial(t.Context(), dsn(path, ModeImmutable))
	must(t, err)
	later := &connection{}
	asking.Store(first.handle, later)
	t.Cleanup(func() { asking.Delete(first.handle) })
	must(t, first.close())
	if got, _ := asking.Load(first.handle); got != any(later) {
		t.Errorf("the later connection is gone: %v", got)
	}
}
