package taskplane

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// began is when the batches of the tests begin.
var began = time.Date(2026, 4, 12, 9, 0, 0, 0, time.UTC)

const (
	batchID  = "20260412T090000"
	operator = "alice"
	workerID = "orch-alice-lane-1-worker"
)

type object = map[string]any

// tree is a root as Taskplane leaves it, with one batch of one lane.
type tree struct {
	t     testing.TB
	dir   string // the root
	at    string // where its files say that the root is
	batch object
	tasks []*planned
	at0   time.Time // the next event
}

// planned is a task of a tree.
type planned struct {
	*tree
	id       string
	entry    object
	level    int
	counter  int
	header   string // of the task's status
	steps    []plannedStep
	rows     []string // of the execution log
	notes    []string // rows at the end of the file
	blockers string
	crlf     bool
	deps     string
	saved    string // what STATUS.md holds instead; empty: all of it
}

type plannedStep struct {
	name, status string
	boxes        []string // "[x] text"
}

const (
	complete   = "✅ Complete"
	inProgress = "🟨 In Progress"
	notStarted = "⬜ Not Started"
)

// newTree makes an empty batch that is being executed.
func newTree(t testing.TB, dir string) *tree {
	t.Helper()
	return &tree{t: t, dir: dir, at: dir, at0: began, batch: object{
		"schemaVersion": 4, "phase": "executing", "batchId": batchID, "baseBranch": "main", "orchBranch": "orch/" + operator + "-" + batchID,
		"mode": "repo", "startedAt": began.UnixMilli(), "updatedAt": began.UnixMilli(), "endedAt": nil, "currentWaveIndex": 0,
		"blockedTaskIds": []string{}, "mergeResults": []any{}, "somethingNew": object{"kept": true},
	}}
}

// add plans a task of four steps, of which the given number are complete.
func (tr *tree) add(id, status string, completed int) *planned {
	p := &planned{tree: tr, id: id, level: 2, header: "🟡 In Progress", entry: object{
		"taskId": id, "laneNumber": 1, "sessionName": workerID, "status": status, "startedAt": began.Add(time.Minute).UnixMilli(), "endedAt": nil,
		"taskFolder": tr.at + "/taskplane-tasks/" + id + "-work", "doneFileFound": false, "exitReason": "",
	}}
	for i, name := range []string{"Preflight", "The limiter", "The endpoint", "Delivery"} {
		s := plannedStep{name: name, status: notStarted, boxes: []string{"[ ] begin " + name, "[ ] finish " + name}}
		if i < completed {
			s.status, s.boxes = complete, []string{"[x] begin " + name, "[X] finish " + name}
		}
		p.steps = append(p.steps, s)
	}
	tr.tasks = append(tr.tasks, p)
	return p
}

// lane is the worktree of the lane, beneath the root.
func (tr *tree) lane() string { return ".worktrees/" + operator + "-" + batchID + "/lane-1" }

// folder is the live folder of a task, beneath the root.
func (p *planned) folder() string { return p.lane() + "/taskplane-tasks/" + p.id + "-work" }

// runtime is the folder of the batch in .pi.
func (tr *tree) runtime(rel string) string { return ".pi/runtime/" + batchID + "/" + rel }

func (tr *tree) write(rel, content string) {
	tr.t.Helper()
	name := filepath.Join(tr.dir, rel)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		tr.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		tr.t.Fatal(err)
	}
}

func (tr *tree) append(rel, content string) {
	tr.t.Helper()
	name := filepath.Join(tr.dir, rel)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		tr.t.Fatal(err)
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		tr.t.Fatal(err)
	}
	if _, err := f.WriteString(content); err != nil {
		tr.t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		tr.t.Fatal(err)
	}
}

func (tr *tree) remove(rel string) {
	tr.t.Helper()
	if err := os.RemoveAll(filepath.Join(tr.dir, rel)); err != nil {
		tr.t.Fatal(err)
	}
}

