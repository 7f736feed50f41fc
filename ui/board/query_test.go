package board

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
	"notdone/ui/query"
)

// crowd fills a source with tasks of every state, most of them quiet, of which one in six has
// met an obstacle.
func crowd(src *fake) {
	for i := range 400 {
		state := model.State(i % model.NumStates)
		c := judged(fmt.Sprintf("t%03d", i), func(time.Time) model.Verdict {
			v := model.Verdict{State: state, Grade: model.Grade(i % 4)}
			if i%6 == 0 {
				v.Obstacle = &model.Obstacle{Kind: model.ObstacleKind(i % 5), Name: "no vault", Key: fmt.Sprint("k", i%7)}
			}
			if i%5 == 0 {
				v.Findings = []model.Finding{{Rule: "late", Message: "it is late", Severity: model.Severity(i / 5 % 4), Count: 1}}
			}
			return v
		})
		c.Task.Attempts, c.Task.Title = i%11, fmt.Sprint("chore ", i)
		if i%13 == 0 {
			c.Task.Title = fmt.Sprint("Rewrite the ledger ", i)
		}
		if i%3 == 0 {
			usd := float64(i) / 100
			c.Task.CostUSD = &usd
		}
		c.Task.Updated = time.Date(1999, 12, 31, 0, 0, 0, 0, time.UTC).Add(-time.Duration(i) * time.Hour)
		src.set(c)
	}
}

// TestSearchByKeysFindsWhatRowsSay: whatever a query asks, the tasks that a search lists are
// those whose rows match, although it reads only those of which the keys do not tell enough.
func TestSearchByKeysFindsWhatRowsSay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/srv/q.db")
		src.perPage = 50
		crowd(src)
		b := follow(t, Options{Keep: 5, KeepRows: 8}, feedOf(src))
		b.settle(10 * second)
		var all []*model.Row
		for _, c := range src.cases {
			all = append(all, b.feeds[0].judgeCase(t.Context(), &c, b.o.Now()))
		}
		for _, text := range []string{
			"state:blocked", "!state:blocked", "state:failed,blocked", "state:done", "sev>=error", "sev:info", "!sev<critical", "grade:proven", "grade<strong",
			"age>10d", "age<=3d", "cost>1", "!cost>1", "tries>=9", "tries:0", "source:q", "source:other", "kind:permission", "ledger", "!ledger", "late",
			"state:blocked ledger", "state:done,queued ledger", "critical", "#5", "blocked", "t12", "cause:vault", "rule:late age>5d", "state:done tries>5 !ledger",
			"state:queued sev:info", "nowhere", "state:cancelled nowhere",
		} {
			q := parse(text)
			var want []string
			for _, r := range all {
				if q.Match(r, b.o.Now()) {
					want = append(want, r.ID)
				}
			}
			slices.Sort(want)
			s := b.Search(t.Context(), q)
			for n := 0; s.Snapshot().Searching() && n < 1000; n++ {
				s.Next()
			}
			if now := s.Snapshot(); matches(now) != strings.Join(want, " ") || now.Searching() {
				t.Errorf("%s finds %q, want %q; searching: %v", text, matches(now), want, now.Searching())
			}
		}
	})
}

// TestSearchReadsTheFewestRows: what the keys tell is not read, of tasks that are all listed
// only those are read of which the keys leave it open, and quiet ones are listed only where
// some of them may match.
func TestSearchReadsTheFewestRows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/srv/q.db")
		crowd(src)
		b := follow(t, Options{Keep: 5, KeepRows: 8}, feedOf(src))
		b.settle(10 * second)
		blocked := b.Snapshot().Counts[model.StateBlocked]
		for _, c := range []struct {
			text        string
			read, pages int // at most
		}{
			{"state:blocked", 0, 0},
			{"state:blocked,failed cost>1 tries>2 age>1h sev>=warning", 0, 0},
			{"sev>=warning", 0, 0},
			{"state:blocked ledger", blocked, 0},
			{"state:blocked cost>3 ledger", blocked / 3, 0},
			{"state:done", 0, 10},
		} {
			lists, gets := src.count("List"), len(src.got)
			s := b.Search(t.Context(), parse(c.text))
			for s.Snapshot().Searching() {
				s.Next()
			}
			b.settle(second)
			read := 0
			for _, ids := range src.got[gets:] {
				read += len(ids)
			}
			if pages := src.count("List") - lists; read > c.read || pages > c.pages {
				t.Errorf("%s: %d tasks and %d pages were read, want at most %d and %d", c.text, read, pages, c.read, c.pages)
			}
		}
	})
}

