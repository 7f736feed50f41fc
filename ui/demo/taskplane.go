package demo

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// planeName is the folder of a small repository in which Taskplane runs one batch, whose
// engine, lane-runner and worker the fleet plays. A step was marked complete, then its
// review asked for changes; the worker, told that the step is done, changes nothing any
// more. Once somebody sets the step back, it is worked on again and approved.
const planeName = "storefront"

//go:embed shapes/PROMPT.md shapes/REVISE.md
var planeTexts embed.FS

const (
	planeTask  = "SHOP-014"
	planeBatch = "20260506T083000"
	planeAgent = "orch-mira-lane-1-worker"
	revised    = 2 // the step whose review asks for changes
	stalls     = 3 // iterations without progress after which a task fails
)

// planeSteps are the steps of the task and their boxes.
var planeSteps = []struct {
	name  string
	boxes []string
}{
	{"Preflight", []string{"Repo builds"}},
	{"Token of the form", []string{"Issue a token with the form", "Test that it runs out"}},
	{"Wire the token and the rate limit", []string{"Check the token", "Count by address", "Tests of the endpoint"}},
	{"Notes for support", []string{"Describe the refusal", "Link the page"}},
}

// idleCalls and busyCalls are what the worker does in an iteration in which it changes
// nothing, and in one in which it works.
var (
	idleCalls = []string{"read STATUS.md", "bash git status --short", "read src/newsletter.ts", "bash git log --oneline -5"}
	busyCalls = []string{"read src/newsletter.ts", "edit src/newsletter.ts", "bash npm test"}
)

// plane is the batch while it lives.
type plane struct {
	w         *world
	root      string
	began     time.Time
	phase     string
	status    string // of the task
	why       string // it ended
	checked   []int  // boxes by step
	iteration int
	stalled   int
	reviews   int
	rows      []string      // of the execution log
	notes     []string      // the reviews, at the end of the file
	over      time.Duration // when the batch ended; 0: it goes on
	resume    time.Duration // when one that is paused goes on
}

func newPlane(w *world, root string) *plane { return &plane{w: w, root: root} }

func (p *plane) lane(name string) string {
	return filepath.Join(p.root, ".worktrees", "mira-"+planeBatch, "lane-1", p.folder(), name)
}

func (p *plane) folder() string {
	return filepath.Join("taskplane-tasks", planeTask+"-newsletter-form")
}

func (p *plane) runtime(name string) string {
	return filepath.Join(p.root, ".pi", "runtime", planeBatch, name)
}

// put writes a file as Taskplane does: beside it, and then in its place.
func put(path string, text []byte) error {
	return errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path+".tmp", text, 0o600), os.Rename(path+".tmp", path))
}

type object = map[string]any

func putJSON(path string, value object) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return put(path, append(text, '\n'))
}

// begin writes the batch as it is when the review has just asked for changes.
func (p *plane) begin() error {
	if err := p.restart(time.Now().Add(-26 * minute)); err != nil {
		return err
	}
	p.w.every(4*time.Second, 5*time.Second, 8*time.Second, p.act)
	return nil
}

// restart begins the batch at a time, with the steps before the revised one done.
func (p *plane) restart(began time.Time) error {
	*p = plane{w: p.w, root: p.root, began: began, phase: "executing", status: "running", checked: make([]int, len(planeSteps)), iteration: 2}
	err := errors.Join(os.RemoveAll(filepath.Join(p.root, ".pi")), os.RemoveAll(filepath.Join(p.root, ".worktrees")))
	for i := range revised + 1 {
		p.checked[i] = len(planeSteps[i].boxes)
	}
	at := began
	for i := 1; i <= revised; i++ {
		at = at.Add(8 * minute)
		verdict := "APPROVE"
		if i == revised {
			verdict = "REVISE"
		}
		p.note(at, fmt.Sprintf("Worker iter %d", i), "done in 462s, tools: 21")
		err = errors.Join(err, p.review(i, verdict, at))
	}
	prompt, readErr := planeTexts.ReadFile("shapes/PROMPT.md")
	return errors.Join(err, readErr, put(p.lane("PROMPT.md"), prompt), put(filepath.Join(p.root, p.folder(), "PROMPT.md"), prompt), p.save())
}

// note adds a row to the execution log.
func (p *plane) note(at time.Time, action, outcome string) {
	p.rows = append(p.rows, fmt.Sprintf("| %s | %s | %s |", at.UTC().Format("2006-01-02 15:04"), action, outcome))
}

// review writes the code review of a step.
func (p *plane) review(step int, verdict string, at time.Time) error {
	p.reviews++
	text := fmt.Sprintf("## Code Review: Step %d\n\n### Verdict: %s\n\n### Summary\nIt does what was asked for.\n", step, verdict)
	if verdict != "APPROVE" {
		revise, err := planeTexts.ReadFile("shapes/REVISE.md")
		if err != nil {
			return err
		}
		text = string(revise)
	}
	p.notes = append(p.notes, fmt.Sprintf("| %s | Review R%03d | code Step %d: %s |", at.UTC().Format("2006-01-02 15:04"), p.reviews, step, verdict))
	return put(p.lane(fmt.Sprintf(".reviews/R%03d-code-step%d.md", p.reviews, step)), []byte(text))
}

