package nanoclaw

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

// stage is an installation with one session, NanoClaw itself, and an operator.
type stage struct {
	testing.TB
	*host
	*pair
	own    *owner
	actor  source.Actor
	at     time.Time
	random uint64
}

// newStage makes a session that never ran. Its container is recorded as stopped.
func newStage(t testing.TB, r release) *stage {
	t.Helper()
	s := &stage{TB: t, at: noon, host: newHost(t, t.TempDir())}
	s.pair = s.session("stopped")
	s.own = &owner{in: s.in.path, out: s.out.path, release: r, clock: func() time.Time { return s.at }}
	src, err := openWith(t.Context(), s.root, source.Options{Now: s.own.clock}, func() uint64 { s.random++; return s.random })
	must(t, err)
	t.Cleanup(func() { must(t, src.Close()) })
	s.actor = src.(source.Actor)
	return s
}

// id is the id of a row as the source lists it.
func (s *stage) id(bare string) string { return s.group() + "/" + bare }

// sched has the agent schedule a task that is due in d, and returns its id.
func (s *stage) sched(d time.Duration, recurrence any) string {
	s.Helper()
	s.own.made++
	id := fmt.Sprintf("task-%d-own%03d", s.at.UnixMilli(), s.own.made)
	must(s, s.own.insertTask(context.Background(), id, s.at.Add(d), recurrence))
	return id
}

// pass lets time pass.
func (s *stage) pass(d time.Duration) { s.at = s.at.Add(d) }

// turn has the container take what is due and end its turn, and the host sweep.
func (s *stage) turn(text string) (claimed []string) {
	s.Helper()
	claimed, err := s.own.turn(context.Background(), text)
	must(s, err)
	s.sweep()
	return claimed
}

func (s *stage) sweep() {
	s.Helper()
	s.pass(time.Second)
	must(s, s.own.sweep(context.Background(), true))
}

// crash has a container take what is due and die, and the host sweep.
func (s *stage) crash() {
	s.Helper()
	_, err := s.own.claim(context.Background())
	must(s, err)
	s.pass(time.Minute)
	must(s, s.own.sweep(context.Background(), false))
	s.pass(5 * time.Minute)
}

func (s *stage) request(action model.ActionName, bare string) source.Request {
	return source.Request{Task: s.id(bare), Action: action, Actor: "ann", Reason: "because"}
}

func (s *stage) plan(action model.ActionName, bare string) source.Plan {
	s.Helper()
	p, err := s.actor.Plan(context.Background(), s.request(action, bare))
	must(s, err)
	return p
}

// apply does a plan and returns the record that a journal keeps.
func (s *stage) apply(p source.Plan) source.Record {
	s.Helper()
	if p.Refused != "" {
		s.Fatalf("%s of %s is refused: %s", p.Action, p.Task.ID, p.Refused)
	}
	r := source.Record{Request: p.Request, Task: p.Task, Was: p.Was, Now: p.Now, Adds: p.Adds, Undo: p.Undo}
	r.Request.Action = p.Action
	must(s, s.actor.Apply(context.Background(), p, func(images []source.Image) error { r.Images = images; return nil }))
	return r
}

func (s *stage) act(action model.ActionName, bare string) source.Record {
	s.Helper()
	return s.apply(s.plan(action, bare))
}

func (s *stage) undo(r source.Record) source.Plan {
	s.Helper()
	p, err := s.actor.PlanUndo(context.Background(), r, "bob")
	must(s, err)
	return p
}

// texts runs a query on a file and returns its rows as text.
func (s *stage) texts(path, query string) (lines []string) {
	s.Helper()
	must(s, withFile(context.Background(), path, func(c *sql.Conn) error {
		rows, err := list(context.Background(), c, query)
		for _, row := range rows {
			lines = append(lines, strings.Join(row, "|"))
		}
		return err
	}))
	return lines
}

const (
	whole = `SELECT * FROM messages_in ORDER BY seq`
	short = `SELECT id, seq, status, ifnull(process_after, 'none'), ifnull(recurrence, 'once'), series_id, tries FROM messages_in ORDER BY seq`
)

// rows are those of messages_in with all columns.
func (s *stage) rows() []string { s.Helper(); return s.texts(s.in.path, whole) }

