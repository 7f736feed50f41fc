package pgsource

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"notdone/source"
	"notdone/source/watch"
)

// follow is how far the changes of a table have been reported: what was told of its rows is
// remembered by their marks, so that a change is told once whichever look finds it.
type follow struct {
	live    map[string]told   // of the rows that may change, by ID
	busy    map[string]bool   // those of them that were busy
	ended   map[string]uint32 // of rows that have ended since the last sweep, by the transaction that wrote them
	rows    toldRows          // all of them
	newest  string            // the greatest ID, of a table whose IDs grow
	lived   uint64            // the oldest transaction in progress when the rows that may change were compared
	swept   uint64            // and those that have ended
	words   map[string]sum    // of each status of rows that may change; nil: they are not compared
	log     logPlace
	pending []string // IDs to read and report
	looks   [numLooks]look
	begun   bool // a listing has begun
	partial bool // and has not come to all rows that may change
	listed  bool // and has ended
}

// told is what was told of a row that may change.
type told struct {
	mark int64
	word string // its status, where statuses are compared
}

func newFollow() follow {
	f := follow{live: map[string]told{}, busy: map[string]bool{}, ended: map[string]uint32{}}
	for i := range f.looks {
		f.looks[i].kind = lookKind(i)
	}
	return f
}

// reportMost bounds the cases of one Refresh.
const reportMost = 500

// transactions are those that a transaction here sees.
type transactions struct{ oldest, next uint64 }

func (s *Source) transactions(ctx context.Context, tx pgx.Tx) (all transactions, err error) {
	err = tx.QueryRow(ctx, `SELECT pg_snapshot_xmin(now)::text::bigint, pg_snapshot_xmax(now)::text::bigint FROM pg_current_snapshot() now`).Scan(&all.oldest, &all.next)
	return all, err
}

// begin begins a listing, whose pages tell of the rows.
func (f *follow) begin(ctx context.Context, tx pgx.Tx, t *table, seen transactions) (err error) {
	*f = newFollow()
	f.begun, f.partial, f.lived, f.swept = true, true, seen.oldest, seen.oldest
	f.rows = newToldRows(t)
	if t.Log != nil {
		return f.log.begin(ctx, tx)
	}
	if t.serial() {
		if err := tx.QueryRow(ctx, "SELECT coalesce(max("+t.Key+")::text, '') FROM "+t.From+" t").Scan(&f.newest); err != nil {
			return err
		}
	}
	return nil
}

// learn remembers the rows that may change of a table that is followed, and was not listed.
func (f *follow) learn(ctx context.Context, tx pgx.Tx, t *table, seen transactions) error {
	if f.partial = false; t.Log != nil {
		return nil
	}
	return t.marks(ctx, tx, "WHERE "+t.live(), func(m marked) { f.tell(m, seen) })
}

// tell remembers what is told of a row.
func (f *follow) tell(m marked, seen transactions) {
	if !m.live {
		delete(f.live, m.id)
		delete(f.busy, m.id)
		if m.written >= 0 && seen.full(uint32(m.written)) >= f.swept {
			f.ended[m.id] = uint32(m.written)
		}
		return
	}
	delete(f.ended, m.id)
	f.live[m.id] = told{mark: m.mark, word: m.word}
	if m.busy {
		f.busy[m.id] = true
	} else {
		delete(f.busy, m.id)
	}
}

// forget does so of a row that is gone.
func (f *follow) forget(id string) {
	f.rows.remove(id)
	delete(f.live, id)
	delete(f.busy, id)
	delete(f.ended, id)
}

// full returns the whole number of a transaction whose number has 32 bits, and that is over.
func (t transactions) full(number uint32) uint64 { return t.next - uint64(uint32(t.next)-number) }

