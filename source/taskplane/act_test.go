package taskplane

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/model"
	_ "notdone/model/fixedseed"
	"notdone/source"
)

// stuck is a task that failed because a complete step has an open review, in a batch
// that is at rest.
func stuck(b *bench) *planned {
	b.t.Helper()
	p := b.add("MIG-002", "failed", 3)
	p.entry["exitReason"] = "No progress after 3 iterations"
	b.batch["phase"] = "paused"
	p.work(1)
	p.review("plan", 2, "APPROVE")
	p.review("code", 1, "APPROVE")
	p.review("code", 2, "REVISE")
	p.idle(2, 1)
	p.agent("exited", 4712)
	b.lock(4711, began.Add(time.Minute))
	b.save()
	return p
}

// plan plans an action on a task, and checks that the list says the same of it.
func (b *bench) plan(id string, action model.ActionName, answer string) source.Plan {
	b.t.Helper()
	if b.Source == nil {
		b.open("")
	}
	p, err := b.Source.(source.Actor).Plan(b.t.Context(), source.Request{Task: id, Action: action, Answer: answer, Actor: "ann", Reason: "why"})
	if err != nil {
		b.t.Fatal(err)
	}
	if c := b.list()[id]; answer == "" {
		for _, offer := range Adapter().Actions(c, nil) {
			if offer.Name == action && (offer.Reason != p.Refused || offer.Allowed != (p.Refused == "")) {
				b.t.Errorf("%s is listed as %+v and planned as %q", action, offer, p.Refused)
			}
		}
	}
	return p
}

// apply applies a plan and returns its record.
func (b *bench) apply(p source.Plan) (source.Record, error) {
	b.t.Helper()
	r := source.Record{At: b.now, Request: p.Request, Task: p.Task, Was: p.Was, Now: p.Now, Undo: p.Undo}
	err := b.Source.(source.Actor).Apply(b.t.Context(), p, func(all []source.Image) error { r.Images = all; return nil })
	return r, err
}

// undo undoes a record.
func (b *bench) undo(r source.Record) error {
	b.t.Helper()
	p, err := b.Source.(source.Actor).PlanUndo(b.t.Context(), r, "bob")
	if err == nil && p.Refused != "" {
		err = errors.New("refused: " + p.Refused)
	}
	if err == nil {
		_, err = b.apply(p)
	}
	return err
}

// files are the contents and modes of all files of the tree.
func (tr *tree) files() map[string]string {
	tr.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(tr.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(tr.dir, path)
		all[rel] = info.Mode().String() + "\n" + string(text)
		return err
	})
	if err != nil {
		tr.t.Fatal(err)
	}
	return all
}

func TestResetStep(t *testing.T) {
	b := newBench(t)
	p := stuck(b)
	before := b.files()
	plan := b.plan("MIG-002", model.ActionResetStep, "")
	if plan.Refused != "" {
		t.Fatal(plan.Refused)
	}
	const want = `@@ -27,10 +27,10 @@
 ---
 
 ### Step 2: The endpoint
-**Status:** ✅ Complete
+**Status:** 🟨 In Progress
 
-- [x] begin The endpoint
-- [X] finish The endpoint
+- [ ] begin The endpoint
+- [ ] finish The endpoint
 
 ---
 
`
	if diff := cmp.Diff([]source.Change{{Table: "file", Row: p.folder() + "/STATUS.md", Column: "content", Diff: want}}, plan.Changes); diff != "" {
		t.Errorf("the plan shows (-want +got):\n%s", diff)
	}
	commit := []string{"git", "-C", filepath.Join(b.dir, p.folder()), "commit", "-m", "chore(MIG-002): revert premature step-2 completion", "--", "."}
	if diff := cmp.Diff(commit, plan.FollowUp); diff != "" {
		t.Errorf("the command (-want +got):\n%s", diff)
	}
	said := strings.Join(plan.Effects, "\n")
	for _, part := range []string{"step 2 (The endpoint) is in progress again", "orch_retry_task MIG-002", "/orch-resume in pi"} {
		if !strings.Contains(said, part) {
			t.Errorf("nothing says %q: %s", part, said)
		}
	}
	record, err := b.apply(plan)
	if err != nil {
		t.Fatal(err)
	}
	after := b.files()
	for rel := range after {
		if rel != p.folder()+"/STATUS.md" && after[rel] != before[rel] {
			t.Errorf("%s was changed", rel)
		}
	}
	b.refresh()
	if c, v := b.judge("MIG-002"); found(&v)["open-review"] != nil || c.Task.Recorded != "failed" {
		t.Errorf("afterwards it is %q: %+v", c.Task.Recorded, v.Findings)
	}
	if again := b.plan("MIG-002", model.ActionResetStep, ""); again.Refused == "" {
		t.Error("a step that was set back is set back again")
	}
	if err := b.undo(record); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, b.files()); diff != "" {
		t.Errorf("undone (-before +after):\n%s", diff)
	}
}

