package sqlitedb

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"notdone/source/gate"
)

// What stops the process holds up reads until it is continued, and begins when no lock is held,
// also where a read of one database is inside that of another.
func TestNoLockIsHeldWhenTheProcessIsStopped(t *testing.T) {
	for _, how := range []string{"delete", "live wal"} {
		t.Run(how, func(t *testing.T) {
			path, other := filepath.Join(t.TempDir(), "queue.db"), filepath.Join(t.TempDir(), "other.db")
			lay(t, other, "delete")
			w := lay(t, path, how)
			if w == nil {
				w = owner(t, path)
			}
			db, beside := open(t, path, Options{}), open(t, other, Options{})
			inside, ended, end := make(chan struct{}), make(chan error, 1), make(chan struct{})
			go func() {
				ended <- db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
					close(inside)
					<-end
					return beside.Read(ctx, func(ctx context.Context, other Queryer) (err error) {
						for _, q := range []Queryer{q, other} {
							var n int
							err = errors.Join(err, q.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n))
						}
						return err
					})
				})
			}()
			<-inside
			time.AfterFunc(5*time.Millisecond, func() { close(end) })
			resume := gate.Close(10 * time.Second)
			must(t, <-ended)
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
			defer cancel()
			if err := db.Read(ctx, func(context.Context, Queryer) error { return nil }); err == nil {
				t.Error("it was read while the process is to be stopped")
			}
			w.do("INSERT INTO t(body) VALUES ('d')")
			resume()
			wantCount(t, db, "4")
		})
	}
}