func encode(v any) string {
	raw, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// writeJSON writes a file as Taskplane does: beside it first, and then in its place.
func (tr *tree) writeJSON(rel string, v any) {
	tr.t.Helper()
	tr.write(rel+".tmp", encode(v))
	if err := os.Rename(filepath.Join(tr.dir, rel+".tmp"), filepath.Join(tr.dir, rel)); err != nil {
		tr.t.Fatal(err)
	}
}

// save writes the batch, and all of its tasks.
func (tr *tree) save() {
	tr.t.Helper()
	tr.saveBatch()
	for _, p := range tr.tasks {
		p.save()
	}
}

// saveBatch writes batch-state.json.
func (tr *tree) saveBatch() {
	tr.t.Helper()
	var entries []object
	var ids []string
	for _, p := range tr.tasks {
		entries, ids = append(entries, p.entry), append(ids, p.id)
	}
	tr.batch["tasks"], tr.batch["totalTasks"] = entries, len(entries)
	if tr.batch["wavePlan"] == nil {
		tr.batch["wavePlan"] = [][]string{ids}
	}
	if tr.batch["lanes"] == nil {
		tr.batch["lanes"] = []object{{
			"laneNumber": 1, "laneId": "lane-1", "laneSessionId": "orch-alice-lane-1", "worktreePath": tr.at + "/" + tr.lane(),
			"branch": "task/alice-lane-1-" + batchID,
		}}
	}
	tr.writeJSON(".pi/batch-state.json", tr.batch)
}

// save writes the packet of a task: into the main checkout as it was staged, and into
// the worktree as it is.
func (p *planned) save() {
	p.t.Helper()
	staged := *p
	staged.steps, staged.rows, staged.notes, staged.header = nil, nil, nil, "🔵 Ready for Execution"
	for _, s := range p.steps {
		staged.steps = append(staged.steps, plannedStep{name: s.name, status: notStarted, boxes: []string{"[ ] begin", "[ ] finish"}})
	}
	main := "taskplane-tasks/" + p.id + "-work/"
	for _, dir := range []string{main, p.folder() + "/"} {
		p.write(dir+"PROMPT.md", p.prompt())
	}
	p.write(main+"STATUS.md", staged.status())
	p.saveStatus()
}

func (p *planned) saveStatus() {
	p.t.Helper()
	p.write(p.folder()+"/STATUS.md", cmp.Or(p.saved, p.status()))
}

func (p *planned) prompt() string {
	return fmt.Sprintf("# Task: %s - Protect the form\n\n**Size:** M\n\n## Review Level: %d (Plan + Code)\n\n## Dependencies\n\n%s\n\n## Mission\n\nNo robots.\n", p.id, p.level, p.deps)
}

// status is the STATUS.md of a task.
func (p *planned) status() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: Protect the form — Status\n\n**Current Step:** Step 0: Preflight\n**Status:** %s\n**Last Updated:** 2026-04-12\n", p.id, p.header)
	fmt.Fprintf(&b, "**Review Level:** %d\n**Review Counter:** %d\n**Iteration:** 1\n**Size:** M\n\n---\n", p.level, p.counter)
	for i, s := range p.steps {
		fmt.Fprintf(&b, "\n### Step %d: %s\n**Status:** %s\n\n", i, s.name, s.status)
		for _, x := range s.boxes {
			b.WriteString("- " + x + "\n")
		}
		b.WriteString("\n---\n")
	}
	b.WriteString("\n## Execution Log\n\n| Timestamp | Action | Outcome |\n|-----------|--------|---------|\n")
	for _, row := range append([]string{"2026-04-12 | Task staged | STATUS.md auto-generated by task-runner"}, p.rows...) {
		b.WriteString("| " + row + " |\n")
	}
	blockers := p.blockers
	if blockers == "" {
		blockers = "*None*"
	}
	fmt.Fprintf(&b, "\n---\n\n## Blockers\n\n%s\n\n---\n\n## Notes\n\n*Reserved for execution notes*\n", blockers)
	for _, row := range p.notes {
		b.WriteString("| " + row + " |\n")
	}
	if p.crlf {
		return strings.ReplaceAll(b.String(), "\n", "\r\n")
	}
	return b.String()
}

// row adds a row to the execution log.
func (p *planned) row(action, outcome string) {
	p.rows = append(p.rows, p.at0.Format("2006-01-02 15:04")+" | "+action+" | "+outcome)
}

// review writes the next review; an empty verdict is one that nobody wrote.
func (p *planned) review(kind string, step int, verdict string) {
	p.t.Helper()
	p.counter++
	if verdict == "" {
		return
	}
	p.write(fmt.Sprintf("%s/.reviews/R%03d-%s-step%d.md", p.folder(), p.counter, kind, step),
		fmt.Sprintf("## Review\n\n### Verdict: %s\n\n### Summary\nSwap the two calls of step %d.\n", verdict, step))
	p.notes = append(p.notes, fmt.Sprintf("%s | Review R%03d | %s Step %d: %s", p.at0.Format("2006-01-02 15:04"), p.counter, kind, step, verdict))
}