// step is the first step that is not complete.
func (p *plane) step() int {
	for i := range planeSteps {
		if p.checked[i] < len(planeSteps[i].boxes) {
			return i
		}
	}
	return len(planeSteps)
}

// save writes everything that the batch keeps on disk.
func (p *plane) save() error {
	now, running := time.Now(), "exited"
	current := min(p.step(), len(planeSteps)-1)
	if p.running() {
		running = "running"
	}
	agent := object{
		"batchId": planeBatch, "agentId": planeAgent, "role": "worker", "laneNumber": 1, "taskId": planeTask, "pid": os.Getpid(),
		"startedAt": now.Add(-time.Minute).UnixMilli(), "status": running,
		"cwd": filepath.Dir(filepath.Dir(p.lane(""))), "packet": object{"taskFolder": filepath.Clean(p.lane("")), "statusPath": p.lane("STATUS.md")},
	}
	var ended any
	if !p.running() {
		ended = now.UnixMilli()
	}
	failed := 0
	if p.status == "failed" {
		failed = 1
	}
	lock := filepath.Join(p.root, ".pi", "supervisor", "lock.json")
	err := errors.Join(
		put(p.lane("STATUS.md"), []byte(p.document(current, now))),
		putJSON(p.runtime("registry.json"), object{"batchId": planeBatch, "updatedAt": now.UnixMilli(), "agents": object{planeAgent: agent}}),
		putJSON(p.runtime("agents/"+planeAgent+"/manifest.json"), agent),
		putJSON(p.runtime("lanes/lane-1.json"), object{
			"batchId": planeBatch, "laneNumber": 1, "laneId": "lane-1", "taskId": planeTask, "updatedAt": now.UnixMilli(), "reviewer": nil,
			"status":   map[string]string{"running": "running", "failed": "failed", "succeeded": "complete"}[p.status],
			"progress": object{"currentStep": p.title(current), "iteration": p.iteration, "reviews": p.reviews},
		}),
		putJSON(filepath.Join(p.root, ".pi", "batch-state.json"), object{
			"schemaVersion": 4, "phase": p.phase, "batchId": planeBatch, "baseBranch": "main", "orchBranch": "orch/mira-" + planeBatch, "mode": "repo",
			"startedAt": p.began.UnixMilli(), "updatedAt": now.UnixMilli(), "endedAt": nil, "currentWaveIndex": 0, "totalWaves": 1, "wavePlan": [][]string{{planeTask}},
			"lanes": []object{{
				"laneNumber": 1, "laneId": "lane-1", "laneSessionId": "orch-mira-lane-1", "worktreePath": filepath.Dir(filepath.Dir(filepath.Clean(p.lane("")))),
				"branch": "task/mira-lane-1-" + planeBatch, "taskIds": []string{planeTask},
			}},
			"tasks": []object{{
				"taskId": planeTask, "laneNumber": 1, "sessionName": planeAgent, "status": p.status, "taskFolder": filepath.Join(p.root, p.folder()),
				"startedAt": p.began.UnixMilli(), "endedAt": ended, "doneFileFound": p.status == "succeeded", "exitReason": p.why,
			}},
			"totalTasks": 1, "failedTasks": failed, "blockedTaskIds": []string{}, "errors": []string{},
		}))
	if !p.running() {
		return errors.Join(err, os.RemoveAll(lock)) // its operator has left
	}
	return errors.Join(err, putJSON(lock, object{
		"pid": os.Getpid(), "sessionId": "demo", "batchId": planeBatch, "startedAt": p.began.UTC().Format(time.RFC3339), "heartbeat": now.UTC().Format(time.RFC3339),
	}))
}

func (p *plane) running() bool { return p.status == "running" }

func (p *plane) title(step int) string {
	return fmt.Sprintf("Step %d: %s", step, planeSteps[step].name)
}

// document is STATUS.md.
func (p *plane) document(current int, now time.Time) string {
	var b strings.Builder
	state := "🟡 In Progress"
	if p.status == "succeeded" {
		state = "✅ Complete"
	}
	fmt.Fprintf(&b, "# %s: Guard the newsletter form — Status\n\n**Current Step:** %s\n**Status:** %s\n**Last Updated:** %s\n**Review Level:** 2\n"+
		"**Review Counter:** %d\n**Iteration:** %d\n**Size:** M\n\n---\n\n", planeTask, p.title(current), state, now.UTC().Format(time.DateOnly), p.reviews, p.iteration)
	for i, s := range planeSteps {
		marked := "⬜ Not Started"
		switch {
		case i == p.step():
			marked = "🟨 In Progress"
		case p.checked[i] == len(s.boxes):
			marked = "✅ Complete"
		}
		fmt.Fprintf(&b, "### %s\n**Status:** %s\n\n", p.title(i), marked)
		for k, box := range s.boxes {
			tick := " "
			if k < p.checked[i] {
				tick = "x"
			}
			fmt.Fprintf(&b, "- [%s] %s\n", tick, box)
		}
		b.WriteString("\n---\n\n")
	}
	fmt.Fprintf(&b, "## Execution Log\n\n| Timestamp | Action | Outcome |\n|-----------|--------|---------|\n%s\n\n---\n\n## Blockers\n\n*None*\n\n---\n\n"+
		"## Notes\n\n*Reserved for execution notes*\n%s\n", strings.Join(p.rows, "\n"), strings.Join(p.notes, "\n"))
	return b.String()
}

