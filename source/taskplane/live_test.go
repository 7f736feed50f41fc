package taskplane

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source/watch"
)

// Every change in the tree is told by the path at which it is seen, and only of the
// tasks to which it matters.
func TestChangesAreToldByTheirPaths(t *testing.T) {
	b := newBench(t)
	p, q := b.add("MIG-1", "running", 2), b.add("MIG-2", "pending", 0)
	p.start(1)
	b.live(p)
	b.save()
	b.open("")
	b.list()
	b.refresh()
	for _, tc := range []struct {
		name, path string
		do         func()
		state      model.State
		rules      string
		other      bool // the other task is told of, too
	}{
		{"a step is marked", p.folder() + "/STATUS.md", func() { p.steps[2].status = complete; p.saveStatus() }, model.StateActive, "", false},
		{"a review begins", p.folder() + "/.reviewer-state.json", func() { p.reviewer("code", 2, p.at0) }, model.StateActive, "review-in-flight:warning", false},
		{"it ends", p.folder() + "/.reviews", func() { p.review("code", 2, "REVISE"); b.remove(p.folder() + "/.reviewer-state.json") }, model.StateActive, "open-review:warning", false},
		{"the worker goes on", b.runtime("agents/" + workerID + "/events.jsonl"), func() { p.exit("Done."); p.idle(2, 1); p.idle(3, 2) }, model.StateActive, "open-review:error retry-loop:warning", false},
		{"it asks for help", ".pi/mailbox", func() { p.mail("outbox", "escalate", "Which key?") }, model.StateBlocked, "awaiting-answer:warning open-review:error retry-loop:warning", true},
		{"it is answered", ".pi/mailbox", func() { b.remove(".pi/mailbox") }, model.StateActive, "open-review:error retry-loop:warning", true},
		{"a snapshot", b.runtime("lanes/lane-1.json"), func() { p.snapshot("running") }, model.StateActive, "open-review:error retry-loop:warning", true},
		{"it fails", ".pi/batch-state.json", func() { b.over(p, "failed", "No progress", "paused"); b.saveBatch() }, model.StateFailed, "hard-error:error open-review:error retry-loop:error", true},
		{"it is taken for done", p.folder() + "/.DONE", func() { b.finish(p); b.save() }, model.StateFalseDone, "open-review:error", true},
	} {
		tc.do()
		b.now = p.at0.Add(time.Second)
		told, removed := b.refresh(tc.path, p.folder()+"/STATUS.md", ".pi/batch-state.json", p.folder()+"/.reviewer-state.json")
		i := slices.IndexFunc(told, func(c model.Case) bool { return c.Task.ID == "MIG-1" })
		if i < 0 || len(removed) > 0 || len(told) > 1 && !tc.other {
			t.Fatalf("%s: told of %d tasks, removed %v", tc.name, len(told), removed)
		}
		if v := b.verdict(&told[i]); v.State != tc.state || severities(&v) != tc.rules {
			t.Errorf("%s: %v with %q", tc.name, v.State, severities(&v))
		}
	}
	b.tasks = b.tasks[:1]
	b.saveBatch()
	if _, removed := b.refresh(".pi/batch-state.json"); !slices.Equal(removed, []string{q.id}) {
		t.Errorf("removed %v", removed)
	}
}

// A batch that begins after the root was opened has its folders looked into and watched.
func TestANewBatchIsFollowed(t *testing.T) {
	b := newBench(t)
	b.write(".pi/batch-history.json", "[]")
	b.open("")
	if all := b.list(); len(all) != 0 {
		t.Fatalf("%d tasks", len(all))
	}
	before := len(b.Targets())
	p := b.add("MIG-1", "running", 2)
	p.review("code", 1, "REVISE")
	b.live(p)
	b.save()
	told, _ := b.refresh(".pi/batch-state.json")
	if len(told) != 1 {
		t.Fatalf("%d tasks are told", len(told))
	}
	if v := b.verdict(&told[0]); severities(&v) != "open-review:warning" {
		t.Errorf("findings %q", severities(&v))
	}
	var watched []string
	for _, w := range b.Targets() {
		watched = append(watched, strings.TrimPrefix(w.Path, b.dir+"/"))
	}
	if len(watched) != before+2 || !slices.Contains(watched, p.folder()) {
		t.Errorf("watched are %v", watched)
	}
}

