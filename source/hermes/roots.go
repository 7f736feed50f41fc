package hermes

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"notdone/source"
	"notdone/source/sqlsource"
)

// Names inside a Hermes root.
const (
	dbName       = "kanban.db"
	kanbanFolder = "kanban"
	boardsFolder = "boards"
	configName   = "config.yaml"
	defaultSlug  = "default"
	homeFolder   = ".hermes"
)

// places lists the database files of a root's boards that exist, the default
// board first and the others by name, and the troubles of those that cannot
// even be looked at. No symbolic link is followed. An empty file is a placeholder and no board (#94106).
func places(root string) ([]sqlsource.File, map[string]error) {
	all := []sqlsource.File{{Group: defaultSlug, Path: filepath.Join(root, dbName)}}
	troubles := map[string]error{}
	folder := filepath.Join(root, kanbanFolder, boardsFolder)
	entries, err := readBoards(root, folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		troubles[""] = fmt.Errorf("cannot list the boards: %w", err)
	}
	for _, e := range entries {
		// The default board has its database in the root; a folder of that name
		// holds only its description.
		if e.IsDir() && isSlug(e.Name()) && e.Name() != defaultSlug {
			all = append(all, sqlsource.File{Group: e.Name(), Path: filepath.Join(folder, e.Name(), dbName)})
		}
	}
	var found []sqlsource.File
	for _, f := range all {
		info, err := os.Lstat(f.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err == nil && info.Mode()&fs.ModeSymlink != 0:
			troubles[f.Group] = fmt.Errorf("board %s: %s is a symbolic link, which is not followed: open the file that it names", f.Group, f.Path)
		case err != nil:
			troubles[f.Group] = fmt.Errorf("cannot look at board %s: %w", f.Group, err)
		case info.Mode().IsRegular() && info.Size() > 0:
			found = append(found, f)
		}
	}
	return found, troubles
}

// readBoards lists the folder of the boards, in which only what lies beneath the
// root is read: the folder is not a link, nor is the one that holds it.
func readBoards(root, folder string) ([]fs.DirEntry, error) {
	for _, path := range []string{filepath.Join(root, kanbanFolder), folder} {
		info, err := os.Lstat(path)
		if err != nil {
			return nil, err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return nil, fmt.Errorf("%s is a symbolic link, which is not followed: open the boards in it by their files", path)
		}
	}
	return os.ReadDir(folder)
}

// isRoot reports whether a folder is a Hermes root.
func isRoot(p *source.Probe) bool {
	if p.Holds(dbName) {
		return true
	}
	if info, err := os.Stat(filepath.Join(p.Path, kanbanFolder, boardsFolder)); err == nil && info.IsDir() {
		return true
	}
	return filepath.Base(p.Path) == homeFolder && p.Holds(configName)
}

// rootOf is the Hermes root to which a database file belongs.
func rootOf(path string) string {
	if slugOf(path) != "" {
		return filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(path))))
	}
	return filepath.Dir(path)
}
