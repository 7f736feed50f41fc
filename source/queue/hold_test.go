package queue

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
)

// place is a queue in a file or in PostgreSQL.
type place struct {
	source.Actor
	exec func(statement string)
}

// places are where a queue may be. They open an empty one.
var places = []struct {
	name string
	open func(t *testing.T) place
}{
	{"file", func(t *testing.T) place {
		t.Helper()
		path, db := newFile(t)
		return place{actor(t, path, model.LivenessUnknown), func(s string) { execSQL(t, db, s) }}
	}},
	{"PostgreSQL", func(t *testing.T) place {
		t.Helper()
		url, owner := initPg(t)
		return place{openPg(t, url), func(s string) {
			if _, err := owner.Exec(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}}
	}},
}

// do plans an action and does it.
func (p place) do(t *testing.T, action model.ActionName) (source.Plan, source.Record) {
	t.Helper()
	planned := plan(t, p, source.Request{Task: "a", Action: action, Actor: "ann"})
	return planned, recordOf(planned, apply(t, p, planned))
}

func (p place) undo(t *testing.T, r source.Record) {
	t.Helper()
	planned, err := p.PlanUndo(t.Context(), r, "bob")
	if err != nil {
		t.Fatal(err)
	}
	apply(t, p, planned)
}

// verdict judges the task.
func (p place) verdict(t *testing.T, now time.Time) model.Verdict {
	t.Helper()
	c := get(t, p, "a")
	return classify.New(classify.DefaultConfig(), Adapter().Rules...).Judge(&c, state(c.Task.Recorded), now)
}

func (p place) rule(t *testing.T, now time.Time) (names string) {
	t.Helper()
	for _, f := range p.verdict(t, now).Findings {
		names += f.Rule + " "
	}
	return strings.TrimSpace(names)
}

// TestResumePutsBack: a task that was on hold is due again when it was.
func TestResumePutsBack(t *testing.T) {
	future, past := time.Now().Add(time.Hour).UnixMilli(), time.Now().Add(-time.Hour).UnixMilli()
	values := func(columns string, v ...any) string {
		return fmt.Sprintf("INSERT INTO tasks (id, "+columns+") VALUES ('a'"+strings.Repeat(", %v", len(v))+")", v...)
	}
	const series = "state, run_at, slot_at, every_ms, series"
	const queued, scheduled, daily = "'queued'", "'scheduled'", 24 * 3600 * 1000
	for _, tc := range []struct {
		name, add  string
		more       string // what another client does before the hold
		state      string
		due        int64 // 0: at no time
		says, hold string
	}{
		{name: "queued", add: values("state", queued), state: "queued", says: "a worker can claim it at once"},
		{name: "due later", add: values("state, run_at", scheduled, future), state: "scheduled", due: future, says: "no worker claims it before", hold: "is kept in its history"},
		{name: "due since", add: values("state, run_at", scheduled, past), state: "queued", due: past, says: "which is past"},
		{name: "tried again later", add: values("state, run_at", queued, future), state: "scheduled", due: future, says: "no worker claims it before"},
		{name: "of a series", add: values(series, scheduled, future, future, daily, "'a'"), state: "scheduled", due: future, says: "no worker claims it before", hold: "its series waits"},
		{name: "of a series, due since", add: values(series, scheduled, past, past, daily, "'a'"), state: "queued", due: past, says: "the next one of its series"},
		{
			name: "of a series, put off", add: values(series, scheduled, past, past, daily, "'a'"), more: fmt.Sprintf("UPDATE tasks SET run_at = %d", future),
			state: "scheduled", due: future, says: "no worker claims it before",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, at := range places {
				t.Run(at.name, func(t *testing.T) {
					p := at.open(t)
					p.exec(tc.add)
					if tc.more != "" {
						p.exec(tc.more)
					}
					before := get(t, p, "a")
					held, first := p.do(t, model.ActionHold)
					if said := strings.Join(held.Effects, "\n"); !strings.Contains(said, tc.hold) {
						t.Errorf("the plan of the hold says %q, want %q", said, tc.hold)
					}
					// A comment and a change that is signed hide nothing, nor does what was undone.
					p.exec(`INSERT INTO events (task_id, kind, actor, note) VALUES ('a', 'commented', 'bob', 'hm')`)
					p.exec(`UPDATE tasks SET priority = 2, changed_by = 'bob'`)
					_, cancelled := p.do(t, model.ActionCancel)
					p.undo(t, cancelled)
					for range 2 {
						resumed, record := p.do(t, model.ActionResume)
						c := get(t, p, "a")
						if c.Task.Recorded != tc.state || resumed.Now != tc.state {
							t.Errorf("it is %s, and %s was planned, want %s", c.Task.Recorded, resumed.Now, tc.state)
						}
						if due := c.Task.Due; tc.due == 0 && !due.IsZero() || tc.due != 0 && due.UnixMilli() != tc.due {
							t.Errorf("it is due at %s, and was at %s", due, before.Task.Due)
						}
						if said := strings.Join(resumed.Effects, "\n"); !strings.Contains(said, tc.says) {
							t.Errorf("the plan of the resume says %q, want %q", said, tc.says)
						}
						p.undo(t, record)
					}
					if first.Undo == "" {
						t.Error("a hold cannot be undone")
					}
				})
			}
		})
	}
}

