package board

import (
	"cmp"
	"slices"
	"time"

	"notdone/model"
)

// asksFirst are the panes whose tasks ask for somebody, in the order in which equals come.
var asksFirst = []model.Pane{model.PaneBlocked, model.PaneFailed, model.PaneFalseDone, model.PaneActive}

// Ask is a group of tasks that asks for somebody.
type Ask struct {
	Pane  model.Pane
	Group *Group
}

// maxAsks is how many groups of a pane are compared, the first ones.
const maxAsks = 2000

// Asks returns what asks for somebody, what matters most first: the most severe, then what
// costs most and frees most tasks, a task counting as much as a dollar, then the oldest.
func (s *Snapshot) Asks() (all []Ask) {
	for _, p := range asksFirst {
		groups := s.Groups(p)
		for i := range min(groups.Len(), maxAsks) {
			if g, _ := groups.At(i); !g.Loose() {
				all = append(all, Ask{p, g})
			}
		}
	}
	gain := func(a Ask) float64 { return float64(a.Group.nanoUSD)/nano + float64(a.Group.Tasks) }
	slices.SortStableFunc(all, func(a, b Ask) int {
		return cmp.Or(
			cmp.Compare(b.Group.Worst, a.Group.Worst), cmp.Compare(gain(b), gain(a)),
			a.Group.oldest.since().Compare(b.Group.oldest.since()),
		)
	})
	return all
}

// Since returns when the oldest of the tasks changed; zero when that is not known.
func (a Ask) Since() time.Time { return a.Group.oldest.since() }

// IsNew reports whether a row asks for somebody since a moment.
func IsNew(r *model.Row, since time.Time) bool {
	if since.IsZero() || !asks(r.State, r.Weight()) {
		return false
	}
	if r.Since().After(since) {
		return true
	}
	return slices.ContainsFunc(r.Findings, func(f model.Finding) bool {
		return f.Counts() && f.Severity >= model.SeverityWarning && f.First.After(since)
	})
}

// asks reports whether a task of a state and a weight asks for somebody.
func asks(state model.State, weight int) bool {
	switch state {
	case model.StateBlocked, model.StateFailed, model.StateFalseDone:
		return true
	default:
		return weight > int(model.SeverityWarning)
	}
}

// News is what is new since a moment.
type News struct {
	Fresh []Fresh // pane by pane, what came last first
	Tasks int     // that ask for somebody since then
	Done  int     // that got done meanwhile
	More  bool    // more than those got done, which are not listed
}

// Fresh is the tasks of a group that ask for somebody since a moment, or one that is of no
// group.
type Fresh struct {
	Pane   model.Pane
	Group  *Group    // nil: the task is of no group
	Newest model.Ref // of the tasks
	Tasks  int
}

// News returns what is new since a moment, which may differ from queue to queue. It walks over
// the keys of all tasks that are listed, so it is not for the goroutine that draws.
func (s *Snapshot) News(since func(queue string) time.Time) (all News) {
	from, last := time.Time{}, (*string)(nil)
	came := func(k *Key) bool {
		if k.queue != last {
			from, last = since(*k.queue), k.queue
		}
		return k.since().After(from)
	}
	for _, p := range asksFirst {
		var fresh []*Key
		s.panes[p].keys.Scan(func(k *Key) bool {
			isNew := came(k)
			if !asks(k.state, int(k.weight)) {
				return true
			}
			if held := s.rows.held(k.ref()); !isNew && held != nil && p == model.PaneActive {
				isNew = IsNew(held.shown, from)
			}
			if isNew {
				fresh = append(fresh, k)
			}
			return true
		})
		slices.SortFunc(fresh, func(a, b *Key) int {
			return cmp.Or(cmp.Compare(b.changed(), a.changed()), compareRefs(a, b))
		})
		all.Tasks += len(fresh)
		all.Fresh = append(all.Fresh, s.byGroup(p, fresh)...)
	}
	listed := 0
	s.panes[model.PaneRest].keys.Scan(func(k *Key) bool {
		if listed++; k.state == model.StateDone && came(k) {
			all.Done++
		}
		return true
	})
	all.More = all.Done > 0 && all.Done == listed && listed < s.Total(model.PaneRest)
	return all
}

