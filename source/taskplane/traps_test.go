package taskplane

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// trap is a task and what is to be concluded of it.
type trap struct {
	name  string
	make  func(b *bench, p *planned) // p is running, with two of its four steps complete
	state model.State
	// rules are the findings of warning and above, "rule:severity"; obstacle is a part of
	// what is in the way.
	rules    string
	obstacle string
}

// over ends the batch with the task in a status.
func (b *bench) over(p *planned, status, reason, phase string) {
	p.entry["status"], p.entry["exitReason"], p.entry["endedAt"] = status, reason, b.at0.UnixMilli()
	b.batch["phase"] = phase
}

// finish completes all steps and the task.
func (b *bench) finish(p *planned) {
	for i := range p.steps {
		p.steps[i].status, p.steps[i].boxes = complete, []string{"[x] a", "[x] b"}
	}
	p.done()
	b.batch["phase"] = "completed"
}

// live has the worker alive and its lane written now.
func (b *bench) live(p *planned) {
	b.now, b.alive = p.at0.Add(5*time.Second), model.LivenessAlive
	p.agent("running", 4242)
	b.lock(4711, p.at0)
}

// spiral is issue 537 after so many wasted iterations.
func spiral(p *planned, wasted int) {
	p.work(1)
	p.review("code", 1, "REVISE")
	for i := range wasted {
		p.idle(2+i, 1+i)
	}
}