// A task that was counted as complete over an open review gets its .DONE removed, and
// back by the undo.
func TestResetStepOfAFalseDone(t *testing.T) {
	b := newBench(t)
	p := stuck(b)
	p.done()
	b.save()
	before := b.files()
	plan := b.plan("MIG-002", model.ActionResetStep, "")
	if plan.Refused != "" || len(plan.Changes) != 2 || plan.Changes[1].Row != p.folder()+"/.DONE" || !strings.HasPrefix(plan.Changes[1].Diff, "@@ -1,2 +0,0 @@\n-Completed: ") {
		t.Fatalf("the plan is %q %+v", plan.Refused, plan.Changes)
	}
	record, err := b.apply(plan)
	if err != nil {
		t.Fatal(err)
	}
	if _, there := b.files()[p.folder()+"/.DONE"]; there {
		t.Error(".DONE is still there")
	}
	// One that is there again, or that a crash has left, is removed alone.
	p.write(p.folder()+"/.DONE", "Completed: again\n")
	if again := b.plan("MIG-002", model.ActionResetStep, ""); again.Refused != "" || len(again.Changes) != 1 || again.Changes[0].Row != p.folder()+"/.DONE" {
		t.Errorf("with a .DONE over the step that was set back: %q, %+v", again.Refused, again.Changes)
	}
	p.remove(p.folder() + "/.DONE")
	if err := b.undo(record); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, b.files()); diff != "" {
		t.Errorf("undone (-before +after):\n%s", diff)
	}
}

