package transcript

import (
	"reflect"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// Bounds of what is reported of a run's work, its subagents' included.
const (
	maxEdited = 64
	maxDenied = 20
	maxLoops  = 8
)

// workOf returns what a log shows of what was done in its newest run, by its
// subagents too; nil where the log does not tell. It stays the same pointer
// while it says the same.
func (l *Logs) workOf(f *file, s *runlog.Summary) *model.Work {
	if s.Kind == "" {
		return nil
	}
	w := s.Work
	since := newestRun(s).Started
	for _, sub := range l.subagents(f) {
		theirs := sub.View.Summary()
		if w.Delegated > 0 {
			w.Delegated--
		}
		if theirs.Last.Before(since) {
			continue // of an earlier run
		}
		addWork(&w, &theirs.Work)
	}
	if f.work == nil || !reflect.DeepEqual(*f.work, w) {
		f.work = &w
	}
	return f.work
}

// subagents returns the logs of a session's subagents, in the order of their paths.
func (l *Logs) subagents(f *file) []*file {
	if f.session == "" || l.sessions[f.session] != f {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(l.subs[f.session]), func(sub *file) bool { return !sub.isLog() || sub == f })
}

// addWork adds what a subagent did. What was asked or is under way there is its
// parent's call.
func addWork(w, sub *model.Work) {
	w.Calls += sub.Calls
	w.Edits += sub.Edits
	w.Mutations += sub.Mutations
	w.Commands += sub.Commands
	w.Tests += sub.Tests
	w.Scripts += sub.Scripts
	w.Written += sub.Written
	if sub.LostEdits > 0 {
		w.LostEdits, w.LostEdit = w.LostEdits+sub.LostEdits, sub.LostEdit
	}
	w.Delegated += sub.Delegated
	w.Recovered += sub.Recovered
	w.Edited = newestOf(append(slices.Clip(w.Edited), sub.Edited...), maxEdited)
	w.Denied = newestOf(append(slices.Clip(w.Denied), sub.Denied...), maxDenied)
	w.Loops = newestOf(append(slices.Clip(w.Loops), sub.Loops...), maxLoops)
	if w.Test.Text == "" {
		w.Test = sub.Test
	}
}

func newestOf[T any](list []T, n int) []T { return list[max(0, len(list)-n):] }

// newestRun returns the newest run that a log holds, or an empty one.
func newestRun(s *runlog.Summary) model.Run {
	if n := len(s.Runs); n > 0 {
		return s.Runs[n-1]
	}
	return model.Run{}
}

// sumCosts adds up what a run and its subagents cost; nil is unknown.
func (l *Logs) sumCosts(f *file, s *runlog.Summary) (cost *float64, tokens *int64) {
	cost, tokens = s.CostUSD, s.Tokens
	for _, sub := range l.subagents(f) {
		theirs := sub.View.Summary()
		cost, tokens = addKnown(cost, theirs.CostUSD), addKnown(tokens, theirs.Tokens)
	}
	return cost, tokens
}

func addKnown[N int64 | float64](a, b *N) *N {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	total := *a + *b
	return &total
}

// resumeCommand returns the command that takes a session up again, as argv; nil where there
// is none.
func resumeCommand(s *runlog.Summary) []string {
	if !plainID(s.Session) || s.Parent != "" {
		return nil
	}
	switch s.Kind {
	case KindClaude:
		return []string{"claude", "--resume", s.Session}
	case KindCodex:
		return []string{"codex", "resume", s.Session}
	}
	return nil
}

// groupOf returns the project that a run works in, as groups are named.
func groupOf(s *runlog.Summary, rel string) string {
	if s.Kind != "" && strings.HasPrefix(s.Cwd, "/") {
		return s.Cwd
	}
	return folderOf(rel)
}
