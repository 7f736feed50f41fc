package hermes

import (
	"context"
	"hash/maphash"
	"math"
	"path/filepath"

	"notdone/source/sqlitedb"
)

// whereabouts says which tasks may have a folder or a session, for which Hermes
// keeps no index. Logs ask for many that no task has; those are answered from
// memory. A task that it names still has to be looked at.
type whereabouts struct {
	folders, sessions rowsOf
	newest            int64 // tasks up to this rowid were read
	read              bool
	pace              sqlitedb.Pace
}

// rowsOf are the rowids of tasks by the hash of a text; several stands for more
// than one.
type rowsOf map[uint64]int64

// several is no rowid of a task.
const several = math.MinInt64

// textSeed makes hashes differ between processes.
var textSeed = maphash.MakeSeed()

func (r rowsOf) note(text string, rowid int64) {
	if text == "" || r == nil {
		return
	}
	h := maphash.String(textSeed, text)
	if old, known := r[h]; known && old != rowid {
		rowid = several
	}
	r[h] = rowid
}

// whereaboutsMax is how many tasks are read in one transaction.
const whereaboutsMax = 20000

// catchUp reads the folders and sessions of tasks that are newer than those
// known; the first time of all tasks.
func (b *board) catchUp(ctx context.Context) error {
	w := &b.where
	if !w.read {
		*w = whereabouts{folders: rowsOf{}, sessions: rowsOf{}, newest: math.MinInt64, read: true}
	}
	query := "SELECT t.rowid, " + b.schema.col(tabTasks, "t", "workspace_path") + ", " + b.schema.col(tabTasks, "t", "session_id") +
		" FROM tasks t WHERE t.rowid > ? ORDER BY t.rowid LIMIT ?"
	type row struct {
		rowid           int64
		folder, session string
	}
	for more := true; more; {
		var rows []row
		err := b.store.ReadPart(ctx, &w.pace, whereaboutsMax, func(ctx context.Context, q sqlitedb.Queryer, most int) error {
			rows = rows[:0]
			err := each(ctx, q, func(v []any) {
				rows = append(rows, row{number(v[0]), text(v[1]), text(v[2])})
			}, query, w.newest, most)
			more = len(rows) == most
			return err
		})
		if err != nil {
			return err
		}
		for _, r := range rows {
			w.folders.note(r.folder, r.rowid)
			w.sessions.note(r.session, r.rowid)
			w.newest = r.rowid
		}
	}
	return nil
}

// findFolder finds the tasks whose folder this is. A running task may have got
// its folder a moment ago.
func (b *board) findFolder(ctx context.Context, path string) ([]string, error) {
	if !filepath.IsAbs(path) {
		return nil, nil
	}
	return b.findText(ctx, func(w *whereabouts) rowsOf { return w.folders }, "workspace_path", path, true)
}

// findSession finds the tasks that a session made, which they keep.
func (b *board) findSession(ctx context.Context, session string) ([]string, error) {
	if filepath.IsAbs(session) {
		return nil, nil
	}
	return b.findText(ctx, func(w *whereabouts) rowsOf { return w.sessions }, "session_id", session, false)
}

func (b *board) findText(ctx context.Context, of func(*whereabouts) rowsOf, column, value string, running bool) ([]string, error) {
	if value == "" || !b.schema.columns[tabTasks][column] {
		return nil, nil
	}
	if err := b.catchUp(ctx); err != nil {
		return nil, err
	}
	rowid, known := of(&b.where)[maphash.String(textSeed, value)]
	switch {
	case known && rowid == several:
		return b.store.Strings(ctx, "SELECT id FROM tasks WHERE "+column+" = ?1 LIMIT 3", value)
	case known:
		ids, err := b.store.Strings(ctx, "SELECT id FROM tasks WHERE "+column+" = ?1 AND rowid = ?2", value, rowid)
		if err != nil || len(ids) > 0 || !running {
			return ids, err
		}
	case !running:
		return nil, nil
	}
	return b.store.Strings(ctx, "SELECT id FROM tasks WHERE status = ?2 AND "+column+" = ?1 LIMIT 3", value, stRunning)
}