// TestResetStepOfAnyStatus: whatever a STATUS.md holds, only the boxes and the status of
// the step change, and the undo restores every byte.
func TestResetStepOfAnyStatus(t *testing.T) {
	pick := func(of ...string) *rapid.Generator[string] { return rapid.SampledFrom(of) }
	line := pick("- [x] a\n", "- [ ] b\n", "  - [X] c\n", "-[x] d\n", "* [x] not a box\n", "#### Segment: api\n", "```\n", "\n", "text [x]\n", "| a | b |\n", "**Note:** Status\n")
	status := pick("**Status:** ✅ Complete", "**Status:** ✅ Done", "**Status:** complete", "**Status:**✅ Complete", "  **Status:** ✅ Complete  ", "**Status:** Incomplete")
	other := pick("**Status:** ⬜ Not Started", "**Status:** ✅ Complete", "**Status:** 🟨 In Progress")
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp("", "taskplane")
		if err != nil {
			rt.Fatal(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		b := &bench{tree: newTree(t, dir), now: began.Add(time.Hour)}
		p := stuck(b)
		steps, target := rapid.IntRange(1, 4).Draw(rt, "steps"), 0
		target = rapid.IntRange(0, steps-1).Draw(rt, "target")
		p.review("code", target, "RETHINK")
		if target != 2 {
			p.review("code", 2, "APPROVE")
		}
		text := "# MIG-002: x — Status\n\n**Status:** 🟡 In Progress\n- [x] before\n**Review Level:** 2\n\n"
		for i := range steps {
			text += "### Step " + string(rune('0'+i)) + ": name\n"
			if i == target {
				text += status.Draw(rt, "status") + "\n- [x] one\n"
			} else {
				text += other.Draw(rt, "other") + "\n"
			}
			text += strings.Join(rapid.SliceOfN(line, 0, 8).Draw(rt, "lines"), "")
		}
		text += "## Notes\n\n- [x] a note\n**Status:** ✅ Complete\nno end of line"
		if rapid.Bool().Draw(rt, "crlf") {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		p.write(p.folder()+"/STATUS.md", text)
		b.open("")
		defer func() { _ = b.Close() }()
		before := b.files()
		plan := b.plan("MIG-002", model.ActionResetStep, "")
		if plan.Refused != "" {
			rt.Fatalf("refused: %s", plan.Refused)
		}
		record, err := b.apply(plan)
		if err != nil {
			rt.Fatal(err)
		}
		now := strings.SplitN(b.files()[p.folder()+"/STATUS.md"], "\n", 2)[1]
		if want := expectReset(text, target); now != want {
			rt.Fatalf("it is\n%q\nand should be\n%q", now, want)
		}
		if readStatus([]byte(now)).step(target).complete() {
			rt.Fatal("the step still counts as complete")
		}
		if err := b.undo(record); err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(before, b.files()); diff != "" {
			rt.Fatalf("undone (-before +after):\n%s", diff)
		}
	})
}

var (
	expectBox    = regexp.MustCompile(`^(\s*-\s*\[)[xX](\].*)$`)
	expectStatus = regexp.MustCompile(`^(\s*)\*\*Status:\*\*.*$`)
)

// expectReset says line by line what a reset makes of a text.
func expectReset(text string, step int) string {
	lines := strings.SplitAfter(text, "\n")
	inside, first := false, true
	for i, l := range lines {
		body := strings.TrimRight(l, "\r\n")
		end := l[len(body):]
		switch {
		case strings.HasPrefix(body, "### Step "):
			inside = strings.HasPrefix(body, "### Step "+string(rune('0'+step))+":")
		case strings.HasPrefix(body, "## "):
			inside = false
		case inside && expectBox.MatchString(body):
			lines[i] = expectBox.ReplaceAllString(body, "$1 $2") + end
		case inside && first && expectStatus.MatchString(body):
			lines[i], first = expectStatus.ReplaceAllString(body, "$1**Status:** 🟨 In Progress")+end, false
		}
	}
	return strings.Join(lines, "")
}

// Segments may have a status of their own, and Taskplane believes the last of a step.
func TestResetStepWithSegments(t *testing.T) {
	const was = "### Step 1: a\r\n**Status:** 🟨 In Progress\r\n#### Segment: api\r\n**Status:** ✅ Complete\r\n- [x] one\r\n#### Segment: web\r\n**Status:** ⬜ Not Started\r\n- [x] two\r\n### Step 2: b\r\n**Status:** ✅ Complete\r\n"
	const want = "### Step 1: a\r\n**Status:** 🟨 In Progress\r\n#### Segment: api\r\n**Status:** 🟨 In Progress\r\n- [ ] one\r\n#### Segment: web\r\n**Status:** ⬜ Not Started\r\n- [ ] two\r\n### Step 2: b\r\n**Status:** ✅ Complete\r\n"
	if got, err := resetStep([]byte(was), 1); err != nil || string(got) != want {
		t.Errorf("%q, %v", got, err)
	}
	for _, number := range []int{3, 0} {
		if _, err := resetStep([]byte(was), number); err == nil {
			t.Errorf("step %d, which there is not, was set back", number)
		}
	}
}

// TestRefusals: what is not allowed says why, and the list says the same.
func TestRefusals(t *testing.T) {
	phase := func(name string) func(b *bench, p *planned) {
		return func(b *bench, _ *planned) { b.batch["phase"] = name; b.saveBatch() }
	}
	const untilPaused = "and its engine would write over what is changed: /orch-pause in pi first"
	for name, c := range map[string]struct {
		change                func(b *bench, p *planned)
		reset, message, retry string
	}{
		"at rest": {
			nil, "", "its batch is paused: only a worker at work reads messages",
			"only Taskplane writes batch-state.json: have the supervisor in pi call orch_retry_task MIG-002, then type /orch-resume in pi; reset step 2 before that, or the retry ends in the same way",
		},
		"stopped": {
			phase("stopped"), "", "its batch is stopped: only a worker at work reads messages",
			"only Taskplane writes batch-state.json: have the supervisor in pi call orch_retry_task MIG-002, then type /orch-resume --force in pi; reset step 2 before that, or the retry ends in the same way",
		},
		"executing": {
			phase("executing"), "its batch is executing, " + untilPaused, "its worker " + workerID + " has exited", "its batch is executing, " + untilPaused,
		},
		"merging":   {phase("merging"), "its batch is merging, " + untilPaused, "its batch is merging: only a worker at work reads messages", "its batch is merging, " + untilPaused},
		"completed": {phase("completed"), "its batch is completed, and Taskplane resumes no completed batch", "its batch is completed: only a worker at work reads messages", "its batch is completed, and Taskplane resumes no completed batch"},
		"a phase of a later Taskplane": {
			phase("dreaming"), `its batch is in the phase "dreaming", which Taskplane does not resume`, "its batch is dreaming: only a worker at work reads messages",
			`its batch is in the phase "dreaming", which Taskplane does not resume`,
		},
		"no open review": {
			func(_ *bench, p *planned) { p.review("code", 2, "APPROVE"); p.save() }, "no complete step of it has a newest code review that asks for changes",
			"its batch is paused: only a worker at work reads messages",
			"only Taskplane writes batch-state.json: have the supervisor in pi call orch_retry_task MIG-002, then type /orch-resume in pi",
		},
		"a worker that is alive": {
			func(b *bench, p *planned) { b.alive = model.LivenessAlive; p.agent("running", 4712) }, "its worker " + workerID + " (pid 4712) is alive, and writes STATUS.md",
			"its batch is paused: only a worker at work reads messages",
			"only Taskplane writes batch-state.json: have the supervisor in pi call orch_retry_task MIG-002, then type /orch-resume in pi; reset step 2 before that, or the retry ends in the same way",
		},
		"a worker that cannot be seen": {
			func(b *bench, p *planned) { p.at0 = b.now.Add(-time.Minute); p.agent("running", 4712) },
			"its worker " + workerID + " gave a sign of life at 09:59:00 UTC, and its process cannot be seen from here",
			"its batch is paused: only a worker at work reads messages",
			"only Taskplane writes batch-state.json: have the supervisor in pi call orch_retry_task MIG-002, then type /orch-resume in pi; reset step 2 before that, or the retry ends in the same way",
		},
		"another lane at work": {
			func(b *bench, p *planned) {
				b.alive = model.LivenessAlive
				p.writeJSON(p.runtime("agents/orch-alice-lane-2-worker/manifest.json"), object{"role": "worker", "laneNumber": 2, "taskId": "MIG-9", "pid": 77, "status": "running"})
			}, "the agent orch-alice-lane-2-worker of its batch is alive: leave pi first",
			"its batch is paused: only a worker at work reads messages",
			"only Taskplane writes batch-state.json: have the supervisor in pi call orch_retry_task MIG-002, then type /orch-resume in pi; reset step 2 before that, or the retry ends in the same way",
		},
		"a lane that is written": {
			func(b *bench, p *planned) { p.at0 = b.now.Add(-3 * time.Second); p.snapshot("running") },
			"the snapshot of its lane was written at 09:59:57 UTC: its lane-runner is at work",
			"its batch is paused: only a worker at work reads messages",
			"only Taskplane writes batch-state.json: have the supervisor in pi call orch_retry_task MIG-002, then type /orch-resume in pi; reset step 2 before that, or the retry ends in the same way",
		},
		"only the main checkout": {
			func(_ *bench, p *planned) {
				main := "taskplane-tasks/" + p.id + "-work"
				p.remove(main)
				if err := os.Rename(filepath.Join(p.dir, p.folder()), filepath.Join(p.dir, main)); err != nil {
					p.t.Fatal(err)
				}
			}, "its worktree is gone, and the next worker does not see the copy in the main checkout",
			"its batch is paused: only a worker at work reads messages",
			"only Taskplane writes batch-state.json: have the supervisor in pi call orch_retry_task MIG-002, then type /orch-resume in pi; reset step 2 before that, or the retry ends in the same way",
		},
		"a supervisor at work": {
			func(b *bench, _ *planned) { b.lock(4711, b.now.Add(-time.Minute)) },
			"the supervisor of its batch (pid 4711) is at work, and may resume it at any moment: leave pi first",
			"its batch is paused: only a worker at work reads messages",
			"only Taskplane writes batch-state.json: have the supervisor in pi call orch_retry_task MIG-002, then type /orch-resume in pi; reset step 2 before that, or the retry ends in the same way",
		},
		"no worktree": {
			func(_ *bench, p *planned) { p.remove(p.lane()) }, "its STATUS.md in the worktree of its lane was not found",
			"its batch is paused: only a worker at work reads messages",
			"only Taskplane writes batch-state.json: have the supervisor in pi call orch_retry_task MIG-002, then type /orch-resume in pi",
		},
		"pending": {
			func(b *bench, p *planned) { p.entry["status"] = "pending"; b.saveBatch() }, "", "its batch is paused: only a worker at work reads messages",
			"it is pending: Taskplane retries what is failed or stalled",
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			p := stuck(b)
			if c.change != nil {
				c.change(b, p)
			}
			for action, want := range map[model.ActionName]string{model.ActionResetStep: c.reset, model.ActionMessage: c.message, model.ActionRetry: c.retry} {
				if got := b.plan("MIG-002", action, ""); got.Refused != want {
					t.Errorf("%s: %q\nwant %q", action, got.Refused, want)
				}
			}
		})
	}
}

