package hermes

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// row is one row by column, with the values that SQLite gave. A column that the
// table lacks reads as NULL.
type row map[string]any

func (r row) text(column string) string { return text(r[column]) }
func (r row) num(column string) int64   { return number(r[column]) }

// mark is one event that decides something; its zero value is no event.
type mark struct {
	id      int64
	kind    string
	payload string
}

// name is what people are told of the event; empty when there is none.
func (m mark) name() string {
	if m.id == 0 {
		return ""
	}
	return fmt.Sprintf("event %d (%s)", m.id, m.kind)
}

// scene is everything that an action on one task depends on, as one transaction saw it.
type scene struct {
	now   int64 // unix seconds
	board *board
	rel   release

	sqlsource.Tables
	task   row
	run    row      // the run that current_run_id names; nil: none
	open   []string // parents that hold it up, by id
	resume string   // where the newest events say that it goes on: ready or review
	retry  string   // where its run came from: ready or review
	why    mark     // the newest of the deciding events
	hold   mark     // the newest of blocked and unblocked
	last   int64    // id of its newest event
	below  []*scene // what reopening takes back, by id; none of more than one action takes
	depend int      // how many those are
	guard  guardFacts
	bytes  int64 // see sizeOf
}

// scene is that of a board with these columns, and of no task yet.
func (b *board) scene(t sqlsource.Tables) *scene {
	return &scene{now: b.env.options.Now().Unix(), board: b, Tables: t, rel: releaseOf(t)}
}

// sceneOf reads the scene of another task in the same transaction; nil when there is
// no such task. Events from bound on are left out, so that the past before them
// can be looked at; 0 is no bound.
func (s *scene) sceneOf(ctx context.Context, q sqlitedb.Queryer, id string, bound int64) (*scene, error) {
	task, err := sqlitedb.Row(ctx, q, tabTasks, map[string]any{"id": id})
	if err != nil || task == nil {
		return nil, err
	}
	other := &scene{now: s.now, board: s.board, Tables: s.Tables, rel: s.rel, task: task}
	return other, other.readRest(ctx, q, bound)
}

// readRest reads what belongs to the task's row.
func (s *scene) readRest(ctx context.Context, q sqlitedb.Queryer, bound int64) (err error) {
	if run := s.task.num("current_run_id"); run != 0 && s.Has(tabRuns, "id") {
		if s.run, err = sqlitedb.Row(ctx, q, tabRuns, map[string]any{"id": run}); err != nil {
			return err
		}
	}
	if s.open, err = s.openParents(ctx, q, s.id()); err != nil {
		return err
	}
	return s.readMarks(ctx, q, s.id(), bound)
}

// openParents lists the parents that hold a task up. One whose card is gone
// holds nothing up (hermes kanban_db.py, _parents_satisfied).
func (s *scene) openParents(ctx context.Context, q sqlitedb.Queryer, id string) (open []string, err error) {
	if !s.Has(tabLinks, "child_id") {
		return nil, nil
	}
	err = sqlsource.EachCells(ctx, q, func(v []any) {
		if !s.rel.frees(text(v[1])) {
			open = append(open, text(v[0]))
		}
	}, "SELECT p.id, p.status FROM task_links l JOIN tasks p ON p.id = l.parent_id WHERE l.child_id = ? ORDER BY p.id", id)
	return open, err
}

func (s *scene) id() string     { return s.task.text("id") }
func (s *scene) status() string { return s.task.text("status") }
func (s *scene) lock() string   { return s.task.text("claim_lock") }
func (s *scene) failures() int64 {
	return s.task.num(s.First(tabTasks, "consecutive_failures", "spawn_failures"))
}
func (s *scene) looping() bool  { return s.status() == stTriage && s.why.kind == evBlockLoop }
func (s *scene) runOpen() bool  { return s.run != nil && s.run["ended_at"] == nil }
func (s *scene) comments() bool { return s.Has(tabComments, "body") }
func (s *scene) sticky() bool   { return s.hold.kind == evBlocked }

