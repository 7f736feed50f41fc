package watch

import (
	"os"
	"path/filepath"
	"testing"
)

// put makes a file with its folders.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestLive lets another process change things, in every way of noticing.
func TestLive(t *testing.T) {
	type at func(string) string
	tests := []struct {
		name   string
		have   []string // files that exist before
		target Target   // its path is inside the test's folder
		act    func(do writer, in at)
		want   string // named by a signal, or "" for a rescan
	}{
		{
			"append to a file",
			[]string{"a.log"},
			Target{Path: "a.log"},
			func(do writer, in at) { do("append", in("a.log"), "x") }, "a.log",
		},
		{
			"database rewritten",
			[]string{"q.db"},
			Target{Path: "q.db", Database: true},
			func(do writer, in at) { do("append", in("q.db"), "x") }, "q.db",
		},
		{
			"wal appended",
			[]string{"q.db", "q.db-wal"},
			Target{Path: "q.db", Database: true},
			func(do writer, in at) { do("append", in("q.db-wal"), "x") }, "q.db",
		},
		{
			"wal overwritten, same size",
			[]string{"q.db", "q.db-wal"},
			Target{Path: "q.db", Database: true},
			func(do writer, in at) { do("write", in("q.db-wal"), "txet") }, "q.db",
		},
		{
			"wal appears",
			[]string{"q.db"},
			Target{Path: "q.db", Database: true},
			func(do writer, in at) { do("append", in("q.db-wal"), "x") }, "q.db",
		},
		{
			"journal appears",
			[]string{"q.db"},
			Target{Path: "q.db", Database: true},
			func(do writer, in at) { do("append", in("q.db-journal"), "x") }, "q.db",
		},
		{
			"shm vanishes",
			[]string{"q.db", "q.db-shm"},
			Target{Path: "q.db", Database: true},
			func(do writer, in at) { do("remove", in("q.db-shm")) }, "q.db",
		},
		{
			"real commits", nil,
			Target{Path: "q.db", Database: true},
			func(do writer, in at) {
				do("commits", in("q.db"), "PRAGMA journal_mode=wal", "CREATE TABLE t(x)", "INSERT INTO t VALUES(1)")
			}, "q.db",
		},
		{
			"file replaced by rename",
			[]string{"q.db", "new"},
			Target{Path: "q.db", Database: true},
			func(do writer, in at) { do("rename", in("new"), in("q.db")) }, "",
		},
		{
			"file deleted",
			[]string{"q.db"},
			Target{Path: "q.db", Database: true},
			func(do writer, in at) { do("remove", in("q.db")) }, "",
		},
		{
			"file appears", nil,
			Target{Path: "q.db", Database: true},
			func(do writer, in at) { do("write", in("q.db"), "x") }, "",
		},
		{
			"file appears with its folders", nil,
			Target{Path: "a/b/c/q.db", Database: true},
			func(do writer, in at) { do("nested", in("a/b/c/q.db")) }, "",
		},
		{
			"folder of the file recreated",
			[]string{"a/q.db"},
			Target{Path: "a/q.db", Database: true},
			func(do writer, in at) { do("recreate", in("a/q.db")) }, "",
		},
		{
			"log in a folder",
			[]string{"logs/a.log"},
			Target{Path: "logs"},
			func(do writer, in at) { do("append", in("logs/a.log"), "x") }, "logs/a.log",
		},
		{
			"log appears",
			[]string{"logs/a.log"},
			Target{Path: "logs"},
			func(do writer, in at) { do("write", in("logs/b.log"), "x") }, "logs/b.log",
		},
		{
			"log vanishes",
			[]string{"logs/a.log"},
			Target{Path: "logs"},
			func(do writer, in at) { do("remove", in("logs/a.log")) }, "logs/a.log",
		},
		{
			"log in a subfolder",
			[]string{"logs/s/a.log"},
			Target{Path: "logs", Recursive: true},
			func(do writer, in at) { do("append", in("logs/s/a.log"), "x") }, "logs/s/a.log",
		},
		{
			"new subfolders with a first file",
			[]string{"logs/a.log"},
			Target{Path: "logs", Recursive: true},
			func(do writer, in at) { do("nested", in("logs/x/y/z/first.log")) }, "logs/x/y/z/first.log",
		},
		{
			"subfolder recreated",
			[]string{"logs/s/a.log"},
			Target{Path: "logs", Recursive: true},
			func(do writer, in at) { do("recreate", in("logs/s/b.log")) }, "logs/s/b.log",
		},
		{
			"log folder recreated",
			[]string{"logs/a.log"},
			Target{Path: "logs", Recursive: true},
			func(do writer, in at) { do("recreate", in("logs/a.log")) }, "",
		},
		{
			"log folder appears", nil,
			Target{Path: "logs", Recursive: true},
			func(do writer, in at) { do("nested", in("logs/s/a.log")) }, "",
		},
		{
			"log folder vanishes",
			[]string{"logs/a.log"},
			Target{Path: "logs"},
			func(do writer, in at) { do("remove", in("logs")) }, "",
		},
		{
			"file becomes a folder",
			[]string{"logs"},
			Target{Path: "logs"},
			func(do writer, in at) { do("remove", in("logs")); do("nested", in("logs/a.log")) }, "",
		},
	}
	do := startWriter(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			eachMode(t, func(t *testing.T, o Options) {
				t.Helper()
				top := t.TempDir()
				in := func(p string) string { return filepath.Join(top, p) }
				for _, p := range tt.have {
					put(t, in(p), "text")
				}
				target := tt.target
				target.Path = in(target.Path)
				w := start(t, o, target)
				tt.act(do, in)
				if tt.want == "" {
					await(t, w, tt.name, rescan)
				} else {
					await(t, w, tt.name, names(in(tt.want)))
				}
			})
		})
	}
}