// TestPlanIsNotAppliedToAnotherTask: what happened to the task since the plan was made
// is seen, in files that came since as well.
func TestPlanIsNotAppliedToAnotherTask(t *testing.T) {
	for name, change := range map[string]func(b *bench, p *planned){
		"a worker came alive":     func(b *bench, p *planned) { b.alive = model.LivenessAlive; p.agent("running", 9) },
		"the batch was resumed":   func(b *bench, _ *planned) { b.batch["phase"] = "executing"; b.saveBatch() },
		"a supervisor came":       func(b *bench, _ *planned) { b.lock(1, b.now) },
		"the step was approved":   func(_ *bench, p *planned) { p.review("code", 2, "APPROVE") },
		"a new refusal":           func(_ *bench, p *planned) { p.review("code", 2, "REVISE") },
		"STATUS.md has a new row": func(_ *bench, p *planned) { p.row("Note", "more"); p.saveStatus() },
		"STATUS.md is a link": func(_ *bench, p *planned) {
			p.append("elsewhere", p.status())
			p.remove(p.folder() + "/STATUS.md")
			if err := os.Symlink(filepath.Join(p.dir, "elsewhere"), filepath.Join(p.dir, p.folder(), "STATUS.md")); err != nil {
				p.t.Fatal(err)
			}
		},
		".DONE came":            func(_ *bench, p *planned) { p.write(p.folder()+"/.DONE", "Completed: now\n") },
		"it was skipped":        func(b *bench, p *planned) { p.entry["status"] = "skipped"; b.saveBatch() },
		"another batch came":    func(b *bench, _ *planned) { b.batch["batchId"] = "20260413T090000"; b.saveBatch() },
		"its worktree was gone": func(_ *bench, p *planned) { p.remove(p.lane()) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			p := stuck(b)
			plan := b.plan("MIG-002", model.ActionResetStep, "")
			change(b, p)
			before := b.files()
			_, err := b.apply(plan)
			var changed *source.Changed
			if !errors.As(err, &changed) || changed.Was == changed.Now {
				t.Errorf("the error is %v", err)
			}
			if said := fmt.Sprint(err); name == "a worker came alive" && !strings.Contains(said, "running, alive") {
				t.Errorf("%q does not say that it is alive", said)
			}
			if diff := cmp.Diff(before, b.files()); diff != "" {
				t.Errorf("it was written (-before +after):\n%s", diff)
			}
		})
	}
}

