package queue

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"notdone/model"
	"notdone/source"
)

// offers are what is listed for a task.
func offers(t testing.TB, s source.Source, id string) map[model.ActionName]model.Action {
	t.Helper()
	c := get(t, s, id)
	all := map[model.ActionName]model.Action{}
	for _, a := range Adapter().Actions(&c, &model.Verdict{}) {
		all[a.Name] = a
	}
	return all
}

// TestHostDecidesNoAction: which host's pids are local is the operator's word
// for judging. Whether a worker is gone is seen on this machine alone.
func TestHostDecidesNoAction(t *testing.T) {
	path, db := newFile(t)
	setActive(t, db)
	execSQL(t, db, `UPDATE runs SET host = 'elsewhere'`)
	s := openQueue(t, path, func(o *source.Options) {
		o.Hosts, o.Now = []string{"elsewhere"}, time.Now
		o.Alive = func(int, time.Time) model.Liveness { return model.LivenessDead }
	})
	if got := get(t, s, "a").Facts.Worker; got != model.LivenessDead {
		t.Errorf("judged to be %v", got)
	}
	a := s.(source.Actor)
	if p := plan(t, a, source.Request{Task: "a", Action: "reclaim"}); !strings.Contains(p.Refused, "cannot be seen from here") {
		t.Errorf("reclaimed from a worker on another host: %+v", p)
	}
	if p := plan(t, a, source.Request{Task: "a", Action: "cancel"}); p.Refused != "" || strings.Contains(strings.Join(p.Effects, " "), "gone") {
		t.Errorf("a worker on another host is taken for gone: %+v", p)
	}
	if got := offers(t, s, "a")["reclaim"]; got.Allowed {
		t.Errorf("listed: %+v", got)
	}

	execSQL(t, db, `UPDATE runs SET host = ?`, here)
	if p := plan(t, a, source.Request{Task: "a", Action: "reclaim"}); p.Refused != "" {
		t.Errorf("the worker of this host is gone: %s", p.Refused)
	}
	if got := offers(t, s, "a")["reclaim"]; !got.Allowed {
		t.Errorf("listed: %+v", got)
	}
}

func TestWorkersOfATask(t *testing.T) {
	const alive, dead, unknown = model.LivenessAlive, model.LivenessDead, model.LivenessUnknown
	for name, tc := range map[string]struct {
		runs string // worker, host, pid, pid_namespace
		want model.Liveness
	}{
		"no run":                        {``, unknown},
		"gone":                          {`('w', 'here', 1, NULL)`, dead},
		"alive":                         {`('w', 'here', 2, NULL)`, alive},
		"not known":                     {`('w', 'here', 3, NULL)`, unknown},
		"no pid":                        {`('w', 'here', NULL, NULL)`, unknown},
		"no host":                       {`('w', NULL, 1, NULL)`, unknown},
		"another host":                  {`('w', 'there', 1, NULL)`, unknown},
		"nameless":                      {`(NULL, 'here', 1, NULL)`, dead},
		"in our namespace":              {`('w', 'here', 1, 'ours')`, dead},
		"in another":                    {`('w', 'here', 1, 'theirs')`, unknown},
		"alive by number in another":    {`('w', 'here', 2, 'theirs')`, unknown},
		"taken over without a run":      {`('v', 'here', 1, NULL)`, unknown},
		"taken over, both are gone":     {`('v', 'here', 1, NULL), ('w', 'here', 1, NULL)`, dead},
		"taken over, the first lives":   {`('v', 'here', 2, NULL), ('w', 'here', 1, NULL)`, alive},
		"taken over, the first unknown": {`('v', 'there', 1, NULL), ('w', 'here', 1, NULL)`, unknown},
		"taken over, the new one lives": {`('v', 'here', 1, NULL), ('w', 'here', 2, NULL)`, alive},
	} {
		t.Run(name, func(t *testing.T) {
			path, db := newFile(t)
			execSQL(t, db, `INSERT INTO tasks (id, state, claimed_by) VALUES ('a', 'active', 'w')`)
			if tc.runs != "" {
				execSQL(t, db, `INSERT INTO runs (task_id, started_at, worker, host, pid, pid_namespace)
					SELECT 'a', 5, column1, replace(column2, 'here', ?), column3, column4 FROM (VALUES `+tc.runs+`)`, here)
			}
			see := func(pid int, _ time.Time) model.Liveness {
				return []model.Liveness{unknown, dead, alive, unknown}[pid]
			}
			s := openQueue(t, path, func(o *source.Options) {
				o.Alive = see
				o.AliveIn = func(namespace string, pid int, since time.Time) model.Liveness {
					if namespace != "ours" {
						return unknown
					}
					return see(pid, since)
				}
				o.Hosts = []string{here}
			})
			if got := get(t, s, "a").Facts.Worker; got != tc.want {
				t.Errorf("judged to be %v, want %v", got, tc.want)
			}
			p := plan(t, s.(source.Actor), source.Request{Task: "a", Action: "reclaim"})
			if (p.Refused == "") != (tc.want == dead) {
				t.Errorf("reclaim is refused: %q", p.Refused)
			}
		})
	}
}

