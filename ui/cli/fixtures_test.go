package cli_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite"

	"notdone/source/queue/client"
)

// board is the part of a Hermes board's schema that the scripts fill.
//
//go:embed testdata/hermes.sql
var board string

// fleet fills a queue file with one task of each kind.
//
//go:embed testdata/fleet.sql
var fleet string

// execute runs scripts on a database of its own connection, which it returns.
func execute(ts *testscript.TestScript, path string, scripts ...string) *sql.DB {
	db, err := sql.Open("sqlite", ts.MkAbs(path))
	ts.Check(err)
	db.SetMaxOpenConns(1)
	for _, s := range scripts {
		_, err := db.ExecContext(context.Background(), s)
		ts.Check(err)
	}
	return db
}

func texts(ts *testscript.TestScript, names []string) []string {
	var all []string
	for _, name := range names {
		all = append(all, ts.ReadFile(name))
	}
	return all
}

// sqlite FILE SCRIPT... runs SQL on a database as its owner would.
func sqlite(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(execute(ts, args[0], texts(ts, args[1:])...).Close())
}

// hermes FILE SCRIPT... makes a Hermes board and runs SQL on it.
func hermes(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[0])), 0o700))
	ts.Check(execute(ts, args[0], append([]string{board}, texts(ts, args[1:])...)...).Close())
}

// queueFile FILE [SCRIPT...] makes a queue file and runs SQL on it, or fills it
// with one task of each kind.
func queueFile(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[0])), 0o700))
	ts.Check(client.Init(context.Background(), ts.MkAbs(args[0])))
	scripts := texts(ts, args[1:])
	if len(scripts) == 0 {
		scripts = []string{fleet}
	}
	ts.Check(execute(ts, args[0], scripts...).Close())
}

// hold FILE SCRIPT... runs SQL as an owner who stays connected until the end.
func hold(ts *testscript.TestScript, _ bool, args []string) {
	db := execute(ts, args[0], texts(ts, args[1:])...)
	ts.Defer(func() { ts.Check(db.Close()) })
}

// crash FILE COPY SCRIPT... copies a database and what is beside it while its
// owner is in the midst of the SQL, as a power cut would leave them. Of a -shm
// nothing is left.
func crash(ts *testscript.TestScript, _ bool, args []string) {
	db := execute(ts, args[0], texts(ts, args[2:])...)
	for _, side := range []string{"", "-wal", "-journal"} {
		b, err := os.ReadFile(ts.MkAbs(args[0]) + side)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(args[1])+side, b, 0o600))
	}
	ts.Check(db.Close())
}

// overwrite FILE FROM TO puts junk in place of those bytes.
func overwrite(ts *testscript.TestScript, _ bool, args []string) {
	b, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	from, err := strconv.Atoi(args[1])
	ts.Check(err)
	to, err := strconv.Atoi(args[2])
	ts.Check(err)
	for i := from; i < min(to, len(b)); i++ {
		b[i] = byte(i*7 + 3)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o600))
}

// truncate FILE SIZE cuts a file.
func truncate(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}

// bytes FILE HEX writes a file.
func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	b, err := hex.DecodeString(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o600))
}

// fifo FILE makes a pipe that nobody writes to.
func fifo(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o600))
}

// listFiles is a program of its own that prints what is in a folder, to the
// byte: reading the files in the tests' process would drop the locks of the
// owners that live there.
func listFiles(args []string, out, errs io.Writer) int {
	err := filepath.WalkDir(args[0], func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Lstat(path)
		if err != nil {
			return err
		}
		sum := "-"
		if info.Mode().IsRegular() {
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum = fmt.Sprintf("%x", sha256.Sum256(b))
		}
		_, err = fmt.Fprintf(out, "%q %v %d %d %s\n", path, info.Mode(), info.Size(), info.ModTime().UnixNano(), sum)
		return err
	})
	if err != nil {
		_, _ = fmt.Fprintln(errs, err)
		return 1
	}
	return 0
}