var traps = []trap{
	{"healthy", func(b *bench, p *planned) {
		p.work(1)
		p.review("plan", 1, "REVISE")
		p.review("code", 1, "REVISE")
		p.review("code", 1, "APPROVE")
		p.review("code", 2, "APPROVE")
		p.exit("All steps complete.")
		b.finish(p)
	}, model.StateDone, "", ""},
	{"at work", func(b *bench, p *planned) { p.start(1); p.call("edit", "a.ts"); b.live(p) }, model.StateActive, "", ""},
	{"the death spiral", func(b *bench, p *planned) {
		spiral(p, 3)
		p.row("Task blocked", "No progress after 3 iterations")
		b.over(p, "failed", "No progress after 3 iterations", "paused")
	}, model.StateFailed, "hard-error:error open-review:error retry-loop:error", "R001-code-step1) says REVISE: Swap the two calls of step 1."},
	{"the spiral, on its way", func(b *bench, p *planned) { spiral(p, 2); b.live(p) }, model.StateActive, "open-review:error retry-loop:warning", ""},
	{"the spiral, before it begins", func(b *bench, p *planned) { spiral(p, 0); b.live(p) }, model.StateActive, "open-review:warning", ""},
	{"the review is being answered", func(b *bench, p *planned) {
		p.work(1)
		p.steps[1].status = inProgress
		p.review("code", 1, "REVISE")
		b.live(p)
	}, model.StateActive, "", ""},
	{"the lane-runner marked it complete", func(b *bench, p *planned) {
		p.work(1)
		p.review("code", 1, "REVISE")
		p.row("Step 1 completed", "all boxes checked")
		p.idle(2, 1)
		p.idle(3, 2)
		p.idle(4, 3)
		b.over(p, "failed", "No progress after 3 iterations", "paused")
	}, model.StateFailed, "hard-error:error open-review:error retry-loop:error", "REVISE"},
	{"steered and recovered", func(b *bench, p *planned) {
		spiral(p, 2)
		p.work(4)
		p.review("code", 1, "APPROVE")
		b.live(p)
	}, model.StateActive, "", ""},
	{"steered, recovered and done", func(b *bench, p *planned) {
		spiral(p, 2)
		p.work(4)
		p.review("code", 1, "APPROVE")
		b.finish(p)
	}, model.StateDone, "", ""},
	{"lucky: the review is in flight", func(b *bench, p *planned) {
		p.start(1)
		p.event("tool_call", object{"tool": "review_step", "argsPreview": ""})
		p.reviewer("code", 1, p.at0)
		b.live(p)
	}, model.StateActive, "review-in-flight:warning", ""},
	{"lucky: the review approved", func(b *bench, p *planned) {
		p.start(1)
		p.call("review_step", "")
		p.review("code", 1, "APPROVE")
		b.live(p)
	}, model.StateActive, "", ""},
	{"a plan review is in flight", func(b *bench, p *planned) {
		p.start(1)
		p.reviewer("plan", 1, p.at0)
		b.live(p)
	}, model.StateActive, "", ""},
	{"the reviewer is dead", func(b *bench, p *planned) {
		p.start(1)
		p.reviewer("code", 2, p.at0.Add(-3*time.Minute))
		b.live(p)
	}, model.StateActive, "dead-reviewer:warning", ""},
	{"false done", func(b *bench, p *planned) {
		p.work(1)
		p.review("code", 1, "APPROVE")
		p.review("code", 2, "REVISE")
		b.finish(p)
	}, model.StateFalseDone, "open-review:error", "Step 2 is marked complete, but its newest code review (R002-code-step2) says REVISE"},
	{"false done by a rethink", func(b *bench, p *planned) {
		p.review("code", 1, "RETHINK")
		b.finish(p)
	}, model.StateFalseDone, "open-review:error", "RETHINK"},
	{"false done in bold", func(b *bench, p *planned) { p.review("code", 1, "**REVISE**"); b.finish(p) }, model.StateFalseDone, "open-review:error", "REVISE"},
	{"false done with the ends of lines of Windows", func(b *bench, p *planned) {
		p.crlf = true
		p.review("code", 1, "REVISE")
		b.finish(p)
	}, model.StateFalseDone, "open-review:error", "REVISE"},
	{"a plan review asked for changes", func(b *bench, p *planned) {
		p.review("code", 1, "APPROVE")
		p.review("plan", 1, "REVISE")
		b.finish(p)
	}, model.StateDone, "", ""},
	{"level 1 has no code reviews", func(b *bench, p *planned) { p.level = 1; p.review("code", 1, "REVISE"); b.finish(p) }, model.StateDone, "", ""},
	{"level 0 has none at all", func(b *bench, p *planned) { p.level = 0; b.finish(p) }, model.StateDone, "", ""},
	{"level 3", func(b *bench, p *planned) { p.level = 3; p.review("code", 2, "REVISE"); b.finish(p) }, model.StateFalseDone, "open-review:error", "REVISE"},
	{"a review that came to nothing", func(b *bench, p *planned) { p.review("code", 1, ""); p.review("code", 1, "APPROVE"); b.finish(p) }, model.StateDone, "", ""},
	{"a review that came to nothing after a refusal", func(b *bench, p *planned) {
		p.review("code", 1, "REVISE")
		p.review("code", 1, "")
		b.finish(p)
	}, model.StateFalseDone, "open-review:error", "R001"},
	{"a review without a verdict takes nothing back", func(b *bench, p *planned) {
		p.review("code", 1, "REVISE")
		p.review("code", 1, "see below")
		b.finish(p)
	}, model.StateFalseDone, "open-review:error", "R001"},
	{"the last step has no review", func(b *bench, p *planned) {
		p.review("code", 1, "APPROVE")
		p.review("code", 2, "APPROVE")
		b.finish(p)
	}, model.StateDone, "", ""},
	{"old requests for reviews are none", func(b *bench, p *planned) {
		p.write(p.folder()+"/.reviews/request-R009.md", "### Verdict: REVISE")
		b.finish(p)
	}, model.StateDone, "", ""},
	{"a review of a step that STATUS.md has not", func(b *bench, p *planned) {
		p.review("code", 9, "REVISE")
		b.finish(p)
	}, model.StateFalseDone, "open-review:error", "its newest code review (R001-code-step9) says REVISE"},
	{"STATUS.md is being written", func(b *bench, p *planned) {
		p.review("code", 2, "REVISE")
		b.finish(p)
		p.saved = "\n"
	}, model.StateFalseDone, "open-review:error", "its newest code review (R001-code-step2)"},
	{"a step that is planned, and reviewed", func(b *bench, p *planned) {
		p.start(1)
		p.review("code", 9, "REVISE")
		b.live(p)
	}, model.StateActive, "", ""},
	{"done under a running engine", func(b *bench, p *planned) {
		p.work(1)
		p.review("code", 2, "REVISE")
		b.finish(p)
		p.entry["status"], b.batch["phase"] = "running", "executing"
		b.live(p)
	}, model.StateFalseDone, "open-review:error", "REVISE"},
	{"a step says incomplete", func(b *bench, p *planned) {
		b.finish(p)
		p.steps[2] = plannedStep{name: "The endpoint", status: "❌ Incomplete", boxes: []string{"[x] a", "[ ] b"}}
	}, model.StateFalseDone, "unfinished-step:error", "1 of 2 boxes"},
	{"a step was left open", func(b *bench, p *planned) {
		b.finish(p)
		p.steps[3] = plannedStep{name: "Delivery", status: notStarted, boxes: []string{"[ ] a"}}
	}, model.StateFalseDone, "unfinished-step:error", "Step 3"},
	{"reviews are refused of a marked step", func(b *bench, p *planned) {
		p.work(1)
		p.call("review_step", "")
		p.review("code", 1, "REVISE")
		p.start(2)
		p.call("edit", "src/form.ts")
		p.call("review_step", "")
		p.call("review_step", "")
		b.live(p)
	}, model.StateActive, "open-review:warning review-refused:warning", ""},
	{"a step that no review was had of", func(b *bench, p *planned) {
		p.work(1)
		p.call("review_step", "")
		p.review("code", 1, "APPROVE")
		p.call("review_step", "")
		b.finish(p)
	}, model.StateDone, "review-refused:warning", ""},
	{"intercepted at each end, and productive", func(b *bench, p *planned) { p.work(1); p.work(2); p.work(3); b.live(p) }, model.StateActive, "", ""},
	{"one empty iteration is no loop", func(b *bench, p *planned) { p.work(1); p.idle(2, 1); b.live(p) }, model.StateActive, "", ""},
	{"two in a row, and a third has begun", func(b *bench, p *planned) {
		p.work(1)
		p.idle(2, 1)
		p.idle(3, 2)
		p.start(4)
		b.live(p)
	}, model.StateActive, "retry-loop:warning", ""},
	{"changes without boxes", func(b *bench, p *planned) {
		for i := range 3 {
			p.work(i + 1)
			p.row("No progress", fmt.Sprintf("Iteration %d: 0 new checkboxes (%d/3 stall limit)", i+1, i+1))
		}
		b.over(p, "failed", "No progress after 3 iterations", "paused")
	}, model.StateFailed, "hard-error:error", "No progress after 3 iterations"},
	{"a loop without a log", func(b *bench, p *planned) {
		for i := range 3 {
			p.row(fmt.Sprintf("Worker iter %d", i+1), "done in 90s, tools: 4")
			p.row("No progress", fmt.Sprintf("Iteration %d: 0 new checkboxes (%d/3 stall limit)", i+1, i+1))
		}
		b.over(p, "failed", "No progress after 3 iterations", "paused")
	}, model.StateFailed, "hard-error:error retry-loop:error", "No progress"},
	{"a dead worker", func(b *bench, p *planned) {
		p.work(1)
		b.live(p)
		b.alive, b.now = model.LivenessDead, p.at0.Add(5*time.Minute)
	}, model.StateFailed, "dead-worker:error stale-lane:warning", "process 4242) is gone"},
	{"a dead worker that the engine will notice", func(b *bench, p *planned) {
		p.work(1)
		b.live(p)
		b.alive = model.LivenessUnknown
	}, model.StateActive, "", ""},
	{"between two iterations", func(b *bench, p *planned) {
		p.work(1)
		b.live(p)
		p.agent("exited", 4242)
		b.alive = model.LivenessDead
	}, model.StateActive, "", ""},
	{"its batch was stopped under it", func(b *bench, p *planned) {
		p.work(1)
		b.live(p)
		p.agent("killed", 4242)
		b.batch["phase"] = "stopped"
	}, model.StateBlocked, "batch-at-rest:warning", "stopped"},
	{"its batch was stopped long ago", func(b *bench, p *planned) {
		p.work(1)
		b.live(p)
		p.agent("exited", 4242)
		p.snapshot("failed")
		b.batch["phase"], b.now = "failed", p.at0.Add(time.Hour)
	}, model.StateBlocked, "batch-at-rest:warning", "failed"},
	{"a paused batch lets its worker end", func(b *bench, p *planned) {
		p.work(1)
		b.live(p)
		b.batch["phase"] = "paused"
	}, model.StateActive, "", ""},
	{"nobody writes any more", func(b *bench, p *planned) {
		p.work(1)
		b.live(p)
		b.alive, b.now = model.LivenessUnknown, p.at0.Add(30*time.Minute)
	}, model.StateUnknown, "stale-heartbeat:error stale-lane:warning", ""},
	{"the snapshot of the lane is stale", func(b *bench, p *planned) {
		p.work(1)
		b.live(p)
		b.now = p.at0.Add(3 * time.Minute)
	}, model.StateActive, "stale-lane:warning", ""},
	{"it asks for help", func(b *bench, p *planned) {
		p.start(1)
		b.live(p)
		p.mail("outbox", "escalate", "I need permission to delete the old table.")
	}, model.StateBlocked, "awaiting-answer:warning", "permission to delete the old table"},
	{"it failed while it asked for help", func(b *bench, p *planned) {
		p.start(1)
		p.mail("outbox", "escalate", "May I drop the old table?")
		b.over(p, "failed", "No progress after 3 iterations", "paused")
	}, model.StateFailed, "hard-error:error", "May I drop the old table?"},
	{"it failed, and its lane went on to ask", func(b *bench, p *planned) {
		b.over(p, "failed", "No progress after 3 iterations", "paused")
		p.at0 = p.at0.Add(time.Minute)
		p.mail("outbox", "escalate", "May I drop the old table?")
	}, model.StateFailed, "hard-error:error", "No progress after 3 iterations"},
	{"it asked for help before", func(b *bench, p *planned) {
		p.start(1)
		b.live(p)
		p.mail("outbox/processed", "escalate", "I need permission to delete the old table.")
	}, model.StateActive, "", ""},
	{"it only reports", func(b *bench, p *planned) {
		p.start(1)
		b.live(p)
		p.mail("outbox", "reply", "Understood, going on.")
	}, model.StateActive, "", ""},
	{"a half message", func(b *bench, p *planned) {
		p.start(1)
		b.live(p)
		p.write(".pi/mailbox/"+batchID+"/"+workerID+"/outbox/1-a.msg.json.tmp", `{"type":"escalate","content":"I need`)
		p.write(".pi/mailbox/"+batchID+"/"+workerID+"/outbox/2-a.msg.json", `{"type":"escalate","content":"I need`)
	}, model.StateActive, "", ""},
	{"it names a blocker", func(b *bench, p *planned) {
		p.work(1)
		p.blockers = "- Waiting for credentials of the payment sandbox"
		b.live(p)
	}, model.StateBlocked, "blockers:warning", "credentials of the payment sandbox"},
	{"it named a blocker", func(b *bench, p *planned) {
		p.work(1)
		p.blockers = "- [x] the key is there\n- ~~no access~~\n- Resolved: all of it"
		b.live(p)
	}, model.StateActive, "", ""},
	{"failed with a blocker", func(b *bench, p *planned) {
		p.blockers = "The registry refuses the token."
		b.over(p, "failed", "No progress after 3 iterations", "paused")
	}, model.StateFailed, "blockers:warning hard-error:error", "The registry refuses the token."},
	{"a crash, as its batch classifies it", func(b *bench, p *planned) {
		b.over(p, "failed", "", "paused")
		p.entry["exitDiagnostic"] = object{"classification": "api_error", "errorMessage": "529 overloaded", "partialProgressCommits": 2, "partialProgressBranch": "saved/x"}
	}, model.StateFailed, "hard-error:error", "529 overloaded"},
	{
		"stalled", func(b *bench, p *planned) {
			b.over(p, "stalled", "Max iterations (20) reached with incomplete steps: Step 2", "paused")
		},
		model.StateFailed, "hard-error:error", "Max iterations (20)",
	},
	{"skipped by its supervisor", func(b *bench, p *planned) { b.over(p, "skipped", "Skipped by supervisor", "completed") }, model.StateCancelled, "", ""},
	{"paused by a person", func(b *bench, p *planned) { b.over(p, "skipped", "Paused by user", "paused") }, model.StateBlocked, "paused-task:warning", "Paused by user"},
	{"pending in a batch at work", func(_ *bench, p *planned) { p.entry["status"] = "pending" }, model.StateQueued, "", ""},
	{"pending in a paused batch", func(b *bench, p *planned) { b.over(p, "pending", "", "paused") }, model.StateBlocked, "batch-at-rest:warning", "paused"},
	{"set back for a retry, and not repaired", func(b *bench, p *planned) {
		spiral(p, 3)
		b.over(p, "pending", "", "stopped")
	}, model.StateBlocked, "batch-at-rest:warning open-review:error retry-loop:error", ""},
	{"succeeded and not merged", func(b *bench, p *planned) {
		b.finish(p)
		b.batch["phase"], b.batch["mergeResults"] = "paused", []object{{"waveIndex": 0, "status": "failed", "failedLane": 1, "failureReason": "conflict"}}
	}, model.StateDone, "unmerged:warning", ""},
	{"a status that is new", func(_ *bench, p *planned) { p.entry["status"] = "hibernating" }, model.StateUnknown, "", ""},
	{"without a manifest", func(b *bench, p *planned) {
		p.review("code", 2, "REVISE")
		b.finish(p)
	}, model.StateFalseDone, "open-review:error", "REVISE"},
	{"half of STATUS.md", func(b *bench, p *planned) {
		p.work(1)
		b.live(p)
		whole := p.status()
		p.saved = whole[:strings.Index(whole, "### Step 3")+8]
	}, model.StateActive, "", ""},
	{"half of an event", func(b *bench, p *planned) {
		p.work(1)
		p.append(p.runtime("agents/"+workerID+"/events.jsonl"), `{"role":"worker","taskId":"MIG-1","ts":17`)
		b.live(p)
	}, model.StateActive, "", ""},
	{"left over by a crash", func(b *bench, p *planned) {
		b.finish(p)
		p.write(".pi/batch-state.json.tmp", `{"phase":"failed"`)
		p.write(p.runtime("lanes/lane-1.json.tmp"), `{`)
	}, model.StateDone, "", ""},
	{"copied from another machine", func(b *bench, p *planned) {
		p.review("code", 2, "REVISE")
		b.finish(p)
	}, model.StateFalseDone, "open-review:error", "REVISE"},
	{"copied from Windows", func(b *bench, p *planned) {
		p.review("code", 2, "REVISE")
		b.finish(p)
		p.entry["taskFolder"] = `C:\src\shop\taskplane-tasks\` + p.id + "-work"
		b.batch["lanes"] = []object{{"laneNumber": 1, "worktreePath": `C:\src\shop\` + strings.ReplaceAll(b.lane(), "/", `\`)}}
	}, model.StateFalseDone, "open-review:error", "REVISE"},
	{"an old schema", func(b *bench, p *planned) {
		p.review("code", 2, "REVISE")
		b.finish(p)
		b.batch["schemaVersion"] = 1
		for _, key := range []string{"mode", "orchBranch", "mergeResults", "somethingNew"} {
			delete(b.batch, key)
		}
	}, model.StateFalseDone, "open-review:error", "REVISE"},
}

func TestTraps(t *testing.T) {
	for _, tc := range traps {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			if strings.HasPrefix(tc.name, "copied") {
				b.at = "/srv/elsewhere/shop"
			}
			p := b.add("MIG-1", "running", 2)
			tc.make(b, p)
			b.save()
			c, v := b.judge("MIG-1")
			if v.State != tc.state {
				t.Errorf("%v, not %v: %s", v.State, tc.state, v.Headline)
			}
			if got := severities(&v); got != tc.rules {
				t.Errorf("findings %q, not %q", got, tc.rules)
			}
			said := ""
			if v.Obstacle != nil {
				said = v.Obstacle.Text
			}
			if !strings.Contains(said, tc.obstacle) {
				t.Errorf("the obstacle is %q, not %q", said, tc.obstacle)
			}
			if v.State == model.StateFalseDone && v.Grade < model.GradeStrong {
				t.Errorf("grade %v", v.Grade)
			}
			if c.Task.Title != "Protect the form" || c.Task.Recorded != p.entry["status"] {
				t.Errorf("the task is %q, %s", c.Task.Title, c.Task.Recorded)
			}
		})
	}
}

func TestALoopIsShownByItsIterations(t *testing.T) {
	b := newBench(t)
	p := b.add("MIG-1", "running", 2)
	spiral(p, 3)
	b.over(p, "failed", "No progress after 3 iterations", "paused")
	b.save()
	_, v := b.judge("MIG-1")
	f := found(&v)["retry-loop"]
	if f.Count != 3 || f.First.IsZero() || !f.Last.After(f.First) {
		t.Errorf("%+v", f)
	}
	var quotes []string
	for _, e := range f.Evidence {
		quotes = append(quotes, e.Quote)
	}
	if diff := cmp.Diff([]string{
		"no file was changed; Iteration 4: 0 new checkboxes (3/3 stall limit)",
		"no file was changed; Iteration 3: 0 new checkboxes (2/3 stall limit)",
		"no file was changed; Iteration 2: 0 new checkboxes (1/3 stall limit)",
	}, quotes); diff != "" {
		t.Error(diff)
	}
}
