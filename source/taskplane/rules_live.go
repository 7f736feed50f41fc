package taskplane

import (
	"fmt"
	"slices"
	"strings"

	"notdone/classify"
	"notdone/classify/text"
	"notdone/model"
)

// The rules in this file look at who works on a task, and at its batch.

// checkStaleHeartbeat judges a task that is recorded as running and on which nobody
// works: its worker ended without a word and nobody is there to notice, or nothing of
// its lane was written for long.
func checkStaleHeartbeat(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	if in.Recorded != model.StateActive || rec.atRest() {
		return nil, none
	}
	var f *model.Finding
	const silent = "neither its worker nor its lane gives a sign of life"
	if overdue(in, rec.Beat, quiet) {
		f = note(model.SeverityError, rec.Beat.Add(quiet), silent, rec.Spec.Batch.Where, string(rec.Spec.Entry.Status), "a sign of life, or the end of the task")
	}
	noEngine := rec.Engine == model.LivenessDead || rec.Lock == nil || overdue(in, rec.Lock.Heartbeat.Time, lockStale)
	if w := rec.worker(); w != nil && w.Alive == model.LivenessDead && noEngine {
		said := fmt.Sprintf("%s (process %d) is gone and is still recorded as %s", w.ID, w.PID, w.Status)
		return f, holds(classify.RankLive, model.StateFailed, 0.95, "its worker is gone", model.KindEnvironment, said, "worker gone", "manifest.json")
	}
	if f == nil {
		return nil, none
	}
	return f, classify.Opinion{Rank: classify.RankLive, State: model.StateUnknown, Grade: model.GradeCannotTell, Confidence: 0.93, Headline: silent}
}

// checkStaleLane sees a lane whose snapshot says that it runs and is no longer written.
func checkStaleLane(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	l := rec.Lane
	if in.Recorded != model.StateActive || l == nil || l.Status != "running" || !overdue(in, l.UpdatedAt.Time, laneLimit) {
		return nil, none
	}
	return note(model.SeverityWarning, l.UpdatedAt.Add(laneLimit),
		fmt.Sprintf("the snapshot of lane %d, which is written every second, is no longer written", l.LaneNumber.N),
		fmt.Sprintf("lanes/lane-%d.json", l.LaneNumber.N), "", "a newer snapshot"), none
}

// checkEscalation sees a worker that asks for help: its message lies there until the
// iteration is over.
func checkEscalation(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	m := rec.question()
	if in.Recorded != model.StateActive || m == nil {
		return nil, none
	}
	said := string(m.Content)
	return note(model.SeverityWarning, m.Timestamp.Time, "its worker asks the supervisor for help", m.Rel, said, "the end of the iteration", model.ActionMessage),
		asks(said, m.Rel, "its worker asks for help", 0.96)
}

// question is what the worker last asked, which nobody has taken up; nil: nothing.
func (r *record) question() *letter {
	for i := range slices.Backward(r.Mail) {
		ended := r.Spec.Entry.EndedAt.Time
		if m := &r.Mail[i]; m.Box == "outbox" && m.Type == "escalate" && (ended.IsZero() || !m.Timestamp.After(ended)) {
			return m
		}
	}
	return nil
}

// asks is the opinion that a task is blocked, in the words of its worker.
func asks(said, where, headline string, confidence float64) classify.Opinion {
	kind := text.Read(said).Kind
	if kind == model.KindUnknown {
		kind = model.KindDecision
	}
	return quoted(holds(classify.RankLive, model.StateBlocked, confidence, headline, kind, said, said, where))
}

// blocker is what STATUS.md names as in the way; empty: nothing is.
func (r *record) blocker() string {
	if r.Status == nil || !r.Live {
		return ""
	}
	return r.Status.Blockers
}

// checkBlockers sees what the worker wrote down as in the way. Of a task that failed it
// is the obstacle on record.
func checkBlockers(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	said := rec.blocker()
	if said == "" || in.Recorded == model.StateCancelled {
		return nil, none
	}
	f := note(model.SeverityWarning, rec.Beat, "a blocker is named in STATUS.md", rec.StatusAt, said, "the section Blockers emptied")
	o := asks(said, rec.StatusAt, "a blocker is named", 0.92)
	switch r := text.Read(said); {
	case in.Recorded == model.StateFailed:
		return f, none
	case in.Recorded != model.StateDone:
	case r.Label == text.LabelDone:
		f.Severity = model.SeverityInfo
		return f, none
	default:
		o.Rank, o.State, o.Grade, o.Confidence = classify.RankText, model.StateFalseDone, model.GradeTextOnly, r.Score
	}
	return f, o
}

// checkDependencies sees a task that Taskplane does not begin because another failed.
func checkDependencies(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	failed := rec.failedBefore(in)
	if len(failed) == 0 && !rec.listed() || in.Recorded != model.StateQueued && in.Recorded != model.StateBlocked {
		return nil, none
	}
	failed = append(failed, "")
	said := strings.TrimSpace("waiting for failed task " + strings.TrimSuffix(strings.Join(failed, ", "), ", "))
	return nil, holds(classify.RankLive, model.StateBlocked, 0.97, said, model.KindDependency, said, "failed task "+failed[0], rec.Spec.Batch.Where)
}

