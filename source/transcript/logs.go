package transcript

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// Resolver finds the task of another source that goes by a name: its id, the id
// of one of its runs or sessions, or, for a name that is an absolute path, the
// folder that it works in or a log that it names, where that is one task's
// alone. It reports false when there is none.
type Resolver func(ctx context.Context, name string) (model.Ref, bool)

// Logs is an open folder of run logs, or a single log. It is a source.Source
// whose tasks are the logs that belong to no task of another source.
type Logs struct {
	kind    string
	path    string // as the operator gave it
	dir     string // absolute
	only    string // the one file in dir that is open; empty: all of them
	options source.Options
	resolve Resolver
	life    context.Context //nolint:containedctx // Close ends what is being read
	end     context.CancelFunc

	files     map[string]*file
	folders   map[string]*folder
	round     uint64
	home      bool             // it is where the agent of that kind keeps its logs
	opened    bool             // the first scan is over
	cutoff    int64            // files changed before it, in nanoseconds since 1970, are not read; 0: all are
	closed    int              // folders that cannot be read
	order     []*file          // as they are listed; nil: to be sorted
	queue     []*file          // to be reported by Refresh
	newcomers []*file          // not tried to attach yet
	gone      []string         // ids under which nothing is reported any more
	shown     map[string]*file // by the id under which they are reported
	sessions  map[string]*file // by the session that goes by their id
	kids      map[string]map[string]*file
	names     map[string]*model.Ref // what names resolved to; nil: to nothing
	tasks     map[model.Ref]map[string]*file
	changed   map[model.Ref]struct{}
}

// OpenLogs opens a folder of logs, or a single log, and looks at what is there
// without reading it. With a resolver, logs whose name, folder or session is
// known to it are attached instead of listed; it is called from List, Get,
// Refresh, Resolve and Retry, never from OpenLogs, and must not call them. The
// caller closes the logs.
func OpenLogs(ctx context.Context, dir string, o source.Options, resolve Resolver) (*Logs, error) {
	return openLogs(ctx, Kind, dir, o, resolve)
}

func openLogs(ctx context.Context, kind, dir string, o source.Options, resolve Resolver) (*Logs, error) {
	target, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, plain(err))
	}
	if target, err = filepath.Abs(target); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	info, err := os.Lstat(target)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, plain(err))
	}
	l := &Logs{
		kind: kind, path: dir, dir: target, options: o, resolve: resolve,
		files: map[string]*file{}, folders: map[string]*folder{}, names: map[string]*model.Ref{},
		shown: map[string]*file{}, sessions: map[string]*file{}, kids: map[string]map[string]*file{},
		tasks: map[model.Ref]map[string]*file{}, changed: map[model.Ref]struct{}{},
	}
	switch {
	case info.Mode().IsRegular():
		if database(filepath.Base(target)) {
			return nil, fmt.Errorf("%s: a database is not a log", dir)
		}
		l.dir, l.only = filepath.Split(target)
	case !info.IsDir():
		return nil, fmt.Errorf("%s: neither a folder nor a regular file: %w", dir, fs.ErrInvalid)
	default:
		l.dir = inside(kind, target)
		l.home = kind != Kind && homeOf(l.dir) != ""
		l.cutoff = cutoff(l.dir, o)
	}
	if err := l.scan(ctx); err != nil {
		return nil, err
	}
	l.opened = true
	l.life, l.end = context.WithCancel(context.Background())
	return l, nil
}

// Close ends what is being read. A second call does nothing.
func (l *Logs) Close() error {
	l.end()
	return nil
}

// alive returns a context that also ends when the source is closed.
func (l *Logs) alive(ctx context.Context) (context.Context, func()) {
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
func (l *Logs) Targets() []watch.Target {
	if l.only != "" {
		return []watch.Target{{Path: filepath.Join(l.dir, l.only)}}
	}
	return []watch.Target{{Path: l.dir, Recursive: true}}
}
