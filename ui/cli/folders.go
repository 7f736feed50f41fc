package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"notdone/source"
	"notdone/source/detect"
	"notdone/source/queue"
	"notdone/source/sqlitedb"
	"notdone/source/transcript"
	"notdone/ui/work"
)

// databaseNames are the endings that programs give to the files of SQLite.
var databaseNames = []string{".db", ".db3", ".sqlite", ".sqlite3"}

// intoFolders returns the paths, with the queues in its place for each folder that is of no system and
// has no logs but those of the queues' own workers. Runs are the folders of those logs, which no
// other source is to show. A folder whose file system does not answer stays as it is: opening it says so.
func intoFolders(ctx context.Context, adapters []source.Adapter, paths []string) (all, runs []string) {
	for _, path := range paths {
		inside, _ := waitFor(openTimeout, func() contents { return contentsOf(ctx, adapters, path) })
		if len(inside.queues) == 0 || inside.logs {
			all = append(all, path)
		}
		all = append(all, inside.queues...)
		if inside.runs != "" {
			runs = append(runs, inside.runs)
		}
	}
	return all, runs
}

// contents are the queues that a folder stands for.
type contents struct {
	queues []string
	runs   string // the folder of their workers' logs; empty: there is none
	logs   bool   // there are other logs too
}

// contentsOf returns the databases directly in a folder that an adapter detects or that cannot be
// read; none when the path is no folder, or when the folder as a whole is detected. Beside logs only
// queue files of notdone's own count.
func contentsOf(ctx context.Context, adapters []source.Adapter, path string) (c contents) {
	files := databasesIn(path)
	if len(files) == 0 {
		return c
	}
	found, err := detect.Adapters(ctx, adapters, path, "")
	logs := err == nil && transcript.Reads(found[0].Kind)
	if !logs && !errors.Is(err, source.ErrUndetected) {
		return c
	}
	for _, file := range files {
		of, err := detect.Adapters(ctx, adapters, file, "")
		switch {
		case errors.Is(err, source.ErrUndetected), errors.Is(err, sqlitedb.ErrEmpty):
		case logs && (err != nil || of[0].Kind != queue.Kind):
		default:
			c.queues = append(c.queues, file) // of one that cannot be read, opening it says why
		}
	}
	if logs && len(c.queues) > 0 {
		c.logs, err = transcript.HoldsLog(ctx, path, work.RunsFolder)
		c.logs = c.logs || err != nil // opening it says what is wrong
		if c.runs, err = filepath.EvalSymlinks(filepath.Join(path, work.RunsFolder)); err == nil {
			c.runs, _ = filepath.Abs(c.runs) // fails without a working folder
		}
	}
	return c
}

// databasesIn returns the files directly in a folder that are named as databases; none when the
// path is no folder that can be read, of which opening it says why.
func databasesIn(path string) (files []string) {
	if source.OnServer(path) {
		return nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if e.Type().IsRegular() && slices.Contains(databaseNames, strings.ToLower(filepath.Ext(e.Name()))) {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	return files
}
