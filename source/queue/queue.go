package queue

import (
	"context"
	"path/filepath"
	"strconv"

	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// format is one queue file on disk.
type format struct {
	path    string   // as the operator gave it
	root    string   // the absolute folder that log paths are relative to
	host    []string // this machine, whose workers an action may find to be gone
	options source.Options
}

func open(ctx context.Context, path string, o source.Options) (source.Source, error) {
	f := &format{path: path, options: o, host: []string{source.Here()}}
	return sqlsource.Open(ctx, sqlsource.Config{Kind: Kind, Path: path, Format: f})
}

// backlog is less than the entries that the table of changes keeps.
const backlog = 10_000

// lookups are the tables and columns by which rows are searched.
var lookups = [][2]string{{"runs", "task_id"}, {"events", "task_id"}, {"links", "parent_id"}, {"links", "child_id"}}

// Start reads the layout of the file.
func (f *format) Start(ctx context.Context, q sqlitedb.Queryer, s *sqlsource.Store) (sqlsource.Queue, error) {
	l, err := readLayout(ctx, q)
	if err != nil {
		return nil, err
	}
	f.root = filepath.Dir(s.Info().Target)
	if err := s.Indexes.RequireAll(ctx, q, lookups); err != nil {
		return nil, err
	}
	one := &file{format: f, layout: l, store: s}
	if l.summed {
		one.recents = newRecents()
	}
	log := sqlsource.TableLog{Table: "events", Number: "id", Task: "task_id", Backlog: backlog}
	switch {
	case l.changes:
		log.Table, log.Number = "changes", "rev"
	case !l.triggers || l.keyed:
		return one, nil
	}
	return &logged{one, log}, nil
}

// file is one queue file as it was started. It has no log without the triggers of the
// schema, or where events miss changes and rows have no numbers to be compared by.
type file struct {
	*format
	*layout
	store *sqlsource.Store
	// linkedTo has the tasks that depend on others, and those, during a long listing; nil: the
	// index of the links tells.
	linkedTo *sqlsource.Sieve
	// histories has the tasks whose events say something, during a long listing; nil: the index of
	// the events tells.
	histories *sqlsource.GroupSieve
	recents   *recents // of the tasks that were read last; nil: none are kept
}

// phases are the states in the order in which they are listed; the states of one
// phase are listed together, newest first.
var phases = append(sqlsource.PhaseOfEach(true, "active", "blocked", "queued", "scheduled", "failed"),
	sqlsource.Phase{Statuses: []string{"done", "cancelled"}, Newest: true})

// Shape describes the table of tasks. A file without the schema's triggers may
// lack its constraints too, and hold states that nobody knows.
func (f *file) Shape() *sqlsource.Shape {
	version := "not recorded"
	if f.version > 0 {
		version = strconv.FormatInt(f.version, 10)
	}
	s := &sqlsource.Shape{
		Table: "tasks", ID: "t.id", Status: "t.state", Phases: phases, Order: "t.updated_at", NoRowids: f.keyed,
		Unsorted: f.unsorted, Lacks: "tasks(state, updated_at)", UndoNote: undoNote,
		Facts: []source.Fact{{Name: "schema version", Value: version}},
	}
	if f.changes && !f.summed {
		s.Facts = append(s.Facts, source.Fact{
			Name: "missing index", Value: "events(task_id, id, kind): in a long listing the events of each task are looked up; notdone init --upgrade adds it",
		})
	}
	if f.Has("tasks", "title") {
		s.Title = "t.title"
	}
	if f.Has("tasks", "updated_at") {
		s.Stamp = "t.updated_at"
	}
	if f.hasRuns() {
		s.Ways = append(s.Ways, f.tasksOfRun, f.tasksOfLog)
	}
	if !f.triggers {
		s.Phases = append(phases[:len(phases):len(phases)], sqlsource.Phase{Newest: true})
		s.ReadOnly = "the file lacks the triggers that write its history: nobody could see what was done"
	}
	return s
}

// tasksOfRun returns the task of a run.
func (f *file) tasksOfRun(ctx context.Context, name string) ([]string, error) {
	return f.store.Strings(ctx, `SELECT t.id FROM runs r JOIN tasks t ON t.id = r.task_id WHERE r.id = CAST(?1 AS INTEGER) AND CAST(r.id AS TEXT) = ?1`, name)
}

// tasksOfLog returns the tasks whose runs name the log, two of them at most.
func (f *file) tasksOfLog(ctx context.Context, path string) ([]string, error) {
	rel, err := filepath.Rel(f.root, path)
	if err != nil || !filepath.IsAbs(path) || !f.Has("runs", "log_path") {
		return nil, nil //nolint:nilerr // a path with nothing in common is no log of this queue
	}
	return f.store.Strings(ctx, `SELECT DISTINCT t.id FROM runs r JOIN tasks t ON t.id = r.task_id WHERE r.log_path IN (?, ?) LIMIT 2`,
		path, filepath.ToSlash(rel))
}

// logged is a file with a table that numbers what happens to its tasks: the changes
// of the present schema, or the events of version 1.
type logged struct {
	*file
	sqlsource.TableLog
}

// maxChildren bounds the tasks that are read again because one that they wait for changed.
const maxChildren = 1_000

// Since adds the tasks that wait for one that changed: their cases show its state.
func (l *logged) Since(ctx context.Context, q sqlitedb.Queryer, after int64, most int) (sqlsource.Entries, error) {
	e, err := l.TableLog.Since(ctx, q, after, most)
	if err != nil || len(e.IDs) == 0 || !l.Has("links", "parent_id", "child_id") {
		return e, err
	}
	children, err := sqlsource.Strings(ctx, q, "SELECT DISTINCT t.id FROM json_each(?1) j CROSS JOIN "+
		l.store.Indexes.Join("links", "l", "parent_id", "j.value")+
		" JOIN tasks t ON t.id = l.child_id WHERE t.state IN ('queued', 'scheduled') LIMIT "+strconv.Itoa(maxChildren), sqlsource.List(e.IDs))
	e.IDs = append(e.IDs, children...)
	return e, err
}

// Shape adds that an edit in a file of version 1 leaves no event and is found by
// comparing.
func (l *logged) Shape() *sqlsource.Shape {
	s := l.file.Shape()
	for _, column := range l.columns("tasks") {
		if !l.changes {
			s.Marks = append(s.Marks, sqlsource.Ends(`t."`+column+`"`, forList.title))
		}
	}
	return s
}
