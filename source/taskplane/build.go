package taskplane

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source"
	"notdone/source/runlog"
)

// report reads what is new of a task and returns it.
func (s *plane) report(ctx context.Context, t *task) (*model.Case, error) {
	if slices.ContainsFunc(t.files, func(f *file) bool { return f.structural() && f.Seen != f.At }) {
		s.reshape = true
		if err := s.settle(ctx); err != nil {
			return nil, err
		}
	}
	if t.Lost() {
		return nil, nil //nolint:nilnil // it is no longer
	}
	for _, f := range t.files {
		if f.role == roleEvents && !t.spec.Batch.Current {
			continue // the logs of old batches are read only when they are asked for
		}
		if err := s.update(ctx, f); err != nil {
			return nil, err
		}
	}
	return s.build(t), nil
}

// quiet is how long a task that is worked on may give no sign of life. The snapshot of
// its lane is written every second.
const quiet = 10 * time.Minute

// build makes the task of what its files say.
func (s *plane) build(t *task) *model.Case {
	r := s.gather(t)
	e, b := &r.Spec.Entry, r.Spec.Batch
	is := state(r.Recorded)
	t.Open = is == model.StateActive
	c := &model.Case{
		Task: model.Task{
			Source: Kind, Queue: s.Path, ID: t.id, Recorded: r.Recorded, Title: r.title(),
			Attempts: r.Log.count, Created: b.File.StartedAt.Time, Started: e.StartedAt.Time, Finished: e.EndedAt.Time,
			Agent: "pi", Repo: string(cmp.Or(e.ResolvedRepoID, e.RepoID)),
		},
		Facts:  model.Facts{Heartbeat: r.Beat, HeartbeatLimit: quiet, OpenRun: t.Open},
		Native: r,
	}
	if l := b.lane(e); l != nil {
		c.Task.Branch = string(l.Branch)
	}
	c.Task.Worker = string(e.SessionName)
	if w := r.worker(); w != nil {
		c.Task.Worker = w.ID
		c.Facts.Worker, c.Facts.WorkerPID = w.Alive, w.PID
	}
	c.Facts.ClaimOwner = c.Task.Worker
	c.Task.Updated = slices.MaxFunc([]time.Time{r.Beat, e.EndedAt.Time, c.Task.Started}, time.Time.Compare)
	s.describe(c, r)
	r.runs(c)
	s.logs(c, t, r)
	r.spent(&c.Task)
	if is != model.StateDone && r.Recorded != "" {
		r.links(c, s)
	}
	return c
}

// title is what a task is called.
func (r *record) title() string {
	if r.Prompt != nil && r.Prompt.Title != "" {
		return r.Prompt.Title
	}
	if r.Status != nil {
		if _, name, ok := strings.Cut(r.Status.Title, ": "); ok {
			name, _, _ = strings.Cut(name, " — ")
			return runlog.Cut(name, runlog.MaxTitle)
		}
	}
	if rest, ok := strings.CutPrefix(path.Base(slashed(r.Spec.Entry.TaskFolder)), r.ID+"-"); ok {
		return runlog.Cut(strings.ReplaceAll(rest, "-", " "), runlog.MaxTitle)
	}
	return r.ID
}

// describe fills in what was asked, what was said last, and what else is on record.
func (s *plane) describe(c *model.Case, r *record) {
	asked := c.Task.Title
	if r.Prompt != nil {
		c.Body = r.Prompt.Mission
		asked += "\n" + r.Prompt.Mission
		c.Task.DependsOn = r.Prompt.DependsOn
	}
	c.Task.Wish = cycle.Wish(asked, "")
	for i := len(r.Log.runs) - 1; i >= 0; i-- {
		it := &r.Log.runs[i]
		if c.Task.Model == "" {
			c.Task.Model = it.model
		}
		if c.Result == "" && it.said != "" {
			c.Result, c.ResultWhere = it.said, it.saidAt
		}
	}
}

// runs are the iterations of the worker.
func (r *record) runs(c *model.Case) {
	for i := range r.Log.runs {
		it := &r.Log.runs[i]
		run := model.Run{
			ID: it.from, Where: it.from, Attempt: it.number, Worker: c.Task.Worker, Started: it.started, Ended: it.ended,
			Recorded: it.exit, Outcome: it.outcome(), ToolCalls: &it.calls,
		}
		if it.exitCode.Known {
			run.ExitCode = &it.exitCode.N
		}
		if i == len(r.Log.runs)-1 {
			run.Output, run.PID = it.said, c.Facts.WorkerPID
			if !it.over() && !c.Facts.OpenRun {
				run.Ended = it.last
			}
		} else if !it.over() {
			run.Ended = it.last
		}
		c.Runs = append(c.Runs, run)
	}
	c.Events = slices.Clone(r.Log.events.Events())
}

// outcome is how an iteration ended. That it ended is all that its process says.
func (it *iteration) outcome() model.Outcome {
	switch {
	case it.exit == "agent_exited" && it.exitCode.N != 0:
		return model.OutcomeFailed
	case it.exit == "agent_exited" && it.productive():
		return model.OutcomeCompleted
	case it.exit == "agent_exited":
		return model.OutcomeReleased
	case it.exit == "agent_timeout":
		return model.OutcomeTimedOut
	case it.exit != "":
		return model.OutcomeCrashed
	}
	return model.OutcomeUnknown
}

// logs are the files in which the work can be followed.
func (s *plane) logs(c *model.Case, t *task, r *record) {
	for _, want := range []role{roleEvents, roleStatus, roleReview} {
		for _, f := range t.files {
			mine := f.folder == r.Folder && f.folder != "" || f.role == roleEvents && f.agent == c.Task.Worker
			if f.role == want && mine && (want != roleReview || f.review.Code) {
				c.Task.Logs = append(c.Task.Logs, s.Ref(f))
			}
		}
	}
}

// spent is what a task cost, by whatever counts all of its iterations.
func (r *record) spent(t *model.Task) {
	if exit, ok := r.Spec.Batch.File.Diagnostics.TaskExits[r.ID]; ok {
		t.CostUSD = exit.Cost
	}
	t.Tokens = r.Spec.Tokens
	if r.Lane != nil && r.Lane.Worker != nil && t.CostUSD == nil {
		t.CostUSD = r.Lane.Worker.CostUSD
	}
}

// links are the tasks that this one depends on.
func (r *record) links(c *model.Case, s *plane) {
	for _, id := range c.Task.DependsOn {
		if was := r.Spec.Batch.statusOf(id); was != "" {
			is := state(was)
			c.Facts.Parents = append(c.Facts.Parents, model.Link{ID: id, Recorded: was, Finished: is == model.StateDone, Failed: is == model.StateFailed})
		}
	}
	_ = s
}

var _ source.Source = (*plane)(nil)
