package anvil

import (
	"cmp"
	"strings"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source/runlog"
)

// build makes the task that a run is.
func (s *sessions) build(r *run) *model.Case {
	rec := s.merge(r)
	r.Open = rec.live
	prompt := rec.session.prompt
	title, _, _ := strings.Cut(strings.TrimSpace(prompt), "\n")
	c := &model.Case{
		Task: model.Task{
			Source: Kind, Queue: s.Path, ID: r.id, Recorded: rec.recorded,
			Title: runlog.Cut(strings.TrimSpace(title), runlog.MaxTitle), Attempts: max(rec.starts, 1),
			Created: rec.started, Started: rec.started, Updated: rec.beat,
			Agent: Kind, Model: cmp.Or(rec.trace.model, string(rec.result.Model)), Repo: rec.session.cwd,
		},
		Body: prompt, Result: rec.said, ResultWhere: rec.saidWhere,
		Facts:  model.Facts{Heartbeat: rec.beat, OpenRun: rec.live, HeartbeatLimit: quiet},
		Native: rec,
	}
	t := &c.Task
	if r.place != "." {
		t.Group = r.place
	}
	if t.Title == "" {
		t.Title = cmp.Or(r.label, r.session, r.id)
	}
	if t.Wish = cycle.Wish(prompt, ""); t.Wish == "" {
		t.Wish = cycle.Wish(t.ID, "")
	}
	for _, f := range r.logs() {
		t.Logs = append(t.Logs, s.Ref(f))
	}
	if !rec.live {
		t.Finished = rec.beat
	}
	c.Runs = []model.Run{rec.attempt(r.id)}
	rec.obstacle(&c.Facts)
	if did := rec.log.work.Facts(); did.Calls > 0 {
		// Of a run after which no file differs the calls that are not shown do not matter.
		did.Turns, did.Partial = 1, did.Calls < rec.tools && rec.changed != 0
		c.Facts.Work = &did
	}
	return c
}

// attempt is the newest run of the session.
func (rec *record) attempt(id string) model.Run {
	run := model.Run{
		ID: id, Where: cmp.Or(rec.failure().where, rec.kindAt.where, rec.saidWhere, rec.where, id), Attempt: max(rec.starts, 1),
		Started: rec.started, Ended: rec.beat, Outcome: rec.ending(), Recorded: rec.recorded, Output: rec.said,
		Error: rec.failure().quote,
	}
	if rec.live {
		run.Ended = time.Time{}
	}
	if e := rec.result.Exit; e.Known {
		run.ExitCode = &e.N
	}
	for into, n := range map[**int]int{&run.ToolCalls: rec.tools, &run.FilesChanged: rec.changed, &run.Messages: cmp.Or(rec.session.messages, -1)} {
		if n >= 0 {
			*into = &n
		}
	}
	return run
}

// ending is how the run ended, in notdone's words. That a plan is partly done is
// no word for a run: what it means depends on what was claimed.
func (rec *record) ending() model.Outcome {
	is := state(rec.recorded)
	switch {
	case rec.live:
	case rec.kind == kindBlocked, is == model.StateBlocked:
		return model.OutcomeBlocked
	case rec.failed(), is == model.StateFailed:
		if o := runlog.OutcomeOf(rec.exit()); o.Failure() {
			return o
		}
		return model.OutcomeFailed
	case complete(rec.kind), rec.kind == "" && is == model.StateDone:
		return model.OutcomeCompleted
	}
	return model.OutcomeUnknown
}

// obstacle notes what keeps a session that did not claim to be done from
// succeeding.
func (rec *record) obstacle(f *model.Facts) {
	switch st := state(rec.recorded); {
	case st != model.StateBlocked && st != model.StateFailed:
		return
	case rec.kind == kindBlocked:
		f.BlockedAt = rec.kindAt.at
		if says := rec.stuck(); says != "" {
			f.ObstacleText, f.ObstacleWhere = says, rec.saidWhere
			return
		}
		f.ObstacleOwn = true
		f.ObstacleText, f.ObstacleWhere = rec.itemFailed(), cmp.Or(rec.trace.failures.where, rec.kindAt.where)
	case rec.session.reason != "":
		f.ObstacleText, f.ObstacleWhere = rec.session.reason, rec.saidWhere
		f.BlockedAt = rec.session.updated
	case st == model.StateBlocked:
		f.ObstacleText, f.ObstacleOwn, f.BlockedAt = "it waits for an approval", true, rec.session.updated
	}
}
