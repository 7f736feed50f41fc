package classify

import (
	"cmp"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// The rules in this file judge a task by what was said, declared or recorded of it.

// checkRecorded holds the opinion of the queue itself. That something runs or
// is blocked now outweighs what earlier runs left behind; that it is done is
// the weakest opinion there is.
func checkRecorded(in *Input) []Observation {
	o := Opinion{State: in.Recorded, Grade: model.GradeProven, Confidence: 0.9, Rank: RankRecorded}
	switch in.Recorded {
	case model.StateActive, model.StateBlocked:
		o.Rank = RankLive
	case model.StateFailed:
		o.Rank = RankHardError
	case model.StateCancelled:
		o.Rank = RankAbort
	case model.StateDone:
		o.Confidence, o.Grade = 0.6, model.GradeCannotTell
	case model.StateUnknown:
		o.Confidence, o.Grade = 0.5, model.GradeCannotTell
		if in.Task.Recorded != "" {
			o.Headline = "a status that notdone does not know"
		}
	default:
	}
	return opinion(o)
}

// checkBlockReason supports that a task is blocked with the reason for it.
func checkBlockReason(in *Input) []Observation {
	o := obstacleOfBlock(in)
	return opinion(Opinion{
		Rank: RankSupport, State: model.StateBlocked, Grade: model.GradeStrong, Confidence: minConfidence,
		Headline: o.Name, Obstacle: o,
	})
}

// selfContradicted is how surely a message has to speak against the success that its agent declared.
const selfContradicted = 0.7

// checkExplicit believes the terminal state that the agent declared in a field
// of its own, over its prose, and shows where the two or the queue disagree. A
// success is not believed over prose that tells of what was in the way and of no work.
func checkExplicit(in *Input) []Observation {
	declared := in.Facts.Explicit
	if declared == model.OutcomeUnknown {
		return nil
	}
	evidence := quote(cmp.Or(in.Facts.ExplicitWhere, "the declared outcome"), declared.String())
	switch {
	case in.Recorded == model.StateFailed && declared == model.OutcomeCompleted:
		const message = "recorded as failed, but the agent itself declared it completed"
		return finding(findingAgainstDone(in, model.SeverityWarning, message, evidence))
	case !countsAsDone(in) && !isOnlyLog(in):
		return nil
	case declared == model.OutcomeCompleted:
		if r := in.Reading(); r.Label != text.LabelDone && r.Score >= selfContradicted && !r.Reports {
			return nil // the words decide
		}
		return opinion(Opinion{Rank: RankExplicit, State: model.StateDone, Grade: model.GradeStrong, Confidence: 0.9})
	}
	o := Opinion{
		Rank: RankExplicit, State: model.StateFalseDone, Grade: model.GradeProven, Confidence: 0.95,
		Headline: "declared " + declared.String(), Obstacle: declaredObstacle(in),
	}
	if !countsAsDone(in) {
		o.State = declaredState(declared)
		return opinion(o)
	}
	message := "recorded done, but the agent itself declared it " + declared.String()
	seen := both(findingAgainstDone(in, model.SeverityError, message, evidence), o)
	if said, where := in.Message(); said != "" && in.Reading().Label == text.LabelDone {
		const message = "its words report the work as done, against what it declared itself"
		words := findingAgainstDone(in, model.SeverityWarning, message, quote(where, cmp.Or(in.Reading().Quote, firstLine(said))))
		words.Actions = nil
		seen = append(seen, Observation{Finding: &words})
	}
	return seen
}

// checkObstacleInResult finds a task that counts as done and whose own words
// report an obstacle, a refusal or a failure.
func checkObstacleInResult(in *Input) []Observation {
	r := readMessage(in)
	if r == nil || r.Promise || besideWork(in, r) {
		return nil
	}
	what := ""
	switch r.Label {
	case text.LabelDone:
		if r.Otherwise == "" {
			return nil
		}
		_, where := in.Message()
		const message = "its last message states that it is done, but says otherwise"
		return finding(findingAgainstDone(in, model.SeverityWarning, message, quote(where, r.Otherwise)))
	case text.LabelBlocked:
		what = "reports an obstacle"
	case text.LabelRefused:
		what = "declines the work"
	case text.LabelFailed:
		what = "reports a failure"
	}
	return contradictByWords(in, r, what, cmp.Or(kindHeadlines[r.Kind], what))
}

// checkPromiseInResult finds a task that counts as done and whose own words
// announce the work instead of reporting it.
func checkPromiseInResult(in *Input) []Observation {
	r := readMessage(in)
	if r == nil || !r.Promise || r.Label == text.LabelDone {
		return nil
	}
	return contradictByWords(in, r, "announces the work instead of reporting it", "announced, not done")
}

// maxUnstated bounds the confidence in a message that is read as done although it states
// neither that the work is done nor that it is not.
const maxUnstated = 0.8

// doneConfidence returns the probability of done by a message that is read as done.
func doneConfidence(r *text.Reading) float64 {
	if r.Grade == model.GradeCannotTell {
		return min(1-r.Score, maxUnstated)
	}
	return 1 - r.Score
}

// checkResultSaysDone returns the opinion of a message that reports the work, or says
// against it only what could come after it. It is no more than words.
func checkResultSaysDone(in *Input) []Observation {
	r := readMessage(in)
	if r == nil || r.Label != text.LabelDone && !besideWork(in, r) {
		return nil
	}
	seen := opinion(Opinion{Rank: RankText, State: model.StateDone, Grade: model.GradeTextOnly, Confidence: doneConfidence(r)})
	if was := in.Reading(); r.Label == text.LabelDone && was.Label != text.LabelDone {
		_, where := in.Message()
		f := findingAgainstDone(in, model.SeverityInfo, "its last message reads as done since you taught so ("+r.SayShift()+")", quote(where, was.Quote))
		f.Clears, f.Actions = "notdone classify --forget", nil
		seen = append(seen, Observation{Finding: &f})
	}
	return seen
}

// checkObstacleOnRecord finds a task that counts as done although its obstacle
// field is filled, for the kinds that are no denial.
func checkObstacleOnRecord(in *Input) []Observation {
	if isDenial(in.Facts.ObstacleKind) {
		return nil
	}
	return checkRecordedObstacle(in, "an obstacle is on record")
}

// checkPermissionDenied finds a task that counts as done although it is on
// record, outside its prose, that something was denied to it.
func checkPermissionDenied(in *Input) []Observation {
	if seen := checkDeniedCalls(in); seen != nil {
		return seen
	}
	if !isDenial(in.Facts.ObstacleKind) {
		return nil
	}
	return checkRecordedObstacle(in, "it is on record that something was denied to it")
}

// checkRecordedObstacle finds an obstacle on record of a task that counts as done;
// one of an earlier run does not matter.
func checkRecordedObstacle(in *Input, what string) []Observation {
	if cycle.Blank(in.Facts.ObstacleText) {
		return nil
	}
	at := in.Facts.BlockedAt
	if r := newestRun(in); r != nil && !at.IsZero() && r.Started.After(at) {
		return nil
	}
	if e := newestEvent(in, model.EventUnblocked, model.EventRequeued); e != nil && !at.IsZero() && !e.At.Before(at) {
		return nil
	}
	o := recordedObstacle(in)
	seen := signalObstacleOnRecord.observe(in, "marked done, but "+what, quoteObstacle(o))
	if !at.IsZero() {
		seen.Finding.First, seen.Finding.Last = at, at
	}
	seen.Opinion.Headline, seen.Opinion.Obstacle = cmp.Or(kindHeadlines[o.Kind], seen.Opinion.Headline), o
	return []Observation{seen}
}

// checkAwaitingAnswer finds a run that asked a person something and waits: what
// it asks is the obstacle. Somebody who sits in front of it knows.
func checkAwaitingAnswer(in *Input) []Observation {
	w := in.Facts.Work
	if w == nil || cycle.Blank(w.Waiting.Quote) || in.Facts.Chat {
		return nil
	}
	o := NewObstacle(w.Waiting.Quote, w.Waiting.Where)
	return both(model.Finding{
		Severity: model.SeverityWarning, Message: "it waits for an answer and does not go on without one",
		First: in.Facts.Heartbeat, Last: in.Facts.Heartbeat, Clears: "an answer", Evidence: []model.Evidence{quote(o.Where, o.Text)},
		Actions: answerBlocked,
	}, Opinion{
		Rank: RankLive, State: model.StateBlocked, Grade: model.GradeProven, Confidence: 0.95,
		Headline: "waits for an answer", Obstacle: o,
	})
}
