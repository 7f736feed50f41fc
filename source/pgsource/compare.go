package pgsource

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"notdone/source"
)

// lookKind is a way to find rows that have changed.
type lookKind int

// What a look compares: the entries of a log; rows that are being worked on, and new rows of
// a table whose IDs grow; the newest of the rows that have ended; how many rows have which
// status; rows that may change; and all rows that have ended.
const (
	entries lookKind = iota
	busyRows
	newestRows
	statuses
	liveRows
	sweep
)

const numLooks = int(sweep) + 1

// pauses are how long to wait after a look, as multiples of the time that it took, and at
// least. Those of a look that finds what is seen on the screen grow while it finds nothing.
var pauses = [numLooks]struct {
	share int
	least time.Duration
	grows bool
}{
	entries:    {share: 100, least: leastCompare},
	busyRows:   {share: 20, least: leastCompare, grows: true},
	newestRows: {share: 250, least: time.Second},
	statuses:   {share: 40, least: leastCompare, grows: true},
	liveRows:   {share: 200, least: leastCompare},
	sweep:      {share: sweepShare, least: leastCompare},
}

// sweepShare is how many times as long as a look at all rows that have ended the pause after
// it is.
const sweepShare = 250

const (
	leastCompare = 200 * time.Millisecond
	mostMisses   = 9
)

// look is when rows are compared in one of the ways.
type look struct {
	kind   lookKind
	at     string    // where the server was before the last one; see positionQuery
	due    time.Time // the next one
	took   cost
	misses int // how many have found nothing, one after the other
}

// ready reports whether something was written since the last look, and it is time.
func (l *look) ready(at string) bool { return l.at != at && !time.Now().Before(l.due) }

// done notes a look.
func (l *look) done(at string, took time.Duration, found bool) {
	p := &pauses[l.kind]
	if l.misses = min(l.misses+1, mostMisses); found || !p.grows {
		l.misses = 0
	}
	l.at, l.due = at, time.Now().Add(max(time.Duration(p.share*(1+l.misses))*l.took.add(took), p.least))
}

// has reports whether there is something to compare in a way.
func (f *follow) has(t *table, kind lookKind) bool {
	if is := kind == entries; is || t.Log != nil {
		return is && t.Log != nil
	}
	switch kind {
	case busyRows:
		return t.Busy != "" || t.serial()
	case statuses:
		return f.words != nil && !f.partial
	case newestRows:
		return t.Ended != "" && f.listed && t.Versioned && t.serial()
	case sweep:
		return t.Ended != "" && f.listed
	case liveRows, entries:
	}
	return !f.partial
}

// marked is what is compared of a row.
type marked struct {
	id      string
	mark    int64
	word    string // its status, where Shape.Word names it
	live    bool   // it may change
	busy    bool
	written int64 // the transaction that wrote it, in 32 bits; -1: that is not known
}

// plain reports whether the transaction that wrote a row tells all that changes of it.
func (s *Shape) plain() bool {
	return s.Versioned && len(s.Marks) == 0 && !strings.Contains(strings.ToLower(s.Live), "select")
}

// marks calls row for each row that the end of a query chooses.
func (t *table) marks(ctx context.Context, tx pgx.Tx, end string, row func(m marked), args ...any) error {
	mark, word, written := "0::bigint", "''", "-1::bigint"
	if t.Versioned {
		written = "t.xmin::text::bigint"
	}
	if !t.plain() {
		texts := []string{"''"}
		for _, m := range t.Marks { // a NULL differs from an empty text
			texts = append(texts, "coalesce("+m+", E'\\x01')")
		}
		if t.Versioned {
			texts = append(texts, "t.xmin::text")
		}
		mark = "hashtextextended(" + strings.Join(texts, " || E'\\x02' || ") + ", 0)"
	}
	if t.Word != "" {
		word = "coalesce((" + t.Word + ")::text, '')"
	}
	rows, err := tx.Query(ctx, fmt.Sprintf("SELECT %s::text, %s, %s, coalesce(%s, false), coalesce(%s, false), %s FROM %s t %s",
		t.Key, mark, word, t.live(), orFalse(t.Busy), written, t.From, end), args...)
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	words := map[string]string{} // one text of each
	var m marked
	_, err = pgx.ForEachRow(rows, []any{&m.id, &m.mark, &m.word, &m.live, &m.busy, &m.written}, func() error {
		if one, ok := words[m.word]; ok {
			m.word = one
		} else {
			words[m.word] = m.word
		}
		if t.plain() {
			m.mark = m.written
		}
		row(m)
		return nil
	})
	return err
}

func orFalse(condition string) string {
	if condition == "" {
		return "false"
	}
	return condition
}

