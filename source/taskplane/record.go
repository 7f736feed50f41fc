package taskplane

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"notdone/model"
)

// record is all that is known of a task. It is what the rules and the actions of this
// package look at.
type record struct {
	ID   string
	Spec *spec
	// Recorded is the task's status; for one of a lost batch what its files amount to.
	Recorded string

	Folder   string // that Status was read from; empty: none is known
	Live     bool   // it is the one that is worked in, or what was merged of it
	Status   *statusDoc
	StatusAt string
	Prompt   *promptDoc
	Done     string // the .DONE that is there; empty: none
	Level    int    // of review; -1 unknown
	Reviews  []review
	Reviewer *reviewerFile // nil: no review runs

	Agents  []agent
	Busy    string // an agent of its batch that is alive although nobody goes on with that
	Lane    *laneFile
	Lock    *lockFile
	Engine  model.Liveness // of the process that holds the lock
	Log     *taskLog       // of the worker; never nil
	Idle    bool           // its newest iteration that is over brought nothing
	Mail    []letter       // to and from the worker, oldest first
	Steered time.Time      // when the supervisor last sent a message to the worker

	Beat time.Time // the newest sign of life

	At        time.Time // when it was read
	dir, base string    // the folder beneath which its paths lie, and that of the root in it
}

// agent is one worker of a task.
type agent struct {
	ID, Status string
	PID        int
	Started    time.Time
	Alive      model.Liveness
	Mine       bool // the task is the one that it was given last
}

// letter is one message between a worker and the supervisor.
type letter struct {
	mailFile
	Box, Rel string
}

// terminal are the statuses of an agent that has ended (process-registry.ts).
var terminal = map[string]bool{"exited": true, "crashed": true, "timed_out": true, "killed": true}

// worker returns the agent that works on the task, or did last; nil: none is known.
func (r *record) worker() (found *agent) {
	for i := range r.Agents {
		if a := &r.Agents[i]; a.Mine && (found == nil || a.Started.After(found.Started)) {
			found = a
		}
	}
	return found
}

// gather makes the record of a task from what its files say.
func (s *plane) gather(t *task) *record {
	b := t.spec.Batch
	r := &record{ID: t.id, Spec: t.spec, Level: -1, Log: &taskLog{}, Recorded: string(t.spec.Entry.Status), Beat: t.spec.Entry.StartedAt.Time}
	r.At, r.dir, r.base = s.Options.Now(), s.Dir, s.base
	r.findFolder(t)
	for _, id := range t.agents {
		if m, known := b.Agents[id]; known {
			a := agent{ID: id, Status: string(m.Status), PID: m.PID.N, Started: m.StartedAt.Time, Mine: string(m.TaskID) == t.id}
			if !terminal[a.Status] {
				a.Alive = s.alive(b, a.PID, a.Started)
			}
			r.Agents = append(r.Agents, a)
		}
	}
	if !b.engaged() {
		for id, m := range b.Agents {
			if !terminal[string(m.Status)] && s.alive(b, m.PID.N, m.StartedAt.Time) == model.LivenessAlive && (r.Busy == "" || id < r.Busy) {
				r.Busy = id
			}
		}
	}
	if w := r.worker(); w != nil {
		r.alive(w.Started)
	}
	for _, f := range t.files {
		r.take(f)
	}
	sortReviews(r.Reviews)
	slices.SortFunc(r.Mail, func(a, b letter) int { return a.Timestamp.Compare(b.Timestamp.Time) })
	if r.Lock != nil {
		r.Engine = s.alive(b, r.Lock.PID.N, r.Lock.Heartbeat.Time)
	}
	if r.Status != nil {
		r.Level = r.Status.Level
	}
	if r.Level < 0 && r.Prompt != nil {
		r.Level = r.Prompt.Level
	}
	switch w := r.worker(); {
	case !b.Lost:
	case r.Done != "":
		r.Recorded = statusDone
	case w != nil && !terminal[w.Status]:
		r.Recorded = statusBegun
	default:
		r.Recorded = statusPlanned
	}
	return r
}

// alive asks whether a process lives. Of a tree that is not where it was written, pids
// say nothing.
func (s *plane) alive(b *batch, pid int, since time.Time) model.Liveness {
	if s.Options.Alive == nil || !b.Native || pid <= 0 {
		return model.LivenessUnknown
	}
	return s.Options.Alive(pid, since)
}

// alive notes a sign of life.
func (r *record) alive(at time.Time) {
	if at.After(r.Beat) {
		r.Beat = at
	}
}

// findFolder chooses the folder of the task: the first that has a STATUS.md, a review or a
// .DONE. The copy in the main checkout stays as it was staged until the branch is merged,
// with its reviews.
func (r *record) findFolder(t *task) {
	for _, rel := range t.spec.Folders {
		worked := false
		for _, f := range t.files {
			if f.folder != rel {
				continue
			}
			if d, ok := f.data.(*statusDoc); ok {
				r.Status, r.StatusAt = d, f.Rel
			}
			worked = worked || f.role == roleReview || f.role == roleDone
		}
		if r.Status != nil || worked {
			r.Folder, r.Live = rel, worked || rel != t.spec.Main
			return
		}
	}
}

