package hermes

import (
	"context"
	"path/filepath"
	"slices"

	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// findFolder finds the tasks whose folder this is.
func (b *board) findFolder(ctx context.Context, path string) ([]string, error) {
	if !filepath.IsAbs(path) {
		return nil, nil
	}
	return b.findText(ctx, "workspace_path", path)
}

// findSession finds the tasks that a session made, which they keep.
func (b *board) findSession(ctx context.Context, session string) ([]string, error) {
	if session == "" || filepath.IsAbs(session) {
		return nil, nil
	}
	return b.findText(ctx, "session_id", session)
}

// findText finds the tasks with a text in a column for which Hermes keeps no index:
// logs ask for very many that no task has. A task can get its folder when it is
// started, after the column was indexed. Then it is running, or it was seen to run.
func (b *board) findText(ctx context.Context, column, value string) ([]string, error) {
	if !b.schema.has(tabTasks, column) {
		return nil, nil
	}
	indexes := b.schema.indexes
	if !b.indexed[column] {
		err := b.store.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error { return indexes.Require(ctx, q, tabTasks, column) })
		if err != nil {
			return nil, err
		}
		b.indexed[column] = true
	}
	if err := indexes.Update(ctx); err != nil {
		return nil, err
	}
	return b.store.Strings(ctx, "SELECT t.id FROM (SELECT ?1 AS value) j CROSS JOIN "+indexes.Join(tabTasks, "t", column, "j.value")+
		" UNION SELECT id FROM tasks WHERE status = 'running' AND "+column+" = ?1"+
		" UNION SELECT t.id FROM json_each(?2) s CROSS JOIN tasks t ON t.id = s.value AND t."+column+" = ?1 LIMIT 3",
		value, sqlsource.List(b.folders[value]))
}

// noteFolder remembers the folder of a running task.
func (b *board) noteFolder(t *item) {
	if t.status == stRunning && t.folder != "" && !slices.Contains(b.folders[t.folder], t.id) {
		b.folders[t.folder] = append(b.folders[t.folder], t.id)
	}
}
