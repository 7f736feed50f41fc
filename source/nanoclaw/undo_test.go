package nanoclaw

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/watch"
)

// armed is a row of a series that waits for tomorrow.
func armed(s *stage) string { return s.sched(21*time.Hour, daily) }

// TestUndo: an added row ends as NanoClaw's own cancel leaves one, what was changed is
// put back, and NanoClaw leaves it so.
func TestUndo(t *testing.T) {
	for _, tc := range []struct {
		name    string
		release release
		set     func(*stage) string
		action  model.ActionName
		ends    string // the status of the added row; empty: none was added
	}{
		{name: "a requeue", set: silent, action: "requeue", ends: stCompleted},
		{name: "a run before its time", set: armed, action: "run-now", ends: stCompleted},
		{name: "a revival", set: dead, action: "revive", ends: stCompleted},
		{name: "a resumption", set: paused, action: "resume"},
		{
			name: "a requeue where tasks are cancelled", release: later, action: "requeue", ends: stCancelled,
			set: func(s *stage) string {
				must(s, s.own.cancel(context.Background(), s.sched(time.Hour, nil)))
				return silent(s)
			},
		},
		{
			name: "a requeue in a session of one series", release: later, action: "requeue", ends: stCancelled,
			set: func(s *stage) string {
				s.exec(`UPDATE sessions SET thread_id = 'system:tasks:brief'`)
				return silent(s)
			},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newStage(t, tc.release)
			id := tc.set(s)
			before := s.rows()
			r := s.act(tc.action, id)
			undo := s.undo(r)
			s.apply(undo)
			if undo.Now != r.Was {
				t.Errorf("it was %s and is undone to %s", r.Was, undo.Now)
			}
			after := s.rows()
			if tc.ends != "" {
				_, added, _ := strings.Cut(r.Adds, "/")
				got := s.texts(s.in.path, `SELECT status, ifnull(recurrence, 'none') FROM messages_in WHERE id = '`+added+`'`)
				s.same("the added row", []string{tc.ends + "|none"}, got)
				after = after[:len(after)-1]
			}
			s.same("the others", before, after)
			if again := s.undo(r); again.Refused == "" {
				t.Error("it can be undone twice")
			}
			left := s.rows()
			if claimed := s.turn(""); len(claimed) > 0 {
				t.Errorf("the container took %v", claimed)
			}
			s.same("NanoClaw leaves", left, s.rows())
		})
	}
}

// TestUndoComesTooLate: what a container has claimed, or anybody has changed, is not
// taken back; also not by a plan that was made before.
func TestUndoComesTooLate(t *testing.T) {
	claim := func(s *stage, _ string) {
		claimed, err := s.own.claim(context.Background())
		must(s, err)
		if len(claimed) == 0 {
			s.Fatal("nothing was claimed")
		}
	}
	for _, tc := range []struct {
		name      string
		set       func(*stage) string
		action    model.ActionName
		meanwhile func(s *stage, added string)
		says      string
	}{
		{"a requeue was claimed", silent, "requeue", claim, "too late: a container has claimed task-"},
		{"a revival was claimed", dead, "revive", claim, "too late: a container has claimed task-"},
		{"a resumption was claimed", paused, "resume", claim, "too late: a container has claimed task-"},
		{"a requeue was done", silent, "requeue", func(s *stage, _ string) { s.turn("Good morning") }, "too late: a container has claimed task-"},
		{"its container died", silent, "requeue", func(s *stage, _ string) { s.crash() }, "too late: task-"},
		{"it was paused", silent, "requeue", func(s *stage, added string) { must(s, s.own.pause(context.Background(), added)) }, "it is paused"},
		{"it was deleted", silent, "requeue", func(s *stage, added string) { s.in.exec(`DELETE FROM messages_in WHERE id = ?`, added) }, "is gone"},
		{"the old row was changed", dead, "revive", func(s *stage, added string) {
			s.in.exec(`UPDATE messages_in SET status = 'completed' WHERE id <> ?`, added)
		}, "too late: task-"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newStage(t, released)
			r := s.act(tc.action, tc.set(s))
			_, added, _ := strings.Cut(r.Adds, "/")
			early := s.undo(r)
			if early.Refused != "" {
				t.Fatal(early.Refused)
			}
			tc.meanwhile(s, added)
			before := s.rows()
			if late := s.undo(r); !strings.Contains(late.Refused, tc.says) {
				t.Errorf("refused: %q", late.Refused)
			}
			if err := s.actor.Apply(t.Context(), early, func([]source.Image) error { return nil }); !errors.Is(err, source.ErrChanged) {
				t.Errorf("applied late: %v", err)
			}
			s.same("written is", before, s.rows())
		})
	}
}

