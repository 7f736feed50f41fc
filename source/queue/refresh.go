package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/watch"
)

const (
	// portion is how many tasks one Refresh reads at most.
	portion = 500
	// backlog is how many changes may wait before listing everything again is the
	// shorter way. The file keeps more of them.
	backlog = 10_000
)

// mark is how far Refresh has come.
type mark struct {
	rev int64 // the last change
	// In a file of schema version 1, which keeps no changes:
	event  int64 // the last event
	edited int64 // from when on edits are read, in milliseconds
}

// readMark returns the mark of the file as it is now.
func (l *layout) readMark(ctx context.Context, q sqlitedb.Queryer) (m mark, err error) {
	switch {
	case l.changes:
		m.rev, err = newestChange(ctx, q)
	case l.triggers:
		m, err = readMark1(ctx, q)
	}
	return m, err
}

// news is what has changed after a mark.
type news struct {
	ids  []string
	mark mark // after it
	more bool // it is not all
	lost bool // it cannot be told, or is so much that listing everything is the shorter way
}

// Refresh returns what changed since the last Refresh, or since Open. In a file
// without the triggers of the schema every commit is a Reset.
func (s *queue) Refresh(ctx context.Context, _ watch.Signal) (source.Delta, error) {
	ctx, done := s.until(ctx)
	defer done()
	delta, err := s.refresh(ctx)
	if err != nil {
		return source.Delta{}, fmt.Errorf("%s: %w", s.path, err)
	}
	return delta, nil
}

func (s *queue) refresh(ctx context.Context) (source.Delta, error) {
	change, err := s.db.Changed(ctx)
	switch {
	case err != nil:
		return source.Delta{}, err
	case change.Replaced, change.Data && !s.layout.triggers:
		s.stale = true
	case change.Data:
		s.unread = true
	}
	switch {
	case s.stale:
		return s.restart(ctx)
	case s.unread:
		return s.readChanges(ctx)
	}
	return source.Delta{}, nil
}

// restart begins again with a file of which nothing read earlier holds. The need
// for it is remembered until it succeeds, since such a change is reported only
// once.
func (s *queue) restart(ctx context.Context) (source.Delta, error) {
	s.stale = true
	if err := s.start(ctx); err != nil {
		return source.Delta{}, err
	}
	s.stale, s.unread = false, false
	return source.Delta{Reset: true}, nil
}

// readChanges reads one portion of what is new.
func (s *queue) readChanges(ctx context.Context) (source.Delta, error) {
	var delta source.Delta
	var now news
	other := false
	err := s.db.ReadPart(ctx, &s.pace, portion, func(ctx context.Context, q sqlitedb.Queryer, most int) error {
		delta = source.Delta{}
		var schema int64
		if err := q.QueryRowContext(ctx, `PRAGMA schema_version`).Scan(&schema); err != nil {
			return err
		}
		if other = schema != s.layout.schema; other {
			return nil
		}
		read := readNews
		if !s.layout.changes {
			read = readNews1
		}
		var err error
		if now, err = read(ctx, q, s.mark, most); err != nil {
			return err
		}
		delta.Reset, delta.More = now.lost, now.more
		if delta.Cases, err = s.load(ctx, q, now.ids, forList); err != nil {
			return err
		}
		delta.Removed = missing(now.ids, delta.Cases)
		return nil
	})
	if err != nil {
		return source.Delta{}, err
	}
	if other {
		return s.restart(ctx)
	}
	s.mark, s.unread = now.mark, now.more
	return delta, nil
}

// readNews reads the changes after a mark, of so many tasks at most.
func readNews(ctx context.Context, q sqlitedb.Queryer, m mark, most int) (news, error) {
	newest, err := newestChange(ctx, q)
	// A smaller number than before: an older copy of the file was restored.
	if err != nil || newest < m.rev || newest-m.rev > backlog {
		return news{mark: mark{rev: newest}, lost: true}, err
	}
	ids, rev, err := changedTasks(ctx, q, m.rev, most)
	return news{ids: ids, mark: mark{rev: rev}, more: rev < newest}, err
}

// newestChange is the number of the last change; 0 when there is none.
func newestChange(ctx context.Context, q sqlitedb.Queryer) (int64, error) {
	var c cell
	if err := q.QueryRowContext(ctx, `SELECT max(rev) FROM changes`).Scan(&c); err != nil {
		return 0, err
	}
	n, _ := c.number()
	return n, nil
}

// changedTasks returns the tasks of the changes after rev, at most so many, and the
// number of the last change that was read.
func changedTasks(ctx context.Context, q sqlitedb.Queryer, rev int64, most int) (ids []string, last int64, err error) {
	known := map[string]bool{}
	last = rev
	var number, task cell
	err = each(ctx, q, `SELECT rev, task_id FROM changes WHERE rev > ? ORDER BY rev`, []any{rev}, []any{&number, &task}, func() error {
		id := task.text()
		if !known[id] && len(ids) == most {
			return errEnough
		}
		if !known[id] {
			known[id] = true
			ids = append(ids, id)
		}
		last, _ = number.number()
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return ids, last, err
}

// errEnough ends a query whose further rows are not needed.
var errEnough = errors.New("enough")

// missing returns the ids that no case has.
func missing(ids []string, cases []model.Case) []string {
	found := make(map[string]bool, len(cases))
	for i := range cases {
		found[cases[i].Task.ID] = true
	}
	return slices.DeleteFunc(ids, func(id string) bool { return found[id] })
}