// byGroup joins the tasks of each group, in the place of its first one.
func (s *Snapshot) byGroup(p model.Pane, keys []*Key) (all []Fresh) {
	at := map[uint64]int{}
	for _, k := range keys {
		if i, known := at[k.cause]; known {
			all[i].Tasks++
			continue
		}
		f := Fresh{Pane: p, Newest: k.ref(), Tasks: 1}
		if g, ok := s.Group(p, k.cause); ok && !g.Loose() {
			f.Group, at[k.cause] = g, len(all)
		}
		all = append(all, f)
	}
	return all
}

// Alarm tells that a task began to need somebody.
type Alarm struct {
	model.Ref
	State    model.State
	Cause    uint64 // the ID of its group
	Critical bool   // a critical finding counts
}

// Needs reports whether its state alone is an alarm.
func (a *Alarm) Needs() bool { return a.State == model.StateBlocked || a.State == model.StateFalseDone }

func (k *Key) isCritical() bool { return k.weight > uint8(model.SeverityCritical) }

// IsAlarming reports whether a row needs somebody by its state, or has a critical finding.
func IsAlarming(r *model.Row) bool {
	a := Alarm{State: r.State, Critical: r.Weight() > int(model.SeverityCritical)}
	return a.Critical || a.Needs()
}

// Alarms returns the tasks that became blocked or false-done since an older snapshot, or have a
// critical finding since. Queues whose first listing was still going on then are left out, and
// so are tasks that are judged otherwise because of how others turned out. After very many
// changes it walks over the keys of the tasks that may ask for somebody, so it is not for the
// goroutine that draws.
func (s *Snapshot) Alarms(before *Snapshot) (all []Alarm) {
	listed := map[string]bool{}
	for i := range before.Sources {
		listed[before.Sources[i].Queue] = !before.Sources[i].Loading
	}
	tell := func(k *Key) bool {
		now := Alarm{Ref: k.ref(), State: k.state, Cause: k.cause, Critical: k.isCritical()}
		if !now.Critical && !now.Needs() || !listed[*k.queue] {
			return true
		}
		was, known := before.keys.Get(k)
		came := now.Needs() && (!known || was.state != k.state && was.sum != k.sum)
		if came || now.Critical && (!known || !was.isCritical()) {
			all = append(all, now)
		}
		return true
	}
	if came, complete := s.came.since(&before.came); complete {
		for _, k := range s.standing(came) {
			tell(k)
		}
		return all
	}
	for _, p := range asksFirst {
		s.panes[p].keys.Scan(tell)
	}
	return all
}

// standing returns those of the keys that are listed, in the order of their panes.
func (s *Snapshot) standing(keys []*Key) (all []*Key) {
	for _, p := range asksFirst {
		from := len(all)
		for _, k := range keys {
			if now, _ := s.keys.Get(k); now == k && k.state.Pane() == p {
				all = append(all, k)
			}
		}
		slices.SortFunc(all[from:], func(a, b *Key) int {
			if p.Grouped() {
				return compareCauses(a, b)
			}
			return compareKeys(a, b)
		})
	}
	return slices.Compact(all)
}

// recentAlarms holds the keys of tasks that may be an alarm, in the order in which they were
// listed. A copy does not change.
type recentAlarms struct {
	of   *index // that listed them; nil: it is not known what was listed
	keys []*Key // the newest ones
	n    int    // how many were listed in all
}

// minRecentAlarms is how many of the newest keys are known at least.
const minRecentAlarms = 2000

// add adds the key of a task that was listed, if it may be an alarm.
func (c *recentAlarms) add(k *Key) {
	if a := (Alarm{State: k.state, Critical: k.isCritical()}); !a.Critical && !a.Needs() {
		return
	}
	if len(c.keys) >= 2*minRecentAlarms {
		c.keys = slices.Clone(c.keys[minRecentAlarms:])
	}
	c.keys = append(c.keys, k)
	c.n++
}

// since returns the keys that have come since an earlier copy was made; false when some of
// them are not known any more.
func (c *recentAlarms) since(before *recentAlarms) (came []*Key, complete bool) {
	n := c.n - before.n
	if c.of == nil || c.of != before.of || n < 0 || n > len(c.keys) {
		return nil, false
	}
	return c.keys[len(c.keys)-n:], true
}
