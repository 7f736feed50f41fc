package sqlsource

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"notdone/source/keyhash"
	"notdone/source/rowset"
	"notdone/source/sqlitedb"
)

// follow is how far the changes of a database have been reported. Tasks that can
// change without an entry in the log, or in a queue without a log, are remembered by
// a hash of their Marks.
type follow struct {
	cursor  int64 // the newest reported entry of the log
	total   int64 // the number of tasks at the last count
	newest  int64 // the newest task's rowid at the last count
	dirty   bool  // there was a commit whose log was not read yet
	beside  bool  // there was a commit in a database beside it
	suspect bool  // there was a commit after the last sweep
	urgent  bool  // and neither the log nor a busy task explains it

	complete bool             // every task that is remembered was listed
	whole    bool             // every task was
	key      keyhash.Key      // of the hashes
	text     []byte           // what is hashed
	known    map[int64]uint64 // the hashes, by rowid; empty where the tasks have no Marks
	busy     map[int64]string // the busy statuses, by rowid
	idle     map[int64]string // the statuses of the others that have not ended, where they are gathered
	recent   recent           // tasks that have ended and are compared all the same
	told     *rowset.Set      // the rowids of all tasks that were told, where only some are remembered; nil: all are
	lacking  bool             // some of those are gone and were not found yet
	names    map[int64]string // the ids of the tasks with the highest rowids
	queue    []string         // the ids to read again and report
	queued   map[string]bool

	sweepAt  time.Time // the earliest time of the next sweep
	urgentAt time.Time // the earliest time of one for an urgent commit
	busyAt   time.Time // the earliest time to compare many busy tasks
	gatherAt time.Time // the earliest time to gather the rowids of busy tasks
}

// newFollow returns the follow of a database of which nothing was told yet.
func newFollow(shape *Shape) follow {
	f := follow{known: map[int64]uint64{}, busy: map[int64]string{}, idle: map[int64]string{}, names: map[int64]string{}, queued: map[string]bool{}}
	if shape.Lasting {
		f.told, f.recent.at = rowset.New(), map[int64]int{}
	}
	return f
}

// beginning returns the present position of the database.
func beginning(ctx context.Context, q sqlitedb.Queryer, queue Queue, shape *Shape) (f follow, err error) {
	f = newFollow(shape)
	f.key = keyhash.New()
	if log, ok := queue.(Log); ok {
		if f.cursor, err = log.Newest(ctx, q); err != nil {
			return f, err
		}
	}
	if shape.Marks != nil {
		f.total, f.newest, err = shape.count(ctx, q)
	}
	return f, err
}

// count returns the number of tasks and the newest one's rowid.
func (s *Shape) count(ctx context.Context, q sqlitedb.Queryer) (total, newest int64, err error) {
	err = q.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM "+s.Table+"), (SELECT ifnull(max(rowid), 0) FROM "+s.Table+")").Scan(&total, &newest)
	return total, newest, err
}

// isSettled reports whether tasks with the status are not remembered.
func (s *Shape) isSettled(status string) bool { return slices.Contains(s.Settled, status) }

func (s *Shape) isBusy(status string) bool { return slices.Contains(s.Busy, status) }

// lasts reports whether of the tasks with the status only some are remembered.
func (s *Shape) lasts(status string) bool { return s.Lasting && slices.Contains(s.Ended, status) }

// remember stores the hashes of tasks that were just read, by a listing or because they
// have changed.
func (s *Store) remember(entries []entry, listed bool) {
	f := &s.follow
	if s.shape.Marks != nil && !s.shape.Numbered {
		f.name(entries)
	}
	for _, e := range entries {
		f.forgetRow(e.rowid)
		if f.told != nil {
			f.told.Add(e.rowid)
		}
		kept := !s.shape.lasts(e.status) || e.marked && f.recent.add(f, e.rowid, listed)
		if s.shape.Marks == nil || s.shape.isSettled(e.status) || !kept {
			continue // nothing of it is ever compared
		}
		f.known[e.rowid] = e.hash
		switch {
		case s.shape.isBusy(e.status):
			f.busy[e.rowid] = e.status
		case s.shape.Gather && !slices.Contains(s.shape.Ended, e.status):
			f.idle[e.rowid] = e.status
		}
	}
}

