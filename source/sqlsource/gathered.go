package sqlsource

import (
	"context"
	"maps"
	"slices"
	"time"

	"notdone/source/rowset"
	"notdone/source/sqlitedb"
)

// recent are tasks that have ended and are compared all the same, for what is added to a
// task right after it.
type recent struct {
	at    map[int64]int // the number in the order of coming, by rowid
	order []int64       // as they came
	gone  int           // the number of the first in order
}

// recentMost is how many of them a listing adds; as many again are added as they end.
const recentMost = 1000

// add adds a task, unless it is one of a listing that has added enough, and reports whether
// it is there.
func (r *recent) add(f *follow, rowid int64, listed bool) bool {
	if listed && len(r.at) >= recentMost {
		return false
	}
	r.at[rowid] = r.gone + len(r.order)
	if r.order = append(r.order, rowid); len(r.order) < 2*recentMost {
		return true
	}
	for i, old := range r.order[:recentMost] {
		if at, ok := r.at[old]; ok && at == r.gone+i {
			delete(r.at, old)
			delete(f.known, old)
		}
	}
	r.order, r.gone = slices.Clone(r.order[recentMost:]), r.gone+recentMost
	return true
}

// The pauses after gathering rowids, as multiples of the time that it took: of those of busy
// tasks, of all others after a commit that those do not explain, and after comparing many
// busy tasks whose status is the same.
const (
	gatherShare = 20
	idleShare   = 50
	stayShare   = 100
)

// compareGathered is compareBusy where an index tells the rowids of a status: a task that is
// in another status than before is found without reading it.
func (s *Store) compareGathered(ctx context.Context) (changed []int64, done bool, err error) {
	f, began := &s.follow, s.db.ReadTime()
	if time.Now().Before(f.gatherAt) {
		return nil, false, nil
	}
	if changed, err = s.compareStatuses(ctx, s.shape.Busy, f.busy); err != nil {
		return nil, false, err
	}
	gathered := s.db.ReadTime()
	f.gatherAt = time.Now().Add(gatherShare * (gathered - began))
	if len(f.busy) >= fewBusy && time.Now().Before(f.busyAt) {
		return changed, true, nil // the next sweep finds the rest
	}
	all, err := s.entriesAt(ctx, slices.Collect(maps.Keys(f.busy)))
	for _, e := range all {
		if f.differs(e) {
			changed = append(changed, e.rowid)
		}
	}
	f.busyAt = time.Now().Add(stayShare * (s.db.ReadTime() - gathered))
	return changed, true, err
}

// compareIdle compares the statuses of the tasks that are neither busy nor have ended, and
// looks for tasks that are gone. It does nothing when it did so a moment ago.
func (s *Store) compareIdle(ctx context.Context) (changed []int64, err error) {
	f, began := &s.follow, s.db.ReadTime()
	if time.Now().Before(f.urgentAt) {
		return nil, nil
	}
	var statuses []string
	err = s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		statuses, err = s.statuses(ctx, q)
		return err
	})
	if err != nil {
		return nil, err
	}
	statuses = slices.DeleteFunc(statuses, func(status string) bool {
		return s.shape.isBusy(status) || slices.Contains(s.shape.Ended, status)
	})
	changed, err = s.compareStatuses(ctx, statuses, f.idle)
	if err != nil {
		return nil, err
	}
	_, _, gone, err := s.findLacking(ctx)
	changed = append(changed, gone...)
	f.urgent, f.urgentAt = false, time.Now().Add(idleShare*(s.db.ReadTime()-began))
	return changed, err
}

// compareStatuses returns the rowids of tasks that have come to a status or left it, given
// those that were last seen with one of the statuses. Until the listing has come to all of
// them, only tasks that it has told are compared.
func (s *Store) compareStatuses(ctx context.Context, statuses []string, were map[int64]string) (changed []int64, err error) {
	there, met := map[int64]bool{}, 0
	err = s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		clear(there)
		changed, met = nil, 0
		for _, status := range statuses {
			err := s.gather(ctx, q, status, func(rowid int64) {
				was, known := were[rowid]
				switch {
				case known && was == status:
					met++
				case known || s.follow.complete:
					changed = append(changed, rowid)
				}
				there[rowid] = known
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || met == len(were) {
		return changed, err
	}
	for rowid := range were {
		if !there[rowid] {
			changed = append(changed, rowid)
		}
	}
	return changed, nil
}

// entriesAt reads the entries at rowids.
func (s *Store) entriesAt(ctx context.Context, rowids []int64) ([]entry, error) {
	return readRows(ctx, s, rowids, func(ctx context.Context, q sqlitedb.Queryer, list string) ([]entry, error) {
		return s.entries(ctx, q, "SELECT "+s.shape.entry(s.shape.Marks)+" FROM "+s.shape.Table+" t WHERE t.rowid IN (SELECT value FROM json_each(?))", list)
	})
}

// eachRemembered calls see for all tasks that can change without an entry in the log.
func (s *Store) eachRemembered(ctx context.Context, see func(e entry)) error {
	statuses, rowids := []string{""}, slices.Collect(maps.Keys(s.follow.recent.at))
	if !s.shape.Unsorted {
		err := s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
			if statuses, err = s.statuses(ctx, q); err != nil || !s.shape.Gather {
				return err
			}
			for _, status := range statuses {
				if s.shape.lasts(status) {
					continue
				}
				if err := s.gather(ctx, q, status, func(rowid int64) { rowids = append(rowids, rowid) }); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, status := range statuses {
		if s.shape.Gather || s.shape.isSettled(status) {
			continue
		}
		if err := s.eachMark(ctx, status, see); err != nil {
			return err
		}
	}
	all, err := s.entriesAt(ctx, rowids)
	for _, e := range all {
		see(e)
	}
	return err
}

// findLacking counts the tasks and, where some are missing, returns the rowids of those that
// are gone: it fails with errReset where they are not known. Tasks in the queue that are
// gone are counted: they are subtracted when they are reported.
func (s *Store) findLacking(ctx context.Context) (total, newest int64, gone []int64, err error) {
	f := &s.follow
	err = s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		var added, removed int64
		if total, newest, err = s.shape.count(ctx, q); err == nil {
			err = q.QueryRowContext(ctx, "SELECT count(*) FROM "+s.shape.Table+" WHERE rowid > ?", f.newest).Scan(&added)
		}
		if err == nil && len(f.queue) > 0 {
			err = q.QueryRowContext(ctx, "SELECT ? - count(DISTINCT "+s.shape.ID+") FROM "+s.shape.Table+" t WHERE "+
				s.shape.ID+" IN (SELECT value FROM json_each(?))", len(f.queue), List(f.queue)).Scan(&removed)
		}
		total += removed
		f.lacking = f.lacking || total < f.total+added
		if err == nil && f.lacking && f.told == nil {
			err = errReset
		}
		return err
	})
	if err != nil || !f.lacking || !f.whole {
		return total, newest, nil, err
	}
	now := rowset.New()
	err = s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		now = rowset.New()
		return Each(ctx, q, func(r Row) error {
			now.Add(Int(r.cells[0]))
			return nil
		}, "SELECT t.rowid FROM "+s.shape.Table+" t")
	})
	if err == nil {
		f.lacking = false
		gone = slices.DeleteFunc(f.told.SymmetricDifference(now, nil), now.Has)
	}
	return total, newest, gone, err
}
