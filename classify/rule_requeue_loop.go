package classify

import (
	"cmp"
	"fmt"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// maxEnds bounds how many ends of attempts are read to find what was met again.
const maxEnds = 12

// checkRequeueLoop sees a task that was sent back and met the obstacle that it
// had met before. The same across tasks is found by the board.
func checkRequeueLoop(in *Input) []Observation {
	if newestEvent(in, model.EventRequeued) == nil {
		return nil
	}
	events := newestAttemptEnds(in)
	quotes := map[int64]model.Evidence{}
	m := cycle.Requeues(events, func(e model.Event) string {
		said, where := wordsAtEnd(in, e)
		if cycle.Blank(said) {
			return ""
		}
		r := text.Read(said)
		if e.Kind == model.EventFinished && r.Label == text.LabelDone {
			return ""
		}
		q := cmp.Or(r.Quote, firstLine(said))
		quotes[e.Seq] = quote(where, q)
		return cycle.ObstacleKey(r.Kind, q)
	})
	met := m.Count + 1 // the first meeting is not counted as a repetition
	if m.Count == 0 || met < in.Config.RequeueMin {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityWarning, Count: met, First: m.First, Last: m.Last,
		Message: fmt.Sprintf("requeued%s and met the same obstacle again", times(m.Count)),
		Clears:  "a run that gets past the obstacle", Actions: answerBlocked,
	}
	if met > in.Config.RequeueMin {
		f.Severity = model.SeverityError
	}
	for i := len(m.Seqs) - 1; i >= 0 && len(f.Evidence) < 3; i-- {
		f.Evidence = append(f.Evidence, quotes[m.Seqs[i]])
	}
	return finding(f)
}

// newestAttemptEnds returns the newest part of the history that holds at most maxEnds
// ends of attempts.
func newestAttemptEnds(in *Input) []model.Event {
	n := 0
	for i := len(in.Events) - 1; i >= 0; i-- {
		switch in.Events[i].Kind {
		case model.EventBlocked, model.EventBlockLoop, model.EventFailed, model.EventFinished:
			if n++; n > maxEnds {
				return in.Events[i+1:]
			}
		default:
		}
	}
	return in.Events
}

// wordsAtEnd returns what was said at the end that an event records: its own note,
// or for a completion the output of its run.
func wordsAtEnd(in *Input, e model.Event) (said, where string) {
	if e.Kind != model.EventFinished && !cycle.Blank(e.Note) {
		return e.Note, e.Where
	}
	for i := range in.Runs {
		if r := &in.Runs[i]; r.ID == e.RunID && e.RunID != "" {
			return cmp.Or(r.Output, r.Error), cmp.Or(r.Where, e.Where)
		}
	}
	return e.Note, e.Where
}
