package taskplane

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	finder "notdone/source/detect"
)

// states are the states of all tasks.
func (b *bench) states() map[string]string {
	b.t.Helper()
	if b.Source == nil {
		b.open("")
	}
	out := map[string]string{}
	for id, c := range b.list() {
		v := b.verdict(c)
		out[id] = v.State.String()
	}
	return out
}

func (b *bench) want(want map[string]string) {
	b.t.Helper()
	if diff := cmp.Diff(want, b.states()); diff != "" {
		b.t.Error(diff)
	}
}

func TestDependentsOfAFailedTaskAreBlocked(t *testing.T) {
	b := newBench(t)
	failed := b.add("MIG-1", "failed", 2)
	b.over(failed, "failed", "No progress after 3 iterations", "executing")
	for _, p := range []struct{ id, deps string }{
		{"MIG-2", "- **Task:** MIG-1 (the limiter)"}, {"MIG-3", "**Requires:** MIG-2"}, {"MIG-4", "None"}, {"MIG-5", "- shop/MIG-1 — it"}, {"MIG-6", ""},
	} {
		b.add(p.id, "pending", 0).deps = p.deps
	}
	b.batch["wavePlan"] = [][]string{{"MIG-1", "MIG-4"}, {"MIG-2", "MIG-5", "MIG-6"}, {"MIG-3"}}
	b.batch["blockedTaskIds"] = []string{"MIG-2", "MIG-3"}
	b.save()
	b.want(map[string]string{"MIG-1": "failed", "MIG-2": "blocked", "MIG-3": "blocked", "MIG-4": "queued", "MIG-5": "blocked", "MIG-6": "queued"})
	for _, id := range []string{"MIG-2", "MIG-3", "MIG-5"} {
		c, v := b.judge(id)
		if v.Obstacle.Text != "waiting for failed task MIG-1" || v.Obstacle.Kind != model.KindDependency {
			t.Errorf("%s: %+v", id, v.Obstacle)
		}
		if len(c.Task.DependsOn) != 1 {
			t.Errorf("%s depends on %v", id, c.Task.DependsOn)
		}
	}
}

// entry is one batch in the summaries.
func entry(id, status string, tasks ...object) object {
	return object{"batchId": id, "status": status, "startedAt": began.UnixMilli(), "endedAt": began.Add(time.Hour).UnixMilli(), "tasks": tasks}
}

func TestOldBatches(t *testing.T) {
	b := newBench(t)
	p := b.add("MIG-1", "running", 2)
	b.live(p)
	b.save()
	tokens := object{"input": 1, "output": 2, "cacheRead": 3, "cacheWrite": 4, "costUsd": 1.5}
	b.writeJSON(".pi/batch-history.json", []object{
		entry("20260411T090000", "partial",
			object{"taskId": "MIG-1", "taskName": "Older name", "status": "failed", "exitReason": "No progress after 3 iterations"},
			object{"taskId": "OLD-1", "taskName": "Moved the forms", "status": "succeeded", "tokens": tokens},
			object{"taskId": "OLD-2", "taskName": "Not begun", "status": "blocked"}),
		entry("20260410T090000", "partial", object{"taskId": "OLD-1", "status": "failed"}),
	})
	b.want(map[string]string{"MIG-1": "active", "OLD-1": "done", "OLD-2": "blocked"})
	c, _ := b.judge("OLD-1")
	if c.Task.Title != "Moved the forms" || *c.Task.CostUSD != 1.5 || *c.Task.Tokens != 10 {
		t.Errorf("%+v", c.Task)
	}
	h, err := b.History(t.Context(), "MIG-1")
	if err != nil {
		t.Fatal(err)
	}
	said := ""
	for _, e := range h.Case.Events {
		said += e.Name + " " + e.Note + "\n"
	}
	if !strings.Contains(said, "failed batch 20260411T090000: No progress after 3 iterations") {
		t.Errorf("the timeline is\n%s", said)
	}
}

func TestABatchWhoseStateIsGone(t *testing.T) {
	for _, tc := range []struct {
		name string
		make func(b *bench, p *planned)
		want string
	}{
		{"at work", func(b *bench, p *planned) { p.start(1); b.live(p) }, "active"},
		{"its worker is dead", func(b *bench, p *planned) {
			p.start(1)
			b.live(p)
			b.alive = model.LivenessDead
			b.now = b.now.Add(time.Hour)
		}, "failed"},
		{"done", func(b *bench, p *planned) { b.finish(p); p.agent("exited", 1) }, "done"},
		{"falsely done", func(b *bench, p *planned) { p.review("code", 2, "REVISE"); b.finish(p); p.agent("exited", 1) }, "false-done"},
		{"ended without a word", func(_ *bench, p *planned) { p.work(1); p.agent("exited", 1) }, "unknown"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			p := b.add("MIG-1", "running", 2)
			tc.make(b, p)
			b.save()
			b.writeJSON(b.runtime("batch-meta.json"), object{"schemaVersion": 1, "batchId": batchID, "wavePlan": [][]string{{"MIG-1"}, {"MIG-2"}}, "startedAt": began.UnixMilli()})
			b.remove(".pi/batch-state.json")
			b.want(map[string]string{"MIG-1": tc.want, "MIG-2": "unknown"})
		})
	}
}

