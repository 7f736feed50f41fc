package taskplane

import (
	"cmp"
	"context"
	"fmt"
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
	if c.Task.Attempts == 0 && !c.Task.Started.IsZero() {
		c.Task.Attempts = 1
	}
	c.Task.Updated = slices.MaxFunc([]time.Time{r.Beat, e.EndedAt.Time, c.Task.Started}, time.Time.Compare)
	s.describe(c, r)
	r.runs(c)
	s.logs(c, t, r)
	r.spent(&c.Task)
	r.links(c)
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
	if name := r.Spec.Batch.Names[r.ID]; name != "" {
		return runlog.Cut(name, runlog.MaxTitle)
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
		if it.coded {
			run.ExitCode = &it.exitCode
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
}

// outcome is how an iteration ended. That it ended is all that its process says.
func (it *iteration) outcome() model.Outcome {
	switch {
	case it.exit == "agent_exited" && it.exitCode != 0:
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
	b := r.Spec.Batch
	t.CostUSD = b.Costs[r.ID]
	if cost := b.File.Diagnostics.TaskExits[r.ID].Cost; cost != nil {
		t.CostUSD = cost
	}
	if n, ok := b.Tokens[r.ID]; ok {
		t.Tokens = &n
	}
	if r.Lane == nil || r.Lane.Worker == nil || r.Log.count > 1 {
		return // the counters of a lane are those of one iteration
	}
	w := r.Lane.Worker
	if t.CostUSD == nil {
		t.CostUSD = w.CostUSD
	}
	if n := w.InputTokens + w.OutputTokens + w.CacheReadTokens + w.CacheWriteTokens; t.Tokens == nil && n > 0 {
		t.Tokens = &n
	}
}

// links are the tasks that this one depends on.
func (r *record) links(c *model.Case) {
	for _, id := range c.Task.DependsOn {
		if was := r.Spec.Batch.statusOf(id); was != "" {
			is := state(was)
			c.Facts.Parents = append(c.Facts.Parents, model.Link{ID: id, Recorded: was, Finished: is == model.StateDone, Failed: is == model.StateFailed})
		}
	}
}

// History is the case of a task with all that its logs say of it.
func (s *plane) History(ctx context.Context, id string) (source.History, error) {
	t, c, err := s.Reread(ctx, id)
	if err != nil {
		return source.History{}, err
	}
	for _, f := range t.files {
		if err := s.update(ctx, f); err != nil {
			return source.History{}, err
		}
	}
	c = *s.build(t)
	r := c.Native.(*record) //nolint:forcetypeassert // build makes it
	c.Events = r.timeline(t)
	return source.History{Case: c}, nil
}

// timeline is what happened to a task, by all logs that tell of it, in the order of time.
func (r *record) timeline(t *task) []model.Event {
	var all []model.Event
	for _, p := range r.Spec.Past {
		all = append(all, model.Event{Where: p.Where, Name: p.Status, Note: "batch " + p.Batch + ": " + p.Reason, At: p.Ended})
	}
	for _, f := range t.files {
		if f.View == nil {
			continue
		}
		if l := f.View.tasks[r.ID]; l != nil {
			all = append(all, l.events.Events()...)
		}
		for i := range r.Agents {
			if l := f.View.tasks[mailOf(r.Agents[i].ID)]; l != nil {
				all = append(all, l.events.Events()...)
			}
		}
	}
	if r.Status != nil {
		for _, row := range r.Status.Rows[max(len(r.Status.Rows)-maxRows, 0):] {
			all = append(all, model.Event{Where: fmt.Sprintf("%s:%d", path.Base(r.StatusAt), row.Line), Name: row.Action, Note: row.Outcome, At: row.At})
		}
	}
	slices.SortStableFunc(all, func(a, b model.Event) int { return a.At.Compare(b.At) })
	for i := range all {
		all[i].Seq = int64(i + 1)
	}
	return all
}

// maxRows bounds the rows of STATUS.md in a timeline.
const maxRows = 300