// forgetRow removes what is remembered of a task, but for its id.
func (f *follow) forgetRow(rowid int64) {
	delete(f.known, rowid)
	delete(f.busy, rowid)
	delete(f.idle, rowid)
	delete(f.recent.at, rowid)
	if f.told != nil {
		f.told.Remove(rowid)
	}
}

// namedMost is of how many tasks the ids are remembered.
const namedMost = 10_000

// name remembers the ids of tasks. Without AUTOINCREMENT, SQLite gives the rowid of the
// newest row again after that row was deleted, so by a rowid alone it would not be seen
// that a task is gone (https://sqlite.org/autoinc.html).
func (f *follow) name(entries []entry) {
	for _, e := range entries {
		f.names[e.rowid] = e.id
	}
	if len(f.names) < 2*namedMost {
		return
	}
	for _, rowid := range slices.Sorted(maps.Keys(f.names))[:len(f.names)-namedMost] {
		delete(f.names, rowid)
	}
}

// forget removes the ids of tasks that are gone.
func (f *follow) forget(ids []string) {
	if len(ids) == 0 {
		return
	}
	gone := make(map[string]bool, len(ids))
	for _, id := range ids {
		gone[id] = true
	}
	maps.DeleteFunc(f.names, func(_ int64, id string) bool { return gone[id] })
}

// namesOf returns the ids of the tasks that were last seen at the rowids.
func (s *Store) namesOf(rowids []int64) (ids []string) {
	for _, rowid := range rowids {
		if s.shape.Numbered {
			ids = append(ids, strconv.FormatInt(rowid, 10))
		} else if id := s.follow.names[rowid]; id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// differs reports whether the task is not as it is remembered.
func (f *follow) differs(e entry) bool {
	hash, known := f.known[e.rowid]
	return !known || hash != e.hash
}

// enqueue adds ids to those that are to be read again.
func (f *follow) enqueue(ids []string) {
	for _, id := range ids {
		if id != "" && !f.queued[id] {
			f.queued[id] = true
			f.queue = append(f.queue, id)
		}
	}
}

// dequeue removes the first n ids.
func (f *follow) dequeue(n int) {
	for _, id := range f.queue[:n] {
		delete(f.queued, id)
	}
	if f.queue = f.queue[n:]; len(f.queue) == 0 {
		f.queue = nil
	}
}

// hash returns a hash of values and their types.
func (f *follow) hash(cells []any) uint64 {
	if len(cells) == 0 {
		return 0
	}
	f.text = f.text[:0]
	for _, cell := range cells {
		switch v := cell.(type) {
		case nil:
			f.text = append(f.text, 'n')
		case int64:
			f.text = binary.LittleEndian.AppendUint64(append(f.text, 'i'), uint64(v))
		case float64:
			f.text = binary.LittleEndian.AppendUint64(append(f.text, 'f'), math.Float64bits(v))
		case string:
			f.text = append(binary.AppendUvarint(append(f.text, 't'), uint64(len(v))), v...)
		case []byte:
			f.text = append(binary.AppendUvarint(append(f.text, 't'), uint64(len(v))), v...)
		default: // as of a column that is declared as a time
			f.text = fmt.Appendf(append(f.text, 'o'), "%T %[1]v;", v)
		}
	}
	return keyhash.Sum(f.key, f.text)
}

// The pauses after reading many tasks, as multiples of the time that it took. They
// limit the load on this machine and on an owner with a rollback journal: after a
// sweep, after one for an urgent commit, and after comparing many busy tasks.
const (
	sweepShare  = 50
	urgentShare = 4
	busyShare   = 10
)

// Bounds of one transaction.
const (
	logMost  = 5000  // entries of the log
	markMost = 20000 // hashes
)

// fewBusy is the number of busy tasks that are compared at every commit.
const fewBusy = 32

// eachMark calls see for all tasks of one status, or of every status when there is
// no index of statuses, but for those that last. They are read in parts: a change between
// two parts belongs to a commit for which there is another sweep.
func (s *Store) eachMark(ctx context.Context, status string, see func(e entry)) error {
	where, args := "t.rowid > ?1", []any{int64(math.MinInt64), 0}
	switch {
	case !s.shape.Unsorted:
		where += " AND " + s.shape.has(status)
	case s.shape.Lasting:
		where += " AND " + s.shape.ended(false)
	}
	query := "SELECT " + s.shape.entry(s.shape.Marks) + " FROM " + s.shape.Table + " t WHERE " + where + " ORDER BY t.rowid LIMIT ?2"
	for more := true; more; {
		var part []entry
		err := s.db.ReadPart(ctx, &s.pace.marks, markMost, func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
			args[1] = most
			part, err = s.entries(ctx, q, query, args...)
			more = len(part) == most
			return err
		})
		if err != nil {
			return err
		}
		for _, e := range part {
			see(e)
			args[0] = e.rowid
		}
	}
	return nil
}

// readRows calls read for all rowids, some in each transaction, and returns what it
// returns. The rowids are passed as a JSON list.
func readRows[T any](ctx context.Context, s *Store, rowids []int64, read func(ctx context.Context, q sqlitedb.Queryer, list string) ([]T, error)) (all []T, err error) {
	for len(rowids) > 0 {
		var part []T
		n := 0
		err := s.db.ReadPart(ctx, &s.pace.rows, min(logMost, len(rowids)), func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
			n = most
			part, err = read(ctx, q, List(rowids[:n]))
			return err
		})
		if err != nil {
			return nil, err
		}
		all, rowids = append(all, part...), rowids[n:]
	}
	return all, nil
}