// TestListedIsPlanned: what is listed as possible, and why not, is what a plan
// says of the same rows.
func TestListedIsPlanned(t *testing.T) {
	most := 300
	if testing.Short() {
		most = 20
	}
	path, db := newFile(t)
	execSQL(t, db, `PRAGMA synchronous = off`)
	host := here
	s := openQueue(t, path, func(o *source.Options) {
		o.Alive = func(pid int, _ time.Time) model.Liveness { return model.Liveness(pid % 3) }
		o.AliveIn = func(_ string, pid int, _ time.Time) model.Liveness { return model.Liveness(pid % 3) }
		o.Hosts = []string{"elsewhere"}
	})
	a := s.(source.Actor)
	tries := 0
	rapid.Check(t, func(r *rapid.T) {
		if tries++; tries > most {
			return
		}
		draw := func(name string, of ...any) any { return rapid.SampledFrom(of).Draw(r, name) }
		past, future := now.Add(-time.Hour).UnixMilli(), now.Add(time.Hour).UnixMilli()
		execSQL(t, db, `DELETE FROM runs`)
		execSQL(t, db, `INSERT OR REPLACE INTO tasks (id, state, run_at, claimed_by, lease_expires_at, answer, attempts, max_attempts)
			VALUES ('a', ?, ?, ?, ?, ?, ?, ?)`,
			draw("state", "queued", "scheduled", "active", "active", "active", "blocked", "failed", "done", "cancelled"),
			draw("run at", nil, past, future, int64(1)<<60), draw("owner", nil, "v", "w"), draw("lease", nil, past, future, now.UnixMilli()),
			draw("answer", nil, "yes"), draw("attempts", 0, 2), draw("most", nil, 2))
		for range rapid.IntRange(0, 3).Draw(r, "runs") {
			execSQL(t, db, `INSERT INTO runs (task_id, worker, host, pid, pid_namespace, started_at, ended_at) VALUES ('a', ?, ?, ?, ?, ?, ?)`,
				draw("worker", nil, "v", "w"), draw("host", nil, host, "elsewhere"), draw("pid", nil, 0, 3, 4, 5), draw("namespace", nil, "pid:[1]"),
				draw("since", nil, past), draw("ended", nil, past))
		}
		for name, offer := range offers(t, s, "a") {
			p := plan(t, a, source.Request{Task: "a", Action: name, Reason: "why"})
			if offer.Allowed != (p.Refused == "") || offer.Reason != p.Refused {
				r.Fatalf("%s is listed as %+v and planned as %q", name, offer, p.Refused)
			}
		}
	})
}
