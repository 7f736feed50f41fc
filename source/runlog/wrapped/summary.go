package wrapped

import (
	"slices"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// Peek returns a reader that has also read an unfinished line. A line that leaves
// a record of the agent unfinished changes nothing.
func (r *reader) Peek(l tail.Line) runlog.Reader {
	c := *r
	c.o.Entry = nil
	c.object.text = slices.Clone(r.object.text)
	c.clock = r.clock.Copy()
	c.newest = slices.Clone(r.newest)
	c.peeks, c.stuck = true, false
	c.Line(l)
	if c.agent != nil && (c.object.open || c.stuck) {
		return r
	}
	return &c
}

// Summary returns the summary of the lines read so far.
func (r *reader) Summary() runlog.Summary {
	if r.agent == nil {
		s := r.plain.Summary()
		if !s.Terminal {
			exit := r.exitInPlain(!s.Last.IsZero())
			r.applyExit(&s, &exit)
		}
		return s
	}
	s := r.inner.Summary()
	own := r.clock.Summary()
	s.Lines = max(own.Lines, s.Lines)
	if !own.Last.IsZero() {
		s.Stamped, s.Paced = own.Stamped, own.Paced
		if s.Last.After(own.Last) {
			s.Stamped, s.Paced = false, true
		} else {
			s.Last = own.Last
		}
		if s.Started.IsZero() || own.Started.Before(s.Started) {
			s.Started = own.Started
		}
	}
	if n := len(s.Runs); n > 0 && s.Runs[0].Started.IsZero() {
		s.Runs[0].Started = r.began
	}
	if r.plain != nil && s.Prompt == "" && s.Title == "" {
		s.Title = r.plain.Summary().Title
	}
	r.applyExit(&s, &r.exit)
	return s
}

// applyExit ends a summary with what the program around the agent said. It leaves the
// summary as it is when the agent itself reports its failure, or when only a step
// failed after the agent's end.
func (r *reader) applyExit(s *runlog.Summary, e *exitReport) {
	if r.agent == &printedCodex && max(s.FinalLine, s.LastLine) >= e.line {
		return // it is something that the agent printed
	}
	if e.outcome == model.OutcomeUnknown || s.Terminal && (e.step || s.Outcome.Failure() || s.Outcome == model.OutcomeRateLimited) {
		return
	}
	s.Terminal, s.Outcome, s.Word, s.LastKind = true, e.outcome, e.word, runlog.KindEnd
	s.Work.Waiting = model.Evidence{}
	if e.text != "" {
		s.Error, s.ErrorLine = runlog.Cut(e.text, runlog.MaxFinal), e.line
	}
	if n := len(s.Runs); n > 0 {
		run := &s.Runs[n-1]
		run.Outcome, run.Recorded, run.Ended = e.outcome, e.word, e.at
		if e.text != "" {
			run.Error = s.Error
		}
	}
}
