package nanoclaw

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/sqlsource"
)

// record is one row with its fate; the Native of its case.
type record struct {
	message
	*scene

	ack    ack
	prompt string
	size   int64 // bytes of the row
	sent   sent
	fate   fate           // as far as it does not depend on the current time; see at
	heard  model.Evidence // the last message in the transcript, for a turn that sent nothing
	series []*record      // the newest runs of its series, itself among them, the newest first
}

// claimed reports whether a container that may still run has claimed the row.
func (r *record) claimed() bool { return r.ack.Status == ackProcessing && r.live() }

func title(prompt string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(prompt), "\n")
	return runlog.Cut(line, 240)
}

// build returns the case of the row.
func (r *record) build(s *session) model.Case {
	c := model.Case{
		Task: model.Task{
			Source: Kind, Queue: s.root.queue, Group: s.store.Group, ID: s.store.Group + "/" + r.ID, Title: title(r.prompt), Wish: cycle.Wish(r.prompt, ""),
			Recorded: r.Status, Attempts: r.Tries, Created: r.Created, Updated: r.Created, Due: r.After, Agent: r.facts.Agent,
		},
		Body: r.prompt, Native: r,
	}
	if rel := s.logPath(r.scene); rel != "" && r.ack.Status != "" {
		c.Task.Logs = sqlsource.LogRefs(s.root.data, []string{rel})
	}
	run := model.Run{ID: r.ID, Where: tabAcks + "#" + r.ID, Attempt: r.Tries + 1, Recorded: r.ack.Status}
	switch {
	case r.claimed():
		run.Started, c.Task.Started = r.ack.At, r.ack.At
		c.Facts = model.Facts{Claimed: true, ClaimOwner: "container", Heartbeat: r.heart, OpenRun: true}
	case r.ack.ends():
		run.Ended, c.Task.Finished = r.ack.At, r.ack.At
		var parts []string
		for _, o := range r.sent.good {
			parts, c.ResultWhere = append(parts, o.Text), tabOut+"#"+o.ID
		}
		c.Result = runlog.Cut(strings.Join(parts, "\n\n"), 64<<10)
		switch r.fate {
		case fateFailed:
			o := r.trouble()
			run.Outcome, run.Error, run.ErrorOwn = model.OutcomeFailed, o.Text, o.Own
			c.Result = ""
		case fateProven:
			c.Result, c.ResultWhere = r.heard.Quote, r.heard.Where
		case fateRan:
			run.Outcome = model.OutcomeCompleted
		}
		run.Output = c.Result
	case r.Status == stFailed:
		run.Where, run.Ended, run.Outcome = r.where(), r.due(), model.OutcomeCrashed
		run.Error, run.ErrorOwn = "its container died or hung at every attempt", true
	case r.Status == stPaused:
		c.Facts.ObstacleText, c.Facts.ObstacleWhere, c.Facts.BlockedAt = "it is paused", r.where(), r.Created
		c.Facts.ObstacleOwn = true
	}
	if run.Started != run.Ended {
		c.Runs = []model.Run{run}
	}
	if r.ack.At.After(c.Task.Updated) {
		c.Task.Updated = r.ack.At
	}
	return c
}

func (r *record) where() string { return tabIn + "#" + r.ID }

// trouble returns the obstacle of a failed turn.
func (r *record) trouble() *model.Obstacle {
	switch n, lost := len(r.sent.notices), len(r.sent.lost); {
	case n > 0:
		o := r.sent.notices[n-1]
		return classify.NewObstacle(o.Text, tabOut+"#"+o.ID)
	case lost > 0 && !r.sent.lost[lost-1].Routed:
		return classify.DescribedObstacle("what it sent names no channel, and went nowhere", tabOut+"#"+r.sent.lost[lost-1].ID)
	case lost > 0:
		return classify.DescribedObstacle("what it sent could not be delivered", tabDelivered+"#"+r.sent.lost[lost-1].ID)
	}
	return classify.DescribedObstacle("its container said "+r.ack.Status+" and sent nothing", tabAcks+"#"+r.ID)
}

