package taskplane

import (
	"slices"
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

	Folder   string // that Status was read from, beneath the root; empty: none is known
	Live     bool   // it is the one that is worked in, or what was merged of it
	Status   *statusDoc
	StatusAt string
	Prompt   *promptDoc
	Done     string // the .DONE that is there; empty: none
	Level    int    // of review; -1 unknown
	Reviews  []review
	Reviewer *reviewerFile // nil: no review runs

	Agents  []agent
	Lane    *laneFile
	Lock    *lockFile
	Engine  model.Liveness // of the process that holds the lock
	Exit    *exitFile
	Log     *taskLog  // of the worker; never nil
	Mail    []letter  // to and from the worker, oldest first
	Steered time.Time // when the supervisor last sent a message to the worker

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
func (r *record) worker() *agent {
	var found *agent
	for i := range r.Agents {
		if a := &r.Agents[i]; a.Mine && (found == nil || a.Started.After(found.Started)) {
			found = a
		}
	}
	return found
}

// gather makes the record of a task from what its files say.
func (s *plane) gather(t *task) *record {
	r := &record{ID: t.id, Spec: &t.spec, Level: -1, Log: &taskLog{}, Recorded: string(t.spec.Entry.Status)}
	r.At, r.dir, r.base = s.Options.Now(), s.Dir, s.base
	b := t.spec.Batch
	for _, id := range t.spec.Agents {
		m, known := b.Agents[id]
		if !known {
			continue
		}
		a := agent{ID: id, Status: string(m.Status), PID: m.PID.N, Started: m.StartedAt.Time, Mine: string(m.TaskID) == t.id}
		if !terminal[a.Status] {
			a.Alive = s.alive(b, a.PID, a.Started)
		}
		r.Agents = append(r.Agents, a)
	}
	r.findFolder(t)
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
	r.guess()
	r.beats()
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

// findFolder chooses the folder of the task: the first that has a STATUS.md.
func (r *record) findFolder(t *task) {
	there, reviewed := map[string]*file{}, map[string]bool{}
	for _, f := range t.files {
		switch {
		case f.role == roleStatus && dataOf[statusDoc](f) != nil:
			there[f.folder] = f
		case f.role == roleReview, f.role == roleDone:
			reviewed[f.folder] = true
		}
	}
	for _, rel := range t.spec.Folders {
		if f := there[rel]; f != nil {
			r.Folder, r.Status, r.StatusAt = rel, dataOf[statusDoc](f), f.Rel
			r.Live = rel != t.spec.Main || reviewed[rel]
			return
		}
	}
	for _, rel := range t.spec.Folders {
		if reviewed[rel] {
			r.Folder, r.Live = rel, true
			return
		}
	}
}

// take takes what one file says.
func (r *record) take(f *file) {
	if f.folder != "" && f.folder != r.Folder && f.role != rolePrompt {
		return
	}
	switch f.role {
	case rolePrompt:
		if p := dataOf[promptDoc](f); p != nil && (r.Prompt == nil || f.folder == r.Folder) {
			r.Prompt = p
		}
	case roleDone:
		r.Done = f.Rel
	case roleReview:
		if d := dataOf[reviewFile](f); d != nil {
			v := f.review
			v.reviewFile = *d
			r.Reviews = append(r.Reviews, v)
		}
	case roleReviewer:
		r.Reviewer = dataOf[reviewerFile](f)
	case roleLane:
		if l := dataOf[laneFile](f); l != nil && string(l.TaskID) == r.ID {
			r.Lane = l
		}
	case roleLock:
		if l := dataOf[lockFile](f); l != nil && (l.BatchID == "" || string(l.BatchID) == r.Spec.Batch.ID) {
			r.Lock = l
		}
	case roleExit:
		if w := r.worker(); w != nil && w.ID == f.agent {
			r.Exit = dataOf[exitFile](f)
		}
	case roleEvents:
		if f.View != nil && f.View.tasks[r.ID] != nil {
			if l := f.View.tasks[r.ID]; r.Log == nil || l.last.After(r.Log.last) {
				r.Log = l
			}
		}
	case roleLog:
		r.steer(f.View)
	case roleMail:
		if m := dataOf[mailFile](f); m != nil {
			r.Mail = append(r.Mail, letter{mailFile: *m, Box: f.box, Rel: f.Rel})
		}
	default:
	}
}

func (r *record) steer(l *eventLog) {
	if l == nil {
		return
	}
	for i := range r.Agents {
		if t := l.tasks[mailOf(r.Agents[i].ID)]; t != nil && t.steered.After(r.Steered) {
			r.Steered = t.steered
		}
	}
}

// guess finds a word for a task of a batch whose state is gone.
func (r *record) guess() {
	if !r.Spec.Batch.Lost {
		return
	}
	w := r.worker()
	switch {
	case r.Done != "":
		r.Recorded = statusDone
	case w != nil && !terminal[w.Status]:
		r.Recorded = statusBegun
	default:
		r.Recorded = statusPlanned
	}
}

// beats finds the newest sign of life.
func (r *record) beats() {
	signs := []time.Time{r.Log.last, r.Spec.Entry.StartedAt.Time}
	if r.Lane != nil {
		signs = append(signs, r.Lane.UpdatedAt.Time)
	}
	if r.Reviewer != nil {
		signs = append(signs, r.Reviewer.UpdatedAt.Time)
	}
	if w := r.worker(); w != nil {
		signs = append(signs, w.Started)
	}
	r.Beat = slices.MaxFunc(signs, time.Time.Compare)
}

// statusOf returns what the batch records of a task; empty: it has no such task.
func (b *batch) statusOf(id string) string {
	for i := range b.File.Tasks {
		if string(b.File.Tasks[i].TaskID) == id {
			return string(b.File.Tasks[i].Status)
		}
	}
	return ""
}

// waveOf returns the wave of a task, from 0; -1: it is in none.
func (b *batch) waveOf(id string) int {
	for i, wave := range b.File.WavePlan {
		if slices.Contains(wave, word(id)) {
			return i
		}
	}
	return -1
}
