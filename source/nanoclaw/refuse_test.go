package nanoclaw

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// TestWhatIsRefused: the reasons are those of the list too, and name what can be done.
func TestWhatIsRefused(t *testing.T) {
	for _, tc := range []struct {
		name   string
		set    func(*stage) string
		action model.ActionName
		says   string // empty: it is allowed
	}{
		{"it runs", func(s *stage) string {
			id := s.sched(0, nil)
			_, err := s.own.claim(context.Background())
			must(s, err)
			s.exec(`UPDATE sessions SET container_status = 'running'`)
			return id
		}, "requeue", "a container has claimed it"},
		{"it has ended, and the host does not know", func(s *stage) string {
			id := s.sched(0, nil)
			_, err := s.own.turn(context.Background(), "")
			must(s, err)
			return id
		}, "requeue", "its container has acknowledged it, which its host records at its next sweep"},
		{"it has ended, and the host never learns of it", func(s *stage) string {
			id := s.sched(0, nil)
			must(s, s.own.ack(context.Background(), "provider-error", id))
			s.sweep()
			s.pass(5 * time.Minute)
			return id
		}, "requeue", "run-now adds a run"},
		{"it has ended, and the host never learns of it, so that it runs again", func(s *stage) string {
			id := s.sched(0, nil)
			must(s, s.own.ack(context.Background(), "provider-error", id))
			s.sweep()
			s.pass(5 * time.Minute)
			return id
		}, "run-now", ""},
		{"its container died", func(s *stage) string {
			id := s.sched(0, nil)
			_, err := s.own.claim(context.Background())
			must(s, err)
			return id
		}, "requeue", "its container has died"},
		{"it only gives context", func(s *stage) string {
			id := s.sched(0, nil)
			s.in.exec(`UPDATE messages_in SET trigger = 0`)
			return id
		}, "run-now", "it only gives context"},
		{"it waits for a fresh container", func(s *stage) string {
			id := s.sched(0, nil)
			s.in.exec(`UPDATE messages_in SET on_wake = 1`)
			return id
		}, "requeue", "only a fresh container reads it"},
		{"nobody takes it", func(s *stage) string {
			id := s.sched(0, nil)
			s.pass(5 * time.Minute)
			return id
		}, "requeue", "does the host run?"},
		{"it waits", func(s *stage) string { return s.sched(0, nil) }, "requeue", "it is queued already"},
		{"it is due", func(s *stage) string { return s.sched(0, nil) }, "run-now", "it is queued already"},
		{"it is scheduled", func(s *stage) string { return s.sched(time.Hour, nil) }, "requeue", "run-now"},
		{"it is paused", paused, "requeue", "it is paused: resume it"},
		{"it is paused and runs once", func(s *stage) string {
			id := s.sched(time.Hour, nil)
			s.in.exec(`UPDATE messages_in SET status = 'paused'`)
			return id
		}, "run-now", "it is paused and would run once: resume it"},
		{"its session is closed", func(s *stage) string {
			id := silent(s)
			s.exec(`UPDATE sessions SET status = 'closed'`)
			return id
		}, "requeue", "its session is closed"},
		{"a paused one in a closed session", func(s *stage) string {
			id := paused(s)
			s.exec(`UPDATE sessions SET status = 'closed'`)
			return id
		}, "resume", "its session is closed"},
		{"a question", func(s *stage) string {
			id := silent(s)
			s.ask("Delete the old branch?")
			return id
		}, "requeue", "its session waits for a person first: Delete the old branch?"},
		{"an approval", func(s *stage) string {
			id := silent(s)
			s.exec(`INSERT INTO pending_approvals (approval_id, session_id, request_id, action, payload, created_at) VALUES ('a1', ?, 'r', 'install_packages', '{}', ?)`, s.pair.id, iso(noon))
			return id
		}, "requeue", "its session waits for a person first: install_packages"},
		{"an approval that was given", func(s *stage) string {
			id := silent(s)
			s.exec(`INSERT INTO pending_approvals (approval_id, session_id, request_id, action, payload, created_at, status) VALUES ('a1', ?, 'r', 'install_packages', '{}', ?, 'approved')`, s.pair.id, iso(noon))
			return id
		}, "requeue", ""},
		{"a question does not keep it paused", func(s *stage) string {
			id := paused(s)
			s.ask("Delete the old branch?")
			return id
		}, "resume", ""},
		{"another run waits", func(s *stage) string {
			id := silent(s)
			s.act("requeue", id)
			return id
		}, "requeue", "another run of it waits or is under way: task-"},
		{"another run is under way", func(s *stage) string {
			id := silent(s)
			s.act("requeue", id)
			_, err := s.own.claim(context.Background())
			must(s, err)
			return id
		}, "requeue", "another run of it waits or is under way: task-"},
		{"another run has ended", func(s *stage) string {
			id := silent(s)
			s.act("requeue", id)
			_, err := s.own.turn(context.Background(), "")
			must(s, err)
			return id
		}, "requeue", ""},
		{"another run waits beside the schedule", func(s *stage) string {
			id := s.sched(time.Hour, daily)
			s.act("run-now", id)
			return id
		}, "run-now", "another run of it waits or is under way: task-"},
		{"no schedule", func(s *stage) string {
			id := s.sched(0, nil)
			for range 6 {
				s.crash()
			}
			return id
		}, "revive", "it has no schedule: requeue it"},
		{"it did not fail", silent, "revive", "only a failed run"},
		{"its series goes on", func(s *stage) string {
			id := dead(s)
			s.in.exec(`INSERT INTO messages_in (id, seq, kind, timestamp, status, series_id, recurrence, content) VALUES ('next', 90, 'task', 'now', 'paused', ?, '0 9 * * *', '{}')`, id)
			return id
		}, "revive", "its series goes on: next waits"},
		{"a failed one whose series goes on", func(s *stage) string {
			id := dead(s)
			s.in.exec(`INSERT INTO messages_in (id, seq, kind, timestamp, status, series_id, recurrence, content) VALUES ('next', 90, 'task', 'now', 'paused', ?, '0 9 * * *', '{}')`, id)
			return id
		}, "requeue", ""},
		{"it is done", silent, "run-now", "it is completed: requeue it"},
		{"it is done and not paused", silent, "resume", "it is completed and not paused"},
		{"it is done and not blocked", silent, "unblock", "it is completed and not paused"},
		{"a claim", func(s *stage) string {
			id := s.sched(0, nil)
			_, err := s.own.claim(context.Background())
			must(s, err)
			return id
		}, "reclaim", "only its host takes a claim back"},
		{"no claim", silent, "reclaim", "no container has it"},
		{"hold", func(s *stage) string { return s.sched(time.Hour, nil) }, "hold", "whole series"},
		{"cancel", func(s *stage) string { return s.sched(time.Hour, nil) }, "cancel", "whole series"},
		{"a word that nobody knows", func(s *stage) string {
			id := silent(s)
			s.in.exec(`UPDATE messages_in SET status = 'parked' WHERE id = ?`, id)
			return id
		}, "requeue", `its status "parked" is unknown`},
		{"an action that nobody knows", silent, "dance", "NanoClaw has no dance"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newStage(t, released)
			id := tc.set(s)
			before := s.rows()
			p := s.plan(tc.action, id)
			if !strings.Contains(p.Refused, tc.says) || tc.says == "" && p.Refused != "" {
				t.Errorf("refused: %q", p.Refused)
			}
			_, err := s.actor.Refresh(t.Context(), watch.Signal{})
			must(t, err)
			cases, err := s.actor.Get(t.Context(), []string{s.id(id)})
			must(t, err)
			for _, a := range Adapter().Actions(&cases[0], nil) {
				if a.Name == tc.action && a.Reason != p.Refused {
					t.Errorf("listed is %q and planned %q", a.Reason, p.Refused)
				}
			}
			s.same("a plan writes", before, s.rows())
		})
	}
}

