package board

import (
	"cmp"
	"slices"
	"time"

	"notdone/model"
)

// workerOf returns who works on a task that is active, as far as its source tells, and whether
// the sign of life is fresh. An empty name says that nothing is known of a worker.
func workerOf(c *model.Case, v *model.Verdict, now time.Time) (name string, alive bool) {
	if v.State != model.StateActive {
		return "", false
	}
	f, run := &c.Facts, newestOpen(c.Runs)
	switch {
	case f.ClaimOwner != "":
		name = f.ClaimOwner
	case run != nil && run.Worker != "":
		name = run.Worker
	case f.Worker != model.LivenessUnknown || !f.Heartbeat.IsZero() || f.ClaimExpires.After(now) || f.Work != nil:
		name = cmp.Or(c.Task.Worker, c.Task.ID)
	default:
		return "", false
	}
	return name, !slices.ContainsFunc(v.Findings, func(of model.Finding) bool { return of.Counts() && slices.Contains(untendedRules, of.Rule) })
}

// newestOpen returns the newest run that is open; nil when none is.
func newestOpen(runs []model.Run) *model.Run {
	for i := range slices.Backward(runs) {
		if runs[i].Open() {
			return &runs[i]
		}
	}
	return nil
}

// living counts the workers of active tasks. Several tasks may have one worker.
type living struct {
	of    map[model.Ref]worker
	alive map[worker]int // how many tasks each has that lives
}

// worker is who works on a task.
type worker struct {
	queue, name string
	alive       bool
}

func newLiving() living {
	return living{of: map[model.Ref]worker{}, alive: map[worker]int{}}
}

// set replaces the worker of a task. It reports whether the number of living workers changed, or
// whether any worker is known.
func (l *living) set(ref model.Ref, name string, alive bool) bool {
	if name == "" && len(l.of) == 0 {
		return false
	}
	lived, knew := len(l.alive), len(l.of) > 0
	if was, known := l.of[ref]; known {
		if l.alive[was]--; l.alive[was] <= 0 {
			delete(l.alive, was)
		}
		delete(l.of, ref)
	}
	if name != "" {
		w := worker{ref.Queue, name, alive}
		if l.of[ref] = w; alive {
			l.alive[w]++
		}
	}
	return len(l.alive) != lived || knew != (len(l.of) > 0)
}

// replace replaces the workers of a queue's tasks by those in fresh.
func (l *living) replace(queue string, fresh *living) {
	for ref := range l.of {
		if ref.Queue == queue {
			l.set(ref, "", false)
		}
	}
	for ref, w := range fresh.of {
		l.set(ref, w.name, w.alive)
	}
}

// Workers returns how many workers of active tasks live, by their names in the queues; false:
// of no active task it is known who works on it.
func (s *Snapshot) Workers() (alive int, known bool) { return s.living, s.manned }
