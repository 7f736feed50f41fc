package board

import (
	"cmp"
	"slices"
	"time"

	"notdone/model"
)

// Loop is what attempts ended at more than once: an obstacle, or what else tasks share. It
// never changes.
type Loop struct {
	ID uint64 // of its groups, see GroupID
	// Group is the one with the most tasks, which says what it is called; nil: all tasks are
	// at work again. Pane is its pane.
	Group *Group
	Pane  model.Pane
	// Repeats says that attempts at one task ended there more than once. Else several tasks
	// did, each once.
	Repeats bool
	Tasks   int
	Runs    int         // attempts at those tasks
	AtWork  []model.Ref // of the tasks, those that are at work again or wait for it
	Running int         // how many of those are worked on
	Stood   *model.Row  // one of those as it stood before; nil: not known
	Days    int         // on which attempts ended there
	Last    time.Time
	ByDay   [shownDays]int // attempts that ended there, about; the last day is today

	cost, again amount
	met         int
}

// CostUSD returns what the tasks cost together; nil when no cost is known.
func (l *Loop) CostUSD() *float64 { return l.cost.usd() }

// AgainUSD returns what was spent on attempts that ended there after the first one at the same
// task; nil when no cost is known.
func (l *Loop) AgainUSD() *float64 { return l.again.usd() }

// LoopOrder is a column by which loops are ordered.
type LoopOrder int

// The orders, each from the most on.
const (
	ByCost LoopOrder = iota
	ByRuns
	ByTasks
	ByDays
	ByLast
	NumLoopOrders
)

// compare orders two loops of a kind.
func (o LoopOrder) compare(a, b *Loop) int {
	by := [NumLoopOrders]int{
		ByCost:  cmp.Or(cmp.Compare(min(b.cost.known, 1), min(a.cost.known, 1)), cmp.Compare(b.cost.nanoUSD, a.cost.nanoUSD)),
		ByRuns:  cmp.Compare(b.Runs, a.Runs),
		ByTasks: cmp.Compare(b.Tasks, a.Tasks),
		ByDays:  cmp.Compare(b.Days, a.Days),
		ByLast:  b.Last.Compare(a.Last),
	}
	return cmp.Or(by[o], by[ByCost], by[ByRuns], by[ByTasks], by[ByLast], cmp.Compare(a.ID, b.ID))
}

// Loops returns what repeats, in this order or the other way round, and behind it what several
// tasks met once. It walks over the keys of all tasks that are in a loop, so it is not for the
// goroutine that draws.
func (s *Snapshot) Loops(now time.Time, order LoopOrder, reversed bool) []Loop {
	found := map[uint64]*loopSum{}
	for p := range s.panes {
		pane := model.Pane(p)
		for i, groups := 0, s.Groups(pane); i < groups.Len(); i++ {
			g, _ := groups.At(i)
			if l := found[g.ID]; l != nil {
				l.add(s, pane, g, now)
			} else if g.isMetOften() && !s.isAtWork(pane, g) || !g.Loose() && s.elsewhere(pane, g.ID) {
				l = &loopSum{days: map[int]struct{}{}}
				found[g.ID] = l
				l.add(s, pane, g, now)
			}
		}
	}
	s.eachPast(func(p *past) {
		l := found[p.cause]
		if l == nil {
			l = &loopSum{Loop: Loop{ID: p.cause, Pane: model.PaneActive}, days: map[int]struct{}{}}
			found[p.cause] = l
			for pane := model.PaneBlocked; int(pane) < model.NumPanes; pane++ {
				if g, ok := s.Group(pane, p.cause); ok {
					l.add(s, pane, g, now)
				}
			}
		}
		l.addPast(p, now)
	})
	all := make([]Loop, 0, len(found))
	for _, l := range found {
		l.Days, l.Repeats = len(l.days), l.met > l.Tasks
		all = append(all, l.Loop)
	}
	slices.SortFunc(all, func(a, b Loop) int {
		by := order.compare(&a, &b)
		if reversed {
			by = -by
		}
		return cmp.Or(trueLast(!a.Repeats, !b.Repeats), by)
	})
	return all
}

// eachPast calls do with each task that is at work again.
func (s *Snapshot) eachPast(do func(*past)) {
	if s.again.all != nil {
		s.again.all.Scan(func(p *past) bool {
			do(p)
			return true
		})
	}
}

// isAtWork reports whether the group is one task that is at work again, which its loop counts.
func (s *Snapshot) isAtWork(p model.Pane, g *Group) bool {
	return p == model.PaneActive && g.Tasks == 1 && s.again.all != nil && s.again.get(g.newest) != nil
}

// elsewhere reports whether a later pane has tasks of the group, of which attempts ended there.
func (s *Snapshot) elsewhere(p model.Pane, id uint64) bool {
	for later := p + 1; int(later) < model.NumPanes; later++ {
		if g, ok := s.Group(later, id); ok && g.met > 0 {
			return p != model.PaneActive
		}
	}
	return false
}

// loopSum is a loop while it is summed up.
type loopSum struct {
	Loop
	days map[int]struct{}
}

// add adds a group.
func (l *loopSum) add(s *Snapshot, p model.Pane, g *Group, now time.Time) {
	if l.Group == nil || g.Tasks > l.Group.Tasks {
		l.ID, l.Group, l.Pane = g.ID, g, p
	}
	l.Tasks, l.Runs = l.Tasks+g.Tasks, l.Runs+max(g.Runs, g.Tasks)
	l.cost.nanoUSD, l.cost.known = l.cost.nanoUSD+g.nanoUSD, l.cost.known+g.priced
	l.again.add(g, 1)
	l.met += g.met
	if at := g.latest.since(); at.After(l.Last) {
		l.Last = at
	}
	members := s.Members(p, g)
	for i := range members.Len() {
		k, _ := members.key(i)
		if at := k.since(); !at.IsZero() {
			l.addDays(k, dayOf(at), dayOf(now))
		}
	}
}

// addPast adds a task that is at work again.
func (l *loopSum) addPast(p *past, now time.Time) {
	l.Tasks, l.Runs, l.met = l.Tasks+1, l.Runs+max(int(p.attempts+p.runs), 1), l.met+p.met()
	l.AtWork = append(l.AtWork, p.ref())
	if l.Stood == nil {
		l.Stood = p.row
	}
	if p.busy {
		l.Running++
	}
	if p.is(isPriced) {
		l.cost.nanoUSD, l.cost.known = l.cost.nanoUSD+p.nanoUSD, l.cost.known+1
		l.again.nanoUSD, l.again.known = l.again.nanoUSD+p.againUSD(), l.again.known+1
	}
	if at := p.since(); !at.IsZero() {
		l.addDays(p.Key, dayOf(at), dayOf(now))
		if at.After(l.Last) {
			l.Last = at
		}
	}
}

// addDays adds the days on which attempts at a task ended, of which the newest is given.
func (l *loopSum) addDays(k *Key, newest, today int) {
	for back := range shownDays {
		n := k.metOn(back)
		if back == 0 {
			n = max(n, 1)
		}
		if n == 0 {
			continue
		}
		day := newest - back
		l.days[day] = struct{}{}
		if ago := today - day; ago >= 0 && ago < shownDays {
			l.ByDay[shownDays-1-ago] += n
		}
	}
}