// ids returns the IDs of rows.
func (t *table) ids(ctx context.Context, tx pgx.Tx, end string, args ...any) ([]string, error) {
	rows, err := tx.Query(ctx, "SELECT "+t.Key+"::text FROM "+t.From+" t "+end, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// compareBusy finds the rows that are worked on and have changed, those that are not worked
// on any more, and new rows.
func (f *follow) compareBusy(ctx context.Context, tx pgx.Tx, t *table) error {
	if t.Busy != "" {
		there := make(map[string]bool, len(f.busy))
		err := t.marks(ctx, tx, "WHERE "+t.Busy, func(m marked) {
			there[m.id] = true
			if was, ok := f.live[m.id]; !ok && !f.partial || ok && (was.mark != m.mark || !f.busy[m.id]) {
				f.pending = append(f.pending, m.id)
			}
		})
		if err != nil {
			return err
		}
		for id := range f.busy {
			if !there[id] {
				f.pending = append(f.pending, id)
			}
		}
	}
	return f.findNewest(ctx, tx, t)
}

// newestMost bounds the new rows of one look.
const newestMost = 5000

// findNewest adds the rows that have come since the last look, with greater IDs than any
// before. Those of a transaction that took longer than others are found by other looks.
func (f *follow) findNewest(ctx context.Context, tx pgx.Tx, t *table) error {
	if !t.serial() {
		return nil
	}
	where, args := "", []any{newestMost}
	if f.newest != "" {
		where, args = "WHERE "+t.Key+" > $2::text::"+t.Type, append(args, f.newest)
	}
	ids, err := t.ids(ctx, tx, where+" ORDER BY "+t.Key+" LIMIT $1", args...)
	if err != nil || len(ids) == 0 {
		return err
	}
	f.newest = ids[len(ids)-1]
	for _, id := range ids {
		if !f.rows.has(id) { // another look may have found it
			f.pending = append(f.pending, id)
		}
	}
	return nil
}

// sum is how many rows have a status, and the sum of the hashes of their IDs.
type sum struct{ rows, ids int64 }

// chooseWords compares statuses where an index has them with the IDs, so that no row is read.
func (f *follow) chooseWords(ctx context.Context, tx pgx.Tx, t *table) error {
	if t.Word == "" || !t.plain() {
		return nil
	}
	rows, err := tx.Query(ctx, "EXPLAIN "+t.sums())
	if err != nil {
		return err
	}
	plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
	switch {
	case err != nil:
		return err
	case !strings.Contains(strings.Join(plan, "\n"), "Index Only Scan"):
		f.words = nil
	case f.words == nil:
		f.words, err = t.readSums(ctx, tx)
	}
	return err
}

// sums is a query for the sum of each status.
func (s *Shape) sums() string {
	hash := "hashtext(" + s.Key + "::text)"
	if s.serial() {
		hash = "hashint8(" + s.Key + ")"
	}
	return fmt.Sprintf("SELECT (%s)::text, count(*), sum(%s)::bigint FROM %s t WHERE %s GROUP BY %[1]s", s.Word, hash, s.From, s.live())
}

func (t *table) readSums(ctx context.Context, tx pgx.Tx) (map[string]sum, error) {
	rows, err := tx.Query(ctx, t.sums())
	if err != nil {
		return nil, err
	}
	all := map[string]sum{}
	var word *string
	var one sum
	_, err = pgx.ForEachRow(rows, []any{&word, &one.rows, &one.ids}, func() error {
		if word != nil { // rows without a status are compared with all others
			all[*word] = one
		}
		return nil
	})
	return all, err
}

// compareWords finds the rows that have come to a status or left it.
func (f *follow) compareWords(ctx context.Context, tx pgx.Tx, t *table) error {
	now, err := t.readSums(ctx, tx)
	if err != nil {
		return err
	}
	other := map[string]map[string]bool{} // the IDs of a status that has others than before
	for word, was := range f.words {
		if now[word] != was {
			other[word] = map[string]bool{}
		}
	}
	for word := range now {
		if _, ok := f.words[word]; !ok {
			other[word] = map[string]bool{}
		}
	}
	for word, there := range other {
		ids, err := t.ids(ctx, tx, "WHERE "+t.Word+" = $1::text::"+t.WordType, word)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if there[id] = true; f.live[id].word != word {
				f.pending = append(f.pending, id)
			}
		}
	}
	if len(other) > 0 {
		for id, was := range f.live {
			if there, ok := other[was.word]; ok && !there[id] {
				f.pending = append(f.pending, id)
			}
		}
	}
	f.words = now
	return nil
}

// newer is the condition of the rows that a transaction may have written that was in
// progress when there was none older than $1, or a later one. The number of one that is long
// over, and frozen, may be that of a later one: such a row is read in vain.
const newer = "age(t.xmin) BETWEEN 0 AND age($1::text::xid)"

// compareLive compares the rows that may change.
func (f *follow) compareLive(ctx context.Context, tx pgx.Tx, t *table, seen transactions) error {
	if f.words == nil {
		if err := f.chooseWords(ctx, tx, t); err != nil {
			return err
		}
	}
	if !t.plain() || f.lived == 0 {
		there := make(map[string]bool, len(f.live))
		err := t.marks(ctx, tx, "WHERE "+t.live(), func(m marked) {
			there[m.id] = true
			if was, ok := f.live[m.id]; !ok || was.mark != m.mark {
				f.pending = append(f.pending, m.id)
			}
		})
		f.addLeft(there)
		f.lived = seen.oldest
		return err
	}
	var there int
	var ids []string
	var marks []int64
	err := tx.QueryRow(ctx, fmt.Sprintf("SELECT count(*), array_agg(%s::text) FILTER (WHERE %s), array_agg(t.xmin::text::bigint) FILTER (WHERE %[2]s) FROM %s t WHERE %s",
		t.Key, newer, t.From, t.live()), short(f.lived)).Scan(&there, &ids, &marks)
	if err != nil {
		return err
	}
	known := len(f.live)
	for i, id := range ids {
		was, ok := f.live[id]
		if !ok {
			known++
		}
		if !ok || was.mark != marks[i] {
			f.pending = append(f.pending, id)
		}
	}
	f.lived = seen.oldest
	if there == known {
		return nil
	}
	// Rows have left, or came without being written: those that are there are compared by ID.
	if ids, err = t.ids(ctx, tx, "WHERE "+t.live()); err != nil {
		return err
	}
	now := make(map[string]bool, len(ids))
	for _, id := range ids {
		now[id] = true
		if _, ok := f.live[id]; !ok {
			f.pending = append(f.pending, id)
		}
	}
	f.addLeft(now)
	return nil
}

// addLeft adds the rows that could change, and are not among those that may.
func (f *follow) addLeft(there map[string]bool) {
	for id := range f.live {
		if !there[id] {
			f.pending = append(f.pending, id)
		}
	}
}

// short writes the last 32 bits of the number of a transaction.
func short(transaction uint64) string { return fmt.Sprint(uint32(transaction)) }

// newestMany is how many of the newest rows are compared often when they have ended: what an
// operator corrects is mostly among them.
const newestMany = 1000

// compareNewest compares those of the newest rows that have ended, as compareEnded does.
func (f *follow) compareNewest(ctx context.Context, tx pgx.Tx, t *table) error {
	var last *string
	err := tx.QueryRow(ctx, fmt.Sprintf("SELECT (SELECT %s::text FROM %s t ORDER BY %[1]s DESC OFFSET %[3]d LIMIT 1)", t.Key, t.From, newestMany)).Scan(&last)
	if err != nil || last == nil { // there are so few that comparing all costs nothing
		return err
	}
	return f.compareWritten(ctx, tx, t, t.Key+" > $2::text::"+t.Type+" AND ", *last)
}

// compareWritten compares the rows that have ended, and for which a condition holds, whose
// transactions are later than those of the last sweep.
func (f *follow) compareWritten(ctx context.Context, tx pgx.Tx, t *table, condition string, args ...any) error {
	rows, err := tx.Query(ctx, fmt.Sprintf("SELECT %s::text, t.xmin::text::bigint FROM %s t WHERE %s%s AND %s", t.Key, t.From, condition, t.Ended, newer),
		append([]any{short(f.swept)}, args...)...)
	if err != nil {
		return err
	}
	var id string
	var written int64
	_, err = pgx.ForEachRow(rows, []any{&id, &written}, func() error {
		if was, ok := f.ended[id]; !ok || int64(was) != written {
			f.pending = append(f.pending, id)
		}
		return nil
	})
	return err
}

// lateFacts say which changes are seen late.
func (s *Source) lateFacts() []source.Fact {
	i := slices.IndexFunc(s.tables, func(t *table) bool { return t.Log == nil && t.Ended != "" })
	if i < 0 {
		return nil
	}
	how := ""
	if t := s.tables[i]; t.Versioned && t.serial() {
		how = fmt.Sprintf("among the newest %d at once, among the others ", newestMany)
	}
	return []source.Fact{{Name: "tasks that have ended", Value: fmt.Sprintf(
		"one that is changed and stays done or cancelled is found %[1]s%[2]d times as long as a look at all takes after the last look (among a million about ten minutes), and so is one that is deleted",
		how, sweepShare)}}
}

// compareEnded compares the rows that have ended: those of later transactions, and which are
// there. whole is false when it has to be done again; reset says that rows are gone, and
// nothing tells which.
func (f *follow) compareEnded(ctx context.Context, tx pgx.Tx, t *table, seen transactions) (whole, reset bool, err error) {
	if err := f.chooseWords(ctx, tx, t); err != nil {
		return false, false, err
	}
	if t.Versioned {
		if err := f.compareWritten(ctx, tx, t, ""); err != nil {
			return false, false, err
		}
		f.swept = seen.oldest
		for id, written := range f.ended {
			if seen.full(written) < f.swept {
				delete(f.ended, id)
			}
		}
	}
	if t.serial() {
		differ, whole, err := f.rows.compare(ctx, tx, t)
		f.pending = append(f.pending, differ...)
		return whole, false, err
	}
	var total int
	if err := tx.QueryRow(ctx, "SELECT count(*) FROM "+t.From+" t").Scan(&total); err != nil {
		return false, false, err
	}
	if total == len(f.rows.others) { // a new row, which is not told yet, may hide one that is gone
		return len(f.pending) == 0, false, nil
	}
	if err := f.compareLive(ctx, tx, t, seen); err != nil {
		return false, false, err
	}
	return false, len(f.pending) == 0, nil
}
