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

// Names of those who are told, in the log and in metrics.
const (
	toCommand = "command"
	toWebhook = "webhook"
	toAct     = "act"
)

// How long it takes until something is told again that failed: longer with each try. A guard
// that runs once tries a few times only.
const (
	firstPause = time.Second
	mostPause  = 5 * time.Minute
	onceTries  = 3
)

// item is a finding that a sink is to be told of.
type item struct {
	s *store
	p *parcel
}

// sink is someone who is told of findings, one after the other and in their order.
type sink struct {
	name    string
	waiting []item
	busy    bool
	stopped bool // a guard that runs once leaves the rest to the next one
	tell    func(ctx context.Context, it item, body []byte) answer
	// admit returns how long the next one has to wait, and notes that it goes on where it has
	// not; nil: it need not wait.
	admit func(body []byte, now time.Time) time.Duration
	once  bool // nothing may be told twice: that it is begun is kept first, and it is not tried again

	notBefore time.Time
	tries     int       // of the first one
	heard     time.Time // since when its server answers with errors
	down      bool      // a failure was warned of
}

// delivery is what became of telling the first finding of a sink.
type delivery struct {
	sink   *sink
	answer answer
}

func (s *sink) add(of *store, p *parcel) { s.waiting = append(s.waiting, item{of, p}) }

// newSinks returns those who are told.
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

// sinkOf returns the sink of that name; nil when nobody is called so.
func (g *Guard) sinkOf(name string) *sink {
	for _, s := range g.sinks {
		if s.name == name {
			return s
		}
	}
	return nil
}

// addressees returns who is told of a row.
func (g *Guard) addressees(r *model.Row) (to []string) {
	for _, s := range g.sinks {
		if s.name != toAct || g.ruleOf(r) != "" {
			to = append(to, s.name)
		}
	}
	return to
}

// takeUp takes up what an earlier guard has left to be told.
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

// dispatch has each sink that is free told of its next finding, and returns after how long it
// has to be called again by itself; negative: not at all.
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
		go func() { g.ended <- delivery{s, s.tell(ctx, it, body)} }()
	}
	return next, nil
}

// beginTelling keeps what has to be known of a finding before a sink is told of it.
func beginTelling(s *sink, it item, now time.Time) error {
	switch {
	case s.once:
		return it.s.write(&line{Op: opBegun, Key: it.p.key, To: []string{s.name}})
	case s.name == toAct:
		// That the guard itself blocks it is nothing new.
		if o := it.s.known[thing{it.p.id, Blocked}]; o != nil && !o.left {
			return nil
		}
		attempts := 0
		for _, as := range []Kind{FalseDone, Looping} {
			if o := it.s.known[thing{it.p.id, as}]; o != nil {
				attempts = max(attempts, o.attempts)
			}
		}
		return it.s.write(&line{Op: opKnown, ID: it.p.id, As: []Kind{Blocked}, At: now.UnixNano(), Since: now.UnixNano(), Attempts: attempts})
	}
	return nil
}

// end keeps what became of telling, and decides when it is tried again.
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

// succeed notes that a sink was told.
func (g *Guard) succeed(s *sink) {
	g.counts.add(s.name, true)
	if s.down {
		g.o.Say(s.name + ": it works again")
	}
	s.down, s.tries, s.heard, s.notBefore = false, 0, time.Time{}, time.Time{}
}

// ruleOf returns the first rule for which something is done about a row; empty: none.
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

// act does something about the task of a finding, as it is now.
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
