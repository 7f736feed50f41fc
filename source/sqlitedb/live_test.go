package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestAtRestBecomesLive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "bare wal")
	db := open(t, path, Options{})
	wantMode(t, db, ModeImmutable)
	wantCount(t, db, "3")

	w := owner(t, path)
	w.do("INSERT INTO t(body) VALUES ('d')")
	wantChange(t, db, Change{Data: true})
	wantMode(t, db, ModeLiveWAL)
	wantCount(t, db, "4")
	wantChange(t, db, Change{})
	w.do("INSERT INTO t(body) VALUES ('e')")
	wantCount(t, db, "5") // fresh before anybody asked whether it changed
	wantChange(t, db, Change{Data: true})
}

func TestReadAtRestIsRedoneWhenAWriterAppears(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "bare wal")
	db := open(t, path, Options{})
	var seen []int
	err := db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
		var n int
		if err := q.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n); err != nil {
			return err
		}
		if seen = append(seen, n); len(seen) == 1 {
			owner(t, path).do("INSERT INTO t(body) VALUES ('d')")
			return ErrCorrupt // as a torn page would
		}
		return nil
	})
	must(t, err)
	if len(seen) != 2 || seen[1] != 4 {
		t.Errorf("runs saw %v, want [3 4]", seen)
	}
	wantMode(t, db, ModeLiveWAL)
}

func TestReadAtRestIsRedoneWhenAWriterCameAndWent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "bare wal")
	db := open(t, path, Options{})
	runs := 0
	err := db.Read(t.Context(), func(context.Context, Queryer) error {
		if runs++; runs == 1 {
			w := owner(t, path)
			w.do("INSERT INTO t(body) VALUES ('d')")
			w.leave()
		}
		return nil
	})
	must(t, err)
	if runs != 2 {
		t.Errorf("the read ran %d times, want 2", runs)
	}
	wantMode(t, db, ModeImmutable)
	wantCount(t, db, "4")
}

func TestOneReadSeesOneSnapshot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := lay(t, path, "live wal")
	db := open(t, path, Options{})
	err := db.Read(t.Context(), func(ctx context.Context, q Queryer) error {
		w.do("INSERT INTO t(body) VALUES ('d')")
		var n int
		if err := q.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n); err != nil {
			return err
		}
		if n != 3 {
			return fmt.Errorf("saw %d rows of a snapshot with 3", n)
		}
		return nil
	})
	must(t, err)
	wantChange(t, db, Change{Data: true})
}

func TestReadDoesNotHideAChange(t *testing.T) {
	for _, how := range []string{"delete", "live wal"} {
		t.Run(how, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "queue.db")
			w := lay(t, path, how)
			if w == nil {
				w = owner(t, path)
			}
			db := open(t, path, Options{})
			w.do("INSERT INTO t(body) VALUES ('d')")
			wantCount(t, db, "4")
			wantChange(t, db, Change{Data: true})
			wantChange(t, db, Change{})
		})
	}
}

func TestCopyIsRefreshedAndGivenUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "wal without shm")
	db := open(t, path, Options{})
	wantMode(t, db, ModeCopy)
	wantCount(t, db, "3")
	w := owner(t, path) // recovers the -wal
	w.do("INSERT INTO t(body) VALUES ('d')")
	wantChange(t, db, Change{Data: true})
	wantMode(t, db, ModeLiveWAL)
	wantCount(t, db, "4")
	w.kill()
	must(t, os.Remove(path+"-shm"))
	db.copies.next = time.Time{} // long ago
	wantChange(t, db, Change{Data: true})
	wantMode(t, db, ModeCopy)
	wantCount(t, db, "4")
}

func TestCopyIsMadeAgainWhenTheFileChangedMeanwhile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "wal without shm")
	copies := 0
	db := open(t, path, Options{copyFile: func(ctx context.Context, dst string, src io.ReaderAt) error {
		if copies++; copies == 1 {
			w := owner(t, path)
			w.do("INSERT INTO t(body) VALUES ('d')", "PRAGMA wal_checkpoint", "INSERT INTO t(body) VALUES ('e')")
			w.kill()
			must(t, os.Remove(path+"-shm"))
		}
		return copyFile(ctx, dst, src)
	}})
	wantCount(t, db, "5")
	if copies != 4 { // the database and its -wal, twice
		t.Errorf("%d files were copied, want 4", copies)
	}
}

func TestExclusiveWALWriterIsReadByCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := owner(t, path, "locking_mode(exclusive)", "journal_mode(wal)")
	w.fill()
	db := open(t, path, Options{})
	wantMode(t, db, ModeCopy)
	wantCount(t, db, "3")
}

// TestExclusiveWALWriterThatAlwaysWritesIsReadByCopy: what is appended to the log
// while it is being copied does no harm.
func TestExclusiveWALWriterThatAlwaysWritesIsReadByCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := owner(t, path, "locking_mode(exclusive)", "journal_mode(wal)")
	w.fill()
	db := open(t, path, Options{copyFile: func(ctx context.Context, dst string, src io.ReaderAt) error {
		w.do("INSERT INTO t(body) VALUES ('d')")
		defer w.do("INSERT INTO t(body) VALUES ('e')")
		return copyFile(ctx, dst, src)
	}})
	wantMode(t, db, ModeCopy)
	wantCount(t, db, "6") // all but the last one
}

