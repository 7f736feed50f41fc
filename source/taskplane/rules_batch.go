package taskplane

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"notdone/classify"
	"notdone/model"
)

// The rules in this file look at a task as a part of its batch.

// causes are what Taskplane classifies exits as (diagnostics.ts), in words, with the
// kind of obstacle that each is.
var causes = map[word]struct {
	words string
	kind  model.ObstacleKind
}{
	"api_error":          {"the model's API failed", model.KindNetwork},
	"model_access_error": {"no access to the model", model.KindAccess},
	"context_overflow":   {"the context is full", model.KindBudget},
	"wall_clock_timeout": {"out of time", model.KindBudget},
	"process_crash":      {"the process crashed", model.KindEnvironment},
	"session_vanished":   {"the session vanished", model.KindEnvironment},
	"stall_timeout":      {"no progress", model.KindUnknown},
	"user_killed":        {"killed by a person", model.KindDecision},
	"spawn_failure":      {"the agent did not start", model.KindEnvironment},
}

// cause is how the exit of a task is classified.
func (r *record) cause() word {
	if d := r.Spec.Entry.ExitDiagnostic; d != nil && d.Classification != "" {
		return d.Classification
	}
	return r.Spec.Batch.File.Diagnostics.TaskExits[r.ID].Classification
}

// checkFailed explains a task that its batch recorded as failed.
func checkFailed(in *classify.Input, rec *record) []classify.Observation {
	if in.Recorded != model.StateFailed {
		return nil
	}
	e := &rec.Spec.Entry
	cause := causes[rec.cause()]
	reason := string(e.ExitReason)
	if d := e.ExitDiagnostic; d != nil && d.ErrorMessage != "" {
		reason = string(d.ErrorMessage)
	}
	headline := cmp.Or(cause.words, reason, "no reason is recorded")
	reason = cmp.Or(reason, cause.words)
	f := model.Finding{
		Severity: model.SeverityError, Message: "recorded as failed: " + cmp.Or(reason, "no reason is recorded"), First: e.EndedAt.Time, Last: e.EndedAt.Time,
		Evidence: []model.Evidence{{Where: rec.Spec.Batch.Where, Quote: reason}}, Clears: "a retry that succeeds",
		Actions: []model.ActionName{model.ActionRetry},
	}
	o := classify.Opinion{Rank: classify.RankHardError, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.95, Headline: headline}
	if reason != "" {
		o.Obstacle = obstacle(cause.kind, reason, reason, rec.Spec.Batch.Where)
	}
	return both(f, o)
}

// checkDependencies sees a task that Taskplane does not begin because another failed.
func checkDependencies(in *classify.Input, rec *record) []classify.Observation {
	b := rec.Spec.Batch
	listed := b.Blocked[rec.ID] || rec.Recorded == statusBlocked
	if !listed && in.Recorded != model.StateQueued {
		return nil
	}
	failed := rec.failedBefore(in)
	if len(failed) == 0 && !listed {
		return nil
	}
	said, about := "waiting for a failed task", "failed task"
	if len(failed) > 0 {
		about = "task " + failed[0]
		said = "waiting for failed task " + strings.Join(failed, ", ")
	}
	return opinion(classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateBlocked, Grade: model.GradeProven, Confidence: 0.97,
		Headline: said, Obstacle: obstacle(model.KindDependency, said, about, b.Where),
	})
}

// failedBefore are the failed tasks that this one waits for: those that it names, and
// where it names none of them but its batch says that it waits, those of earlier waves.
func (r *record) failedBefore(in *classify.Input) (failed []string) {
	for _, p := range in.Facts.Parents {
		if p.Failed {
			failed = append(failed, p.ID)
		}
	}
	b := r.Spec.Batch
	if len(failed) > 0 || !b.Blocked[r.ID] && r.Recorded != statusBlocked {
		return failed
	}
	wave := b.waveOf(r.ID)
	for i := range b.File.Tasks {
		t := &b.File.Tasks[i]
		if id := string(t.TaskID); state(string(t.Status)) == model.StateFailed && id != r.ID && (wave < 0 || b.waveOf(id) < wave) {
			failed = append(failed, id)
		}
	}
	return failed
}

// livePhases are those in which somebody goes on with a batch (types.ts).
var livePhases = []word{"", "idle", "launching", "planning", "executing", "merging"}

