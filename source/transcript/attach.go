package transcript

import (
	"cmp"
	"context"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// resolveName resolves a name, once.
func (l *Logs) resolveName(ctx context.Context, name string) *model.Ref {
	if l.resolve == nil || name == "" || name == "." {
		return nil
	}
	if ref, known := l.names[name]; known {
		return ref
	}
	var found *model.Ref
	if ref, ok := l.resolve(ctx, name); ok {
		found = &ref
	}
	if ctx.Err() == nil {
		l.names[name] = found
	}
	return found
}

// resolveFirst resolves the first of the names that is known.
func (l *Logs) resolveFirst(ctx context.Context, names ...string) *model.Ref {
	for _, name := range names {
		if ref := l.resolveName(ctx, name); ref != nil {
			return ref
		}
	}
	return nil
}

// findOwner finds the task that a file belongs to: by its stem, by its folder's
// name, by its own path, by what it says inside as far as it was read. A
// subagent's log belongs to its session's.
func (l *Logs) findOwner(ctx context.Context, f *file) *model.Ref {
	if f.parent != "" || subagentOf(f.Rel) != "" {
		return nil
	}
	folder := cmp.Or(folderOf(f.Rel), l.Dir)
	if ref := l.resolveFirst(ctx, stem(f.Rel), path.Base(folder), filepath.Join(l.Dir, f.Rel)); ref != nil {
		return ref
	}
	return l.findOwnerInside(ctx, f)
}

// clues are what a log says of whose it is: its session and its folder.
type clues struct{ session, cwd string }

// findOwnerInside finds a task by what is inside its log: the session, the folder that
// it works in, or where that is a folder made for the task, its name.
func (l *Logs) findOwnerInside(ctx context.Context, f *file) *model.Ref {
	names := []string{f.triedClues.session}
	if dir := path.Clean(f.triedClues.cwd); path.IsAbs(dir) && dir != "/" {
		names = append(names, dir)
		for range 2 {
			if name := path.Base(dir); looksGenerated(name) {
				names = append(names, name)
			}
			dir = path.Dir(dir)
		}
	}
	return l.resolveFirst(ctx, names...)
}

// looksGenerated reports whether a folder's name looks like one that a queue gave it,
// and not like one that people give their projects.
func looksGenerated(name string) bool {
	return len(name) >= 4 && strings.ContainsAny(name, "0123456789-_") && plainID(name)
}

// attachNew attaches the files that were found since it was last called.
func (l *Logs) attachNew(ctx context.Context) error {
	if !l.Opened() {
		return nil
	}
	news := l.toAttach
	l.toAttach = nil
	if l.resolve == nil {
		return nil
	}
	for i, f := range news {
		if err := ctx.Err(); err != nil {
			l.toAttach = news[i:]
			return err
		}
		l.attach(f, l.findOwner(ctx, f))
	}
	return nil
}

// attachRead attaches a file by what was read of it, and notes what it says of
// the task that it belongs to.
func (l *Logs) attachRead(ctx context.Context, f *file, s *runlog.Summary) {
	if l.resolve == nil || f.parent != "" {
		return
	}
	if now := (clues{s.Session, s.Cwd}); now != f.triedClues && f.task == nil {
		f.triedClues = now
		l.attach(f, l.findOwnerInside(ctx, f))
	}
	if f.task == nil {
		return
	}
	if now := (report{l.endingOf(f, s), *f.task}); now != f.reported {
		f.reported = now
		l.changed[*f.task] = struct{}{}
	}
}

// attach makes a file the log of a task; nil makes it one of its own again.
func (l *Logs) attach(f *file, ref *model.Ref) {
	if f.task == ref || f.task != nil && ref != nil && *f.task == *ref {
		return
	}
	if f.task != nil {
		l.tasks.remove(*f.task, f)
		l.changed[*f.task] = struct{}{}
	}
	if f.task = ref; ref != nil {
		l.tasks.add(*ref, f)
		l.changed[*ref] = struct{}{}
	}
	l.Enqueue(f)
}

// Retry looks again for the tasks of all logs: a task may have come later than
// its log, or gone. What changes is reported by Refresh and TakeAttached.
func (l *Logs) Retry(ctx context.Context) error {
	ctx, done := l.Alive(ctx)
	defer done()
	clear(l.names)
	for _, f := range l.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if f.Read && !f.isLog() {
			continue
		}
		l.attach(f, l.findOwner(ctx, f))
	}
	return nil
}

// TakeAttached returns the tasks whose logs are not what they were when it was
// last called. It reads nothing; Refresh does.
func (l *Logs) TakeAttached() []model.Ref {
	refs := slices.Collect(maps.Keys(l.changed))
	clear(l.changed)
	return refs
}

// Attachments returns what the logs of a task say last, those written last at
// the end, and the logs, those written last first. Logs that were not read yet
// are left out.
func (l *Logs) Attachments(ref model.Ref) ([]model.Ending, []model.LogRef) {
	files := slices.DeleteFunc(slices.Clone(l.tasks[ref]), func(f *file) bool { return !f.isLog() })
	slices.SortFunc(files, func(a, b *file) int {
		return cmp.Or(cmp.Compare(a.At.Mtime, b.At.Mtime), cmp.Compare(b.Rel, a.Rel))
	})
	endings, logs := make([]model.Ending, 0, len(files)), make([]model.LogRef, 0, len(files))
	for _, f := range files {
		s := f.View.Summary()
		endings = append(endings, l.endingOf(f, &s))
		logs = append(logs, l.Ref(f))
	}
	slices.Reverse(logs)
	return endings, logs
}

// endingOf returns what a log says last, and whether it is still being written.
func (l *Logs) endingOf(f *file, s *runlog.Summary) model.Ending {
	e, beat := s.Ending(), l.heartbeat(f, s)
	e.Open, e.Work = isOpen(s, beat, l.Options.Now()), l.workOf(f, s)
	if e.At.IsZero() {
		e.At = beat
	}
	return e
}

// refs returns a log and those of its subagents.
func (l *Logs) refs(f *file) []model.LogRef {
	refs := []model.LogRef{l.Ref(f)}
	for _, sub := range l.subagents(f) {
		refs = append(refs, l.Ref(sub))
	}
	return refs
}
