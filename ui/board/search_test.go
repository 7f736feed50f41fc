package board

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/ui/query"
)

// aliased is a source that knows tasks by a second name.
type aliased struct{ *fake }

func (f *aliased) Resolve(ctx context.Context, name string) (string, error) {
	if id, ok := strings.CutPrefix(name, "run of "); ok {
		return f.fake.Resolve(ctx, id)
	}
	return "", source.ErrNotFound
}

func TestFind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := &aliased{newFake("/x")}, newFake("/y")
		for i := range 30 {
			x.set(caseOf(fmt.Sprintf("done%02d", i), "done"))
		}
		x.set(caseOf("both", "blocked"))
		y.set(caseOf("both", "failed"))
		b := follow(t, Options{Keep: 10}, Feed{Adapter: fakeAdapter, Source: x}, feedOf(y))
		b.settle(second)
		find := func(name string, want ...string) {
			t.Helper()
			rows, err := b.Find(t.Context(), name)
			var got []string
			for _, r := range rows {
				got = append(got, r.Queue+" "+r.ID+" "+r.State.String())
			}
			if err != nil || strings.Join(got, ", ") != strings.Join(want, ", ") {
				t.Errorf("%s is %q, %v, want %q", name, got, err, want)
			}
		}
		find("both", "/x both blocked", "/y both failed")
		find("nothing")
		find("run of done07", "/x done07 done")
		find("done29", "/x done29 done")
		x.fail("Get", errors.New("the disk is gone"))
		find("both", "/y both failed")
		if _, err := b.Find(t.Context(), "nothing"); err == nil {
			t.Error("that a source could not be asked is not told")
		}
	})
}

// parse reads a query that is right.
func parse(text string) query.Query {
	q, err := query.Parse(text)
	if err != nil {
		panic(err)
	}
	return q
}

// matches are the ids of all tasks that a search lists, in order.
func matches(s *Snapshot) string {
	var ids []string
	for p := range model.Pane(model.NumPanes) {
		for i := range s.Rows(p).Len() {
			ref, _ := s.Rows(p).Ref(i)
			ids = append(ids, ref.ID)
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// titled is a done task, which changed so many seconds before others.
func titled(id, title string, ago int) model.Case {
	c := caseOf(id, "done")
	c.Task.Title, c.Task.Finished = title, c.Task.Updated.Add(-time.Duration(ago)*time.Second)
	return c
}

// TestSearch: a search finds what is neither held nor listed, says until then what it did
// not look at, and goes on with whatever changes.
func TestSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := &aliased{newFake("/q")}
		src.perPage = 7
		for i := range 60 {
			title := "chore"
			if i%20 == 19 {
				title = "Rewrite the Ledger"
			}
			src.set(titled(fmt.Sprintf("t%02d", i), title, i))
		}
		src.set(trouble("ledger-9", 0))
		b := follow(t, Options{Keep: 10, KeepRows: 5}, Feed{Adapter: fakeAdapter, Source: src})
		b.settle(second)
		src.change(func() { src.paged = func(int) { time.Sleep(second) } }) // so that the first snapshot is looked at
		ctx, end := context.WithCancel(t.Context())
		s := b.Search(ctx, parse("ledger"))
		first := s.Snapshot()
		if got := matches(first); got != "ledger-9" || !first.Searching() || first.Unsearched(model.PaneRest) < 50 || first.Total(model.PaneRest) != 60 {
			t.Errorf("at first it finds %s, %d tasks were not looked at", got, first.Unsearched(model.PaneRest))
		}
		for s.Next().Searching() {
		}
		want := func(want string) {
			t.Helper()
			now := s.Snapshot()
			if got := matches(now); got != want || now.Searching() || now.Unsearched(model.PaneRest) != 0 || !now.Filtered() {
				t.Errorf("it finds %s, want %s; searching: %v, %d not looked at", got, want, now.Searching(), now.Unsearched(model.PaneRest))
			}
		}
		want("ledger-9 t19 t39 t59")
		src.set(titled("t59", "chore", 59))
		src.set(titled("t30", "read ledgers", 30))
		src.set(titled("new", "a ledger of ours", 0))
		src.remove("t39")
		src.signal()
		b.settle(second)
		want("ledger-9 new t19 t30")
		if r, _ := s.Snapshot().Get(model.Ref{Queue: "/q", ID: "t30"}); !r.Outline {
			t.Errorf("a row that nobody looked at is %+v", r)
		}
		b.settle(second)
		if r, _ := s.Snapshot().Get(model.Ref{Queue: "/q", ID: "t30"}); r.Outline || r.Title != "read ledgers" {
			t.Errorf("a row that was looked at is %+v", r)
		}
		src.change(func() { src.reset = true })
		b.settle(second)
		want("ledger-9 new t19 t30")
		end()
		b.settle(second)
		src.set(titled("later", "a ledger again", 0))
		src.signal()
		b.settle(second)
		want("ledger-9 new t19 t30")
		if s.Next() != nil || len(b.indexer.x.searches) != 0 {
			t.Error("a search that has ended goes on")
		}
	})
}

