package transcript

import (
	"bytes"
	"context"
	"path"
	"strings"

	"notdone/model"
	"notdone/source/logsource"
)

// folderOf returns the folder of a log inside what is open; empty at the top.
func folderOf(rel string) string {
	if d := path.Dir(rel); d != "." {
		return d
	}
	return ""
}

// readTask reads a file and returns it as a task; nil when it is none of its own.
func (l *Logs) readTask(ctx context.Context, f *file) (*model.Case, error) {
	f.Open = false
	if f.Owned || f.At.Size == 0 && !f.Read || l.isTooOld(f) {
		return nil, nil //nolint:nilnil // there is nothing to report yet
	}
	if err := l.readFile(ctx, f); err != nil {
		return nil, err
	}
	if !f.isLog() {
		return nil, nil //nolint:nilnil // it is not a task of its own
	}
	s := f.View.Summary()
	id, err := l.idOf(ctx, f, &s)
	if err != nil {
		return nil, err
	}
	l.setParent(f, s.Parent)
	f.Open = isOpen(&s, l.heartbeat(f, &s), l.Options.Now())
	l.attachRead(ctx, f, &s)
	if f.task != nil || l.isPartOfAnother(f) {
		return nil, nil //nolint:nilnil // it is not a task of its own
	}
	return l.buildCase(f, id, &s), nil
}

// readNamed reads a log that somebody asked for by name and returns its id; empty
// when it is no task of its own. From then on it is judged, however old it is
// and whoever sits in front of it.
func (l *Logs) readNamed(ctx context.Context, f *file) (id string, err error) {
	f.named = true
	c, err := l.Build(ctx, f)
	if err != nil || c == nil {
		return "", err
	}
	return c.Task.ID, nil
}

// minSuffix is how long the end of a file's name must be to stand for it: the
// length of the ids that agents give their sessions.
const minSuffix = 32

// Resolve finds a log by its path in the folder, its file name with or without
// extension, the session id that ends that name, or the session id in it, where
// only one log goes by that.
func (l *Logs) Resolve(ctx context.Context, name string) (string, error) {
	ctx, done := l.Alive(ctx)
	defer done()
	if f, ok := l.ByID(name); ok {
		id, err := l.readNamed(ctx, f)
		if err == nil && id != f.Rel && !strings.HasSuffix(stem(f.Rel), f.session) {
			if err = l.buildLogsOf(ctx, id); err == nil { // a better one may have its session
				id, err = l.readNamed(ctx, f)
			}
		}
		if err != nil || id != "" {
			return id, err
		}
	}
	for _, goesBy := range []func(*file) bool{
		func(f *file) bool { return path.Base(f.Rel) == name },
		func(f *file) bool { return stem(f.Rel) == name },
		func(f *file) bool { return len(name) >= minSuffix && strings.HasSuffix(stem(f.Rel), "-"+name) },
	} {
		if id, err := l.resolveBy(ctx, name, goesBy); err != nil || id != "" {
			return id, err
		}
	}
	if err := l.buildLogsOf(ctx, name); err != nil {
		return "", err
	}
	if f, ok := l.ByID(name); ok {
		return l.readNamed(ctx, f)
	}
	id, err := l.resolveBy(ctx, name, func(f *file) bool {
		return name != "" && f.isLog() && f.Log.Summary().Session == name
	})
	if err != nil || id != "" {
		return id, err
	}
	return l.One(name, nil)
}

// resolveBy returns the id of the one log for which goesBy holds; empty where
// there is none.
func (l *Logs) resolveBy(ctx context.Context, name string, goesBy func(*file) bool) (string, error) {
	var found []string
	for rel, f := range l.Files {
		if goesBy(f) && f.task == nil && !f.Owned {
			found = append(found, rel)
		}
	}
	if len(found) == 0 {
		return "", nil
	}
	rel, err := l.One(name, found)
	if err != nil {
		return "", err
	}
	if id, err := l.readNamed(ctx, l.Files[rel]); err != nil || id != "" {
		return id, err
	}
	return rel, nil
}

// buildLogsOf builds the tasks of the logs that were not read yet and whose
// beginning has the id of a session: a log need not be named after its session. A short
// id is looked for only in logs that are not named after a long one, because each name
// that a run log has is resolved, and folders of sessions may be large.
func (l *Logs) buildLogsOf(ctx context.Context, session string) error {
	if l.Kind == Kind || !plainID(session) {
		return nil
	}
	sought := []byte(session)
	if len(session) < minSuffix {
		sought = []byte(`"` + session + `"`)
	}
	for rel, f := range l.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if f.Read || f.Owned || len(session) < minSuffix && len(stem(f.Rel)) >= minSuffix {
			continue
		}
		if head, err := logsource.Head(l.Dir, rel, headSize); err != nil || !bytes.Contains(head, sought) {
			continue
		}
		if _, err := l.Build(ctx, f); err != nil {
			return err
		}
	}
	return nil
}
