package classify

import (
	"fmt"

	"notdone/model"
)

// observe runs one rule. A panic in it is contained and becomes a finding about
// the rule itself; it takes away nothing that other rules saw.
func (r *Rule) observe(in *Input) (seen []Observation) {
	defer func() {
		if p := recover(); p != nil {
			seen = []Observation{{Finding: &model.Finding{
				Rule: r.Name, Severity: model.SeverityInfo, Count: 1,
				Message:  "one check failed on this task and was left out",
				Evidence: []model.Evidence{quote("check "+r.Name, fmt.Sprint(p))},
				Clears:   "a version of notdone in which the check works",
			}}}
		}
	}()
	if !r.States.Has(in.Recorded) {
		return nil
	}
	return r.Check(in)
}
