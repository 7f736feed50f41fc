package classify

import (
	"cmp"
	"slices"
	"time"

	"notdone/model"
)

// The rules in this file judge a task that runs or waits.

// findOverdue returns a finding that holds since a moment, once that is longer ago than
// the limit. Before that it returns when to ask again.
func findOverdue(in *Input, since time.Time, limit time.Duration, f model.Finding) []Observation {
	late := since.Add(limit)
	if in.Now.Before(late) {
		return []Observation{{Until: late}}
	}
	f.First, f.Last = since, since
	return finding(f)
}

// checkStaleHeartbeat finds a running task whose worker has given no sign of
// life for longer than allowed. The start of the open run counts as one, since
// a fresh run can carry the heartbeat of the one before it.
func checkStaleHeartbeat(in *Input) []Observation {
	sign := in.Task.Started
	f := model.Finding{Severity: model.SeverityError, Actions: answerReclaim, Clears: "a heartbeat, or the end of the run"}
	if r := newestOpenRun(in); r != nil {
		sign = r.Started
		if r.Where != "" {
			f.Evidence = []model.Evidence{{Where: r.Where}}
		}
	}
	if in.Facts.Heartbeat.After(sign) {
		sign = in.Facts.Heartbeat
	}
	if sign.IsZero() {
		return nil
	}
	limit := cmp.Or(in.Config.HeartbeatLimit, in.Facts.HeartbeatLimit, time.Hour)
	f.Message = "no heartbeat" + workerClause(in)
	if in.Facts.NoHeartbeats {
		if !in.Facts.ClaimExpires.IsZero() {
			return nil // its claim tells
		}
		f.Severity, f.Message = model.SeverityWarning, "running for long, and its queue keeps no heartbeats"
		f.Clears = "the end of the run"
	}
	return findOverdue(in, sign, limit, f)
}

// checkClaimExpired finds a running task whose claim has run out without having
// been renewed or given up.
func checkClaimExpired(in *Input) []Observation {
	expires := in.Facts.ClaimExpires
	if expires.IsZero() {
		return nil
	}
	return findOverdue(in, expires, in.Config.ClaimGrace, model.Finding{
		Severity: model.SeverityWarning, Message: "its claim ran out and was not renewed" + workerClause(in),
		Actions: answerReclaim, Clears: "a renewed claim, or the end of the run",
	})
}

// checkOrphanClaim finds a task that is recorded as running although nobody
// holds it, in a queue in which it was claimed before, or although all of its
// runs have ended.
func checkOrphanClaim(in *Input) []Observation {
	if in.Facts.Claimed || in.Facts.ClaimOwner != "" {
		return nil
	}
	f := model.Finding{Severity: model.SeverityError, Actions: answerReclaim, Clears: "a claim, or another status"}
	claim, ended := newestEvent(in, model.EventClaimed), newestEndedRun(in)
	switch {
	case claim != nil:
		f.Message = "recorded as running, but nobody holds it"
		f.First, f.Last = claim.At, claim.At
		f.Evidence = []model.Evidence{{Where: claim.Where}}
	case ended != nil && newestOpenRun(in) == nil && !in.Facts.OpenRun:
		f.Message = "recorded as running, but every run of it has ended"
		f.First, f.Last = ended.Ended, ended.Ended
		f.Evidence = []model.Evidence{runEvidence(ended, "")}
	default:
		return nil
	}
	return finding(f)
}

// checkDeadWorker finds a running task whose worker process is known to be gone.
func checkDeadWorker(in *Input) []Observation {
	if in.Facts.Worker != model.LivenessDead {
		return nil
	}
	at := in.Facts.Heartbeat
	if r := newestOpenRun(in); r != nil && r.Started.After(at) {
		at = r.Started
	}
	return finding(model.Finding{
		Severity: model.SeverityError, First: at, Last: at, Actions: answerReclaim,
		Message: "recorded as running, but " + workerName(in) + " is gone",
		Clears:  "the end of the run, or another worker's claim",
	})
}