// compareBusy returns the rowids of busy tasks that have changed. It does nothing,
// and returns false, when there are many and they were compared a moment ago.
func (s *Store) compareBusy(ctx context.Context) (changed []int64, done bool, err error) {
	if s.shape.Gather {
		return s.compareGathered(ctx)
	}
	f, began := &s.follow, s.db.ReadTime()
	if len(f.busy) >= fewBusy && time.Now().Before(f.busyAt) {
		return nil, false, nil
	}
	there := map[int64]bool{}
	see := func(e entry) {
		if !s.shape.isBusy(e.status) {
			return
		}
		there[e.rowid] = true
		if f.differs(e) {
			changed = append(changed, e.rowid)
		}
	}
	if s.shape.Unsorted {
		var known []entry
		known, err = s.entriesAt(ctx, slices.Collect(maps.Keys(f.busy)))
		for _, e := range known {
			see(e)
		}
	} else {
		for _, status := range s.shape.Busy {
			if err == nil {
				err = s.eachMark(ctx, status, see)
			}
		}
	}
	for rowid := range f.busy {
		if !there[rowid] {
			changed = append(changed, rowid)
		}
	}
	f.busyAt = time.Now().Add(busyShare * (s.db.ReadTime() - began))
	return changed, true, err
}

// newRows returns the rowids of all tasks after the newest one that was counted: where there is no
// log, a new task is not to wait for a sweep. They are counted once they are enqueued, see countRows.
func (s *Store) newRows(ctx context.Context) (rowids []int64, err error) {
	after := s.follow.newest
	for part := logMost; part == logMost; {
		begin := len(rowids)
		err := s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
			rowids = rowids[:begin]
			return Each(ctx, q, func(r Row) error {
				rowids = append(rowids, Int(r.cells[0]))
				return nil
			}, "SELECT t.rowid FROM "+s.shape.Table+" t WHERE t.rowid > ? ORDER BY t.rowid LIMIT ?", after, logMost)
		})
		if err != nil {
			return nil, err
		}
		if part = len(rowids) - begin; part > 0 {
			after = rowids[len(rowids)-1]
		}
	}
	return rowids, nil
}

