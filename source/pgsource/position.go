package pgsource

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"notdone/source"
	"notdone/source/rowset"
)

var (
	_ source.Resumer = (*Source)(nil)
	_ source.Counter = (*Source)(nil)
)

// position is how far the changes of a queue have been reported, for another process.
type position struct {
	Identity string          `json:"identity"`
	WAL      string          `json:"wal"` // how far the server's log had come
	Tables   []tablePosition `json:"tables"`
}

// tablePosition is a logPlace, or what was told of a table whose rows are compared: all of
// the transactions before the oldest, and some rows of later ones.
type tablePosition struct {
	Oldest string            `json:"oldest"`
	Read   []int64           `json:"read,omitempty"`
	Newest string            `json:"newest,omitempty"`
	Told   map[string]uint32 `json:"told,omitempty"` // the transactions that wrote the rows, by ID
	There  []byte            `json:"there,omitempty"`
}

// resumable says why the queue cannot be gone on with by another process; empty: it can.
func (s *Source) resumable() string {
	switch {
	case s.replica:
		return "a read replica does not tell whether it is still the same"
	case slices.ContainsFunc(s.tables, func(t *table) bool { return t.Log == nil && !t.plain() }):
		return "its tables do not say what has changed"
	case slices.ContainsFunc(s.tables, func(t *table) bool { return t.Log == nil && !t.serial() }):
		return "its IDs do not grow, so nothing tells which rows were deleted"
	}
	return ""
}

// identity returns what recognises the tables, as they were filled, and the history of the
// server that they are part of, and how far its log has come.
func (s *Source) identity(ctx context.Context, tx pgx.Tx) (identity, wal string, err error) {
	server, err := s.server(ctx, tx)
	if err != nil {
		return "", "", err
	}
	var names []string
	for _, t := range s.tables {
		if names = append(names, Name(t.Name)); t.Log != nil {
			names = append(names, Name(t.Log.Table))
		}
	}
	err = tx.QueryRow(ctx, `SELECT concat_ws(' ', $2::text, $3::text, (SELECT string_agg(pg_relation_filenode(n::regclass)::text, ' ') FROM unnest($1::text[]) n)),
		pg_current_wal_insert_lsn()::text`, names, server, s.queue.Version).Scan(&identity, &wal)
	return identity, wal, err
}

// Position returns how far Refresh has reported the changes; nil while that cannot be told,
// and for queues that cannot be gone on with.
func (s *Source) Position(ctx context.Context) (raw []byte, err error) {
	if s.resumable() != "" {
		return nil, nil
	}
	err = s.read(ctx, func(tx pgx.Tx) error {
		raw = nil
		seen, err := s.transactions(ctx, tx)
		if err != nil {
			return err
		}
		at := position{}
		for _, t := range s.tables {
			one, err := t.follow.position(t, seen)
			if one == nil || err != nil {
				return err
			}
			at.Tables = append(at.Tables, *one)
		}
		if at.Identity, at.WAL, err = s.identity(ctx, tx); err == nil {
			raw, err = json.Marshal(at)
		}
		return err
	})
	return raw, err
}

// position returns how far the changes of a table have been reported; nil: that cannot be told.
func (f *follow) position(t *table, seen transactions) (*tablePosition, error) {
	switch {
	case !f.listed || len(f.pending) > 0:
		return nil, nil
	case t.Log != nil:
		return &tablePosition{Oldest: f.log.oldest, Read: slices.Sorted(maps.Keys(f.log.read))}, nil
	case f.lived == 0:
		return nil, nil
	}
	oldest := f.lived
	if t.Ended != "" {
		oldest = min(oldest, f.swept)
	}
	one := &tablePosition{Oldest: strconv.FormatUint(oldest, 10), Newest: f.newest, Told: map[string]uint32{}}
	for id, was := range f.live {
		if written := uint32(was.mark); seen.full(written) >= oldest {
			one.Told[id] = written
		}
	}
	for id, written := range f.ended {
		if seen.full(written) >= oldest {
			one.Told[id] = written
		}
	}
	var err error
	one.There, err = f.rows.numbers.MarshalBinary()
	return one, err
}

var walText = regexp.MustCompile(`^[0-9A-F]{1,8}/[0-9A-F]{1,8}$`)

// parsePosition reads a position of so many tables; nil: it is none.
func parsePosition(raw []byte, tables int) *position {
	var at position
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if d.Decode(&at) != nil || at.Identity == "" || !walText.MatchString(at.WAL) || len(at.Tables) != tables {
		return nil
	}
	for _, t := range at.Tables {
		if _, err := strconv.ParseUint(t.Oldest, 10, 63); err != nil {
			return nil
		}
	}
	return &at
}

// Resume goes on from a position. It is false when the tables are others, were filled or
// restored anew, or have changed so often since that some changes may not be noted any more.
func (s *Source) Resume(ctx context.Context, raw []byte) (ok bool, err error) {
	at := parsePosition(raw, len(s.tables))
	if s.resumable() != "" || at == nil {
		return false, nil
	}
	follows := make([]follow, len(s.tables))
	err = s.read(ctx, func(tx pgx.Tx) error {
		ok = false
		identity, wal, err := s.identity(ctx, tx)
		if err != nil || identity != at.Identity {
			return err
		}
		seen, err := s.transactions(ctx, tx)
		if err != nil {
			return err
		}
		var later bool
		if err := tx.QueryRow(ctx, `SELECT $1::text::pg_lsn >= $2::text::pg_lsn`, wal, at.WAL).Scan(&later); err != nil || !later {
			return err
		}
		for i, t := range s.tables {
			goOn := follows[i].resume
			if t.Log != nil {
				goOn = follows[i].resumeLog
			}
			if ok, err = goOn(ctx, tx, t, &at.Tables[i], seen); err != nil || !ok {
				return err
			}
		}
		return nil
	})
	if ok && err == nil {
		for i, t := range s.tables {
			t.follow = follows[i]
		}
	}
	return ok && err == nil, err
}

