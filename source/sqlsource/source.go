package sqlsource

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/watch"
)

// errClosed says that the source was closed.
var errClosed = errors.New("the queue was closed")

// Source is an open queue: one database, or a folder of several. It is a
// source.Actor and a source.Partial.
type Source struct {
	cfg Config

	turn   chan struct{} // held by the one call that runs
	ended  context.Context
	end    context.CancelFunc // by Close
	closed bool

	found []File // of a folder, those of the last look
	// later are those of many databases that no call has come to yet, in order. They
	// are opened by the first one that does, so that the first page comes early.
	later    []File
	listed   bool // a listing has begun
	stores   []*Store
	ordinals int64
	troubles map[string]error       // by group: databases that could not be opened
	retry    map[string]time.Time   // by group: when to try such a one again
	refused  map[string]os.FileInfo // by group: files that are not of this format
	removed  map[string]bool        // by group: databases that were open, and are still expected
	crowded  bool                   // there are so many databases that those newly opened are not held open
	config   error                  // why the configuration could not be read

	shown atomic.Pointer[shown]
}

// shown is what Describe, Trouble, Targets and LeftOut return: the state at the end of the last
// call. It does not change.
type shown struct {
	description source.Description
	trouble     error
	targets     []watch.Target
	leftOut     string
}

var (
	_ source.Actor   = (*Source)(nil)
	_ source.Partial = (*Source)(nil)
	_ source.Counter = (*Source)(nil)
	_ source.Auditor = (*Source)(nil)
)

// Open opens a queue. The result is a *Source, or a source without actions if its
// databases have none. Opening a folder fails only when no database can be opened and at
// least one could not be. The caller closes the source.
func Open(ctx context.Context, cfg Config) (source.Source, error) {
	s := &Source{
		cfg: cfg, turn: make(chan struct{}, 1),
		troubles: map[string]error{}, retry: map[string]time.Time{}, refused: map[string]os.FileInfo{},
		removed: map[string]bool{},
	}
	s.ended, s.end = context.WithCancel(context.Background())
	err := s.begin(ctx)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.describe()
	if len(s.stores) > 0 && len(s.later) == 0 && !slices.ContainsFunc(s.stores, (*Store).acts) {
		return struct {
			source.Source
			source.Partial
			source.Resumer
			source.Counter
			source.Auditor
		}{s, s, s, s, s}, nil
	}
	return s, nil
}

func (s *Source) begin(ctx context.Context) error {
	s.configure()
	if s.cfg.Many {
		s.discover(ctx)
		if len(s.stores) == 0 {
			return s.broken()
		}
		return nil
	}
	files, troubles := s.files()
	if len(files) == 0 {
		return errors.Join(slices.Collect(maps.Values(troubles))...)
	}
	store, err := s.openStore(ctx, files[0], sqlitedb.Options{})
	if err == nil {
		s.stores = []*Store{store}
	}
	return err
}

func (s *Source) files() (found []File, troubles map[string]error) {
	if folder, ok := s.cfg.Format.(Folder); ok {
		return folder.Files()
	}
	return []File{{Path: s.cfg.Path}}, nil
}

// configure reads the configuration again and reports whether it changed.
func (s *Source) configure() (changed bool) {
	if s.cfg.Configure != nil {
		changed, s.config = s.cfg.Configure()
	}
	return changed
}

// retryPause is the pause before another attempt to open a database. patience is how long
// the opening of one of many databases may take while it is locked.
const (
	retryPause = 3 * time.Second
	patience   = 500 * time.Millisecond
)

// handful is the largest number of databases that stay open between calls.
const handful = 8