// What was done is not undone once a worker has run since.
func TestNoUndoAfterALaterRun(t *testing.T) {
	for name, change := range map[string]func(b *bench, p *planned){
		"a worker runs": func(b *bench, p *planned) { b.alive = model.LivenessAlive; p.agent("running", 9) },
		"a worker ran":  func(b *bench, p *planned) { p.at0 = b.now.Add(time.Minute); p.agent("exited", 9) },
		"events came":   func(b *bench, p *planned) { p.at0 = b.now.Add(time.Minute); p.start(3) },
		"STATUS.md was written": func(_ *bench, p *planned) {
			p.append(p.folder()+"/STATUS.md", "more\n")
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			p := stuck(b)
			record, err := b.apply(b.plan("MIG-002", model.ActionResetStep, ""))
			if err != nil {
				t.Fatal(err)
			}
			change(b, p)
			before := b.files()
			if err := b.undo(record); err == nil || !strings.HasPrefix(err.Error(), "refused: ") {
				t.Errorf("the error is %v", err)
			}
			if diff := cmp.Diff(before, b.files()); diff != "" {
				t.Errorf("it was written (-before +after):\n%s", diff)
			}
		})
	}
}

// atWork is a task whose worker is alive.
func atWork(b *bench) *planned {
	b.t.Helper()
	p := b.add("MIG-002", "running", 2)
	p.work(1)
	p.at0 = b.now.Add(-5 * time.Minute)
	p.start(2)
	p.at0 = b.now.Add(-time.Second)
	p.agent("running", 4712)
	b.alive = model.LivenessAlive
	b.save()
	return p
}

