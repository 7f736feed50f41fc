package board

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
)

const (
	maxEnds    = 50        // ends of attempts that are compared with the obstacle of now
	maxRead    = 6         // of those, how many are read that say something else than the obstacle
	maxCharges = 8         // attempts of one task whose cost is told
	recently   = time.Hour // for which Snapshot.PerHour adds up costs
)

// spendingOf returns what the attempts at a task cost, and when they met what it stands at.
func spendingOf(c *model.Case, v *model.Verdict) (s model.Spending) {
	for i := range slices.Backward(c.Runs) {
		if r := &c.Runs[i]; r.CostUSD != nil && len(s.Charges) < maxCharges {
			s.Charges = append(s.Charges, model.Charge{From: r.Started, To: r.Ended, USD: *r.CostUSD})
		}
	}
	if t := &c.Task; len(s.Charges) == 0 && t.CostUSD != nil {
		one := model.Charge{From: t.Started, To: t.Finished, USD: *t.CostUSD / float64(max(t.Attempts, 1))}
		if v.State != model.StateActive {
			one.To = cmp.Or(one.To, t.Updated)
		}
		s.Charges = append(s.Charges, one)
	}
	stood := v
	switch v.State {
	case model.StateBlocked, model.StateFailed, model.StateFalseDone:
	case model.StateActive, model.StateQueued, model.StateScheduled:
		if stood = lastEnd(c); stood == nil {
			return s
		}
	default:
		return s
	}
	met := meetings(c, endingTest(c, stood.Obstacle))
	if stood != v {
		if len(met) < leastTimes {
			return s
		}
		if o := stood.Obstacle; o != nil {
			stood.Obstacle = &model.Obstacle{Kind: o.Kind, Key: o.Key, Name: o.Name}
		}
		s.Stood = stood
	}
	for i, m := range met {
		s.Met = append(s.Met, m.at)
		if i > 0 {
			s.AgainUSD += m.usd
		}
	}
	return s
}

// lastEnd returns what the last attempt ended at, as a verdict in short; nil where it did
// not end at an obstacle or in a failure.
func lastEnd(c *model.Case) *model.Verdict {
	if len(c.Runs) < leastTimes && len(c.Events) < leastTimes {
		return nil
	}
	last := newestEnded(c.Runs)
	for i := range slices.Backward(c.Events) {
		e := &c.Events[i]
		switch e.Kind {
		case model.EventBlocked, model.EventBlockLoop:
			if strings.TrimSpace(e.Note) != "" {
				return &model.Verdict{State: model.StateBlocked, Obstacle: classify.NewObstacle(e.Note, e.Where)}
			}
		case model.EventFinished:
			return nil
		case model.EventFailed, model.EventGaveUp:
		default:
			continue
		}
		break
	}
	switch {
	case last == nil:
		return nil
	case last.Outcome == model.OutcomeBlocked && strings.TrimSpace(last.Output) != "":
		return &model.Verdict{State: model.StateBlocked, Obstacle: classify.NewObstacle(last.Output, last.Where)}
	case last.Outcome.Failure():
		return &model.Verdict{State: model.StateFailed, Headline: last.Outcome.String()}
	}
	return nil
}

// newestEnded returns the newest run that ended; nil when none did.
func newestEnded(runs []model.Run) *model.Run {
	for i := range slices.Backward(runs) {
		if !runs[i].Open() {
			return &runs[i]
		}
	}
	return nil
}

// endingTest returns a function that reports whether an attempt met the obstacle, by the words that
// it ended with and its run, which is nil if not known. For a task without an obstacle the function
// reports whether the attempt ended as the last one did.
func endingTest(c *model.Case, o *model.Obstacle) func(said string, r *model.Run) bool {
	if o == nil || strings.TrimSpace(o.Text) == "" {
		last := newestEnded(c.Runs)
		if last == nil {
			return func(string, *model.Run) bool { return false }
		}
		want := cycle.NormalError(last.Error)
		return func(_ string, r *model.Run) bool {
			return r != nil && r.Outcome == last.Outcome && cycle.Blank(r.Output) == cycle.Blank(last.Output) && cycle.NormalError(r.Error) == want
		}
	}
	text, read, known := strings.TrimSpace(o.Text), 0, map[string]bool{}
	return func(said string, _ *model.Run) bool {
		if said = strings.TrimSpace(said); said == "" || strings.Contains(said, text) {
			return said != ""
		}
		is, told := known[said]
		if !told && read < maxRead {
			read++
			is = isObstacle(said, o)
			known[said] = is
		}
		return is
	}
}