// TestAgesOfASearchPass: tasks come and go by their age, although nothing happens to them.
func TestAgesOfASearchPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		c := trouble("young", 0)
		c.Task.Updated = time.Now()
		src.set(c)
		b := follow(t, Options{}, feedOf(src))
		b.settle(second)
		young, old := b.Search(t.Context(), parse("age<10m")), b.Search(t.Context(), parse("age>=10m young"))
		b.settle(5 * time.Minute)
		if matches(young.Snapshot()) != "young" || matches(old.Snapshot()) != "" {
			t.Errorf("after 5 minutes %q is young, %q old", matches(young.Snapshot()), matches(old.Snapshot()))
		}
		b.settle(8 * time.Minute)
		if matches(young.Snapshot()) != "" || matches(old.Snapshot()) != "young" {
			t.Errorf("after 13 minutes %q is young, %q old", matches(young.Snapshot()), matches(old.Snapshot()))
		}
	})
}

// TestAKeyKnowsWhatItsRowSays: the facts of a key are those of the row.
func TestAKeyKnowsWhatItsRowSays(t *testing.T) {
	src := newFake("/q")
	crowd(src)
	for _, c := range src.cases {
		r := &model.Row{Task: c.Task, Verdict: fakeJudge{}.judge(&c, model.StateQueued, time.Now())}
		got, want := newKey(&r.Queue, r, r).Facts(), query.FactsOf(r)
		got.Cause = 0
		if !got.Since.Equal(want.Since) {
			t.Errorf("%s: since %v, want %v", r.ID, got.Since, want.Since)
		}
		if got.Since = want.Since; got != want {
			t.Errorf("%s: %+v, want %+v", r.ID, got, want)
		}
	}
}

// TestAPaneIsSortedByAKey: the tasks of a pane stand one by one in the order, also those that
// change later; nothing is read for that, and no task that the board does not list comes in.
func TestAPaneIsSortedByAKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/srv/q.db")
		crowd(src)
		b := follow(t, Options{Keep: 5, KeepRows: 8}, feedOf(src))
		b.settle(10 * second)
		s := b.Search(t.Context(), parse(""))
		lists, gets := src.count("List"), src.count("Get")
		for _, text := range []string{"age", "-age", "cost", "-cost", "tries", "-tries", "id", "-severity"} {
			by, err := query.ParseOrder(text)
			if err != nil {
				t.Fatal(err)
			}
			for p := range model.Pane(model.NumPanes) {
				s.Sort(p, by)
				now, usual := s.Snapshot(), b.Snapshot()
				if now.Rows(p).Len() != usual.Rows(p).Len() || now.Filtered() || now.Searching() || now.Groups(p).Len() > 0 || now.Sorted(p) != by {
					t.Errorf("%v by %s: %d tasks of %d, %d groups", p, text, now.Rows(p).Len(), usual.Rows(p).Len(), now.Groups(p).Len())
				}
				checkOrder(t, now, p, by)
			}
		}
		if src.count("List") != lists || src.count("Get") != gets {
			t.Error("something was read")
		}
		usd := 99.0
		c := trouble("dear", 0)
		c.Task.CostUSD = &usd
		src.set(c)
		src.remove("t004")
		src.signal()
		s.Sort(model.PaneBlocked, query.Order{By: query.ByCost})
		b.settle(second)
		if ref, _ := s.Snapshot().Rows(model.PaneBlocked).Ref(0); ref.ID != "dear" {
			t.Errorf("the dearest is %s", ref.ID)
		}
		checkOrder(t, s.Snapshot(), model.PaneBlocked, query.Order{By: query.ByCost})
		if s.Sort(model.PaneBlocked, query.Order{}); s.Snapshot().Groups(model.PaneBlocked).Len() != b.Snapshot().Groups(model.PaneBlocked).Len() {
			t.Error("the usual order has other groups")
		}
	})
}

func checkOrder(t *testing.T, s *Snapshot, p model.Pane, by query.Order) {
	t.Helper()
	l := s.Rows(p)
	for i := 1; i < l.Len(); i++ {
		before, _ := l.key(i - 1)
		at, _ := l.key(i)
		a, b := before.Facts(), at.Facts()
		if by.Compare(&a, &b) > 0 {
			t.Errorf("%v: %s stands before %s", p, a.ID, b.ID)
		}
	}
}