func TestMessage(t *testing.T) {
	b := newBench(t)
	atWork(b)
	before := b.files()
	if plan := b.plan("MIG-002", model.ActionMessage, ""); plan.Refused != "" || plan.Missing == "" || !plan.TakesAnswer {
		t.Fatalf("without a text: %+v", plan)
	}
	plan := b.plan("MIG-002", model.ActionMessage, "Use <vault> & \"é\"")
	if plan.Refused != "" || !plan.AgentSees || plan.Was != plan.Now {
		t.Fatalf("the plan is %+v", plan)
	}
	b.now = b.now.Add(3 * time.Second) // the message is of the moment of its sending
	record, err := b.apply(plan)
	if err != nil {
		t.Fatal(err)
	}
	var came []string
	for rel := range b.files() {
		if _, there := before[rel]; !there {
			came = append(came, rel)
		}
	}
	slices.Sort(came)
	name := regexp.MustCompile(`^\.pi/mailbox/` + batchID + `/` + workerID + `/inbox/(1775988003000-[0-9a-f]{5})\.msg\.json$`)
	var m []string
	if len(came) == 2 {
		m = name.FindStringSubmatch(came[1])
	}
	if m == nil {
		t.Fatalf("these files came: %q", came)
	}
	want := "{\n  \"id\": \"" + m[1] + "\",\n  \"batchId\": \"" + batchID + "\",\n  \"from\": \"supervisor\",\n  \"to\": \"" + workerID +
		"\",\n  \"timestamp\": 1775988003000,\n  \"type\": \"steer\",\n  \"content\": \"Use <vault> & \\\"é\\\"\",\n  \"expectsReply\": false,\n  \"replyTo\": null\n}\n"
	if got := b.files()[came[1]]; got != "-rw-r--r--\n"+want {
		t.Errorf("the message is\n%s\nand should be\n%s", got, want)
	}
	audit := `{"batchId":"` + batchID + `","ts":1775988003000,"type":"message_sent","from":"supervisor","to":"` + workerID + `","messageId":"` + m[1] +
		`","messageType":"steer","contentPreview":"Use <vault> & \"é\"","broadcast":false}` + "\n"
	if got := b.files()[came[0]]; came[0] != ".pi/mailbox/"+batchID+"/events.jsonl" || got != "-rw-r--r--\n"+audit {
		t.Errorf("the audit log %s is\n%s\nand should be\n%s", came[0], got, audit)
	}
	// One message in 30 seconds.
	b.now = b.now.Add(29 * time.Second)
	if got := b.plan("MIG-002", model.ActionMessage, "more").Refused; got != "a message was sent to it at 10:00:03 UTC, and Taskplane allows one in 30 seconds: wait until 10:00:33 UTC" {
		t.Errorf("29 seconds later: %q", got)
	}
	if err := b.undo(record); err != nil {
		t.Fatal(err)
	}
	before[came[0]] = "-rw-r--r--\n" + audit
	if diff := cmp.Diff(before, b.files()); diff != "" {
		t.Errorf("undone (-want +got):\n%s", diff)
	}
	// Once the worker has it, it is not undone.
	b.now = b.now.Add(2 * time.Second)
	if record, err = b.apply(b.plan("MIG-002", model.ActionMessage, "more of it")); err != nil {
		t.Fatal(err)
	}
	inbox := filepath.Join(b.dir, ".pi/mailbox", batchID, workerID, "inbox")
	entries, err := os.ReadDir(inbox)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	ack := filepath.Join(filepath.Dir(inbox), "ack")
	if err := errors.Join(os.Mkdir(ack, 0o700), os.Rename(filepath.Join(inbox, entries[0].Name()), filepath.Join(ack, entries[0].Name()))); err != nil {
		t.Fatal(err)
	}
	if err := b.undo(record); err == nil || !strings.Contains(err.Error(), "is not there any more") {
		t.Errorf("the undo of what was delivered: %v", err)
	}
}

