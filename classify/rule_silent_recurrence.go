package classify

import (
	"cmp"
	"fmt"

	"notdone/classify/cycle"
	"notdone/model"
)

// A task is a recurring one that fell silent when it completed this many runs
// with something to say, and then this many without.
const (
	minSpoke  = 3
	minSilent = 2
)

// checkSilentRecurrence sees a task that used to say something on every run and
// no longer does, although its runs complete.
func checkSilentRecurrence(in *Input) []Observation {
	if len(in.Runs) < minSpoke+minSilent {
		return nil
	}
	s := cycle.SilentTail(in.Runs)
	if s.Spoke < minSpoke || s.Silent < minSilent {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityWarning, Count: s.Silent, First: s.First, Last: s.Last,
		Message: fmt.Sprintf("said something on %s, nothing on the last %d", counted(s.Spoke, "run"), s.Silent),
		Clears:  "a run that says something", Actions: answerRequeue,
	}
	if s.Silent > minSilent {
		f.Severity = model.SeverityError
	}
	for i := len(in.Runs) - 1; i >= 0 && len(f.Evidence) < s.Silent; i-- {
		if r := &in.Runs[i]; !r.Open() && cycle.Blank(r.Output) {
			f.Evidence = append(f.Evidence, model.Evidence{Where: cmp.Or(r.Where, "run "+r.ID)})
		}
	}
	o := Opinion{}
	if countsAsDone(in) {
		o = signalSilentRuns.opinion(Opinion{
			Grade:    model.GradeProven,
			Headline: fmt.Sprintf("silent on the last %s", counted(s.Silent, "run")),
		})
	}
	return both(f, o)
}
