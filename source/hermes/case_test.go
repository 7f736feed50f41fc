package hermes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

// only opens a board and returns its one task.
func only(t *testing.T, path string, o source.Options) model.Case {
	t.Helper()
	o.Now = func() time.Time { return noon }
	src, err := open(context.Background(), path, o)
	must(t, err)
	t.Cleanup(func() { must(t, src.Close()) })
	p, err := src.List(context.Background(), source.Query{Limit: 10})
	must(t, err)
	if len(p.Cases) == 0 {
		t.Fatal("nothing is listed")
	}
	return p.Cases[0]
}

func at(d time.Duration) time.Time { return noon.Add(-d) }

func TestRunningCase(t *testing.T) {
	dir := t.TempDir()
	path := fixture(t, filepath.Join(dir, dbName), present, "wal",
		fmt.Sprintf(`INSERT INTO tasks (id, title, body, status, assignee, priority, created_at, started_at, claim_lock, claim_expires, worker_pid,
			last_heartbeat_at, current_run_id, model_override, workspace_kind, workspace_path, branch_name)
			VALUES ('t_1', 'Mend it', 'the hinge', 'running', 'default', 3, %d, %d, 'here:7', %d, 99, %d, 2, 'big', 'worktree', '/src/door', 'hinge')`,
			ago(9*time.Hour), ago(8*time.Hour), ago(-10*time.Minute), ago(3*time.Hour)),
		fmt.Sprintf(`INSERT INTO task_runs (task_id, profile, status, started_at, ended_at, outcome, error, metadata) VALUES
			('t_1', 'default', 'crashed', %d, %d, 'crashed', 'exit 2', '{"exit_code": 2}')`, ago(8*time.Hour), ago(7*time.Hour)),
		fmt.Sprintf(`INSERT INTO task_runs (task_id, profile, status, started_at, claim_lock, worker_pid) VALUES ('t_1', 'default', 'running', %d, 'here:7', 99)`, ago(time.Hour)),
		event("t_1", evCreated, `{"status": "ready"}`), event("t_1", "heartbeat", ""),
		add("t_par", stDone), "INSERT INTO task_links VALUES ('t_par', 't_1')",
	)
	must(t, os.MkdirAll(filepath.Join(dir, "kanban", "logs"), 0o700))
	must(t, os.WriteFile(filepath.Join(dir, "kanban", "logs", "t_1.log"), []byte("hello"), 0o600))

	var asked []string
	c := only(t, path, source.Options{Hosts: []string{"here"}, Alive: func(pid int, since time.Time) model.Liveness {
		asked = append(asked, fmt.Sprint(pid, since.Equal(at(time.Hour).Add(crashGrace))))
		return model.LivenessDead
	}})
	code := 2
	want := model.Task{
		Source: Kind, Queue: path, ID: "t_1", Title: "Mend it", Recorded: stRunning, Priority: 3, Attempts: 2,
		DependsOn: []string{"t_par"}, Created: at(9 * time.Hour), Started: at(time.Hour), Updated: at(time.Minute),
		Worker: "here:99", Profile: "default", Model: "big", Repo: "/src/door", Branch: "hinge",
		Logs: []model.LogRef{{Root: filepath.Join(dir, "kanban", "logs"), Path: "t_1.log"}},
	}
	if diff := cmp.Diff(want, c.Task); diff != "" {
		t.Errorf("task (-want +got):\n%s", diff)
	}
	facts := model.Facts{
		Claimed: true, ClaimOwner: "here:7", ClaimExpires: at(-10 * time.Minute), Heartbeat: at(time.Hour), HeartbeatLimit: time.Hour,
		Worker: model.LivenessDead, WorkerPID: 99, WorkerHost: "here", OpenRun: true,
		Parents: []model.Link{{ID: "t_par", Title: "Do t_par", Recorded: stDone, Finished: true}},
	}
	if diff := cmp.Diff(facts, c.Facts); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
	runs := []model.Run{
		{
			ID: "1", Where: "task_runs#1", Attempt: 1, Worker: "default", Started: at(8 * time.Hour), Ended: at(7 * time.Hour),
			Outcome: model.OutcomeCrashed, Recorded: outCrashed, Error: "exit 2", ExitCode: &code,
		},
		{ID: "2", Where: "task_runs#2", Attempt: 2, Worker: "default", Host: "here", PID: 99, Started: at(time.Hour)},
	}
	if diff := cmp.Diff(runs, c.Runs); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
	if len(c.Events) != 1 || c.Events[0].Kind != model.EventCreated || c.Events[0].Where != "task_events#1" {
		t.Errorf("events are %+v", c.Events)
	}
	if diff := cmp.Diff([]string{"99 true"}, asked); diff != "" {
		t.Errorf("asked for workers (-want +got):\n%s", diff)
	}
}

