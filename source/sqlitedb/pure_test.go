package sqlitedb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

func TestChoose(t *testing.T) {
	none, empty, full := fileStat{}, fileStat{exists: true}, fileStat{exists: true, size: 4152}
	tests := []struct {
		wal      bool // what the header says
		walFile  fileStat
		shm      fileStat
		want     Mode
		toPeople string
	}{
		{false, none, none, ModeRollback, "short read locks"},
		{false, none, full, ModeRollback, "short read locks"},
		{true, full, full, ModeLiveWAL, "live"},
		{true, full, empty, ModeLiveWAL, "live"},
		{false, full, full, ModeLiveWAL, "live"},
		{true, none, none, ModeImmutable, "at rest"},
		{true, none, full, ModeImmutable, "at rest"},
		{true, empty, none, ModeImmutable, "at rest"},
		{true, empty, full, ModeImmutable, "at rest"},
		{false, empty, none, ModeImmutable, "at rest"},
		{true, full, none, ModeCopy, "private copy"},
		{false, full, none, ModeCopy, "private copy"},
	}
	for _, tt := range tests {
		got := choose(Header{WAL: tt.wal}, files{wal: tt.walFile, shm: tt.shm})
		if got != tt.want || !strings.Contains(got.String(), tt.toPeople) {
			t.Errorf("header WAL %v, -wal %+v, -shm %+v: %v", tt.wal, tt.walFile, tt.shm, got)
		}
	}
	if s := Mode(0).String(); s != "not open" {
		t.Errorf("the zero mode is %q", s)
	}
}

func TestKindOf(t *testing.T) {
	for code, want := range map[int]error{
		lib.SQLITE_BUSY: ErrBusy, lib.SQLITE_BUSY_RECOVERY: ErrBusy, lib.SQLITE_PROTOCOL: errNeedCopy,
		lib.SQLITE_CORRUPT: ErrCorrupt, lib.SQLITE_CORRUPT_INDEX: ErrCorrupt, lib.SQLITE_NOTADB: ErrCorrupt,
		lib.SQLITE_IOERR_SHORT_READ: ErrCorrupt, lib.SQLITE_IOERR_READ: ErrIO, lib.SQLITE_CANTOPEN: ErrUnreadable,
		lib.SQLITE_READONLY_ROLLBACK: ErrHotJournal, lib.SQLITE_READONLY_RECOVERY: errNeedCopy,
		lib.SQLITE_READONLY_DBMOVED: errReopen, lib.SQLITE_READONLY: nil, lib.SQLITE_ERROR: nil, lib.SQLITE_TOOBIG: nil,
	} {
		if got := kindOf(code); !errors.Is(got, want) {
			t.Errorf("code %d: %v, want %v", code, got, want)
		}
	}
}

func TestWriteTrouble(t *testing.T) {
	for code, want := range map[int]error{
		lib.SQLITE_FULL: ErrFull, lib.SQLITE_IOERR_SHMSIZE: ErrFull, lib.SQLITE_BUSY_SNAPSHOT: ErrBusy, lib.SQLITE_READONLY: ErrReadOnlyFile,
		lib.SQLITE_CANTOPEN: ErrReadOnlyFile, lib.SQLITE_IOERR_WRITE: ErrIO, lib.SQLITE_AUTH: ErrSchema, lib.SQLITE_ERROR: nil, lib.SQLITE_CONSTRAINT: nil,
	} {
		if text, got := writeTrouble(code); !errors.Is(got, want) || (got == nil) != (text == "") {
			t.Errorf("code %d: %v %q, want %v", code, got, text, want)
		}
	}
	if err := ExplainWrite(io.EOF); !errors.Is(err, io.EOF) {
		t.Errorf("another error became %v", err)
	}
}

func TestErrorIsOneLineAndKeepsItsCause(t *testing.T) {
	cause := &sqlite.Error{}
	err := error(&fileError{path: "/q/\x1b[2J\n.db", kind: ErrCorrupt, cause: cause})
	if got, want := err.Error(), `"/q/\x1b[2J\n.db": the database is damaged or cut short`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var got *sqlite.Error
	if !errors.As(err, &got) || !errors.Is(err, ErrCorrupt) {
		t.Error("the sentinel or the cause is lost")
	}
	if got := printable(`/a "b" 日本.db`); got != `/a "b" 日本.db` {
		t.Errorf("an ordinary path became %s", got)
	}
}

