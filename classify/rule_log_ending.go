package classify

import (
	"cmp"
	"strings"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// checkLogEnding weighs the end of the newest log attached to a task that is
// recorded done.
func checkLogEnding(in *Input) []Observation {
	e := newestEnding(in)
	if e == nil {
		return nil
	}
	if r := newestRun(in); r != nil && !e.At.IsZero() && r.Started.After(e.At) {
		return nil // the log of an earlier run
	}
	f := model.Finding{
		Severity: model.SeverityError, First: e.At, Last: e.At, Clears: clearsByRun, Actions: answerRequeue,
		Evidence: []model.Evidence{quote(e.Where, e.Text)},
	}
	o := signalLogFailed.opinion(Opinion{Grade: model.GradeStrong})
	switch {
	case e.Open:
		f.Severity, f.Message, f.Clears, f.Actions = model.SeverityInfo, "recorded done while its log is still being written", "the end of the log", nil
		return finding(f)
	case e.Outcome.Failure(), e.Outcome == model.OutcomeBlocked, e.Outcome == model.OutcomeRefused:
		f.Message = "recorded done, but its log ended: " + e.Outcome.String()
		o.Headline = "its log ended: " + e.Outcome.String()
		if !cycle.Blank(e.Text) {
			o.Obstacle = readObstacle(e.Text, outcomeKind(e.Outcome), e.Where)
		}
		return both(f, o)
	}
	said, _ := in.Message()
	if cycle.Blank(e.Text) || strings.Contains(said, strings.TrimSpace(e.Text)) {
		return nil // nothing that the result does not say itself
	}
	r := text.Read(e.Text)
	o.Rank, o.Grade, o.Confidence = RankText, model.GradeTextOnly, r.Score
	if r.Label == text.LabelDone {
		o.State, o.Confidence = model.StateDone, 1-r.Score
		return opinion(o)
	}
	f.Evidence = []model.Evidence{quote(e.Where, cmp.Or(r.Quote, e.Text))}
	f.Message, o.Headline = "recorded done, but its log ends with an obstacle", cmp.Or(kindHeadlines[r.Kind], "its log ends with an obstacle")
	if r.Promise {
		f.Message, o.Headline = "recorded done, but its log ends by announcing the work", "announced, not done"
	}
	o.Obstacle = quotedObstacle(&r, e.Where)
	return both(f, o)
}