// countRows counts new rows, in ascending order, as known.
func (f *follow) countRows(rowids []int64) {
	if n := len(rowids); n > 0 {
		f.total, f.newest = f.total+int64(n), rowids[n-1]
	}
}

// sweep is the result of comparing all tasks that are remembered.
type sweep struct {
	seen          map[int64]uint64
	changed       []int64 // the rowids of tasks that are new, changed or gone
	total, newest int64
	took          time.Duration
}

// sweepAll compares all tasks that can change without an entry in the log with what
// is remembered of them. It fails with errReset when tasks were deleted and are not in
// the queue.
func (s *Store) sweepAll(ctx context.Context) (*sweep, error) {
	f, began := &s.follow, s.db.ReadTime()
	w := &sweep{seen: make(map[int64]uint64, len(f.known))}
	err := s.eachRemembered(ctx, func(e entry) {
		if s.shape.isSettled(e.status) {
			return
		}
		w.seen[e.rowid] = e.hash
		if f.differs(e) {
			w.changed = append(w.changed, e.rowid)
		}
	})
	if err != nil {
		return nil, err
	}
	for rowid := range f.known {
		if _, ok := w.seen[rowid]; !ok {
			w.changed = append(w.changed, rowid)
		}
	}
	if _, ok := s.queue.(Neighbours); !ok { // what showed a task that is gone is to be read again, too
		f.enqueue(s.namesOf(w.changed))
	}
	var lacking []int64
	w.total, w.newest, lacking, err = s.findLacking(ctx)
	for _, id := range s.namesOf(lacking) {
		if !f.queued[id] { // it is counted until it is reported
			w.total++
		}
	}
	w.changed = append(w.changed, lacking...)
	w.took = s.db.ReadTime() - began
	return w, err
}

// sweepDue reports whether it is time for a sweep.
func (f *follow) sweepDue() bool {
	now := time.Now()
	return f.complete && (f.suspect && !now.Before(f.sweepAt) || f.urgent && !now.Before(f.urgentAt))
}

// finishSweep stores the result of a sweep whose changed tasks are in the queue.
func (f *follow) finishSweep(w *sweep, share time.Duration) {
	f.known, f.total, f.newest = w.seen, w.total, w.newest
	f.suspect, f.urgent = false, false
	f.sweepAt, f.urgentAt = time.Now().Add(share*w.took), time.Now().Add(urgentShare*w.took)
}

// enqueueRows enqueues the tasks that are at the rowids now, those that were last seen
// there, and those that show something of them.
func (s *Store) enqueueRows(ctx context.Context, rowids []int64) error {
	there := make(map[int64]bool, len(rowids))
	all, err := readRows(ctx, s, rowids, func(ctx context.Context, q sqlitedb.Queryer, list string) (ids []string, err error) {
		err = Each(ctx, q, func(r Row) error {
			there[Int(r.cells[0])], ids = true, append(ids, Text(r.cells[1]))
			return nil
		}, "SELECT t.rowid, "+s.shape.ID+" FROM "+s.shape.Table+" t WHERE t.rowid IN (SELECT value FROM json_each(?))", list)
		return ids, err
	})
	if err != nil {
		return err
	}
	for _, rowid := range rowids {
		if !there[rowid] {
			s.follow.forgetRow(rowid)
		}
	}
	all = append(all, s.namesOf(rowids)...)
	s.follow.enqueue(all)
	n, ok := s.queue.(Neighbours)
	if !ok {
		return nil
	}
	for part := range slices.Chunk(all, logMost) {
		var near []string
		err := s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
			near, err = n.Near(ctx, q, part)
			return err
		})
		if err != nil {
			return err
		}
		s.follow.enqueue(near)
	}
	return nil
}
