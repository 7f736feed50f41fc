package sqlsource

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"

	"notdone/source"
	"notdone/source/keyhash"
	"notdone/source/sqlitedb"
)

var _ source.Resumer = (*Source)(nil)

// position is how far the changes of a queue have been reported, for another process.
type position struct {
	Settings string                    `json:"settings"`
	Stores   map[string]*storePosition `json:"stores"` // by group
}

// storePosition is the part of a position that is about one database: its follow, and
// what recognises the database and the end of its log.
type storePosition struct {
	File          sqlitedb.Identity
	Schema        int64
	Cursor        int64
	Total, Newest int64
	Trail         []mark
	Key           keyhash.Key
	Known         []byte // for each task that is remembered its rowid, whether it is busy, and the hash
}

// mark is one of the last entries before the cursor. Stamp is the hash of Shape.Stamp, or
// of the Marks, of its task; 0 where a later entry names that, too, or it is in Known.
type mark struct {
	Number int64
	Task   string
	Stamp  uint64
}

// trailMost is how many entries before the cursor are compared. That a database was
// replaced by an older copy shows in the very last one, unless its task has changed since.
const trailMost = 64

// resumable reports whether all that can change the tasks stands in the database and
// leaves a trail there.
func (s *Store) resumable() bool {
	_, trail := s.queue.(Trail)
	_, witness := s.queue.(Witness)
	return trail && !witness && len(s.besides) == 0 && !s.shape.Gather && !s.shape.Lasting && !s.shape.NoRowids && (s.shape.Marks != nil || s.shape.Stamp != "")
}

// Position returns how far Refresh has reported the changes; nil while that cannot be told.
func (s *Source) Position(ctx context.Context) ([]byte, error) {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if len(s.later) > 0 || len(s.troubles) > 0 {
		return nil, nil
	}
	at := position{Settings: s.settings(), Stores: map[string]*storePosition{}}
	for _, store := range s.stores {
		if at.Stores[store.Group], err = store.position(ctx); err != nil || at.Stores[store.Group] == nil {
			return nil, err
		}
	}
	return json.Marshal(at)
}

// Resume goes on from a position.
func (s *Source) Resume(ctx context.Context, encoded []byte) (ok bool, err error) {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	var at position
	if err := json.Unmarshal(encoded, &at); err != nil {
		return false, nil //nolint:nilerr // it is no position of ours
	}
	s.openAll(ctx)
	if len(s.troubles) > 0 || at.Settings != s.settings() || len(at.Stores) != len(s.stores) {
		return false, ctx.Err()
	}
	were := make([]follow, len(s.stores))
	for i, store := range s.stores {
		were[i] = store.follow
	}
	for _, store := range s.stores {
		if ok, err = store.resume(ctx, at.Stores[store.Group]); !ok {
			for i, store := range s.stores {
				store.follow = were[i]
			}
			return false, err
		}
	}
	s.listed = true
	return true, nil
}

// Sample picks tasks by random numbers of rows, so that tasks after a gap are picked more
// often.
func (s *Source) Sample(ctx context.Context, n int) (ids []string, err error) {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	s.openAll(ctx)
	for _, store := range s.stores {
		var picked []string
		err := store.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
			newest, err := One(ctx, q, "SELECT max(rowid) FROM "+store.shape.Table)
			if err != nil || Int(newest) < 1 {
				return err
			}
			rows := make([]int64, n/len(s.stores)+1)
			for i := range rows {
				rows[i] = 1 + rand.Int64N(Int(newest)) //nolint:gosec // any rows will do
			}
			picked, err = Strings(ctx, q, "SELECT DISTINCT "+store.shape.ID+" FROM json_each(?) j CROSS JOIN "+store.shape.Table+
				" t ON t.rowid = (SELECT min(o.rowid) FROM "+store.shape.Table+" o WHERE o.rowid >= j.value)", List(rows))
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, id := range picked {
			ids = append(ids, store.prefix()+id)
		}
	}
	return ids[:min(len(ids), n)], s.broken()
}

func (s *Source) settings() string {
	if s.cfg.Settings == nil {
		return ""
	}
	return s.cfg.Settings()
}