// silence returns the newest runs of the series, up to one that sent something, which sent
// nothing; and the number of earlier runs that sent something.
func (r *record) silence() (newest []*record, spoke int) {
	for _, run := range r.series {
		switch {
		case run.fate == fateRan:
			spoke++
		case spoke == 0 && (run.fate == fateSilent || run.fate == fateBroken):
			newest = append(newest, run)
		}
	}
	return newest, spoke
}

// Limits of the host (src/host-sweep.ts).
const (
	claimPatience = time.Minute      // a claimed row may be without a heartbeat so long after the claim
	patience      = 30 * time.Minute // a container may be without a heartbeat so long
	sweep         = time.Minute      // the interval of the host's sweeps
	batch         = 10               // rows that a container reads at once (maxMessagesPerPrompt), if its agent sets no other number
)

// at returns the fate of a row at a time, since when it has it, and the time until which it keeps
// it without new data. A zero since is unknown; a zero until is forever.
func (r *record) at(now time.Time) (f fate, since, until time.Time) {
	switch {
	case r.fate == fateSilent && r.sent.open && now.Before(r.sent.to) && r.facts.Container == "running" &&
		r.heart.After(r.ack.At) && now.Sub(r.heart) < claimPatience:
		return fateWorking, r.ack.At, earlier(r.sent.to, r.heart.Add(claimPatience))
	case r.fate != nil:
		return r.fate, r.ack.At, time.Time{}
	case r.claimed() && r.Status == stPending:
		return r.claimedAt(now)
	case r.Status != stPending:
		return nil, time.Time{}, time.Time{}
	case r.Context:
		return fateContext, r.Created, time.Time{}
	case r.facts.closed():
		return fateClosed, r.due(), time.Time{}
	case r.OnWake:
		return fateOnWake, r.Created, time.Time{}
	case r.After.After(now) && r.Tries > 0:
		return fateRetry, r.Created, r.After
	case r.After.After(now):
		return fateScheduled, r.Created, r.After
	}
	starves, ever := r.starvesAt()
	if ever && !starves.After(now) {
		return fateStarved, r.due(), time.Time{}
	}
	if late := r.due().Add(2 * sweep); !now.After(late) {
		return fateDue, r.due(), earlier(starves, late.Add(1))
	}
	return fateOverdue, r.due().Add(2 * sweep), starves
}

// earlier returns the earlier of two moments; a zero one never comes.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// claimedAt is at for a row that is claimed.
func (r *record) claimedAt(now time.Time) (f fate, since, until time.Time) {
	claim, limit := r.ack.At, r.heart.Add(max(patience, r.bash))
	if !r.heart.After(claim) {
		limit = claim.Add(max(claimPatience, r.bash))
	}
	switch {
	case r.facts.Container == "stopped":
		return fateOrphan, claim, time.Time{}
	case now.After(limit):
		return fateQuiet, limit, time.Time{}
	case len(r.facts.Asks) > 0 && !r.facts.Asks[0].At.Before(claim):
		return fateAsks, r.facts.Asks[0].At, limit.Add(1)
	}
	return fateClaimed, claim, limit.Add(1)
}

// starvesAt returns the time from which on so many newer rows are due that the container does not
// read this one, and whether there is such a time. The container reads the newest due rows first
// and then skips those that it may not work on, so the skipped rows count.
func (r *record) starvesAt() (at time.Time, ever bool) {
	var due []time.Time
	for i := range r.messages {
		m := &r.messages[i]
		a := r.acks[m.ID]
		if m.Seq > r.Seq && m.Status == stPending && !m.OnWake && (m.Context || m.Kind == "system" || a.Status != "") {
			due = append(due, m.After)
		}
	}
	most := cmp.Or(max(r.facts.Most, 0), batch)
	if len(due) < most {
		return time.Time{}, false
	}
	slices.SortFunc(due, time.Time.Compare)
	return due[most-1], true
}

// starves reports whether newer rows kept the container from reading this one at the time when the
// session was read.
func (r *record) starves() bool {
	at, ever := r.starvesAt()
	return ever && !at.After(r.now)
}