// Refresh reports what has changed since the last call, or since the listing began.
func (s *Source) Refresh(ctx context.Context, _ watch.Signal) (d source.Delta, err error) {
	at, other, err := s.locate(ctx)
	if err != nil {
		return source.Delta{}, err
	}
	if other {
		return s.reset(), nil
	}
	err = s.read(ctx, func(tx pgx.Tx) error {
		d = source.Delta{}
		seen, err := s.transactions(ctx, tx)
		if err != nil {
			return err
		}
		for _, t := range s.tables {
			f := &t.follow
			switch {
			case !f.begun:
				if err := errors.Join(f.begin(ctx, tx, t, seen), f.learn(ctx, tx, t, seen)); err != nil {
					return err
				}
			case seen.next < max(f.lived, f.swept):
				d.Reset = true // the server was put back
			default:
				reset, err := f.findChanges(ctx, tx, t, at, seen)
				if err != nil {
					return err
				}
				d.Reset = d.Reset || reset
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, errSlow) {
		return source.Delta{}, err
	}
	if d.Reset {
		return s.reset(), nil
	}
	if d, err = s.report(ctx); err == nil {
		s.planLooks(at, &d)
	}
	return d, err
}

// reset has all listed again.
func (s *Source) reset() source.Delta {
	for _, t := range s.tables {
		t.follow = newFollow()
	}
	return source.Delta{Reset: true}
}

// planLooks has the source refreshed when the next look is due: at once, where something
// was found, else later.
func (s *Source) planLooks(at string, d *source.Delta) {
	found := len(d.Cases) > 0 || len(d.Removed) > 0
	for _, t := range s.tables {
		for i := range t.follow.looks {
			l := &t.follow.looks[i]
			if l.at == at || !t.follow.has(t, l.kind) {
				continue
			}
			if wait := time.Until(l.due); wait > 0 || !found {
				s.pokeIn(max(wait, 0))
			} else {
				d.More = true
			}
		}
	}
}

// findChanges compares the rows with what is remembered of them, unless changes that were
// found wait to be reported, and reports whether all has to be listed again. It ends with the
// first look that finds something, and begins with the one that waits longest.
func (f *follow) findChanges(ctx context.Context, tx pgx.Tx, t *table, at string, seen transactions) (reset bool, err error) {
	order := make([]*look, 0, numLooks)
	for i := range f.looks {
		if l := &f.looks[i]; f.has(t, l.kind) && l.ready(at) {
			order = append(order, l)
		}
	}
	slices.SortStableFunc(order, func(a, b *look) int { return a.due.Compare(b.due) })
	for _, l := range order {
		if len(f.pending) > 0 {
			return false, nil
		}
		began := time.Now()
		whole := true
		switch l.kind {
		case entries:
			f.pending, reset, err = f.log.since(ctx, tx, t.Log)
		case busyRows:
			err = f.compareBusy(ctx, tx, t)
		case newestRows:
			err = f.compareNewest(ctx, tx, t)
		case statuses:
			err = f.compareWords(ctx, tx, t)
		case liveRows:
			err = f.compareLive(ctx, tx, t, seen)
		case sweep:
			whole, reset, err = f.compareEnded(ctx, tx, t, seen)
		}
		f.pending = sortedIDs(f.pending)
		if l.kind == sweep && isCode(err, queryCanceled) && ctx.Err() == nil {
			l.done("", time.Since(began), false)
			return false, errSlow
		}
		if reset || err != nil {
			return reset, err
		}
		l.done(at, time.Since(began), len(f.pending) > 0)
		if !whole {
			l.at = ""
		}
	}
	return false, nil
}

// errSlow says that a sweep was ended by the limit of a statement: it is tried again, rarely.
var errSlow = errors.New("the rows that have ended were not compared in time")

// report reads the tasks that have changed, some in each call.
func (s *Source) report(ctx context.Context) (d source.Delta, err error) {
	ids := make([][]string, len(s.tables))
	found := make([]map[string]marked, len(s.tables))
	var seen transactions
	err = s.read(ctx, func(tx pgx.Tx) error {
		d = source.Delta{}
		for i, t := range s.tables {
			ids[i], found[i] = t.follow.pending[:min(len(t.follow.pending), reportMost)], map[string]marked{}
			if len(ids[i]) == 0 {
				continue
			}
			cases, err := t.load(ctx, tx, false, ids[i])
			if err != nil {
				return err
			}
			for j := range cases {
				found[i][strings.TrimPrefix(cases[j].Task.ID, t.prefix())] = marked{}
			}
			d.Cases = append(d.Cases, cases...)
			if t.Log != nil {
				continue
			}
			if seen, err = s.transactions(ctx, tx); err != nil {
				return err
			}
			if err := t.marks(ctx, tx, t.byIDs(), func(m marked) { found[i][m.id] = m }, ids[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return source.Delta{}, err
	}
	for i, t := range s.tables {
		f := &t.follow
		for _, id := range ids[i] {
			m, there := found[i][id]
			if !there {
				f.forget(id)
				d.Removed = append(d.Removed, t.prefix()+id)
				continue
			}
			f.rows.add(id)
			if t.Log == nil {
				f.tell(m, seen)
			}
		}
		f.pending = slices.Clone(f.pending[len(ids[i]):])
		d.More = d.More || len(f.pending) > 0
	}
	return d, nil
}

// locate returns a text that is another one after each commit, and reports whether the server,
// its tables, its clock or what may be written are others than those that were followed. After
// a new connection it has all rows that may change compared, whichever transactions wrote them:
// some may be lost.
func (s *Source) locate(ctx context.Context) (at string, other bool, err error) {
	err = s.connected(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		if err := conn.QueryRow(ctx, positionQuery).Scan(&at); err != nil || !s.fresh {
			return err
		}
		var server string
		err := pgx.BeginTxFunc(ctx, conn, s.link.transaction(pgx.RepeatableRead, pgx.ReadOnly), func(tx pgx.Tx) (err error) {
			if err = s.inspect(ctx, tx); err != nil {
				return err
			}
			if server, err = s.server(ctx, tx); err == nil {
				other, err = s.findRefusals(ctx, tx)
			}
			return err
		})
		if err != nil {
			return err
		}
		other, s.followed, s.fresh = other || server != s.followed, server, false
		for _, t := range s.tables {
			t.follow.lived, t.follow.words = 0, nil
			for i := range t.follow.looks {
				t.follow.looks[i].at = ""
			}
		}
		return nil
	})
	return at, other, err
}
