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
	"time"

	"github.com/jackc/pgx/v5"

	"notdone/source"
)

var (
	_ source.Resumer = (*Source)(nil)
	_ source.Counter = (*Source)(nil)
)

// position is how far the changes of a queue have been reported, for another process.
type position struct {
	Identity string        `json:"identity"`
	WAL      string        `json:"wal"` // how far the server's log had come
	Tables   []logPosition `json:"tables"`
}

// logPosition is a logPlace.
type logPosition struct {
	Oldest string  `json:"oldest"`
	Read   []int64 `json:"read"`
}

// resumable says why the queue cannot be gone on with by another process; empty: it can.
func (s *Source) resumable() string {
	switch {
	case s.replica:
		return "a read replica does not tell whether it is still the same"
	case slices.ContainsFunc(s.tables, func(t *table) bool { return t.Log == nil }):
		return "its tables do not say what has changed"
	}
	return ""
}

// identity returns what recognises the tables, as they were filled, and the history of the
// server that they are part of, and how far its log has come. Not every server lets
// everybody see its own number.
func (s *Source) identity(ctx context.Context, tx pgx.Tx) (identity, wal string, err error) {
	var seen bool
	if err := tx.QueryRow(ctx, `SELECT has_function_privilege('pg_control_system()', 'EXECUTE')`).Scan(&seen); err != nil {
		return "", "", err
	}
	system := "0"
	if seen {
		system = "(SELECT system_identifier FROM pg_control_system())"
	}
	var names []string
	for _, t := range s.tables {
		names = append(names, Name(t.Name), Name(t.Log.Table))
	}
	err = tx.QueryRow(ctx, `SELECT concat_ws(' ', `+system+`, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
		(SELECT oid FROM pg_database WHERE datname = current_database()),
		(SELECT string_agg(n || ':' || n::regclass::oid || ':' || pg_relation_filenode(n::regclass), ' ') FROM unnest($1::text[]) n)),
		pg_current_wal_insert_lsn()::text`, names).Scan(&identity, &wal)
	return identity, wal, err
}

// Position returns how far Refresh has reported the changes; nil while that cannot be told,
// and for queues without a Log.
func (s *Source) Position(ctx context.Context) (raw []byte, err error) {
	if s.resumable() != "" {
		return nil, nil
	}
	err = s.read(ctx, func(tx pgx.Tx) error {
		raw = nil
		at := position{}
		for _, t := range s.tables {
			f := &t.follow
			if !f.begun || f.countAt.IsZero() || len(f.pending) > 0 {
				return nil
			}
			at.Tables = append(at.Tables, logPosition{Oldest: f.log.oldest, Read: slices.Sorted(maps.Keys(f.log.read))})
		}
		var err error
		if at.Identity, at.WAL, err = s.identity(ctx, tx); err == nil {
			raw, err = json.Marshal(at)
		}
		return err
	})
	return raw, err
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
		if _, err := strconv.ParseUint(t.Oldest, 10, 64); err != nil {
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
	err = s.read(ctx, func(tx pgx.Tx) error {
		ok = false
		identity, _, err := s.identity(ctx, tx)
		if err != nil || identity != at.Identity {
			return err
		}
		for i, t := range s.tables {
			var same bool
			var entries int64
			err := tx.QueryRow(ctx, fmt.Sprintf(`SELECT pg_current_wal_insert_lsn() >= $1::text::pg_lsn AND pg_snapshot_xmin(pg_current_snapshot()) >= $2::text::xid8,
				(SELECT count(*) FROM (SELECT 1 FROM %s WHERE %s >= $2::text::xid8 LIMIT $3) newer)`, t.Log.Table, t.Log.Transaction),
				at.WAL, at.Tables[i].Oldest, t.Log.Most/2).Scan(&same, &entries)
			if err != nil || !same || entries >= t.Log.Most/2 {
				return err
			}
		}
		for i, t := range s.tables {
			t.follow = newFollow()
			t.follow.begun, t.follow.countAt = true, time.Now().Add(leastCount)
			t.follow.log = logPlace{oldest: at.Tables[i].Oldest, read: map[int64]bool{}}
			for _, number := range at.Tables[i].Read {
				t.follow.log.read[number] = true
			}
		}
		ok = true
		return nil
	})
	return ok, err
}

// sampledRows is how many rows a page of a table has at least, as a guess.
const sampledRows = 10

// Sample returns the IDs of some tasks, of a table picked at random.
func (s *Source) Sample(ctx context.Context, n int) (ids []string, err error) {
	t := s.tables[rand.IntN(len(s.tables))] // #nosec G404 -- nobody gains by knowing it
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
// decide.
func (s *Source) CountStatuses(ctx context.Context) (counts map[string]int, err error) {
	if slices.ContainsFunc(s.tables, func(t *table) bool { return t.Status == "" }) {
		return nil, nil
	}
	err = s.read(ctx, func(tx pgx.Tx) error {
		counts = map[string]int{}
		for _, t := range s.tables {
			rows, err := tx.Query(ctx, "SELECT "+t.Status+", count(*) FROM "+t.From+" t GROUP BY 1")
			if err != nil {
				return err
			}
			var status string
			var n int
			if _, err = pgx.ForEachRow(rows, []any{&status, &n}, func() error { counts[status] += n; return nil }); err != nil {
				return err
			}
		}
		return nil
	})
	return counts, err
}