// checkBatchAtRest sees a task that waits while nobody goes on with its batch.
func checkBatchAtRest(_ *classify.Input, rec *record) []classify.Observation {
	b := rec.Spec.Batch
	if rec.Recorded != statusPending || slices.Contains(livePhases, b.File.Phase) {
		return nil
	}
	said := "its batch is " + string(b.File.Phase)
	if m := b.File.LastError.Message; m != "" {
		said += ": " + string(m)
	}
	how := "/orch-resume in pi"
	if b.File.Phase != "paused" {
		how = "/orch-resume --force in pi"
	}
	at := b.File.UpdatedAt.Time
	return both(model.Finding{
		Severity: model.SeverityWarning, Message: said, First: at, Last: at, Evidence: []model.Evidence{{Where: b.Where, Quote: string(b.File.Phase)}}, Clears: how,
	}, classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateBlocked, Grade: model.GradeStrong, Confidence: 0.8,
		Headline: "its batch is " + string(b.File.Phase), Obstacle: obstacle(model.KindDecision, said, "batch "+b.ID, b.Where),
	})
}

// checkPausedTask sees a task that was skipped because its batch was paused under it. A
// resume passes over it: skipped is final to Taskplane.
func checkPausedTask(in *classify.Input, rec *record) []classify.Observation {
	reason := string(rec.Spec.Entry.ExitReason)
	if in.Recorded != model.StateCancelled || !strings.Contains(strings.ToLower(reason), "paused") {
		return nil
	}
	at := rec.Spec.Entry.EndedAt.Time
	return both(model.Finding{
		Severity: model.SeverityWarning, Message: "paused in the middle of its work; a resume does not take it up again", First: at, Last: at,
		Evidence: []model.Evidence{{Where: rec.Spec.Batch.Where, Quote: reason}}, Clears: "a later batch that completes it",
	}, classify.Opinion{
		Rank: classify.RankLive, State: model.StateBlocked, Grade: model.GradeProven, Confidence: 0.85, Headline: "paused in the middle of its work",
		Obstacle: obstacle(model.KindDecision, reason, reason, rec.Spec.Batch.Where),
	})
}

// checkUnmerged sees a task whose work was not merged.
func checkUnmerged(in *classify.Input, rec *record) []classify.Observation {
	if in.Recorded != model.StateDone {
		return nil
	}
	b := rec.Spec.Batch
	wave := b.waveOf(rec.ID)
	for i := len(b.File.MergeResults) - 1; i >= 0; i-- {
		m := &b.File.MergeResults[i]
		if m.WaveIndex.N != wave {
			continue
		}
		if m.Status == statusSucceeded || m.Status == statusSkipped || m.FailedLane.Known && m.FailedLane.N != rec.Spec.Entry.LaneNumber.N {
			return nil
		}
		at := b.File.UpdatedAt.Time
		return finding(model.Finding{
			Severity: model.SeverityWarning, Message: fmt.Sprintf("the merge of its wave is recorded as %s", m.Status), First: at, Last: at,
			Evidence: []model.Evidence{{Where: b.Where, Quote: string(m.FailureReason)}}, Clears: "a merge that succeeds",
		})
	}
	return nil
}

// checkPartialProgress tells where the work of a failed task was kept.
func checkPartialProgress(in *classify.Input, rec *record) []classify.Observation {
	e := &rec.Spec.Entry
	n, branch := e.PartialProgressCommits.N, e.PartialProgressBranch
	if d := e.ExitDiagnostic; d != nil {
		n, branch = max(n, d.PartialProgressCommits.N), cmp.Or(branch, d.PartialProgressBranch)
	}
	if in.Recorded == model.StateDone || n <= 0 && branch == "" {
		return nil
	}
	return finding(model.Finding{
		Severity: model.SeverityInfo, Message: fmt.Sprintf("%d commits of it are kept on %s", n, cmp.Or(branch, "its branch")),
		First: e.EndedAt.Time, Last: e.EndedAt.Time, Evidence: []model.Evidence{{Where: rec.Spec.Batch.Where, Quote: string(branch)}},
	})
}

// checkOutside sees a task whose worktree is not read: then neither its steps nor its
// reviews are known.
func checkOutside(in *classify.Input, rec *record) []classify.Observation {
	if rec.Spec.Outside == "" || rec.Live {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityInfo, Message: "its steps and reviews are not read: its worktree is neither beneath the root nor one that git has as the repository's",
		First: rec.Beat, Last: rec.Beat, Evidence: []model.Evidence{{Where: rec.Spec.Batch.Where, Quote: rec.Spec.Outside}},
		Clears: "a worktree of the repository, and the root opened again",
	}
	if in.Recorded == model.StateActive || in.Recorded == model.StateFailed {
		f.Severity = model.SeverityWarning
	}
	return finding(f)
}
