package hermes

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
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
func places(root string) (found []sqlsource.File, troubles map[string]error) {
	all := []sqlsource.File{{Group: defaultSlug, Path: filepath.Join(root, dbName)}}
	troubles = map[string]error{}
	folder := filepath.Join(root, kanbanFolder, boardsFolder)
	entries, err := readFolder(filepath.Join(root, kanbanFolder))
	if err == nil {
		entries, err = readFolder(folder)
	}
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
	for _, f := range all {
		info, err := os.Lstat(f.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err == nil && info.Mode()&fs.ModeSymlink != 0:
			troubles[f.Group] = fmt.Errorf("board %s: %s is a symbolic link, which is not followed: open the file that it names", f.Group, f.Path)
		case err != nil:
			troubles[f.Group] = fmt.Errorf("cannot look at board %s: %w", f.Group, err)
		case !info.Mode().IsRegular():
			troubles[f.Group] = fmt.Errorf("board %s: %s: %w", f.Group, f.Path, sqlitedb.ErrNotRegular)
		case info.Size() > 0:
			found = append(found, f)
		}
	}
	return found, troubles
}

// readFolder lists a folder, unless it is a link, which may lead out of the root.
func readFolder(path string) ([]fs.DirEntry, error) {
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		err = fmt.Errorf("%s is a symbolic link, which is not followed: open the boards in it by their files", path)
	}
	if err != nil {
		return nil, err
	}
	return os.ReadDir(path)
}

// isRoot reports whether a folder is a Hermes root.
func isRoot(p *source.Probe) bool {
	return p.Holds(dbName) || isFolder(filepath.Join(p.Path, kanbanFolder, boardsFolder)) ||
		filepath.Base(p.Path) == homeFolder && p.Holds(configName)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// rootOf is the Hermes root to which a database file belongs.
func rootOf(path string) string {
	if slugOf(path) != "" {
		return filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(path))))
	}
	return filepath.Dir(path)
}

// slugOf returns the name of the board at path if it lies where Hermes keeps
// its named boards, else the empty string.
func slugOf(path string) string {
	dir := filepath.Dir(path)
	boards := filepath.Dir(dir)
	if filepath.Base(boards) != boardsFolder || filepath.Base(filepath.Dir(boards)) != kanbanFolder || !isSlug(filepath.Base(dir)) {
		return ""
	}
	return filepath.Base(dir)
}

// isSlug reports whether a folder's name is that of a board (hermes
// kanban_db.py); _archived is none.
var isSlug = regexp.MustCompile(`^[a-z0-9][a-z0-9\-_]{0,63}$`).MatchString

// ownSlug is the name by which Hermes knows the board; empty when the file lies
// where Hermes keeps none.
func (b *board) ownSlug() string {
	if b.slug == "" && slugOf(b.path) == "" && filepath.Base(b.path) == dbName {
		return defaultSlug
	}
	return cmp.Or(b.slug, slugOf(b.path))
}

// usual lists where Hermes keeps its boards under this environment: the file
// that HERMES_KANBAN_DB pins, which beats everything, else the root that all
// profiles share (hermes kanban_db.py, kanban_home).
func usual(env source.Env) []string {
	native := ""
	if env.Home != "" {
		native = filepath.Join(env.Home, homeFolder)
	}
	if path := cmp.Or(env.Path("HERMES_KANBAN_DB"), env.Path("HERMES_KANBAN_HOME"), sharedRoot(env.Path("HERMES_HOME"), native)); path != "" {
		return []string{path}
	}
	return nil
}

// sharedRoot is the root of the boards when HERMES_HOME is set: a profile's
// home never has boards of its own.
func sharedRoot(home, native string) string {
	if home == "" {
		return native
	}
	home = filepath.Clean(home)
	if native != "" && (home == native || strings.HasPrefix(home, native+string(filepath.Separator))) {
		return native
	}
	if profiles := filepath.Dir(home); filepath.Base(profiles) == profilesFolder {
		return filepath.Dir(profiles)
	}
	return home
}

const (
	profilesFolder = "profiles"
	defaultProfile = "default" // every Hermes has it
)

// profiles is the folder of the profiles of the Hermes that the board belongs to.
func (b *board) profiles() string { return filepath.Join(rootOf(b.path), profilesFolder) }

// starts reports whether the dispatcher starts workers for an assignee: only for
// those that have a profile (hermes profiles.py, profile_exists). A board that
// does not lie in a Hermes' home, where its configuration or its profiles are, says
// nothing of its profiles.
func (b *board) starts(assignee string) bool {
	name := strings.ToLower(strings.TrimSpace(assignee))
	_, profiles := os.Stat(b.profiles())
	_, config := os.Stat(filepath.Join(rootOf(b.path), configName))
	if name == "" || name == defaultProfile || profiles != nil && config != nil {
		return true
	}
	return safeName(name) && isFolder(filepath.Join(b.profiles(), name))
}

// logFolder is where the workers of a board write: beside the database of a named
// board, under kanban/ for the default one (hermes kanban_db.py, worker_log_path).
func logFolder(path string) string {
	if slugOf(path) != "" {
		return filepath.Join(filepath.Dir(path), "logs")
	}
	return filepath.Join(filepath.Dir(path), kanbanFolder, "logs")
}

// lookForLogs finds out whether there are logs of workers at all.
func (b *board) lookForLogs() {
	info, err := os.Lstat(b.logs)
	b.logged = err == nil && info.IsDir()
}

// logsOf names the log of a task whose worker ever started, if it exists. All
// runs of a task write into one file.
func (b *board) logsOf(id string, ran bool) []model.LogRef {
	if !b.logged || !ran || !safeName(id) {
		return nil
	}
	name := id + ".log"
	info, err := os.Lstat(b.logs + string(filepath.Separator) + name)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return []model.LogRef{{Root: b.logs, Path: name}}
}

// safeName reports whether an id can be part of a file's name without leaving
// its folder.
func safeName(id string) bool {
	return id != "" && len(id) <= 128 && id[0] != '.' && !strings.ContainsAny(id, "/\\\x00") && fs.ValidPath(id)
}
