package detect_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite"

	"notdone/source"
	"notdone/source/detect"
	"notdone/source/sqlitedb"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func file(t *testing.T, path, content string) string {
	t.Helper()
	must(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func database(t *testing.T, path string, statements ...string) string {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	must(t, err)
	for _, s := range statements {
		_, err := db.ExecContext(t.Context(), s)
		must(t, err)
	}
	must(t, db.Close())
	return path
}

// told is an adapter that knows what it is told to know.
func told(kind string, knows func(p *source.Probe) (bool, error)) source.Adapter {
	return source.Adapter{Kind: kind, Detect: func(_ context.Context, p *source.Probe) (bool, error) { return knows(p) }}
}

// kinds are the names of adapters, in their order.
func kinds(all []source.Adapter) string {
	names := make([]string, len(all))
	for i, a := range all {
		names[i] = a.Kind
	}
	return strings.Join(names, " ")
}

func TestAdapters(t *testing.T) {
	t.Parallel()
	path := file(t, filepath.Join(t.TempDir(), "x.log"), "started\n")
	broken := errors.New("broken")
	no := func(*source.Probe) (bool, error) { return false, nil }
	yes := func(*source.Probe) (bool, error) { return true, nil }
	fail := func(*source.Probe) (bool, error) { return false, broken }
	sharing := func(kind string, shares bool) source.Adapter {
		a := told(kind, yes)
		a.Shares = func(*source.Probe) bool { return shares }
		return a
	}
	folder := t.TempDir()
	for _, tc := range []struct {
		name     string
		adapters []source.Adapter
		path     string
		kind     string
		want     string
		is       error
		says     string
	}{
		{name: "the first that knows it", adapters: []source.Adapter{told("a", no), told("b", yes), told("c", yes)}, path: path, want: "b"},
		{name: "a folder of its own", adapters: []source.Adapter{told("a", yes), told("b", yes)}, path: folder, want: "a"},
		{name: "a shared folder", adapters: []source.Adapter{sharing("a", true), told("b", no), told("c", yes), told("d", yes)}, path: folder, want: "a c"},
		{name: "shared by three", adapters: []source.Adapter{sharing("a", true), sharing("b", true), told("c", yes)}, path: folder, want: "a b c"},
		{name: "with nothing beside", adapters: []source.Adapter{sharing("a", true), told("b", no)}, path: folder, want: "a"},
		{name: "not to be shared", adapters: []source.Adapter{sharing("a", false), told("b", yes)}, path: folder, want: "a"},
		{name: "a file is shared with nobody", adapters: []source.Adapter{sharing("a", true), told("b", yes)}, path: path, want: "a"},
		{name: "none", adapters: []source.Adapter{told("a", no)}, path: path, is: source.ErrUndetected, says: path + ": not a queue"},
		{name: "compressed", adapters: []source.Adapter{told("a", no)}, path: file(t, filepath.Join(t.TempDir(), "x.log.gz"), "\x1f\x8b\x08\x00rest"), is: source.ErrUndetected, says: "compressed with gzip; unpack it first"},
		{name: "one that fails", adapters: []source.Adapter{told("a", fail), told("b", yes)}, path: path, is: broken, says: "broken"},
		{name: "forced", adapters: []source.Adapter{told("a", yes), told("b", no)}, path: path, kind: "b", want: "b"},
		{name: "forced on what does not exist", adapters: []source.Adapter{told("a", fail)}, path: path + "x", kind: "a", want: "a"},
		{name: "forced, unknown", adapters: []source.Adapter{told("b", yes), told("a", yes)}, path: path, kind: "c", says: `unknown kind "c": it is one of a, b`},
		{name: "missing", adapters: []source.Adapter{told("a", yes)}, path: path + "x", is: fs.ErrNotExist, says: path + "x: no such file"},
	} {
		got, err := detect.Adapters(t.Context(), tc.adapters, tc.path, tc.kind)
		if kinds(got) != tc.want || (err == nil) != (tc.want != "") {
			t.Errorf("%s: %q, %v", tc.name, kinds(got), err)
			continue
		}
		if tc.is != nil && !errors.Is(err, tc.is) || err != nil && !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
}

func TestProbe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"b.log", "a.log"} {
		file(t, filepath.Join(dir, name), "x")
	}
	long := strings.Repeat("text ", 100_000)
	base := t.TempDir()
	queue := database(t, filepath.Join(base, "q.db"), "CREATE TABLE b (y, x)", "CREATE TABLE a (z INTEGER PRIMARY KEY)", "CREATE VIEW v AS SELECT 1 AS one")
	link := filepath.Join(base, "link.db")
	must(t, os.Symlink("q.db", link))
	for _, tc := range []struct {
		name, path string
		want       source.Probe
	}{
		{"a folder", dir, source.Probe{}},
		{"an empty folder", t.TempDir(), source.Probe{}},
		{"a text", file(t, filepath.Join(base, "text"), long), source.Probe{Head: []byte(long[:64<<10])}},
		{"no database by its name alone", file(t, filepath.Join(base, "text.db"), "hello"), source.Probe{Head: []byte("hello")}},
		{"a database", queue, source.Probe{Tables: map[string][]string{"a": {"z"}, "b": {"x", "y"}}}},
		{"a link to one", link, source.Probe{Tables: map[string][]string{"a": {"z"}, "b": {"x", "y"}}}},
	} {
		p, err := detect.Probe(t.Context(), tc.path)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if p.Path != tc.path || p.Info == nil {
			t.Errorf("%s: path %q, info %v", tc.name, p.Path, p.Info)
		}
		if holds := p.Holds("a.log"); holds != (tc.path == dir) {
			t.Errorf("%s: holds a.log: %v", tc.name, holds)
		}
		if !bytes.Equal(p.Head, tc.want.Head) {
			t.Errorf("%s: a head of %d bytes", tc.name, len(p.Head))
		}
		delete(p.Tables, "v") // whether views count is for no adapter to rely on
		if d := cmp.Diff(tc.want.Tables, p.Tables); d != "" {
			t.Errorf("%s: %s", tc.name, d)
		}
	}
}

// Each failure is one line that begins with the path, and ends at once.
func TestProbeRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must(t, syscall.Mkfifo(at("pipe"), 0o600))
	must(t, os.Symlink("pipe", at("to-pipe")))
	must(t, os.Symlink("loop", at("loop")))
	whole, err := os.ReadFile(database(t, at("whole.db"), "CREATE TABLE t (x)", "INSERT INTO t VALUES (zeroblob(50000))"))
	must(t, err)
	file(t, at("cut.db"), string(whole[:60]))
	damaged := bytes.Clone(whole)
	copy(damaged[100:4096], bytes.Repeat([]byte{0x55}, 4096))
	file(t, at("damaged.db"), string(damaged))
	file(t, at("empty"), "")
	for _, tc := range []struct {
		name string
		is   error
	}{
		{"missing", fs.ErrNotExist},
		{"whole.db/inside", syscall.ENOTDIR},
		{"loop", syscall.ELOOP},
		{strings.Repeat("x", 5000), syscall.ENAMETOOLONG},
		{"a\x00b", syscall.EINVAL},
		{"pipe", sqlitedb.ErrNotRegular},
		{"to-pipe", sqlitedb.ErrNotRegular},
		{"empty", sqlitedb.ErrEmpty},
		{"cut.db", sqlitedb.ErrCorrupt},
		{"damaged.db", sqlitedb.ErrCorrupt},
	} {
		p, err := detect.Probe(t.Context(), at(tc.name))
		if p != nil || !errors.Is(err, tc.is) {
			t.Errorf("%.20q: %v, %v", tc.name, p, err)
			continue
		}
		if s := err.Error(); !strings.HasPrefix(s, at(tc.name)+": ") || strings.Contains(s, "\n") || strings.Count(s, dir) != 1 {
			t.Errorf("%.20q says %.300q", tc.name, s)
		}
	}
}

// What a folder holds is found among any number of entries.
func TestProbeHolds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 6000 {
		file(t, filepath.Join(dir, fmt.Sprint(i)), "")
	}
	file(t, filepath.Join(dir, "kanban.db"), "x")
	p, err := detect.Probe(t.Context(), dir)
	must(t, err)
	if !p.Holds("kanban.db") || !p.Holds("5999") || p.Holds("6000") {
		t.Errorf("holds kanban.db %v, 5999 %v, 6000 %v", p.Holds("kanban.db"), p.Holds("5999"), p.Holds("6000"))
	}
}

func TestProbeEndsWithItsContext(t *testing.T) {
	t.Parallel()
	path := database(t, filepath.Join(t.TempDir(), "q.db"), "CREATE TABLE t (x)")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := detect.Probe(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
