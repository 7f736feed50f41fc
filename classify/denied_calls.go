package classify

import (
	"cmp"
	"fmt"
	"strings"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// checkDeniedCalls sees a run that counts as done although its log shows that it was
// not permitted to do something, and nothing equivalent worked later. That
// it may not look at something is no contradiction where it did other work, nor
// that it may not build or test where it says so.
func checkDeniedCalls(in *Input) []Observation {
	w, _ := workInLog(in)
	if w == nil || len(w.Denied) == 0 || !countsAsDone(in) {
		return nil
	}
	newest, weighs, admits := &w.Denied[len(w.Denied)-1], false, trouble.MatchString(finalWords(in))
	for i := range w.Denied {
		if d := &w.Denied[i]; (!d.ReadOnly || w.Edits+w.Mutations == 0) && (!d.Proves || !admits) {
			newest, weighs = d, true
		}
	}
	what := strings.TrimSpace(newest.Tool + " " + firstLine(newest.What))
	f := model.Finding{
		Severity: model.SeverityError, Count: len(w.Denied), First: w.Denied[0].At, Last: newest.At, Clears: clearsByRun, Actions: answerRequeue,
		Message: fmt.Sprintf("marked done, but %s not permitted and never made good: %s", wasCalls(len(w.Denied)), cut(what, 160)),
	}
	if newest.Person {
		f.Message = "marked done, but a person refused what it did last: " + cut(what, 160)
	}
	for i := range w.Denied {
		d := &w.Denied[i]
		f.Evidence = append(f.Evidence, quote(d.Where, d.Tool+" "+d.What))
	}
	if !weighs {
		f.Severity = model.SeverityWarning
		return finding(f)
	}
	o := signalLogDenied.opinion(Opinion{
		Grade: model.GradeStrong, Headline: kindHeadlines[model.KindPermission],
	})
	switch r := in.Reading(); {
	case newest.Person && closingQuestion(in) != "":
		_, where := in.Message()
		o.Headline, o.Obstacle = "asks how to go on", readObstacle(closingQuestion(in), model.KindDecision, where)
	case newest.Asks:
		o.Headline = "asked, and nobody was there to answer"
		o.Obstacle = readObstacle(cmp.Or(newest.What, "a question that nobody answered"), model.KindDecision, newest.Where)
	case r.Quote != "" && r.Label != text.LabelDone:
		_, where := in.Message()
		o.Obstacle, o.Grade = quotedObstacle(r, where), model.GradeProven
		if o.Obstacle.Kind == model.KindUnknown {
			o.Obstacle.Kind = model.KindPermission
			o.Obstacle.Key = cycle.ObstacleKey(model.KindPermission, o.Obstacle.Text)
		}
		if !cycle.Names(o.Obstacle.Key) {
			o.Obstacle.Key = cycle.ObstacleKey(o.Obstacle.Kind, what) // the words do not say what lacks, the log does
		}
	default:
		o.Obstacle = readObstacle("not permitted: "+what, model.KindPermission, newest.Where)
	}
	return both(f, o)
}

func wasCalls(n int) string {
	if n == 1 {
		return "1 call was"
	}
	return fmt.Sprintf("%d calls were", n)
}
