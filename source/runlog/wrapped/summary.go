package wrapped

import (
	"slices"
	"strconv"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// Peek returns a reader that has also read an unfinished line. A line that leaves
// a record of the agent unfinished changes nothing.
func (r *reader) Peek(l tail.Line) runlog.Reader {
	c := *r
	c.o.Entry = nil
	c.obj.text = slices.Clone(r.obj.text)
	c.clock = r.clock.Copy()
	c.late = slices.Clone(r.late)
	c.peeks, c.stuck = true, false
	c.Line(l)
	if c.agent != nil && (c.obj.open || c.stuck) {
		return r
	}
	return &c
}

// Summary returns what is known of the log so far.
func (r *reader) Summary() runlog.Summary {
	if r.agent == nil {
		s := r.plain.Summary()
		if !s.Terminal {
			end := r.closing(!s.Last.IsZero())
			r.over(&s, &end)
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
	r.over(&s, &r.end)
	return s
}

// over ends a summary with what the program around the agent said. It leaves the
// summary as it is when the agent itself reports its failure, or when only a step
// failed after the agent's end.
func (r *reader) over(s *runlog.Summary, e *closing) {
	if r.prose && max(s.FinalLine, s.LastLine) >= e.line {
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

// Ending returns what the log said last.
func (r *reader) Ending() model.Ending {
	read := r.inner
	if r.agent == nil {
		read = r.plain
	}
	e, s := read.Ending(), r.Summary()
	if e.Open != !s.Terminal || e.Outcome != s.Outcome {
		e.Outcome, e.Open = s.Outcome, !s.Terminal
		if s.Error != "" && s.ErrorLine > s.FinalLine {
			e.Text, e.Where = s.Error, r.o.Name+":"+strconv.FormatInt(s.ErrorLine, 10)
		}
	}
	e.At = s.Last
	return e
}
