package hermes

import (
	"context"
	"slices"

	"notdone/source/sqlitedb"
)

// resuming are the events of which the newest tells where a task goes on
// (hermes kanban_db.py, _resume_status_from_events).
var resuming = literals([]string{
	evBlocked, evBlockLoop, evDependencyWait, evGaveUp, "spawn_auto_blocked", evUnblocked, evChangesRequested, evReviewReopened,
	evStatus, evReclaimed, evStale, evTimedOut, evCrashed, evSpawnFailed, evRateLimited,
})

// standingEvents lists the deciding events, under their old names too.
var standingEvents = func() string {
	names := sortedKeys(deciding)
	for old, now := range legacy {
		if _, ok := deciding[now]; ok {
			names = append(names, old)
		}
	}
	slices.Sort(names)
	return literals(names)
}()

func (s *scene) readMarks(ctx context.Context, tx sqlitedb.Tx, id string, bound int64) error {
	var resume mark
	for _, m := range []struct {
		into  *mark
		kinds string
	}{
		{&resume, resuming},
		{&s.why, standingEvents},
		{&s.hold, literals([]string{evBlocked, evUnblocked})},
		{&s.gaveUp, literals([]string{evGaveUp, "spawn_auto_blocked"})},
	} {
		var err error
		if *m.into, err = newestMark(ctx, tx, id, m.kinds, bound); err != nil {
			return err
		}
	}
	s.resume = resumes(resume.payload)
	s.retry = stReady
	if run := s.task.num("current_run_id"); run != 0 && s.has(tabEvents, "run_id") {
		claim, err := markOf(ctx, tx, "SELECT id, kind, payload FROM task_events WHERE task_id = ? AND kind = 'claimed' AND run_id = ? ORDER BY id DESC LIMIT 1", id, run)
		if err != nil {
			return err
		}
		var p phase
		if decode(claim.payload, &p); p.Source == stReview {
			s.retry = stReview
		}
	}
	var err error
	s.last, err = lastEventOf(ctx, tx, id)
	return err
}

// phase holds the keys by which an event says where a task goes on.
type phase struct {
	Resume string `json:"resume_status"`
	Retry  string `json:"retry_status"`
	Source string `json:"source_status"`
}

// resumes reads where the payload of an event says that its task goes on.
func resumes(payload string) string {
	var p phase
	decode(payload, &p)
	if p.Resume == stReview || p.Retry == stReview || p.Source == stReview {
		return stReview
	}
	return stReady
}

// newestMark reads the newest event of the kinds, which are SQL literals.
func newestMark(ctx context.Context, tx sqlitedb.Tx, id, kinds string, bound int64) (mark, error) {
	where := ""
	args := []any{id}
	if bound > 0 {
		where = " AND id < ?"
		args = append(args, bound)
	}
	return markOf(ctx, tx, "SELECT id, kind, payload FROM task_events WHERE task_id = ? AND kind IN ("+kinds+")"+where+" ORDER BY id DESC LIMIT 1", args...)
}

func markOf(ctx context.Context, tx sqlitedb.Tx, query string, args ...any) (m mark, err error) {
	err = scanRows(ctx, tx, 3, func(v []any) {
		m = mark{id: number(v[0]), kind: text(v[1]), payload: text(v[2])}
		if now, ok := legacy[m.kind]; ok {
			m.kind = now
		}
	}, query, args...)
	return m, err
}

// lastEventOf is the id of the newest event of a task. What the dispatcher
// writes on every tick about a task that it leaves alone does not count.
func lastEventOf(ctx context.Context, tx sqlitedb.Tx, id string) (int64, error) {
	m, err := markOf(ctx, tx, "SELECT id, kind, NULL FROM task_events WHERE task_id = ? AND kind <> ? ORDER BY id DESC LIMIT 1", id, evRespawnGuarded)
	return m.id, err
}
