package classify

import (
	"cmp"
	"fmt"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// The rules in this file find a task that repeats itself. The same across tasks is found
// by the board.

// maxRounds is how many of the newest rounds of a loop are shown as evidence.
const maxRounds = 3

// checkBlockLoop finds a task that is blocked again and again after it was
// released, by its own count or because its queue says so itself.
func checkBlockLoop(in *Input) []Observation {
	if newestEvent(in, model.EventBlocked, model.EventBlockLoop) == nil {
		return nil
	}
	c := cycle.BlockUnblock(in.Events, in.Config.CycleWindow, in.Now)
	last := newestEvent(in, model.EventBlocked, model.EventBlockLoop, model.EventUnblocked, model.EventRequeued, model.EventFinished)
	told := last.Kind == model.EventBlockLoop
	if !told && (c.Count < in.Config.CycleMin || in.Recorded == model.StateCancelled) {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityError, Count: c.Count, First: c.First, Last: c.Last,
		Message: fmt.Sprintf("blocked again%s after it was released, within %s", Times(c.Count), Span(in.Config.CycleWindow)),
		Clears:  "a completion, or fewer blocks in that time", Actions: answerBlocked,
	}
	switch {
	case told:
		f.Message = "its queue reports that it was blocked again for the same reason"
		f.Clears = "a completion, or a release"
		f.Count, f.Last = c.Count+1, last.At
		if f.First.IsZero() {
			f.First = last.At
		}
	case in.Recorded != model.StateBlocked:
		f.Severity = model.SeverityWarning
	}
	for i := len(in.Events) - 1; i >= 0 && len(f.Evidence) < maxRounds; i-- {
		if e := &in.Events[i]; e.Kind == model.EventBlocked || e.Kind == model.EventBlockLoop {
			f.Evidence = append(f.Evidence, quote(e.Where, e.Note))
		}
	}
	return []Observation{{Finding: &f, Until: c.Expires}}
}

// maxEnds bounds how many ends of attempts are read to find what was met again.
const maxEnds = 12

// checkRequeueLoop finds a task that was sent back and met the obstacle that it
// had met before.
func checkRequeueLoop(in *Input) []Observation {
	if newestEvent(in, model.EventRequeued) == nil {
		return nil
	}
	quotes := map[int64]model.Evidence{}
	m := cycle.Requeues(newestAttemptEnds(in), func(e model.Event) string {
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
		return NewObstacle(cmp.Or(r.Point, q), where).Key
	})
	met := m.Count + 1 // the first meeting is not counted as a repetition
	if m.Count == 0 || met < in.Config.RequeueMin {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityWarning, Count: met, First: m.First, Last: m.Last,
		Message: fmt.Sprintf("requeued%s and met the same obstacle again", Times(m.Count)),
		Clears:  "a run that gets past the obstacle", Actions: answerBlocked,
	}
	if met > in.Config.RequeueMin {
		f.Severity = model.SeverityError
	}
	for i := len(m.Seqs) - 1; i >= 0 && len(f.Evidence) < maxRounds; i-- {
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

// checkRetryLoop finds a task whose last attempts failed in the same way. Of a
// running task it is a warning only, since this attempt may still succeed.
func checkRetryLoop(in *Input) []Observation {
	least := in.Config.RetryMin
	if limit := in.Facts.AttemptLimit; limit > 0 {
		least = min(least, max(limit-1, 2)) // while it can still be kept from giving up
	}
	s := cycle.Retry(in.Runs)
	if s.Count == 0 || s.Count < least {
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
	for i := len(in.Runs) - 1; i >= 0 && len(f.Evidence) < maxRounds; i-- {
		if r := &in.Runs[i]; r.Outcome == s.Outcome {
			f.Evidence = append(f.Evidence, wordsEvidence(r, text.ErrorLine(r.Error), r.ErrorOwn))
		}
	}
	return finding(f)
}