// TestPrivateCopiesTakeTheirTime: beside an owner that keeps its log for itself a
// copy is followed by a pause of many times its cost, in which the copy is read
// and soon called late.
func TestPrivateCopiesTakeTheirTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := owner(t, path, "locking_mode(exclusive)", "journal_mode(wal)")
	w.fill()
	now, copies := time.Unix(1_700_000_000, 0), 0
	db := open(t, path, Options{now: func() time.Time { return now }, copyFile: func(ctx context.Context, dst string, src io.ReaderAt) error {
		now, copies = now.Add(200*time.Millisecond), copies+1
		return copyFile(ctx, dst, src)
	}})
	const pause = copyShare * 400 * time.Millisecond
	made := now
	for _, step := range []struct {
		after  time.Duration
		change Change
		count  string
		late   bool
	}{
		{0, Change{}, "3", false},
		{lateAfter - time.Millisecond, Change{}, "3", false},
		{lateAfter, Change{}, "3", true},
		{pause - time.Millisecond, Change{}, "3", true},
		{pause, Change{Data: true}, "4", false},
		{pause + time.Millisecond, Change{}, "4", false},
	} {
		if step.after == 0 {
			w.do("INSERT INTO t(body) VALUES ('d')")
		}
		now = made.Add(step.after)
		wantChange(t, db, step.change)
		wantCount(t, db, step.count)
		if late := db.Late(); (late != nil) != step.late || late != nil && !errors.Is(late, ErrOldCopy) {
			t.Errorf("after %s it is late: %v", step.after, late)
		}
	}
	if copies != 4 {
		t.Errorf("%d files were copied", copies)
	}
	w.do("INSERT INTO t(body) VALUES ('e')")
	wantChange(t, db, Change{})
	w.leave() // what it leaves can be read in place
	wantChange(t, db, Change{Data: true})
	wantCount(t, db, "5")
}

func TestUnusableSharedIndexIsReadByCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := lay(t, path, "live wal")
	reader := owner(t, path)
	if r := reader.try("query", "SELECT count(*) FROM t"); r.Text != "3" {
		t.Fatalf("%+v", r) // it now shares the -shm, so nobody may build it anew
	}
	w.kill()
	shm, err := os.OpenFile(path+"-shm", os.O_WRONLY, 0)
	must(t, err)
	_, err = shm.Write(make([]byte, 136)) // a header torn by the writer's death
	must(t, err)
	must(t, shm.Close())
	before, err := os.ReadFile(path + "-shm")
	must(t, err)

	db := open(t, path, Options{})
	wantMode(t, db, ModeCopy)
	wantCount(t, db, "3")
	after, err := os.ReadFile(path + "-shm")
	must(t, err)
	if string(before) != string(after) {
		t.Error("the -shm was repaired, which is the owner's to do")
	}
	reader.do("INSERT INTO t(body) VALUES ('d')")
	db.copies.next = time.Time{} // long ago
	wantChange(t, db, Change{Data: true})
	wantMode(t, db, ModeLiveWAL)
	wantCount(t, db, "4")
}

// waitParked waits until a live connection has been let go.
func waitParked(t *testing.T, db *DB) {
	t.Helper()
	for parked := false; !parked; time.Sleep(time.Millisecond) {
		must(t, db.exclusive(t.Context(), func(context.Context) error { parked = db.last.parked; return nil }))
	}
}

func TestJournalModeSwitchedUnderUs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	lay(t, path, "delete")
	db := open(t, path, Options{Park: 50 * time.Millisecond})
	wantMode(t, db, ModeRollback)
	w := owner(t, path)
	for i, step := range []struct {
		pragma string
		mode   Mode
	}{{"WAL", ModeLiveWAL}, {"DELETE", ModeRollback}, {"WAL", ModeLiveWAL}, {"PERSIST", ModeRollback}} {
		if db.Info().Mode == ModeLiveWAL {
			waitParked(t, db) // until then the owner is told that the database is locked
		}
		w.do("PRAGMA journal_mode="+step.pragma, "INSERT INTO t(body) VALUES ('more')")
		wantChange(t, db, Change{Data: true})
		wantMode(t, db, step.mode)
		wantCount(t, db, fmt.Sprint(4+i))
	}
}

// followsParked checks that a reader parks, and that it sees a commit all the same.
func followsParked(t *testing.T, db *DB, w *process) {
	t.Helper()
	wantCount(t, db, "3")
	waitParked(t, db)
	wantChange(t, db, Change{})
	w.do("INSERT INTO t(body) VALUES ('d')")
	wantChange(t, db, Change{Data: true})
	wantCount(t, db, "4")
}