// ask has the agent ask its person.
func (h *host) ask(title string) {
	h.exec(`INSERT INTO pending_questions (question_id, session_id, message_out_id, title, options_json, created_at)
		SELECT 'q1', id, 'm', ?, '[]', ? FROM sessions`, title, iso(noon))
}

// TestOwnersCommands: where NanoClaw has a command of its own it is shown.
func TestOwnersCommands(t *testing.T) {
	for _, tc := range []struct {
		action model.ActionName
		set    func(*stage) string
		thread string
		want   string
	}{
		{"requeue", silent, "", ""},
		{"requeue", silent, "system:tasks:brief", "ncl tasks run brief"},
		{"requeue", silent, "system:tasks:--all", ""},
		{"cancel", silent, "system:tasks:brief", "ncl tasks cancel brief"},
		{"resume", paused, "system:tasks:brief", "ncl tasks resume brief"},
		{"reclaim", func(s *stage) string {
			id := s.sched(0, nil)
			_, err := s.own.claim(context.Background())
			must(s, err)
			return id
		}, "", "ncl groups restart --id " + mainAgent},
	} {
		s := newStage(t, released)
		id := tc.set(s)
		s.exec(`UPDATE sessions SET thread_id = ?`, tc.thread)
		if got := strings.Join(s.plan(tc.action, id).Command, " "); got != tc.want {
			t.Errorf("%s in %q: %q", tc.action, tc.thread, got)
		}
	}
}

