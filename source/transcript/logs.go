package transcript

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

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
	full      bool             // there are more files than are looked at
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

// Describe says what was found. Files are told apart as far as they were read.
func (l *Logs) Describe() source.Description {
	d := source.Description{Kind: l.kind, Path: l.path}
	var logs, attached, folded, binary, empty, unreadable, old int
	groups := map[string]bool{}
	for _, f := range l.files {
		switch {
		case f.err != nil:
			unreadable++
		case f.at.size == 0:
			empty++
		case l.beyond(f):
			old++
		case f.read && !f.isLog():
			binary++
		case f.task != nil:
			attached++
		case l.folded(f):
			folded++
		default:
			logs++
			if g := group(f.rel); g != "" {
				groups[g] = true
			}
		}
	}
	fact := func(name string, n int) {
		if n > 0 {
			d.Facts = append(d.Facts, source.Fact{Name: name, Value: strconv.Itoa(n)})
		}
	}
	d.Facts = []source.Fact{{Name: "logs", Value: strconv.Itoa(logs)}}
	fact("logs of tasks elsewhere", attached)
	fact("logs of subagents", folded)
	if fact("not read", old); old > 0 {
		d.Facts[len(d.Facts)-1].Value += ", last written before " + time.Unix(0, l.cutoff).UTC().Format(time.RFC3339)
	}
	fact("empty files", empty)
	fact("files that are no logs", binary)
	fact("files that cannot be read", unreadable)
	fact("folders that cannot be read", l.closed)
	if l.full {
		d.Facts = append(d.Facts, source.Fact{
			Name: "left out", Value: fmt.Sprintf("there are more than %d files; those found after that are not read", maxFiles),
		})
	}
	d.Groups = sortedGroups(groups)
	return d
}