// event adds a line to the log of the worker.
func (p *plane) event(kind string, payload object) error {
	line, err := json.Marshal(object{
		"batchId": planeBatch, "agentId": planeAgent, "role": "worker", "laneNumber": 1, "taskId": planeTask, "ts": time.Now().UnixMilli(),
		"type": kind, "payload": payload,
	})
	if err != nil {
		return err
	}
	f, err := os.OpenFile(p.runtime("agents/"+planeAgent+"/events.jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// iterate lets the worker go through one iteration with its calls.
func (p *plane) iterate(calls []string) error {
	p.iteration++
	err := errors.Join(
		p.event("agent_started", object{"model": "demo/worker"}),
		p.event("prompt_sent", object{"text": fmt.Sprintf("Read your task. Go on with %s. Iteration %d.", p.title(min(p.step(), len(planeSteps)-1)), p.iteration)}))
	for _, call := range calls {
		tool, args, _ := strings.Cut(call, " ")
		payload := object{"tool": tool, "path": "", "argsPreview": args}
		if tool != "bash" {
			payload = object{"tool": tool, "path": args}
		}
		err = errors.Join(err, p.event("tool_call", payload), p.event("tool_result", object{"tool": tool, "summary": ""}))
	}
	p.note(time.Now(), fmt.Sprintf("Worker iter %d", p.iteration), fmt.Sprintf("done in 71s, tools: %d", len(calls)))
	return errors.Join(err,
		p.event("exit_intercepted", object{"interceptionCount": 1, "action": "close", "reason": "callback_returned_null"}),
		p.event("agent_exited", object{"exitCode": 0, "signal": nil, "durationMs": 71000, "timedOut": false}))
}

const (
	// retryPause is how long a batch rests before its operator tries again, and before the
	// next batch after one that completed.
	retryPause = 3 * minute
	// undoPause is how long a step that was set back waits for the next worker.
	undoPause = 20 * time.Second
)

// act does what comes next in the batch.
func (p *plane) act(context.Context) error {
	switch {
	case p.phase == "completed":
		if p.w.now < p.over+retryPause {
			return nil
		}
		return p.restart(time.Now().Add(-20 * minute))
	case p.phase == "paused":
		reset, err := p.wasReset()
		switch {
		case err != nil:
			return err
		case !reset:
			p.resume = p.over + retryPause
		case p.checked[revised] > 0: // seen for the first time
			p.checked[revised], p.resume = 0, p.w.now+undoPause
		}
		if p.w.now < p.resume {
			return nil
		}
		p.phase, p.status, p.why, p.stalled = "executing", "running", "", 0
		p.note(time.Now(), "Task started", "Retried by the supervisor")
	case p.openReview():
		if err := p.stall(); err != nil {
			return err
		}
	default:
		if err := p.work(); err != nil {
			return err
		}
	}
	return p.save()
}

// openReview reports whether the newest review of the revised step asks for changes that
// nobody makes.
func (p *plane) openReview() bool {
	return p.reviews == revised && p.checked[revised] == len(planeSteps[revised].boxes)
}

// wasReset reports whether somebody has set the revised step back.
func (p *plane) wasReset() (bool, error) {
	text, err := os.ReadFile(p.lane("STATUS.md"))
	return !strings.Contains(string(text), p.title(revised)+"\n**Status:** ✅"), err
}

// stall is an iteration that changes nothing; the last of them fails the task.
func (p *plane) stall() error {
	err := p.iterate(idleCalls)
	p.stalled++
	p.note(time.Now(), "No progress", fmt.Sprintf("Iteration %d: 0 new checkboxes (%d/%d stall limit)", p.iteration, p.stalled, stalls))
	if p.stalled == stalls {
		p.why = fmt.Sprintf("No progress after %d iterations", stalls)
		p.note(time.Now(), "Task blocked", p.why)
		p.phase, p.status, p.over = "paused", "failed", p.w.now
	}
	return err
}

// work checks the next box, and has a step reviewed that is complete.
func (p *plane) work() error {
	step := p.step()
	if step == len(planeSteps) {
		p.phase, p.status, p.why, p.over = "completed", "succeeded", ".DONE file created by lane-runner", p.w.now
		p.note(time.Now(), "Task complete", ".DONE created")
		return put(p.lane(".DONE"), fmt.Appendf(nil, "Completed: %s\nTask: %s\n", isoTime(time.Now()), planeTask))
	}
	err := p.iterate(busyCalls)
	if p.checked[step]++; p.checked[step] == len(planeSteps[step].boxes) {
		err = errors.Join(err, p.review(step, "APPROVE", time.Now()))
	}
	return err
}
