package classify

import (
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
