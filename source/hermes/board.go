package hermes

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// board is one open kanban.db.
type board struct {
	store   *sqlsource.Store
	env     *env
	slug    string // empty for a file that was opened alone
	prefix  string // before every id of the board: empty, or the slug and a slash
	seq     int64  // added to event ids, which only a board keeps unique
	path    string
	logs    string // folder of the workers' logs
	schema  *schema
	logged  bool                // the folder of logs existed when it was last looked at
	indexed map[string]bool     // columns by which tasks were looked for
	folders map[string][]string // tasks by the folders that they were seen to get
	pace    sqlitedb.Pace       // of reading the events of a task that has very many
	digests map[string]*digest  // by the id of the task
	made    map[string]*digest  // made for the read that comes next
	loaded  *loader             // the last read
}

// seqBits leaves room for 2^48 events of a board.
const seqBits = 48

// logFolder is where the workers of a board write: beside the database of a
// named board, under kanban/ for the default one (hermes kanban_db.py,
// worker_log_path).
func logFolder(path string) string {
	dir := filepath.Dir(path)
	if slugOf(path) != "" {
		return filepath.Join(dir, "logs")
	}
	return filepath.Join(dir, "kanban", "logs")
}

// slugOf returns the name of the board at path if it lies where Hermes keeps
// its named boards, else the empty string.
func slugOf(path string) string {
	dir := filepath.Dir(path)
	boards := filepath.Dir(dir)
	if filepath.Base(boards) != "boards" || filepath.Base(filepath.Dir(boards)) != "kanban" || !isSlug(filepath.Base(dir)) {
		return ""
	}
	return filepath.Base(dir)
}

// ownSlug is the name by which Hermes knows the board; empty when the file lies
// where Hermes keeps none.
func (b *board) ownSlug() string {
	if b.slug == "" && slugOf(b.path) == "" && filepath.Base(b.path) == dbName {
		return defaultSlug
	}
	return cmp.Or(b.slug, slugOf(b.path))
}

// isSlug reports whether a folder's name is that of a board (hermes
// kanban_db.py, ^[a-z0-9][a-z0-9\-_]{0,63}$); _archived is none.
func isSlug(name string) bool {
	if name == "" || len(name) > 64 || name[0] == '-' || name[0] == '_' {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

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
