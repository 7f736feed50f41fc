package classify

import (
	"fmt"
	"time"

	"notdone/model"
)

// checkClaimExpired sees a running task whose claim has run out without having
// been renewed or given up.
func checkClaimExpired(in *Input) []Observation {
	expires := in.Facts.ClaimExpires
	if expires.IsZero() {
		return nil
	}
	if !in.Now.After(expires) {
		return []Observation{{Until: expires.Add(time.Nanosecond)}}
	}
	return []Observation{{
		Finding: &model.Finding{
			Severity: model.SeverityWarning, First: expires, Last: expires, Actions: answerReclaim,
			Message: fmt.Sprintf("its claim ran out %s ago and was not renewed%s", Span(in.Now.Sub(expires)), workerClause(in)),
			Clears:  "a renewed claim, or the end of the run",
		},
		Until: spanTick(expires, in.Now),
	}}
}
