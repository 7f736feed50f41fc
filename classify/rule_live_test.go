package classify

import (
	"testing"
	"time"

	"notdone/model"
)

func TestStaleHeartbeat(t *testing.T) {
	beat := func(heartbeat, started time.Duration, alive model.Liveness) model.Case {
		return with(running(), func(c *model.Case) {
			c.Facts.Heartbeat, c.Facts.Worker, c.Runs[0].Started = ago(heartbeat), alive, ago(started)
		})
	}
	short := with(beat(20*time.Minute, time.Hour, model.LivenessUnknown), func(c *model.Case) { c.Facts.HeartbeatLimit = 10 * time.Minute })
	try(t, checkStaleHeartbeat, []trial{
		{name: "fresh", c: beat(time.Minute, time.Hour, model.LivenessAlive), recorded: stateActive, until: 59 * time.Minute},
		{name: "before the limit", c: beat(time.Hour-1, 2*time.Hour, model.LivenessAlive), recorded: stateActive, until: 1},
		{
			name: "at the limit", c: beat(time.Hour, 2*time.Hour, model.LivenessAlive), recorded: stateActive, sev: severe,
			message: "no heartbeat, worker 4242 still alive",
		},
		{
			name: "stale", c: beat(95*time.Minute, 3*time.Hour, model.LivenessAlive), recorded: stateActive, sev: severe,
			message: "no heartbeat, worker 4242 still alive",
		},
		{
			name: "worker gone", c: beat(50*time.Hour, 60*time.Hour, model.LivenessDead), recorded: stateActive, sev: severe,
			message: "no heartbeat, worker 4242 is gone",
		},
		{
			name: "elsewhere", c: beat(3*time.Hour, 5*time.Hour, model.LivenessUnknown), recorded: stateActive, sev: severe,
			message: "no heartbeat, its worker is on here",
		},
		{name: "a fresh run carries an old heartbeat", c: beat(9*time.Hour, time.Minute, model.LivenessAlive), recorded: stateActive, until: 59 * time.Minute},
		{
			name: "a queue without heartbeats", c: with(beat(0, 3*time.Hour, model.LivenessUnknown), func(c *model.Case) {
				c.Facts.Heartbeat, c.Facts.NoHeartbeats, c.Facts.ClaimExpires = time.Time{}, true, time.Time{}
			}), recorded: stateActive, sev: warning, message: "running for long, and its queue keeps no heartbeats",
		},
		{
			name: "its claim tells", c: with(beat(0, 3*time.Hour, model.LivenessUnknown), func(c *model.Case) {
				c.Facts.Heartbeat, c.Facts.NoHeartbeats, c.Facts.ClaimExpires = time.Time{}, true, ago(time.Hour)
			}), recorded: stateActive,
		},
		{name: "the owner's own limit", c: short, recorded: stateActive, sev: severe, message: "no heartbeat, its worker is on here"},
		{name: "not running", c: beat(9*time.Hour, 9*time.Hour, model.LivenessAlive), recorded: model.StateBlocked},
		{name: "no time known", c: model.Case{}, recorded: stateActive},
	})
}

func TestFailedDependency(t *testing.T) {
	waits := func(parents ...model.Link) model.Case {
		return model.Case{Task: model.Task{ID: "c1", Recorded: "queued"}, Facts: model.Facts{Parents: parents}}
	}
	failed := model.Link{ID: "p1", Title: "Fetch", Recorded: "failed", Failed: true}
	try(t, checkFailedDependency, []trial{
		{name: "failed", c: waits(failed), recorded: model.StateQueued, sev: warning, message: "it waits for p1, which failed: it does not start before that one is put right"},
		{
			name: "one of several", c: waits(model.Link{ID: "p0", Recorded: "active"}, failed, model.Link{ID: "p2", Recorded: "blocked"}), recorded: model.StateScheduled, sev: warning,
			message: "it waits for p1, which failed, and for 1 other that cannot go on: it does not start before that one is put right",
		},
		{name: "blocked", c: waits(model.Link{ID: "p2", Recorded: "blocked"}), recorded: model.StateQueued, sev: model.SeverityInfo, message: "it waits for p2, which is blocked: it does not start before that one is put right"},
		{name: "cancelled, which its queue takes for an end", c: waits(model.Link{ID: "p3", Recorded: "cancelled", Finished: true}), recorded: model.StateQueued},
		{name: "at work", c: waits(model.Link{ID: "p0", Recorded: "active"}), recorded: model.StateQueued},
		{name: "it is done itself", c: waits(failed), recorded: model.StateDone},
	})
}

