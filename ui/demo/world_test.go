package demo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/queue"
)

// lived lets the world live for a simulated span, without waiting.
func lived(t testing.TB, w *world, span time.Duration, each func()) {
	t.Helper()
	for until := w.now + span; w.upNext().next <= until; {
		if err := w.step(t.Context()); err != nil {
			t.Fatalf("after %v: %v", w.now, err)
		}
		if each != nil {
			each()
		}
	}
}

// verdicts judges every task as notdone does.
func verdicts(t testing.TB, path string) (map[string]model.Case, map[string]model.Verdict) {
	t.Helper()
	a := queue.Adapter()
	s, err := a.Open(t.Context(), path, source.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	page, err := s.List(t.Context(), source.Query{Limit: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	judge := classify.New(classify.DefaultConfig(), a.Rules...)
	cases, judged := map[string]model.Case{}, map[string]model.Verdict{}
	for i := range page.Cases {
		c := page.Cases[i]
		cases[c.Task.ID], judged[c.Task.ID] = c, judge.Judge(&c, a.State(c.Task.Recorded), time.Now())
	}
	return cases, judged
}

func TestThePastFillsEveryState(t *testing.T) {
	path, w := prepared(t, 1)
	if err := w.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	states := column(t, path, `SELECT DISTINCT state FROM tasks ORDER BY state`)
	if diff := cmp.Diff([]string{"active", "blocked", "cancelled", "done", "failed", "queued", "scheduled"}, states); diff != "" {
		t.Error(diff)
	}
	for name, query := range map[string]string{
		"a block after each answer":     `SELECT 1 FROM events WHERE kind = 'blocked' GROUP BY task_id HAVING count(*) >= 4`,
		"an exhausted budget, twice":    `SELECT 1 FROM runs JOIN tasks t ON t.id = task_id WHERE runs.outcome = 'budget' AND t.state = 'failed' GROUP BY task_id HAVING count(*) = 2`,
		"a lease that ran out":          `SELECT 1 FROM tasks WHERE state = 'active' AND lease_expires_at < heartbeat_at + 3600000 AND heartbeat_at < claimed_at + 3600000 AND lease_expires_at < strftime('%s', 'now') * 1000`,
		"a retry that worked":           `SELECT 1 FROM runs JOIN tasks t ON t.id = task_id WHERE runs.outcome = 'crashed' AND t.state = 'done'`,
		"a briefing that fell silent":   `SELECT 1 FROM runs GROUP BY task_id HAVING sum(output IS NOT NULL) = 9 AND sum(output IS NULL) = 3`,
		"a wish asked for on four days": `SELECT 1 FROM tasks GROUP BY title HAVING count(*) = 4 AND count(DISTINCT created_at / 86400000) = 4`,
		"a task for another day":        `SELECT 1 FROM tasks WHERE state = 'scheduled' AND run_at > strftime('%s', 'now') * 1000 + 86400000`,
		"a chain of dependencies":       `SELECT 1 FROM links a JOIN links b ON a.child_id = b.parent_id`,
		"days of history":               `SELECT 1 FROM (SELECT max(at) - min(at) AS span FROM events) WHERE span > 5 * 86400000`,
		"a success that found nothing":  `SELECT 1 FROM tasks WHERE state = 'done' AND result LIKE '%unable to find any matching records%'`,
	} {
		if len(column(t, path, query)) == 0 {
			t.Errorf("there is not %s", name)
		}
	}
	if late := column(t, path, `SELECT id FROM events WHERE at > strftime('%s', 'now') * 1000 + 1000`); len(late) > 0 {
		t.Errorf("events of the future: %v", late)
	}
	if texts := column(t, path, `SELECT title || body || coalesce(result, '') FROM tasks WHERE title || body || coalesce(result, '') GLOB '*[{}]*'`); len(texts) > 0 {
		t.Errorf("not filled in: %q", texts)
	}
}

func TestTheVerdictsTellTheStories(t *testing.T) {
	path, w := prepared(t, 7)
	if err := w.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	lived(t, w, 3*time.Second, nil)
	cases, judged := verdicts(t, path)
	panes := map[model.Pane]int{}
	keys := map[string]int{}
	for id, v := range judged {
		panes[v.State.Pane()]++
		if v.Obstacle != nil && v.State.Pane().Grouped() {
			keys[v.Obstacle.Key]++
		}
		task := w.tasks[id]
		c := cases[id]
		switch {
		case c.Task.Recorded != "done":
			if v.State != queue.Adapter().State(c.Task.Recorded) {
				t.Errorf("%s (%s) is %s and judged %s: %s", id, c.Task.Title, c.Task.Recorded, v.State, v.Headline)
			}
		case task.wrong || task.plot.name == "briefing":
			if v.State != model.StateFalseDone {
				t.Errorf("%s is judged %s: %q", id, v.State, c.Result)
			}
		case v.State != model.StateDone:
			t.Errorf("%s is judged %s (%s): %q", id, v.State, v.Headline, c.Result)
		}
	}
	for pane, least := range map[model.Pane]int{
		model.PaneActive: 6, model.PaneBlocked: 8, model.PaneFailed: 3, model.PaneFalseDone: 8, model.PaneRest: 40,
	} {
		if panes[pane] < least {
			t.Errorf("%s shows %d tasks, want at least %d", pane, panes[pane], least)
		}
	}
	shared := 0
	for _, n := range keys {
		if n > 1 {
			shared++
		}
	}
	if shared < 5 {
		t.Errorf("only %d obstacles are shared by several tasks: %v", shared, keys)
	}
	rules := map[string]bool{}
	for _, v := range judged {
		for _, f := range v.Findings {
			rules[f.Rule] = true
		}
	}
	for _, want := range []string{"silent-recurrence", "block-loop", "claim-expired", "stale-heartbeat", "waiting-too-long"} {
		if !rules[want] {
			t.Errorf("nothing shows %s", want)
		}
	}
}

// TestHoursStayInBounds lives for an hour and a half.
func TestHoursStayInBounds(t *testing.T) {
	path, w := prepared(t, 3)
	if err := w.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	span := 90 * time.Minute
	if testing.Short() {
		span = 10 * time.Minute
	}
	for range 6 {
		lived(t, w, span/6, nil)
		var got [4]int
		for i, query := range []string{
			`SELECT id FROM tasks`, `SELECT id FROM events`, `SELECT id FROM runs`, `SELECT DISTINCT kind FROM events`,
		} {
			values := column(t, path, query)
			got[i] = len(values)
			if i == 3 {
				for _, k := range values {
					seen[k] = true
				}
			}
		}
		if got[0] > 300 || got[0] < 60 || got[1] > 3000 || got[2] > 1500 || len(w.tasks) > got[0]+5 {
			t.Errorf("after %v: %d tasks, %d events, %d runs, %d remembered", w.now, got[0], got[1], got[2], len(w.tasks))
		}
		logs, err := os.ReadDir(w.logs)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range logs {
			if info, err := l.Info(); err != nil || info.Size() > maxLog+4096 {
				t.Errorf("%s: %v, %v", l.Name(), info, err)
			}
		}
		if len(logs) > 150 {
			t.Errorf("%d logs", len(logs))
		}
	}
	for _, kind := range []string{"created", "claimed", "blocked", "unblocked", "requeued", "finished", "failed", "cancelled"} {
		if !seen[kind] {
			t.Errorf("no task was ever %s", kind)
		}
	}
	for _, state := range []string{"active", "blocked", "failed", "done"} {
		if len(column(t, path, `SELECT id FROM tasks WHERE state = ?`, state)) == 0 {
			t.Errorf("after %v nothing is %s", w.now, state)
		}
	}
}

// TestAMinuteKeepsChanging: in every five seconds something is seen to happen.
func TestAMinuteKeepsChanging(t *testing.T) {
	path, w := prepared(t, 5)
	if err := w.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	last := ""
	for range 12 {
		lived(t, w, 5*time.Second, nil)
		now := strings.Join(column(t, path, `SELECT max(id) FROM events`), "")
		if now == last {
			t.Errorf("nothing happened in the five seconds before %v", w.now)
		}
		last = now
	}
	names := []string{}
	entries, err := os.ReadDir(w.logs)
	if err != nil {
		t.Fatal(err)
	}
	matched := 0
	for _, e := range entries {
		names = append(names, e.Name())
		if id := strings.TrimSuffix(e.Name(), ".log"); w.tasks[id] != nil {
			matched++
		}
	}
	if matched == 0 || !slices.Contains(names, backfillLog) || !slices.Contains(names, scripts[0].name) {
		t.Errorf("logs: %v", names)
	}
	text, err := os.ReadFile(filepath.Join(w.logs, scripts[0].name))
	if err != nil || !strings.Contains(string(text), `"result":"The comparison`) {
		t.Errorf("the spike has not ended: %v\n%s", err, text)
	}
}

// TestSeedDecides: apart from the times, one seed tells one story.
func TestSeedDecides(t *testing.T) {
	story := func(seed uint64) []string {
		path, w := prepared(t, seed)
		if err := w.begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		lived(t, w, 2*time.Minute, nil)
		return column(t, path, `SELECT task_id || ' ' || kind || ' ' || coalesce(actor, '') FROM events ORDER BY id`)
	}
	one := story(11)
	if diff := cmp.Diff(one, story(11)); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(one, story(12)) {
		t.Error("another seed tells the same story")
	}
}

func TestLiveWaitsAndEnds(t *testing.T) {
	path, w := prepared(t, 1)
	w.speed = 50
	if err := w.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	past := column(t, path, `SELECT max(id) FROM events`)[0]
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	begun := time.Now()
	if err := w.live(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	if least := time.Duration(float64(w.now) / w.speed); time.Since(begun) < least {
		t.Errorf("%v passed in less than %v", w.now, least)
	}
	if column(t, path, `SELECT max(id) FROM events`)[0] == past {
		t.Error("nothing happened")
	}
}

// TestTextsAreItsOwn: what the agents of the demo say is judged like anybody's,
// and not known beforehand.
func TestTextsAreItsOwn(t *testing.T) {
	var code strings.Builder
	err := filepath.WalkDir("../../classify", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		code.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	known := strings.ToLower(code.String())
	var texts []string
	for _, wishes := range readWishes() {
		for _, wish := range wishes {
			texts = append(texts, wish.success)
		}
	}
	for _, p := range plots {
		for _, e := range p.endings {
			texts = append(texts, e.said, e.note)
		}
	}
	for _, script := range scripts {
		records, err := scriptFiles.ReadFile("logs/" + script.name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(records))
	}
	for _, text := range texts {
		for _, sentence := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".;:?", r) }) {
			if s := strings.ToLower(strings.TrimSpace(sentence)); len(strings.Fields(s)) > 4 && strings.Contains(known, s) {
				t.Errorf("classify knows %q", s)
			}
		}
	}
	if len(texts) < 40 || len(known) < 1000 {
		t.Error(fmt.Sprint(len(texts), len(known)))
	}
}

// TestPlotsAreWhole: each plot has wishes and endings, each wish has a plot, and each
// chapter and dependency names a plot that there is.
func TestPlotsAreWhole(t *testing.T) {
	t.Parallel()
	wishes := readWishes()
	for _, p := range plots {
		if len(wishes[p.name]) == 0 || len(p.endings) == 0 {
			t.Errorf("%s: %d wishes, %d endings", p.name, len(wishes[p.name]), len(p.endings))
		}
		for _, wish := range wishes[p.name] {
			if slices.Contains(p.endings, success) && wish.success == "" {
				t.Errorf("%s: %q says nothing of success", p.name, wish.title)
			}
		}
		delete(wishes, p.name)
		if p.waitsFor != "" {
			plotOf(p.waitsFor)
		}
	}
	if len(wishes) > 0 {
		t.Errorf("wishes of no plot: %v", wishes)
	}
	for _, c := range past {
		plotOf(c.plot)
	}
}
