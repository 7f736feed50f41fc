package sqlsource

import (
	"context"
	"encoding/binary"
	"hash/maphash"
	"math"
	"slices"
	"time"

	"notdone/source/sqlitedb"
)

// follow is how far a database was told to whoever watches it. Not every change
// makes an entry in the log, and some queues keep none, so that rows which can
// change without one are remembered by a hash.
type follow struct {
	cursor  int64 // the newest entry of the log that was told
	total   int64 // tasks at the last count
	newest  int64 // the newest task's rowid at the last count
	dirty   bool  // something was committed that was not looked at yet
	beside  bool  // something was committed beside it
	suspect bool  // something was committed that the last sweep did not see
	urgent  bool  // and nothing explains it

	complete bool // every task that is remembered was listed
	known    map[int64]uint64
	busy     map[int64]bool // tasks with a busy status
	queue    []string       // ids to read again and tell
	queued   map[string]bool
	settled  map[string]bool // statuses whose tasks are not remembered
	busies   map[string]bool

	sweepAt  time.Time // no sweep before this
	urgentAt time.Time // nor before this for a commit that nothing explains
	busyAt   time.Time // no look at many busy tasks before this
}

// beginning reads where the database stands, to tell what follows.
func beginning(ctx context.Context, q sqlitedb.Queryer, queue Queue, shape *Shape) (f follow, err error) {
	f = follow{known: map[int64]uint64{}, busy: map[int64]bool{}, queued: map[string]bool{}, settled: setOf(shape.Settled), busies: setOf(shape.Busy)}
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

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// count returns how many tasks there are and the newest one's rowid.
func (s *Shape) count(ctx context.Context, q sqlitedb.Queryer) (total, newest int64, err error) {
	err = q.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM "+s.Table+"), (SELECT ifnull(max(rowid), 0) FROM "+s.Table+")").Scan(&total, &newest)
	return total, newest, err
}

// note remembers tasks as they were just read.
func (f *follow) note(entries []entry) {
	for _, e := range entries {
		delete(f.busy, e.rowid)
		if f.settled[e.status] {
			delete(f.known, e.rowid)
			continue
		}
		f.known[e.rowid] = e.hash
		if f.busies[e.status] {
			f.busy[e.rowid] = true
		}
	}
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

// dequeue takes the first n ids out of the queue.
func (f *follow) dequeue(n int) {
	for _, id := range f.queue[:n] {
		delete(f.queued, id)
	}
	if f.queue = f.queue[n:]; len(f.queue) == 0 {
		f.queue = nil
	}
}

var hashSeed = maphash.MakeSeed()

// hashOf is of values and of their types.
func hashOf(cells []any) uint64 {
	var h maphash.Hash
	h.SetSeed(hashSeed)
	var number [9]byte
	for _, cell := range cells {
		switch v := cell.(type) {
		case int64:
			number[0] = 1
			binary.LittleEndian.PutUint64(number[1:], uint64(v))
			_, _ = h.Write(number[:]) // it never fails
		case float64:
			number[0] = 2
			binary.LittleEndian.PutUint64(number[1:], math.Float64bits(v))
			_, _ = h.Write(number[:])
		default:
			text := Text(v)
			number[0] = 3
			binary.LittleEndian.PutUint64(number[1:], uint64(len(text)))
			_, _ = h.Write(number[:])
			_, _ = h.WriteString(text)
		}
	}
	return h.Sum64()
}

// How much longer than the reading of a look the pause after it is, so that looking
// costs at most one part in so many of a core, and keeps an owner with a rollback
// journal out no longer: of a sweep, of one for a commit that nothing explains,
// and of a look at many busy tasks.
const (
	sweepShare  = 50
	urgentShare = 4
	busyShare   = 10
)

// Bounds of one transaction.
const (
	logMost  = 5000  // entries of the log
	markMost = 20000 // hashes
	fewBusy  = 32    // busy tasks that are read together with the log: a transaction costs more than they do
)

// sweep is what a look over the remembered tasks found.
type sweep struct {
	seen    map[int64]uint64
	changed []int64 // rowids that are new, other or gone
	total   int64
	newest  int64
	took    time.Duration
}

// marksOf reads the entries of one status that follow a rowid, so many at most;
// without an index of statuses those of every status.
func (s *Store) marksOf(ctx context.Context, q sqlitedb.Queryer, status string, after int64, most int) ([]entry, error) {
	query := "SELECT " + s.shape.entry() + " FROM " + s.shape.Table + " t WHERE t.rowid > ? "
	if s.shape.Unsorted {
		return s.entries(ctx, q, query+"ORDER BY t.rowid LIMIT ?", after, most)
	}
	return s.entries(ctx, q, query+"AND "+s.shape.Status+" = ? ORDER BY t.rowid LIMIT ?", after, status, most)
}

// busyMarks reads the busy tasks, fewBusy of them at most. Without an index of
// statuses those are read that were known to be busy.
func (s *Store) busyMarks(ctx context.Context, q sqlitedb.Queryer) (all []entry, err error) {
	if s.shape.Unsorted {
		known := make([]int64, 0, len(s.follow.busy))
		for rowid := range s.follow.busy {
			known = append(known, rowid)
		}
		query := "SELECT " + s.shape.entry() + " FROM " + s.shape.Table + " t WHERE t.rowid IN (SELECT value FROM json_each(?)) LIMIT ?"
		all, err = s.entries(ctx, q, query, List(known), fewBusy)
		return slices.DeleteFunc(all, func(e entry) bool { return !s.follow.busies[e.status] }), err
	}
	for _, status := range s.shape.Busy {
		some, err := s.marksOf(ctx, q, status, math.MinInt64, fewBusy-len(all))
		if all = append(all, some...); err != nil || len(all) == fewBusy {
			return all, err
		}
	}
	return all, nil
}

// eachMark reads the hashes of the tasks of one status in parts. A task that
// changes between two parts is seen as it was or as it is; its commit is one that
// the next sweep looks for.
func (s *Store) eachMark(ctx context.Context, status string, see func(e entry)) error {
	for after, more := int64(math.MinInt64), true; more; {
		var part []entry
		err := s.db.ReadPart(ctx, &s.pace.marks, markMost, func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
			part, err = s.marksOf(ctx, q, status, after, most)
			more = len(part) == most
			return err
		})
		if err != nil {
			return err
		}
		for _, e := range part {
			see(e)
			after = e.rowid
		}
	}
	return nil
}

