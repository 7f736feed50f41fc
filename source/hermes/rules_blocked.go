package hermes

import (
	"strings"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
)

// stuckInBlocked is Hermes' rule of that name: blocked for a day, and nobody
// has commented or unblocked since. An unblock that was undone does not count.
func stuckInBlocked(in *classify.Input, r *record) (o classify.Observation) {
	if r.status != stBlocked {
		return o
	}
	var last int64
	var by *model.Event
	for i := range in.Events {
		if e := &in.Events[i]; e.Name == evBlocked && !isRetold(e) && seconds(e.At) >= last {
			last, by = seconds(e.At), e
		}
	}
	if last == 0 {
		return o
	}
	for i := range in.Events {
		if e := &in.Events[i]; (e.Name == evCommented || e.Name == evUnblocked && !isRetold(e)) && seconds(e.At) > last {
			return o
		}
	}
	if float64(in.Now.Unix()-last)/3600 < r.limits.stuckHours {
		o.Until = wholeSecond(last, r.limits.stuckHours*3600)
		return o
	}
	o.Finding = finding(model.SeverityWarning, by.At, "still blocked, and nobody has commented or unblocked since", "an unblock, or any comment", saidBy(by))
	o.Finding.Actions = unblocks
	return o
}

// isRetold reports whether an event belongs to an action that was undone, see
// cycle.IgnoreUndoneReleases.
func isRetold(e *model.Event) bool {
	return e.Kind == model.EventOther && kinds[e.Name].class != model.EventOther
}

// rounds are the blocks after an unblock inside Hermes' window.
type rounds struct {
	count       int
	first, last *model.Event // the first block in the window, the last one that ended a round
	oldest      *model.Event // what leaves the window next
	evidence    []model.Evidence
}

// roundsOf counts as Hermes does: along the order of arrival, a block counts
// when at least one unblock came since the last that counted. Unlike Hermes it leaves out
// what was undone: nobody worked on the task between the two.
func roundsOf(in *classify.Input, r *record) rounds {
	var c rounds
	cutoff := float64(in.Now.Unix()) - r.limits.cycleWindow
	unblocked := false
	for i := range in.Events {
		e := &in.Events[i]
		if e.Name != evBlocked && e.Name != evUnblocked || isRetold(e) || float64(seconds(e.At)) < cutoff {
			continue
		}
		if c.oldest == nil || e.At.Before(c.oldest.At) {
			c.oldest = e
		}
		if e.Name == evUnblocked {
			unblocked = true
			continue
		}
		if c.first == nil {
			c.first = e
		}
		if unblocked {
			c.count, c.last, unblocked = c.count+1, e, false
			c.evidence = append(c.evidence, saidBy(e))
		}
	}
	return c
}

// blockUnblockCycling is Hermes' rule of that name: inside a window, blocked
// again after an unblock, several times, whatever the task's state is now. It
// does not see the same kind of block twice: since 2026-06-26 that is
// block_loop_detected (PR #52848).
func blockUnblockCycling(in *classify.Input, r *record) (o classify.Observation) {
	c := roundsOf(in, r)
	if c.count < r.limits.cycles {
		return o
	}
	window := classify.Span(span(r.limits.cycleWindow))
	o.Finding = finding(model.SeverityWarning, c.first.At, "blocked again after an unblock, "+times(c.count)+" within "+window,
		"fewer rounds within "+window, c.evidence...)
	o.Finding.Count, o.Finding.Last, o.Finding.Actions = c.count, c.last.At, unblocks
	o.Until = wholeSecond(seconds(c.oldest.At)+1, r.limits.cycleWindow)
	return o
}