// TestSearchByName: what a source calls by another name than its id is found too.
func TestSearchByName(t *testing.T) {
	for _, o := range []Options{{Keep: 3, KeepRows: 2}, {}} { // the rest is read, every row is held
		synctest.Test(t, func(t *testing.T) {
			src := &aliased{newFake("/q")}
			for i := range 30 {
				src.set(titled(fmt.Sprintf("t%02d", i), "chore", i))
			}
			b := follow(t, o, Feed{Adapter: fakeAdapter, Source: src})
			b.settle(second)
			s := b.Search(t.Context(), parse("run of t29"))
			for s.Pending() {
				s.Next()
			}
			if b.settle(second); matches(s.Snapshot()) != "t29" {
				t.Errorf("it finds %q", matches(s.Snapshot()))
			}
			nothing := b.Search(t.Context(), parse("run of nothing"))
			for nothing.Pending() {
				nothing.Next()
			}
			if b.settle(second); matches(nothing.Snapshot()) != "" {
				t.Errorf("it finds %q", matches(nothing.Snapshot()))
			}
		})
	}
}

// pacedSource is a source of which every page takes time.
type pacedSource struct{ *fake }

func (p pacedSource) List(ctx context.Context, q source.Query) (source.Page, error) {
	time.Sleep(10 * time.Millisecond)
	return p.fake.List(ctx, q)
}

// TestASearchEndsItsReading: what nobody wants any more is not read to its end.
func TestASearchEndsItsReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := pacedSource{newFake("/q")}
		src.perPage = 1
		for i := range 500 {
			src.set(titled(fmt.Sprintf("t%03d", i), "chore", i))
		}
		b := follow(t, Options{Keep: 3, KeepRows: 2}, Feed{Adapter: fakeAdapter, Source: src})
		b.settle(10 * second)
		before := src.count("List")
		for _, text := range []string{"c", "ch", "cho"} {
			ctx, end := context.WithCancel(t.Context())
			s := b.Search(ctx, parse(text))
			s.Next()
			end()
		}
		b.settle(10 * second)
		if n := src.count("List") - before; n > 10 {
			t.Errorf("%d pages were read for nobody", n)
		}
	})
}

// TestASearchOfAllThatIsHeldReadsNothing: where every row is held the first snapshot is
// the last.
func TestASearchOfAllThatIsHeldReadsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for i := range 40 {
			src.set(titled(fmt.Sprintf("t%02d", i), "chore", i))
		}
		b := follow(t, Options{}, feedOf(src))
		b.settle(second)
		before := src.count("List")
		s := b.Search(t.Context(), parse("source:q t3"))
		if now := s.Snapshot(); now.Searching() || now.Rows(model.PaneRest).Len() != 10 || src.count("List") != before {
			t.Errorf("%d tasks match, searching: %v", now.Rows(model.PaneRest).Len(), now.Searching())
		}
	})
}

// TestASearchThatHasEnded: a search that nobody wants any more does not begin.
func TestASearchThatHasEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(titled("t", "chore", 0))
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
		b.settle(second)
		s := &Search{b: b.Board, query: parse("chore")}
		ended, end := context.WithCancel(t.Context())
		end()
		s.ctx = ended
		if begun, _ := ask(t.Context(), b.Board, func(ix *indexer) bool { return ix.begin(s) }); begun || b.Search(ended, parse("chore")) != nil {
			t.Error("it began")
		}
		b.settle(second)
		if n := len(b.indexer.x.searches); n != 0 {
			t.Errorf("%d searches go on", n)
		}
	})
}
