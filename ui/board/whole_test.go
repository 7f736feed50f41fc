package board

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
	"notdone/source"
)

// TestRequests: a task is read again once however often it was asked for, and at most
// so many at once; whoever waits is woken.
func TestRequests(t *testing.T) {
	r := newRequests()
	if !r.empty() || len(r.poke) != 0 {
		t.Error("something is asked for from the beginning")
	}
	r.addTasks("a", "b", "c")
	r.addTasks("b", "d")
	if r.empty() || len(r.poke) != 1 {
		t.Error("nobody is woken")
	}
	<-r.poke
	some := r.takeTasks(3)
	all := slices.Concat(some, r.takeTasks(3))
	if slices.Sort(all); len(some) != 3 || !slices.Equal(all, []string{"a", "b", "c", "d"}) || !r.empty() {
		t.Errorf("asked for are %v, first %v", all, some)
	}
	rows := map[class]*missing{3: {left: 2}}
	if r.swapMissing(rows) != nil || r.empty() || len(r.poke) != 1 {
		t.Error("rows that are looked for wake nobody")
	}
	<-r.poke
	if got := r.swapMissing(nil); len(got) != 1 || len(r.poke) != 0 || !r.empty() {
		t.Errorf("looked for are %v", got)
	}
}

// TestSizes: what a board holds when nothing is set, and what it takes as it is.
func TestSizes(t *testing.T) {
	for _, tt := range []struct{ set, want Options }{
		{Options{}, Options{Keep: 5000, KeepRows: 3000, KeepScan: 8_000}},
		{Options{Keep: 1, KeepRows: 2, KeepScan: 3}, Options{Keep: 1, KeepRows: 2, KeepScan: 3}},
	} {
		b := New(tt.set, Feed{Path: "/a"}, Feed{Path: "/b"}, Feed{Path: "/a"})
		if b.o.Keep != tt.want.Keep || b.o.KeepRows != tt.want.KeepRows || b.o.KeepScan != tt.want.KeepScan {
			t.Errorf("%+v becomes %+v", tt.set, b.o)
		}
		for c, shelf := range b.indexer.x.shelves {
			if class(c).loud() != (shelf == nil) || shelf != nil && shelf.keep != b.o.Keep {
				t.Errorf("of class %d the shelf is %+v", c, shelf)
			}
		}
		s := b.Snapshot()
		if len(b.feeds) != 2 || len(s.Sources) != 2 || !s.Loading() || s.Sources[1].Queue != "/b" || s.Generation != 0 {
			t.Errorf("%d feeds, the snapshot is %+v", len(b.feeds), s)
		}
	}
}

// TestUnrecordedRowsComeInPages: memory is told of at most a page at once, of each once.
func TestUnrecordedRowsComeInPages(t *testing.T) {
	x := newIndex(room{5000, 5000}, 2, nil, nil)
	x.unrecorded = map[model.Ref]judgement{}
	for i := range 2500 {
		x.putRow(doneRow(fmt.Sprint(i), i), epoch)
	}
	told := map[string]bool{}
	for _, want := range []int{1000, 1000, 500, 0} {
		rows := x.takeUnrecorded()
		for _, r := range rows {
			told[r.ID] = true
		}
		if len(rows) != want {
			t.Errorf("%d rows come at once, want %d", len(rows), want)
		}
	}
	if len(told) != 2500 {
		t.Errorf("memory is told of %d tasks", len(told))
	}
}