// done creates .DONE, as the lane-runner does.
func (p *planned) done() {
	p.t.Helper()
	p.header = "✅ Complete"
	p.entry["status"], p.entry["doneFileFound"], p.entry["exitReason"] = "succeeded", true, ".DONE file created by lane-runner"
	p.entry["endedAt"] = p.at0.UnixMilli()
	p.write(p.folder()+"/.DONE", "Completed: "+p.at0.Format(time.RFC3339)+"\nTask: "+p.id+"\n")
}

// event appends an event of the worker, a second after the one before.
func (p *planned) event(kind string, payload object) {
	p.t.Helper()
	p.at0 = p.at0.Add(time.Second)
	raw, err := json.Marshal(object{
		"batchId": batchID, "agentId": workerID, "role": "worker", "laneNumber": 1, "taskId": p.id, "repoId": "default",
		"ts": p.at0.UnixMilli(), "type": kind, "payload": payload,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.append(p.runtime("agents/"+workerID+"/events.jsonl"), string(raw)+"\n")
}

func (p *planned) call(tool, args string) {
	path := ""
	if tool != "bash" {
		path = args
	}
	p.event("tool_call", object{"tool": tool, "path": path, "argsPreview": args})
	p.event("tool_result", object{"tool": tool, "summary": ""})
}

// start begins an iteration.
func (p *planned) start(n int) {
	p.event("agent_started", object{"model": "anthropic/claude-sonnet-4-5", "cwd": p.at + "/" + p.lane()})
	p.event("prompt_sent", object{"text": fmt.Sprintf("Read your task.\nIteration: %d\n", n)})
}

// exit ends an iteration, as every iteration ends.
func (p *planned) exit(said string) {
	p.event("assistant_message", object{"text": said})
	p.event("exit_intercepted", object{"interceptionCount": 1, "assistantMessage": said, "supervisorConsulted": true, "action": "close", "reason": "callback_returned_null"})
	p.event("agent_exited", object{"exitCode": 0, "signal": nil, "durationMs": 1000, "timedOut": false})
}

// idle is an iteration that only looks around, as in issue 537; k is how many in a row.
func (p *planned) idle(n, k int) {
	p.start(n)
	p.call("read", p.folder()+"/STATUS.md")
	p.call("bash", "git status --short")
	p.call("bash", "git log --oneline -5")
	p.event("retry_started", object{"attempt": 1, "error": "Overloaded"})
	p.exit("The step is already marked complete.")
	p.row(fmt.Sprintf("Worker iter %d", n), "done in 105s, tools: 3")
	p.row("No progress", fmt.Sprintf("Iteration %d: 0 new checkboxes (%d/3 stall limit)", n, k))
}

// work is an iteration that changes a file.
func (p *planned) work(n int) {
	p.start(n)
	p.call("read", "src/form.ts")
	p.call("edit", "src/form.ts")
	p.call("bash", `git add -A && git commit -q -m "feat: more"`)
	p.exit("The next step is done.")
	p.row(fmt.Sprintf("Worker iter %d", n), "done in 274s, tools: 3")
}

// agent writes the manifest of the worker, the registry and the snapshot of the lane.
func (p *planned) agent(status string, pid int) {
	p.t.Helper()
	m := object{
		"batchId": batchID, "agentId": workerID, "role": "worker", "laneNumber": 1, "taskId": p.id, "repoId": "default", "pid": pid,
		"parentPid": 4711, "startedAt": p.at0.UnixMilli(), "status": status, "cwd": p.at + "/" + p.lane(),
		"packet": object{"taskFolder": p.at + "/" + p.folder(), "statusPath": p.at + "/" + p.folder() + "/STATUS.md"},
	}
	p.writeJSON(p.runtime("agents/"+workerID+"/manifest.json"), m)
	p.writeJSON(p.runtime("registry.json"), object{"batchId": batchID, "updatedAt": p.at0.UnixMilli(), "agents": object{workerID: m}})
	p.snapshot("running")
}

// snapshot writes the snapshot of the lane.
func (p *planned) snapshot(status string) {
	p.t.Helper()
	p.writeJSON(p.runtime("lanes/lane-1.json"), object{
		"batchId": batchID, "laneNumber": 1, "laneId": "lane-1", "taskId": p.id, "status": status, "updatedAt": p.at0.UnixMilli(),
		"worker": object{"agentId": workerID, "status": status, "costUsd": 0.25, "inputTokens": 10, "outputTokens": 20, "cacheReadTokens": 30, "cacheWriteTokens": 40},
	})
}

// lock writes the lock of the supervisor.
func (tr *tree) lock(pid int, beat time.Time) {
	tr.t.Helper()
	tr.writeJSON(".pi/supervisor/lock.json", object{
		"pid": pid, "sessionId": "s", "batchId": batchID, "startedAt": began.Format(time.RFC3339), "heartbeat": beat.Format(time.RFC3339),
	})
}

// reviewer writes the state of a review that runs.
func (p *planned) reviewer(kind string, step int, at time.Time) {
	p.t.Helper()
	p.writeJSON(p.folder()+"/.reviewer-state.json", object{"status": "running", "reviewType": kind, "reviewStep": step, "updatedAt": at.UnixMilli()})
}

// mail writes a message from or to the worker.
func (p *planned) mail(box, kind, content string) {
	p.t.Helper()
	id := fmt.Sprintf("%d-abcde", p.at0.UnixMilli())
	p.writeJSON(".pi/mailbox/"+batchID+"/"+workerID+"/"+box+"/"+id+".msg.json", object{
		"id": id, "batchId": batchID, "from": workerID, "to": supervisorName, "timestamp": p.at0.UnixMilli(), "type": kind, "content": content,
	})
}

// bench is a tree, an open source over it, a clock, and what lives.
type bench struct {
	*tree
	source.Source
	now   time.Time
	alive model.Liveness // of every process
}

func newBench(t testing.TB) *bench {
	t.Helper()
	return &bench{tree: newTree(t, t.TempDir()), now: began.Add(time.Hour)}
}

func (b *bench) open(rel string) {
	b.t.Helper()
	s, err := Open(b.t.Context(), filepath.Join(b.dir, rel), source.Options{
		Now: func() time.Time { return b.now }, Hosts: []string{"here"}, Alive: func(int, time.Time) model.Liveness { return b.alive },
	})
	if err != nil {
		b.t.Fatal(err)
	}
	b.Source = s
	b.t.Cleanup(func() { _ = s.Close() })
}

// list lists everything, in small pages.
func (b *bench) list() map[string]*model.Case {
	b.t.Helper()
	all := map[string]*model.Case{}
	for q := (source.Query{Limit: 2}); ; {
		p, err := b.List(b.t.Context(), q)
		if err != nil {
			b.t.Fatal(err)
		}
		for i := range p.Cases {
			all[p.Cases[i].Task.ID] = &p.Cases[i]
		}
		if q.After = p.Next; p.Next == "" {
			return all
		}
	}
}

// refresh refreshes until nothing is left.
func (b *bench) refresh(paths ...string) (cases []model.Case, removed []string) {
	b.t.Helper()
	signal := watch.Signal{}
	for _, p := range paths {
		signal.Paths = append(signal.Paths, filepath.Join(b.dir, p))
	}
	for {
		d, err := b.Refresh(b.t.Context(), signal)
		if err != nil {
			b.t.Fatal(err)
		}
		cases, removed = append(cases, d.Cases...), append(removed, d.Removed...)
		if !d.More {
			return cases, removed
		}
	}
}

// judge opens the tree and judges one of its tasks.
func (b *bench) judge(id string) (*model.Case, model.Verdict) {
	b.t.Helper()
	if b.Source == nil {
		b.open("")
	}
	c := b.list()[id]
	if c == nil {
		b.t.Fatalf("%s is not listed", id)
	}
	return c, b.verdict(c)
}

func (b *bench) verdict(c *model.Case) model.Verdict {
	b.t.Helper()
	rules := Adapter().Rules
	v := classify.New(classify.DefaultConfig(), rules...).Judge(c, state(c.Task.Recorded), b.now)
	for i := range v.Findings {
		for _, r := range rules {
			if f := &v.Findings[i]; f.Rule == r.Name && f.Severity > r.Severity {
				b.t.Errorf("a finding of %s of severity %v, not %v", r.Name, f.Severity, r.Severity)
			}
		}
	}
	return v
}

// severities are the findings that matter, by name.
func severities(v *model.Verdict) string {
	var all []string
	for rule, f := range found(v) {
		all = append(all, rule+":"+f.Severity.String())
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// found are the findings that matter, by their rules.
func found(v *model.Verdict) map[string]*model.Finding {
	out := map[string]*model.Finding{}
	for i := range v.Findings {
		if f := &v.Findings[i]; f.Severity > model.SeverityInfo {
			out[f.Rule] = f
		}
	}
	return out
}