// blockLoop takes the place of classify's rule of the name. It is about a task
// that blocked again for the same kind of reason and that Hermes therefore sent
// to triage, where no command but the dashboard finds it and nothing warns of
// it (#82597, #74012); and about rounds of block and release that Hermes' own
// cycling rule does not count, such as those ended by promote.
func blockLoop(in *classify.Input, r *record) (o classify.Observation) {
	if r.stand.cause != causeLoop {
		return otherLoop(in, r)
	}
	f := finding(model.SeverityError, in.Events[r.stand.event].At,
		"blocked again for the same kind of reason; Hermes moved it to triage, where its own unblock and promote refuse it",
		"it is moved out of triage, or specified again")
	f.Actions = unblocks
	for i := range in.Events {
		if b := &in.Events[i]; b.Name == evBlocked || b.Name == evBlockLoop {
			if f.Count++; f.Count == 1 {
				f.First = b.At
			}
			f.Evidence = append(f.Evidence, saidBy(b))
		}
	}
	return classify.Observation{Finding: f, Opinion: classify.Opinion{
		Rank: classify.RankLive, State: model.StateBlocked, Grade: model.GradeProven, Confidence: 0.97,
		Headline: "blocked " + times(f.Count) + " and looping",
	}}
}

// otherLoop counts rounds as classify does, where Hermes' own rule is silent.
func otherLoop(in *classify.Input, r *record) (o classify.Observation) {
	if r.status == stDone || r.status == stArchived || roundsOf(in, r).count >= r.limits.cycles {
		return o
	}
	c := cycle.BlockUnblock(in.Events, in.Config.CycleWindow, in.Now)
	if c.Count == 0 || c.Count < in.Config.CycleMin {
		return o
	}
	f := finding(model.SeverityWarning, c.First, "blocked again after it was released, "+times(c.Count)+" within "+classify.Span(in.Config.CycleWindow),
		"a completion, or fewer blocks in that time")
	f.Count, f.Last, f.Actions = c.Count, c.Last, unblocks
	if e := newest(in.Events, evBlocked); e != nil {
		f.Evidence = []model.Evidence{saidBy(e)}
	}
	return classify.Observation{Finding: f, Until: c.Expires}
}

// reviewDependencyDeadlock is Hermes' rule of that name: a task is blocked for
// review while the tasks that should review it wait for it to be done.
func reviewDependencyDeadlock(in *classify.Input, r *record) (o classify.Observation) {
	e := newest(in.Events, evBlocked)
	if r.status != stBlocked || r.waits == 0 || e == nil || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(e.Note)), "review-required:") {
		return o
	}
	f := finding(model.SeverityError, later(in.Task.Created, e.At),
		"blocked for review, with "+classify.Count(r.waits, "dependent task")+" waiting for it to be done: neither can go on",
		"the task is completed, or the reviewing task is unlinked", saidBy(e))
	f.Count, f.Actions = r.waits, unblocks
	for _, id := range r.waiting {
		f.Evidence = append(f.Evidence, model.Evidence{Where: "task_links " + r.id + " → " + id})
	}
	o.Finding = f
	return o
}

// blockedUnsticky is about a task that has the status blocked and no block in its
// history: created so, or set so by other hands than Hermes'. The dispatcher's next
// tick makes it ready as if nobody had meant it (#39609, #47777, #78933).
func blockedUnsticky(in *classify.Input, r *record) (o classify.Observation) {
	if r.stand.cause != causeNone || !r.promotes() {
		return o
	}
	o.Finding = finding(model.SeverityWarning, in.Facts.BlockedAt,
		"has the status blocked but no block is recorded: the next tick of the dispatcher makes it ready by itself",
		"it is blocked by Hermes' own command")
	if e := newest(in.Events, evCreated, evUnblocked); e != nil {
		o.Finding.Evidence = []model.Evidence{{Where: e.Where}}
	}
	return o
}

// triageAuxUnavailable is Hermes' rule of that name: a task in triage cannot
// leave it because no model is configured that could specify it. Without a
// configuration nothing is known of models.
func triageAuxUnavailable(in *classify.Input, r *record) (o classify.Observation) {
	if slot := r.limits.slot; r.status == stTriage && r.release.parks && r.limits.known && slot != "" {
		o.Finding = finding(model.SeverityWarning, readySince(in, r),
			"in triage, and no model is configured that could take it out: neither "+slot+" nor a main model",
			"a main model, or "+slot+", is configured", model.Evidence{Where: configName})
	}
	return o
}