// TestFilesThatMustNotBeWritten: neither what nobody knows nor what is not whole is
// written to.
func TestFilesThatMustNotBeWritten(t *testing.T) {
	for _, tc := range []struct {
		name string
		do   func(*stage)
		says string // empty: it may be written
	}{
		{"a trigger", func(s *stage) {
			s.in.exec(`CREATE TRIGGER spy AFTER INSERT ON messages_in BEGIN DELETE FROM delivered; END`)
		}, "the trigger spy on messages_in"},
		{"a column that must be filled", func(s *stage) {
			s.in.exec(`DROP TABLE messages_in`)
			s.in.exec(strings.Replace(inboundSchema[:strings.Index(inboundSchema, ";")], "content TEXT NOT NULL", "content TEXT NOT NULL, must TEXT NOT NULL", 1))
			s.in.exec(`INSERT INTO messages_in (id, seq, kind, timestamp, status, content, must) VALUES ('a', 2, 'task', 'now', 'completed', '{}', '')`)
		}, "messages_in.must must be filled"},
		{"a column more", func(s *stage) {
			s.in.exec(`ALTER TABLE messages_in ADD COLUMN more TEXT`)
		}, ""},
		{"a second name", func(s *stage) { must(s, os.Link(s.in.path, s.in.path+".too")) }, "2 names"},
		{"read only", func(s *stage) { must(s, os.Chmod(s.in.path, 0o400)) }, "it may only be read"},
		{"no outbound.db", func(s *stage) { must(s, os.Remove(s.out.path)) }, ""},
		{"an empty outbound.db", func(s *stage) { must(s, os.Truncate(s.out.path, 0)) }, ""},
		{"a crash of the host", func(s *stage) { s.hot(s.in.path) }, "journal"},
		{"a crash of the container", func(s *stage) { s.hot(s.out.path) }, "journal"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newStage(t, released)
			s.sched(0, nil)
			s.in.exec(`UPDATE messages_in SET id = 'a', status = 'completed'`)
			tc.do(s)
			before, err := os.ReadFile(s.in.path)
			must(t, err)
			p, err := s.actor.Plan(t.Context(), s.request("requeue", "a"))
			if errors.Is(err, sqlitedb.ErrHotJournal) {
				p.Refused = err.Error()
			} else {
				must(t, err)
			}
			if !strings.Contains(p.Refused, tc.says) || tc.says == "" && p.Refused != "" || strings.Contains(p.Refused, "\n") {
				t.Errorf("refused: %q", p.Refused)
			}
			after, err := os.ReadFile(s.in.path)
			must(t, err)
			if string(before) != string(after) {
				t.Error("a plan has written")
			}
			if tc.says == "" {
				s.apply(p)
			}
		})
	}
}

// hot leaves the file as a process leaves it that is killed in a transaction: pages
// were written, and the journal that takes them back is there.
func (s *stage) hot(path string) {
	s.Helper()
	ctx, saved := context.Background(), map[string][]byte{}
	must(s, withFile(ctx, path, func(c *sql.Conn) error {
		for _, statement := range []string{
			"PRAGMA cache_size = 1", "BEGIN", "CREATE TABLE much (x)",
			"INSERT INTO much WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT zeroblob(1000) FROM n",
		} {
			if err := execOn(ctx, c, statement); err != nil {
				return err
			}
		}
		for _, file := range []string{path, path + "-journal"} {
			content, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			saved[file] = content
		}
		return execOn(ctx, c, "ROLLBACK")
	}))
	for file, content := range saved {
		must(s, os.WriteFile(file, content, 0o600))
	}
}

// TestOldFiles: a row is written in the columns that a file has.
func TestOldFiles(t *testing.T) {
	s := newStage(t, released)
	s.in.exec(`DROP TABLE messages_in`)
	s.in.exec(`CREATE TABLE messages_in (id TEXT PRIMARY KEY, seq INTEGER UNIQUE, kind TEXT NOT NULL, timestamp TEXT NOT NULL, status TEXT DEFAULT 'pending',
		process_after TEXT, recurrence TEXT, tries INTEGER DEFAULT 0, platform_id TEXT, channel_type TEXT, thread_id TEXT, content TEXT NOT NULL)`)
	s.in.exec(`INSERT INTO messages_in VALUES ('task-1', 7, 'task', '2026-04-01 09:00:00', 'completed', NULL, NULL, 0, 'telegram:1', 'telegram', 'th', 'Brief me')`)
	_, err := s.actor.Refresh(t.Context(), watch.Signal{})
	must(t, err)
	_, made, _ := strings.Cut(s.act("requeue", "task-1").Adds, "/")
	s.same("the rows", []string{
		"task-1|7|task|2026-04-01 09:00:00|completed|||0|telegram:1|telegram|th|Brief me",
		made + "|10|task|2026-05-01 12:00:00|pending|2026-05-01T12:00:00.000Z||0|telegram:1|telegram|th|Brief me",
	}, s.rows())
	if p := s.plan("requeue", "task-1"); p.Refused != "another run of it waits or is under way: "+made {
		t.Errorf("refused: %q", p.Refused)
	}
}
