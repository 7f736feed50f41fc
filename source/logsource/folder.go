package logsource

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// Hooks are what an adapter says of its folder. Those that may be nil say so. All
// are called from the methods of the Folder, on the goroutine of the caller.
type Hooks[F AnyFile, U AnyUnit] struct {
	Names
	// NewFile makes what is kept of a file that was found; it must set Rel.
	NewFile func(rel string) F
	// Saw is told of a file that is new or changed, or that came to belong to
	// another source or ceased to. Gone is told of one that is no longer there.
	// They have the units enqueued to which that matters.
	Saw, Gone func(f F)
	// Settle is called after each look at the folder, and before a listing: files
	// may be joined to other units then. Nil: there is nothing to do.
	Settle func(ctx context.Context) error
	// Units are all units; Unit is the one that goes by an id although it was not
	// reported by that, and false where none does.
	Units func() iter.Seq[U]
	Unit  func(id string) (U, bool)
	// Build reads what is new of a unit and returns its task; nil when it is none.
	Build func(ctx context.Context, u U) (*model.Case, error)
	// Live reports whether a unit that was open when it was built still is.
	Live func(u U) bool
	// Lack says why a file is not shown, as far as it was read; nil when it is.
	Lack func(f F) *Reason
	// Reasons are those that are counted, in the order in which they are said.
	Reasons []*Reason
}

// Folder is an open folder of logs. With what its Hooks add it is a
// source.Source, whose methods an adapter's own type that embeds it may replace.
type Folder[F AnyFile, U AnyUnit] struct {
	Kind    string // of the adapter
	Path    string // as the operator gave it
	Dir     string // absolute, without symbolic links
	Only    string // the one file in Dir that is looked at; empty: all
	Options source.Options
	Files   map[string]F // by their paths in Dir

	hooks Hooks[F, U]
	life  context.Context //nolint:containedctx // Close ends what is being read
	end   context.CancelFunc

	folders map[string]*folder
	round   uint64 // of the newest scan
	owed    bool   // the whole folder has to be looked at
	closed  int    // folders that cannot be read
	lacks   map[*Reason]int

	opened bool           // the first scan is over
	order  []place[U]     // as units are listed; nil: to be sorted
	queue  []U            // to be reported by Refresh
	asked  time.Time      // when open units were last asked whether they still are
	live   map[U]struct{} // units that were open when they were built
	shown  map[string]U   // by the ids of their tasks
	gone   []string       // ids under which nothing is reported any more
}

// Open looks at what is in the folder without reading it, and takes the fields of
// l that are exported from the caller. The caller closes the folder.
func (l *Folder[F, U]) Open(ctx context.Context, hooks Hooks[F, U]) error {
	l.hooks = hooks
	if len(l.Options.Apart) > 0 {
		l.hooks.apart = l.apart
	}
	l.Files, l.folders, l.lacks = map[string]F{}, map[string]*folder{}, map[*Reason]int{}
	l.live, l.shown = map[U]struct{}{}, map[string]U{}
	if err := l.scan(ctx); err != nil {
		return fmt.Errorf("%s: %w", l.Path, source.WithoutPath(err))
	}
	if err := l.settle(ctx); err != nil {
		return err
	}
	l.opened = true
	l.life, l.end = context.WithCancel(context.Background()) //nolint:gosec // Close calls it
	return nil
}

// apart reports whether something in the folder is read by a source of its own.
func (l *Folder[F, U]) apart(dir, name string) bool {
	path := filepath.Join(l.Dir, dir, name)
	return slices.ContainsFunc(l.Options.Apart, func(named string) bool {
		rel, err := filepath.Rel(named, path)
		return err == nil && filepath.IsLocal(rel)
	})
}

// Reorder has the next listing sorted anew, for units that are joined of other
// files than before.
func (l *Folder[F, U]) Reorder() { l.order = nil }

// Opened reports whether Open is over.
func (l *Folder[F, U]) Opened() bool { return l.opened }

// Close ends what is being read. A second call does nothing.
func (l *Folder[F, U]) Close() error {
	l.end()
	return nil
}

// Alive returns a context that also ends when the folder is closed, and a
// function to call when it is no longer needed. Each method that reads begins
// with it.
func (l *Folder[F, U]) Alive(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if l.life.Err() != nil {
		cancel()
	}
	stop := context.AfterFunc(l.life, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// Targets is the folder with everything in it, or the one file.
func (l *Folder[F, U]) Targets() []watch.Target {
	if l.Only != "" {
		return []watch.Target{{Path: filepath.Join(l.Dir, l.Only)}}
	}
	return []watch.Target{{Path: l.Dir, Recursive: true}}
}

// Ref is a file as a log of a task.
func (l *Folder[F, U]) Ref(f F) model.LogRef { return model.LogRef{Root: l.Dir, Path: f.file().Rel} }

func (l *Folder[F, U]) settle(ctx context.Context) error {
	if l.hooks.Settle == nil {
		return nil
	}
	if err := l.hooks.Settle(ctx); err != nil {
		return fmt.Errorf("%s: %w", l.Path, err)
	}
	return nil
}

// Rescan looks at every folder and file as if for the first time, for an adapter whose
// Names say something else than before.
func (l *Folder[F, U]) Rescan(ctx context.Context) error {
	clear(l.folders)
	if err := l.scan(ctx); err != nil {
		return fmt.Errorf("%s: %w", l.Path, source.WithoutPath(err))
	}
	return nil
}
