package sqlsource

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/watch"
)

// errReset says that changes cannot be told apart, so everything must be listed again.
var errReset = errors.New("everything is to be read again")

// Refresh reports what has changed. It reads the log, if there is one, and compares the
// hashes of tasks that can change without an entry in it. Without both it reports a reset
// after each commit.
//
// After a commit busy tasks are compared at once. The others are compared by a sweep: at
// once when nothing else explains the commit, and otherwise by the first call after a
// pause that grows with the cost of sweeping.
func (s *Source) Refresh(ctx context.Context, changed watch.Signal) (source.Delta, error) {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return source.Delta{}, err
	}
	defer leave()
	if !s.listed {
		s.openAll(ctx)
	}
	reset := s.configure()
	if s.cfg.Many && (reset || !s.onlyFiles(changed)) {
		reset = s.discover(ctx) || reset
	}
	if reset {
		return source.Delta{Reset: true}, nil
	}
	var d source.Delta
	for _, store := range s.stores {
		store.askWitness()
		if s.cfg.Many && store.quiet(changed) {
			continue
		}
		some, err := store.refresh(ctx, s.cfg.Format)
		if ctx.Err() != nil {
			return source.Delta{}, errors.Join(ctx.Err(), err)
		}
		store.lost = nil
		if err != nil {
			store.lost = fmt.Errorf("%s: %w", store.name, err)
			continue
		}
		if some.Reset {
			return some, nil
		}
		d.Cases = joinCases(d.Cases, some.Cases)
		d.Removed = append(d.Removed, some.Removed...)
		d.More = d.More || some.More
	}
	return d, s.unreadable()
}

// onlyFiles reports whether a signal names nothing but open databases, so that none has
// appeared or disappeared.
func (s *Source) onlyFiles(changed watch.Signal) bool {
	return changed.Paths != nil && len(s.troubles) == 0 && !slices.ContainsFunc(changed.Paths, func(path string) bool {
		return !slices.ContainsFunc(s.stores, func(store *Store) bool { return store.names(path) })
	})
}

// askWitness enqueues the tasks that show something else than what is there now.
func (s *Store) askWitness() {
	if w, ok := s.queue.(Witness); ok {
		ids, all := w.Moved()
		s.follow.enqueue(ids)
		s.follow.beside = s.follow.beside || all
	}
}

// quiet reports whether the signal leaves out the database and no change waits to be
// found or reported.
func (s *Store) quiet(changed watch.Signal) bool {
	f := &s.follow
	return changed.Paths != nil && !slices.ContainsFunc(changed.Paths, s.names) &&
		!s.stale && !f.beside && !f.dirty && !f.suspect && len(f.queue) == 0 && s.lost == nil
}

// refresh reports what has changed in one database. Changes that were found and not yet
// reported are kept for the next call, also after an error.
func (s *Store) refresh(ctx context.Context, format Format) (source.Delta, error) {
	if err := s.noteChanges(ctx); err != nil {
		return source.Delta{}, err
	}
	f := &s.follow
	switch {
	case s.stale:
		return s.restart(ctx, format)
	case !f.dirty && !f.sweepDue() && !f.beside && len(f.queue) == 0:
		return source.Delta{}, nil
	case s.missed:
		return s.restart(ctx, format)
	}
	more, err := s.findChanges(ctx)
	if errors.Is(err, errReset) {
		return s.restart(ctx, format)
	}
	if err != nil {
		return source.Delta{}, err
	}
	d, err := s.reread(ctx)
	d.More = more || len(f.queue) > 0
	return d, err
}

// noteChanges notes what has happened to the files since the last call.
func (s *Store) noteChanges(ctx context.Context) error {
	change, err := s.db.Changed(ctx)
	if err != nil {
		return err
	}
	f := &s.follow
	_, logged := s.queue.(Log)
	s.stale = s.stale || change.Replaced || change.Data && !logged && s.shape.Marks == nil ||
		(change.Data || !s.crowded) && s.refusal() != s.readOnly
	f.dirty, f.suspect = f.dirty || change.Data, (f.suspect || change.Data) && s.shape.Marks != nil
	beside, err := s.besideChanged(ctx)
	f.beside = f.beside || beside
	return err
}