// TestMemoryIsToldOfNews: of a task that memory knows to be judged so it is told only after
// half a day, and of another verdict since when the board has known that.
func TestMemoryIsToldOfNews(t *testing.T) {
	x := newIndex(room{10, 10}, 2, nil, nil)
	x.unrecorded = map[model.Ref]judgement{}
	put := func(obstacle string, at time.Time) []*model.Row {
		x.putRow(loopRow("t", "w", obstacle, at, nil), at)
		return x.takeUnrecorded()
	}
	told := put("access:vault", epoch)
	if len(told) != 1 || !told[0].FirstJudged.IsZero() {
		t.Fatalf("of a new task memory is told %+v", told)
	}
	if told := put("access:vault", epoch.Add(time.Second)); len(told) != 1 {
		t.Errorf("before it has answered memory is told %+v", told)
	}
	x.setFirstJudged(told, []time.Time{epoch.Add(-time.Hour)}, epoch)
	x.changed = false
	if told := put("access:vault", epoch.Add(time.Minute)); len(told) != 0 || !x.changed {
		t.Errorf("of a task that is judged as before memory is told %+v; it is shown: %v", told, x.changed)
	}
	if told := put("access:vault", epoch.Add(13*time.Hour)); len(told) != 1 {
		t.Errorf("after half a day memory is told %+v", told)
	}
	now := epoch.Add(14 * time.Hour)
	if told = put("network:api", now); len(told) != 1 || !told[0].FirstJudged.Equal(now) {
		t.Fatalf("of another verdict memory is told %+v", told)
	}
	x.changed = false
	if x.setFirstJudged(told, []time.Time{now}, now.Add(time.Second)); x.changed {
		t.Error("the answer that it is new is shown again")
	}
}

// TestSendersWait: so many changes wait for the indexer before their senders do, and
// who waits is let go when the board or the waiting ends.
func TestSendersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Options{Now: time.Now}, Feed{Path: "/q"})
		if b.send(t.Context(), func(*indexer) {}) {
			t.Error("a board that does not run takes changes")
		}
		b.running.Store(true)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		n := 0
		for b.send(ctx, func(*indexer) {}) {
			n++
		}
		if n != 8 || ctx.Err() == nil {
			t.Errorf("%d changes wait", n)
		}
		close(b.stopped)
		if b.send(t.Context(), func(*indexer) {}) {
			t.Error("a board that has ended takes changes")
		}
		if _, ok := ask(t.Context(), b, func(*indexer) int { return 1 }); ok {
			t.Error("a board that has ended answers")
		}
	})
}

// TestCostsThatAreNone: a cost that is no number, below nothing or beyond all bounds.
func TestCostsThatAreNone(t *testing.T) {
	for _, tt := range []struct {
		costs []float64
		want  string
	}{
		{nil, "-"},
		{[]float64{math.NaN()}, "-"},
		{[]float64{math.NaN(), 0.5}, "0.5"},
		{[]float64{-3, 0.25}, "0.25"},
		{[]float64{1e5, 1}, "100001"},
		{[]float64{1e9, math.Inf(1)}, "200000"},
		{[]float64{math.Inf(-1)}, "0"},
	} {
		p := newPanes(newRowCache(10, nil))[model.PaneBlocked]
		for i, usd := range append([]float64{0}, tt.costs...) {
			r := loopRow(fmt.Sprint(i), "w", "k", epoch, nil)
			if i > 0 {
				r.CostUSD = &usd
			}
			p.add(newKey(&r.Queue, r, r))
		}
		g, _ := p.view().groups.At(0)
		got := "-"
		if usd := g.CostUSD(); usd != nil {
			got = fmt.Sprint(*usd)
		}
		if got != tt.want {
			t.Errorf("%v cost %s together, want %s", tt.costs, got, tt.want)
		}
	}
}