// TestResumeOfAnOlderHold: a hold that did not note when the task was due is one of a series' moment.
func TestResumeOfAnOlderHold(t *testing.T) {
	for _, at := range places {
		t.Run(at.name, func(t *testing.T) {
			p := at.open(t)
			slot := time.Now().Add(time.Hour).UnixMilli()
			p.exec(fmt.Sprintf(`INSERT INTO tasks (id, state, run_at, slot_at, every_ms, series) VALUES ('a', 'scheduled', %d, %d, 3600000, 'a')`, slot, slot))
			p.exec(`UPDATE tasks SET run_at = NULL, changed_by = 'ann', change_note = 'wait'`)
			resumed := plan(t, p, source.Request{Task: "a", Action: model.ActionUnblock, Actor: "ann"})
			apply(t, p, resumed)
			if c := get(t, p, "a"); c.Task.Due.UnixMilli() != slot || c.Task.Recorded != "scheduled" {
				t.Errorf("it is %s and due at %s", c.Task.Recorded, c.Task.Due)
			}
			if said := strings.Join(resumed.Notices, "\n"); resumed.Action != model.ActionResume || !strings.Contains(said, "on hold, not blocked") {
				t.Errorf("an unblock is planned as %s, and told as %q", resumed.Action, said)
			}
		})
	}
}

// TestBlockOfAHeldTask: a hold that ends in a block forgets no time either.
func TestBlockOfAHeldTask(t *testing.T) {
	for _, at := range places {
		t.Run(at.name, func(t *testing.T) {
			p := at.open(t)
			p.exec(`INSERT INTO tasks (id, state, run_at) VALUES ('a', 'scheduled', 4102444800000)`)
			p.do(t, model.ActionHold)
			blocked := plan(t, p, source.Request{Task: "a", Action: model.ActionBlock, Actor: "ann", Reason: "no key"})
			record := recordOf(blocked, apply(t, p, blocked))
			p.undo(t, record)
			apply(t, p, plan(t, p, source.Request{Task: "a", Action: model.ActionBlock, Actor: "ann", Reason: "no key"}))
			unblocked, _ := p.do(t, model.ActionUnblock)
			if c := get(t, p, "a"); c.Task.Due.UnixMilli() != 4102444800000 || len(unblocked.Notices) != 1 {
				t.Errorf("it is due at %s, and told is %q", c.Task.Due, unblocked.Notices)
			}
		})
	}
}

