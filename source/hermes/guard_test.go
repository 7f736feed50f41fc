package hermes

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
)

func TestGuardHolds(t *testing.T) {
	now := boardNow
	parked, untyped, newest := release{parks: true}, release{parks: true}, newestRelease
	cases := []struct {
		name   string
		facts  guardFacts
		rel    release
		status string
		want   string
		until  int64
	}{
		{"nothing", guardFacts{}, newest, stReady, "", 0},
		{"an error about access", guardFacts{lastError: "403 Forbidden"}, newest, stReady, heldByError, 0},
		{"a word that begins so", guardFacts{lastError: "the author left"}, newest, stReady, heldByError, 0},
		{"another error", guardFacts{lastError: "pid 9 not alive"}, newest, stReady, "", 0},
		{"an error holds a review too", guardFacts{lastError: "quota"}, newest, stReview, heldByError, 0},
		{"a rate limit", guardFacts{outcome: outRateLimited, ended: now - 10, lastError: "quota"}, newest, stReady, heldByRateLimit, now + 290},
		{"a rate limit that is over", guardFacts{outcome: outRateLimited, ended: now - 301, lastError: "quota", pr: now}, newest, stReady, "", 0},
		{"a success", guardFacts{completed: now - 60}, newest, stReady, heldBySuccess, now + 3540},
		{"a success and then a requeue", guardFacts{completed: now - 60, requeued: now}, newest, stReady, "", 0},
		{"a requeue that an older Hermes does not see", guardFacts{completed: now - 60, requeued: now}, untyped, stReady, heldBySuccess, now + 3540},
		{"an old success", guardFacts{completed: now - 3600}, newest, stReady, "", 0},
		{"a pull request", guardFacts{pr: now - 3600}, newest, stReady, heldByPR, now + 23*3600},
		{"a pull request of yesterday", guardFacts{pr: now - 24*3600}, newest, stReady, "", 0},
		{"a review of a pull request", guardFacts{pr: now, completed: now - 1}, newest, stReview, "", 0},
		{"no guard in an old Hermes", guardFacts{pr: now, lastError: "quota"}, release{}, stReady, "", 0},
		{"not ready", guardFacts{pr: now}, parked, stTodo, "", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, until := c.facts.holds(c.rel, c.status, now)
			if got != c.want || seconds(until) != c.until {
				t.Errorf("held by %q until %v", got, until)
			}
		})
	}
}

// TestPlanForetellsTheDispatcher: a plan does not promise a worker where the
// dispatcher will start none.
func TestPlanForetellsTheDispatcher(t *testing.T) {
	comment := func(id, body string, ago time.Duration) string {
		return fmt.Sprintf("INSERT INTO task_comments (task_id, author, body, created_at) VALUES ('%s', 'default', '%s', %d)", id, body, boardNow-int64(ago/time.Second))
	}
	const starts = "the dispatcher starts a worker for it, usually within a minute"
	pr := "see https://github.com/acme/door/pull/7 for it"
	cases := []struct {
		name       string
		statements []string
		layout     layout
		req        source.Request
		want       string
	}{
		{"a pull request", []string{comment("t_input", pr, time.Hour)}, present, source.Request{Task: "t_input", Action: model.ActionUnblock}, "(active_pr)"},
		{"one of yesterday", []string{comment("t_input", pr, 25*time.Hour)}, present, source.Request{Task: "t_input", Action: model.ActionUnblock}, starts},
		{"an issue", []string{comment("t_input", "https://github.com/acme/door/issues/7", 0)}, present, source.Request{Task: "t_input", Action: model.ActionUnblock}, starts},
		{"in the answer itself", nil, present, source.Request{Task: "t_input", Action: model.ActionUnblock, Answer: pr}, "(active_pr)"},
		{"an old Hermes has no guard", []string{comment("t_input", pr, time.Hour)}, older, source.Request{Task: "t_input", Action: model.ActionUnblock}, starts},
		{"an error that stays", []string{"UPDATE tasks SET last_failure_error = 'HTTP 403' WHERE id = 't_done'"}, present, source.Request{Task: "t_done", Action: model.ActionRequeue}, "(blocker_auth)"},
		{"an error that is cleared", []string{"UPDATE tasks SET last_failure_error = 'HTTP 403' WHERE id = 't_budget'"}, present, source.Request{Task: "t_budget", Action: model.ActionUnblock}, starts},
		{
			"a success that counts",
			[]string{fmt.Sprintf(`INSERT INTO task_runs (task_id, status, outcome, started_at, ended_at) VALUES ('t_done', 'done', 'completed', 5, %d)`, boardNow-60)},
			untyped,
			source.Request{Task: "t_done", Action: model.ActionRequeue},
			"(recent_success)",
		},
		{
			"a success that a requeue outweighs",
			[]string{fmt.Sprintf(`INSERT INTO task_runs (task_id, status, outcome, started_at, ended_at) VALUES ('t_done', 'done', 'completed', 5, %d)`, boardNow-60)},
			present,
			source.Request{Task: "t_done", Action: model.ActionRequeue},
			starts,
		},
		{"nobody of that name", []string{"UPDATE tasks SET assignee = 'ghost' WHERE id = 't_input'"}, present, source.Request{Task: "t_input", Action: model.ActionUnblock}, "ghost has no profile in "},
		{"a profile", []string{"UPDATE tasks SET assignee = 'Coder' WHERE id = 't_input'"}, present, source.Request{Task: "t_input", Action: model.ActionUnblock}, starts},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := tempBoard(t)
			must(t, os.MkdirAll(filepath.Join(filepath.Dir(path), "profiles", "coder"), 0o700))
			fixture(t, path, c.layout, "delete", append(knownTo(c.layout, situations()), c.statements...)...)
			r := actOn(t, path, boardNow, "here", gone.alive)
			c.req.Actor = "alice"
			p := plan(t, r, c.req)
			if !slices.ContainsFunc(p.Effects, func(e string) bool { return strings.Contains(e, c.want) }) {
				t.Errorf("%q is not among the effects:\n%s", c.want, strings.Join(p.Effects, "\n"))
			}
			if c.want != starts && slices.Contains(p.Effects, starts) {
				t.Error("a worker is promised all the same")
			}
		})
	}
}