// position returns the position in one database; nil while there is none.
func (s *Store) position(ctx context.Context) (*storePosition, error) {
	f := &s.follow
	if !s.resumable() || !f.complete || s.missed || s.lost != nil || len(f.queue) > 0 {
		return nil, nil
	}
	at := &storePosition{File: s.db.Info().File, Schema: s.schema, Cursor: f.cursor, Total: f.total, Newest: f.newest, Key: f.key}
	err := s.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		at.Trail, err = s.trail(ctx, q)
		return err
	})
	if err == nil {
		err = s.noteChanges(ctx)
	}
	if errors.Is(err, errReset) || s.stale || !s.db.Info().File.Continues(at.File) {
		return nil, nil // the next Refresh says so
	}
	for rowid, hash := range f.known {
		at.Known = binary.AppendVarint(at.Known, rowid)
		busy := byte(0)
		if _, ok := f.busy[rowid]; ok {
			busy = 1
		}
		at.Known = append(at.Known, busy)
		at.Known = binary.LittleEndian.AppendUint64(at.Known, hash)
	}
	return at, err
}

// trail returns the entries before the cursor, the newest first.
func (s *Store) trail(ctx context.Context, q sqlitedb.Queryer) ([]mark, error) {
	last, err := s.queue.(Trail).Last(ctx, q, s.follow.cursor, trailMost)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, l := range last {
		if !l.Later {
			ids = append(ids, l.Task)
		}
	}
	stamps, err := s.stamps(ctx, q, ids)
	trail := make([]mark, len(last))
	for i, l := range last {
		trail[i] = mark{l.Number, l.Task, stamps[l.Task]}
	}
	return trail, err
}

// stamps returns the hashes of the stamps of tasks.
func (s *Store) stamps(ctx context.Context, q sqlitedb.Queryer, ids []string) (map[string]uint64, error) {
	stamps := make(map[string]uint64, len(ids))
	if s.shape.Marks != nil {
		entries, err := s.entriesOf(ctx, q, ids)
		for _, e := range entries {
			if s.shape.isSettled(e.status) { // the others are remembered
				stamps[e.id] = e.hash
			}
		}
		return stamps, err
	}
	err := Each(ctx, q, func(r Row) error {
		stamps[Text(r.cells[0])] = s.follow.hash(r.cells[1:])
		return nil
	}, "SELECT "+s.shape.ID+", "+s.shape.Stamp+" FROM "+s.shape.Table+" t WHERE "+s.shape.ID+" IN (SELECT value FROM json_each(?))", List(ids))
	return stamps, err
}

// resume goes on from a position in one database. It reports false, and leaves the follow
// as it may, where the database is not the one that had the position.
func (s *Store) resume(ctx context.Context, at *storePosition) (bool, error) {
	if at == nil || !s.resumable() || at.Schema != s.schema || !s.db.Info().File.Continues(at.File) {
		return false, nil
	}
	f := newFollow(s.shape)
	f.cursor, f.total, f.newest, f.key, f.complete = at.Cursor, at.Total, at.Newest, at.Key, true
	// What changed without an entry in the log is found by the first sweep.
	f.dirty, f.suspect, f.urgent = true, s.shape.Marks != nil, s.shape.Marks != nil
	s.follow = f
	if !s.follow.recall(at.Known) {
		return false, nil
	}
	var trail []mark
	err := s.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		newest, err := s.queue.(Log).Newest(ctx, q)
		if err == nil && newest < at.Cursor {
			err = errReset
		}
		if err == nil {
			trail, err = s.trail(ctx, q)
		}
		return err
	})
	if errors.Is(err, errReset) {
		return false, nil
	}
	return err == nil && slices.EqualFunc(trail, at.Trail, mark.equal), err
}

// equal reports whether two marks can be of the same history.
func (m mark) equal(o mark) bool {
	return m.Number == o.Number && m.Task == o.Task && (m.Stamp == o.Stamp || m.Stamp == 0 || o.Stamp == 0)
}

// recall takes over the hashes of a position, and reports whether they are complete.
func (f *follow) recall(known []byte) bool {
	for len(known) > 0 {
		rowid, n := binary.Varint(known)
		if n <= 0 || len(known) < n+9 {
			return false
		}
		f.known[rowid] = binary.LittleEndian.Uint64(known[n+1:])
		if known[n] != 0 {
			f.busy[rowid] = ""
		}
		known = known[n+9:]
	}
	return true
}
