package taskplane

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/filewrite"
)

// offered are the actions on a task. Nothing writes batch-state.json: the engine holds
// the state of a batch in memory and writes the file whole (persistence.ts).
var offered = []model.ActionName{model.ActionResetStep, model.ActionMessage, model.ActionRetry}

// see reads a task anew, with files that came since it was listed.
func (s *plane) see(ctx context.Context, id string) (filewrite.Seen, error) {
	ctx, done := s.Alive(ctx)
	defer done()
	if err := s.Rescan(ctx); err != nil {
		return filewrite.Seen{}, err
	}
	if err := s.settle(ctx); err != nil {
		return filewrite.Seen{}, err
	}
	_, c, err := s.Reread(ctx, id)
	if err != nil {
		return filewrite.Seen{}, err
	}
	r := c.Native.(*record)
	return filewrite.Seen{Status: r.Recorded, Facts: r.facts(), Situation: r}, nil
}

// facts are what must be as the operator saw it when a plan is applied.
func (r *record) facts() []source.Fact {
	b := r.Spec.Batch
	all := []source.Fact{{Name: "batch", Value: b.ID}, {Name: "phase", Value: string(b.File.Phase)}}
	if w := r.worker(); w != nil {
		all = append(all, source.Fact{Name: "worker", Value: fmt.Sprintf("%s, pid %d, %s, %s", w.ID, w.PID, w.Status, aliveness[w.Alive])})
	}
	if n := len(r.Reviews); n > 0 {
		all = append(all, source.Fact{Name: "newest review", Value: r.Reviews[n-1].name()})
	}
	return all
}

var aliveness = map[model.Liveness]string{model.LivenessUnknown: "not seen", model.LivenessAlive: "alive", model.LivenessDead: "gone"}

// Decide works an action out.
func (r *record) Decide(req source.Request) filewrite.Decision {
	switch req.Action {
	case model.ActionResetStep:
		return r.decideReset()
	case model.ActionMessage:
		return r.decideMessage(req.Answer)
	case model.ActionRetry:
		return r.decideRetry()
	default:
		return filewrite.Refuse("Taskplane has no %s", req.Action)
	}
}

// Undo says whether an action may be taken back: not once a worker has run since.
func (r *record) Undo(did *source.Record) filewrite.Decision {
	if did.Request.Action == model.ActionMessage {
		return filewrite.Decision{Effects: []string{"the audit log of the mailbox keeps that it was sent"}}
	}
	if why := r.notAtRest(); why != "" {
		return filewrite.Refuse("%s", why)
	}
	for i := range r.Agents {
		if a := &r.Agents[i]; a.Started.After(did.At) {
			return filewrite.Refuse("the worker %s has run since", a.ID)
		}
	}
	if r.Log.last.After(did.At) {
		return filewrite.Refuse("a worker has run since")
	}
	return filewrite.Decision{Guards: r.restGuards()}
}

// How long signs of life count: the supervisor's lock beats every 30 s and is stale
// after 90 (supervisor.ts), the snapshot of a lane is written every second.
const (
	lockStale  = 90 * time.Second
	laneStale  = 30 * time.Second
	agentStale = 2 * time.Minute
)

// resumable are the phases in which no engine runs, and how the batch is resumed.
var resumable = map[string]string{"paused": "/orch-resume", "stopped": "/orch-resume --force", "failed": "/orch-resume --force"}

// notResumable says why the task's batch cannot be resumed; empty: it can.
func (r *record) notResumable() string {
	b, phase := r.Spec.Batch, string(r.Spec.Batch.File.Phase)
	switch {
	case !b.Current:
		return fmt.Sprintf("its batch %s is over: batch-state.json is not about it", b.ID)
	case b.engaged():
		return fmt.Sprintf("its batch is %s, and its engine would write over what is changed: /orch-pause in pi first", phase)
	case phase == "completed":
		return "its batch is completed, and Taskplane resumes no completed batch"
	case resumable[phase] == "":
		return fmt.Sprintf("its batch is in the phase %q, which Taskplane does not resume", phase)
	}
	return ""
}

