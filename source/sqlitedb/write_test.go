package sqlitedb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rename sets the body of row 2 and adds a row, the smallest real action.
func rename(body string) Decide {
	return func(ctx context.Context, q Queryer) ([]Write, error) {
		var was string
		err := q.QueryRowContext(ctx, "SELECT body FROM t WHERE id = 2").Scan(&was)
		return []Write{
			{Table: "t", Key: Values{{"id", 2}}, Set: Values{{"body", body}}},
			{Table: "t", Set: Values{{"body", "was " + was}}},
		}, err
	}
}

// only decides to write these rows.
func only(writes ...Write) Decide {
	return func(context.Context, Queryer) ([]Write, error) { return writes, nil }
}

var onT = Writing{Tables: []string{"t"}}

// renamed are the images of rename.
func renamed(body string) []Image {
	row := func(id int64, body string) map[string]any { return map[string]any{"id": id, "body": body} }
	return []Image{
		{Table: "t", Key: map[string]any{"id": int64(2)}, Before: row(2, "b"), After: row(2, body)},
		{Table: "t", Key: map[string]any{"id": int64(4)}, After: row(4, "was b")},
	}
}

// wantRow checks the row of an image as it is now.
func wantRow(t *testing.T, db *DB, i Image, want map[string]any) {
	t.Helper()
	var got map[string]any
	must(t, db.Read(t.Context(), func(ctx context.Context, q Queryer) (err error) {
		got, err = Row(ctx, q, i.Table, i.Key)
		return err
	}))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s %v now: %s", i.Table, i.Key, diff)
	}
}

func TestWriteInEveryState(t *testing.T) {
	for _, how := range []string{"delete", "bare wal", "live wal", "wal and shm without a writer", "empty wal with shm", "shm without wal"} {
		t.Run(how, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "queue.db")
			w := lay(t, path, how)
			db := open(t, path, Options{})
			wantCount(t, db, "3")
			got, err := db.Rehearse(t.Context(), onT, rename("x"))
			must(t, err)
			if diff := cmp.Diff(renamed("x"), got); diff != "" {
				t.Error("rehearsed", diff)
			}
			wantCount(t, db, "3")
			got, err = db.Write(t.Context(), onT, rename("x"))
			must(t, err)
			if diff := cmp.Diff(renamed("x"), got); diff != "" {
				t.Error("written", diff)
			}
			wantCount(t, db, "4")
			for i := range got {
				wantRow(t, db, got[i], got[i].After)
			}
			wantChange(t, db, Change{Data: true})
			wantChange(t, db, Change{})
			wantChange(t, db, Change{})
			again := open(t, path, Options{})
			wantCount(t, again, "4")
			wantChange(t, again, Change{})
			if how != "delete" {
				if st, err := os.Stat(path + "-wal"); err != nil || st.Size() == 0 {
					t.Errorf("the write-ahead log was moved into a file that is not ours: %v, %v", st, err)
				}
			}
			if w == nil {
				w = owner(t, path)
			}
			w.do("INSERT INTO t(body) VALUES ('by its owner')")
			if r := w.try("query", "PRAGMA integrity_check"); r.Text != "ok" {
				t.Error(r)
			}
			wantCount(t, db, "5")
		})
	}
}

func TestAnErrorWritesNothing(t *testing.T) {
	sentinel := errors.New("the journal is full")
	for _, how := range []string{"delete", "bare wal", "live wal"} {
		t.Run(how, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "queue.db")
			lay(t, path, how)
			db := open(t, path, Options{})
			wantCount(t, db, "3")
			w := onT
			w.Commit = func(images []Image) error {
				if diff := cmp.Diff(renamed("x"), images); diff != "" {
					t.Error(diff)
				}
				return sentinel
			}
			if _, err := db.Write(t.Context(), w, rename("x")); !errors.Is(err, sentinel) {
				t.Fatal(err)
			}
			wantCount(t, db, "3")
			if how == "bare wal" {
				for _, side := range []string{"-wal", "-shm"} {
					if _, err := os.Stat(path + side); !errors.Is(err, os.ErrNotExist) {
						t.Errorf("%s: %v", side, err)
					}
				}
			}
		})
	}
}

// TestTwoDBsOnOneFile proves that a file which is open twice in one process can
// be written through either, while the other reads.
func TestTwoDBsOnOneFile(t *testing.T) {
	for _, how := range []string{"delete", "bare wal", "live wal"} {
		t.Run(how, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "queue.db")
			lay(t, path, how)
			link := path + ".link"
			must(t, os.Symlink(path, link))
			dbs := []*DB{open(t, path, Options{}), open(t, link, Options{})}
			ctx, stop := context.WithCancel(t.Context())
			read := make(chan error)
			for _, db := range dbs {
				go func() {
					var err error
					for ctx.Err() == nil && err == nil {
						var n int
						err = db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
							return q.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n)
						})
					}
					read <- err
				}()
			}
			written := make(chan error)
			for _, db := range dbs {
				go func() {
					var err error
					for range 5 {
						_, werr := db.Write(t.Context(), onT, rename("x"))
						err = errors.Join(err, werr)
					}
					written <- err
				}()
			}
			must(t, errors.Join(<-written, <-written))
			stop()
			must(t, errors.Join(<-read, <-read))
			wantCount(t, dbs[0], "13")
			wantCount(t, dbs[1], "13")
		})
	}
}
