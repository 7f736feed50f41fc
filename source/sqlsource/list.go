package sqlsource

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// place is a position in a listing: after a task of a phase in a database.
type place struct {
	Phase  int    `json:"p"`
	Group  string `json:"g,omitempty"`
	Status exact  `json:"s,omitempty"` // in the phase of the statuses that no phase names
	Order  int64  `json:"o,omitempty"`
	ID     exact  `json:"i,omitempty"`
	Begun  bool   `json:"b,omitempty"` // Order and ID are those of a task
	Over   bool   `json:"e,omitempty"` // the database has no more tasks of the phase
}

// exact is a text that JSON keeps with all its bytes, which may be no valid UTF-8.
type exact string

// MarshalJSON writes the bytes.
func (e exact) MarshalJSON() ([]byte, error) { return json.Marshal([]byte(e)) }

// UnmarshalJSON reads the bytes.
func (e *exact) UnmarshalJSON(text []byte) error {
	var raw []byte
	err := json.Unmarshal(text, &raw)
	*e = exact(raw)
	return err
}

func (p place) cursor() source.Cursor {
	raw, err := json.Marshal(p)
	if err != nil { // it cannot fail for such a type
		return ""
	}
	return source.Cursor(raw)
}

func parseCursor(c source.Cursor) (p place, err error) {
	if c == "" {
		return p, nil
	}
	if err := json.Unmarshal([]byte(c), &p); err != nil || p.Phase < 0 {
		return p, fmt.Errorf("not a cursor of this listing: %.80q", string(c))
	}
	return p, nil
}

// entry is a task in a listing, with the hash of its Marks.
type entry struct {
	id, status string
	rowid      int64
	order      int64
	hash       uint64
	marked     bool        // its Marks were read
	read       *model.Case // its case, where it was read with it
}

// portion is the largest number of tasks that one transaction reads.
const portion = 1000

// List returns a page of tasks, ordered by phase and then by database.
func (s *Source) List(ctx context.Context, q source.Query) (source.Page, error) {
	at, err := parseCursor(q.After)
	if err != nil {
		return source.Page{}, err
	}
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return source.Page{}, err
	}
	defer leave()
	if q.After == "" {
		for _, store := range s.stores {
			store.lost = nil
		}
	}
	s.listed = true
	limit := max(q.Limit, 1)
	var page source.Page
	for len(page.Cases) < limit {
		store := s.storeAt(ctx, &at)
		if ctx.Err() != nil {
			return source.Page{}, ctx.Err()
		}
		if store == nil {
			break
		}
		store.only = q.Only
		next, cases, err := store.list(ctx, s, at, min(limit-len(page.Cases), portion))
		if err != nil {
			err = fmt.Errorf("%s: %w", store.name, err)
			if ctx.Err() != nil || !s.cfg.Many {
				return source.Page{}, err
			}
			store.missed, store.lost = true, err
			continue
		}
		if at = next; page.Cases == nil {
			page.Cases = cases
		} else {
			page.Cases = append(page.Cases, cases...)
		}
	}
	if s.storeAt(ctx, &at) != nil {
		page.Next = at.cursor()
	} else if err := s.countUnlisted(ctx, rowsCounted); err != nil {
		return source.Page{}, err
	}
	if ctx.Err() != nil {
		return source.Page{}, ctx.Err()
	}
	return page, s.unreadable()
}

// storeAt returns the database in which the listing continues and moves the place to
// it. It returns nil at the end of the listing.
func (s *Source) storeAt(ctx context.Context, at *place) *Store {
	for {
		from, phases := 0, 0
		if i := slices.IndexFunc(s.stores, func(store *Store) bool { return store.Group == at.Group }); i >= 0 && at.Group != "" {
			from = i
			if at.Over {
				from++
			}
		} // if the database is gone, everything will be listed again soon
		for i, store := range s.stores {
			phases = max(phases, store.phases())
			if i < from || store.lost != nil || at.Phase >= store.phases() {
				continue
			}
			if store.Group != at.Group {
				*at = place{Phase: at.Phase, Group: store.Group}
			}
			return store
		}
		if s.openLater(ctx, "") {
			continue
		}
		if *at = (place{Phase: at.Phase + 1}); at.Phase >= phases {
			return nil
		}
	}
}

// phases returns the number of phases.
func (s *Store) phases() int {
	switch {
	case s.shape.Unsorted && s.shape.Ended != nil:
		return 2
	case s.shape.Unsorted:
		return 1
	}
	return len(s.shape.Phases)
}