// meeting is the end of an attempt at an obstacle, and what the attempt cost.
type meeting struct {
	at  time.Time
	usd float64
}

// meetings returns the ends of attempts at an obstacle, the oldest first. The same end may
// be told by a run and by an event, so only those of the kind are returned that has more.
func meetings(c *model.Case, is func(said string, r *model.Run) bool) []meeting {
	var runs, events []meeting
	newest := c.Runs[max(len(c.Runs)-maxEnds, 0):]
	for i := range newest {
		r := &newest[i]
		if !r.Open() && (is(r.Output, r) || is(r.Error, r)) {
			runs = append(runs, meeting{r.Ended, costOf(c, r)})
		}
	}
	for i := range slices.Backward(c.Events) {
		if e := &c.Events[i]; len(events) < maxEnds && endsAttempt(e.Kind) && is(e.Note, nil) {
			events = append(events, meeting{e.At, costOf(c, runOf(c, e))})
		}
	}
	slices.Reverse(events)
	if len(runs) >= len(events) {
		return runs
	}
	return events
}

// costOf returns what an attempt cost: as recorded, else its share of what the task cost.
func costOf(c *model.Case, r *model.Run) float64 {
	recorded := func(r model.Run) bool { return r.CostUSD != nil }
	switch {
	case r != nil && r.CostUSD != nil:
		return *r.CostUSD
	case c.Task.CostUSD == nil || slices.ContainsFunc(c.Runs, recorded):
		return 0
	}
	return *c.Task.CostUSD / float64(max(c.Task.Attempts, len(c.Runs), 1))
}

// runOf returns the run that an event ended; nil when that is not known.
func runOf(c *model.Case, e *model.Event) *model.Run {
	i := slices.IndexFunc(c.Runs, func(r model.Run) bool {
		if e.RunID != "" {
			return r.ID == e.RunID
		}
		return !r.Open() && !r.Started.After(e.At) && !r.Ended.Before(e.At.Truncate(time.Second))
	})
	if i < 0 {
		return nil
	}
	return &c.Runs[i]
}

// lastMeeting returns when a task met its obstacle last; zero when that is not known.
func lastMeeting(c *model.Case, met []meeting) (last time.Time) {
	for _, at := range append(met, meeting{at: c.Facts.BlockedAt}) {
		if at.at.After(last) {
			last = at.at
		}
	}
	return cmp.Or(last, c.Task.Finished)
}

// A packed Spending is the cost of repeated attempts, in millionths of a dollar, above the
// numbers of attempts that ended on the day of Row.Since and on each day before, which are
// codes of few bits. Days are those of UTC.
const (
	shownDays = 10
	codeBits  = 3
	daysBits  = shownDays * codeBits
	maxAgain  = 1<<(63-daysBits) - 1
)

// codedCounts are the numbers that the codes stand for.
var codedCounts = [1 << codeBits]int{0, 1, 2, 3, 5, 8, 16, 32}

func packSpending(s *model.Spending, newest time.Time) (packed int64) {
	if again := s.AgainUSD * 1e6; again > 0 { // no NaN is
		packed = int64(math.Round(min(again, maxAgain))) << daysBits
	}
	var days [shownDays]int
	for _, at := range s.Met {
		if day := max(dayOf(newest)-dayOf(at), 0); !at.IsZero() && day < shownDays {
			days[day]++
		}
	}
	for day, n := range days {
		at, exact := slices.BinarySearch(codedCounts[:], n)
		if !exact {
			at--
		}
		packed |= int64(at) << (day * codeBits)
	}
	return packed
}

// dayOf numbers the days.
func dayOf(at time.Time) int { return int(at.Unix() / (24 * 60 * 60)) }

// againUSD returns what the attempts cost that met the task's obstacle after the first one,
// in billionths.
func (k *Key) againUSD() int64 {
	if k.waits() {
		return 0
	}
	return min(k.first>>daysBits*1000, max(k.nanoUSD, 0))
}

// metOn returns how many attempts ended at the task's obstacle, about, so many days before
// the day of Row.Since.
func (k *Key) metOn(day int) int {
	if k.waits() {
		return 0
	}
	return codedCounts[k.first>>(day*codeBits)&(1<<codeBits-1)]
}

// met returns how many attempts ended at what the task stands at, about; one at least.
func (k *Key) met() (n int) {
	least := 1
	switch {
	case k.is(isLooping):
		least = 2
	case k.state.Pane() == model.PaneActive:
		return 0
	}
	for day := range shownDays {
		n += k.metOn(day)
	}
	return max(n, least)
}