func TestWorkerOfAnotherHost(t *testing.T) {
	path := fixture(t, filepath.Join(t.TempDir(), dbName), present, "delete",
		`INSERT INTO tasks (id, title, status, created_at, claim_lock, claim_expires, worker_pid) VALUES ('t_1', 'x', 'running', 1, 'there:7', 2, 99)`)
	c := only(t, path, source.Options{Hosts: []string{"here"}, Alive: func(int, time.Time) model.Liveness { return model.LivenessDead }})
	if c.Facts.Worker != model.LivenessUnknown || c.Facts.WorkerHost != "there" {
		t.Errorf("another host's worker is %v on %s", c.Facts.Worker, c.Facts.WorkerHost)
	}
}

func TestHalfAClaimIsNone(t *testing.T) {
	path := fixture(t, filepath.Join(t.TempDir(), dbName), present, "delete",
		`INSERT INTO tasks (id, title, status, created_at, claim_expires) VALUES ('t_1', 'x', 'running', 1, 2)`)
	if c := only(t, path, source.Options{}); c.Facts.Claimed || !c.Facts.ClaimExpires.IsZero() {
		t.Errorf("half a claim counts: %+v", c.Facts)
	}
}

func TestBlockReason(t *testing.T) {
	blocked := `INSERT INTO tasks (id, title, status, created_at, block_kind, last_failure_error) VALUES ('t_1', 'x', 'blocked', 1, 'needs_input', 'old error')`
	run := func(outcome, summary string, ended time.Duration) string {
		return fmt.Sprintf(`INSERT INTO task_runs (task_id, status, started_at, ended_at, outcome, summary) VALUES ('t_1', 'blocked', 5, %d, '%s', '%s')`,
			ago(ended), outcome, summary)
	}
	cases := []struct {
		name        string
		statements  []string
		text, where string
		kind        model.ObstacleKind
	}{
		{"the event", []string{run(outBlocked, "the run", 0), event("t_1", evBlocked, `{"reason": "which shelf?"}`)}, "which shelf?", "task_events#1", model.KindMissingInput},
		{"the run", []string{run(outBlocked, "the run", 0), event("t_1", evBlocked, `{"reason": null}`)}, "the run", "task_runs#1", model.KindMissingInput},
		{"an older run says nothing", []string{run(outBlocked, "the run", time.Hour), event("t_1", evBlocked, `{"reason": null}`)}, "old error", "tasks#t_1.last_failure_error", model.KindMissingInput},
		{"without events the run", []string{run(outBlocked, "the run", time.Hour)}, "the run", "task_runs#1", model.KindUnknown},
		{
			"giving up is newer",
			[]string{event("t_1", evBlocked, `{"reason": "which shelf?"}`), event("t_1", evUnblocked, ""), event("t_1", evGaveUp, `{"error": "Iteration budget exhausted (9/9)"}`)},
			"Iteration budget exhausted (9/9)", "task_events#3", model.KindUnknown,
		},
		{"giving up without words", []string{event("t_1", evGaveUp, "")}, "old error", "tasks#t_1.last_failure_error", model.KindUnknown},
		{"its name in old boards", []string{event("t_1", "spawn_auto_blocked", `{"error": "no profile"}`)}, "no profile", "task_events#1", model.KindUnknown},
		{"a lifted block says nothing", []string{"UPDATE tasks SET last_failure_error = NULL", event("t_1", evBlocked, `{"reason": "which shelf?"}`), event("t_1", evUnblocked, "")}, "", "", model.KindUnknown},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := fixture(t, filepath.Join(t.TempDir(), dbName), present, "delete", append([]string{blocked}, c.statements...)...)
			f := only(t, path, source.Options{}).Facts
			if f.ObstacleText != c.text || f.ObstacleWhere != c.where || f.ObstacleKind != c.kind {
				t.Errorf("the reason is %q at %q, %v", f.ObstacleText, f.ObstacleWhere, f.ObstacleKind)
			}
		})
	}
}

func TestResult(t *testing.T) {
	done := func(result string) string {
		return fmt.Sprintf(`INSERT INTO tasks (id, title, status, created_at, completed_at, result) VALUES ('t_1', 'x', 'done', 1, 2, %s)`, result)
	}
	run := func(outcome, summary string) string {
		return fmt.Sprintf(`INSERT INTO task_runs (task_id, status, started_at, ended_at, outcome, summary) VALUES ('t_1', 'done', 3, 4, '%s', '%s')`, outcome, summary)
	}
	cases := []struct {
		name        string
		layout      layout
		statements  []string
		text, where string
	}{
		{"the result", present, []string{done("'it is done'"), run(outCompleted, "a summary")}, "it is done", "tasks#t_1.result"},
		{"a blank result", present, []string{done("'  '"), run(outCompleted, "a summary")}, "a summary", "task_runs#1"},
		{"the newest summary", older, []string{done("NULL"), run(outCompleted, "first"), run(outCompleted, "second")}, "second", "task_runs#2"},
		{"only the newest", present, []string{done("NULL"), run(outCompleted, "first"), run(outCompleted, "")}, "", ""},
		{"what was handed to the reviewer", present, []string{done("NULL"), run(outReviewRequested, "built it"), run(outCompleted, approvedBare)}, "built it", "task_runs#1"},
		{"before there were runs", first, []string{done("NULL"), event("t_1", evCompleted, `{"summary": "swept"}`)}, "swept", "task_events#1"},
		{"a task that is open again", present, []string{done("'it is done'"), "UPDATE tasks SET status = 'ready'"}, "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := fixture(t, filepath.Join(t.TempDir(), dbName), c.layout, "delete", c.statements...)
			got := only(t, path, source.Options{})
			if got.Result != c.text || got.ResultWhere != c.where {
				t.Errorf("the result is %q at %q", got.Result, got.ResultWhere)
			}
		})
	}
}

