package mapped_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/mapped"
	"notdone/source/sourcetest"
	"notdone/source/watch"
)

// pgLaundry is a mapping for the table laundry, whose leases decide what is active.
const pgLaundry = `
name = "laundry"
[signature]
laundry = ["what", "till"]
[[tables]]
name = "laundry"
[tables.roles]
id = "id"
title = "what"
status = "status"
created = "made"
run_at = "due"
lease = "till"
[tables.states]
waits = "queued"
washed = "done"
[[tables.when]]
if = "lease > now"
state = "active"
as = "in the drum"
[[tables.actions]]
name = "run-now"
source = "here"
from = ["waits"]
now = "waits"
undo = "until it is washed"
[[tables.actions.postgres]]
set.due = ":now"
`

func laundry(t *testing.T) []*mapped.Mapping {
	t.Helper()
	m, err := mapped.Parse("laundry.toml", []byte(pgLaundry))
	if err != nil {
		t.Fatal(err)
	}
	return []*mapped.Mapping{m}
}

// TestPostgresServersClock: leases are judged by the clock of the server, and an action
// writes its time; ages are those that a clock of this machine gives.
func TestPostgresServersClock(t *testing.T) {
	for _, ahead := range []time.Duration{time.Hour, -time.Hour} {
		t.Run(ahead.String(), func(t *testing.T) {
			url, owner := database(t)
			execPg(t, owner, fmt.Sprintf(`CREATE SCHEMA shifted;
				CREATE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$SELECT pg_catalog.clock_timestamp() + interval '%.0f s'$$;
				CREATE TABLE laundry (id int PRIMARY KEY, what text, status text, made timestamptz, due timestamptz, till timestamptz)`, ahead.Seconds()))
			at := func(d time.Duration) time.Time { return time.Now().Add(ahead + d).Truncate(time.Microsecond) }
			execPg(t, owner, `INSERT INTO laundry VALUES (1, 'claimed', 'waits', $1, NULL, $2), (2, 'claimed before', 'waits', $1, NULL, $3), (3, 'later', 'waits', $1, $4, NULL)`,
				at(-time.Minute), at(time.Minute), at(-time.Minute), at(10*time.Minute))
			_, s, err := openPostgres(t.Context(), url+"&search_path=shifted,pg_catalog,public", laundry(t), source.Options{Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			got := map[string]model.State{}
			page, err := s.List(t.Context(), source.Query{Limit: 9})
			if err != nil {
				t.Fatal(err)
			}
			for i := range page.Cases {
				c := &page.Cases[i]
				got[c.Task.ID] = c.Stands
				if age := time.Since(c.Task.Created); age < 0 || age > 10*time.Minute {
					t.Errorf("task %s is %v old", c.Task.ID, age)
				}
			}
			if wait := time.Until(page.Cases[len(page.Cases)-1].Task.Due); got["3"] == model.StateScheduled && wait > 10*time.Minute {
				t.Errorf("it is due in %v", wait)
			}
			want := map[string]model.State{"1": model.StateActive, "2": model.StateQueued, "3": model.StateScheduled}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("states (-want +got):\n%s", diff)
			}
			a := s.(source.Actor)
			p := planPg(t, a, "3", model.ActionRunNow)
			sourcetest.Apply(t, a, &p)
			var due time.Time
			if err := owner.QueryRow(t.Context(), `SELECT due FROM laundry WHERE id = 3`).Scan(&due); err != nil || due.Sub(at(0)).Abs() > 5*time.Minute {
				t.Errorf("due is %v by the server's clock, %v; there it is %v", due, err, at(0))
			}
			if facts := fmt.Sprint(s.Describe().Facts); !strings.Contains(facts, "the server's clock") {
				t.Errorf("nothing tells that the clocks differ: %s", facts)
			}
		})
	}
}

// TestPostgresStatementTimeout: a role's own limit holds, what it ends is said with the limit
// and how to lift it, and the queue is there again when the table answers in time.
func TestPostgresStatementTimeout(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, `CREATE TABLE clothes (id int PRIMARY KEY, what text, status text, made timestamptz, due timestamptz, till timestamptz);
		INSERT INTO clothes VALUES (1, 'shirt', 'waits', now(), NULL, NULL);
		CREATE TABLE slow (seconds float); INSERT INTO slow VALUES (0);
		CREATE VIEW laundry AS SELECT c.* FROM clothes c WHERE (SELECT pg_sleep(seconds) FROM slow) IS NOT NULL;
		DROP ROLE IF EXISTS hasty; CREATE ROLE hasty LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO hasty; ALTER ROLE hasty SET statement_timeout = '300ms'`)
	t.Cleanup(func() { execPg(t, owner, `DROP OWNED BY hasty; DROP ROLE hasty`) })
	url = strings.Replace(url, "owner:", "hasty:", 1)
	open := func(url string) (source.Source, error) {
		_, s, err := openPostgres(t.Context(), url, laundry(t), source.Options{Now: time.Now})
		if err == nil {
			t.Cleanup(func() { _ = s.Close() })
		}
		return s, err
	}
	s, err := open(url)
	if err != nil {
		t.Fatal(err)
	}
	listPg(t, s, 1)
	execPg(t, owner, `UPDATE slow SET seconds = 1`)
	const said = "ended after 300ms, the limit of a statement here (?statement_timeout="
	if _, err := s.List(t.Context(), source.Query{Limit: 9}); err == nil || !strings.Contains(err.Error(), said) {
		t.Errorf("listing it: %v", err)
	}
	if _, err := s.Refresh(t.Context(), watch.Signal{}); err == nil || !strings.Contains(err.Error(), said) {
		t.Errorf("refreshing it: %v", err)
	}
	patient, err := open(url + "&statement_timeout=20000")
	if err != nil {
		t.Fatal(err)
	}
	listPg(t, patient, 1)
	execPg(t, owner, `UPDATE slow SET seconds = 0; UPDATE clothes SET what = 'sock'`)
	if got := toldOf(t, s, 1); !cmp.Equal(got, []string{"1 sock"}) {
		t.Errorf("told is %v", got)
	}
}

