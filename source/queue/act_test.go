package queue

import (
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source"
)

// actor opens the file as notdone does, for acting, with a worker whose
// liveness is given.
func actor(t testing.TB, path string, worker model.Liveness) source.Actor {
	t.Helper()
	s := openQueue(t, path, func(o *source.Options) {
		o.Now = time.Now
		o.Alive = func(int, time.Time) model.Liveness { return worker }
	})
	a, ok := s.(source.Actor)
	if !ok {
		t.Fatal("a queue file cannot be acted on")
	}
	return a
}

func plan(t testing.TB, a source.Actor, r source.Request) source.Plan {
	t.Helper()
	p, err := a.Plan(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// apply does a plan and returns the rows that were announced.
func apply(t testing.TB, a source.Actor, p source.Plan) []source.Image {
	t.Helper()
	if p.Refused != "" {
		t.Fatalf("%s is refused: %s", p.Action, p.Refused)
	}
	var images []source.Image
	err := a.Apply(t.Context(), p, func(rows []source.Image) error { images = rows; return nil })
	if err != nil {
		t.Fatal(err)
	}
	return images
}

func recordOf(p source.Plan, images []source.Image) source.Record {
	r := p.Request
	r.Action = p.Action
	return source.Record{Request: r, Task: p.Task, Was: p.Was, Now: p.Now, Undo: p.Undo, Images: images}
}

const taskRow = `SELECT state, obstacle, obstacle_kind, outcome, answer, result, run_at IS NULL, claimed_by,
	lease_expires_at IS NULL, finished_at IS NULL, attempts, changed_by, change_note FROM tasks WHERE id = ?`

const lastEvent = `SELECT kind, from_state, to_state, note, actor FROM events WHERE task_id = ? ORDER BY id DESC LIMIT 1`

// the ways in which a task comes to where an action finds it
func setBlocked(t testing.TB, db *sql.DB) {
	t.Helper()
	addTask(t, db, "a", 0)
	claim(t, db, "w")
	do(t, db, "block", "a", "w", "access", "I have no access to staging", nil, nil, nil, nil, nil, nil, "I have no access to staging")
}

func setDone(t testing.TB, db *sql.DB) {
	t.Helper()
	addTask(t, db, "a", 0)
	claim(t, db, "w")
	do(t, db, "finish", "a", "w", "done", "I could not do it", nil, nil, nil, nil, nil, nil)
}

func setFailed(t testing.TB, db *sql.DB) {
	t.Helper()
	addTask(t, db, "a", 0)
	claim(t, db, "w")
	do(t, db, "fail", "a", "w", "crashed", "exit 1", nil, nil, nil, nil, nil, 1, nil)
}

func setQueued(t testing.TB, db *sql.DB) {
	t.Helper()
	addTask(t, db, "a", 0)
}

func setScheduled(t testing.TB, db *sql.DB) {
	t.Helper()
	do(t, db, "add", "a", "t", "b", 0, time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli(), nil, nil, "ann")
}

func setHeld(t testing.TB, db *sql.DB) {
	t.Helper()
	addTask(t, db, "a", 0)
	execSQL(t, db, `UPDATE tasks SET state = 'scheduled' WHERE id = 'a'`)
}

func setActive(t testing.TB, db *sql.DB) {
	t.Helper()
	addTask(t, db, "a", 0)
	claim(t, db, "w")
}

func setExpired(t testing.TB, db *sql.DB) {
	t.Helper()
	setActive(t, db)
	execSQL(t, db, `UPDATE tasks SET lease_expires_at = 1`)
}

func setLastAttempt(t testing.TB, db *sql.DB) {
	t.Helper()
	setExpired(t, db)
	execSQL(t, db, `UPDATE tasks SET max_attempts = 1`)
}

func setCancelled(t testing.TB, db *sql.DB) {
	t.Helper()
	addTask(t, db, "a", 0)
	do(t, db, "cancel", "a", "ann", nil)
}

func TestActions(t *testing.T) {
	access := model.Obstacle{Kind: model.KindAccess, Text: "I could not do it", Key: "access:it"}
	for _, tc := range []struct {
		name   string
		set    func(testing.TB, *sql.DB)
		worker model.Liveness
		r      source.Request
		was    string
		want   string // the row of the task
		event  string
		runs   string // how its newest run ended
		undo   bool
		as     model.ActionName // what is planned, when it is something else
	}{
		{
			name: "unblock with an answer", set: setBlocked, r: source.Request{Action: "unblock", Answer: "use preview", Reason: "it moved"},
			was: "blocked", want: "queued - - - use preview - 1 - 1 1 1 - -", event: "unblocked blocked queued it moved ann", runs: "blocked -", undo: true,
		},
		{
			name: "unblock without", set: setBlocked, r: source.Request{Action: "unblock"},
			was: "blocked", want: "queued - - - - - 1 - 1 1 1 - -", event: "unblocked blocked queued - ann", runs: "blocked -", undo: true,
		},
		{
			name: "unblock of a held one", set: setHeld, r: source.Request{Action: "unblock"},
			was: "scheduled", want: "queued - - - - - 1 - 1 1 0 - -", event: "edited scheduled queued resumed ann", runs: "", undo: true, as: "resume",
		},
		{
			name: "resume", set: setHeld, r: source.Request{Action: "resume", Reason: "go"},
			was: "scheduled", want: "queued - - - - - 1 - 1 1 0 - -", event: "edited scheduled queued go; resumed ann", runs: "", undo: true,
		},
		{
			name: "requeue what was done", set: setDone, r: source.Request{Action: "requeue", Reason: "it was not"},
			was: "done", want: "queued - - - - - 1 - 1 1 1 - -", event: "requeued done queued it was not ann", runs: "done -", undo: true,
		},
		{
			name: "requeue what failed", set: setFailed, r: source.Request{Action: "requeue"},
			was: "failed", want: "queued - - - - - 1 - 1 1 1 - -", event: "requeued failed queued - ann", runs: "crashed exit 1", undo: true,
		},
		{
			name: "block what was done, with what was found", set: setDone, r: source.Request{Action: "block", Obstacle: access},
			was: "done", want: "blocked I could not do it access - - I could not do it 1 - 1 1 1 - -", event: "blocked done blocked I could not do it ann", runs: "done -", undo: true,
		},
		{
			name: "block with a reason", set: setQueued, r: source.Request{Action: "block", Reason: "not before May"},
			was: "queued", want: "blocked not before May - - - - 1 - 1 1 0 - -", event: "blocked queued blocked not before May ann", runs: "", undo: true,
		},
		{
			name: "cancel a waiting one", set: setScheduled, r: source.Request{Action: "cancel", Reason: "no need"},
			was: "scheduled", want: "cancelled - - - - - 0 - 1 0 0 - -", event: "cancelled scheduled cancelled no need ann", runs: "", undo: true,
		},
		{
			name: "cancel a running one", set: setActive, worker: model.LivenessAlive, r: source.Request{Action: "cancel"},
			was: "active", want: "cancelled - - - - - 1 - 1 0 1 - -", event: "cancelled active cancelled - ann", runs: "- -",
		},
		{
			name: "cancel one whose worker is gone", set: setActive, worker: model.LivenessDead, r: source.Request{Action: "cancel"},
			was: "active", want: "cancelled - - - - - 1 - 1 0 1 - -", event: "cancelled active cancelled cancelled, its worker is gone ann",
			runs: "cancelled cancelled, its worker is gone",
		},
		{
			name: "hold a queued one", set: setQueued, r: source.Request{Action: "hold"},
			was: "queued", want: "scheduled - - - - - 1 - 1 1 0 - -", event: "edited queued scheduled on hold ann", runs: "", undo: true,
		},
		{
			name: "hold a scheduled one", set: setScheduled, r: source.Request{Action: "hold", Reason: "wait"},
			was: "scheduled", want: "scheduled - - - - - 1 - 1 1 0 - -", event: "edited scheduled scheduled wait; on hold, was due 2100-01-01T00:00:00Z ann", runs: "", undo: true,
		},
		{
			name: "reclaim from the dead", set: setActive, worker: model.LivenessDead, r: source.Request{Action: "reclaim"},
			was: "active", want: "queued - - - - - 1 - 1 1 1 - -", event: "requeued active queued its worker is gone ann", runs: "released its worker is gone",
		},
		{
			name: "reclaim after the lease", set: setExpired, r: source.Request{Action: "reclaim"},
			was: "active", want: "queued - - - - - 1 - 1 1 1 - -", event: "requeued active queued lease ran out ann", runs: "released lease ran out",
		},
		{
			name: "reclaim the last attempt", set: setLastAttempt, r: source.Request{Action: "reclaim"},
			was: "active", want: "failed - - - - - 1 - 1 0 1 - -", event: "failed active failed lease ran out ann", runs: "released lease ran out",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path, db := newFile(t)
			tc.set(t, db)
			do(t, db, "add", "other", "t", "b", 0, nil, nil, nil, "ann")
			rest := func() []string {
				return append(rows(t, db, `SELECT * FROM tasks WHERE id <> 'a'`), rows(t, db, `SELECT * FROM events WHERE id <= 100 AND task_id <> 'a'`)...)
			}
			others, before := rest(), rows(t, db, taskRow, "a")
			a := actor(t, path, tc.worker)
			tc.r.Task, tc.r.Actor = "a", "ann"
			p := plan(t, a, tc.r)
			if diff := cmp.Diff(before, rows(t, db, taskRow, "a")); diff != "" {
				t.Fatalf("planning wrote: %s", diff)
			}
			if p.Was != tc.was || p.Now != strings.Fields(tc.want)[0] || (p.Undo != "") != tc.undo || len(p.Changes) == 0 {
				t.Errorf("planned %+v (%s)", p, p.Refused)
			}
			if want := cmpAction(tc.as, tc.r.Action); p.Action != want {
				t.Errorf("planned %s, want %s", p.Action, want)
			}
			if p.AgentSees != (tc.r.Answer != "") {
				t.Errorf("the agent sees an answer: %v", p.AgentSees)
			}
			was := get(t, a, "a")
			images := apply(t, a, p)
			if diff := cmp.Diff([]string{tc.want}, rows(t, db, taskRow, "a")); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]string{tc.event}, rows(t, db, lastEvent, "a")); diff != "" {
				t.Error(diff)
			}
			if got := strings.Join(rows(t, db, `SELECT outcome, error FROM runs ORDER BY id DESC LIMIT 1`), ""); got != tc.runs {
				t.Errorf("the run ended %q, want %q", got, tc.runs)
			}
			if diff := cmp.Diff(others, rest()); diff != "" {
				t.Errorf("other rows: %s", diff)
			}
			undo, err := a.PlanUndo(t.Context(), recordOf(p, images), "bob")
			if err != nil {
				t.Fatal(err)
			}
			if !tc.undo {
				if undo.Refused == "" {
					t.Error("what cannot be undone can")
				}
				return
			}
			history := rows(t, db, `SELECT * FROM events ORDER BY id`)
			apply(t, a, undo)
			if diff := cmp.Diff(before, rows(t, db, taskRow, "a")); diff != "" {
				t.Errorf("undone: %s", diff)
			}
			now := get(t, a, "a")
			if was, now := was.Entered(model.StateBlocked), now.Entered(model.StateBlocked); tc.was == "blocked" && !now.Equal(was) {
				t.Errorf("blocked since %s, and after the undo since %s", was, now)
			}
			if n := cycle.BlockUnblock(now.Events, 0, time.Now()).Count; n != 0 {
				t.Errorf("%d rounds, of which none was", n)
			}
			after := rows(t, db, `SELECT * FROM events ORDER BY id`)
			if diff := cmp.Diff(history, after[:len(history)]); diff != "" || len(after) != len(history)+1 {
				t.Errorf("the history was not only added to: %s", diff)
			}
			again, err := a.PlanUndo(t.Context(), recordOf(p, images), "bob")
			if err != nil || again.Refused == "" {
				t.Errorf("undone twice: %+v, %v", again, err)
			}
		})
	}
}

