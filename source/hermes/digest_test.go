package hermes

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
	"notdone/source/watch"
)

// history writes events of one task: random kinds at times that mostly rise.
func history(random *rand.Rand, id string, from, n int) []string {
	names := []string{
		evClaimed, evCrashed, evBlocked, evUnblocked, evPromoted, evCommented, evCompleted, evEdited, evPhantomRefs, evCardsBlocked, evGaveUp,
		evStatus, evReclaimed, evTimedOut, "heartbeat", "heartbeat", evRespawnGuarded, "made_up", "another", evBlockLoop,
	}
	few := make([]string, 2+random.IntN(6))
	for i := range few {
		few[i] = names[random.IntN(len(names))]
	}
	var all []string
	for i := 0; i < n; {
		var rows []string
		for range min(200, n-i) {
			name := few[random.IntN(len(few))]
			if random.IntN(100) == 0 {
				name = names[random.IntN(len(names))]
			}
			at := boardNow - int64(100000-(from+i)*30)
			if random.IntN(50) == 0 {
				at += int64(random.IntN(20000) - 10000)
			}
			rows = append(rows, fmt.Sprintf(`('%s', NULL, '%s', '{"reason": "shelf %d", "phantom_refs": ["t_%08x"], "phantom_cards": ["t_%08x"]}', %d)`, id, name, random.IntN(3), i, i, min(at, boardNow)))
			i++
		}
		all = append(all, "INSERT INTO task_events (task_id, run_id, kind, payload, created_at) VALUES "+strings.Join(rows, ", "))
	}
	return all
}

// concluded is what is concluded of a case: its state and the owner's own findings.
func concluded(c *model.Case) []string {
	v := classify.New(classify.DefaultConfig(), rules()...).Judge(c, state(c.Task.Recorded), noon)
	all := []string{v.State.String(), c.Facts.ObstacleText, c.Facts.BlockedAt.String(), c.Task.Updated.String()}
	for _, f := range v.Findings {
		if f.Origin == model.OriginOwner {
			all = append(all, fmt.Sprint(f.Rule, " ", f.Severity, " ", f.Last, " ", f.Discounted))
		}
	}
	if g := recordOf(c).guard; g != nil {
		all = append(all, g.where)
	}
	return all
}

// TestDigestSaysTheSame: of a task with very many events, what is kept leads to
// the same conclusions as all of them, read at once or followed commit by commit.
func TestDigestSaysTheSame(t *testing.T) {
	statuses := []string{stReady, stBlocked, stTriage, stDone, stTodo, stReview}
	for seed := range uint64(24) {
		if testing.Short() && seed > 5 {
			break
		}
		random := rand.New(rand.NewPCG(seed, 8))
		status := statuses[seed%uint64(len(statuses))]
		first := []string{card("t_1", status), event("t_1", evCreated, "")}
		path := fixture(t, tempBoard(t), present, "delete", append(first, history(random, "t_1", 0, 600+random.IntN(1500))...)...)
		live := openFixture(t, path)
		listAll(t, live, 1)
		check := func(when string) {
			t.Helper()
			all := openFixture(t, path)
			all.env.crowd = 1 << 30
			want := listAll(t, all, 1)[0]
			d, err := live.Refresh(t.Context(), watch.Signal{})
			must(t, err)
			got := listAll(t, openFixture(t, path), 1)[0]
			if len(got.Events) >= len(want.Events) {
				t.Errorf("seed %d: %d of %d events are kept", seed, len(got.Events), len(want.Events))
			}
			if diff := cmp.Diff(concluded(&want), concluded(&got)); diff != "" {
				t.Errorf("seed %d, %s %s (-all +kept):\n%s", seed, status, when, diff)
			}
			for i := range d.Cases {
				if diff := cmp.Diff(got.Events, d.Cases[i].Events); diff != "" {
					t.Errorf("seed %d, %s: followed is not read (-read +followed):\n%s", seed, when, diff)
				}
			}
			if when != "at first" && len(d.Cases) != 1 {
				t.Errorf("seed %d, %s: %d tasks are told", seed, when, len(d.Cases))
			}
		}
		check("at first")
		for round := range 4 {
			statements(t, path, append(history(random, "t_1", 2500+100*round, 1+random.IntN(300)), event("t_1", evCommented, ""))...)
			check(fmt.Sprint("after commit ", round))
		}
	}
}