func TestMessagesThatAreNotSent(t *testing.T) {
	for name, c := range map[string]struct {
		change func(b *bench, p *planned)
		text   string
		want   string
	}{
		"too long":                        {nil, strings.Repeat("é", 2049), "the text has 4098 bytes, and Taskplane takes at most 4096"},
		"just fits":                       {nil, strings.Repeat("é", 2048), ""},
		"a dead worker":                   {func(b *bench, _ *planned) { b.alive = model.LivenessDead }, "x", "its worker " + workerID + " (pid 4712) is gone"},
		"it has ended":                    {func(_ *bench, p *planned) { p.agent("timed_out", 4712) }, "x", "its worker " + workerID + " has timed out"},
		"unseen, but its lane is written": {func(b *bench, _ *planned) { b.alive = model.LivenessUnknown }, "x", ""},
		"unseen": {
			func(b *bench, p *planned) {
				b.alive = model.LivenessUnknown
				p.at0 = b.now.Add(-time.Minute)
				p.snapshot("running")
			}, "x",
			"its worker " + workerID + " cannot be seen from here, and the snapshot of its lane is not written any more",
		},
		"a message in its inbox": {
			func(b *bench, p *planned) {
				p.writeJSON(".pi/mailbox/"+batchID+"/"+workerID+"/inbox/1-abcde.msg.json", object{
					"id": "1-abcde", "from": "supervisor", "to": workerID, "timestamp": b.now.Add(-10 * time.Second).UnixMilli(), "content": "go on", "type": "steer", "batchId": batchID,
				})
			}, "x", "a message was sent to it at 09:59:50 UTC, and Taskplane allows one in 30 seconds: wait until 10:00:20 UTC",
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			p := atWork(b)
			if c.change != nil {
				c.change(b, p)
			}
			if got := b.plan("MIG-002", model.ActionMessage, c.text); got.Refused != c.want {
				t.Errorf("%q, want %q", got.Refused, c.want)
			}
		})
	}
}