// TestHeldIsSeen: a finding says since when a task is on hold, and by whom.
func TestHeldIsSeen(t *testing.T) {
	for _, at := range places {
		t.Run(at.name, func(t *testing.T) {
			p := at.open(t)
			p.exec(`INSERT INTO tasks (id, state, created_at) VALUES ('a', 'queued', 1700000000000)`)
			planned := plan(t, p, source.Request{Task: "a", Action: model.ActionHold, Actor: "ann", Reason: "wait"})
			begin := time.Now().Add(-time.Second)
			apply(t, p, planned)
			for range 2 {
				v := p.verdict(t, time.Now())
				if len(v.Findings) != 1 || v.Findings[0].Rule != "on-hold" || v.State != model.StateScheduled {
					t.Fatalf("judged %s with %+v", v.State, v.Findings)
				}
				f := v.Findings[0]
				if !strings.HasPrefix(f.Message, "on hold by ann") || f.First.Before(begin) || f.Evidence[0].Quote != "wait; on hold" || f.Severity != model.SeverityInfo {
					t.Errorf("the finding is %+v", f)
				}
				if c := get(t, p, "a"); !c.Entered(model.StateScheduled).Equal(f.First) {
					t.Errorf("scheduled since %s, on hold since %s", c.Entered(model.StateScheduled), f.First)
				}
				p.exec(`UPDATE tasks SET priority = 2, changed_by = 'bob', change_note = 'sooner'`)
			}
			p.do(t, model.ActionResume)
			if names := p.rule(t, time.Now()); names != "" {
				t.Errorf("a task that was resumed has %q", names)
			}
			if c := get(t, p, "a"); c.Entered(model.StateQueued).Before(begin) {
				t.Errorf("a task that was resumed is queued since %s", c.Entered(model.StateQueued))
			}
		})
	}
}

// TestOneMoreAttempt: who has a task run again that has no attempt left gives it one.
func TestOneMoreAttempt(t *testing.T) {
	for _, tc := range []struct {
		name, state, run string
		action           model.ActionName
		now              string
		more             string // of what the plan says
	}{
		{name: "blocked", state: "blocked", run: "NULL", action: "unblock", now: "queued"},
		{name: "done", state: "done", run: "NULL", action: "requeue", now: "queued"},
		{name: "failed", state: "failed", run: "NULL", action: "requeue", now: "queued"},
		{name: "queued", state: "queued", run: "NULL", action: "requeue", now: "queued"},
		{name: "scheduled", state: "scheduled", run: "4102444800000", action: "requeue", now: "scheduled", more: "no worker claims it before 2100-01-01T00:00:00Z"},
		{name: "on hold", state: "scheduled", run: "NULL", action: "resume", now: "queued"},
		{name: "blocked, and due later", state: "blocked", run: "4102444800000", action: "unblock", now: "queued", more: "no worker claims it before 2100-01-01T00:00:00Z"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, at := range places {
				t.Run(at.name, func(t *testing.T) {
					p := at.open(t)
					p.exec(fmt.Sprintf(`INSERT INTO tasks (id, state, run_at, attempts, max_attempts) VALUES ('a', '%s', %s, 3, 2)`, tc.state, tc.run))
					before := get(t, p, "a")
					planned, record := p.do(t, tc.action)
					said := strings.Join(planned.Notices, "\n")
					if !strings.Contains(said, "it has used 3 of 2 attempts and gets one more") || !strings.Contains(said, tc.more) || planned.Now != tc.now {
						t.Errorf("planned is %s, and told %q", planned.Now, said)
					}
					for _, told := range planned.Notices {
						if !slices.Contains(planned.Effects, told) {
							t.Errorf("%q is no effect", told)
						}
					}
					if c := get(t, p, "a"); c.MaxAttempts != 4 || c.Task.Attempts != 3 || c.Task.Recorded != tc.now {
						t.Errorf("it is %s with %d of %d attempts", c.Task.Recorded, c.Task.Attempts, c.MaxAttempts)
					}
					p.undo(t, record)
					if c := get(t, p, "a"); c.MaxAttempts != 2 || c.Task.Recorded != tc.state || !c.Task.Due.Equal(before.Task.Due) {
						t.Errorf("undone it is %s with %d attempts at most, due at %s", c.Task.Recorded, c.MaxAttempts, c.Task.Due)
					}
				})
			}
		})
	}
}