// diffOf is cmp.Diff of what is usually equal, for which it takes long.
func diffOf(want, got []model.Event) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return cmp.Diff(want, got)
}

// TestDigestOfAnyLayout: the events of a task with very many are the same
// whichever indexes the board has, and whatever was committed since they were
// digested.
func TestDigestOfAnyLayout(t *testing.T) {
	if testing.Short() {
		t.Skip("a history that is searched whole takes the race detector minutes")
	}
	random := rand.New(rand.NewPCG(5, 8))
	made := append([]string{"BEGIN", card("t_1", stBlocked), card("t_2", stReady)}, history(random, "t_1", 0, 12000)...)
	path := fixture(t, tempBoard(t), present, "delete", append(made, "COMMIT")...)
	live := openFixture(t, path)
	listAll(t, live, 2)
	of := func(r *reader, id string) []model.Event {
		h, err := r.History(t.Context(), id)
		must(t, err)
		return h.Case.Events
	}
	for round, change := range [][]string{
		{"DROP INDEX idx_events_task"},
		{"CREATE INDEX by_task ON task_events(task_id)"},
		{"DROP INDEX by_task", "CREATE INDEX by_time ON task_events(task_id, created_at DESC, kind)"},
		{manyEvents("t_2", evClaimed, 2*behindMax), event("t_1", evCommented, "")},
		{manyEvents("t_2", evClaimed, 20000), event("t_1", evCommented, "")},
	} {
		want := of(openFixture(t, path), "t_1")
		if len(want) < eventsWhole {
			t.Fatalf("%d events", len(want))
		}
		if round < 3 {
			statements(t, path, change...)
			if diff := diffOf(want, of(openFixture(t, path), "t_1")); diff != "" {
				t.Errorf("after %s (-before +after):\n%s", change, diff)
			}
			continue
		}
		statements(t, path, change...)
		if diff := diffOf(of(openFixture(t, path), "t_1"), of(live, "t_1")); diff != "" {
			t.Errorf("round %d (-read +moved on):\n%s", round, diff)
		}
	}
}

// manyEvents adds n events to a task in one statement.
func manyEvents(id, kind string, n int) string {
	return fmt.Sprintf(`INSERT INTO task_events (task_id, kind, payload, created_at)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT '%s', '%s', '{"reason": "again"}', %d + i FROM n`, n, id, kind, ago(time.Hour))
}