// list reads at most most tasks from a place on and returns the next place. A single
// database is read through all phases; one of many stops at the end of the phase.
func (s *Store) list(ctx context.Context, src *Source, at place, most int) (place, []model.Case, error) {
	if s.stale {
		if err := s.start(ctx, src.cfg.Format); err != nil {
			return at, nil, err
		}
	}
	if surveyor, ok := s.queue.(Surveyor); ok {
		if err := surveyor.Survey(ctx, at.Begun && at.Phase == s.phases()-1); err != nil {
			return at, nil, err
		}
	}
	var next place
	entries, cases, err := s.readTasks(ctx, most, false, func(ctx context.Context, q sqlitedb.Queryer, most int) (all []entry, err error) {
		for next = at; next.Phase < s.phases(); {
			var part []entry
			walks := s.shape.walks(next.Phase)
			if part, err = s.step(ctx, q, &next, most-len(all)); err != nil {
				return nil, err
			}
			// What a walk leaves out costs time, too: each part of it is a transaction.
			if all = append(all, part...); len(all) == most || walks || src.cfg.Many && next.Phase != at.Phase {
				break
			}
		}
		return all, nil
	})
	if err != nil {
		return at, nil, err
	}
	s.remember(entries, true)
	s.follow.whole = s.follow.whole || next.Phase >= s.phases()
	if next.Phase >= s.phases() || !s.open(next.Phase) {
		s.follow.complete = true
	}
	if src.cfg.Many && next.Phase != at.Phase {
		next = place{Phase: at.Phase, Group: s.Group, Over: true}
	}
	return next, cases, nil
}

// open reports whether tasks of this or a later phase can change without an entry in
// the log.
func (s *Store) open(phase int) bool {
	if s.shape.Unsorted {
		return !s.shape.Lasting || phase == 0
	}
	for _, p := range s.shape.Phases[phase:] {
		if p.Statuses == nil || slices.ContainsFunc(p.Statuses, func(status string) bool { return !s.shape.isSettled(status) && !s.shape.lasts(status) }) {
			return true
		}
	}
	return false
}

// step reads the entries after a place in its phase and moves the place behind them, or
// to the next phase when there are no more. Statuses that no phase names are read one
// after the other.
func (s *Store) step(ctx context.Context, q sqlitedb.Queryer, at *place, most int) (all []entry, err error) {
	if s.shape.walks(at.Phase) {
		return s.walk(ctx, q, at, most)
	}
	var phase Phase
	var statuses []string
	next := place{Phase: at.Phase + 1, Group: at.Group}
	if !s.shape.Unsorted {
		phase = s.shape.Phases[at.Phase]
		if statuses = phase.Statuses; statuses == nil {
			unknown, err := s.unknown(ctx, q, string(at.Status))
			if err != nil || unknown == nil {
				*at = next
				return nil, err
			}
			statuses = unknown[:1]
			if status := exact(statuses[0]); status != at.Status {
				*at = place{Phase: at.Phase, Group: at.Group, Status: status}
			}
			next = place{Phase: at.Phase, Group: at.Group, Status: at.Status + "\x00"}
		}
	}
	if s.shape.Gather {
		return s.pick(ctx, q, at, next, statuses, most)
	}
	all, err = s.window(ctx, q, at, phase, statuses, most)
	if err == nil && len(all) < most {
		*at = next
	}
	return all, err
}

// window reads the entries after a place that have one of the statuses; nil: any.
func (s *Store) window(ctx context.Context, q sqlitedb.Queryer, at *place, phase Phase, statuses []string, most int) (all []entry, err error) {
	way, back := ">", ""
	if phase.Newest {
		way, back = "<", " DESC"
	}
	order, id := s.shape.order(), s.shape.ID
	after, by := "("+order+", "+id+") "+way+" (?1, ?2)", order+back+", "+id+back
	switch { // one key is enough where it is unique
	case s.shape.Order == "" && s.shape.NoRowids:
		after, by = "?1 = 0 AND "+id+" "+way+" ?2", id+back
	case s.shape.Order == "":
		after, by = order+" "+way+" ?1", order+back
	}
	args := []any{at.Order, string(at.ID)}
	if !at.Begun {
		after = "?1 = 0 AND ?2 = ''"
	}
	// SQLite compiles a statement anew when a value is bound on which its plan depends, as it
	// does on a bare LIMIT and on the value of a column of an index.
	const limit = "?3 + 0"
	var parts []string
	pages, list := s.rangeOf(q), s.shape.entry(s.shape.Marks)
	if pages != nil {
		list = s.shape.rowid() + " AS _rowid, " + id + " AS _id, " + order + " AS _order"
	}
	one := func(where string) {
		parts = append(parts, "SELECT "+list+" FROM "+s.shape.Table+" t WHERE "+where+after)
	}
	args = append(args, most)
	if statuses == nil {
		one("")
	}
	for _, status := range statuses {
		one(s.shape.has(status) + " AND ")
	}
	if len(parts) > 1 { // SQLite merges parts that an index has in this order, and sorts nothing
		by = "_order" + back + ", _id" + back
	}
	query := strings.Join(parts, " UNION ALL ") + " ORDER BY " + by + " LIMIT " + limit
	if pages != nil {
		all, err = s.readRange(ctx, q, pages, s.marksOf(statuses), query, args...)
	} else {
		all, err = s.entries(ctx, q, query, args...)
	}
	if len(all) > 0 {
		last := all[len(all)-1]
		at.Begun, at.Order, at.ID = true, last.order, exact(last.id)
	}
	return all, err
}