// TestComesBack follows things through their absence: what happens after the
// return is noticed too.
func TestComesBack(t *testing.T) {
	for name, target := range map[string]Target{
		"database":        {Path: "a/q.db", Database: true},
		"folder":          {Path: "a"},
		"tree":            {Path: ".", Recursive: true},
		"moved subfolder": {Path: ".", Recursive: true},
	} {
		t.Run(name, func(t *testing.T) {
			eachMode(t, func(t *testing.T, o Options) {
				t.Helper()
				top := t.TempDir()
				in := func(p string) string { return filepath.Join(top, p) }
				put(t, in("a/q.db"), "text")
				do := startWriter(t)
				target := target
				target.Path = in(target.Path)
				w := start(t, o, target)
				if name == "moved subfolder" {
					do("rename", in("a"), in("b"))
					settle(w)
					do("append", in("b/q.db"), "x")
					await(t, w, "the moved file", names(in("b/q.db")))
					do("rename", in("b"), in("a"))
				} else {
					do("remove", in("a"))
					await(t, w, "the end", func(s Signal) bool { return names(in("a/q.db"))(s) || names(in("a"))(s) })
					settle(w)
					do("nested", in("a/q.db"))
				}
				await(t, w, "the return", names(in("a/q.db")))
				settle(w)
				do("append", in("a/q.db"), "x")
				await(t, w, "the append", names(in("a/q.db")))
			})
		})
	}
}

func TestBurst(t *testing.T) {
	do := startWriter(t)
	for name, target := range map[string]Target{
		"database": {Path: "q.db", Database: true},
		"folder":   {Path: "."},
	} {
		t.Run(name, func(t *testing.T) {
			eachMode(t, func(t *testing.T, o Options) {
				t.Helper()
				top := t.TempDir()
				path := filepath.Join(top, "q.db-wal")
				put(t, path, "")
				target := target
				target.Path = filepath.Join(top, target.Path)
				w := start(t, o, target)
				written := make(chan struct{})
				go func() {
					defer close(written)
					do("burst", path)
				}()
				defer func() { <-written }() // one order at a time
				signals := 0
				await(t, w, "the last of the writes", func(Signal) bool {
					signals++
					fi, err := os.Stat(path)
					return err == nil && fi.Size() == 1000
				})
				if signals > 200 {
					t.Errorf("%d signals for 1000 writes", signals)
				}
			})
		})
	}
}