// amount is a sum of money, as far as it is known.
type amount struct {
	nanoUSD int64
	known   int // of how many it is the sum
}

// add adds what was spent on attempts at tasks of a group that had ended there before.
func (a *amount) add(g *Group, by int) {
	if g.repeats() && g.againUSD > 0 {
		a.nanoUSD += int64(by) * g.againUSD
		a.known += by
	}
}

func (a amount) usd() *float64 {
	if a.known == 0 {
		return nil
	}
	usd := float64(a.nanoUSD) / nano
	return &usd
}

// isMetOften reports whether attempts ended more than once at what the tasks share. Blocks that
// nobody explained need not be the same one.
func (g *Group) isMetOften() bool {
	if g.ID == unsaid {
		return g.repeats()
	}
	return g.met > 1 && !g.Loose()
}

// repeats reports whether attempts at one of the tasks ended there more than once.
func (g *Group) repeats() bool { return g.met > g.Tasks && !g.Loose() }

// AgainUSD returns what was spent on attempts that ended where one at the same task had ended
// before. It is nil when none is known to have cost anything.
func (s *Snapshot) AgainUSD() *float64 {
	var all amount
	for i := range s.panes {
		all.nanoUSD += s.panes[i].again.nanoUSD
		all.known += s.panes[i].again.known
	}
	all.nanoUSD, all.known = all.nanoUSD+s.again.sum.nanoUSD, all.known+s.again.sum.known
	return all.usd()
}

// RecordsCost reports whether the cost of a task is known, listed or not. It is true, too, where
// that of tasks which are stored and not listed may be.
func (s *Snapshot) RecordsCost() bool {
	return s.priced || slices.ContainsFunc(s.panes[:], func(p paneView) bool { return p.priced > 0 })
}

// charges are what attempts cost that were under way within the last hour.
type charges struct {
	of     map[model.Ref][]model.Charge
	listed []model.Charge // by the last call of list; nil: they are other ones since
	at     time.Time      // of that call
}

func newCharges() charges { return charges{of: map[model.Ref][]model.Charge{}} }

// set replaces the charges of a task and reports whether they differ from those before.
func (c *charges) set(ref model.Ref, of []model.Charge, now time.Time) bool {
	recent := slices.DeleteFunc(slices.Clone(of), func(one model.Charge) bool { return isPast(one, now) })
	if slices.Equal(c.of[ref], recent) {
		return false
	}
	c.listed = nil
	if c.of[ref] = recent; len(recent) == 0 {
		delete(c.of, ref)
	}
	return true
}

// replace replaces the charges of a queue's tasks by those in fresh.
func (c *charges) replace(queue string, fresh *charges) {
	c.listed = nil
	for ref := range c.of {
		if ref.Queue == queue {
			delete(c.of, ref)
		}
	}
	maps.Copy(c.of, fresh.of)
}

// list returns all charges of the last hour. It is made anew after a change and after a minute, and
// then forgets those that are older. The returned slice never changes.
func (c *charges) list(now time.Time) []model.Charge {
	if age := now.Sub(c.at); c.listed != nil && age >= 0 && age < time.Minute {
		return c.listed
	}
	all := make([]model.Charge, 0, len(c.of))
	for ref, of := range c.of {
		if !slices.ContainsFunc(of, func(one model.Charge) bool { return !isPast(one, now) }) {
			delete(c.of, ref)
			continue
		}
		all = append(all, of...)
	}
	c.listed, c.at = all, now
	return all
}

func isPast(c model.Charge, now time.Time) bool {
	return c.From.IsZero() || !c.To.IsZero() && now.Sub(c.To) >= recently || math.IsNaN(c.USD) || c.USD > maxCost
}

// PerHour returns what was spent in the hour before now: the recorded cost of the attempts
// that were under way then, of one that began earlier the share of its time. It is nil when
// no cost is recorded for any.
func (s *Snapshot) PerHour(now time.Time) *float64 {
	sum, known := 0.0, false
	for _, c := range s.spent {
		if isPast(c, now) {
			continue
		}
		to := c.To
		if to.IsZero() || to.After(now) {
			to = now
		}
		share := 1.0
		if took := to.Sub(c.From); took > 0 {
			from := c.From
			if begins := now.Add(-recently); from.Before(begins) {
				from = begins
			}
			share = max(float64(to.Sub(from))/float64(took), 0)
		}
		sum, known = sum+c.USD*share, true
	}
	if !known {
		return nil
	}
	return &sum
}