// listed reports whether its batch says that a task waits for one that failed.
func (r *record) listed() bool {
	return slices.Contains(r.Spec.Batch.File.BlockedTaskIDs, word(r.ID)) || r.Recorded == statusBlocked
}

// failedBefore are the failed tasks that this one waits for: those that it names, and
// where it names none of them but its batch says that it waits, those of earlier waves.
func (r *record) failedBefore(in *classify.Input) (failed []string) {
	for _, p := range in.Facts.Parents {
		if p.Failed {
			failed = append(failed, p.ID)
		}
	}
	if b := r.Spec.Batch; len(failed) == 0 && r.listed() {
		wave := b.waveOf(r.ID)
		for i := range b.File.Tasks {
			id := string(b.File.Tasks[i].TaskID)
			if state(string(b.File.Tasks[i].Status)) == model.StateFailed && (wave < 0 || b.waveOf(id) < wave) {
				failed = append(failed, id)
			}
		}
	}
	return failed
}

// engaged reports whether somebody goes on with a batch, or may (types.ts).
func (b *batch) engaged() bool {
	return slices.Contains([]word{"", "idle", "launching", "planning", "executing", "merging"}, b.File.Phase)
}

// atRest reports whether nobody goes on with the batch of a task, and no worker is left
// that may still be at it.
func (r *record) atRest() bool {
	w := r.worker()
	return !r.Spec.Batch.Lost && !r.Spec.Batch.engaged() && (w == nil || terminal[w.Status])
}

// checkBatchAtRest sees a task that waits, or is recorded as running, while nobody goes on
// with its batch. A resume takes up both.
func checkBatchAtRest(_ *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	b := rec.Spec.Batch
	if rec.Recorded != statusPending && rec.Recorded != statusRunning || rec.listed() || !rec.atRest() {
		return nil, none
	}
	what, how := "its batch is "+string(b.File.Phase), "/orch-resume in pi"
	if b.File.Phase != "paused" {
		how = "/orch-resume --force in pi"
	}
	said := strings.TrimSuffix(what+": "+string(b.File.LastError.Message), ": ")
	return note(model.SeverityWarning, b.File.UpdatedAt.Time, said, b.Where, string(b.File.Phase), how),
		holds(classify.RankLive, model.StateBlocked, 0.93, what, model.KindDecision, said, "batch "+b.ID, b.Where)
}

// checkPausedTask sees a task that was skipped because its batch was paused under it. A
// resume passes over it: skipped is final to Taskplane.
func checkPausedTask(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	e := &rec.Spec.Entry
	if in.Recorded != model.StateCancelled || e.ExitReason != "Paused by user" {
		return nil, none
	}
	const what = "paused in the middle of its work"
	return note(model.SeverityWarning, e.EndedAt.Time, what+"; a resume does not take it up again", rec.Spec.Batch.Where, string(e.ExitReason), "a later batch that completes it"),
		quoted(holds(classify.RankLive, model.StateBlocked, 0.85, what, model.KindDecision, string(e.ExitReason), what, rec.Spec.Batch.Where))
}

// checkUnmerged sees a task whose work was not merged, by the newest merge of its wave.
func checkUnmerged(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	b := rec.Spec.Batch
	for _, m := range slices.Backward(b.File.MergeResults) {
		if in.Recorded != model.StateDone || m.WaveIndex.N != b.waveOf(rec.ID) {
			continue
		}
		if m.Status == statusSucceeded || m.Status == statusSkipped || m.FailedLane.Known && m.FailedLane.N != rec.Spec.Entry.LaneNumber.N {
			break
		}
		return note(model.SeverityWarning, b.File.UpdatedAt.Time, fmt.Sprintf("the merge of its wave is recorded as %s", m.Status), b.Where,
			string(m.FailureReason), "a merge that succeeds"), none
	}
	return nil, none
}

// checkOutside sees a task whose worktree is not read: then neither its steps nor its
// reviews are known.
func checkOutside(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	if rec.Spec.Outside == "" || rec.Live {
		return nil, none
	}
	severity := model.SeverityInfo
	if in.Recorded == model.StateActive || in.Recorded == model.StateFailed {
		severity = model.SeverityWarning
	}
	return note(severity, rec.Beat, "its steps and reviews are not read: git has no such worktree of the repository in the root", rec.Spec.Batch.Where,
		rec.Spec.Outside, "a worktree of the repository"), none
}

// checkPartialProgress tells where the work of a task was kept that did not succeed.
func checkPartialProgress(in *classify.Input, rec *record) (*model.Finding, classify.Opinion) {
	e := &rec.Spec.Entry
	if in.Recorded == model.StateDone || e.PartialProgressBranch == "" {
		return nil, none
	}
	return note(model.SeverityInfo, e.EndedAt.Time, fmt.Sprintf("%d commits of it are kept on a branch", e.PartialProgressCommits.N), rec.Spec.Batch.Where,
		string(e.PartialProgressBranch), "a retry that succeeds"), none
}