// literal returns an SQL expression for a text. A NUL would end the statement.
func literal(text string) string {
	if strings.ContainsRune(text, 0) {
		return fmt.Sprintf("CAST(x'%x' AS TEXT)", text)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// rowid returns the expression for the rowid of an entry.
func (s *Shape) rowid() string {
	if s.NoRowids {
		return "0"
	}
	return "t.rowid"
}

// order returns the expression for the order of an entry.
func (s *Shape) order() string {
	if s.Order == "" {
		return s.rowid()
	}
	return s.Order
}

// entryColumns is the number of columns of an entry before its marks.
const entryColumns = 4

// marksOf returns the marks of tasks that have one of the statuses, nil: any status. Those
// that never change without an entry in the log are not compared.
func (s *Store) marksOf(statuses []string) []string {
	enough := len(s.follow.recent.at) >= recentMost
	if statuses != nil && !slices.ContainsFunc(statuses, func(status string) bool {
		return !s.shape.isSettled(status) && (!enough || !s.shape.lasts(status))
	}) {
		return nil
	}
	return s.shape.Marks
}

// entry returns the select list of an entry with some marks.
func (s *Shape) entry(marks []string) string {
	list := fmt.Sprintf("%s AS _rowid, %s AS _id, %s AS _status, %s AS _order", s.rowid(), s.ID, s.Status, s.order())
	for i, mark := range marks {
		list += fmt.Sprintf(", %s AS _m%d", mark, i)
	}
	return list
}

// entries runs a query whose select list is that of an entry.
func (s *Store) entries(ctx context.Context, q sqlitedb.Queryer, query string, args ...any) (all []entry, err error) {
	err = Each(ctx, q, func(r Row) error {
		all = append(all, s.entryOf(r.cells))
		return nil
	}, query, args...)
	return all, err
}

func (s *Store) entryOf(cells []any) entry {
	status := noStatus
	if cells[2] != nil {
		status = Intern(Text(cells[2]))
	}
	return entry{
		rowid: Int(cells[0]), id: Text(cells[1]), status: status, order: Int(cells[3]),
		hash: s.follow.hash(cells[entryColumns:]), marked: len(cells) > entryColumns,
	}
}

// entriesOf reads the entries of the ids; ids of no task are left out.
func (s *Store) entriesOf(ctx context.Context, q sqlitedb.Queryer, ids []string) ([]entry, error) {
	return s.entries(ctx, q, "SELECT "+s.shape.entry(s.shape.Marks)+" FROM "+s.shape.Table+" t WHERE "+s.shape.ID+" IN (SELECT value FROM json_each(?))", List(ids))
}

// noStatus stands for the status of tasks that have none.
const noStatus = "\x00"

// has returns the condition that a task has a status.
func (s *Shape) has(status string) string {
	if status == noStatus {
		return s.Status + " IS NULL"
	}
	return s.Status + " = " + literal(status)
}

// statuses returns the distinct statuses in order. It looks up one after the other in
// the index, so the cost does not depend on the number of tasks.
func (s *Store) statuses(ctx context.Context, q sqlitedb.Queryer) ([]string, error) {
	status, table := s.shape.Status, s.shape.Table
	return Strings(ctx, q, `WITH RECURSIVE s(v) AS (
		SELECT min(`+status+`) FROM `+table+` t
		UNION ALL
		SELECT (SELECT min(`+status+`) FROM `+table+` t WHERE `+status+` > s.v) FROM s WHERE s.v IS NOT NULL)
		SELECT char(0) WHERE EXISTS (SELECT 1 FROM `+table+` t WHERE `+s.shape.has(noStatus)+`)
		UNION ALL SELECT v FROM s WHERE v IS NOT NULL`)
}

// unknown returns the statuses from one on that no phase names.
func (s *Store) unknown(ctx context.Context, q sqlitedb.Queryer, from string) (unknown []string, err error) {
	all, err := s.statuses(ctx, q)
	for _, status := range all {
		named := slices.ContainsFunc(s.shape.Phases, func(p Phase) bool { return slices.Contains(p.Statuses, status) })
		if status >= from && !named {
			unknown = append(unknown, status)
		}
	}
	return unknown, err
}