// What a STATUS.md says while it is being written is not believed.
func TestAStatusThatIsBeingWritten(t *testing.T) {
	b := newBench(t)
	p := b.add("MIG-1", "running", 2)
	p.review("code", 1, "REVISE")
	b.live(p)
	b.save()
	b.judge("MIG-1")
	whole := p.status()
	for _, half := range []string{"", whole[:len(whole)/2], whole[:20]} {
		b.write(p.folder()+"/STATUS.md", half)
		b.refresh()
		if _, v := b.judge("MIG-1"); severities(&v) != "open-review:warning" {
			t.Errorf("with %d bytes of it: %q", len(half), severities(&v))
		}
	}
}

// Reviews are known without STATUS.md, and it is in the worktree that it is missing.
func TestAStatusThatIsMissing(t *testing.T) {
	b := newBench(t)
	p := b.add("MIG-1", "running", 2)
	p.review("code", 1, "REVISE")
	b.finish(p)
	b.save()
	b.remove(p.folder() + "/STATUS.md")
	if _, v := b.judge("MIG-1"); v.State != model.StateFalseDone || severities(&v) != "open-review:error" {
		t.Errorf("%v with %q", v.State, severities(&v))
	}
}

func TestARootThatIsRemoved(t *testing.T) {
	b := newBench(t)
	b.dir = filepath.Join(b.dir, "shop")
	b.at = b.dir
	p := b.add("MIG-1", "running", 2)
	b.live(p)
	b.save()
	b.open("")
	b.want(map[string]string{"MIG-1": "active"})
	b.remove(".")
	if _, err := b.Refresh(t.Context(), watch.Signal{}); err == nil {
		t.Error("no error")
	}
	b.save()
	b.refresh()
	b.want(map[string]string{"MIG-1": "active"})
}

// many is a batch of so many events of one worker.
func (p *planned) many(events int) {
	p.t.Helper()
	var b strings.Builder
	for i := range events {
		kind, payload := "tool_call", fmt.Sprintf(`{"tool":"bash","path":"","argsPreview":"npm test -- --run case-%d"}`, i)
		switch i % 400 {
		case 0:
			kind, payload = "agent_started", `{"model":"anthropic/claude-sonnet-4-5","cwd":"/srv"}`
		case 399:
			kind, payload = "agent_exited", `{"exitCode":0,"signal":null,"durationMs":1000,"timedOut":false}`
		}
		fmt.Fprintf(&b, `{"batchId":%q,"agentId":%q,"role":"worker","laneNumber":1,"taskId":%q,"repoId":"default","ts":%d,"type":%q,"payload":%s}`+"\n",
			batchID, workerID, p.id, began.UnixMilli()+int64(i)*10, kind, payload)
	}
	p.append(p.runtime("agents/"+workerID+"/events.jsonl"), b.String())
	p.at0 = began.Add(time.Duration(events) * 10 * time.Millisecond)
}

// Of a log that grows only what is new is read: what was there before is not looked at
// again, whatever stands there now.
func TestOnlyWhatIsNewOfALogIsRead(t *testing.T) {
	b := newBench(t)
	p := b.add("MIG-1", "running", 2)
	p.many(20_000)
	b.live(p)
	b.save()
	b.open("")
	c := b.list()["MIG-1"]
	if c.Task.Attempts != 50 {
		t.Errorf("%d iterations", c.Task.Attempts)
	}
	log := filepath.Join(b.dir, b.runtime("agents/"+workerID+"/events.jsonl"))
	info, err := os.Stat(log)
	if err != nil {
		t.Fatal(err)
	}
	f := b.Source.(*plane).Files[b.runtime("agents/"+workerID+"/events.jsonl")]
	before := f.View
	p.start(51)
	told, _ := b.refresh(b.runtime("agents/" + workerID + "/events.jsonl"))
	if len(told) == 0 || told[0].Task.Attempts != 51 || f.View != before || info.Size() < 1<<20 {
		t.Errorf("told of %d tasks, %d iterations; the log is read anew: %v", len(told), told[0].Task.Attempts, f.View != before)
	}
}

