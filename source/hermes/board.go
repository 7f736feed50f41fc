package hermes

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/sqlitedb"
)

// board is one open kanban.db.
type board struct {
	slug    string // empty for a file that was opened alone
	prefix  string // before every id of the board: empty, or the slug and a slash
	seq     int64  // added to event ids, which only a board keeps unique
	path    string
	logs    string // folder of the workers' logs
	db      *sqlitedb.DB
	schema  *schema
	seen    position
	pace    pace
	where   whereabouts
	stale   bool               // nothing read earlier holds; start must be called
	logged  bool               // the folder of logs existed when it was last looked at
	missed  bool               // a listing had to leave it out
	crowd   int                // a task with more events than that has a digest
	digests map[string]*digest // by the id of the task
	lost    error              // why the board could not be read last time; nil when it could
}

// pace is how many rows of each kind are read in one transaction where that
// keeps Hermes from committing.
type pace struct{ tasks, events, near, prints, crowd, told sqlitedb.Pace }

// seqBits leaves room for 2^48 events of a board.
const seqBits = 48

// openBoard opens a board's file. It fails with errNoBoard in its chain when
// the file is a placeholder or something else. A locked file is waited for as
// long as busy says, 0 leaving that to sqlitedb.
func openBoard(ctx context.Context, slug, path string, ordinal int64, busy time.Duration) (*board, error) {
	db, err := sqlitedb.Open(ctx, path, sqlitedb.Options{BusyTimeout: busy})
	if errors.Is(err, sqlitedb.ErrEmpty) {
		return nil, fmt.Errorf("%s %w: it is an empty placeholder", path, errNoBoard)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot open the Hermes board: %w", err)
	}
	b := &board{slug: slug, seq: ordinal << seqBits, path: path, logs: logFolder(path), db: db, crowd: eventsPlain}
	if slug != "" {
		b.prefix = slug + "/"
	}
	if err := b.start(ctx); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// start reads the schema and takes the position from which Refresh will tell
// changes. It is called again when nothing read earlier can be relied on.
func (b *board) start(ctx context.Context) error {
	indexes := b.db.NewIndexes()
	err := b.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		s, err := readSchema(ctx, q, indexes)
		if err != nil {
			return err
		}
		b.schema = s
		b.seen, err = s.position(ctx, q)
		return err
	})
	if errors.Is(err, errNoBoard) {
		return fmt.Errorf("%s %w: it has no table of tasks like Hermes'", b.path, errNoBoard)
	}
	if err != nil {
		return fmt.Errorf("cannot read the Hermes board: %w", err)
	}
	b.stale, b.missed = false, false
	b.where = whereabouts{}
	b.digests = map[string]*digest{}
	b.lookForLogs()
	return nil
}

func (b *board) close() error { return b.db.Close() }

// key orders boards by name, the default one first.
func (b *board) key() string {
	if b.slug == defaultSlug {
		return ""
	}
	return b.slug
}

// name is what messages call the board.
func (b *board) name() string {
	if b.slug == "" {
		return filepath.Base(b.path)
	}
	return "board " + b.slug
}

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