// TestLoopsOfCosts: which costs a loop adds up.
func TestLoopsOfCosts(t *testing.T) {
	for usd, want := range map[float64]string{
		0.01: ", at a cost of $0.01 so far", 9999.99: ", at a cost of $9999.99 so far",
		10_000: "", -10_000: "", math.Inf(1): "", math.NaN(): "", -1: "", 0: "",
	} {
		l := newRowLoops(0)
		l.add(loopRow("a", "w", "k", epoch, &usd))
		l.add(loopRow("b", "w", "k", epoch, nil))
		l.update()
		if f := l.finding(model.Ref{Queue: "/q", ID: "a"}); f == nil || f.Message != "the same wish met the same obstacle in 2 tasks"+want {
			t.Errorf("%v: %+v", usd, f)
		}
	}
	l := newRowLoops(0)
	for i := range 6 {
		l.add(loopRow(fmt.Sprint(i), "w", "k", epoch.Add(time.Duration(i)*59*time.Second/4), nil))
		l.update()
		f := l.finding(model.Ref{Queue: "/q", ID: "0"})
		if (f != nil) != (i >= 1) || f != nil && (f.Severity == model.SeverityError) != (i >= 4) {
			t.Errorf("%d tasks: %+v", i+1, f)
		}
		if f != nil && (strings.Contains(f.Message, "within") != (i >= 5) || f.Clears == "") {
			t.Errorf("%d tasks: %+v", i+1, f)
		}
	}
}

// TestListsAtTheirEnds: positions beyond a list, and items that are not in it.
func TestListsAtTheirEnds(t *testing.T) {
	var none Groups
	if _, ok := none.At(0); ok || none.Len() != 0 || none.Index(&Group{}) != 0 {
		t.Error("the zero list is not empty")
	}
	b := New(Options{Now: func() time.Time { return epoch }}, Feed{Path: "/q"})
	for i := range 3 {
		b.indexer.x.putRow(doneRow(fmt.Sprint(i), 2*i), epoch)
	}
	b.indexer.publish()
	rows := b.Snapshot().Rows(model.PaneRest)
	for ago, want := range []int{1, 1, 2, 2, 3, 3} {
		if got := rows.Index(doneRow("x", ago)); got != want {
			t.Errorf("a row that changed %d s ago would stand at %d, want %d", ago, got, want)
		}
	}
	if _, ok := rows.At(3); ok {
		t.Error("there is a fourth row")
	}
}

// slowAnswers is a source that takes its time to find a task.
type slowAnswers struct {
	*fake
	takes time.Duration
}

func (s *slowAnswers) Resolve(ctx context.Context, name string) (string, error) {
	time.Sleep(s.takes)
	return s.fake.Resolve(ctx, name)
}

// TestASourceThatAnswersLate: who asks waits for two seconds and is then told so; as
// long as the source has not answered it is asked nothing, and then logs look again.
func TestASourceThatAnswersLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, logs := &slowAnswers{newFake("/q"), 1999 * time.Millisecond}, newFakeLogs(nil)
		src.set(caseOf("a", "active"))
		b := prepare(t, Options{}, Feed{Adapter: fakeAdapter, Source: src}, Feed{Adapter: fakeAdapter, Source: logs, Logs: true})
		if _, ok := b.Resolve(t.Context(), "a"); !ok {
			t.Error("an answer in time is not heard")
		}
		src.takes = 5 * second
		began := time.Now()
		_, err := askSource(t.Context(), b.feeds[0], func(s source.Source) (string, error) { return s.Resolve(t.Context(), "a") })
		if !errors.Is(err, errSlow) || time.Since(began) != 2*second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		calls := src.count("Resolve")
		if _, err := b.Find(t.Context(), "a"); !errors.Is(err, errSlow) || src.count("Get") != 0 || time.Since(began) != 2*second {
			t.Errorf("after %v a second question: %v", time.Since(began), err)
		}
		b.feeds[1].arrived.Store(false)
		time.Sleep(4 * second)
		synctest.Wait()
		if src.count("Resolve") != calls+1 || !b.feeds[1].arrived.Load() || b.feeds[0].arrived.Load() {
			t.Error("logs do not look again after a late answer")
		}
		if rows, err := b.Find(t.Context(), "a"); err != nil || len(rows) != 1 {
			t.Errorf("found %v, %v", rows, err)
		}
	})
}