// discover opens databases that have appeared in the folder and closes those that have
// disappeared. It reports whether there were any.
func (s *Source) discover(ctx context.Context) bool {
	found, troubles := s.files()
	at := make(map[string]int, len(found))
	for i, f := range found {
		if _, err := os.Lstat(f.Path); !errors.Is(err, fs.ErrNotExist) {
			at[f.Group] = i + 1
		}
	}
	in := func(group string) bool { return at[group] > 0 }
	for group, err := range s.troubles {
		// Opening a locked file takes its time, and the others wait for it.
		if in(group) && time.Now().Before(s.retry[group]) {
			troubles[group] = err
		}
	}
	s.troubles = troubles
	changed := false
	s.stores = slices.DeleteFunc(s.stores, func(store *Store) bool {
		if in(store.Group) {
			return false
		}
		changed, s.removed[store.Group] = true, true
		if err := store.close(); err != nil {
			s.troubles[store.Group] = err
		}
		return true
	})
	first := s.found == nil
	s.found, s.crowded = found, len(found) > handful
	s.later = slices.DeleteFunc(s.later, func(f File) bool { return !in(f.Group) })
	known := make(map[string]bool, len(found))
	for _, store := range s.stores {
		known[store.Group] = true
	}
	for _, f := range s.later {
		known[f.Group] = true
	}
	wanted := map[string]bool{}
	for _, f := range found {
		if wanted[f.Group] = !in(f.Group) && s.removed[f.Group]; wanted[f.Group] && s.troubles[f.Group] == nil {
			s.troubles[f.Group] = fmt.Errorf("%s: %s was removed", strings.TrimSpace(s.cfg.Part+" "+f.Group), f.Path)
		}
		if !in(f.Group) || s.troubles[f.Group] != nil || known[f.Group] {
			continue
		}
		if s.crowded && first && len(s.stores) > 0 {
			s.later = append(s.later, f)
			continue
		}
		changed = s.try(ctx, f) || changed
	}
	maps.DeleteFunc(s.removed, func(group string, _ bool) bool { return !wanted[group] })
	if len(s.later) == 0 { // else a listing is on its way along the present order
		slices.SortFunc(s.stores, func(a, b *Store) int { return at[a.Group] - at[b.Group] })
	}
	return changed
}

// openLater opens the databases in later, in order, until one could be opened, and reports
// whether one was; the store is then the last of stores. A group restricts it to the database
// of that group; an empty group means any.
func (s *Source) openLater(ctx context.Context, group string) bool {
	for i := 0; i < len(s.later) && ctx.Err() == nil; {
		f := s.later[i]
		if group != "" && f.Group != group {
			i++
			continue
		}
		opened := s.try(ctx, f)
		if !opened && ctx.Err() != nil {
			delete(s.troubles, f.Group)
			return false
		}
		s.later = slices.Delete(s.later, i, i+1)
		if opened {
			return true
		}
	}
	return false
}

// openAll opens all databases in later.
func (s *Source) openAll(ctx context.Context) {
	for s.openLater(ctx, "") {
	}
}

// openLocked tries three times more to open the database of a group, if it was locked by
// its owner.
func (s *Source) openLocked(ctx context.Context, group string) {
	i := slices.IndexFunc(s.found, func(f File) bool { return f.Group == group })
	for tries := 0; i >= 0 && tries < 3 && errors.Is(s.troubles[group], source.ErrBusy) && ctx.Err() == nil; tries++ {
		if s.try(ctx, s.found[i]) {
			delete(s.troubles, group)
		}
	}
}

// try opens one file and reports whether it is of the format. A file that is not is not
// opened again before it changes.
func (s *Source) try(ctx context.Context, f File) bool {
	info, err := os.Lstat(f.Path)
	if err != nil || !info.Mode().IsRegular() {
		return false // gone again; the next look tells
	}
	if known := s.refused[f.Group]; known != nil && os.SameFile(known, info) &&
		known.Size() == info.Size() && known.ModTime().Equal(info.ModTime()) {
		return false
	}
	store, err := s.openStore(ctx, f, sqlitedb.Options{BusyTimeout: patience, Release: s.crowded})
	switch {
	case errors.Is(err, ErrNotMine):
		s.refused[f.Group] = info
		return false
	case err != nil:
		s.troubles[f.Group] = fmt.Errorf("%s: %w", strings.TrimSpace(s.cfg.Part+" "+f.Group), err)
		s.retry[f.Group] = time.Now().Add(retryPause)
		return false
	}
	delete(s.refused, f.Group)
	s.stores = append(s.stores, store)
	return true
}

// enter waits until no other call runs and returns a context that Close cancels. The
// caller calls the returned function at its end.
func (s *Source) enter(ctx context.Context) (context.Context, func(), error) {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if s.closed {
		<-s.turn
		return nil, nil, fmt.Errorf("%s: %w", s.cfg.Path, errClosed)
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.ended, cancel)
	return ctx, func() {
		s.describe()
		stop()
		cancel()
		<-s.turn
	}, nil
}

