package cycle

import (
	"strings"
	"time"
	"unicode"

	"notdone/model"
)

// Streak is consecutive attempts that failed in the same way.
type Streak struct {
	Count   int // attempts; 0: the newest one did not fail
	First   time.Time
	Last    time.Time
	Outcome model.Outcome
	Error   string // the error in the form in which it is compared; may be empty
}

// Retry counts the newest consecutive attempts that failed with the same outcome
// and the same error. The runs are given oldest first. Attempts that are open, were
// released or met a rate limit are skipped; any other end breaks the streak.
func Retry(runs []model.Run) Streak {
	var s Streak
	for i := len(runs) - 1; i >= 0; i-- {
		r := &runs[i]
		if isSkipped(r) {
			continue
		}
		if !r.Outcome.Failure() {
			break
		}
		e := NormalError(r.Error)
		if s.Count > 0 && (r.Outcome != s.Outcome || e != s.Error) {
			break
		}
		if s.Count == 0 {
			s.Outcome, s.Error, s.Last = r.Outcome, e, ended(r)
		}
		s.Count++
		s.First = ended(r)
	}
	return s
}

func isSkipped(r *model.Run) bool {
	return r.Outcome == model.OutcomeReleased || r.Outcome == model.OutcomeRateLimited ||
		r.Outcome == model.OutcomeUnknown && r.Open()
}

// ended returns when a run ended, or started where that is not known.
func ended(r *model.Run) time.Time {
	if r.Ended.IsZero() {
		return r.Started
	}
	return r.Ended
}

// Silence is consecutive runs that completed without output, after runs that had
// some.
type Silence struct {
	Spoke  int // completed runs with output before the silence
	Silent int // newest completed runs in a row without output
	First  time.Time
	Last   time.Time
	Spoken time.Time // end of the newest run that said something
}

// SilentTail counts the newest completed runs without output. The runs are given
// oldest first. Runs that did not complete are skipped: they are silent for another
// reason.
func SilentTail(runs []model.Run) Silence {
	var s Silence
	for i := len(runs) - 1; i >= 0; i-- {
		r := &runs[i]
		if r.Open() || r.Outcome != model.OutcomeCompleted && r.Outcome != model.OutcomeUnknown {
			continue
		}
		switch {
		case !Blank(r.Output):
			if s.Spoke == 0 {
				s.Spoken = ended(r)
			}
			s.Spoke++
		case s.Spoke == 0:
			if s.Silent == 0 {
				s.Last = ended(r)
			}
			s.Silent++
			s.First = ended(r)
		}
	}
	return s
}

// Blank reports whether a text shows nothing: it is empty or holds white space,
// controls and invisible characters only.
func Blank(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsSpace(r) && unicode.IsPrint(r)
	}) < 0
}