func (s *stage) same(what string, want, got []string) {
	s.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		s.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

const (
	daily = "0 9 * * *"
	// rest is what the tasks of the tests have after their columns of state.
	rest = `telegram:1|telegram||{"prompt":"Brief me","script":null}||0`
)

// TestActionsLeaveTheRowsOfTheirOwner compares whole rows after an action, and after
// NanoClaw has gone on with them. Those of the paper's experiments are E1, E4 and E12.
func TestActionsLeaveTheRowsOfTheirOwner(t *testing.T) {
	for _, tc := range []struct {
		name    string
		release release
		set     func(*stage) string // returns the row that is acted on
		action  model.ActionName
		planned model.ActionName // when it is another
		now     string
		rows    []string // that the action leaves; ID stands for the new one
		later   []string // that NanoClaw leaves after a turn with an answer and a sweep
	}{
		{
			name: "a silent run of a series whose next run is armed", action: "requeue", now: stCompleted,
			set: func(s *stage) string {
				id := s.sched(0, daily)
				s.turn("")
				return id
			},
			rows: []string{
				"OWN|2|task|2026-05-01 12:00:00|completed|2026-05-01T12:00:00.000Z||OWN|0|1|" + rest,
				"HOST|4|task|2026-05-01 12:00:01|pending|2026-05-02T09:00:00.000Z|0 9 * * *|OWN|0|1|" + rest,
				"ID|8|task|2026-05-01 12:00:01|pending|2026-05-01T12:00:01.000Z||OWN|0|1|" + rest,
			},
			later: []string{
				"OWN|2|completed|2026-05-01T12:00:00.000Z|once|OWN|0",
				"HOST|4|pending|2026-05-02T09:00:00.000Z|0 9 * * *|OWN|0",
				"ID|8|completed|2026-05-01T12:00:01.000Z|once|OWN|0",
			},
		},
		{
			name: "a task that failed for good", action: "requeue", now: stFailed,
			set: func(s *stage) string {
				id := s.sched(0, nil)
				for range 6 {
					s.crash()
				}
				return id
			},
			rows: []string{
				"OWN|2|task|2026-05-01 12:00:00|failed|2026-05-01 12:26:20||OWN|5|1|" + rest,
				"ID|6|task|2026-05-01 12:36:00|pending|2026-05-01T12:36:00.000Z||OWN|0|1|" + rest,
			},
			later: []string{
				"OWN|2|failed|2026-05-01 12:26:20|once|OWN|5",
				"ID|6|completed|2026-05-01T12:36:00.000Z|once|OWN|0",
			},
		},
		{
			name: "a task that was cancelled", action: "requeue", now: stCompleted,
			set: func(s *stage) string {
				id := s.sched(time.Hour, daily)
				must(s, s.own.cancel(context.Background(), id))
				return id
			},
			rows: []string{
				"OWN|2|task|2026-05-01 12:00:00|completed|2026-05-01T13:00:00.000Z||OWN|0|1|" + rest,
				"ID|6|task|2026-05-01 12:00:00|pending|2026-05-01T12:00:00.000Z||OWN|0|1|" + rest,
			},
			later: []string{
				"OWN|2|completed|2026-05-01T13:00:00.000Z|once|OWN|0",
				"ID|6|completed|2026-05-01T12:00:00.000Z|once|OWN|0",
			},
		},
		{
			name: "a series that died", action: "revive", now: stFailed, set: dead,
			rows: []string{
				"OWN|2|task|2026-05-01 12:00:00|failed|2026-05-01 12:26:20||OWN|5|1|" + rest,
				"ID|6|task|2026-05-01 12:36:00|pending|2026-05-01T12:36:00.000Z|0 9 * * *|OWN|0|1|" + rest,
			},
			later: []string{
				"OWN|2|failed|2026-05-01 12:26:20|once|OWN|5",
				"ID|6|completed|2026-05-01T12:36:00.000Z|once|OWN|0",
				"HOST|8|pending|2026-05-02T09:00:00.000Z|0 9 * * *|OWN|0",
			},
		},
		{
			name: "a series that died is queued again", action: "requeue", planned: "revive", now: stFailed, set: dead,
			rows: []string{
				"OWN|2|task|2026-05-01 12:00:00|failed|2026-05-01 12:26:20||OWN|5|1|" + rest,
				"ID|6|task|2026-05-01 12:36:00|pending|2026-05-01T12:36:00.000Z|0 9 * * *|OWN|0|1|" + rest,
			},
			later: []string{
				"OWN|2|failed|2026-05-01 12:26:20|once|OWN|5",
				"ID|6|completed|2026-05-01T12:36:00.000Z|once|OWN|0",
				"HOST|8|pending|2026-05-02T09:00:00.000Z|0 9 * * *|OWN|0",
			},
		},
		{
			name: "a series that one failure killed", release: proposed, action: "revive", now: stFailed,
			set: func(s *stage) string {
				id := s.sched(0, daily)
				must(s, s.own.ack(context.Background(), "failed", id))
				s.sweep()
				return id
			},
			rows: []string{
				"OWN|2|task|2026-05-01 12:00:00|failed|2026-05-01T12:00:00.000Z||OWN|0|1|" + rest,
				"ID|6|task|2026-05-01 12:00:01|pending|2026-05-01T12:00:01.000Z|0 9 * * *|OWN|0|1|" + rest,
			},
			later: []string{
				"OWN|2|failed|2026-05-01T12:00:00.000Z|once|OWN|0",
				"ID|6|completed|2026-05-01T12:00:01.000Z|once|OWN|0",
				"HOST|8|pending|2026-05-02T09:00:00.000Z|0 9 * * *|OWN|0",
			},
		},
		{
			name: "a paused task", action: "resume", now: stPending, set: paused,
			rows: []string{"OWN|2|task|2026-05-01 12:00:00|pending|2026-05-01T12:00:00.000Z|0 9 * * *|OWN|0|1|" + rest},
			later: []string{
				"OWN|2|completed|2026-05-01T12:00:00.000Z|once|OWN|0",
				"HOST|4|pending|2026-05-02T09:00:00.000Z|0 9 * * *|OWN|0",
			},
		},
		{
			name: "a paused task is unblocked", action: "unblock", planned: "resume", now: stPending, set: paused,
			rows: []string{"OWN|2|task|2026-05-01 12:00:00|pending|2026-05-01T12:00:00.000Z|0 9 * * *|OWN|0|1|" + rest},
			later: []string{
				"OWN|2|completed|2026-05-01T12:00:00.000Z|once|OWN|0",
				"HOST|4|pending|2026-05-02T09:00:00.000Z|0 9 * * *|OWN|0",
			},
		},
		{
			name: "the next run of a series", action: "run-now", now: stPending,
			set: func(s *stage) string { return s.sched(21*time.Hour, daily) },
			rows: []string{
				"OWN|2|task|2026-05-01 12:00:00|pending|2026-05-02T09:00:00.000Z|0 9 * * *|OWN|0|1|" + rest,
				"ID|6|task|2026-05-01 12:00:00|pending|2026-05-01T12:00:00.000Z||OWN|0|1|" + rest,
			},
			later: []string{
				"OWN|2|pending|2026-05-02T09:00:00.000Z|0 9 * * *|OWN|0",
				"ID|6|completed|2026-05-01T12:00:00.000Z|once|OWN|0",
			},
		},
		{
			name: "a paused series, once", action: "run-now", now: stPaused, set: paused,
			rows: []string{
				"OWN|2|task|2026-05-01 12:00:00|paused|2026-05-01T12:00:00.000Z|0 9 * * *|OWN|0|1|" + rest,
				"ID|6|task|2026-05-01 12:00:00|pending|2026-05-01T12:00:00.000Z||OWN|0|1|" + rest,
			},
			later: []string{
				"OWN|2|paused|2026-05-01T12:00:00.000Z|0 9 * * *|OWN|0",
				"ID|6|completed|2026-05-01T12:00:00.000Z|once|OWN|0",
			},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newStage(t, tc.release)
			id := tc.set(s)
			outbound := s.texts(s.out.path, `SELECT * FROM processing_ack`)
			p := s.plan(tc.action, id)
			if want := map[bool]model.ActionName{true: tc.action, false: tc.planned}[tc.planned == ""]; p.Action != want || p.Now != tc.now {
				t.Errorf("planned is %s to %s: %+v", p.Action, p.Now, p)
			}
			_, made, _ := strings.Cut(p.Adds, "/")
			if p.Adds != "" && !regexp.MustCompile(`^task-\d{13}-[0-9a-z]{6}$`).MatchString(made) {
				t.Errorf("added is %q", p.Adds)
			}
			s.apply(p)
			host := regexp.MustCompile(`task-\d+-host\d+`)
			names := func(lines []string) []string {
				for i, line := range lines {
					line = strings.ReplaceAll(host.ReplaceAllString(line, "HOST"), id, "OWN")
					if made != "" {
						line = strings.ReplaceAll(line, made, "ID")
					}
					lines[i] = line
				}
				return lines
			}
			s.same("the action leaves", tc.rows, names(s.texts(s.in.path, columnsOfTests)))
			s.same("acknowledged is", outbound, s.texts(s.out.path, `SELECT * FROM processing_ack`))
			if due, err := s.own.due(context.Background()); err != nil || due != 1 {
				t.Errorf("the host wakes a container for %d rows, %v", due, err)
			}
			claimed := id
			if made != "" {
				claimed = made
			}
			if got := s.turn("Good morning"); len(got) != 1 || got[0] != claimed {
				t.Errorf("the container took %v and not %s", got, claimed)
			}
			s.same("NanoClaw leaves", tc.later, names(s.texts(s.in.path, short)))
		})
	}
}