// compareBusy compares the busy tasks with what is remembered of them: theirs are
// the columns that change without an entry in the log. What was read of them
// already is all where it is less than fewBusy. Where they are many, not every
// commit has them looked at.
func (s *Store) compareBusy(ctx context.Context, read []entry) (changed []int64, looked bool, err error) {
	f, began := &s.follow, s.db.ReadTime()
	if len(read) >= fewBusy && time.Now().Before(f.busyAt) {
		return nil, false, nil
	}
	there := map[int64]bool{}
	see := func(e entry) {
		if !f.busies[e.status] {
			return
		}
		there[e.rowid] = true
		if known, ok := f.known[e.rowid]; !ok || known != e.hash {
			changed = append(changed, e.rowid)
		}
	}
	if len(read) < fewBusy {
		for _, e := range read {
			see(e)
		}
	} else {
		for _, status := range s.shape.Busy {
			if err := s.eachMark(ctx, status, see); err != nil {
				return nil, false, err
			}
		}
		f.busyAt = time.Now().Add(busyShare * (s.db.ReadTime() - began))
	}
	for rowid := range f.busy {
		if !there[rowid] {
			changed = append(changed, rowid)
		}
	}
	return changed, true, nil
}

// sweepAll compares all tasks that can change without an entry in the log with
// what is remembered of them. It fails with errReset when tasks were deleted.
func (s *Store) sweepAll(ctx context.Context) (*sweep, error) {
	f, began := &s.follow, s.db.ReadTime()
	w := &sweep{seen: make(map[int64]uint64, len(f.known))}
	statuses := []string{""}
	if !s.shape.Unsorted {
		err := s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
			statuses, err = s.statuses(ctx, q)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	for _, status := range statuses {
		if f.settled[status] {
			continue
		}
		err := s.eachMark(ctx, status, func(e entry) {
			if f.settled[e.status] {
				return
			}
			w.seen[e.rowid] = e.hash
			if known, ok := f.known[e.rowid]; !ok || known != e.hash {
				w.changed = append(w.changed, e.rowid)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	for rowid := range f.known {
		if _, ok := w.seen[rowid]; !ok {
			w.changed = append(w.changed, rowid)
		}
	}
	err := s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		if w.total, w.newest, err = s.shape.count(ctx, q); err != nil {
			return err
		}
		var added int64
		if err := q.QueryRowContext(ctx, "SELECT count(*) FROM "+s.shape.Table+" WHERE rowid > ?", f.newest).Scan(&added); err != nil {
			return err
		}
		if w.total < f.total+added {
			return errReset
		}
		return nil
	})
	w.took = s.db.ReadTime() - began
	return w, err
}

// sweepDue reports whether it is time for a sweep.
func (f *follow) sweepDue(now time.Time) bool {
	return f.complete && (f.suspect && !now.Before(f.sweepAt) || f.urgent && !now.Before(f.urgentAt))
}

// swept remembers what a sweep saw. What it found changed is in the queue.
func (f *follow) swept(w *sweep) {
	f.known, f.total, f.newest = w.seen, w.total, w.newest
	f.suspect, f.urgent = false, false
	f.sweepAt, f.urgentAt = time.Now().Add(sweepShare*w.took), time.Now().Add(urgentShare*w.took)
}

// enqueueRows has tasks, by their rowids, and those that show something of them
// read again. Those that are gone are left out.
func (s *Store) enqueueRows(ctx context.Context, rowids []int64) error {
	for len(rowids) > 0 {
		var ids, near []string
		read := 0
		err := s.db.ReadPart(ctx, &s.pace.near, min(logMost, len(rowids)), func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
			read = most
			ids, err = Strings(ctx, q, "SELECT "+s.shape.ID+" FROM json_each(?) j CROSS JOIN "+s.shape.Table+" t ON t.rowid = j.value", List(rowids[:read]))
			if n, ok := s.queue.(Neighbours); ok && err == nil {
				near, err = n.Near(ctx, q, ids)
			}
			return err
		})
		if err != nil {
			return err
		}
		s.follow.enqueue(ids)
		s.follow.enqueue(near)
		rowids = rowids[read:]
	}
	return nil
}
