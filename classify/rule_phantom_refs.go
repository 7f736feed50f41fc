package classify

import "notdone/model"

// checkPhantomRefs sees a task that counts as done and cites tasks that do not
// exist.
func checkPhantomRefs(in *Input) []Observation {
	n := len(in.Facts.PhantomRefs)
	if n == 0 || !countsAsDone(in) {
		return nil
	}
	what := "a task that does not exist"
	if n > 1 {
		what = counted(n, "task") + " that do not exist"
	}
	at := finishTime(in)
	return both(model.Finding{
		Severity: model.SeverityWarning, Message: "its last message cites " + what, Count: n, First: at, Last: at,
		Clears: "an edit of the result, or those tasks coming into being", Actions: answerRequeue, Evidence: in.Facts.PhantomRefs,
	}, signalPhantomRefs.opinion(Opinion{
		Grade:    model.GradeStrong,
		Headline: "cites " + what,
	}))
}