// TestWarmContainer: what an open conversation does to a new task is said before, and
// happens.
func TestWarmContainer(t *testing.T) {
	s := newStage(t, released)
	id := silent(s)
	if said := strings.Join(s.plan("requeue", id).Effects, "\n"); strings.Contains(said, "warm") || !strings.Contains(said, "within 60 s") {
		t.Errorf("of a stopped container: %s", said)
	}
	s.exec(`UPDATE sessions SET container_status = 'running'`)
	s.own.open = true
	p := s.plan("requeue", id)
	said := strings.Join(p.Effects, "\n")
	for _, want := range []string{"within 1 s", "proves nothing", "ncl groups restart --id " + mainAgent} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in: %s", want, said)
		}
	}
	s.apply(p)
	s.turn("")
	cases, err := s.actor.Get(t.Context(), []string{p.Adds})
	must(t, err)
	if got := cases[0].Task.Recorded; got != stCompleted {
		t.Fatalf("it is %s", got)
	}
	if v := classify.New(classify.DefaultConfig(), rules()...).Judge(&cases[0], state(stCompleted), s.at.Add(time.Hour)); v.State == model.StateDone {
		t.Errorf("an acknowledgement alone is taken for done: %+v", v)
	}
}

// TestOvertakenPlans: what happens between a plan and its application is seen, in
// whichever of the three databases.
func TestOvertakenPlans(t *testing.T) {
	for _, tc := range []struct {
		name      string
		set       func(*stage) string
		action    model.ActionName
		meanwhile func(s *stage, id string)
		now       string // empty: it is applied all the same
	}{
		{"the session was closed", silent, "requeue", func(s *stage, _ string) { s.exec(`UPDATE sessions SET status = 'closed'`) }, `completed, session "closed"`},
		{"the agent asks", silent, "requeue", func(s *stage, _ string) { s.ask("Really?") }, `completed, question "Really?"`},
		{"somebody else queued it", silent, "requeue", func(s *stage, id string) { s.act("requeue", id) }, `completed, other run "task-`},
		{"it was acknowledged", func(s *stage) string { return s.sched(time.Hour, nil) }, "run-now", func(s *stage, id string) {
			must(s, s.own.ack(context.Background(), ackProcessing, id))
		}, `pending, acknowledgement "processing"`},
		{"the host armed the series", dead, "revive", func(s *stage, _ string) {
			s.own.release = later
			s.sweep()
		}, `failed, other run "task-`},
		{"it was edited", silent, "requeue", func(s *stage, id string) {
			s.in.exec(`UPDATE messages_in SET content = '{"prompt":"other"}' WHERE id = ?`, id)
		}, `completed, content "{\"prompt\":\"other\"}"`},
		{"it was deleted", silent, "requeue", func(s *stage, id string) { s.in.exec(`DELETE FROM messages_in WHERE id = ?`, id) }, "deleted"},
		{"it was resumed by its agent", paused, "resume", func(s *stage, id string) { must(s, s.own.resume(context.Background(), id)) }, "pending"},
		{"a message came", silent, "requeue", func(s *stage, _ string) { must(s, s.own.insertChat(context.Background(), "chat")) }, ""},
		{"the container started", silent, "requeue", func(s *stage, _ string) {
			s.exec(`UPDATE sessions SET container_status = 'running', last_active = 'now'`)
		}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newStage(t, released)
			id := tc.set(s)
			p := s.plan(tc.action, id)
			tc.meanwhile(s, id)
			if tc.now == "" {
				r := s.apply(p)
				if added := s.texts(s.in.path, `SELECT count(*) FROM messages_in WHERE id = '`+strings.TrimPrefix(r.Adds, s.group()+"/")+`'`); added[0] != "1" {
					t.Error("the row of the plan is not there")
				}
				return
			}
			before := s.rows()
			err := s.actor.Apply(t.Context(), p, func([]source.Image) error { t.Error("it was announced"); return nil })
			var changed *source.Changed
			if !errors.As(err, &changed) || !strings.HasPrefix(changed.Now, tc.now) {
				t.Errorf("applied to what is not there any more: %v", err)
			}
			s.same("written is", before, s.rows())
		})
	}
}