// shadowed makes a schema whose functions stand before those of the server.
func shadowed(t *testing.T, functions string) (s source.Source, set func(statement string)) {
	t.Helper()
	url, owner := database(t)
	execPg(t, owner, `CREATE SCHEMA shifted; CREATE TABLE laundry (id int PRIMARY KEY, what text, status text, made timestamptz, due timestamptz, till timestamptz);
		INSERT INTO laundry VALUES (1, 'shirt', 'waits', now(), NULL, NULL);`+functions)
	_, s, err := openPostgres(t.Context(), url+"&search_path=shifted,pg_catalog,public", laundry(t), source.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	listPg(t, s, 9)
	return s, func(statement string) { execPg(t, owner, statement) }
}

// TestPostgresClockThatIsSet: that the server's clock is set is seen over the same connection.
func TestPostgresClockThatIsSet(t *testing.T) {
	const ahead = `CREATE OR REPLACE FUNCTION shifted.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$SELECT pg_catalog.clock_timestamp() + interval '%d s'$$;`
	s, set := shadowed(t, fmt.Sprintf(ahead, 0))
	for _, seconds := range []int{3600, 0} {
		set(fmt.Sprintf(ahead, seconds))
		if told := await(t, s); !cmp.Equal(told, []string{"reset"}) {
			t.Errorf("told is %v", told)
		}
		listPg(t, s, 9)
		if facts := fmt.Sprint(s.Describe().Facts); strings.Contains(facts, "1h0m0s ahead of that of this machine") != (seconds > 0) {
			t.Errorf("by %d s it is said: %s", seconds, facts)
		}
	}
}

// TestPostgresPromotion: a read replica that becomes the primary can be acted on, and a primary
// that becomes a replica no longer, over the same connection.
func TestPostgresPromotion(t *testing.T) {
	s, set := shadowed(t, `CREATE TABLE shifted.role (replica bool); INSERT INTO shifted.role VALUES (true);
		CREATE FUNCTION shifted.pg_is_in_recovery() RETURNS bool LANGUAGE sql STABLE AS $$SELECT replica FROM shifted.role$$;
		CREATE FUNCTION shifted.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql AS $$SELECT pg_current_wal_insert_lsn()$$`)
	a := s.(source.Actor)
	for _, replica := range []bool{true, false, true} {
		set(fmt.Sprintf(`UPDATE shifted.role SET replica = %v`, replica))
		if !replica {
			if told := await(t, s); !cmp.Equal(told, []string{"reset"}) {
				t.Errorf("told is %v", told)
			}
		}
		page, err := s.List(t.Context(), source.Query{Limit: 9})
		for range 100 {
			if err != nil || (page.Cases[0].ReadOnly != "") == replica {
				break
			}
			time.Sleep(50 * time.Millisecond)
			if _, err = s.Refresh(t.Context(), watch.Signal{}); err == nil {
				page, err = s.List(t.Context(), source.Query{Limit: 9})
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		p, err := a.Plan(t.Context(), source.Request{Task: "1", Action: model.ActionRunNow, Actor: "ann"})
		if err != nil || (p.Refused != "") != replica || (page.Cases[0].ReadOnly != "") != replica {
			t.Errorf("replica %v: refused with %q, %v; the task with %q", replica, p.Refused, err, page.Cases[0].ReadOnly)
		}
		if facts := fmt.Sprint(s.Describe().Facts); strings.Contains(facts, "read replica}") != replica {
			t.Errorf("replica %v: it says %s", replica, facts)
		}
	}
}

// TestPostgresTakesARightAway: it is said in the words of the server, and the queue goes on when
// the right is given again.
func TestPostgresTakesARightAway(t *testing.T) {
	url, owner := database(t)
	execPg(t, owner, `CREATE TABLE laundry (id int PRIMARY KEY, what text, status text, made timestamptz, due timestamptz, till timestamptz);
		INSERT INTO laundry VALUES (1, 'shirt', 'waits', now(), NULL, NULL);
		DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN; GRANT SELECT ON laundry TO guest`)
	t.Cleanup(func() { execPg(t, owner, `DROP OWNED BY guest; DROP ROLE guest`) })
	_, s, err := openPostgres(t.Context(), strings.Replace(url, "owner:", "guest:", 1), laundry(t), source.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	listPg(t, s, 1)
	execPg(t, owner, `REVOKE SELECT ON laundry FROM guest`)
	const said = "laundry: permission denied for table laundry"
	if _, err := s.List(t.Context(), source.Query{Limit: 9}); err == nil || err.Error() != said {
		t.Errorf("listing it: %v, want %s", err, said)
	}
	execPg(t, owner, `GRANT SELECT ON laundry TO guest`)
	if got := listPg(t, s, 1); len(got) != 1 {
		t.Errorf("with the right again: %q", got)
	}
}
