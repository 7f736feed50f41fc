package taskplane

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

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
	// The logs of old batches are read only when they are asked for.
	return s.read(ctx, t, t.spec.Batch.Current || t.spec.Batch.Lost)
}

// read reads a task, and its logs, too, where they are wanted.
func (s *plane) read(ctx context.Context, t *task, logs bool) (*model.Case, error) {
	for _, f := range t.files {
		if f.role == roleEvents && !logs {
			continue
		}
		if err := s.update(ctx, f); err != nil {
			return nil, err
		}
	}
	r := s.gather(t)
	e, b := &r.Spec.Entry, r.Spec.Batch
	t.Open = state(r.Recorded) == model.StateActive
	c := &model.Case{
		Task: model.Task{
			Source: Kind, Queue: s.Path, ID: t.id, Recorded: r.Recorded, Title: r.title(), Attempts: r.Log.count,
			Created: b.File.StartedAt.Time, Started: e.StartedAt.Time, Finished: e.EndedAt.Time, Updated: r.Beat,
			Agent: "pi", Worker: string(e.SessionName), Repo: string(cmp.Or(e.ResolvedRepoID, e.RepoID)),
		},
		Facts:  model.Facts{Heartbeat: r.Beat, OpenRun: t.Open, AttemptLimit: maxStalls},
		Native: r,
	}
	k := &c.Task
	if k.Finished.After(k.Updated) {
		k.Updated = k.Finished
	}
	if k.Attempts == 0 && !k.Started.IsZero() {
		k.Attempts = 1
	}
	if l := b.lane(e); l != nil {
		k.Branch = string(l.Branch)
	}
	if w := r.worker(); w != nil {
		k.Worker, c.Facts.Worker, c.Facts.WorkerPID = w.ID, w.Alive, w.PID
	}
	c.Facts.ClaimOwner = k.Worker
	r.asked(c)
	r.runs(c)
	for _, it := range slices.Backward(r.Log.runs) {
		k.Model = cmp.Or(k.Model, it.model)
		if c.Result == "" {
			c.Result, c.ResultWhere = it.said, it.saidAt
		}
	}
	r.failure(c)
	s.logs(c, t, r)
	r.spent(k)
	return c, nil
}

// title is what a task is called.
func (r *record) title() string {
	title := string(r.Spec.Batch.Summary[word(r.ID)].TaskName)
	if r.Status != nil {
		_, name, _ := strings.Cut(r.Status.Title, ": ")
		name, _, _ = strings.Cut(name, " — ")
		title = cmp.Or(name, title)
	}
	if r.Prompt != nil {
		title = cmp.Or(r.Prompt.Title, title)
	}
	return runlog.Cut(cmp.Or(title, r.ID), runlog.MaxTitle)
}

// asked fills in what was asked for, and which tasks had to be done before.
func (r *record) asked(c *model.Case) {
	c.Task.Wish = cycle.Wish(c.Task.Title, "")
	if r.Prompt == nil {
		return
	}
	c.Body, c.Task.DependsOn = r.Prompt.Mission, r.Prompt.DependsOn
	c.Task.Wish = cycle.Wish(c.Task.Title+"\n"+c.Body, "")
	for i := range r.Spec.Batch.File.Tasks {
		was := &r.Spec.Batch.File.Tasks[i]
		if is := state(string(was.Status)); slices.Contains(c.Task.DependsOn, string(was.TaskID)) {
			c.Facts.Parents = append(c.Facts.Parents, model.Link{
				ID: string(was.TaskID), Recorded: string(was.Status), Finished: is == model.StateDone, Failed: is == model.StateFailed,
			})
		}
	}
}

// failure fills in why a task failed: what its worker wrote down, else what Taskplane did.
func (r *record) failure(c *model.Case) {
	e := &r.Spec.Entry
	if state(r.Recorded) != model.StateFailed {
		return
	}
	cause := cmp.Or(e.ExitDiagnostic.Classification, r.Spec.Batch.File.Diagnostics.TaskExits[r.ID].Classification)
	reason := cmp.Or(e.ExitDiagnostic.ErrorMessage, e.ExitReason, cause)
	c.Facts.ObstacleText, c.Facts.ObstacleWhere = clean([]byte(reason)), r.Spec.Batch.Where
	if said := r.blocker(); said != "" {
		c.Facts.ObstacleText, c.Facts.ObstacleWhere = said, r.StatusAt
	}
	if m := r.question(); m != nil {
		c.Facts.ObstacleText, c.Facts.ObstacleWhere = string(m.Content), m.Rel
	}
	if n := len(c.Runs); n > 0 && !c.Runs[n-1].Outcome.Failure() {
		if c.Runs[n-1].Outcome = runlog.OutcomeOf(string(cause)); !c.Runs[n-1].Outcome.Failure() {
			c.Runs[n-1].Outcome = model.OutcomeFailed
		}
	}
}

// logs are the files in which the work can be followed.
func (s *plane) logs(c *model.Case, t *task, r *record) {
	for _, want := range []func(f *file) bool{
		func(f *file) bool { return f.role == roleEvents && f.agent == c.Task.Worker },
		func(f *file) bool { return f.Rel == r.StatusAt },
		func(f *file) bool { return f.role == roleReview && f.folder == r.Folder },
	} {
		for _, f := range t.files {
			if want(f) {
				c.Task.Logs = append(c.Task.Logs, s.Ref(f))
			}
		}
	}
}

// spent is what a task cost, by whatever counts all of its iterations: the counters of a
// lane are those of one.
func (r *record) spent(t *model.Task) {
	b := r.Spec.Batch
	sum := b.Summary[word(r.ID)].Tokens
	n := sum.Input + sum.Output + sum.CacheRead + sum.CacheWrite
	t.CostUSD = sum.CostUSD
	if cost := b.File.Diagnostics.TaskExits[r.ID].Cost; cost != nil {
		t.CostUSD = cost
	}
	if r.Lane != nil && r.Log.count == 1 {
		w := &r.Lane.Worker
		if n == 0 {
			n = w.InputTokens + w.OutputTokens + w.CacheReadTokens + w.CacheWriteTokens
		}
		if t.CostUSD == nil {
			t.CostUSD = w.CostUSD
		}
	}
	if n > 0 {
		t.Tokens = &n
	}
}

// History is the case of a task with all that its logs say of it, in the order of time.
func (s *plane) History(ctx context.Context, id string) (source.History, error) {
	t, _, err := s.Reread(ctx, id)
	if err != nil {
		return source.History{}, err
	}
	c, err := s.read(ctx, t, true)
	if err != nil {
		return source.History{}, err
	}
	r, all := s.gather(t), []model.Event(nil)
	for _, b := range s.batches {
		for i := range b.File.Tasks {
			if e := &b.File.Tasks[i]; b != r.Spec.Batch && string(e.TaskID) == r.ID {
				all = append(all, model.Event{Where: b.Where, Name: string(e.Status), Note: "batch " + b.ID + ": " + string(e.ExitReason), At: e.EndedAt.Time})
			}
		}
	}
	names := []string{r.ID}
	for i := range r.Agents {
		names = append(names, mailOf(r.Agents[i].ID))
	}
	for _, f := range t.files {
		for _, name := range names {
			if f.View != nil && f.View.tasks[name] != nil {
				all = append(all, f.View.tasks[name].events.Events()...)
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
	c.Events = all
	return source.History{Case: *c}, nil
}

// maxRows bounds the rows of STATUS.md in a timeline.
const maxRows = 300
