package hermes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"notdone/source"
	"notdone/source/watch"
)

// retryPause is how long a board that could not be opened is left alone.
const retryPause = 3 * time.Second

// patience is how long one board of a root may keep the others waiting.
const patience = 500 * time.Millisecond

// errClosed says that the source was closed.
var errClosed = errors.New("the Hermes board was closed")

// reader is an open board, or an open root with its boards. It implements
// source.Source.
type reader struct {
	path string // absolute; of a root, its folder
	root bool
	env  *env
	now  func() time.Time

	// gate is held by the one method that runs.
	gate   chan struct{}
	stop   context.CancelFunc
	ended  context.Context // ends with Close, not with a call
	closed bool

	config   config
	boards   []*board
	troubles map[string]error       // by slug: boards that could not be opened
	retry    map[string]time.Time   // by slug: when to try such a board again
	refused  map[string]os.FileInfo // by slug: files that hold no board
	ordinals int64
	trouble  error // why boards cannot be read, for Trouble; guarded by shown

	shown  sync.Mutex
	facts  []source.Fact
	groups []string
}

// open opens a board's file, a board's folder or a Hermes root. The caller
// closes the source.
func open(ctx context.Context, path string, o source.Options) (source.Source, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("cannot tell where %s is: %w", path, err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, fmt.Errorf("cannot open the Hermes board: %w", err)
	}
	if info.IsDir() && slugOf(filepath.Join(abs, dbName)) != "" {
		abs, info = filepath.Join(abs, dbName), nil
	}
	r := &reader{
		path: abs, root: info != nil && info.IsDir(), gate: make(chan struct{}, 1),
		env:      &env{queue: path, host: o.Host, alive: o.Alive, names: interner{}},
		troubles: map[string]error{}, refused: map[string]os.FileInfo{}, retry: map[string]time.Time{},
	}
	if r.env.here, err = os.Hostname(); err != nil {
		r.env.here = "" // no worker is certain to be here
	}
	if r.now = o.Now; r.now == nil {
		r.now = time.Now
	}
	r.env.clock = r.now
	r.ended, r.stop = context.WithCancel(context.Background())
	home := abs
	if !r.root {
		home = rootOf(abs)
	}
	r.config.path = filepath.Join(home, configName)
	r.configure()
	if r.root {
		r.discover(ctx)
		if len(r.boards) == 0 && len(r.troubles) > 0 {
			return nil, errors.Join(r.broken(), r.Close())
		}
	} else {
		b, err := openBoard(ctx, "", abs, 0, 0)
		if err != nil {
			r.stop()
			return nil, err
		}
		r.boards = []*board{b}
	}
	r.describe()
	return r, nil
}

// configure reads the owner's thresholds again if their file changed, and
// reports whether they did. One that cannot be read is told in Describe.
func (r *reader) configure() bool {
	changed, err := r.config.load()
	if r.config.limits == nil {
		r.config.limits = defaultLimits()
	}
	delete(r.troubles, configName)
	if err != nil {
		r.troubles[configName] = err
	}
	r.env.limits = r.config.limits
	return changed
}

// discover opens boards that appeared under the root and closes those that
// vanished. It reports whether there was any.
func (r *reader) discover(ctx context.Context) bool {
	found, troubles := places(r.path)
	for slug, err := range r.troubles {
		// What was tried a moment ago is not tried again and again: opening a
		// locked board takes its time, and the others wait for it.
		there := slices.ContainsFunc(found, func(p place) bool { return p.slug == slug })
		if slug == configName || there && time.Now().Before(r.retry[slug]) {
			troubles[slug] = err
		}
	}
	r.troubles = troubles
	changed := false
	r.boards = slices.DeleteFunc(r.boards, func(b *board) bool {
		if slices.ContainsFunc(found, func(p place) bool { return p.slug == b.slug }) {
			return false
		}
		changed = true
		if err := b.close(); err != nil {
			r.troubles[b.slug] = err
		}
		return true
	})
	for _, p := range found {
		if r.troubles[p.slug] == nil && !slices.ContainsFunc(r.boards, func(b *board) bool { return b.slug == p.slug }) {
			changed = r.try(ctx, p) || changed
		}
	}
	slices.SortFunc(r.boards, func(a, b *board) int { return strings.Compare(a.key(), b.key()) })
	return changed
}

