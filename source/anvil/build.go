package anvil

import (
	"strings"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source/runlog"
)

// maxTitle bounds a title, in bytes.
const maxTitle = 240

// build makes the task that a run is.
func (s *sessions) build(r *run) *model.Case {
	rec := s.merge(r)
	r.open = rec.live
	prompt := or(rec.session.prompt, rec.session.memory)
	if l := rec.later; l != nil {
		prompt = or(prompt, asked(l.wish))
	}
	c := &model.Case{
		Task: model.Task{
			Source: Kind, Queue: s.path, ID: r.id, Recorded: rec.recorded,
			Title: title(prompt), Attempts: max(rec.starts, 1),
			Created: rec.started, Started: rec.started, Updated: rec.beat,
			Agent: Kind, Model: or(rec.trace.model, rec.result.model), Repo: rec.session.cwd,
		},
		Body: prompt, Result: rec.said, ResultWhere: rec.saidWhere,
		Facts:  model.Facts{Heartbeat: rec.beat, OpenRun: rec.live, HeartbeatLimit: quiet},
		Native: rec,
	}
	t := &c.Task
	if r.place != "." {
		t.Group = r.place
	}
	if l := rec.later; l != nil {
		t.Model, t.Repo = or(t.Model, l.model), or(t.Repo, l.cwd)
	}
	if t.Title == "" {
		t.Title = or(r.label, r.session, r.id)
	}
	if t.Wish = cycle.Wish(prompt, ""); t.Wish == "" {
		t.Wish = cycle.Wish(t.ID, "")
	}
	for _, f := range r.logs() {
		t.Logs = append(t.Logs, s.ref(f))
	}
	for _, f := range r.files {
		if f.spot.role == roleEval || f.spot.role == roleEvents {
			t.Logs = append(t.Logs, s.ref(f))
		}
	}
	if !rec.live {
		t.Finished = rec.beat
	}
	c.Runs = []model.Run{rec.attempt(r.id)}
	rec.obstacle(&c.Facts)
	return c
}

// title is the first line of a prompt.
func title(prompt string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(prompt), "\n")
	return keepText([]byte(strings.TrimSpace(line)), maxTitle)
}

// asked takes the request out of the action that a later build names, such as
// UltraPlanRun("...").
func asked(action string) string {
	if i := strings.Index(action, `("`); i > 0 && !strings.ContainsAny(action[:i], " \n") {
		return strings.TrimSuffix(strings.TrimSuffix(action[i+2:], ")"), `"`)
	}
	return action
}

// attempt is the newest run of the session.
func (rec *record) attempt(id string) model.Run {
	run := model.Run{
		ID: id, Where: or(rec.trace.failure.where, rec.log.failure.where, rec.kindAt.where, rec.outAt.where, rec.saidWhere, rec.where, id), Attempt: max(rec.starts, 1),
		Started: rec.started, Ended: rec.beat, Outcome: rec.ending(), Recorded: rec.recorded, Output: rec.said,
		ExitCode: rec.result.exit, Error: or(rec.trace.failure.quote, rec.log.failure.quote),
	}
	if rec.live {
		run.Ended = time.Time{}
	}
	if rec.tools >= 0 {
		n := rec.tools
		run.ToolCalls = &n
	}
	if rec.changed >= 0 {
		n := rec.changed
		run.FilesChanged = &n
	}
	if n := rec.session.messages; n > 0 {
		run.Messages = &n
	}
	return run
}

// ending is how the run ended, in notdone's words. That a plan is partly done is
// no word for a run: what it means depends on what was claimed.
func (rec *record) ending() model.Outcome {
	switch {
	case rec.live:
		return model.OutcomeUnknown
	case rec.kind == kindBlocked:
		return model.OutcomeBlocked
	case rec.failed():
		if e := rec.result.exit; e != nil {
			return runlog.OutcomeOf(exitWord(*e))
		}
		if o := runlog.OutcomeOf(rec.result.class); o.Failure() {
			return o
		}
		return model.OutcomeFailed
	case complete(rec.kind):
		return model.OutcomeCompleted
	}
	switch state(rec.recorded) {
	case model.StateFailed:
		return model.OutcomeFailed
	case model.StateBlocked:
		return model.OutcomeBlocked
	case model.StateDone:
		if rec.kind == "" {
			return model.OutcomeCompleted
		}
	default:
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
		f.ObstacleText, f.ObstacleWhere = rec.itemFailed(), or(rec.trace.failures.where, rec.kindAt.where)
	case rec.session.reason != "":
		f.ObstacleText, f.ObstacleWhere = rec.session.reason, rec.saidWhere
		f.BlockedAt = rec.session.updated
	case rec.later != nil && rec.later.reason.set():
		f.ObstacleText, f.ObstacleWhere = rec.later.reason.quote, rec.later.reason.where
	case st == model.StateBlocked:
		f.ObstacleText, f.BlockedAt = "it waits for an approval", rec.session.updated
	}
}
