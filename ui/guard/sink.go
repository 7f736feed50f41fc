package guard

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
)

// Names of the sinks, in the log and in metrics.
const (
	toCommand = "command"
	toWebhook = "webhook"
	toAct     = "act"
)

// The pause before a failed delivery is tried again doubles from firstPause to mostPause. A guard
// that runs once gives up after onceTries.
const (
	firstPause = time.Second
	mostPause  = 5 * time.Minute
	onceTries  = 3
)

// item is a finding in the queue of a sink, with the store that it is from.
type item struct {
	s *store
	p *parcel
}

// sink receives findings, one at a time and in their order. waiting[0] is the one that is being
// delivered while busy is set.
type sink struct {
	name    string
	waiting []item
	busy    bool
	stopped bool // a guard that runs once leaves the rest to its next run
	tell    func(ctx context.Context, it item, body []byte) answer
	// admit returns how long the next delivery must wait; 0: it begins now, and admit has
	// counted it. Nil: deliveries never wait.
	admit func(body []byte, now time.Time) time.Duration
	// once says that no finding may be delivered twice. The beginning of a delivery is then
	// logged first, and a failed delivery is not tried again.
	once bool

	notBefore time.Time // of the next try
	tries     int       // failed tries of waiting[0]
	heard     time.Time // since when its server answers with errors; zero: it does not
	down      bool      // the operator was told of the failure
}

// delivery is the end of the delivery of a sink's waiting[0].
type delivery struct {
	sink   *sink
	answer answer
}

func (s *sink) add(of *store, p *parcel) { s.waiting = append(s.waiting, item{of, p}) }

// newSinks returns the sinks that the options ask for.
func (g *Guard) newSinks() (all []*sink) {
	if c := g.o.Command; c != nil {
		added := false
		all = append(all, &sink{
			name: toCommand, once: true,
			admit: func(body []byte, now time.Time) time.Duration {
				if !added {
					added = c.Add(body)
				}
				line, wait := c.Next(now)
				added = line == nil
				return wait
			},
			tell: func(ctx context.Context, _ item, body []byte) answer {
				return answer{err: c.Run(ctx, append(slices.Clone(body), '\n')), final: true}
			},
		})
	}
	if w := g.o.Webhook; w != nil {
		all = append(all, &sink{name: toWebhook, tell: func(ctx context.Context, it item, body []byte) answer {
			return w.post(ctx, it.p.key, body)
		}})
	}
	if g.o.Act != nil {
		all = append(all, &sink{name: toAct, tell: func(ctx context.Context, it item, _ []byte) answer { return g.act(ctx, it) }})
	}
	return all
}

// sinkOf returns the sink of that name; nil if there is none.
func (g *Guard) sinkOf(name string) *sink {
	for _, s := range g.sinks {
		if s.name == name {
			return s
		}
	}
	return nil
}

// addressees returns the names of the sinks that receive a finding about a row.
func (g *Guard) addressees(r *model.Row) (to []string) {
	for _, s := range g.sinks {
		if s.name != toAct || g.ruleOf(r) != "" {
			to = append(to, s.name)
		}
	}
	return to
}

// takeUp queues the undelivered findings of an earlier guard. A finding whose unrepeatable
// delivery had begun becomes a dead letter.
func (g *Guard) takeUp(s *store) error {
	orphans := map[string]int{}
	for _, p := range slices.Clone(s.parcel) {
		for _, to := range slices.Clone(p.to) {
			sink := g.sinkOf(to)
			switch {
			case slices.Contains(p.begun, to):
				why := "the guard was killed while it told of this: whether it was told is not known"
				if err := s.bury(p, to, why); err != nil {
					return err
				}
				g.o.Say(fmt.Sprintf("%s for %s: %s", to, safe.Line(p.id, textLimit), why))
			case sink == nil:
				orphans[to]++
			default:
				sink.add(s, p)
			}
		}
	}
	for to, n := range orphans {
		g.o.Say(fmt.Sprintf("%s: findings that wait for the %s, which is not set: %d", s.queue, to, n))
	}
	for _, sink := range g.sinks {
		slices.SortStableFunc(sink.waiting, func(a, b item) int { return time.Unix(0, a.p.at).Compare(time.Unix(0, b.p.at)) })
	}
	return nil
}

func (g *Guard) isBusy() bool {
	return slices.ContainsFunc(g.sinks, func(s *sink) bool { return s.busy })
}

// dispatch begins the next delivery of each sink that is not busy. It returns after how long it
// must be called again if no other event comes first; negative: never.
func (g *Guard) dispatch(ctx context.Context, now time.Time) (next time.Duration, err error) {
	next = -1
	for _, s := range g.sinks {
		if s.busy || s.stopped || len(s.waiting) == 0 {
			continue
		}
		it := s.waiting[0]
		wait := s.notBefore.Sub(now)
		body, err := it.s.body(it.p)
		if err != nil {
			return 0, fmt.Errorf("a finding cannot be read again: %w", err)
		}
		if wait <= 0 && s.admit != nil {
			wait = s.admit(body, now)
		}
		if wait > 0 {
			if next < 0 || wait < next {
				next = wait
			}
			continue
		}
		if err := beginTelling(s, it, now); err != nil {
			return 0, err
		}
		s.busy = true
		go func() { g.ended <- delivery{s, s.tell(ctx, it, body)} }() // Run receives it, also at its end
	}
	return next, nil
}