// try opens one place and reports whether it is a board. What was seen to hold
// none is not opened again before it changes.
func (r *reader) try(ctx context.Context, p place) bool {
	info, err := os.Lstat(p.path)
	if err != nil || !info.Mode().IsRegular() {
		return false // gone again; the next look tells
	}
	if known := r.refused[p.slug]; known != nil && os.SameFile(known, info) &&
		known.Size() == info.Size() && known.ModTime().Equal(info.ModTime()) {
		return false
	}
	ordinal := r.ordinals
	b, err := openBoard(ctx, p.slug, p.path, ordinal, patience)
	switch {
	case errors.Is(err, errNoBoard):
		r.refused[p.slug] = info
		return false
	case err != nil:
		r.troubles[p.slug] = fmt.Errorf("board %s: %w", p.slug, err)
		r.retry[p.slug] = time.Now().Add(retryPause)
		return false
	}
	r.ordinals++
	delete(r.refused, p.slug)
	r.boards = append(r.boards, b)
	return true
}

// broken joins why boards cannot be read, by name; nil when all can.
func (r *reader) broken() error {
	var all []error
	for _, slug := range sortedKeys(r.troubles) {
		if slug != configName {
			all = append(all, r.troubles[slug])
		}
	}
	for _, b := range r.boards {
		if b.lost != nil {
			all = append(all, b.lost)
		}
	}
	return errors.Join(all...)
}

// unreadable is the error of List and Refresh when not one board can be read;
// nil while one can. Of the others Trouble tells.
func (r *reader) unreadable() error {
	if slices.ContainsFunc(r.boards, func(b *board) bool { return b.lost == nil }) {
		return nil
	}
	return r.broken()
}

// Trouble implements source.Partial: it names the boards that cannot be read, and
// those of which an older copy is shown.
func (r *reader) Trouble() error {
	r.shown.Lock()
	defer r.shown.Unlock()
	return r.trouble
}

// enter waits for its turn and ties the call to Close. The returned function
// ends the turn.
func (r *reader) enter(ctx context.Context) (context.Context, func(), error) {
	select {
	case r.gate <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if r.closed {
		<-r.gate
		return nil, nil, errClosed
	}
	ctx, cancel := context.WithCancel(ctx)
	undo := context.AfterFunc(r.ended, cancel)
	return ctx, func() {
		r.describe()
		undo()
		cancel()
		<-r.gate
	}, nil
}

// Close implements source.Source.
func (r *reader) Close() error {
	r.stop()
	r.gate <- struct{}{}
	defer func() { <-r.gate }()
	if r.closed {
		return nil
	}
	r.closed = true
	var err error
	for _, b := range r.boards {
		err = errors.Join(err, b.close())
	}
	return err
}

// Targets implements source.Source: the boards' files, and for a root the
// folders in which boards appear. A path need not exist to be watched.
func (r *reader) Targets() []watch.Target {
	if !r.root {
		return []watch.Target{{Path: r.path, Database: true}}
	}
	targets := []watch.Target{
		{Path: filepath.Join(r.path, dbName), Database: true},
		{Path: filepath.Join(r.path, kanbanFolder, boardsFolder)},
	}
	found, _ := places(r.path)
	for _, p := range found {
		if p.slug != defaultSlug {
			targets = append(targets, watch.Target{Path: p.path, Database: true})
		}
	}
	return targets
}

// boardOf finds the board of a full id and the id as that board has it.
func (r *reader) boardOf(id string) (*board, string, bool) {
	if !r.root {
		return r.boards[0], id, true
	}
	slug, bare, ok := strings.Cut(id, "/")
	if !ok {
		return nil, "", false
	}
	for _, b := range r.boards {
		if b.slug == slug {
			return b, bare, true
		}
	}
	return nil, "", false
}

// deleted reports whether the board of a full id is certain not to exist.
func (r *reader) deleted(id string) bool {
	slug, _, ok := strings.Cut(id, "/")
	found, troubles := places(r.path)
	there := slices.ContainsFunc(found, func(p place) bool { return p.slug == slug })
	return ok && r.root && !there && troubles[slug] == nil && troubles[boardsFolder] == nil
}

var _ source.Source = (*reader)(nil)