// What a message leads to depends on whether its worker has just ended without progress.
func TestMessageAtAnIntercept(t *testing.T) {
	b := newBench(t)
	p := atWork(b)
	p.at0 = b.now.Add(-21 * time.Second)
	p.event("assistant_message", object{"text": "The step is complete."})
	said := func(text string) string {
		return strings.Join(b.plan("MIG-002", model.ActionMessage, text).Effects, "\n")
	}
	if got := said("Answer the review R006 of step 2."); !strings.Contains(got, "silent since 09:59:40 UTC") || !strings.Contains(got, "until 10:00:40 UTC") || strings.Contains(got, "WARNING") {
		t.Errorf("at an intercept: %s", got)
	}
	for _, text := range []string{"Skip it", "let it fail", "ABORT now", "stop"} {
		if got := said(text); !strings.Contains(got, "WARNING") {
			t.Errorf("%q: %s", text, got)
		}
	}
	if got := said("Stop editing the tests, and answer the review."); strings.Contains(got, "WARNING") {
		t.Errorf("a long one: %s", got)
	}
	p.exit("The step is complete.")
	if got := said("Go on with step 2."); strings.Contains(got, "silent since") {
		t.Errorf("after the session has ended: %s", got)
	}
}

func TestPreview(t *testing.T) {
	for text, want := range map[string]int{strings.Repeat("a", 300): 200, strings.Repeat("😀", 150): 400, "a" + strings.Repeat("😀", 150): 397, "short": 5} {
		if got := preview(text); len(got) != want || !strings.HasPrefix(text, got) {
			t.Errorf("%d bytes of %d, want %d", len(got), len(text), want)
		}
	}
	if raw := encodeJSON(sent{ContentPreview: "\u2028<"}, ""); !json.Valid(raw) || strings.Contains(string(raw), "\\u003c") {
		t.Errorf("%s", raw)
	}
}

// Worktrees that lie beside the repository are written in their place, and its mailbox in
// the repository.
func TestActionsBesideTheRepository(t *testing.T) {
	for _, working := range []bool{false, true} {
		b := newBench(t)
		parent := b.dir
		b.dir, b.at = parent+"/shop", parent+"/shop"
		tree := parent + "/alice-" + batchID + "/lane-1"
		b.batch["lanes"] = []object{{"laneNumber": 1, "worktreePath": tree}}
		p, action, answer := (*planned)(nil), model.ActionMessage, "Answer the review."
		want := filepath.Join(b.dir, ".pi/mailbox", batchID, "events.jsonl")
		if working {
			p = atWork(b)
		} else {
			p, action, answer = stuck(b), model.ActionResetStep, ""
			want = filepath.Join(tree, "taskplane-tasks/MIG-002-work/STATUS.md")
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(tree), 0o700), os.Rename(filepath.Join(b.dir, b.lane()), tree)); err != nil {
			t.Fatal(err)
		}
		b.write("../alice-"+batchID+"/lane-1/.git", "gitdir: "+b.dir+"/.git/worktrees/lane-1\n")
		b.write(".git/worktrees/lane-1/gitdir", tree+"/.git\n")
		before, _ := os.ReadFile(want)
		plan := b.plan(p.id, action, answer)
		if plan.Refused != "" {
			t.Fatal(plan.Refused)
		}
		record, err := b.apply(plan)
		if err != nil {
			t.Fatal(err)
		}
		if after, err := os.ReadFile(want); err != nil || string(after) == string(before) {
			t.Errorf("%s of %s did not write %s: %v", action, p.id, want, err)
		}
		if err := b.undo(record); err != nil {
			t.Error(err)
		}
		if after, err := os.ReadFile(want); !working && (err != nil || string(after) != string(before)) {
			t.Errorf("the undo left %s as it was not: %v", want, err)
		}
	}
}