// ClearedByClaim is what clears a finding about a task that is ready and that nobody takes.
const ClearedByClaim = "a worker that claims it"

// checkWaiting finds a task that could be worked on and that nobody takes, and a
// block that lasts. A task whose dependencies are unfinished is not waiting.
func checkWaiting(in *Input) []Observation {
	f := model.Finding{Severity: model.SeverityWarning}
	if in.Recorded == model.StateBlocked {
		since := blockedSince(in)
		if since.IsZero() {
			return nil
		}
		f.Message, f.Clears, f.Actions = "still blocked", "a release", answerBlocked
		return findOverdue(in, since, in.Config.BlockedLimit, f)
	}
	since, limit := readySince(in), in.Config.WaitingLimit
	unscheduled := in.Recorded == model.StateScheduled && in.Task.Due.IsZero()
	if unscheduled || in.Facts.Exhausted || in.Facts.Claimed || waitsForParent(in) || since.IsZero() || limit <= 0 {
		return nil
	}
	f.Message, f.Clears = "ready and not taken by anybody", ClearedByClaim
	return findOverdue(in, since, limit, f)
}

// checkFailedDependency finds a task that waits for one that failed, is blocked or was cancelled,
// and so cannot start before somebody acts on that one.
func checkFailedDependency(in *Input) []Observation {
	var stuck []string
	var evidence []model.Evidence
	severity := model.SeverityInfo
	for i := range in.Facts.Parents {
		p := &in.Facts.Parents[i]
		how := ""
		switch s, err := model.ParseState(p.Recorded); {
		case p.Finished:
			continue
		case p.Failed:
			how, severity = "failed", model.SeverityWarning
		case err == nil && s == model.StateBlocked:
			how = "is blocked"
		case err == nil && s == model.StateCancelled:
			how, severity = "was cancelled", model.SeverityWarning
		default:
			continue
		}
		stuck = append(stuck, cut(p.ID, maxShownID)+", which "+how)
		evidence = append(evidence, model.Evidence{Where: "task " + p.ID, Quote: cut(cmp.Or(firstLine(p.Title), p.Recorded), maxQuote)})
	}
	if len(stuck) == 0 {
		return nil
	}
	what := "it waits for " + stuck[0]
	if n := len(stuck); n > 1 {
		what += ", and for " + Count(n-1, "other") + " that cannot go on"
	}
	return finding(model.Finding{
		Severity: severity, Message: what + ": it does not start before that one is put right",
		Evidence: evidence[:min(len(evidence), maxStuck)], Clears: "the end of the task that it waits for, once that is requeued or unblocked",
	})
}

const (
	maxStuck   = 8  // tasks in the evidence
	maxShownID = 60 // bytes of an id
)

func waitsForParent(in *Input) bool {
	return slices.ContainsFunc(in.Facts.Parents, func(p model.Link) bool { return !p.Finished })
}

// readySince returns the newest moment that can have made the task ready:
// whatever changed its state, and the time at which it is due.
func readySince(in *Input) time.Time {
	since := in.Task.Created
	later := func(t time.Time) {
		if t.After(since) {
			since = t
		}
	}
	later(in.Task.Due)
	later(in.Facts.WaitsSince)
	if r := newestEndedRun(in); r != nil {
		later(r.Ended)
	}
	for i := range in.Events {
		switch e := &in.Events[i]; e.Kind {
		case model.EventCreated, model.EventClaimed, model.EventBlocked, model.EventUnblocked, model.EventRequeued,
			model.EventFinished, model.EventFailed, model.EventCancelled, model.EventReleased, model.EventGaveUp, model.EventBlockLoop:
			later(e.At)
		default:
		}
	}
	return since
}

func blockedSince(in *Input) time.Time {
	if !in.Facts.BlockedAt.IsZero() {
		return in.Facts.BlockedAt
	}
	if e := newestEvent(in, model.EventBlocked, model.EventBlockLoop); e != nil {
		return e.At
	}
	return in.Task.Updated
}