func TestAStateThatCannotBeRead(t *testing.T) {
	b := newBench(t)
	p := b.add("MIG-1", "running", 2)
	b.live(p)
	b.save()
	b.open("")
	b.want(map[string]string{"MIG-1": "active"})
	whole := encode(b.batch)
	b.write(".pi/batch-state.json", whole[:len(whole)/2])
	b.refresh()
	b.want(map[string]string{"MIG-1": "active"}) // what it said before stands
	fresh := newBench(t)
	fresh.dir, fresh.now, fresh.alive = b.dir, b.now, b.alive
	fresh.want(map[string]string{"MIG-1": "active"}) // by its manifest
	if err := fresh.Source.(source.Partial).Trouble(); err == nil || !strings.Contains(err.Error(), "batch-state.json: not the JSON") {
		t.Errorf("trouble: %v", err)
	}
	b.batch["schemaVersion"] = 9
	b.saveBatch()
	b.refresh()
	b.want(map[string]string{"MIG-1": "active"})
	if err := b.Source.(source.Partial).Trouble(); err == nil || !strings.Contains(err.Error(), "schema 9 is newer than 4") {
		t.Errorf("trouble: %v", err)
	}
}

// In a workspace the packet lies in one repository, and the work in the worktrees of
// several.
func TestAWorkspaceOfSeveralRepositories(t *testing.T) {
	b := newBench(t)
	p := b.add("MIG-1", "running", 2)
	p.steps[2].boxes = []string{"[x] shared", "[ ] of the api"}
	p.review("code", 1, "REVISE")
	b.finish(p)
	tree := "docs/.worktrees/alice-" + batchID + "/lane-1"
	p.entry["taskFolder"], p.entry["repoId"], p.entry["segmentIds"] = b.dir+"/docs/taskplane-tasks/MIG-1-work", "docs", []string{"MIG-1::docs", "MIG-1::api"}
	b.batch["mode"], b.batch["lanes"] = "workspace", []object{{"laneNumber": 1, "worktreePath": b.dir + "/" + tree, "branch": "task/x", "taskIds": []string{"MIG-1"}}}
	b.saveBatch()
	p.save()
	for from, to := range map[string]string{"taskplane-tasks": "docs/taskplane-tasks", b.lane() + "/taskplane-tasks": tree + "/taskplane-tasks"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(b.dir, to)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(b.dir, from), filepath.Join(b.dir, to)); err != nil {
			t.Fatal(err)
		}
	}
	c, v := b.judge("MIG-1")
	r := c.Native.(*record)
	if v.State != model.StateFalseDone || r.Folder != tree+"/taskplane-tasks/MIG-1-work" || c.Task.Repo != "docs" || c.Task.Branch != "task/x" {
		t.Errorf("%v in %s, of %s on %s", v.State, r.Folder, c.Task.Repo, c.Task.Branch)
	}
}

// The copy in the main checkout says nothing once the worktree is gone: it is as it was
// staged.
func TestAWorktreeThatIsGone(t *testing.T) {
	for _, at := range []string{"", "/srv/elsewhere/shop"} {
		b := newBench(t)
		if at != "" {
			b.at = at
		}
		p := b.add("MIG-1", "running", 2)
		p.review("code", 1, "REVISE")
		p.agent("exited", 1)
		b.finish(p)
		b.save()
		b.remove(".worktrees")
		c, v := b.judge("MIG-1")
		if r := c.Native.(*record); v.State != model.StateDone || r.Live || r.Folder != "taskplane-tasks/MIG-1-work" {
			t.Errorf("%v, read in %q", v.State, r.Folder)
		}
	}
}