// resumeLog goes on with the entries of a log.
func (f *follow) resumeLog(ctx context.Context, tx pgx.Tx, t *table, at *tablePosition, _ transactions) (ok bool, err error) {
	var later bool
	var newer int64
	err = tx.QueryRow(ctx, fmt.Sprintf(`SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8,
		(SELECT count(*) FROM (SELECT 1 FROM %s WHERE %s >= $1::text::xid8 LIMIT $2) newer)`, t.Log.Table, t.Log.Transaction),
		at.Oldest, t.Log.Most/2).Scan(&later, &newer)
	*f = newFollow()
	f.begun, f.listed = true, true
	f.log = logPlace{oldest: at.Oldest, read: map[int64]bool{}}
	for _, number := range at.Read {
		f.log.read[number] = true
	}
	return later && newer < t.Log.Most/2, err
}

// oldEnough is how many transactions ago a position may be: numbers of 32 bits are compared
// within half of their range.
const oldEnough = 1 << 31

// resume goes on with comparing the rows of a table.
func (f *follow) resume(ctx context.Context, tx pgx.Tx, t *table, at *tablePosition, seen transactions) (ok bool, err error) {
	oldest, err := strconv.ParseUint(at.Oldest, 10, 63)
	if err != nil || oldest == 0 || oldest > seen.oldest || seen.next-oldest >= oldEnough || at.Newest != "" && !fits(t.Type, at.Newest) {
		return false, nil //nolint:nilerr // then it is no position of this table
	}
	*f = newFollow()
	f.begun, f.listed = true, true
	f.lived, f.swept, f.newest = oldest, oldest, at.Newest
	f.rows = toldRows{numbers: rowset.New()}
	if f.rows.numbers.UnmarshalBinary(at.There) != nil {
		return false, nil
	}
	for id, written := range at.Told {
		f.ended[id] = written
	}
	err = t.marks(ctx, tx, "WHERE "+t.live(), func(m marked) {
		written := uint32(m.written)
		if was, ok := at.Told[m.id]; seen.full(written) < oldest || ok && was == written {
			f.tell(m, seen)
		}
	})
	if err != nil {
		return false, err
	}
	if t.Ended == "" { // else the first sweep finds what is gone
		whole := false
		if f.pending, whole, err = f.rows.compare(ctx, tx, t); err != nil || !whole {
			return false, err
		}
	}
	return true, f.chooseWords(ctx, tx, t)
}

// sampledRows is how many rows a page of a table has at least, as a guess.
const sampledRows = 10

// Sample returns the IDs of some tasks, of a table picked at random among those that have any.
func (s *Source) Sample(ctx context.Context, n int) (ids []string, err error) {
	for _, i := range rand.Perm(len(s.tables)) { // #nosec G404 -- nobody gains by knowing it
		if ids, err = s.sampleOf(ctx, s.tables[i], n); err != nil || len(ids) > 0 {
			break
		}
	}
	return ids, err
}

func (s *Source) sampleOf(ctx context.Context, t *table, n int) (ids []string, err error) {
	err = s.read(ctx, func(tx pgx.Tx) error {
		ids = nil
		var known float64
		if err := tx.QueryRow(ctx, `SELECT greatest(reltuples, 1) FROM pg_class WHERE oid = $1::text::regclass`, Name(t.Name)).Scan(&known); err != nil {
			return err
		}
		some := fmt.Sprintf(" TABLESAMPLE SYSTEM (%f)", min(100, 100*float64(n)*sampledRows/known))
		if strings.HasPrefix(t.From, "(") {
			some = ""
		}
		for _, part := range []string{some, ""} {
			rows, err := tx.Query(ctx, "SELECT "+t.Key+"::text FROM "+t.From+" t"+part+" ORDER BY random() LIMIT $1", n)
			if err != nil {
				return err
			}
			if ids, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || len(ids) > 0 {
				return err
			}
		}
		return nil
	})
	for i := range ids {
		ids[i] = t.prefix() + ids[i]
	}
	return ids, err
}

// CountStatuses counts the tasks by what is recorded; it returns nil where that alone does not
// decide, or takes long.
func (s *Source) CountStatuses(ctx context.Context) (counts map[string]int, err error) {
	if slices.ContainsFunc(s.tables, func(t *table) bool { return t.Status == "" }) {
		return nil, nil
	}
	ok := true
	err = s.read(ctx, func(tx pgx.Tx) error {
		counts = map[string]int{}
		for _, t := range s.tables {
			some := map[string]int{}
			rows, err := tx.Query(ctx, "SELECT coalesce(("+t.Status+")::text, ''), count(*) FROM "+t.From+" t GROUP BY "+t.Status)
			if err != nil {
				return err
			}
			var status string
			var n int
			if _, err = pgx.ForEachRow(rows, []any{&status, &n}, func() error { some[status] += n; return nil }); err != nil {
				return err
			}
			if c, is := t.Table.(Counting); is && ok {
				if ok, err = c.CountStatuses(ctx, tx, some); err != nil {
					return err
				}
			}
			for status, n := range some {
				counts[status] += n
			}
		}
		return nil
	})
	if !ok || isCode(err, queryCanceled) && ctx.Err() == nil {
		return nil, nil
	}
	return counts, err
}
