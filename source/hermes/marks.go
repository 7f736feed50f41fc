package hermes

import (
	"context"
	"fmt"
	"math"
	"strings"

	"notdone/source/sqlitedb"
)

// readMarks finds the events that decide something in one pass over the task's
// events, of which there can be very many. Those from bound on are left out but
// for the newest of all; 0 is no bound.
func (s *scene) readMarks(ctx context.Context, q sqlitedb.Queryer, id string, bound int64) error {
	s.resume, s.retry = stReady, stReady
	if !s.has(tabEvents, "id") {
		return nil
	}
	if bound == 0 {
		bound = math.MaxInt64
	}
	newest := func(when string) string { return "max(CASE WHEN " + when + " THEN id END)" }
	of := func(names ...string) string { return newest("id < ?1 AND kind IN (" + literals(names...) + ")") }
	claim := "NULL"
	if s.has(tabEvents, "run_id") {
		claim = newest("kind = 'claimed' AND run_id = ?2")
	}
	cells := make([]any, 5)
	// What the dispatcher writes on every tick about a task that it leaves alone
	// does not count as its newest event.
	err := q.QueryRowContext(ctx, "SELECT "+strings.Join([]string{
		of(namesWith(resuming)...), of(namesWith(decides)...), of(evBlocked, evUnblocked), claim, newest("kind <> '" + evRespawnGuarded + "'"),
	}, ", ")+" FROM task_events WHERE task_id = ?3", bound, s.task.num("current_run_id"), id).Scan(&cells[0], &cells[1], &cells[2], &cells[3], &cells[4])
	if err != nil {
		return fmt.Errorf("cannot read the events of %s: %w", id, err)
	}
	var resume, claimed mark
	for i, into := range []*mark{&resume, &s.why, &s.hold, &claimed} {
		if *into, err = markOf(ctx, q, number(cells[i])); err != nil {
			return err
		}
	}
	s.last = number(cells[4])
	if !s.rel.phases {
		return nil
	}
	s.resume = resumes(resume.payload)
	var p phase
	if decode(claimed.payload, &p); p.Source == stReview && s.task.num("current_run_id") != 0 {
		s.retry = stReview
	}
	return nil
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

// markOf reads one event; 0 is none. A payload that no release of Hermes would
// write is left out.
func markOf(ctx context.Context, q sqlitedb.Queryer, id int64) (m mark, err error) {
	if id == 0 {
		return mark{}, nil
	}
	err = each(ctx, q, func(v []any) {
		m = mark{id: id, kind: text(v[0]), payload: text(v[1])}
		if now, ok := legacy[m.kind]; ok {
			m.kind = now
		}
	}, "SELECT kind, "+small("payload")+" FROM task_events WHERE id = ?", id)
	return m, err
}