// columnsOfTests are all columns, those of the route at the end.
const columnsOfTests = `SELECT id, seq, kind, timestamp, status, process_after, recurrence, series_id, tries, trigger,
	platform_id, channel_type, thread_id, content, source_session_id, on_wake FROM messages_in ORDER BY seq`

// dead is a series whose run crashed for good: at release 2.0 nothing arms it again.
func dead(s *stage) string {
	id := s.sched(0, daily)
	for range 6 {
		s.crash()
	}
	return id
}

func paused(s *stage) string {
	id := s.sched(0, daily)
	must(s, s.own.pause(context.Background(), id))
	return id
}

// silent is a run that was acknowledged and sent nothing.
func silent(s *stage) string {
	id := s.sched(0, nil)
	s.turn("")
	return id
}

// TestSessionWithoutTasks: a session in which nobody has scheduled anything is read too.
func TestSessionWithoutTasks(t *testing.T) {
	s := newStage(t, released)
	page, err := s.actor.List(t.Context(), source.Query{Limit: 9})
	if err != nil || len(page.Cases) > 0 {
		t.Errorf("%d tasks, %v", len(page.Cases), err)
	}
}

// TestActingInACrowd: among more sessions than are held open, one is acted on, and no
// plan is applied when v2.db is gone.
func TestActingInACrowd(t *testing.T) {
	s := newStage(t, released)
	id := silent(s)
	for range 12 {
		s.session("stopped").add(row{status: stCompleted})
	}
	src, err := Adapter().Open(t.Context(), s.root, source.Options{Now: s.own.clock})
	must(t, err)
	t.Cleanup(func() { must(t, src.Close()) })
	s.actor = src.(source.Actor)
	r := s.act("requeue", id)
	if undo := s.undo(r); undo.Refused != "" {
		t.Errorf("its undo is refused: %s", undo.Refused)
	}
	p := s.undo(r)
	must(t, s.central.Close())
	for _, side := range []string{"", "-wal", "-shm"} {
		_ = os.Remove(filepath.Join(s.data, centralName+side))
	}
	if err := s.actor.Apply(t.Context(), p, func([]source.Image) error { return nil }); err == nil {
		t.Error("it is written although nobody knows whether the session is open")
	}
}

