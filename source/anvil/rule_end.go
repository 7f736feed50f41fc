package anvil

import (
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
)

// noActivity is about a session that claims to be done and did nothing at all.
func noActivity(in *classify.Input, rec *record) []classify.Observation {
	if in.Recorded != model.StateDone || rec.tools != 0 || !cycle.Blank(rec.said) || complete(rec.kind) && rec.items > 0 {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityError, First: rec.beat, Last: rec.beat, Clears: clearsByRun, Actions: answerRequeue,
		Message: "marked done, but no tool was called and nothing was said",
	}
	f.Evidence = append(rec.kindAt.evidence(), rec.outAt.evidence()...)
	return both(f, classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateFalseDone, Grade: model.GradeProven, Confidence: 0.93,
		Headline: "done without any activity",
		Obstacle: obstacleOf(model.KindUnknown, "the agent finished without doing anything", "no activity", or(rec.kindAt.where, rec.where)),
	})
}

// doubtful is the score from which words say that work is not done, rather than
// merely read like words that do.
const doubtful = 0.75

// planFinished is about a session whose runtime counts every item of its plan as
// finished and that ended well: that outweighs a last message which merely reads
// like unfinished work. Items can be checked off without work, so one that
// states an obstacle is heard.
func planFinished(in *classify.Input, rec *record) []classify.Observation {
	if in.Recorded != model.StateDone || !complete(rec.kind) || rec.items <= 0 || rec.finished < rec.items || in.Reading().Score >= doubtful {
		return nil
	}
	return []classify.Observation{{Opinion: classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateDone, Grade: model.GradeStrong, Confidence: 0.7, Headline: "every item of its plan is finished",
	}}}
}

// truncatedLog is about a log that ends in the middle of a block: what the model
// wrote last is not all there.
func truncatedLog(_ *classify.Input, rec *record) []classify.Observation {
	if rec.cut == "" || rec.live {
		return nil
	}
	return one(model.Finding{
		Severity: model.SeverityWarning, First: rec.beat, Last: rec.beat, Evidence: rec.cutAt.evidence(),
		Message: "the log ends inside an open " + rec.cut + " block: it is cut", Clears: "the rest of the log",
	})
}

// sessionLive says until when a session counts as live.
func sessionLive(_ *classify.Input, rec *record) []classify.Observation {
	if !rec.live {
		return nil
	}
	// Silent is what is no longer younger than the limit: one tick later it is.
	return []classify.Observation{{Until: rec.beat.Add(quiet + time.Millisecond)}}
}

// sessionStopped explains a session that fell silent where nothing ends.
func sessionStopped(in *classify.Input, rec *record) []classify.Observation {
	if in.Task.Recorded != stopped {
		return nil
	}
	o := classify.Opinion{Rank: classify.RankRecorded, State: model.StateUnknown, Grade: model.GradeCannotTell, Confidence: 0.6}
	switch {
	case rec.cut != "":
		o.Headline = "the log is cut inside a " + rec.cut + " block"
	case rec.session.unfinished != "":
		o.Headline = "its last message was not finished"
	default:
		o.Headline = "nothing says how it ended"
	}
	return []classify.Observation{{Opinion: o}}
}

// invalidRun is about a run that its runner itself does not count.
func invalidRun(in *classify.Input, rec *record) []classify.Observation {
	if !rec.result.invalid {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityWarning, First: rec.beat, Last: rec.beat,
		Message: "its runner notes that the run is not valid", Clears: "a run that is",
	}
	if in.Recorded != model.StateDone {
		return one(f)
	}
	f.Severity = model.SeverityError
	return both(f, classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateFalseDone, Grade: model.GradeStrong, Confidence: 0.8,
		Headline: "its runner calls the run invalid",
	})
}