// A block after a release is an undo by the note of notdone's undo only: any other one counts from
// its own time, whoever works on the task between the two.
func TestBlockedAgainWithoutARun(t *testing.T) {
	for _, tc := range []struct{ name, update string }{
		{"by an operator", `state = 'blocked', obstacle = 'Which account should I use?', changed_by = 'cli', change_note = NULL`},
		{"for the same reason", `state = 'blocked', obstacle = 'I have no access to staging', change_note = 'I have no access to staging'`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path, db := newFile(t)
			setBlocked(t, db)
			a := actor(t, path, model.LivenessDead)
			first := get(t, a, "a")
			do(t, db, "unblock", "a", "ann", nil, nil)
			execSQL(t, db, `UPDATE tasks SET `+tc.update+` WHERE id = 'a'`)
			second := get(t, a, "a")
			if was, now := first.Entered(model.StateBlocked), second.Entered(model.StateBlocked); !now.After(was) {
				t.Errorf("blocked since %s, and again since %s", was, now)
			}
			if n := cycle.BlockUnblock(second.Events, 0, time.Now()).Count; n != 1 {
				t.Errorf("%d rounds, want 1", n)
			}
		})
	}
}

func cmpAction(as, asked model.ActionName) model.ActionName {
	if as != "" {
		return as
	}
	return asked
}

