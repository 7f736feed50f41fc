package queue

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/pgsource/pgtest"
	"notdone/source/queue/client"
	"notdone/source/queue/schema"
	"notdone/source/sourcetest"
	"notdone/source/watch"
)

// initPg makes a queue in an empty database.
func initPg(t testing.TB) (url string, owner *pgx.Conn) {
	t.Helper()
	url, owner = pgtest.Database(t)
	if err := client.InitPostgres(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	return url, owner
}

func openPg(t *testing.T, url string) source.Actor {
	t.Helper()
	s, err := pgsource.Open(t.Context(), url, StartPostgres(source.Options{Now: time.Now}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// parameters are the highest numbers of the parameters of a statement.
var parameters = regexp.MustCompile(`\$(\d+)`)

// sayPg runs a block of PostgresClientSQL as any client may, each statement as it stands with
// the parameters that it has, and returns how many rows each one changed.
func sayPg(ctx context.Context, conn *pgconn.PgConn, block string, args ...any) (changed []int64, err error) {
	for _, statement := range schema.PostgresStatements(block) {
		var own [][]byte
		for _, m := range parameters.FindAllStringSubmatch(statement, -1) {
			var n int
			fmt.Sscan(m[1], &n)
			for len(own) < n {
				var text []byte
				if v := args[len(own)]; v != nil {
					text = []byte(fmt.Sprint(v))
				}
				own = append(own, text)
			}
		}
		// Parameters that a statement passes over have no type of their own.
		types := make([]uint32, len(own))
		for i := range types {
			if !strings.Contains(statement, fmt.Sprintf("$%d::", i+1)) {
				types[i] = 25 // text
			}
		}
		r := conn.ExecParams(ctx, statement, own, types, nil, nil).Read()
		if r.Err != nil {
			return nil, fmt.Errorf("%s: %w", block, r.Err)
		}
		changed = append(changed, r.CommandTag.RowsAffected())
	}
	return changed, nil
}

func mustSayPg(t *testing.T, conn *pgx.Conn, block string, args ...any) []int64 {
	t.Helper()
	changed, err := sayPg(t.Context(), conn.PgConn(), block, args...)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

// TestPostgresHasTheSameBlocks: each block of the file's client is there, too, with the same
// parameters.
func TestPostgresHasTheSameBlocks(t *testing.T) {
	heads := regexp.MustCompile(`(?m)^-- name: (\w+.*)$`)
	of := func(text string) (all []string) {
		for _, m := range heads.FindAllStringSubmatch(text, -1) {
			all = append(all, strings.ReplaceAll(m[1], "$", "?"))
		}
		return all
	}
	there := of(schema.PostgresClientSQL)
	for _, head := range of(schema.ClientSQL) {
		if !slices.Contains(there, head) {
			t.Errorf("PostgreSQL has no block %q", head)
		}
	}
}

// scenario runs every block of a client, by a function that runs one.
func scenario(say func(block string, args ...any)) {
	for i, id := range []string{"done", "refused", "blocked", "unblocked", "failed", "retried", "last", "released", "active", "cancelled", "requeued", "waits", "mute"} {
		most := 2
		if id == "last" {
			most = 1
		}
		say("add", id, "Title of "+id, "Body", 100-i, nil, most, "wish "+id, "ann")
	}
	say("add", "later", "Later", "Body", 0, int64(4102444800000), nil, nil, nil)
	say("add", "done", "again", "", 0, nil, nil, nil, nil)
	say("depend", "cancelled", "waits")
	claim := func(worker string) { say("expire"); say("claim", worker, 600000, "host", 4711, "logs/"+worker+".log") }
	claim("w1")
	say("namespace", "w1", "pid:[1]")
	say("heartbeat", "done", "w1", 600000)
	say("finish", "done", "w1", "done", "It is done", 0.5, 100, 3, 2, 9, 0)
	claim("w2")
	say("finish", "refused", "w2", "refused", "I will not", nil, nil, nil, nil, nil, nil)
	claim("w3")
	say("block", "blocked", "w3", "credentials", "no key", 0.25, 10, 1, 0, 4, 1, "I have no key")
	claim("w4")
	say("block", "unblocked", "w4", "decision", "red or blue?", nil, nil, nil, nil, nil, nil, nil)
	say("unblock", "unblocked", "ann", "red", "asked the boss")
	claim("w5") // the unblocked one again
	say("finish", "unblocked", "w5", nil, "red it is", nil, nil, nil, nil, nil, nil)
	claim("w6")
	say("fail", "failed", "w6", "crashed", "boom", nil, nil, nil, nil, nil, 2, "out")
	claim("w7")
	say("retry", "retried", "w7", "timed_out", "slow", nil, nil, nil, nil, nil, nil, nil, 3600000)
	claim("w8")
	say("retry", "last", "w8", "failed", "again", nil, nil, nil, nil, nil, nil, nil, 3600000)
	claim("w9")
	say("release", "released", "w9", "going home", nil, nil, nil, nil, nil, nil, nil)
	claim("w10")
	say("release", "released", "w10", "going home", nil, nil, nil, nil, nil, nil, nil)
	say("cancel", "released", "ann", "not wanted")
	claim("w11")
	say("heartbeat", "active", "nobody", 600000)
	say("cancel", "cancelled", "ann", "not wanted")
	say("comment", "active", "bob", "how is it going?")
	claim("w12")
	say("finish", "requeued", "w12", "done", "first answer", nil, nil, nil, nil, nil, nil)
	say("requeue", "requeued", "ann", "once more")
}

// TestPostgresIsAsAFile: what every block of a client leaves reads the same in both, but for
// times and the order of what has no order.
func TestPostgresIsAsAFile(t *testing.T) {
	url, owner := initPg(t)
	scenario(func(block string, args ...any) { mustSayPg(t, owner, block, args...) })
	path, db := newFile(t)
	scenario(func(block string, args ...any) { do(t, db, block, args...) })
	file, err := open(t.Context(), path, source.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	server := openPg(t, url)
	listed := casesOf(t, server)
	want, got := getAll(t, file, listed), getAll(t, server, listed)
	if len(want) != len(listed) || len(listed) != 14 {
		t.Errorf("%d tasks are listed, %d are in the file", len(listed), len(want))
	}
	states := map[string]string{}
	for id, c := range got {
		states[id] = c.Task.Recorded
	}
	expected := map[string]string{
		"done": "done", "refused": "failed", "blocked": "blocked", "unblocked": "done", "failed": "failed", "retried": "queued", "last": "failed",
		"released": "cancelled", "active": "active", "cancelled": "cancelled", "requeued": "queued", "waits": "queued", "mute": "queued", "later": "scheduled",
	}
	if diff := cmp.Diff(expected, states); diff != "" {
		t.Errorf("the states are others:\n%s", diff)
	}
	options := cmp.Options{
		cmpopts.EquateEmpty(), cmpopts.IgnoreTypes(time.Time{}), cmpopts.IgnoreFields(model.Task{}, "Queue", "Logs"),
		cmpopts.IgnoreFields(model.Case{}, "Native"), cmpopts.IgnoreUnexported(model.Case{}),
	}
	if diff := cmp.Diff(want, got, options); diff != "" {
		t.Errorf("the queue in PostgreSQL is another (-file +server):\n%s", diff)
	}
	for id, c := range want {
		a, b := offersOf(&c), offersOf(ptr(got[id]))
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%s: other actions (-file +server):\n%s", id, diff)
		}
	}
}

func getAll(t *testing.T, s source.Source, listed map[string]model.Case) map[string]model.Case {
	t.Helper()
	cases, err := s.Get(t.Context(), slices.Collect(maps.Keys(listed)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]model.Case{}
	for _, c := range cases {
		all[c.Task.ID] = c
	}
	return all
}

var leaseEnd = regexp.MustCompile(`until \S+,`)

func offersOf(c *model.Case) (all []string) {
	for _, a := range Adapter().Actions(c, &model.Verdict{}) {
		all = append(all, fmt.Sprint(a.Name, a.Allowed, leaseEnd.ReplaceAllString(a.Reason, "")))
	}
	return all
}

func casesOf(t *testing.T, s source.Source) map[string]model.Case {
	t.Helper()
	all := map[string]model.Case{}
	for q := (source.Query{Limit: 4}); ; {
		page, err := s.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range page.Cases {
			if _, twice := all[c.Task.ID]; twice {
				t.Errorf("%s is listed twice", c.Task.ID)
			}
			all[c.Task.ID] = c
		}
		if q.After = page.Next; q.After == "" {
			return all
		}
	}
}

// TestPostgresWorkers: four workers with connections of their own claim and finish tasks by
// the statements alone; each task is worked once.
func TestPostgresWorkers(t *testing.T) {
	url, owner := initPg(t)
	const tasks, workers = 400, 4
	for i := range tasks {
		mustSayPg(t, owner, "add", fmt.Sprintf("t%03d", i), "Task", "", i%3, nil, 3, nil, nil)
	}
	var all sync.WaitGroup
	worked := make([]map[string]int, workers)
	for w := range workers {
		worked[w] = map[string]int{}
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close(context.Background()) })
		all.Go(func() {
			ctx := context.WithoutCancel(t.Context())
			for n := 0; ; n++ {
				name := fmt.Sprintf("worker %d.%d", w, n)
				changed, err := sayPg(ctx, conn.PgConn(), "claim", name, 60000, "host", 1, nil)
				if err != nil {
					t.Error(err)
					return
				}
				if changed[1] == 0 {
					return
				}
				claimed := conn.PgConn().ExecParams(ctx, schema.PostgresStatements("claimed")[0], [][]byte{[]byte(name)}, nil, nil, nil).Read()
				if claimed.Err != nil || len(claimed.Rows) != 1 {
					t.Errorf("%s has %d tasks: %v", name, len(claimed.Rows), claimed.Err)
					return
				}
				id := string(claimed.Rows[0][0])
				worked[w][id]++
				if ended, err := sayPg(ctx, conn.PgConn(), "finish", id, name, "done", "ok", nil, nil, nil, nil, nil, nil); err != nil || ended[3] != 1 {
					t.Errorf("%s: %v, %v", id, ended, err)
				}
			}
		})
	}
	all.Wait()
	times := map[string]int{}
	for w := range worked {
		if len(worked[w]) == 0 {
			t.Errorf("worker %d had nothing to do", w)
		}
		for id, n := range worked[w] {
			times[id] += n
		}
	}
	for id, n := range times {
		if n != 1 {
			t.Errorf("%s was worked %d times", id, n)
		}
	}
	var runs, done int
	err := owner.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM tasks WHERE state = 'done' AND attempts = 1)`).Scan(&runs, &done)
	if err != nil || len(times) != tasks || runs != tasks || done != tasks {
		t.Errorf("%d tasks were worked in %d runs, %d are done: %v", len(times), runs, done, err)
	}
}

// TestPostgresExpires: a task whose worker is gone is taken over, and fails on its last attempt.
func TestPostgresExpires(t *testing.T) {
	url, owner := initPg(t)
	mustSayPg(t, owner, "add", "a", "A", "", 0, nil, 2, nil, nil)
	for i, want := range []int64{1, 1, 0} {
		mustSayPg(t, owner, "expire")
		if n := mustSayPg(t, owner, "claim", fmt.Sprint("w", i), -1, "host", 1, nil); n[1] != want {
			t.Errorf("claim %d has %d tasks", i, n[1])
		}
	}
	c := casesOf(t, openPg(t, url))["a"]
	var ends []string
	for _, r := range c.Runs {
		ends = append(ends, r.Recorded+" "+r.Error)
	}
	if diff := cmp.Diff([]string{"released lease ran out", "released lease ran out"}, ends); diff != "" || c.Task.Recorded != "failed" {
		t.Errorf("it is %s:\n%s", c.Task.Recorded, diff)
	}
}

// TestPostgresIsFollowed: each change is told once, whichever it is, and when a transaction
// that began earlier commits later.
func TestPostgresIsFollowed(t *testing.T) {
	url, owner := initPg(t)
	for _, id := range []string{"a", "b", "c", "d"} {
		mustSayPg(t, owner, "add", id, id, "", 0, nil, nil, nil, nil)
	}
	s := openPg(t, url)
	casesOf(t, s)
	other, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(context.Background())
	exec := func(conn *pgx.Conn, statement string) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	exec(other, `BEGIN; UPDATE tasks SET title = 'slow' WHERE id = 'd'`)
	for _, one := range []struct{ statement, want string }{
		{`UPDATE tasks SET state = 'done' WHERE id = 'a'`, "a done a"},
		{`UPDATE tasks SET title = 'new' WHERE id = 'a'`, "a done new"},
		{`INSERT INTO events (task_id, kind, note) VALUES ('b', 'commented', 'hm')`, "b queued b"},
		{`INSERT INTO runs (task_id, worker) VALUES ('c', 'w')`, "c queued c"},
		{`DELETE FROM tasks WHERE id = 'a'`, "a removed"},
		{``, "d queued slow"},
	} {
		if one.statement == "" {
			exec(other, "COMMIT")
		} else {
			exec(owner, one.statement)
		}
		if got := toldPg(t, s); !slices.Equal(got, []string{one.want}) {
			t.Errorf("%s: told %q", one.statement, got)
		}
	}
}

// toldPg refreshes until something is told.
func toldPg(t *testing.T, s source.Source) (told []string) {
	t.Helper()
	for range 200 {
		d, err := s.Refresh(t.Context(), watch.Signal{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range d.Cases {
			told = append(told, c.Task.ID+" "+c.Task.Recorded+" "+c.Task.Title)
		}
		for _, id := range d.Removed {
			told = append(told, id+" removed")
		}
		if d.Reset {
			told = append(told, "reset")
		}
		if len(told) > 0 && !d.More {
			return told
		}
		select {
		case <-s.(source.Notifier).Changes():
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Fatal("nothing is told")
	return nil
}

// TestPostgresActs: each action that is offered is done and undone, and leaves an event.
func TestPostgresActs(t *testing.T) {
	url, owner := initPg(t)
	scenario(func(block string, args ...any) { mustSayPg(t, owner, block, args...) })
	s := openPg(t, url)
	tried := map[model.ActionName]bool{}
	for id, c := range casesOf(t, s) {
		for _, offer := range Adapter().Actions(&c, &model.Verdict{}) {
			r := source.Request{Task: id, Action: offer.Name, Actor: "ann", Reason: "a reason"}
			if offer.Name == model.ActionUnblock && offer.Allowed {
				r.Answer = "use the blue one"
			}
			before := textsOf(t, owner, `SELECT (to_jsonb(t) - 'updated_at')::text FROM tasks t ORDER BY id`)
			p, err := s.Plan(t.Context(), r)
			if err != nil || p.Refused != offer.Reason {
				t.Fatalf("%s of %s is listed as %q and planned as %q: %v", offer.Name, id, offer.Reason, p.Refused, err)
			}
			if p.Refused != "" || p.Undo == "" {
				continue
			}
			tried[offer.Name] = true
			record := sourcetest.Apply(t, s, &p)
			events := textsOf(t, owner, `SELECT concat_ws(' ', actor, from_state, to_state, note) FROM events ORDER BY id DESC LIMIT 1`)
			said, held, _ := strings.Cut(events[0], "; ")
			if want := "ann " + p.Was + " " + p.Now + " a reason"; said != want || strings.HasPrefix(held, "on hold") != (offer.Name == model.ActionHold) {
				t.Errorf("%s of %s leaves the event %q, want %q", offer.Name, id, events[0], want)
			}
			undo, err := s.PlanUndo(t.Context(), record, "bob")
			if err != nil || undo.Refused != "" {
				t.Fatalf("%s of %s: its undo is refused: %q, %v", offer.Name, id, undo.Refused, err)
			}
			sourcetest.Apply(t, s, &undo)
			if diff := cmp.Diff(before, textsOf(t, owner, `SELECT (to_jsonb(t) - 'updated_at')::text FROM tasks t ORDER BY id`)); diff != "" {
				t.Errorf("%s of %s: the undo leaves (-before +after):\n%s", offer.Name, id, diff)
			}
		}
	}
	for _, name := range []model.ActionName{model.ActionUnblock, model.ActionRequeue, model.ActionCancel, model.ActionHold, model.ActionBlock} {
		if !tried[name] {
			t.Errorf("no task could be tried for %s", name)
		}
	}
	// A trigger of somebody else, and one of another text, could do anything.
	for _, change := range []string{
		`CREATE OR REPLACE FUNCTION notdone_change_task() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
		`CREATE TRIGGER mine AFTER UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION notdone_notify()`,
	} {
		if _, err := owner.Exec(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		p, err := s.Plan(t.Context(), source.Request{Task: "blocked", Action: model.ActionUnblock, Actor: "ann"})
		if err != nil || !strings.Contains(p.Refused, "trigger") {
			t.Errorf("%s: %q, %v", change, p.Refused, err)
		}
	}
}

func textsOf(t *testing.T, conn *pgx.Conn, query string) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestPostgresSeries: when a task of a series is done, the next one is scheduled.
func TestPostgresSeries(t *testing.T) {
	_, owner := initPg(t)
	mustSayPg(t, owner, "add", "daily", "Daily", "", 0, int64(1_000_000), nil, nil, "ann")
	mustSayPg(t, owner, "repeat", "daily", 86_400_000)
	mustSayPg(t, owner, "claim", "w", 60000, "host", 1, nil)
	mustSayPg(t, owner, "finish", "daily", "w", "done", "ok", nil, nil, nil, nil, nil, nil)
	got := textsOf(t, owner, `SELECT concat_ws(' ', state, series, (slot_at - 1000000) % 86400000, slot_at > notdone_now(), run_at = slot_at) FROM tasks WHERE id <> 'daily'`)
	if diff := cmp.Diff([]string{"scheduled daily 0 t t"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestInitPostgresTouchesNothing that is there.
func TestInitPostgresTouchesNothing(t *testing.T) {
	url, owner := pgtest.Database(t)
	if _, err := owner.Exec(t.Context(), `CREATE TABLE runs (distance int)`); err != nil {
		t.Fatal(err)
	}
	err := client.InitPostgres(t.Context(), url)
	if err == nil || !strings.Contains(err.Error(), "there is a table runs already") || strings.Contains(err.Error(), "hushhush") {
		t.Error(err)
	}
	if got := textsOf(t, owner, `SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`); len(got) != 1 {
		t.Errorf("there are the tables %v", got)
	}
}