// take takes what one file says.
func (r *record) take(f *file) {
	if _, prompt := f.data.(*promptDoc); f.folder != "" && f.folder != r.Folder && !prompt {
		return
	}
	switch d := f.data.(type) {
	case *promptDoc:
		if r.Prompt == nil || f.folder == r.Folder {
			r.Prompt = d
		}
	case *reviewFile:
		f.review.reviewFile = *d
		r.Reviews = append(r.Reviews, f.review)
	case *reviewerFile:
		if d.Status == "running" {
			r.Reviewer = d
			r.alive(d.UpdatedAt.Time)
		}
	case *laneFile:
		if string(d.TaskID) == r.ID {
			r.Lane = d
			r.alive(d.UpdatedAt.Time)
		}
	case *lockFile:
		if d.BatchID == "" || string(d.BatchID) == r.Spec.Batch.ID {
			r.Lock = d
		}
	case *mailFile:
		r.Mail = append(r.Mail, letter{mailFile: *d, Box: f.box, Rel: f.Rel})
	}
	if f.role == roleDone {
		r.Done = f.Rel
	}
	if f.View == nil {
		return
	}
	if l := f.View.tasks[r.ID]; l != nil && f.role == roleEvents && l.last.After(r.Log.last) {
		seen := *l // the log goes on
		seen.runs = slices.Clone(l.runs)
		r.Log = &seen
		r.alive(l.last)
	}
	for i := range r.Agents {
		if l := f.View.tasks[mailOf(r.Agents[i].ID)]; l != nil && l.steered.After(r.Steered) {
			r.Steered = l.steered
		}
	}
}

// runs are the iterations of the worker, by its log, and where that is gone by the rows
// of STATUS.md. That one was intercepted at its end says nothing: all are.
func (r *record) runs(c *model.Case) {
	counted, stalled := map[int]logRow{}, map[int]logRow{} // by the numbers of iterations
	if r.Status != nil {
		for _, row := range r.Status.Rows {
			if n, ok := strings.CutPrefix(row.Action, "Worker iter "); ok {
				counted[leadingNumber(n, 0)] = row
			}
			if n, ok := strings.CutPrefix(row.Outcome, "Iteration "); ok && row.Action == "No progress" {
				stalled[leadingNumber(n, 0)] = row
			}
		}
	}
	for i := range r.Log.runs {
		it := &r.Log.runs[i]
		run := model.Run{
			ID: it.from, Where: it.from, Attempt: it.number, Worker: c.Task.Worker, Started: it.started, Ended: it.ended, Recorded: it.exit,
			ToolCalls: &it.calls, ExitCode: it.exitCode,
		}
		newest := i == len(r.Log.runs)-1
		if it.exit == "" && (!newest || !c.Facts.OpenRun) {
			run.Ended = it.last
		}
		if newest {
			run.Output, run.PID = it.said, c.Facts.WorkerPID
		}
		row, noted := stalled[it.number]
		_, known := counted[it.number]
		run.Outcome, run.Error = it.ending(noted || !known, noted)
		if run.Error != "" {
			run.ErrorOwn = true
			run.Error = strings.TrimSuffix(run.Error+"; "+row.Outcome, "; ")
		}
		c.Runs = append(c.Runs, run)
	}
	for _, n := range slices.Sorted(maps.Keys(counted)) {
		if len(r.Log.runs) > 0 {
			break
		}
		row, where := counted[n], fmt.Sprintf("%s:%d", r.StatusAt, counted[n].Line)
		run := model.Run{ID: where, Where: where, Attempt: n, Started: row.At, Ended: row.At, Recorded: row.Outcome, Outcome: model.OutcomeCompleted}
		if no, noted := stalled[n]; noted {
			run.Outcome, run.Error = model.OutcomeFailed, no.Outcome
		}
		c.Runs = append(c.Runs, run)
	}
	for _, run := range slices.Backward(c.Runs) {
		if !run.Open() {
			r.Idle = run.Error != ""
			break
		}
	}
}

// ending is how an iteration ended. That it ended is all that its process says; what it
// changed is known by its calls, and by whether the lane-runner saw progress.
func (it *iteration) ending(idle, noted bool) (o model.Outcome, said string) {
	switch {
	case it.exit == "":
		return model.OutcomeUnknown, ""
	case idle && it.edits == 0 && (noted || it.commands == 0):
		return model.OutcomeFailed, "no file was changed"
	case it.exit == "agent_exited" && (it.exitCode == nil || *it.exitCode == 0):
		return model.OutcomeCompleted, ""
	case it.exit == "agent_timeout":
		return model.OutcomeTimedOut, ""
	}
	return model.OutcomeCrashed, ""
}
