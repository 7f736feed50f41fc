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
	"notdone/source/sqlitedb"
)

// databaseNames are the endings that programs give to the files of SQLite.
var databaseNames = []string{".db", ".db3", ".sqlite", ".sqlite3"}

// intoFolders returns the paths, with the queues in its place for each folder that is of no system and
// has no logs. A folder whose file system does not answer stays as it is: opening it says so.
func intoFolders(ctx context.Context, adapters []source.Adapter, paths []string) []string {
	var all []string
	for _, path := range paths {
		inside, _ := waitFor(openTimeout, func() []string { return queuesIn(ctx, adapters, path) })
		if len(inside) == 0 {
			inside = []string{path}
		}
		all = append(all, inside...)
	}
	return all
}

// queuesIn returns the databases directly in a folder that an adapter detects or that cannot be
// read; none when the path is
// no folder, or when the folder as a whole is detected.
func queuesIn(ctx context.Context, adapters []source.Adapter, path string) []string {
	if source.OnServer(path) {
		return nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil // opening it says why
	}
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool {
		return !e.Type().IsRegular() || !slices.Contains(databaseNames, strings.ToLower(filepath.Ext(e.Name())))
	})
	if len(entries) == 0 {
		return nil
	}
	if _, err := detect.Adapters(ctx, adapters, path, ""); !errors.Is(err, source.ErrUndetected) {
		return nil
	}
	var queues []string
	for _, e := range entries {
		file := filepath.Join(path, e.Name())
		_, err := detect.Adapters(ctx, adapters, file, "")
		if errors.Is(err, source.ErrUndetected) || errors.Is(err, sqlitedb.ErrEmpty) {
			continue
		}
		queues = append(queues, file) // of one that cannot be read, opening it says why
	}
	return queues
}