// beginTelling logs what must be known after a crash during a delivery.
func beginTelling(s *sink, it item, now time.Time) error {
	switch {
	case s.once:
		return it.s.write(&line{Op: opBegun, Key: it.p.key, To: []string{s.name}})
	case s.name == toAct:
		// The guard is about to block the task itself: that is no new finding.
		if o := it.s.known[thing{it.p.id, Blocked}]; o != nil && !o.left {
			return nil
		}
		attempts := 0
		for _, as := range []Kind{FalseDone, Failed, Looping} {
			if o := it.s.known[thing{it.p.id, as}]; o != nil {
				attempts = max(attempts, o.attempts)
			}
		}
		return it.s.write(&line{Op: opKnown, ID: it.p.id, As: []Kind{Blocked}, At: now.UnixNano(), Since: now.UnixNano(), Attempts: attempts})
	}
	return nil
}

// end logs the result of a delivery, and decides whether and when it is tried again.
func (g *Guard) end(d delivery) error {
	s, a, now := d.sink, d.answer, time.Now()
	s.busy = false
	if s.name == toCommand {
		g.o.Command.Ended()
	}
	it := s.waiting[0]
	switch {
	case a.err == nil:
		if g.succeed(s); a.did != "" {
			g.o.Say(fmt.Sprintf("%s for %s: %s", s.name, safe.Line(it.p.id, textLimit), safe.Line(a.did, textLimit)))
		}
		s.waiting = s.waiting[1:]
		return it.s.write(&line{Op: opDone, Key: it.p.key, To: []string{s.name}})
	case a.heard && s.heard.IsZero():
		s.heard = now
	case !a.heard:
		s.heard = time.Time{}
	}
	said := safe.Line(a.err.Error(), textLimit)
	if a.final || a.heard && g.o.GiveUp > 0 && now.Sub(s.heard) >= g.o.GiveUp {
		s.tries, s.heard, s.waiting = 0, time.Time{}, s.waiting[1:]
		g.counts.add(s.name, false)
		g.o.Say(fmt.Sprintf("%s for %s: %s (given up; --redeliver tries again)", s.name, safe.Line(it.p.id, textLimit), said))
		return it.s.bury(it.p, s.name, said)
	}
	pause := firstPause << min(s.tries, 20)
	s.tries++
	s.notBefore = now.Add(max(min(pause, mostPause), a.after))
	if !s.down {
		s.down = true
		g.o.Say(fmt.Sprintf("%s: %s (it is tried again, and nothing is lost)", s.name, said))
	}
	if g.o.Once && s.tries >= onceTries {
		s.stopped = true
	}
	return nil
}

// succeed counts a delivery and resets the failures of the sink.
func (g *Guard) succeed(s *sink) {
	g.counts.add(s.name, true)
	if s.down {
		g.o.Say(s.name + ": it works again")
	}
	s.down, s.tries, s.heard, s.notBefore = false, 0, time.Time{}, time.Time{}
}

// ruleOf returns the first of Options.Rules that has a finding about the row; empty: none has, or
// the task is blocked already.
func (g *Guard) ruleOf(r *model.Row) string {
	if r.State == model.StateBlocked {
		return ""
	}
	for _, rule := range g.o.Rules {
		if slices.ContainsFunc(r.Findings, func(f model.Finding) bool { return f.Rule == rule && f.Counts() }) {
			return rule
		}
	}
	return ""
}

// act runs Options.Act on the task of a finding, if the task is still as it was found.
func (g *Guard) act(ctx context.Context, it item) answer {
	var row *model.Row
	err := g.o.Board.Rows(ctx, []model.Ref{{Queue: g.nameOf(it.s), ID: it.p.id}}, func(r *model.Row) error {
		row = r
		return nil
	})
	if err != nil {
		return answer{err: err}
	}
	if row == nil || !board.IsLooping(row) && row.State != model.StateFalseDone || g.ruleOf(row) == "" {
		return answer{} // it has moved on
	}
	did, err := g.o.Act(ctx, row, g.ruleOf(row))
	_, refused := errors.AsType[*Refused](err)
	return answer{did: did, err: err, final: refused}
}

// nameOf returns the name by which the board knows the queue of a store.
func (g *Guard) nameOf(s *store) string {
	for name, of := range g.stores {
		if of == s {
			return name
		}
	}
	return ""
}

// Refused is the error of an action that cannot be done, now or later.
type Refused struct{ Why string }

func (r *Refused) Error() string { return r.Why }