// TestKindsOfTasks: a task is judged as its kind is; one of no known kind as the last.
func TestKindsOfTasks(t *testing.T) {
	other := source.Adapter{Kind: "other", State: func(string) model.State { return model.StateFailed }}
	first := source.Adapter{Kind: "first", State: recordedState, Other: &other}
	src := newFake("/q")
	for id, of := range map[string]string{"a": "first", "b": "other", "c": "none of them"} {
		c := caseOf(id, "active")
		c.Task.Source = of
		src.set(c)
	}
	b := prepare(t, Options{}, Feed{Adapter: first, Source: src})
	got := map[string]model.State{}
	err := b.Scan(t.Context(), func(r *model.Row) error {
		got[r.ID] = r.RecordedState
		return nil
	})
	want := map[string]model.State{"a": model.StateActive, "b": model.StateFailed, "c": model.StateFailed}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	if r := b.Judge(t.Context(), &model.Case{Task: model.Task{Queue: "/q", ID: "b", Source: "other"}}); r == nil || r.RecordedState != model.StateFailed {
		t.Errorf("judged %+v", r)
	}
	if r := b.Judge(t.Context(), &model.Case{Task: model.Task{Queue: "/nowhere", ID: "b"}}); r != nil {
		t.Errorf("judged %+v", r)
	}
}

// TestAttachmentsOfSeveralFolders: what logs of several folders say of a task stands in
// order of time behind what its owner knows, each log once; one folder replaces only
// what it said itself.
func TestAttachmentsOfSeveralFolders(t *testing.T) {
	var a attached
	one, two, ref := &feed{}, &feed{}, model.Ref{Queue: "/q", ID: "a"}
	ending := func(text string, at int) model.Ending { return model.Ending{Text: text, At: atMinute(at)} }
	log := func(path string) model.LogRef { return model.LogRef{Root: "/logs", Path: path} }
	check := func(texts, logs string) {
		t.Helper()
		c := model.Case{Task: model.Task{Queue: ref.Queue, ID: ref.ID, Logs: []model.LogRef{log("own")}}}
		c.Facts.Endings = []model.Ending{ending("own", 3)}
		own, ownLogs := c.Facts.Endings, c.Task.Logs
		a.addTo(&c)
		var gotTexts, gotLogs []string
		for _, e := range c.Facts.Endings {
			gotTexts = append(gotTexts, e.Text)
		}
		for _, l := range c.Task.Logs {
			gotLogs = append(gotLogs, l.Path)
		}
		if got := strings.Join(gotTexts, " "); got != texts {
			t.Errorf("it is said %q, want %q", got, texts)
		}
		if got := strings.Join(gotLogs, " "); got != logs {
			t.Errorf("logs are %q, want %q", got, logs)
		}
		if own[0].Text != "own" || ownLogs[0].Path != "own" {
			t.Error("what the source holds is changed")
		}
	}
	news := func(from *feed, endings []model.Ending, logs []model.LogRef, want bool) {
		t.Helper()
		if got := a.set(ref, attachment{from, endings, logs}); got != want {
			t.Errorf("news: %v", got)
		}
	}
	check("own", "own")
	news(one, []model.Ending{ending("one", 5), ending("early", 1)}, []model.LogRef{log("1")}, true)
	check("early own one", "own 1")
	news(two, []model.Ending{ending("two", 3)}, []model.LogRef{log("1"), log("2")}, true)
	check("early own two one", "own 1 2")
	news(one, []model.Ending{ending("one", 5), ending("early", 1)}, []model.LogRef{log("3")}, true)
	check("early own two one", "own 1 2 3")
	news(one, []model.Ending{ending("one", 6)}, []model.LogRef{log("3")}, true)
	news(one, []model.Ending{ending("one", 6)}, []model.LogRef{log("3")}, false)
	news(two, nil, nil, true)
	check("own one", "own 3")
	news(one, nil, []model.LogRef{log("3")}, true)
	check("own", "own 3")
	news(one, nil, nil, true)
	check("own", "own")
	if len(a.of) != 0 {
		t.Errorf("kept is %v", a.of)
	}
}