func TestParkedReaderLetsTheOwnerTidyUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := lay(t, path, "live wal")
	db := open(t, path, Options{Park: time.Millisecond})
	followsParked(t, db, w)
	waitParked(t, db)
	w.leave()
	if _, err := os.Stat(path + "-wal"); !os.IsNotExist(err) {
		t.Errorf("the owner could not remove its -wal: %v", err)
	}
	wantChange(t, db, Change{Data: true}) // it may have committed on the way out
	wantMode(t, db, ModeImmutable)
	wantCount(t, db, "4")
}

// The times of a file lie in the future where the clock was set back, or where
// another host has written it. They keep no connection open.
func TestParksWithTimesInTheFuture(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := lay(t, path, "live wal")
	later := time.Now().Add(time.Hour)
	must(t, errors.Join(os.Chtimes(path, later, later), os.Chtimes(path+"-wal", later, later)))
	db := open(t, path, Options{Park: time.Millisecond})
	followsParked(t, db, w)
	w.leave()
}

func TestManyReadersAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := lay(t, path, "live wal")
	db := open(t, path, Options{Park: time.Millisecond})
	results := make(chan string)
	for range 4 {
		go func() {
			var bad string
			for range 25 {
				if _, err := db.Changed(t.Context()); err != nil {
					bad = err.Error()
				}
				if got := count(t.Context(), db); len(got) > 2 {
					bad = got
				}
				db.Info()
			}
			results <- bad
		}()
	}
	for range 20 {
		w.do("INSERT INTO t(body) VALUES ('x')")
	}
	for range 4 {
		if bad := <-results; bad != "" {
			t.Error(bad)
		}
	}
	wantCount(t, db, "23")
}

// TestCommitThatShowsAfterParking is an owner whose sync takes so long that the
// reader has let go of the file between the write and the commit.
func TestCommitThatShowsAfterParking(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	w := lay(t, path, "live wal")
	db := open(t, path, Options{Park: time.Millisecond})
	waitParked(t, db)
	wantChange(t, db, Change{})
	w.do("INSERT INTO t(body) VALUES ('d')")
	must(t, db.exclusive(t.Context(), func(context.Context) (err error) {
		// As if all of it had been written before, and nothing committed.
		db.last.files, err = statFiles(db.path, db.last.target)
		return err
	}))
	wantChange(t, db, Change{})
	must(t, db.exclusive(t.Context(), func(context.Context) error {
		db.last.recheckAt = time.Now()
		return nil
	}))
	wantChange(t, db, Change{Data: true})
	wantCount(t, db, "4")
	old := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(path+"-wal", old, old))
	must(t, os.Chtimes(path, old, old))
	wantChange(t, db, Change{})
	waitParked(t, db)
	if !db.last.recheckAt.IsZero() {
		t.Error("a log that was written an hour ago is in doubt")
	}
}

// TestLinkThatIsSwapped: where the database is looked for through a link that was
// a file a moment ago, its -wal does not lie beside the link.
func TestLinkThatIsSwapped(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "there.db"), filepath.Join(dir, "here.db")
	lay(t, path, "bare wal")
	must(t, os.Symlink(path, link))
	db := open(t, link, Options{})
	wantMode(t, db, ModeImmutable)
	must(t, db.exclusive(t.Context(), func(context.Context) error {
		db.session.target = link // as if it had been resolved while there was a file
		return nil
	}))
	w := owner(t, path)
	w.do("INSERT INTO t(body) VALUES ('d')")
	if c, err := db.Changed(t.Context()); err != nil || !c.Data {
		t.Errorf("a commit shows as %+v, %v", c, err)
	}
	wantMode(t, db, ModeLiveWAL)
	wantCount(t, db, "4")
	w.leave()
}

// A link takes the place of the file, and its owner commits beside the link's
// destination, at every point between two looks. Each commit is told once, and what
// is read after it is what was committed.
func TestFileBecomesALink(t *testing.T) {
	for _, how := range []string{"bare wal", "live wal", "delete"} {
		for name, point := range map[string]struct{ before, between, after bool }{
			"before the look":   {before: true},
			"after the look":    {between: true},
			"after the reading": {after: true},
		} {
			t.Run(how+", commit "+name, func(t *testing.T) {
				dir := t.TempDir()
				path, destination := filepath.Join(dir, "q.db"), filepath.Join(dir, "elsewhere.db")
				lay(t, path, "bare wal")
				db := open(t, path, Options{})
				wantCount(t, db, "3")
				if w := lay(t, destination, how); w != nil {
					defer w.leave()
				}
				must(t, errors.Join(os.Remove(path), os.Symlink(destination, path)))
				commit := func(now bool) {
					if now {
						owner(t, destination).do("INSERT INTO t(body) VALUES ('d')")
					}
				}
				look := func() bool {
					t.Helper()
					c, err := db.Changed(t.Context())
					must(t, err)
					return c.Data
				}
				commit(point.before)
				if !look() {
					t.Error("the other file is not told")
				}
				commit(point.between)
				if got := count(t.Context(), db); got != "4" && !point.after {
					t.Errorf("read %q after the commit", got)
				}
				commit(point.after)
				if told := look(); !told && !point.before {
					t.Error("the commit is not told")
				}
				wantCount(t, db, "4")
				if look() {
					t.Error("the commit is told twice")
				}
			})
		}
	}
}