// findChanges enqueues the tasks that have changed, and reports whether there is more
// to find at once.
func (s *Store) findChanges(ctx context.Context) (more bool, err error) {
	f := &s.follow
	waiting := len(f.queue)
	if err := s.Indexes.Update(ctx); err != nil {
		return false, err
	}
	if more, err = s.readLog(ctx); err != nil {
		return false, err
	}
	if s.shape.Marks == nil {
		f.dirty = more
		return more, nil
	}
	changed, done, err := s.compareBusy(ctx)
	if err != nil {
		return false, err
	}
	var added []int64
	if _, logged := s.queue.(Log); !logged && f.dirty && f.complete {
		if added, err = s.newRows(ctx); err != nil {
			return false, err
		}
		changed = append(changed, added...)
	}
	// A commit that neither the log nor a busy task explains was made by other SQL than
	// the owner's, and the next commit may be far off.
	f.urgent = f.urgent || f.dirty && done && waiting+len(f.queue)+len(changed) == 0
	if s.shape.Gather && f.urgent && f.complete {
		idle, err := s.compareIdle(ctx)
		if err != nil {
			return false, err
		}
		changed = append(changed, idle...)
	}
	var w *sweep
	if f.sweepDue() {
		if w, err = s.sweepAll(ctx); err != nil {
			return false, err
		}
		changed = append(changed, w.changed...)
	}
	if f.beside {
		changed = slices.AppendSeq(changed, maps.Keys(f.known))
	}
	if err := s.enqueueRows(ctx, changed); err != nil {
		return false, err
	}
	f.countRows(added)
	if w != nil {
		share := time.Duration(sweepShare)
		if s.shape.Gather {
			share = stayShare
		}
		f.finishSweep(w, share)
	}
	f.beside, f.dirty = false, more || !done
	return more, nil
}

// readLog reads a part of the log and enqueues the tasks that it names. It reports
// whether there is more, and fails with errReset where the log has a gap.
func (s *Store) readLog(ctx context.Context) (more bool, err error) {
	var found Entries
	log, logged := s.queue.(Log)
	err = s.db.ReadPart(ctx, &s.pace.log, logMost, func(ctx context.Context, q sqlitedb.Queryer, most int) error {
		found = Entries{Last: s.follow.cursor}
		schema, err := schemaVersion(ctx, q)
		if err == nil && schema != s.schema {
			return errReset
		}
		if err != nil || !logged {
			return err
		}
		newest, err := log.Newest(ctx, q)
		// A smaller number than before: entries were removed, or an older copy of the
		// file was restored.
		if err == nil && newest < s.follow.cursor {
			return errReset
		}
		if err == nil {
			found, err = log.Since(ctx, q, s.follow.cursor, most)
		}
		if err == nil && found.Lost {
			return errReset
		}
		return err
	})
	if err != nil {
		return false, err
	}
	s.follow.cursor = found.Last
	s.follow.enqueue(found.IDs)
	return found.More, nil
}

// restart reads the database as a new one and reports a reset. It is repeated by the next
// call until it succeeds.
func (s *Store) restart(ctx context.Context, format Format) (source.Delta, error) {
	s.stale = true
	if err := s.start(ctx, format); err != nil {
		return source.Delta{}, err
	}
	return source.Delta{Reset: true}, nil
}

// reread reads the first tasks of the queue again, in parts. They leave the queue when
// all of them have been read.
func (s *Store) reread(ctx context.Context) (d source.Delta, err error) {
	todo := s.follow.queue[:min(portion, len(s.follow.queue))]
	err = s.getParts(ctx, todo, false, func(ids []string, entries []entry, cases []model.Case) {
		d.Cases = joinCases(d.Cases, cases)
		s.remember(entries, false)
		there := make(map[string]bool, len(cases))
		for i := range cases {
			there[strings.TrimPrefix(cases[i].Task.ID, s.prefix())] = true
		}
		gone := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return there[id] })
		s.follow.forget(gone)
		for _, id := range gone {
			d.Removed = append(d.Removed, s.prefix()+id)
		}
	})
	if err != nil {
		return source.Delta{}, err
	}
	s.follow.dequeue(len(todo))
	s.follow.total -= int64(len(d.Removed)) // a sweep need not find them missing once more
	return d, nil
}

// joinCases returns both. Mostly there are but one part of tasks and one database: a case is too large to
// be copied for nothing.
func joinCases(all, more []model.Case) []model.Case {
	if len(all) == 0 {
		return more
	}
	return append(all, more...)
}

// noticed describes how changes are detected.
func (s *Store) noticed() string {
	_, logged := s.queue.(Log)
	switch {
	case logged && s.shape.Marks == nil:
		return "the file and its -wal are watched; what changed is read from its own log"
	case logged:
		return "the file and its -wal are watched; what changed is read from its own log, and what leaves no trace there is compared"
	case s.shape.Marks != nil:
		return "the file and its -wal are watched; what changed is found by comparing"
	}
	return "it keeps no record of changes: after each one everything is read again"
}