func BenchmarkOpen20000Events(bm *testing.B) {
	b := newBench(bm)
	p := b.add("MIG-1", "running", 2)
	p.many(20_000)
	b.live(p)
	b.save()
	for bm.Loop() {
		b.open("")
		b.list()
	}
}

func BenchmarkAppendTo20000Events(bm *testing.B) {
	b := newBench(bm)
	p := b.add("MIG-1", "running", 2)
	p.many(20_000)
	b.live(p)
	b.save()
	b.open("")
	b.list()
	b.refresh()
	for bm.Loop() {
		p.event("tool_call", object{"tool": "bash", "argsPreview": "ls"})
		b.refresh(b.runtime("agents/" + workerID + "/events.jsonl"))
	}
}

// What a task was read as stays as it was, whoever looks at it later.
func TestACaseStaysAsItWasRead(t *testing.T) {
	b := newBench(t)
	p := b.add("MIG-1", "running", 2)
	p.work(1)
	b.live(p)
	b.save()
	c, _ := b.judge("MIG-1")
	r := c.Native.(*record)
	p.idle(2, 1)
	b.over(p, "failed", "No progress", "paused")
	b.save()
	b.refresh()
	if len(r.Log.runs) != 1 || r.Log.count != 1 || r.Spec.Entry.Status != "running" || r.Spec.Batch.File.Phase != "executing" {
		t.Errorf("%d iterations, %s in a batch that is %s", len(r.Log.runs), r.Spec.Entry.Status, r.Spec.Batch.File.Phase)
	}
}

// A worktree that comes after the root was opened, beneath it or beside it, is looked
// into and watched: what is written there is told by its path.
func TestAWorktreeThatComesLater(t *testing.T) {
	for _, beside := range []bool{false, true} {
		t.Run(fmt.Sprintf("beside %v", beside), func(t *testing.T) {
			b := newBench(t)
			b.dir = filepath.Join(b.dir, "shop")
			b.at = b.dir
			b.add("MIG-1", "running", 2)
			b.save()
			tree := filepath.Join(b.dir, b.lane())
			if beside {
				tree = filepath.Join(filepath.Dir(b.dir), "shop-lane-1")
				b.batch["lanes"] = []object{{"laneNumber": 1, "worktreePath": tree}}
				b.saveBatch()
			}
			later := filepath.Join(b.dir, "later")
			if err := os.Rename(filepath.Join(b.dir, b.lane()), later); err != nil {
				t.Fatal(err)
			}
			b.open("")
			if r := b.list()["MIG-1"].Native.(*record); r.Live {
				t.Fatalf("read in %s", r.Folder)
			}
			if err := os.Rename(later, tree); err != nil {
				t.Fatal(err)
			}
			if beside {
				b.write("../shop-lane-1/.git", "gitdir: "+b.dir+"/.git/worktrees/shop-lane-1\n")
				b.write(".git/worktrees/shop-lane-1/gitdir", tree+"/.git\n")
			}
			b.saveBatch()
			told, _ := b.refresh(".pi/batch-state.json", b.lane())
			if len(told) != 1 || !told[0].Native.(*record).Live {
				t.Fatalf("%d tasks are told", len(told))
			}
			w, err := watch.New(b.Targets(), watch.Options{Poll: time.Hour})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = w.Close() })
			review := filepath.Join(tree, "taskplane-tasks", "MIG-1-work", ".reviews", "R001-code-step1.md")
			if err := os.MkdirAll(filepath.Dir(review), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(review, []byte("### Verdict: REVISE\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			for signal := range w.C() {
				d, err := b.Refresh(t.Context(), signal)
				if err != nil {
					t.Fatal(err)
				}
				if len(d.Cases) == 1 && len(d.Cases[0].Native.(*record).refusals()) == 1 {
					break
				}
			}
		})
	}
}
