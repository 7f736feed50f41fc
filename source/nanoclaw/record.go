package nanoclaw

import (
	"strings"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/sqlsource"
)

// record is one row with what became of it; the Native of its case.
type record struct {
	message
	*scene

	ack    ack
	prompt string
	script bool
	size   int64 // bytes of the row
	sent   sent
	fate   fate
	series []*record // the newest runs of its series, itself among them, oldest first
	// heard is what the transcript shows of a turn in which nothing was sent, and broke
	// that this was an error.
	heard model.Evidence
	broke bool
}

// claimed reports whether the container took the row and has not said more of it.
func (r *record) claimed() bool { return r.ack.Status == ackProcessing && r.live() }

// resultMost bounds the text that is kept of what was sent in one turn.
const resultMost = 64 << 10

// build makes the case of the row.
func (r *record) build(s *session) model.Case {
	at := tabIn + "#" + r.ID
	c := model.Case{
		Task: model.Task{
			Source: Kind, Queue: s.root.queue, Group: s.store.Group, ID: s.prefix + r.ID,
			Title: firstLine(r.prompt), Wish: cycle.Wish(r.prompt, ""), Recorded: r.Status, Attempts: r.Tries,
			Created: r.Created, Due: r.After, Updated: r.Created, Agent: r.facts.Agent,
		},
		Body: r.prompt, Native: r,
	}
	if r.Status == stPaused {
		c.Facts.ObstacleText, c.Facts.ObstacleWhere = "it is paused: neither host nor container takes it up before it is resumed", at
		c.Facts.BlockedAt = r.Created
	}
	switch {
	case r.ack.Status == "":
		if r.Status == stFailed {
			c.Runs = []model.Run{{ID: r.ID, Where: at, Ended: r.due(), Outcome: model.OutcomeCrashed, Recorded: r.Status, Error: crashWords(r.Tries)}}
		}
		return c
	case r.claimed():
		c.Facts.Claimed, c.Facts.ClaimOwner, c.Facts.OpenRun = true, "container", true
		c.Facts.Heartbeat = r.heart
		c.Task.Started, c.Task.Worker = r.ack.At, "container"
	}
	if isName(r.resumes) {
		c.Task.Logs = sqlsource.LogRefs(s.root.data, []string{s.logPath(r.scene)})
	}
	run := model.Run{ID: r.ID, Where: tabAcks + "#" + r.ID, Attempt: r.Tries + 1, Worker: "container", Recorded: r.ack.Status}
	if r.ack.ends() {
		run.Ended, c.Task.Finished = r.ack.At, r.ack.At
		run.Outcome, run.Output, c.ResultWhere = r.said()
		c.Result = run.Output
		if r.fate == fateFailed {
			run.Error = r.trouble().Text
		}
	} else {
		run.Started = r.ack.At
	}
	c.Runs = []model.Run{run}
	if r.ack.At.After(c.Task.Updated) {
		c.Task.Updated = r.ack.At
	}
	return c
}

func crashWords(tries int) string {
	if tries >= 5 {
		return "its container died or hung at every attempt, until the host gave up"
	}
	return ""
}

// said is how the turn ended, and what was sent in it.
func (r *record) said() (o model.Outcome, text, where string) {
	switch r.fate {
	case fateFailed:
		return model.OutcomeFailed, "", ""
	case fateProven:
		return model.OutcomeCompleted, r.heard.Quote, r.heard.Where
	case fateRan:
		o = model.OutcomeCompleted
	default:
	}
	var parts []string
	for _, sent := range r.sent.good {
		parts, where = append(parts, sent.Text), tabOut+"#"+sent.ID
	}
	return o, runlog.Cut(strings.Join(parts, "\n\n"), resultMost), where
}

// trouble is what stood in the way of a turn that failed.
func (r *record) trouble() *model.Obstacle {
	o := &model.Obstacle{Kind: model.KindUnknown, Where: tabAcks + "#" + r.ID}
	switch {
	case len(r.sent.notices) > 0:
		last := r.sent.notices[len(r.sent.notices)-1]
		o.Text, o.Where = last.Text, tabOut+"#"+last.ID
	case len(r.sent.undelivered) > 0:
		last := r.sent.undelivered[len(r.sent.undelivered)-1]
		o.Kind, o.Text, o.Where = model.KindNetwork, "what it sent was not delivered", tabDelivered+"#"+last.ID
		if !last.Routed {
			o.Kind, o.Text, o.Where = model.KindEnvironment, "what it sent names no channel, and went nowhere", tabOut+"#"+last.ID
		}
	case r.ack.Status == "script-skip:error":
		o.Kind, o.Text = model.KindTool, "the script that runs before the task failed"
	default:
		o.Text = "the container says " + r.ack.Status + ", and sent nothing"
	}
	return o
}

// silent counts the newest runs of the series that sent nothing and were not seen to
// end well, and the runs before them that sent something.
func (r *record) silent() (tail []*record, spoke int) {
	tailing := true
	for i := len(r.series) - 1; i >= 0; i-- {
		switch run := r.series[i]; run.fate {
		case fateSilent:
			if tailing {
				tail = append(tail, run)
			}
		case fateRan:
			tailing = false
			spoke++
		case fateProven:
			tailing = false
		default:
		}
	}
	return tail, spoke
}

// claimPatience is how long a claimed row may be without a sign of life, and patience how
// long a container may be (NanoClaw host-sweep.ts); sweep is the time between two looks of
// the host.
const (
	claimPatience = time.Minute
	patience      = 30 * time.Minute
	sweep         = time.Minute
)