// worker is who holds the task.
func (s *scene) worker() *holding {
	h := &holding{
		lock: s.lock(), pid: s.task.num("worker_pid"), since: s.task.num("started_at"),
		expires: s.task.num("claim_expires"), heard: s.task.num("last_heartbeat_at"),
	}
	if s.runOpen() {
		h.openRun(s.run.text("claim_lock"), s.run.num("worker_pid"), s.run.num("started_at"), s.run.num("last_heartbeat_at"))
	}
	s.board.env.see(h)
	return h
}

// situation is what decides which actions the task allows.
func (s *scene) situation() *situation {
	r := &record{
		release: s.rel, status: s.status(), lock: s.lock(), open: s.open, below: s.depend, size: s.bytes, holder: *s.worker(),
		here: s.board.env.here, clock: s.board.env.options.Now,
	}
	if s.looping() {
		r.stand.cause = causeLoop
	}
	for _, c := range s.below {
		if c.status() == stRunning {
			r.busy = append(r.busy, busy{c.id(), c.worker()})
		}
	}
	n := r.situation()
	n.scene = s
	return n
}

// readMarks finds the events that decide something in one pass over the task's
// events, of which there can be very many. Those from bound on are left out but
// for the newest of all; 0 is no bound.
func (s *scene) readMarks(ctx context.Context, q sqlitedb.Queryer, id string, bound int64) error {
	s.resume, s.retry = stReady, stReady
	if !s.Has(tabEvents, "id") {
		return nil
	}
	if bound == 0 {
		bound = math.MaxInt64
	}
	newest := func(when string) string { return "max(CASE WHEN " + when + " THEN id END)" }
	of := func(names ...string) string { return newest("id < ?1 AND kind IN (" + literals(names...) + ")") }
	claim := "NULL"
	if s.Has(tabEvents, "run_id") {
		claim = newest("kind = 'claimed' AND run_id = ?2")
	}
	var ids []any
	// What the dispatcher writes on every tick about a task that it leaves alone
	// does not count as its newest event.
	err := sqlsource.EachCells(ctx, q, func(v []any) { ids = slices.Clone(v) }, "SELECT "+strings.Join([]string{
		of(namesWith(resuming)...), of(namesWith(decides)...), of(evBlocked, evUnblocked), claim, newest("kind <> '" + evRespawnGuarded + "'"),
	}, ", ")+" FROM task_events WHERE task_id = ?3", bound, s.task.num("current_run_id"), id)
	if err != nil {
		return fmt.Errorf("cannot read the events of %s: %w", id, err)
	}
	var resume, claimed mark
	for i, into := range []*mark{&resume, &s.why, &s.hold, &claimed} {
		if *into, err = markOf(ctx, q, number(ids[i])); err != nil {
			return err
		}
	}
	if s.last = number(ids[4]); s.rel.phases {
		s.resume, s.retry = resumes(resume.payload), resumes(claimed.payload)
	}
	return nil
}

// resumes reads where the payload of an event says that its task goes on.
func resumes(payload string) string {
	var p struct {
		Resume string `json:"resume_status"`
		Retry  string `json:"retry_status"`
		Source string `json:"source_status"`
	}
	decode(payload, &p)
	if p.Resume == stReview || p.Retry == stReview || p.Source == stReview {
		return stReview
	}
	return stReady
}

// markOf reads one event; 0 is none. A payload that no release of Hermes would
// write is left out.
func markOf(ctx context.Context, q sqlitedb.Queryer, id int64) (m mark, err error) {
	if id == 0 {
		return mark{}, nil
	}
	err = sqlsource.EachCells(ctx, q, func(v []any) {
		m = mark{id: id, kind: text(v[0]), payload: text(v[1])}
		if now, ok := legacy[m.kind]; ok {
			m.kind = now
		}
	}, "SELECT kind, "+small("payload")+" FROM task_events WHERE id = ?", id)
	return m, err
}