// Close cancels the running call and closes the files. A second call does nothing.
func (s *Source) Close() error {
	s.end()
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	if s.closed {
		return nil
	}
	s.closed = true
	var err error
	if s.cfg.Close != nil {
		err = s.cfg.Close()
	}
	for _, store := range s.stores {
		err = errors.Join(err, store.close())
	}
	return err
}

// broken joins the errors of databases that cannot be read; nil when all can.
func (s *Source) broken() error {
	var all []error
	for _, group := range slices.Sorted(maps.Keys(s.troubles)) {
		all = append(all, s.troubles[group])
	}
	for _, store := range s.stores {
		if store.lost != nil {
			all = append(all, store.lost)
		}
	}
	return errors.Join(all...)
}

// unreadable returns the errors when no database can be read; nil while one can. Trouble
// reports the others.
func (s *Source) unreadable() error {
	if slices.ContainsFunc(s.stores, func(store *Store) bool { return store.lost == nil }) {
		return nil
	}
	return s.broken()
}

// Trouble returns an error about the databases that cannot be read, or only in an
// older copy.
func (s *Source) Trouble() error { return s.shown.Load().trouble }

// Describe describes what was open when the last call ended.
func (s *Source) Describe() source.Description { return s.shown.Load().description }

// Targets returns the files of the databases and the further targets of the format.
func (s *Source) Targets() []watch.Target { return s.shown.Load().targets }

// describe sets what Describe, Trouble, Targets and LeftOut return.
func (s *Source) describe() {
	d := source.Description{Kind: s.cfg.Kind, Path: s.cfg.Path}
	targets, trouble := slices.Clone(s.cfg.Watch), s.broken()
	counts := map[source.Fact]int{} // of very many databases each fact is told once
	for _, store := range s.stores {
		for _, f := range store.facts(!s.crowded) {
			if counts[f]++; counts[f] == 1 {
				d.Facts = append(d.Facts, f)
			}
		}
		if store.Group != "" {
			d.Groups = append(d.Groups, store.Group)
		}
		trouble = errors.Join(trouble, store.db.Late())
	}
	for i, f := range d.Facts {
		if counts[f] > 1 {
			d.Facts[i].Value = fmt.Sprintf("%s (%d)", f.Value, counts[f])
		}
	}
	found := s.found
	if !s.cfg.Many {
		found, _ = s.files()
	}
	known := make(map[watch.Target]bool, 3*len(found))
	for _, t := range targets {
		known[t] = true
	}
	add := func(database bool, paths ...string) {
		for _, path := range paths {
			if t := (watch.Target{Path: path, Database: database}); !known[t] {
				known[t], targets = true, append(targets, t)
			}
		}
	}
	for _, f := range found {
		add(true, f.Path)
		add(true, f.Beside...)
		add(false, f.Watch...)
	}
	for _, group := range slices.Sorted(maps.Keys(s.troubles)) {
		name := strings.Join(strings.Fields(s.cfg.Part+" "+group+" unreadable"), " ")
		d.Facts = append(d.Facts, source.Fact{Name: name, Value: s.troubles[group].Error()})
	}
	if s.config != nil {
		d.Facts = append(d.Facts, source.Fact{Name: "configuration", Value: s.config.Error()})
	}
	if s.cfg.Facts != nil {
		d.Facts = append(d.Facts, s.cfg.Facts()...)
	}
	d.Facts, d.Groups = slices.Clip(d.Facts), slices.Clip(d.Groups)
	s.shown.Store(&shown{d, trouble, slices.Clip(targets), s.leftOut()})
}

// storeOf returns the open database of a group, or nil.
func (s *Source) storeOf(group string) *Store {
	if i := slices.IndexFunc(s.stores, func(store *Store) bool { return store.Group == group }); i >= 0 {
		return s.stores[i]
	}
	return nil
}

// split returns the database of an id, which it opens if no call has opened it yet, and the
// id within the database. The store is nil when the id names no database.
func (s *Source) split(ctx context.Context, id string) (*Store, string) {
	if !s.cfg.Many {
		return s.stores[0], id
	}
	group, bare, ok := strings.Cut(id, "/")
	if !ok || group == "" { // openLater takes an empty group for any database
		return nil, ""
	}
	if s.openLater(ctx, group) {
		return s.stores[len(s.stores)-1], bare
	}
	return s.storeOf(group), bare
}
