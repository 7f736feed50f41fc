package queue

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/watch"
)

// queue is one open queue file.
type queue struct {
	path    string // as the operator gave it
	root    string // the absolute folder that log paths are relative to
	db      *sqlitedb.DB
	options source.Options
	ended   context.Context
	end     context.CancelFunc

	host   string // this machine, whose workers an action may find to be gone; empty: unknown
	layout *layout
	mark   mark // how far Refresh has come
	stale  bool // everything must be listed again, and nobody was told yet
	unread bool // there is something after mark
	pace   sqlitedb.Pace
}

var _ source.Actor = (*queue)(nil)

func open(ctx context.Context, path string, o source.Options) (source.Source, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	db, err := sqlitedb.Open(ctx, path, sqlitedb.Options{})
	if err != nil {
		return nil, err
	}
	s := &queue{path: path, root: filepath.Dir(abs), db: db, options: o}
	if s.host, err = os.Hostname(); err != nil {
		s.host = ""
	}
	if target := db.Info().Target; target != "" {
		s.root = filepath.Dir(target)
	}
	s.ended, s.end = context.WithCancel(context.Background())
	if err := s.start(ctx); err != nil {
		_ = s.Close() // the reason why it could not be opened says more
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// start looks at the file as a new one: its schema, and where Refresh begins.
func (s *queue) start(ctx context.Context) error {
	return s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		l, err := readLayout(ctx, q)
		if err != nil {
			return err
		}
		m, err := l.readMark(ctx, q)
		if err != nil {
			return err
		}
		s.layout, s.mark = l, m
		return nil
	})
}

// Close releases the file and ends what is being read. A second call does nothing.
func (s *queue) Close() error {
	s.end()
	return s.db.Close()
}

// until returns a context that also ends when the source is closed.
func (s *queue) until(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.ended, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// read runs fn in one snapshot of the file.
func (s *queue) read(ctx context.Context, fn func(ctx context.Context, q sqlitedb.Queryer) error) error {
	ctx, done := s.until(ctx)
	defer done()
	return s.db.Read(ctx, fn)
}

// readPart is read for at most so many tasks, fewer where reading them keeps
// others from committing.
func (s *queue) readPart(ctx context.Context, most int, fn func(ctx context.Context, q sqlitedb.Queryer, most int) error) error {
	ctx, done := s.until(ctx)
	defer done()
	return s.db.ReadPart(ctx, &s.pace, most, fn)
}

// Describe says what is open.
func (s *queue) Describe() source.Description {
	info := s.db.Info()
	version := "not recorded"
	if s.layout.version > 0 {
		version = strconv.FormatInt(s.layout.version, 10)
	}
	noticed := "the file and its -wal are watched; what changed is read from its table changes"
	switch {
	case !s.layout.triggers:
		noticed = "it lacks the triggers of the schema: after each change everything is read again"
	case !s.layout.changes:
		noticed = "the file and its -wal are watched; history by event id, edits by updated_at; while one lies ahead of now, everything is read again"
	}
	facts := []source.Fact{
		{Name: "schema version", Value: version},
		{Name: "journal mode", Value: info.JournalMode},
		{Name: "read as", Value: info.Mode.String()},
		{Name: "owner", Value: info.Owner},
		{Name: "changes", Value: noticed},
	}
	if info.NetworkFS != "" {
		facts = append(facts, source.Fact{Name: "file system", Value: info.NetworkFS + " (network)"})
	}
	return source.Description{Kind: Kind, Path: s.path, Facts: facts}
}

// Trouble implements source.Partial: it says when an older copy of the file is
// shown.
func (s *queue) Trouble() error { return s.db.Late() }

// Targets are the paths whose change makes a Refresh worth while.
func (s *queue) Targets() []watch.Target {
	return []watch.Target{{Path: s.path, Database: true}}
}

// Get reads the named tasks again. Ids that do not exist are left out.
func (s *queue) Get(ctx context.Context, ids []string) ([]model.Case, error) {
	var all []model.Case
	ids = slices.Compact(slices.Sorted(slices.Values(ids))) // one that is named twice is read once
	for len(ids) > 0 {
		var cases []model.Case
		read := 0
		err := s.readPart(ctx, min(portion, len(ids)), func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
			read = most
			cases, err = s.load(ctx, q, ids[:read], forList)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.path, err)
		}
		all, ids = append(all, cases...), ids[read:]
	}
	return all, nil
}

// Resolve finds the id of a task by its id, by the id of one of its runs, or by
// the absolute path of a log that only its runs name.
func (s *queue) Resolve(ctx context.Context, name string) (string, error) {
	id, found := "", false
	err := s.read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		id, found = "", false
		first := func(query string, arg any) error {
			return each(ctx, q, query, []any{arg}, []any{&id}, func() error { found = true; return nil })
		}
		if err := first(`SELECT id FROM tasks WHERE id = ?`, name); err != nil || found || !s.layout.hasRuns() {
			return err
		}
		if filepath.IsAbs(name) {
			tasks, err := s.tasksOfLog(ctx, q, name)
			if err == nil && len(tasks) == 1 {
				id, found = tasks[0], true
			}
			return err
		}
		run, err := strconv.ParseInt(name, 10, 64)
		if err != nil || strconv.FormatInt(run, 10) != name {
			return nil //nolint:nilerr // it is no run's id, which is not an error
		}
		return first(`SELECT t.id FROM runs r JOIN tasks t ON t.id = r.task_id WHERE r.id = ?`, run)
	})
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", s.path, err)
	case !found:
		return "", fmt.Errorf("%s: %q: %w", s.path, name, source.ErrNotFound)
	}
	return id, nil
}

// tasksOfLog returns the tasks whose runs name the log, two of them at most.
func (s *queue) tasksOfLog(ctx context.Context, q sqlitedb.Queryer, path string) (tasks []string, err error) {
	rel, err := filepath.Rel(s.root, path)
	if err != nil || !s.layout.has(s.layout.runs, "log_path") {
		return nil, nil //nolint:nilerr // a path with nothing in common is no log of this queue
	}
	var id string
	err = each(ctx, q, `SELECT DISTINCT t.id FROM runs r JOIN tasks t ON t.id = r.task_id WHERE r.log_path IN (?, ?) LIMIT 2`,
		[]any{path, filepath.ToSlash(rel)}, []any{&id}, func() error { tasks = append(tasks, id); return nil })
	return tasks, err
}

// History reads everything that the detail of one task shows.
func (s *queue) History(ctx context.Context, id string) (source.History, error) {
	var cases []model.Case
	err := s.read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		cases, err = s.load(ctx, q, []string{id}, forDetail)
		return err
	})
	if err != nil {
		return source.History{}, fmt.Errorf("%s: %w", s.path, err)
	}
	if len(cases) == 0 {
		return source.History{}, fmt.Errorf("%s: %q: %w", s.path, id, source.ErrNotFound)
	}
	h := source.History{Case: cases[0]}
	for _, e := range h.Case.Events {
		if e.Kind == model.EventCommented {
			h.Comments = append(h.Comments, e)
		}
	}
	return h, nil
}
