package queue

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

func at(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

func ptr[T any](v T) *T { return &v }

func TestCaseOfABlockedTask(t *testing.T) {
	path, db := newFile(t)
	execSQL(t, db, `INSERT INTO tasks (id, title, body, state, priority, attempts, created_at, updated_at, fingerprint)
		VALUES ('a', 'Move it', 'All of it', 'active', 3, 2, 1000, 1000, 'fp')`)
	execSQL(t, db, `INSERT INTO tasks (id, title, state) VALUES ('p', 'Parent', 'done'), ('c', 'Child', 'queued')`)
	execSQL(t, db, `INSERT INTO links VALUES ('p', 'a'), ('a', 'c')`)
	execSQL(t, db, `INSERT INTO runs (task_id, attempt, worker, host, pid, started_at, ended_at, outcome, output, error,
		exit_code, tool_calls, files_changed, messages, cost_usd, tokens, log_path)
		VALUES ('a', 1, 'w1', 'there', 9, 1100, 1200, 'crashed', NULL, 'boom', 139, 4, 0, 7, 0.5, 100, 'logs/a-1.log'),
		       ('a', 2, 'w2', '`+here+`', 10, 1300, 1400, 'blocked', 'I stop.', NULL, 0, 1, 0, 2, 0.25, 50, 'logs/a-2.log')`)
	execSQL(t, db, `UPDATE tasks SET state = 'blocked', obstacle = 'Which one?', obstacle_kind = 'decision', outcome = 'blocked',
		changed_by = 'w2', change_note = 'noted', updated_at = 1400 WHERE id = 'a'`)
	s := openQueue(t, path)
	got := get(t, s, "a")
	want := model.Case{
		Task: model.Task{
			Source: "queue", Queue: path, ID: "a", Title: "Move it", Wish: "fp", Recorded: "blocked",
			Priority: 3, Attempts: 2, DependsOn: []string{"p"},
			Created: at(1000), Started: at(1300), Updated: at(1400), Worker: "w2",
			CostUSD: ptr(0.75), Tokens: ptr(int64(150)),
			Logs: []model.LogRef{{Root: filepath.Dir(path), Path: "logs/a-2.log"}, {Root: filepath.Dir(path), Path: "logs/a-1.log"}},
		},
		Body: "All of it", Result: "I stop.", ResultWhere: "runs#2.output",
		Runs: []model.Run{
			{
				ID: "1", Where: "runs#1", Attempt: 1, Worker: "w1", Host: "there", PID: 9, Started: at(1100), Ended: at(1200),
				Outcome: model.OutcomeCrashed, Recorded: "crashed", Error: "boom", ExitCode: ptr(139), ToolCalls: ptr(4),
				FilesChanged: ptr(0), Messages: ptr(7), CostUSD: ptr(0.5), Tokens: ptr(int64(100)),
			},
			{
				ID: "2", Where: "runs#2", Attempt: 2, Worker: "w2", Host: here, PID: 10, Started: at(1300), Ended: at(1400),
				Outcome: model.OutcomeBlocked, Recorded: "blocked", Output: "I stop.", ExitCode: ptr(0), ToolCalls: ptr(1),
				FilesChanged: ptr(0), Messages: ptr(2), CostUSD: ptr(0.25), Tokens: ptr(int64(50)),
			},
		},
		Events: []model.Event{
			{Seq: 1, Where: "events#1", Kind: model.EventCreated, Name: "created", At: at(1000)},
			{Seq: 4, Where: "events#4", Kind: model.EventBlocked, Name: "blocked", RunID: "2", Note: "noted", Actor: "w2", At: at(1400)},
		},
		Facts: model.Facts{
			Explicit: model.OutcomeBlocked, ExplicitWhere: "tasks#a.outcome",
			ObstacleText: "Which one?", ObstacleKind: model.KindDecision, ObstacleWhere: "tasks#a.obstacle", BlockedAt: at(1400),
			Parents:  []model.Link{{ID: "p", Title: "Parent", Recorded: "done", Finished: true}},
			Children: []model.Link{{ID: "c", Title: "Child", Recorded: "queued"}},
		},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(model.Case{}, "Native")); diff != "" {
		t.Error(diff)
	}
}

func TestCaseFacts(t *testing.T) {
	path, db := newFile(t)
	execSQL(t, db, `INSERT INTO tasks (id, title, state, claimed_by, claimed_at, heartbeat_at, lease_expires_at, outcome, run_at, updated_at)
		VALUES ('running', 'Same  wish!', 'active', 'w', 10, 20, 30, 'done', NULL, 5), ('waiting', 'same wish', 'scheduled', NULL, NULL, NULL, NULL, NULL, 99, 4),
		('noted', 't', 'active', NULL, NULL, NULL, NULL, NULL, NULL, 3), ('over', 't', 'done', NULL, NULL, NULL, NULL, 'refused', NULL, 2),
		('mute', 't', 'done', NULL, NULL, NULL, NULL, NULL, NULL, 1)`)
	execSQL(t, db, `UPDATE tasks SET state = 'blocked', change_note = 'no key' WHERE id = 'noted'`)
	execSQL(t, db, `UPDATE tasks SET result = 'I will not.' WHERE id = 'over'`)
	execSQL(t, db, `INSERT INTO runs (task_id, worker, host, pid, started_at, ended_at, output) VALUES ('running', 'w', ?1, 77, 25, NULL, NULL),
		('mute', 'w', ?1, 77, 25, 30, 'I wrote it.'), ('mute', 'w', ?1, 77, 35, 40, NULL), ('over', 'w', ?1, 77, 35, 40, 'other')`, here)
	var asked []int
	s := openQueue(t, path, func(o *source.Options) {
		o.Alive = func(pid int, since time.Time) model.Liveness {
			asked = append(asked, pid)
			if !since.Equal(at(25)) {
				t.Errorf("asked about a process since %v", since)
			}
			return model.LivenessDead
		}
	})
	running := get(t, s, "running")
	if diff := cmp.Diff(model.Facts{
		Claimed: true, ClaimOwner: "w", ClaimExpires: at(30), Heartbeat: at(25),
		Worker: model.LivenessDead, WorkerPID: 77, WorkerHost: here, OpenRun: true,
	}, running.Facts); diff != "" {
		t.Error(diff)
	}
	waiting := get(t, s, "waiting")
	if waiting.Task.Wish != running.Task.Wish || !waiting.Task.Due.Equal(at(99)) {
		t.Errorf("wishes %q and %q, due %v", waiting.Task.Wish, running.Task.Wish, waiting.Task.Due)
	}
	noted := get(t, s, "noted")
	if noted.Facts.ObstacleText != "no key" || noted.Facts.ObstacleWhere != noted.Events[1].Where {
		t.Errorf("obstacle %+v", noted.Facts)
	}
	over := get(t, s, "over")
	if over.Facts.Explicit != model.OutcomeRefused || over.Result != "I will not." || !over.Task.Finished.Equal(at(40)) {
		t.Errorf("over: %+v", over)
	}
	if mute := get(t, s, "mute"); mute.Result != "" || mute.ResultWhere != "runs#3.output" {
		t.Errorf("a run that said nothing reads %q from %s", mute.Result, mute.ResultWhere)
	}
	if len(asked) == 0 {
		t.Error("nobody asked whether the worker lives")
	}
	elsewhere := openQueue(t, path, func(o *source.Options) { o.Hosts = []string{"elsewhere"} })
	if got := get(t, elsewhere, "running").Facts.Worker; got != model.LivenessUnknown {
		t.Errorf("a process of another host is %v", got)
	}
}

func TestListOrder(t *testing.T) {
	path, db := newFile(t)
	for i, state := range []string{"done", "cancelled", "failed", "scheduled", "queued", "blocked", "active"} {
		execSQL(t, db, `INSERT INTO tasks (id, state, updated_at) VALUES (? || '-old', ?, ?), (? || '-new', ?, ?)`,
			state, state, 10+i, state, state, 100-i)
	}
	s := openQueue(t, path)
	page, err := s.List(t.Context(), source.Query{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"active-new", "active-old", "blocked-new", "blocked-old", "queued-new", "queued-old", "scheduled-new", "scheduled-old",
		"failed-new", "failed-old", "done-new", "cancelled-new", "cancelled-old", "done-old",
	}
	if diff := cmp.Diff(want, idsOf(page.Cases)); diff != "" || page.Next != "" {
		t.Error(diff, page.Next)
	}
}

func TestResolveAndHistory(t *testing.T) {
	path, db := newFile(t)
	execSQL(t, db, `INSERT INTO tasks (id) VALUES ('a'), ('2')`)
	execSQL(t, db, `INSERT INTO runs (task_id) VALUES ('a'), ('a'), ('gone')`)
	execSQL(t, db, `INSERT INTO events (task_id, kind, note) VALUES ('a', 'commented', 'first'), ('a', 'commented', 'second')`)
	execSQL(t, db, `UPDATE tasks SET result = replace(hex(zeroblob(200000)), '0', 'x') WHERE id = 'a'`)
	s := openQueue(t, path)
	for name, want := range map[string]string{"a": "a", "1": "a", "2": "2", "3": "", "01": "", "4": "", "": "", "b": "", "' OR 1=1": ""} {
		id, err := s.Resolve(t.Context(), name)
		if id != want || (want == "") != errors.Is(err, source.ErrNotFound) {
			t.Errorf("Resolve(%q) = %q, %v", name, id, err)
		}
	}
	h, err := s.History(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if len(h.Comments) != 2 || h.Comments[1].Note != "second" || len(h.Case.Result) != 400000 {
		t.Errorf("comments %+v, a result of %d", h.Comments, len(h.Case.Result))
	}
	execSQL(t, db, `UPDATE tasks SET answer = 'use the east gate', max_attempts = 5 WHERE id = 'a'`)
	if h, err = s.History(t.Context(), "a"); err != nil || h.Case.Answer != "use the east gate" || h.Case.MaxAttempts != 5 {
		t.Errorf("the answer %q, %d attempts at most, %v", h.Case.Answer, h.Case.MaxAttempts, err)
	}
	if short := get(t, s, "a"); len(short.Result) > 66000 || len(short.Result) < 64000 {
		t.Errorf("a list reads a result of %d", len(short.Result))
	}
	execSQL(t, db, `INSERT INTO runs (task_id, log_path) VALUES ('a', 'logs/one.log'), ('a', 'logs/both.log'), ('2', 'logs/both.log'), ('2', '/far/away.log')`)
	for name, want := range map[string]string{"logs/one.log": "a", "logs/both.log": "", "/far/away.log": "2", "logs/none.log": ""} {
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(path), name)
		}
		if id, err := s.Resolve(t.Context(), name); id != want || (want == "") != errors.Is(err, source.ErrNotFound) {
			t.Errorf("Resolve(%q) = %q, %v", name, id, err)
		}
	}
	if _, err := s.History(t.Context(), "nobody"); !errors.Is(err, source.ErrNotFound) {
		t.Errorf("error %v", err)
	}
}

func TestDetectAndOpenStrangers(t *testing.T) {
	for name, c := range map[string]struct {
		tables map[string][]string
		want   bool
	}{
		"ours":            {map[string][]string{"meta": {"schema_version"}, "tasks": {"id", "state", "x"}}, true},
		"tasks only":      {map[string][]string{"tasks": {"id", "state"}}, false},
		"another meta":    {map[string][]string{"meta": {"key"}, "tasks": {"id", "state"}}, false},
		"another's tasks": {map[string][]string{"meta": {"schema_version"}, "tasks": {"id", "status"}}, false},
		"nothing":         {nil, false},
	} {
		if got, err := Adapter().Detect(t.Context(), &source.Probe{Tables: c.tables}); got != c.want || err != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	path, db := newFile(t)
	execSQL(t, db, `UPDATE meta SET schema_version = 7`)
	if _, err := Adapter().Open(t.Context(), path, source.Options{}); err == nil || err.Error() !=
		path+": the queue file has schema version 7 and this notdone knows 3: a newer notdone is needed" {
		t.Errorf("error %v", err)
	}
}

func TestFileMadeByHand(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hand.db")
	db := connect(t, path)
	execSQL(t, db, `CREATE TABLE tasks (id TEXT PRIMARY KEY, title TEXT, state TEXT, finished_at);
		INSERT INTO tasks VALUES ('a', 'A', 'done', 5), ('b', 'B', 'done', NULL), ('c', 'C', 'odd', 'never'), ('d', NULL, 'active', 1.5)`)
	s := openQueue(t, path)
	page, err := s.List(t.Context(), source.Query{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	rest, err := s.List(t.Context(), source.Query{After: page.Next, Limit: 9})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "b", "c", "d"}, append(idsOf(page.Cases), idsOf(rest.Cases)...)); diff != "" {
		t.Error(diff)
	}
	if c := get(t, s, "c"); c.Task.Recorded != "odd" || !c.Task.Finished.IsZero() || state("odd") != model.StateUnknown {
		t.Errorf("%+v", c)
	}
	execSQL(t, db, `UPDATE tasks SET state = 'done' WHERE id = 'd'`)
	if delta, err := s.Refresh(t.Context(), watch.Signal{}); err != nil || !delta.Reset {
		t.Errorf("a change without triggers gave %+v, %v", delta, err)
	}
	if delta, err := s.Refresh(t.Context(), watch.Signal{}); err != nil || delta.Reset {
		t.Errorf("nothing gave %+v, %v", delta, err)
	}
}

// TestTriedAgainLater: a task that goes back into the queue until a time is scheduled until then.
func TestTriedAgainLater(t *testing.T) {
	path, db := newFile(t)
	execSQL(t, db, `INSERT INTO tasks (id, run_at) VALUES ('later', 4102444800000), ('now', 1), ('plain', NULL)`)
	s, a := openQueue(t, path), Adapter()
	cases, err := s.Get(t.Context(), []string{"later", "now", "plain"})
	if err != nil || len(cases) != 3 {
		t.Fatalf("%v, %v", cases, err)
	}
	for i := range cases {
		c := &cases[i]
		want, until := model.StateQueued, time.Time{}
		if c.Task.ID == "later" {
			want, until = model.StateScheduled, c.Task.Due
		}
		if got := a.StateOf(c); got != want || !c.StandsUntil.Equal(until) || c.Task.Recorded != "queued" {
			t.Errorf("%s is %s until %v, recorded as %s", c.Task.ID, got, c.StandsUntil, c.Task.Recorded)
		}
	}
}