func TestSniff(t *testing.T) {
	dir := t.TempDir()
	wal, del, text, none := filepath.Join(dir, "w.db"), filepath.Join(dir, "d.db"), filepath.Join(dir, "text"), filepath.Join(dir, "none")
	lay(t, wal, "bare wal")
	lay(t, del, "delete")
	must(t, os.WriteFile(text, bytes.Repeat([]byte("text "), 100), 0o600))
	must(t, os.WriteFile(none, nil, 0o600))
	for path, want := range map[string]Header{
		wal: {WAL: true}, del: {}, text: {Problem: ErrNotSQLite}, none: {Problem: ErrEmpty},
	} {
		got, err := Sniff(path)
		got.counter = 0
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", path, got, err, want)
		}
	}
	for path, want := range map[string]error{dir: ErrNotRegular, dir + "/gone": ErrMissing, text + "/under": ErrMissing} {
		if _, err := Sniff(path); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
}

func TestCopyFile(t *testing.T) {
	dir := t.TempDir()
	for _, size := range []int{0, 1, 1<<20 - 1, 1 << 20, 1<<20 + 1, 3 << 20} {
		content := bytes.Repeat([]byte{'x'}, size)
		dst := filepath.Join(dir, fmt.Sprint(size))
		must(t, copyFile(t.Context(), dst, bytes.NewReader(content)))
		if got, err := os.ReadFile(dst); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes became %d: %v", size, len(got), err)
		}
	}
	if err := copyFile(t.Context(), filepath.Join(dir, "0"), strings.NewReader("x")); err == nil {
		t.Error("an existing file is overwritten")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := copyFile(ctx, filepath.Join(dir, "ended"), bytes.NewReader(make([]byte, 2<<20))); !errors.Is(err, context.Canceled) {
		t.Errorf("a copy that was cancelled: %v", err)
	}
}

func FuzzParseHeader(f *testing.F) {
	f.Add([]byte{}, int64(0))
	f.Add(append([]byte("SQLite format 3\x00\x10\x00\x02\x02"), make([]byte, 80)...), int64(4096))
	f.Add([]byte("SQLite for"), int64(10))
	f.Fuzz(func(t *testing.T, b []byte, size int64) {
		h := parseHeader(b, size)
		if h.Problem == nil && (len(b) < headerSize || !bytes.HasPrefix(b, magic)) || h.WAL && h.Problem != nil {
			t.Errorf("%d bytes: %+v", len(b), h)
		}
	})
}

func FuzzDSN(f *testing.F) {
	for _, s := range []string{"/a.db", "/a?mode=rwc", "/50%25", "/a#b", "/\xff", "//host/x", "/a&immutable=0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) {
		name, query, found := strings.Cut(strings.TrimPrefix(dsn(path, ModeLiveWAL), "file:"), "?")
		back, err := url.PathUnescape(name)
		if !found || err != nil || back != path || !strings.HasPrefix(query, "mode=ro&readonly_shm=1&") {
			t.Errorf("%q became %q?%q (%v)", path, name, query, err)
		}
	})
}

// FuzzRead damages a database at one place and reads all of it: there must be
// rows or an error, in good time, and the file must not change.
func FuzzRead(f *testing.F) {
	base := filepath.Join(f.TempDir(), "base.db")
	must(f, seed(base))
	image, err := os.ReadFile(base)
	must(f, err)
	f.Add(uint16(0), []byte("x"))
	f.Add(uint16(16), []byte{0, 0})
	f.Add(uint16(18), []byte{2, 2})
	f.Add(uint16(100), []byte{13, 255, 255})
	f.Add(uint16(4096), bytes.Repeat([]byte{255}, 64))
	f.Fuzz(func(t *testing.T, at uint16, damage []byte) {
		b := bytes.Clone(image)
		copy(b[int(at)%len(b):], damage)
		path := filepath.Join(t.TempDir(), "queue.db")
		must(t, os.WriteFile(path, b, 0o600))
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		db, err := Open(ctx, path, Options{BusyTimeout: soon})
		if err == nil {
			_ = count(ctx, db)
			err = db.Read(ctx, func(ctx context.Context, q Queryer) error { _, err := TablesOf(ctx, q); return err })
			must(t, db.Close())
		}
		if errors.Is(err, context.DeadlineExceeded) {
			t.Error("it took too long")
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, b) {
			t.Errorf("the file changed (%v)", err)
		}
	})
}

// seed writes a small database in this process, which no DB has open.
func seed(path string) error {
	db, err := seedWriter(path)
	if err != nil {
		return err
	}
	for i := range 50 {
		if _, err := db.Exec("INSERT INTO t(body) VALUES (?)", fmt.Sprint("row ", i)); err != nil {
			return errors.Join(err, db.Close())
		}
	}
	return db.Close()
}