// TestReadyForNobody: a task for whose assignee Hermes has no profile is told,
// in a Hermes' home and nowhere else.
func TestReadyForNobody(t *testing.T) {
	dir := t.TempDir()
	home := filepath.Join(dir, "home")
	must(t, os.MkdirAll(filepath.Join(home, "profiles", "coder"), 0o700))
	must(t, os.WriteFile(filepath.Join(home, "profiles", "file"), nil, 0o600))
	boards := []string{filepath.Join(home, dbName), filepath.Join(home, kanbanFolder, boardsFolder, "alpha", dbName), filepath.Join(dir, "copy.db")}
	for _, path := range boards {
		var made []string
		for i, who := range []string{"default", "coder", "ghost", "file", "../coder", ""} {
			made = append(made, fmt.Sprintf("INSERT INTO tasks (id, title, status, assignee, created_at) VALUES ('t_%d', 'x', 'ready', '%s', %d)", i, who, ago(time.Minute)))
		}
		made = append(made, "INSERT INTO tasks (id, title, status, assignee, created_at) VALUES ('t_todo', 'x', 'todo', 'ghost', 5)")
		r := openFixture(t, fixture(t, path, present, "delete", made...))
		var idle []string
		for _, c := range listAll(t, r, 10) {
			if in := recordOf(&c); in.idle != "" {
				idle = append(idle, in.idle)
			}
		}
		want := []string{"../coder", "file", "ghost"}
		if path == boards[2] {
			want = nil
		}
		slices.Sort(idle)
		if !slices.Equal(idle, want) {
			t.Errorf("%s: no worker is started for %q, not %q", path, idle, want)
		}
	}
	testRule(t, "no-profile", []ruleCase{
		{name: "none", subject: subject{status: stReady, change: func(r *record, _ *model.Case) { r.idle = "ghost" }}, severity: "warning", says: "ghost has no profile"},
		{name: "claimed by another kind of worker", subject: subject{status: stReady, change: func(r *record, _ *model.Case) { r.idle, r.lock = "ghost", "here:1" }}},
		{name: "there is one", subject: subject{status: stReady}},
	})
}

// TestHeldBeforeTheFirstTick: the dispatcher will never start a task whose last
// error speaks of access, and need not have said so yet.
func TestHeldBeforeTheFirstTick(t *testing.T) {
	failed := func(said string) func(*record, *model.Case) {
		return func(r *record, _ *model.Case) { r.lastError = said }
	}
	testRule(t, "spawn-held", []ruleCase{
		{name: "access", subject: subject{status: stReady, change: failed("HTTP 401 unauthorized")}, severity: "warning", says: "missing access"},
		{name: "a review", subject: subject{status: stReview, change: failed("quota")}, severity: "warning"},
		{name: "a rate limit ends by itself", subject: subject{status: stReady, change: failed("quota"), runs: []model.Run{ran(outRateLimited, time.Minute)}}},
		{name: "a crash", subject: subject{status: stReady, change: failed("pid 9 not alive")}},
		{name: "blocked", subject: subject{status: stBlocked, change: failed("quota")}},
	})
}

// TestHalfClaims: a claim of which the row holds only a part is taken together
// with that of its open run, and a pid without a host is nobody's to judge.
func TestHalfClaims(t *testing.T) {
	cases := []struct {
		name string
		row  []string
		run  string // claim_lock, claim_expires, worker_pid
		why  string // empty: it may be reclaimed
	}{
		{"a pid, and a run of another host", []string{"worker_pid=99"}, "'there:7', 9, 99", "it is held by there:7"},
		{"a pid, and a run of this host", []string{"worker_pid=99"}, "'here:7', 9, 99", ""},
		{"a lock, and a run whose worker lives", []string{"claim_lock='here:7'"}, "'here:7', 9, 1", "its worker (pid 1) is alive"},
		{"a pid alone", []string{"worker_pid=99"}, "NULL, NULL, NULL", "no claim is on record"},
		{"nothing", nil, "NULL, NULL, NULL", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := fixture(t, tempBoard(t), present, "delete", card("t_1", stRunning, append(c.row, "current_run_id=3")...), openRun(3, "t_1", c.run))
			r := actOn(t, path, boardNow, "here", gone.alive)
			p, err := r.Plan(t.Context(), source.Request{Task: "t_1", Action: model.ActionReclaim, Actor: "alice"})
			must(t, err)
			if (p.Refused == "") != (c.why == "") || !strings.HasPrefix(p.Refused, c.why) {
				t.Errorf("refused with %q", p.Refused)
			}
			listed := Adapter().Actions(&listAll(t, r, 1)[0], &model.Verdict{})
			if listed[2].Reason != p.Refused {
				t.Errorf("listed as %q and planned as %q", listed[2].Reason, p.Refused)
			}
		})
	}
}

// listAll is the first page of a listing, which is all of it.
func listAll(t testing.TB, src source.Source, limit int) []model.Case {
	t.Helper()
	p, err := src.List(t.Context(), source.Query{Limit: limit})
	must(t, err)
	return p.Cases
}
