package classify

import (
	"fmt"
	"time"

	"notdone/model"
)

// checkStaleHeartbeat sees a running task whose worker has given no sign of
// life for longer than allowed. The start of the open run counts as one, since
// a fresh run can carry the heartbeat of the one before it.
func checkStaleHeartbeat(in *Input) []Observation {
	sign := in.Task.Started
	if r := newestOpenRun(in); r != nil {
		sign = r.Started
	}
	if in.Facts.Heartbeat.After(sign) {
		sign = in.Facts.Heartbeat
	}
	limit := in.Config.HeartbeatLimit
	if in.Facts.HeartbeatLimit > 0 {
		limit = in.Facts.HeartbeatLimit
	}
	if sign.IsZero() || limit <= 0 {
		return nil
	}
	stale := sign.Add(limit)
	if !in.Now.After(stale) {
		return []Observation{{Until: stale.Add(time.Nanosecond)}}
	}
	f := model.Finding{
		Severity: model.SeverityError, First: stale, Last: stale, Actions: answerReclaim,
		Message: fmt.Sprintf("no heartbeat for %s%s", Span(in.Now.Sub(sign)), workerClause(in)),
		Clears:  "a heartbeat, or the end of the run",
	}
	if r := newestOpenRun(in); r != nil && r.Where != "" {
		f.Evidence = []model.Evidence{{Where: r.Where}}
	}
	return []Observation{{Finding: &f, Until: spanTick(sign, in.Now)}}
}