func TestLongTextsAreCutInLists(t *testing.T) {
	long := strings.Repeat("a", 100<<10)
	path := fixture(t, filepath.Join(t.TempDir(), dbName), present, "delete",
		fmt.Sprintf(`INSERT INTO tasks (id, title, body, status, created_at, completed_at, result) VALUES ('t_1', '%[1]s', '%[1]s', 'done', 1, 2, 'begin%[1]send')`, long))
	r := openFixture(t, path)
	p, err := r.List(context.Background(), source.Query{Limit: 1})
	must(t, err)
	c := p.Cases[0]
	title, body, result := utf8.RuneCountInString(c.Task.Title), utf8.RuneCountInString(c.Body), utf8.RuneCountInString(c.Result)
	if title > titleMax || body > bodyMax || result > resultMax {
		t.Errorf("listed are %d, %d and %d characters", title, body, result)
	}
	if !strings.HasPrefix(c.Result, "begin") || !strings.HasSuffix(c.Result, "end") {
		t.Error("the ends of the result are lost")
	}
	h, err := r.History(context.Background(), "t_1")
	must(t, err)
	if len(h.Case.Result) != len(long)+8 || len(h.Case.Body) != len(long) {
		t.Errorf("the detail has %d and %d bytes", len(h.Case.Result), len(h.Case.Body))
	}
}

func TestHistory(t *testing.T) {
	path := fixture(t, filepath.Join(t.TempDir(), dbName), present, "delete", add("t_1", stReady),
		event("t_1", "heartbeat", `{"note": "page 4"}`), event("t_1", evCompleted, `{"summary": "swept"}`), event("t_1", "colour_chosen", `{"reason": "red"}`),
		fmt.Sprintf(`INSERT INTO task_comments (task_id, author, body, created_at) VALUES ('t_1', 'alice', 'the left one', %d)`, ago(time.Hour)))
	r := openFixture(t, path)
	h, err := r.History(context.Background(), "t_1")
	must(t, err)
	var notes []string
	for _, e := range h.Case.Events {
		notes = append(notes, e.Name+": "+e.Note)
	}
	if diff := cmp.Diff([]string{"heartbeat: page 4", "completed: swept", "colour_chosen: red"}, notes); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	want := []model.Event{{
		Seq: 1, Where: "task_comments#1", Kind: model.EventCommented, Name: evCommented, Actor: "alice", Note: "the left one", At: at(time.Hour),
	}}
	if diff := cmp.Diff(want, h.Comments); diff != "" {
		t.Errorf("comments (-want +got):\n%s", diff)
	}
	if _, err := r.History(context.Background(), "t_2"); err == nil {
		t.Error("a task that does not exist has a history")
	}
}

func TestGetAndResolve(t *testing.T) {
	path := fixture(t, filepath.Join(t.TempDir(), dbName), present, "delete", add("t_1", stReady), add("t_2", stDone),
		add("t_3", stReady), add("t_4", stReady),
		"UPDATE tasks SET session_id = 's-9', workspace_path = '/srv/mill' WHERE id = 't_2'",
		"UPDATE tasks SET workspace_path = '/srv/shared' WHERE id IN ('t_3', 't_4')",
		"INSERT INTO task_runs (id, task_id, status, started_at) VALUES (31, 't_1', 'running', 1)")
	r := openFixture(t, path)
	cases, err := r.Get(context.Background(), []string{"t_2", "t_9", "other/t_1"})
	must(t, err)
	if len(cases) != 1 || cases[0].Task.ID != "t_2" {
		t.Errorf("got %d tasks", len(cases))
	}
	for name, want := range map[string]string{"t_1": "t_1", "31": "t_1", "s-9": "t_2", "/srv/mill": "t_2"} {
		if got, err := r.Resolve(context.Background(), name); err != nil || got != want {
			t.Errorf("%s is %s, %v", name, got, err)
		}
	}
	if got, err := r.Resolve(context.Background(), "/srv/shared"); !errors.Is(err, source.ErrNotFound) {
		t.Errorf("a folder of two tasks is that of %q, %v", got, err)
	}
}