func TestRefusedActions(t *testing.T) {
	states := map[string]func(testing.TB, *sql.DB){
		"queued": setQueued, "scheduled": setScheduled, "held": setHeld, "active": setActive,
		"blocked": setBlocked, "failed": setFailed, "done": setDone, "cancelled": setCancelled,
	}
	allowed := map[model.ActionName][]string{
		"unblock": {"blocked", "held"},
		"requeue": {"done", "failed"},
		"resume":  {"held"},
		"reclaim": {},
		"cancel":  {"active", "blocked", "held", "queued", "scheduled"},
		"hold":    {"queued", "scheduled"},
		"block":   {"done", "failed", "held", "queued", "scheduled"},
		"retry":   {},
	}
	for state, set := range states {
		t.Run(state, func(t *testing.T) {
			path, db := newFile(t)
			set(t, db)
			a := actor(t, path, model.LivenessAlive)
			c := get(t, a, "a")
			offers := map[model.ActionName]model.Action{}
			for _, offer := range Adapter().Actions(&c, &model.Verdict{}) {
				offers[offer.Name] = offer
			}
			before := rows(t, db, `SELECT * FROM tasks, events ORDER BY events.id`)
			for name, in := range allowed {
				p := plan(t, a, source.Request{Task: "a", Action: name, Reason: "r", Actor: "ann"})
				if want := slices.Contains(in, state); (p.Refused == "") != want {
					t.Errorf("%s is refused: %q", name, p.Refused)
				}
				if offer, known := offers[name]; known && offer.Allowed != (p.Refused == "") {
					t.Errorf("%s is offered %+v and planned %q", name, offer, p.Refused)
				}
				if p.Refused != "" && (p.Now != "" || p.Changes != nil || p.Native != nil) {
					t.Errorf("%s is refused and planned: %+v", name, p)
				}
			}
			if diff := cmp.Diff(before, rows(t, db, `SELECT * FROM tasks, events ORDER BY events.id`)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A block without an obstacle waits for its reason, and is not refused.
func TestBlockWaitsForItsReason(t *testing.T) {
	path, db := newFile(t)
	setQueued(t, db)
	a := actor(t, path, model.LivenessAlive)
	r := source.Request{Task: "a", Action: model.ActionBlock}
	p := plan(t, a, r)
	if p.Refused != "" || !strings.Contains(p.Missing, "reason") || p.TakesAnswer || p.Was != "queued" || p.Now != "blocked" {
		t.Errorf("blocked on nothing: %+v", p)
	}
	if len(p.Changes) > 0 || p.Native != nil {
		t.Errorf("a plan without its reason has writes: %+v", p)
	}
	if err := a.Apply(t.Context(), p, nil); !errors.Is(err, source.ErrUnsupported) {
		t.Errorf("a plan without its reason is applied: %v", err)
	}
	r.Reason = "no key"
	if p = plan(t, a, r); p.Missing != "" || len(p.Changes) == 0 {
		t.Errorf("blocked with a reason: %+v", p)
	}
	apply(t, a, p)
	if c := get(t, a, "a"); c.Facts.ObstacleText != r.Reason {
		t.Errorf("the obstacle is %q", c.Facts.ObstacleText)
	}
}

func TestWhatIsRefusedForOtherReasons(t *testing.T) {
	path, db := newFile(t)
	setDone(t, db)
	a := actor(t, path, model.LivenessAlive)
	if p := plan(t, a, source.Request{Task: "a", Action: "requeue", Answer: "42"}); !strings.Contains(p.Refused, "answer") {
		t.Errorf("an answer is lost: %q", p.Refused)
	}
	if _, err := a.Plan(t.Context(), source.Request{Task: "nobody", Action: "requeue"}); !errors.Is(err, source.ErrNotFound) {
		t.Error(err)
	}
	if err := a.Apply(t.Context(), source.Plan{}, nil); !errors.Is(err, source.ErrUnsupported) {
		t.Error(err)
	}
}