// TestListIsBounded: neither one large payload nor very many events or runs make
// a listing large.
func TestListIsBounded(t *testing.T) {
	const size, count = sqlsource.Huge + 1, 60_000
	huge := func(key string) string {
		return fmt.Sprintf(`'{"%s": "' || printf('%%.*c', %d, 'x') || '"}'`, key, size)
	}
	path := fixture(t, tempBoard(t), present, "delete",
		card("t_1", stBlocked), "INSERT INTO task_events (task_id, kind, payload, created_at) VALUES ('t_1', 'blocked', "+huge("reason")+", 5)",
		"INSERT INTO task_runs (task_id, status, outcome, started_at, ended_at, metadata) VALUES ('t_1', 'blocked', 'blocked', 5, 6, "+huge("exit_code")+")",
		"INSERT INTO task_events (task_id, kind, payload, created_at) VALUES ('t_1', 'linked', "+huge("parent")+", 5)",
		card("t_3", stTodo), fmt.Sprintf("UPDATE tasks SET body = printf('%%.*c', %d, 'b') WHERE id = 't_3'", size),
		card("t_2", stReady), manyEvents("t_2", evCrashed, count), manyEvents("t_2", evRespawnGuarded, count/10),
		fmt.Sprintf(`INSERT INTO task_runs (task_id, status, outcome, started_at, ended_at)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT 't_2', 'crashed', 'crashed', i, i + 1 FROM n`, count/10),
	)
	r := openFixture(t, path)
	cases := listAll(t, r, 10)
	i := slices.IndexFunc(cases, func(c model.Case) bool { return c.Task.ID == "t_2" })
	if n := len(cases[i].Events); n == 0 || n > 2*perKind {
		t.Errorf("%d events are listed", n)
	}
	if n := len(cases[i].Runs); n != runsKept || cases[i].Task.Attempts != count/10 || cases[i].Runs[n-1].Attempt != count/10 {
		t.Errorf("%d runs are listed of %d attempts", n, cases[i].Task.Attempts)
	}
	if g := recordOf(&cases[i]).guard; g == nil {
		t.Error("the newest refusal to start is lost")
	}
	if body := cases[2].Body; body != fmt.Sprintf("[… %d bytes …]", size) {
		t.Errorf("the body of %d bytes is read as %d", size, len(body))
	}
	h, err := r.History(t.Context(), "t_2")
	must(t, err)
	if n := len(h.Case.Events); n < eventsWhole || n > eventsWhole+2*perKind+1 {
		t.Errorf("the detail shows %d events", n)
	}
	if !slices.ContainsFunc(h.Case.Events, func(e model.Event) bool {
		return strings.Contains(e.Note, fmt.Sprintf("of %d events the newest %d", count+count/10, eventsWhole))
	}) {
		t.Error("the detail does not say that events are left out")
	}
	// A second reading of the heap: the first made what is remembered.
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	listAll(t, r, 10)
	_, err = r.Plan(t.Context(), source.Request{Task: "t_1", Action: model.ActionUnblock, Actor: "alice"})
	must(t, err)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20 {
		t.Errorf("listing and planning took %d MB", used>>20)
	}
}

// BenchmarkCommitToCrowd is what one commit costs whose task has events.
func BenchmarkCommitToCrowd(b *testing.B) {
	for _, n := range []int{10, 1000, 5000, 50000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			path := fixture(b, tempBoard(b), present, "delete", card("t_1", stReady), manyEvents("t_1", evCrashed, n))
			r := openFixture(b, path)
			listAll(b, r, 10)
			for b.Loop() {
				b.StopTimer()
				statements(b, path, event("t_1", evCrashed, ""))
				b.StartTimer()
				d, err := r.Refresh(b.Context(), watch.Signal{})
				must(b, err)
				if len(d.Cases) != 1 {
					b.Fatal("the commit is not told")
				}
			}
		})
	}
}

// TestHugeRowsAreNotActedOn: what they were could not be kept.
func TestHugeRowsAreNotActedOn(t *testing.T) {
	text := fmt.Sprintf("printf('%%.*c', %d, 'x')", sqlsource.Huge/2)
	path := fixture(t, tempBoard(t), present, "delete",
		card("t_1", stBlocked), "UPDATE tasks SET body = "+text+", result = "+text+" WHERE id = 't_1'",
		card("t_2", stRunning), "INSERT INTO task_runs (id, task_id, status, started_at, summary) VALUES (7, 't_2', 'running', 5, "+text+" || "+text+")",
		"UPDATE tasks SET current_run_id = 7 WHERE id = 't_2'",
		card("t_3", stBlocked), "UPDATE tasks SET body = "+text+" WHERE id = 't_3'")
	r := openFixture(t, path)
	cases := listAll(t, r, 3)
	for i := range cases {
		id := cases[i].Task.ID
		for _, offer := range Adapter().Actions(&cases[i], nil) {
			p, err := r.Plan(t.Context(), source.Request{Task: id, Action: offer.Name, Reason: "a reason", Actor: "op"})
			must(t, err)
			checkOffer(t, id, &offer, &p)
			if huge := strings.Contains(offer.Reason, "32 MiB"); huge != (id != "t_3") {
				t.Errorf("%s: %s is refused: %q", id, offer.Name, offer.Reason)
			}
		}
	}
}
