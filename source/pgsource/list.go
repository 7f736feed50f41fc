package pgsource

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"notdone/model"
	"notdone/source"
)

// place is a position in a listing: a table, and an ID within one of its two parts, the
// rows that may change and then those that have ended.
type place struct {
	Table int    `json:"t"`
	Ended bool   `json:"f,omitempty"`
	ID    string `json:"i,omitempty"`
	Begun bool   `json:"b,omitempty"`
}

// List returns a page of tasks: of each table those that may change, in the order of their
// IDs, then of each the others, the greatest ID first. A page ends where the second part
// begins: the first frame does not wait for the history.
func (s *Source) List(ctx context.Context, q source.Query) (page source.Page, err error) {
	var at place
	if q.After != "" {
		if err := json.Unmarshal([]byte(q.After), &at); err != nil || at.Table < 0 || at.Table >= len(s.tables) {
			return page, fmt.Errorf("not a cursor of this listing: %.80q", string(q.After))
		}
	}
	limit := max(q.Limit, 1)
	var tell []func()
	err = s.read(ctx, func(tx pgx.Tx) error {
		page, tell = source.Page{}, nil
		next := at
		seen, err := s.transactions(ctx, tx)
		if err != nil {
			return err
		}
		for len(page.Cases) < limit && next.Table >= 0 && (next.Ended == at.Ended || len(page.Cases) == 0) {
			t := s.tables[next.Table]
			// A later listing, which fills up what is shown, forgets nothing of what was told.
			if !next.Begun && !next.Ended && !t.follow.begun {
				if err := t.follow.begin(ctx, tx, t, seen); err != nil {
					return err
				}
			}
			cases, remember, err := t.page(ctx, tx, &next, limit-len(page.Cases), seen)
			if err != nil {
				return err
			}
			page.Cases, tell = append(page.Cases, cases...), append(tell, remember)
			if len(page.Cases) < limit {
				if !next.Ended {
					tell = append(tell, func() { t.follow.partial = false })
				}
				next = s.after(next)
			}
		}
		if next.Table >= 0 {
			raw, err := json.Marshal(next)
			page.Next = source.Cursor(raw)
			return err
		}
		return nil
	})
	if err != nil {
		return page, err
	}
	for _, remember := range tell {
		remember()
	}
	if page.Next == "" {
		for _, t := range s.tables {
			t.follow.listed = true
		}
	}
	return page, nil
}

// after returns the place behind a part of a table; the table is -1 at the end.
func (s *Source) after(at place) place {
	for next := at.Table + 1; next < len(s.tables); next++ {
		if !at.Ended || s.tables[next].Ended != "" {
			return place{Table: next, Ended: at.Ended}
		}
	}
	for next, t := range s.tables {
		if !at.Ended && t.Ended != "" {
			return place{Table: next, Ended: true}
		}
	}
	return place{Table: -1}
}

// page reads some rows from a place on, and returns what remembers them as told.
func (t *table) page(ctx context.Context, tx pgx.Tx, at *place, most int, seen transactions) (cases []model.Case, remember func(), err error) {
	where, way, order := t.live(), ">", ""
	if at.Ended {
		where, way, order = t.Ended, "<", " DESC"
	}
	args := []any{}
	if at.Begun {
		where += " AND " + t.Key + " " + way + " $1::text::" + t.Type
		args = append(args, at.ID)
	}
	cases, err = t.cases(ctx, tx, false, fmt.Sprintf("WHERE %s ORDER BY %s%s LIMIT %d", where, t.Key, order, most), args...)
	ids := make([]string, len(cases))
	for i := range cases {
		ids[i] = strings.TrimPrefix(cases[i].Task.ID, t.prefix())
	}
	if len(cases) == 0 || err != nil {
		return cases, func() {}, err
	}
	at.Begun, at.ID = true, ids[len(ids)-1]
	var written []marked // which of those that have ended were since the listing began
	add := func(m marked) { written = append(written, m) }
	switch {
	case t.Log != nil, at.Ended && !t.Versioned:
	case at.Ended:
		err = t.marks(ctx, tx, t.byIDs()+" AND age(t.xmin) BETWEEN 0 AND age($2::text::xid)", add, ids, short(t.follow.swept))
	default:
		err = t.marks(ctx, tx, t.byIDs(), add, ids)
	}
	return cases, func() {
		for _, id := range ids {
			t.follow.rows.add(id)
		}
		for _, m := range written {
			t.follow.tell(m, seen)
		}
	}, err
}