// TestOneMoreAttemptIsOne: the attempt that an unblock gives is claimed once, and said to be passed on
// where the next task of a series gets its limit.
func TestOneMoreAttemptIsOne(t *testing.T) {
	path, db := newFile(t)
	execSQL(t, db, `INSERT INTO tasks (id, max_attempts, series, every_ms, slot_at) VALUES ('a', 1, 'a', 3600000, 1700000000000)`)
	p := place{actor(t, path, model.LivenessUnknown), nil}
	c := dial(t, path)
	work(t, c, "blocked")
	do(t, db, "unblock", "a", "bob", nil, nil)
	if n := mustClaim(t, c, worker1()); n != nil {
		t.Fatal("a task without an attempt is claimed")
	}
	planned, _ := p.do(t, model.ActionRequeue)
	if said := strings.Join(planned.Notices, "\n"); !strings.Contains(said, "for the tasks after it in its series, too") {
		t.Errorf("told is %q", said)
	}
	work(t, c, "blocked")
	do(t, db, "unblock", "a", "bob", nil, nil)
	if n := mustClaim(t, c, worker1()); n != nil {
		t.Error("one more attempt is claimed twice")
	}
}

// TestNoAttemptLeft: what waits and cannot be claimed is said to be so, and not to wait for a worker.
func TestNoAttemptLeft(t *testing.T) {
	for _, at := range places {
		t.Run(at.name, func(t *testing.T) {
			p := at.open(t)
			p.exec(`INSERT INTO tasks (id, state, attempts, max_attempts, created_at) VALUES ('a', 'queued', 2, 2, 1700000000000)`)
			if names := p.rule(t, time.Now()); names != "no-attempt-left" {
				t.Errorf("it has %q", names)
			}
			p.do(t, model.ActionRequeue)
			if names := p.rule(t, time.Now()); names != "" {
				t.Errorf("with one more attempt it has %q", names)
			}
			if names := p.rule(t, time.Now().Add(time.Hour)); names != "waiting-too-long" {
				t.Errorf("with one more attempt and no worker for an hour it has %q", names)
			}
			if again := plan(t, p, source.Request{Task: "a", Action: model.ActionRequeue, Actor: "ann"}); !strings.Contains(again.Refused, "queued already") {
				t.Errorf("another requeue is not refused: %q", again.Refused)
			}
		})
	}
}

// TestUndoBehindAnUndo: an action can be undone when what was done after it has been undone.
func TestUndoBehindAnUndo(t *testing.T) {
	refused := func(t *testing.T, p place, r source.Record) string {
		t.Helper()
		u, err := p.PlanUndo(t.Context(), r, "bob")
		if err != nil {
			t.Fatal(err)
		}
		return u.Refused
	}
	for _, at := range places {
		t.Run(at.name, func(t *testing.T) {
			p := at.open(t)
			p.exec(fmt.Sprintf(`INSERT INTO tasks (id, state, run_at) VALUES ('a', 'scheduled', %d)`, int64(4102444800000)))
			_, first := p.do(t, model.ActionHold)
			_, second := p.do(t, model.ActionCancel)
			if why := refused(t, p, first); why == "" {
				t.Error("the older of two actions is undone before the newer one")
			}
			p.undo(t, second)
			_, third := p.do(t, model.ActionResume)
			_, fourth := p.do(t, model.ActionHold)
			p.undo(t, fourth)
			p.undo(t, third)
			p.undo(t, first)
			if c := get(t, p, "a"); c.Task.Due.UnixMilli() != 4102444800000 {
				t.Errorf("due at %s", c.Task.Due)
			}
		})
	}
	for name, change := range map[string]string{
		"a comment":       `INSERT INTO events (task_id, kind, actor, note) VALUES ('a', 'commented', 'bob', 'hm')`,
		"an edit":         `UPDATE tasks SET priority = 2`,
		"a signed change": `UPDATE tasks SET priority = 2, changed_by = 'bob'`,
	} {
		for _, late := range []bool{false, true} {
			t.Run(fmt.Sprint(name, late), func(t *testing.T) {
				for _, at := range places {
					t.Run(at.name, func(t *testing.T) {
						p := at.open(t)
						p.exec(`INSERT INTO tasks (id, state) VALUES ('a', 'queued')`)
						_, first := p.do(t, model.ActionHold)
						if !late {
							p.exec(change)
						}
						_, second := p.do(t, model.ActionCancel)
						p.undo(t, second)
						if late {
							p.exec(change)
						}
						if refused(t, p, first) == "" && name != "a comment" {
							t.Error("an undo overlooks a change")
						}
					})
				}
			})
		}
	}
}
