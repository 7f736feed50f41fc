package anvil

import (
	"cmp"
	"fmt"
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// rules are the rules that hold for Anvil alone. That a session left no words
// is judged here: where the runtime itself says that the plan is finished, none
// are needed.
func rules() []classify.Rule {
	var all []classify.Rule
	for _, r := range []struct {
		name, doc string
		severity  model.Severity
		check     func(in *classify.Input, rec *record) []classify.Observation
	}{
		{"dropped-plan-update", "the last plan update was never taken in by the runtime", model.SeverityError, droppedUpdate},
		{"partial-completion", "the process ended well with its plan unfinished", model.SeverityError, partialCompletion},
		{"final-not-accepted", "the last message claims the end, and the runtime disagrees", model.SeverityWarning, finalNotAccepted},
		{"stagnation", "the runtime saw that nothing moved on, or ended a loop", model.SeverityWarning, stagnation},
		{"no-output", "it claims to be done and did nothing at all", model.SeverityError, noActivity},
		{"plan-finished", "the runtime counts every item of the plan as finished", model.SeverityInfo, planFinished},
		{"session-open", "a session that is still being written, or that fell silent where nothing ends", model.SeverityInfo, sessionOpen},
	} {
		all = append(all, classify.Rule{Name: r.name, Doc: r.doc, Severity: r.severity, Check: func(in *classify.Input) []classify.Observation {
			rec, ok := in.Native.(*record)
			if !ok {
				return nil // a task of another system
			}
			return r.check(in, rec)
		}})
	}
	return all
}

func both(f model.Finding, o classify.Opinion) []classify.Observation {
	return []classify.Observation{{Finding: &f, Opinion: o}}
}

// finding is a finding about a session that is over, with its evidence; it was
// first and last seen when the marks were set, or else when the session was last
// heard of.
func (rec *record) finding(severity model.Severity, message string, marks ...*mark) model.Finding {
	f := model.Finding{Severity: severity, Message: message, Clears: "a later session that completes its plan", First: rec.beat, Last: rec.beat}
	if severity == model.SeverityError {
		f.Actions = []model.ActionName{model.ActionRequeue}
	}
	var first, last time.Time
	for _, m := range marks {
		if !m.set() {
			continue
		}
		f.Evidence = append(f.Evidence, model.Evidence{Where: m.where, Quote: m.quote})
		if first.IsZero() || m.first.Before(first) {
			first = m.first
		}
		if m.at.After(last) {
			last = m.at
		}
	}
	if !last.IsZero() {
		f.First, f.Last = first, last
	}
	return f
}

// against makes an opinion that the session is not done: failed where it says so
// itself, a false done where it claims to be done. said is what is in the way, in notdone's
// words; obstacles about the same are the same.
func (rec *record) against(in *classify.Input, o classify.Opinion, kind model.ObstacleKind, said, about, where string) classify.Opinion {
	o.Obstacle = &model.Obstacle{Kind: kind, Text: said, Key: cycle.ObstacleKey(kind, about), Where: where, Own: true}
	switch in.Recorded {
	case model.StateDone:
		o.Rank, o.State = classify.RankContradiction, model.StateFalseDone
	case model.StateBlocked:
		o.Rank, o.State = classify.RankSupport, model.StateBlocked
	default:
		o.Rank, o.State = classify.RankHardError, model.StateFailed
	}
	return o
}

// droppedUpdate is about a session whose last plan update the runtime never
// took in: the item was checked in a closed block, nothing retired it, and the
// loop was ended in between (anvil #323). The work is probably complete.
func droppedUpdate(in *classify.Input, rec *record) []classify.Observation {
	lost := rec.lost
	if lost == nil || len(lost.items) == 0 {
		return nil
	}
	item := lost.items[0].path()
	f := rec.finding(model.SeverityError, "the loop was ended before the last plan update was applied; the work is probably complete", &lost.mark, &lost.hatch, &rec.kindAt)
	f.Count = len(lost.items)
	return both(f, rec.against(in, classify.Opinion{Grade: model.GradeProven, Confidence: 0.97, Headline: "its last plan update was dropped"},
		model.KindTool, fmt.Sprintf("plan item %s is still open: the model's last ANVIL_PLAN_UPDATE checked it and was never applied", item), item, lost.where))
}

// partialCompletion is about a session whose process ended well with its plan
// unfinished: the exit code does not depend on the kind of completion.
func partialCompletion(in *classify.Input, rec *record) []classify.Observation {
	if rec.kind != kindPartial && rec.kind != kindExhausted {
		return nil
	}
	o, kind := classify.Opinion{Grade: model.GradeProven, Confidence: 0.96, Headline: "its plan is only partly done"}, model.KindUnknown
	if rec.kind == kindExhausted {
		o.Headline, kind = "its tool budget is exhausted", model.KindBudget
	}
	said := rec.openText()
	about := said
	if len(rec.open) > 0 {
		about = rec.open[0].path()
	}
	f := rec.finding(model.SeverityError, "the process ended well, but its completion is "+rec.kind+": "+rec.progress(), &rec.kindAt, &rec.trace.gate)
	if in.Recorded != model.StateDone {
		f.Severity, f.Message, f.Actions = model.SeverityInfo, "its completion is "+rec.kind+": "+rec.progress(), nil
	}
	return both(f, rec.against(in, o, kind, said, about, cmp.Or(rec.trace.gate.where, rec.kindAt.where)))
}

// finalNotAccepted shows where the model and the runtime disagree. The claim
// alone proves nothing.
func finalNotAccepted(_ *classify.Input, rec *record) []classify.Observation {
	if !rec.final.set() || rec.kind != kindPartial && rec.kind != kindExhausted {
		return nil
	}
	return both(rec.finding(model.SeverityWarning, "the model declared itself finished; the runtime says "+rec.kind, rec.final, &rec.kindAt), classify.Opinion{})
}

// stagnation tells how the runtime itself saw that nothing moved on: what it
// detected, and that it ended a loop, which had then come round at least twice.
func stagnation(_ *classify.Input, rec *record) []classify.Observation {
	t := rec.trace
	if !t.stagnation.set() && !t.hatch.set() {
		return nil
	}
	message, count := "the runtime detected stagnation"+classify.Times(t.stagnation.n), t.stagnation.n
	if t.hatch.set() {
		message, count = "the runtime ended a loop that made no progress", max(count, 2)
	}
	f := rec.finding(model.SeverityWarning, message, &t.stagnation, &t.repair, &t.hatch)
	if f.Count, f.Clears = count, "an item of the plan that is finished"; complete(rec.kind) {
		f.Severity = model.SeverityInfo
	}
	return both(f, classify.Opinion{})
}

// noActivity is about a session that claims to be done and did nothing at all.
func noActivity(in *classify.Input, rec *record) []classify.Observation {
	if in.Recorded != model.StateDone || rec.tools != 0 || !cycle.Blank(rec.said) || complete(rec.kind) && rec.items > 0 {
		return nil
	}
	return both(rec.finding(model.SeverityError, "marked done, but no tool was called and nothing was said", &rec.kindAt),
		rec.against(in, classify.Opinion{Grade: model.GradeProven, Confidence: 0.93, Headline: "done without any activity"},
			model.KindUnknown, "the agent finished without doing anything", "no activity", cmp.Or(rec.kindAt.where, rec.where)))
}

// doubtful is the score from which words say that work is not done, rather than
// merely read like words that do.
const doubtful = 0.75

// planFinished is about a session whose runtime counts every item of its plan as
// finished and that ended well: that outweighs a last message which merely reads
// like unfinished work. Items can be checked off without work, so one that
// states an obstacle is heard.
func planFinished(in *classify.Input, rec *record) []classify.Observation {
	if in.Recorded != model.StateDone || !complete(rec.kind) || rec.items <= 0 || rec.finished < rec.items ||
		in.Words().Label == text.LabelDone || in.Reading().Score >= doubtful {
		return nil
	}
	return []classify.Observation{{Opinion: classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateDone, Grade: model.GradeStrong, Confidence: 0.7, Headline: "every item of its plan is finished",
	}}}
}

// sessionOpen says until when a session counts as live, and explains one that
// fell silent where nothing ends.
func sessionOpen(in *classify.Input, rec *record) []classify.Observation {
	if rec.live {
		// Silent is what is no longer younger than the limit: one tick later it is.
		return []classify.Observation{{Until: rec.beat.Add(quiet + time.Millisecond)}}
	}
	if in.Task.Recorded != stopped {
		return nil
	}
	why := "nothing says how it ended"
	switch {
	case rec.cut != "":
		why = "the log is cut inside an open " + rec.cut + " block"
	case rec.session.unfinished != "":
		why = "its last message was not finished"
	}
	return []classify.Observation{{Opinion: classify.Opinion{
		Rank: classify.RankRecorded, State: model.StateUnknown, Grade: model.GradeCannotTell, Confidence: 0.6, Headline: why,
	}}}
}