// notAtRest says why the packet of the task must not be edited now; empty: nobody else
// writes it. STATUS.md has no lock, and the lane-runner writes it whole.
func (r *record) notAtRest() string {
	if why := r.notResumable(); why != "" {
		return why
	}
	for i := range r.Agents {
		a := &r.Agents[i]
		switch {
		case terminal[a.Status] || a.Alive == model.LivenessDead:
		case a.Alive == model.LivenessAlive:
			return fmt.Sprintf("its worker %s (pid %d) is alive, and writes STATUS.md", a.ID, a.PID)
		case r.At.Sub(r.Beat) < agentStale:
			return fmt.Sprintf("its worker %s gave a sign of life at %s, and its process cannot be seen from here", a.ID, clock(r.Beat))
		}
	}
	if r.Busy != "" {
		return fmt.Sprintf("the agent %s of its batch is alive: leave pi first", r.Busy)
	}
	if l := r.Lane; l != nil && l.Status == "running" && r.At.Sub(l.UpdatedAt.Time) < laneStale {
		return fmt.Sprintf("the snapshot of its lane was written at %s: its lane-runner is at work", clock(l.UpdatedAt.Time))
	}
	if l := r.Lock; l != nil && r.Engine != model.LivenessDead && r.At.Sub(l.Heartbeat.Time) < lockStale {
		return fmt.Sprintf("the supervisor of its batch (pid %d) is at work, and may resume it at any moment: leave pi first", l.PID.N)
	}
	return ""
}

func (r *record) restGuards() []string {
	return []string{fmt.Sprintf("the batch %s is still %s", r.Spec.Batch.ID, r.Spec.Batch.File.Phase), "no worker of the task is alive, and no supervisor at work"}
}

func clock(at time.Time) string { return at.UTC().Format("15:04:05 UTC") }

// decideReset sets a step back that counts as complete although its newest code review
// asks for changes. Its worker is told not to redo a complete step, so that a retry
// alone leads to the same end. A .DONE over such a review is removed, or a resume counts
// the task as complete.
func (r *record) decideReset() filewrite.Decision {
	steps := r.openReviews()
	complete := len(steps) > 0
	switch {
	case complete:
	case r.Spec.Outside != "" && !r.Live:
		return filewrite.Refuse("its worktree %s lies outside of %s, where notdone writes nothing", r.Spec.Outside, r.dir)
	case r.Status == nil || !r.Live:
		return filewrite.Refuse("its STATUS.md in the worktree of its lane was not found")
	case r.Done != "":
		steps = r.refusals()
	}
	if len(steps) == 0 {
		return filewrite.Refuse("no complete step of it has a newest code review that asks for changes")
	}
	if r.Folder == r.Spec.Main {
		return filewrite.Refuse("its worktree is gone, and the next worker does not see the copy in the main checkout")
	}
	if why := r.notAtRest(); why != "" {
		return filewrite.Refuse("%s", why)
	}
	step, review := steps[0].Step, steps[0].Review
	d := filewrite.Decision{
		Guards: append(r.restGuards(), fmt.Sprintf("%s is still the newest code review of step %d", review.name(), step.Number)),
		Undo:   "until a worker runs again",
		FollowUp: []string{
			"git", "-C", filepath.Join(r.dir, r.Folder), "commit", "-m",
			fmt.Sprintf("chore(%s): revert premature step-%d completion", r.ID, step.Number), "--", ".",
		},
	}
	if complete {
		d.Edits = []filewrite.Edit{{Path: r.StatusAt, Change: func(content []byte) ([]byte, error) { return resetStep(content, step.Number) }}}
		d.Effects = []string{fmt.Sprintf("step %d (%s) is in progress again: its next worker takes it up, and with it the review %s",
			step.Number, step.Name, review.name())}
	}
	if r.Done != "" {
		d.Edits = append(d.Edits, filewrite.Edit{Path: r.Done, Remove: true})
		d.Effects = append(d.Effects, ".DONE is removed, over which a resume would count the task as complete")
	}
	for _, o := range steps[1:] {
		d.Effects = append(d.Effects, fmt.Sprintf("step %d has an open review too (%s): reset it next", o.Step.Number, o.Review.name()))
	}
	d.Effects = append(d.Effects, "nothing runs by itself: "+r.howToRetry())
	return d
}

// howToRetry is how the owner's own commands take the task up again.
func (r *record) howToRetry() string {
	resume := "type " + resumable[string(r.Spec.Batch.File.Phase)] + " in pi"
	switch r.Recorded {
	case statusFailed, statusStalled:
		return fmt.Sprintf("have the supervisor in pi call orch_retry_task %s, then %s", r.ID, resume)
	case statusSucceeded:
		return "Taskplane retries no task that it records as succeeded: plan it again"
	}
	return resume
}

// decideRetry refuses a retry and says how its owner does it.
func (r *record) decideRetry() filewrite.Decision {
	if r.Recorded != statusFailed && r.Recorded != statusStalled {
		return filewrite.Refuse("it is %s: Taskplane retries what is failed or stalled", r.Recorded)
	}
	if why := r.notResumable(); why != "" {
		return filewrite.Refuse("%s", why)
	}
	said := "only Taskplane writes batch-state.json: " + r.howToRetry()
	if open := r.openReviews(); len(open) > 0 {
		said += fmt.Sprintf("; reset step %d before that, or the retry ends in the same way", open[0].Step.Number)
	}
	return filewrite.Refuse("%s", said)
}
