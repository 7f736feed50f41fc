package transcript

import (
	"context"
	"path"
	"slices"
	"strings"

	"notdone/source/runlog"
)

// maxID bounds the length of a session id that names a run.
const maxID = 100

// plainID reports whether a session id can stand for a run: nothing in it can be
// taken for a path or an option.
func plainID(id string) bool {
	if id == "" || len(id) > maxID || id[0] == '-' {
		return false
	}
	return strings.IndexFunc(id, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '-' && r != '_'
	}) < 0
}

// idOf returns what a log goes by. Among logs of any kind that is its path; among one
// agent's the id of the session that it began with, where there is one. Of two
// logs of one session the one that is named after it has the id.
func (l *Logs) idOf(ctx context.Context, f *file, s *runlog.Summary) (string, error) {
	if s.Parent != "" {
		return f.Rel, nil
	}
	if f.session == "" && f.form.agent != "" && plainID(s.Session) && l.Files[s.Session] == nil {
		f.session = s.Session
		if err := l.buildRivals(ctx, f); err != nil {
			return "", err
		}
	}
	if f.session == "" {
		return f.Rel, nil
	}
	switch holder := l.sessions[f.session]; {
	case holder == f:
	case holder == nil || holder.Lost():
		l.sessions[f.session] = f
	case isBetterHolder(f, holder):
		// Both may stand in one page of a listing: what is reported last holds.
		l.sessions[f.session] = f
		l.Enqueue(holder)
		l.Enqueue(f)
	default:
		return f.Rel, nil
	}
	if l.Kind == Kind {
		return f.Rel, nil
	}
	return f.session, nil
}

// isBetterHolder reports whether a rather than b is the log of their session.
func isBetterHolder(a, b *file) bool {
	named := func(f *file) bool { return strings.HasSuffix(stem(f.Rel), f.session) }
	if named(a) != named(b) {
		return named(a)
	}
	return a.Rel < b.Rel
}

// forgetSession forgets the session of a file that is gone or was replaced.
func (l *Logs) forgetSession(f *file) {
	if l.sessions[f.session] == f {
		delete(l.sessions, f.session)
	}
	f.session = ""
}

// index holds files by what they belong to, in the order of their paths.
type index[K comparable] map[K][]*file

func (x index[K]) add(key K, f *file) {
	at, _ := slices.BinarySearchFunc(x[key], f, func(a, b *file) int { return strings.Compare(a.Rel, b.Rel) })
	x[key] = slices.Insert(x[key], at, f)
}

func (x index[K]) remove(key K, f *file) {
	if x[key] = slices.DeleteFunc(x[key], func(o *file) bool { return o == f }); len(x[key]) == 0 {
		delete(x, key)
	}
}

// setParent notes whose subagent wrote a log. The log of the session itself then
// says more than it did.
func (l *Logs) setParent(f *file, parent string) {
	if !plainID(parent) {
		parent = ""
	}
	if f.parent != parent {
		if f.parent != "" {
			l.subs.remove(f.parent, f)
			l.enqueueSession(f.parent)
		}
		if f.parent = parent; parent != "" {
			l.subs.add(parent, f)
		}
	}
	if parent != "" && f.changed {
		f.changed = false
		l.attach(f, nil)
		l.enqueueSession(parent)
	}
}

func (l *Logs) enqueueSession(session string) {
	if f := l.sessions[session]; f != nil && !f.Lost() {
		l.Enqueue(f)
	}
}

// isPartOfAnother reports whether a log is a part of another one and no task of its own.
func (l *Logs) isPartOfAnother(f *file) bool { return f.parent != "" && l.Only == "" && !f.named }

// subagentOf returns the session whose subagent wrote the file, as far as its path
// tells: "<session>/subagents/agent-1.jsonl".
func subagentOf(rel string) string {
	dir := path.Dir(rel)
	if path.Base(dir) != "subagents" {
		return ""
	}
	return path.Base(path.Dir(dir))
}
