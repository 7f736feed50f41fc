package transcript

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"path/filepath"

	"notdone/model"
	"notdone/source"
	"notdone/source/logsource"
	"notdone/source/tail"
)

// Resolver finds the task of another source that goes by a name: its id, the id
// of one of its runs or sessions, or, for a name that is an absolute path, the
// folder that it works in or a log that it names, where that is one task's
// alone. It reports false when there is none.
type Resolver func(ctx context.Context, name string) (model.Ref, bool)

// Logs is an open folder of run logs, or a single log. It is a source.Source
// whose tasks are the logs that belong to no task of another source.
type Logs struct {
	logsource.Folder[*file, *file]
	resolve Resolver

	home     bool              // it is where the agent of that kind keeps its logs
	cutoff   int64             // files changed before it, in nanoseconds since 1970, are not read; 0: all are
	old      *logsource.Reason // for files beyond the cutoff
	toAttach []*file           // found and not attached to a task yet
	sessions map[string]*file  // by the session that goes by their id
	rivals   rivals
	subs     index[string]         // the logs of subagents, by the session that they worked for
	names    map[string]*model.Ref // what names resolved to; nil: to nothing
	tasks    index[model.Ref]      // attached files
	changed  map[model.Ref]struct{}
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
	target, info, err := logsource.Resolve(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	l := &Logs{
		resolve: resolve, names: map[string]*model.Ref{},
		sessions: map[string]*file{}, subs: index[string]{}, tasks: index[model.Ref]{}, changed: map[model.Ref]struct{}{},
	}
	l.Kind, l.Path, l.Dir, l.Options = kind, dir, target, o
	switch {
	case info.Mode().IsRegular():
		if tail.IsDatabase(filepath.Base(target)) {
			return nil, fmt.Errorf("%s: a database is not a log", dir)
		}
		l.Dir, l.Only = filepath.Split(target)
	case !info.IsDir():
		return nil, fmt.Errorf("%s: neither a folder nor a regular file: %w", dir, fs.ErrInvalid)
	default:
		l.Dir = logFolder(kind, target)
		l.home = kind != Kind && agentOfFolder(l.Dir) != ""
		l.cutoff = windowStart(l.Dir, o)
	}
	if err := l.Open(ctx, l.hooks()); err != nil {
		return nil, err
	}
	return l, nil
}

// hooks returns what the kit has to know of logs: each file is a unit of its own.
func (l *Logs) hooks() logsource.Hooks[*file, *file] {
	return logsource.Hooks[*file, *file]{
		Names: names,
		NewFile: func(rel string) *file {
			f := &file{File: logsource.File{Rel: rel}}
			f.Parts = []*logsource.File{&f.File}
			l.toAttach = append(l.toAttach, f)
			return f
		},
		Saw:    l.Enqueue,
		Gone:   l.dropFile,
		Settle: l.attachNew,
		Units:  func() iter.Seq[*file] { return maps.Values(l.Files) },
		Unit: func(id string) (*file, bool) {
			f, ok := l.Files[id]
			return f, ok
		},
		Build: l.readTask,
		Live: func(f *file) bool {
			if !f.isLog() {
				return true
			}
			s := f.View.Summary()
			return isOpen(&s, l.heartbeat(f, &s), l.Options.Now())
		},
		Lack:    l.reasonHidden,
		Reasons: l.reasons(),
	}
}

// dropFile removes a file that is gone.
func (l *Logs) dropFile(f *file) {
	l.attach(f, nil)
	l.Drop(f)
	l.setParent(f, "")
	l.forgetSession(f)
}
