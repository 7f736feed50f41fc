package classify

import (
	"cmp"

	"notdone/classify/text"
	"notdone/model"
)

// checkClaimWithoutWork sees a task that counts as done, whose message claims
// tests that passed or changes that were made, and of which no run called a
// tool.
func checkClaimWithoutWork(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || !countsAsDone(in) || !calledNoTool(in) || in.Reading().Label != text.LabelDone {
		return nil
	}
	s, what := signalClaimWithoutWork, ""
	switch c := claimsOf(in); {
	case c.tests:
		what = "tests that passed"
	case c.needless:
		return nil
	case c.acts:
		what = "more than words"
	case c.change:
		s, what = signalClaimWithoutCall, "a change"
	default:
		return nil
	}
	seen := supportNotDone(in, s, r, model.SeverityWarning, "its last message claims "+what+", but no run of it called a tool", "claimed, but not done")
	if s == signalClaimWithoutWork {
		seen[0].Finding.Severity = model.SeverityError
	}
	return seen
}

// calledNoTool reports whether it is known of every run that it called no tool and
// changed no file.
func calledNoTool(in *Input) bool {
	for i := range in.Runs {
		if r := &in.Runs[i]; !zero(r.ToolCalls) || some(r.FilesChanged) {
			return false
		}
	}
	return len(in.Runs) > 0
}

// supportNotDone is what a signal of a run shows and weighs where its task counts as
// done.
func supportNotDone(in *Input, s signal, r *model.Run, severity model.Severity, message, headline string) []Observation {
	at := finishTime(in)
	return both(model.Finding{
		Severity: severity, Message: message, First: at, Last: at, Clears: clearsByRun, Actions: answerRequeue,
		Evidence: []model.Evidence{{Where: cmp.Or(r.Where, "run "+r.ID)}},
	}, s.opine(Opinion{Grade: model.GradeStrong, Headline: headline}))
}
