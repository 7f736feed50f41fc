package queue

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// phases are the states in the order in which they are listed; the states of
// one phase are listed together, newest first.
var phases = [][]string{{"active"}, {"blocked"}, {"queued"}, {"scheduled"}, {"failed"}, {"done", "cancelled"}}

// position is where a listing has come to: the last task that was listed.
type position struct {
	phase  int
	newest int64
	id     string
}

// before is the position before the first task of a phase.
func before(phase int) position { return position{phase: phase, newest: math.MaxInt64} }

func (p position) cursor() source.Cursor {
	return source.Cursor(fmt.Sprintf("%d:%d:%s", p.phase, p.newest, p.id))
}

func parseCursor(c source.Cursor) (position, error) {
	if c == "" {
		return before(0), nil
	}
	phase, rest, _ := strings.Cut(string(c), ":")
	newest, id, found := strings.Cut(rest, ":")
	p := position{id: id}
	var err1, err2 error
	p.phase, err1 = strconv.Atoi(phase)
	p.newest, err2 = strconv.ParseInt(newest, 10, 64)
	if err1 != nil || err2 != nil || !found || p.phase < 0 || p.phase > len(phases) {
		return position{}, fmt.Errorf("not a cursor of this listing: %.80q", string(c))
	}
	return p, nil
}

// List returns a page of tasks: active, blocked, queued, scheduled and failed
// ones, then those that are over; in each the newest first.
func (s *queue) List(ctx context.Context, query source.Query) (source.Page, error) {
	from, err := parseCursor(query.After)
	if err != nil {
		return source.Page{}, err
	}
	limit := max(query.Limit, 1)
	var page source.Page
	for at, more := from, true; more && len(page.Cases) < limit; {
		var cases []model.Case
		var next position
		err := s.readPart(ctx, limit-len(page.Cases), func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
			var ids []string
			if ids, next, err = s.listIDs(ctx, q, at, most); err != nil {
				return err
			}
			more = len(ids) == most
			cases, err = s.load(ctx, q, ids, forList)
			return err
		})
		if err != nil {
			return source.Page{}, fmt.Errorf("%s: %w", s.path, err)
		}
		page.Cases = append(page.Cases, cases...)
		if at, page.Next = next, ""; more {
			page.Next = at.cursor()
		}
	}
	return page, nil
}

// listIDs returns the ids that follow a position, at most so many, and the
// position after them.
func (s *queue) listIDs(ctx context.Context, q sqlitedb.Queryer, at position, most int) (ids []string, next position, err error) {
	for last := s.lastPhase(); at.phase <= last; at = before(at.phase + 1) {
		if err := s.listPhase(ctx, q, &at, most-len(ids), &ids); err != nil || len(ids) == most {
			return ids, at, err
		}
	}
	return ids, at, nil
}

// lastPhase is the last phase there is. A file without the schema's triggers
// may lack its constraints too, and hold states that nobody knows.
func (s *queue) lastPhase() int {
	if s.layout.triggers {
		return len(phases) - 1
	}
	return len(phases)
}

// listPhase appends the ids that follow at, and moves at to the last of them.
func (s *queue) listPhase(ctx context.Context, q sqlitedb.Queryer, at *position, limit int, ids *[]string) error {
	newest := s.layout.newest()
	one := func(where string) string {
		return "SELECT id, newest FROM (SELECT t.id AS id, " + newest + " AS newest FROM tasks t WHERE " + where +
			" AND (" + newest + ", t.id) < (?1, ?2) ORDER BY " + newest + " DESC, t.id DESC LIMIT ?3)"
	}
	var parts []string
	if at.phase < len(phases) {
		for _, state := range phases[at.phase] {
			parts = append(parts, one("t.state = '"+state+"'"))
		}
	} else {
		known := make([]string, 0, len(states))
		for state := range states {
			known = append(known, "'"+state+"'")
		}
		parts = append(parts, one("coalesce(t.state, '') NOT IN ("+strings.Join(known, ", ")+")"))
	}
	var id, when cell
	query := strings.Join(parts, " UNION ALL ") + " ORDER BY newest DESC, id DESC LIMIT ?3"
	return each(ctx, q, query, []any{at.newest, at.id, limit}, []any{&id, &when}, func() error {
		at.id = id.text()
		at.newest, _ = when.number()
		*ids = append(*ids, at.id)
		return nil
	})
}