// TestRunNowOfAStarvedTask: ten newer rows that only give context keep a container from
// a task that is due. A new run is the newest row, which it sees.
func TestRunNowOfAStarvedTask(t *testing.T) {
	s := newStage(t, released)
	id := s.sched(0, nil)
	for i := range 10 {
		s.in.exec(`INSERT INTO messages_in (id, seq, kind, timestamp, trigger, content) VALUES (?, ?, 'chat', '2026-05-01 12:00:00', 0, '{"text":"hm"}')`,
			fmt.Sprint("context-", i), 100+2*i)
	}
	s.pass(time.Second)
	if claimed := s.turn(""); len(claimed) > 0 {
		t.Fatalf("the container took %v", claimed)
	}
	if p := s.plan("requeue", id); !strings.Contains(p.Refused, "run-now adds a run that it sees") {
		t.Errorf("refused: %q", p.Refused)
	}
	_, made, _ := strings.Cut(s.act("run-now", id).Adds, "/")
	if claimed := s.turn("Good morning"); len(claimed) != 10 || claimed[9] != made {
		t.Errorf("the container took %v", claimed)
	}
	if claimed := s.turn("Good morning"); len(claimed) != 2 || claimed[0] != id {
		t.Errorf("then it took %v", claimed)
	}
}
