package classify

import (
	"fmt"
	"strings"

	"notdone/model"
)

// endless is how often the same call is repeated before it is an error that
// nobody stops it.
const endless = 15

// checkToolLoop sees an agent that makes the same call with the same result
// again and again, while nothing changes between. A loop that it got out of by
// itself is only noted. It decides nothing: what runs is running.
func checkToolLoop(in *Input) []Observation {
	w, _ := workInLog(in)
	if w == nil {
		return nil
	}
	var seen []Observation
	for i := range w.Loops {
		l := &w.Loops[i]
		what := cut(strings.TrimSpace(l.Tool+" "+firstLine(l.Args)), 120)
		f := model.Finding{
			Severity: model.SeverityWarning, Count: l.Count, First: l.First, Last: l.Last,
			Message:  fmt.Sprintf("the same call %d times with the same result and nothing changed between: %s", l.Count, what),
			Evidence: []model.Evidence{quote(l.From, l.Tool+" "+l.Args), quote(l.To, l.Result)},
			Clears:   "a change, or another call",
		}
		switch {
		case l.Ended || in.Facts.Chat:
			f.Severity = model.SeverityInfo
		case l.Count >= endless || in.Recorded == model.StateFailed:
			f.Severity = model.SeverityError
		}
		o := Opinion{}
		if !l.Ended && in.Recorded == model.StateActive {
			o = Opinion{Rank: RankSupport, State: model.StateActive, Grade: model.GradeStrong, Confidence: minConfidence, Headline: "stuck in a loop"}
		}
		seen = append(seen, Observation{Finding: &f, Opinion: o})
	}
	return seen
}