func TestClaimExpired(t *testing.T) {
	expires := func(at time.Time) model.Case {
		return with(running(), func(c *model.Case) {
			c.Facts.ClaimExpires, c.Facts.Worker, c.Facts.WorkerHost = at, model.LivenessUnknown, ""
		})
	}
	try(t, checkClaimExpired, []trial{
		{name: "valid", c: expires(now.Add(time.Minute)), recorded: stateActive, until: time.Minute},
		{
			name: "run out", c: expires(ago(20 * time.Minute)), recorded: stateActive, sev: warning,
			message: "its claim ran out and was not renewed",
		},
		{name: "unknown", c: expires(time.Time{}), recorded: stateActive},
		{name: "not running", c: expires(ago(time.Hour)), recorded: model.StateQueued},
	})
}

func TestOrphanClaim(t *testing.T) {
	free := func(c *model.Case) { c.Facts = model.Facts{} }
	ended := with(done("ok"), func(c *model.Case) { c.Events = nil })
	try(t, checkOrphanClaim, []trial{
		{name: "held", c: running(), recorded: stateActive},
		{name: "nobody holds it", c: with(running(), free), recorded: stateActive, sev: severe, message: "recorded as running, but nobody holds it"},
		{name: "a system without claims", c: with(running(), func(c *model.Case) { free(c); c.Events = nil }), recorded: stateActive},
		{name: "all runs ended", c: ended, recorded: stateActive, sev: severe, message: "recorded as running, but every run of it has ended"},
		{name: "held by a client that writes runs at their end", c: with(ended, func(c *model.Case) { c.Facts.Claimed = true }), recorded: stateActive},
		{name: "queued", c: with(running(), free), recorded: model.StateQueued},
	})
}

func TestDeadWorker(t *testing.T) {
	dead := with(running(), func(c *model.Case) { c.Facts.Worker = model.LivenessDead })
	try(t, checkDeadWorker, []trial{
		{name: "alive", c: running(), recorded: stateActive},
		{name: "dead", c: dead, recorded: stateActive, sev: severe, message: "recorded as running, but worker 4242 is gone"},
		{name: "dead, pid unknown", c: with(dead, func(c *model.Case) { c.Facts.WorkerPID = 0 }), recorded: stateActive, sev: severe, message: "recorded as running, but the worker is gone"},
		{name: "blocked", c: dead, recorded: model.StateBlocked},
	})
}

func TestWaiting(t *testing.T) {
	queued := func(created time.Duration) model.Case {
		return model.Case{Task: model.Task{ID: "t", Recorded: "queued", Created: ago(created)}}
	}
	event := func(c model.Case, k model.EventKind, at time.Duration) model.Case {
		c.Events = []model.Event{{Seq: 1, Kind: k, At: ago(at)}}
		return c
	}
	due := func(at time.Time) model.Case {
		return with(queued(9*time.Hour), func(c *model.Case) { c.Task.Due = at })
	}
	try(t, checkWaiting, []trial{
		{name: "fresh", c: queued(10 * time.Minute), recorded: model.StateQueued, until: 20 * time.Minute},
		{name: "waits", c: queued(45 * time.Minute), recorded: model.StateQueued, sev: warning, message: "ready and not taken by anybody"},
		{name: "sent back just now", c: event(queued(9*time.Hour), model.EventRequeued, 5*time.Minute), recorded: model.StateQueued, until: 25 * time.Minute},
		{
			name: "a comment is no change", c: event(queued(9*time.Hour), model.EventCommented, 5*time.Minute), recorded: model.StateQueued, sev: warning,
			message: "ready and not taken by anybody",
		},
		{name: "waits for another task", c: with(queued(9*time.Hour), func(c *model.Case) { c.Facts.Parents = []model.Link{{ID: "p"}} }), recorded: model.StateQueued},
		{
			name: "its parent is finished", c: with(queued(45*time.Minute), func(c *model.Case) { c.Facts.Parents = []model.Link{{ID: "p", Finished: true}} }),
			recorded: model.StateQueued, sev: warning, message: "ready and not taken by anybody",
		},
		{name: "not due", c: due(now.Add(time.Hour)), recorded: model.StateScheduled, until: 90 * time.Minute},
		{name: "overdue", c: due(ago(40 * time.Minute)), recorded: model.StateScheduled, sev: warning, message: "ready and not taken by anybody"},
		{name: "parked without a time", c: queued(9 * time.Hour), recorded: model.StateScheduled},
		{
			name: "blocked for long", c: event(queued(60*time.Hour), model.EventBlocked, 50*time.Hour), recorded: model.StateBlocked, sev: warning,
			message: "still blocked",
		},
		{name: "blocked of late", c: event(queued(60*time.Hour), model.EventBlocked, 23*time.Hour), recorded: model.StateBlocked, until: time.Hour},
		{name: "running", c: running(), recorded: stateActive},
	})
}
