package classify

import (
	"cmp"

	"notdone/classify/text"
	"notdone/model"
)

// opinion returns the answer of a rule that only has an opinion.
func opinion(o Opinion) []Observation { return []Observation{{Opinion: o}} }

// finding returns the answer of a rule that only has a finding.
func finding(f model.Finding) []Observation { return []Observation{{Finding: &f}} }

// both returns the answer of a rule that has a finding and an opinion.
func both(f model.Finding, o Opinion) []Observation { return []Observation{{Finding: &f, Opinion: o}} }

// The actions that answer findings.
var (
	answerRequeue = []model.ActionName{model.ActionRequeue}
	answerReclaim = []model.ActionName{model.ActionReclaim}
	answerBlocked = []model.ActionName{model.ActionUnblock}
)

// clearsByRun is what clears a finding against done.
const clearsByRun = "a later run that reports the work itself" + OnceRequeued

// OnceRequeued ends what clears a finding where only a task that is queued again has a later run. It
// is true of a task that can be.
const OnceRequeued = ", once the task is requeued"

// findingAgainstDone returns a finding about a task that counts as done.
func findingAgainstDone(in *Input, severity model.Severity, message string, evidence ...model.Evidence) model.Finding {
	at := finishTime(in)
	return model.Finding{
		Severity: severity, Message: message, First: at, Last: at,
		Clears: clearsByRun, Actions: answerRequeue, Evidence: evidence,
	}
}

// observe returns the observation of a signal against done: a finding with this
// message, and the opinion that the table of signals holds.
func (s signal) observe(in *Input, message string, evidence ...model.Evidence) Observation {
	f := findingAgainstDone(in, signals[s].severity, message, evidence...)
	return Observation{Finding: &f, Opinion: s.opinion()}
}

// answer returns the answer of a rule that sees nothing but the signal.
func (s signal) answer(in *Input, message string, evidence ...model.Evidence) []Observation {
	return []Observation{s.observe(in, message, evidence...)}
}

// contradict returns the answer of a rule that sees a claim which the log contradicts. The
// obstacle is what the log shows instead, in notdone's words or in those of the first evidence.
func (s signal) contradict(in *Input, message, shown string, evidence ...model.Evidence) []Observation {
	seen := s.observe(in, message, evidence...)
	o := DescribedObstacle(shown, "")
	if len(evidence) > 0 {
		o.Where, o.Own = evidence[0].Where, shown != evidence[0].Quote
	}
	seen.Opinion.Obstacle = o
	return []Observation{seen}
}

// contradictByWords returns the answer of a rule that reads a message against done. The finding
// is a warning only: structure that agrees with the message has a finding of its own.
func contradictByWords(in *Input, r *text.Reading, what, headline string) []Observation {
	said, where := in.Message()
	message := "marked done, but its last message " + what
	if in.Facts.Explicit == model.OutcomeCompleted {
		message = "the agent declared it completed, but its last message " + what
	}
	if shift := r.SayShift(); shift != "" {
		message += " (" + shift + ")"
	}
	return both(findingAgainstDone(in, model.SeverityWarning, message, quote(where, cmp.Or(r.Quote, said))), Opinion{
		Rank: RankText, State: model.StateFalseDone, Grade: model.GradeTextOnly, Confidence: r.Score,
		Headline: headline, Obstacle: quotedObstacle(r, said, where),
	})
}

// runEvidence returns the place of a run, and what was said there.
func runEvidence(r *model.Run, said string) model.Evidence {
	return quote(cmp.Or(r.Where, "run "+r.ID), said)
}

// wordsEvidence returns the place of a run, and the words that it ended with. own says that the
// words are notdone's.
func wordsEvidence(r *model.Run, said string, own bool) model.Evidence {
	e := runEvidence(r, said)
	e.Own = own
	return e
}
