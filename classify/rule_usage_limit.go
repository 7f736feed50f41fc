package classify

import (
	"cmp"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
)

// checkUsageLimit explains a run that met a usage limit: nothing is wrong with
// the task, and it is known when it can go on.
func checkUsageLimit(in *Input) []Observation {
	w, own := workInLog(in)
	if w == nil || !own {
		return nil
	}
	r := newestEndedRun(in)
	if r == nil || r.Outcome != model.OutcomeRateLimited && w.Resumes.IsZero() {
		return nil
	}
	o := Opinion{Rank: RankHardError, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.96, Headline: "usage limit"}
	f := model.Finding{
		Severity: model.SeverityWarning, First: r.Ended, Last: r.Ended, Clears: "the end of the limit, once it is taken up again",
		Actions: answerRequeue,
	}
	seen := Observation{}
	if !w.Resumes.IsZero() {
		when := resumesAt(w.Resumes, in.Now)
		o.Headline = "usage limit, resumes " + when
		if w.Resumes.After(in.Now) {
			seen.Until = w.Resumes
		} else {
			o.Headline = "usage limit, which ended " + when
		}
	}
	f.Message = "stopped by a " + o.Headline
	said := cmp.Or(firstLine(r.Error), firstLine(r.Output))
	if cycle.Blank(said) {
		said = o.Headline
	}
	o.Obstacle = readObstacle(said, model.KindRateLimit, r.Where)
	f.Evidence = []model.Evidence{quote(r.Where, said)}
	seen.Finding, seen.Opinion = &f, o
	return []Observation{seen}
}

// resumesAt writes a time of day in the zone of now, with the date where it is
// not within a day of it.
func resumesAt(t, now time.Time) string {
	t = t.In(now.Location())
	if d := t.Sub(now); d > -12*time.Hour && d < 24*time.Hour {
		return t.Format("15:04")
	}
	return t.Format("Jan 2 15:04")
}