// Worktrees beside the repository are read only when git has them as its own.
func TestWorktreesBesideTheRepository(t *testing.T) {
	for _, tc := range []struct {
		name, forward, back string // what the worktree and the repository say of each other
		want                model.State
	}{
		{"of the repository", "gitdir: ROOT/.git/worktrees/lane-1", "TREE/.git", model.StateFalseDone},
		{"that the repository does not know", "gitdir: ROOT/.git/worktrees/lane-1", "ROOT-other/lane-1/.git", model.StateDone},
		{"of another repository", "gitdir: ROOT-other/.git/worktrees/lane-1", "TREE/.git", model.StateDone},
		{"that are no worktrees", "", "", model.StateDone},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBench(t)
			parent := b.dir
			b.dir, b.at = parent+"/shop", parent+"/shop"
			tree := parent + "/alice-" + batchID + "/lane-1"
			p := b.add("MIG-1", "running", 2)
			p.review("code", 1, "REVISE")
			b.finish(p)
			b.batch["lanes"] = []object{{"laneNumber": 1, "worktreePath": tree}}
			b.save()
			if err := os.MkdirAll(filepath.Dir(tree), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(filepath.Join(b.dir, b.lane()), tree); err != nil {
				t.Fatal(err)
			}
			fill := strings.NewReplacer("ROOT", b.dir, "TREE", tree)
			b.write("../alice-"+batchID+"/lane-1/.git", fill.Replace(tc.forward)+"\n")
			b.write(".git/worktrees/lane-1/gitdir", fill.Replace(tc.back)+"\n")
			c, v := b.judge("MIG-1")
			if v.State != tc.want || c.Native.(*record).Live != (tc.want == model.StateFalseDone) {
				t.Errorf("%v, read in %s", v.State, c.Native.(*record).Folder)
			}
			for _, w := range b.Targets() {
				if tc.want == model.StateDone && !strings.HasPrefix(w.Path, b.dir+"/") {
					t.Errorf("%s is watched", w.Path)
				}
			}
		})
	}
}

// Nothing is read through a link, and nothing that a path in a file leads to elsewhere.
func TestPathsAreHostile(t *testing.T) {
	outside := t.TempDir()
	other := newTree(t, outside)
	q := other.add("MIG-1", "running", 2)
	q.review("code", 1, "REVISE")
	other.save()
	for name, make := range map[string]func(b *bench, p *planned){
		"a worktree elsewhere": func(b *bench, _ *planned) {
			b.batch["lanes"] = []object{{"laneNumber": 1, "worktreePath": outside + "/" + b.lane()}}
		},
		"a worktree above": func(b *bench, _ *planned) {
			b.batch["lanes"] = []object{{"laneNumber": 1, "worktreePath": b.dir + "/../" + filepath.Base(outside) + "/" + b.lane()}}
		},
		"a folder above":   func(_ *bench, p *planned) { p.entry["taskFolder"] = "../../" + outside },
		"a folder in .pi":  func(_ *bench, p *planned) { p.entry["taskFolder"] = ".pi/runtime" },
		"a folder of none": func(_ *bench, p *planned) { p.entry["taskFolder"] = "/" },
		"a link": func(b *bench, p *planned) {
			b.remove(".worktrees")
			if err := os.MkdirAll(filepath.Join(b.dir, ".worktrees"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(outside, filepath.Dir(b.lane())), filepath.Join(b.dir, filepath.Dir(b.lane()))); err != nil {
				t.Fatal(err)
			}
			_ = p
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			p := b.add("MIG-1", "succeeded", 4)
			b.save()
			b.remove(b.lane())
			make(b, p)
			b.saveBatch()
			c, v := b.judge("MIG-1")
			if r := c.Native.(*record); v.State == model.StateFalseDone || len(r.Reviews) > 0 || strings.Contains(r.Folder, "..") {
				t.Errorf("%v, read in %q with %d reviews", v.State, r.Folder, len(r.Reviews))
			}
		})
	}
}

func TestDetection(t *testing.T) {
	b := newBench(t)
	p := b.add("MIG-1", "running", 2)
	p.start(1)
	b.live(p)
	b.save()
	b.write(".pi/runtime/20260401T000000/batch-meta.json", `{"batchId":"20260401T000000","wavePlan":[["OLD-1"]]}`)
	for rel, want := range map[string]int{
		"": 2, ".pi": 2, ".pi/runtime": 2, ".pi/batch-state.json": 2, ".pi/runtime/" + batchID: 2, ".pi/runtime/" + batchID + "/lanes": 2,
		b.runtime("agents/" + workerID + "/events.jsonl"): 2,
	} {
		found, err := finder.Adapters(t.Context(), []source.Adapter{Adapter()}, filepath.Join(b.dir, rel), "")
		if err != nil || len(found) != 1 {
			t.Errorf("%q: %v, %v", rel, found, err)
			continue
		}
		b.Source = nil
		b.open(rel)
		if all := b.list(); len(all) != want {
			t.Errorf("%q holds %d tasks, not %d", rel, len(all), want)
		}
	}
	b.write("src/x.ts", "x")
	b.write("other/.pi/settings.json", "{}")
	b.write(".pi/notes.txt", "x")
	for _, rel := range []string{"src", "src/x.ts", "other", "other/.pi", "taskplane-tasks", ".pi/notes.txt"} {
		if found, err := finder.Adapters(t.Context(), []source.Adapter{Adapter()}, filepath.Join(b.dir, rel), ""); !errors.Is(err, source.ErrUndetected) {
			t.Errorf("%q: %v, %v", rel, found, err)
		}
	}
	if _, err := Open(t.Context(), filepath.Join(b.dir, "src"), source.Options{Now: time.Now}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder without .pi: %v", err)
	}
}
