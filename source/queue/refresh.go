package queue

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

const (
	// portion is how many events, and how many edits, one Refresh reads.
	portion = 500
	// backlog is how many events may wait before listing everything again is
	// the shorter way.
	backlog = 5000
	// maxTies is how many tasks that changed in the newest millisecond are
	// remembered, so as not to report them twice.
	maxTies = 64
	// crowded is how many tasks that changed in one millisecond were changed by
	// one statement, so that no further commit can belong to it.
	crowded = 1000
)

// mark is how far Refresh has come. Within one file both cursors only ever
// grow in the order of commits, since there is one writer at a time.
type mark struct {
	event int64 // the newest event that was read
	// updated and id are the last edit that was read.
	updated int64
	id      string                // empty: everything of that millisecond is read again
	more    bool                  // the last portion of edits was not all
	ties    map[string]model.Case // what was reported of the millisecond updated
	census  census
}

// readMark takes the present as known.
func readMark(ctx context.Context, q sqlitedb.Queryer, l *layout) (mark, error) {
	m := mark{ties: map[string]model.Case{}}
	var err error
	if l.hasEvents() {
		if m.event, err = newestEvent(ctx, q); err != nil {
			return m, err
		}
	}
	if l.triggers {
		var newest cell
		if err := q.QueryRowContext(ctx, `SELECT max(updated_at) FROM tasks`).Scan(&newest); err != nil {
			return m, err
		}
		m.updated, _ = newest.number()
		if err := m.settleTies(ctx, q); err != nil {
			return m, err
		}
	}
	return m, nil
}

// settleTies decides whether the newest millisecond is read again next time.
func (m *mark) settleTies(ctx context.Context, q sqlitedb.Queryer) error {
	var n int
	var last cell
	err := q.QueryRowContext(ctx, `SELECT count(*), max(id) FROM (SELECT id FROM tasks WHERE updated_at = ?1 ORDER BY id DESC LIMIT ?2)`,
		m.updated, crowded).Scan(&n, &last)
	m.id = ""
	if n == crowded {
		m.id = last.text()
	}
	return err
}

func newestEvent(ctx context.Context, q sqlitedb.Queryer) (int64, error) {
	var c cell
	if err := q.QueryRowContext(ctx, `SELECT max(id) FROM events`).Scan(&c); err != nil {
		return 0, err
	}
	n, _ := c.number()
	return n, nil
}

// Refresh returns what changed since the last Refresh, or since Open.
func (s *queue) Refresh(ctx context.Context) (source.Delta, error) {
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
	case change.Replaced:
		s.stale = true
	case change.Data && !s.layout.triggers:
		s.stale = true
	case change.Data:
		s.unread = true
	}
	switch {
	case s.stale: // kept until it succeeds: the change is reported only once
		if err := s.start(ctx); err != nil {
			return source.Delta{}, err
		}
		s.stale, s.unread = false, false
		return source.Delta{Reset: true}, nil
	case s.unread || s.mark.more || s.mark.census.due(time.Now()):
		return s.readChanges(ctx)
	}
	return s.lookAtWorkers(ctx)
}

// readChanges reads one portion of what is new.
func (s *queue) readChanges(ctx context.Context) (source.Delta, error) {
	var delta source.Delta
	var next mark
	err := s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		delta, next = source.Delta{}, s.mark
		next.ties = map[string]model.Case{}
		lost, err := next.lost(ctx, q)
		if err != nil {
			return err
		}
		if lost {
			delta.Reset = true
			next, err = readMark(ctx, q, s.layout)
			return err
		}
		var ids idSet
		moreEvents, err := next.readEvents(ctx, q, &ids)
		if err != nil {
			return err
		}
		if err := next.readEdits(ctx, q, &ids); err != nil {
			return err
		}
		delta.More = moreEvents || next.more
		if !delta.More {
			if delta.Reset, err = next.census.count(ctx, q, time.Now()); err != nil {
				return err
			}
		}
		cases, err := s.load(ctx, q, ids.order, forList)
		if err != nil {
			return err
		}
		s.settle(&delta, &next, ids.order, cases)
		return nil
	})
	if err != nil {
		return source.Delta{}, err
	}
	s.mark, s.unread = next, delta.More
	for _, id := range delta.Removed {
		delete(s.local, id)
	}
	s.watchWorkers(delta.Cases)
	return delta, nil
}

// lost reports whether so much has changed that listing everything again is
// the shorter way, or whether the history was cut so that nothing follows from it.
func (m *mark) lost(ctx context.Context, q sqlitedb.Queryer) (bool, error) {
	newest, err := newestEvent(ctx, q)
	if err != nil {
		return false, err
	}
	if newest < m.event || newest > m.event+backlog {
		return true, nil
	}
	var edits int
	err = q.QueryRowContext(ctx, `SELECT count(*) FROM (SELECT 1 FROM tasks WHERE (updated_at, id) > (?1, ?2) LIMIT ?3)`,
		m.updated, m.id, backlog+1).Scan(&edits)
	return edits > backlog, err
}

// settle fills the delta with what was loaded, without what was reported
// before exactly so.
func (s *queue) settle(delta *source.Delta, next *mark, ids []string, cases []model.Case) {
	found := make(map[string]bool, len(cases))
	for _, c := range cases {
		found[c.Task.ID] = true
		if c.Task.Updated.UnixMilli() == next.updated && len(next.ties) < maxTies {
			next.ties[c.Task.ID] = c
		}
		if known, ok := s.mark.ties[c.Task.ID]; ok && reflect.DeepEqual(known, c) {
			continue
		}
		delta.Cases = append(delta.Cases, c)
	}
	for _, id := range ids {
		if !found[id] {
			delta.Removed = append(delta.Removed, id)
		}
	}
}

// readEvents collects the tasks of new events and reports whether there are more.
func (m *mark) readEvents(ctx context.Context, q sqlitedb.Queryer, ids *idSet) (more bool, err error) {
	var id, task, kind, to cell
	n := 0
	err = each(ctx, q, `SELECT id, task_id, kind, to_state FROM events WHERE id > ? ORDER BY id LIMIT ?`,
		[]any{m.event, portion}, []any{&id, &task, &kind, &to}, func() error {
			n++
			m.event, _ = id.number()
			ids.add(task.text())
			m.census.note(kind.text(), to.text())
			return nil
		})
	return n == portion, err
}

// readEdits collects the tasks that were edited. The newest millisecond is
// read again each time, because its commits may go on.
func (m *mark) readEdits(ctx context.Context, q sqlitedb.Queryer, ids *idSet) error {
	// No id is empty, so that an empty one stands before the whole millisecond.
	const query = `SELECT id, updated_at FROM tasks WHERE (updated_at, id) > (?1, ?2) ORDER BY updated_at, id LIMIT ?3`
	n := 0
	var id, updated cell
	err := each(ctx, q, query, []any{m.updated, m.id, portion}, []any{&id, &updated}, func() error {
		n++
		m.updated, _ = updated.number()
		m.id = id.text()
		ids.add(m.id)
		return nil
	})
	if m.more = n == portion; m.more || err != nil {
		return err
	}
	return m.settleTies(ctx, q)
}

// idSet is a set of ids in the order of their arrival.
type idSet struct {
	order []string
	known map[string]bool
}

func (s *idSet) add(id string) {
	if s.known == nil {
		s.known = map[string]bool{}
	}
	if !s.known[id] {
		s.known[id] = true
		s.order = append(s.order, id)
	}
}
