package classify

import (
	"cmp"
	"fmt"

	"notdone/classify/cycle"
	"notdone/model"
)

// checkRetryLoop sees attempts in a row that failed in the same way. Of a
// running task it is a warning only, since this attempt may still succeed.
func checkRetryLoop(in *Input) []Observation {
	if len(in.Runs) < in.Config.RetryMin {
		return nil
	}
	s := cycle.Retry(in.Runs)
	if s.Count == 0 || s.Count < in.Config.RetryMin {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityError, Count: s.Count, First: s.First, Last: s.Last,
		Message: fmt.Sprintf("the last %d attempts ended the same way: %s", s.Count, s.Outcome),
		Clears:  "an attempt that ends in another way", Actions: []model.ActionName{model.ActionBlock, model.ActionCancel},
	}
	if in.Recorded == model.StateActive {
		f.Severity = model.SeverityWarning
	}
	for i := len(in.Runs) - 1; i >= 0 && len(f.Evidence) < 3; i-- {
		if r := &in.Runs[i]; r.Outcome == s.Outcome {
			f.Evidence = append(f.Evidence, quote(cmp.Or(r.Where, "run "+r.ID), firstLine(r.Error)))
		}
	}
	return finding(f)
}
