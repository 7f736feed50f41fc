package board

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"notdone/model"
)

// trouble is a blocked task that changed so many seconds before others.
func trouble(id string, ago int, findings ...model.Finding) model.Case {
	c := caseOf(id, "blocked")
	c.Task.Updated = c.Task.Updated.Add(-time.Duration(ago) * time.Second)
	c.Native = verdictFunc(func(time.Time) model.Verdict {
		return model.Verdict{State: model.StateBlocked, Obstacle: &model.Obstacle{Key: "access:vault", Text: "no access"}, Findings: findings}
	})
	return c
}

// TestEveryLoudTaskIsListed: however many ask for an operator, all are listed and in their
// groups. Few of their rows are held; the others are read when somebody looks at them.
func TestEveryLoudTaskIsListed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.perPage = 7
		for i := range 60 {
			src.set(trouble(fmt.Sprintf("t%02d", i), i))
		}
		src.set(trouble("worst", 1000, model.Finding{Rule: "x", Severity: model.SeverityCritical}))
		b := follow(t, Options{KeepRows: 16}, feedOf(src))
		s := b.settle(second)
		if s.Counts[model.StateBlocked] != 61 || s.Total(model.PaneBlocked) != 61 || s.Severities[model.SeverityCritical] != 1 {
			t.Errorf("counts are %v, %v", s.Counts, s.Severities)
		}
		blocked := s.Rows(model.PaneBlocked)
		if first, _ := blocked.At(0); blocked.Len() != 61 || first.ID != "worst" || first.Weight() != 4 {
			t.Fatalf("%d rows are listed, the first is %s", blocked.Len(), first.ID)
		}
		g, ok := s.Group(model.PaneBlocked, hashText("access:vault"))
		if !ok || g.Tasks != 61 || s.Members(model.PaneBlocked, g).Len() != 61 {
			t.Errorf("the cause is %+v", g)
		}
		members := s.Members(model.PaneBlocked, g)
		last, _ := members.At(60)
		if !last.Outline || last.ID != "t59" || last.State != model.StateBlocked || !last.Since().Equal(trouble("", 59).Task.Updated) || members.Index(last) != 60 {
			t.Errorf("before it was read the last row is %+v", last)
		}
		b.settle(second)
		if last, _ = b.Snapshot().Get(last.Ref()); last.Outline || last.Obstacle == nil || last.Title == "" {
			t.Errorf("when it was read the last row is %+v", last)
		}
		// Who looks at everything sees everything, a few rows at a time.
		for from := 0; from < 61; from += 10 {
			window := func() (outlines int) {
				rows := b.Snapshot().Rows(model.PaneBlocked)
				for i := from; i < min(from+10, 61); i++ {
					if r, _ := rows.At(i); r.Outline {
						outlines++
					}
				}
				return outlines
			}
			window()
			if b.settle(second); window() != 0 {
				t.Errorf("of the rows from %d on %d were not read", from, window())
			}
		}
		if n := len(b.indexer.x.rows.rows); n > 18 {
			t.Errorf("%d rows are held whole", n)
		}
		// A row that changes, whole or not, says so.
		for _, id := range []string{"t00", "t59"} {
			c := trouble(id, 2000)
			src.set(c)
			src.signal()
			s = b.settle(second)
			if r, _ := s.Rows(model.PaneBlocked).At(60); r.ID != id {
				t.Errorf("the last row is %s, want %s", r.ID, id)
			}
		}
		for i := range 50 {
			src.remove(fmt.Sprintf("t%02d", i))
		}
		src.signal()
		s = b.settle(10 * second)
		if g, ok := s.Group(model.PaneBlocked, hashText("access:vault")); !ok || g.Tasks != 11 {
			t.Errorf("when 50 are gone the cause is %+v", g)
		}
	})
}

// TestATaskThatIsGoneIsNotWanted: looking at a task that is gone by now has no effect.
func TestATaskThatIsGoneIsNotWanted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(trouble("a", 0))
		src.set(trouble("b", 1))
		b := follow(t, Options{KeepRows: 1}, feedOf(src))
		before := b.settle(second)
		src.remove("b")
		if r, ok := before.Rows(model.PaneBlocked).At(1); !ok || !r.Outline {
			t.Fatalf("the row is %+v", r)
		}
		if now := b.settle(second); now.Rows(model.PaneBlocked).Len() != 1 || len(b.indexer.x.rows.wanted) != 0 {
			t.Errorf("%d rows are listed, %d wanted", now.Rows(model.PaneBlocked).Len(), len(b.indexer.x.rows.wanted))
		}
	})
}

func TestTextsOfHeldRowsAreCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := strings.Repeat("ü", 40_000)
		src := newFake("/q")
		c := caseOf("t", "blocked")
		quote := long
		c.Task.Title, c.Task.Model, c.Task.Worker = long, long, long
		c.Native = verdictFunc(func(time.Time) model.Verdict {
			f := model.Finding{Rule: "x", Severity: model.SeverityError, Message: long}
			for range 49 {
				f.Evidence = append(f.Evidence, model.Evidence{Where: long, Quote: long})
			}
			f.Evidence = append(f.Evidence, model.Evidence{Where: long, Quote: quote})
			return model.Verdict{State: model.StateBlocked, Headline: long, Obstacle: &model.Obstacle{Key: "k", Text: long, Where: long}, Findings: []model.Finding{f}}
		})
		src.set(c)
		b := follow(t, Options{}, feedOf(src))
		held, _ := b.settle(second).Get(model.Ref{Queue: "/q", ID: "t"})
		texts := []string{held.Title, held.Model, held.Worker, held.Headline, held.Obstacle.Text, held.Obstacle.Where, held.Findings[0].Message}
		for _, e := range held.Findings[0].Evidence {
			texts = append(texts, e.Where, e.Quote)
		}
		sum := 0
		for _, text := range texts {
			sum += len(text)
			if !utf8.ValidString(text) || !strings.HasPrefix(text, "üü") {
				t.Errorf("cut to %q", text)
			}
		}
		if sum > 8<<10 {
			t.Errorf("the texts of one row take %d bytes", sum)
		}
		d, err := b.History(t.Context(), held.Ref())
		if err != nil || d.Row.Title != long || d.Row.Findings[0].Evidence[49].Quote != long || d.Row.Obstacle.Text != long {
			t.Errorf("the detail of a task is cut too: %v", err)
		}
		before := b.Snapshot()
		src.set(c)
		src.signal()
		if b.settle(second) != before {
			t.Error("a cut row is not the same when it is judged again")
		}
		// What is cut off can change while all that is listed stays as it was.
		for name, change := range map[string]func(){
			"a title": func() { c.Task.Title += "!" }, "evidence": func() { quote = "other" },
		} {
			change()
			src.set(c)
			src.signal()
			b.settle(second)
			if now, _ := b.Snapshot().Get(held.Ref()); now == held {
				t.Errorf("%s that changed beyond its cut is not noticed", name)
			} else {
				held = now
			}
		}
	})
}

func TestRefillingReadsNoMoreThanItNeeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for i := range 40_000 {
			c := caseOf(fmt.Sprintf("t%05d", i), "done")
			c.Task.Finished = c.Task.Updated.Add(-time.Duration(i) * time.Second)
			src.set(c)
		}
		b := follow(t, Options{Keep: 1000}, feedOf(src))
		b.settle(10 * second)
		for i := range 600 {
			src.remove(fmt.Sprintf("t%05d", i))
		}
		before := src.count("List")
		src.signal()
		s := b.settle(10 * second)
		if first, _ := s.Rows(model.PaneRest).At(0); s.Rows(model.PaneRest).Len() != 1000 || first.ID != "t00600" {
			t.Errorf("%d rows are listed, the first is %s", s.Rows(model.PaneRest).Len(), first.ID)
		}
		if last, _ := s.Rows(model.PaneRest).At(999); last.ID != "t01599" {
			t.Errorf("the last is %s", last.ID)
		}
		if n := src.count("List") - before; n == 0 || n*page > 4000 {
			t.Errorf("%d pages were read again", n)
		}
	})
}

// TestVainSearchesGrowRare: the pause between searches for rows that are counted and
// not found doubles, up to five minutes, and is short again once all were found.
func TestVainSearchesGrowRare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		b := follow(t, Options{Keep: 10}, feedOf(src))
		for range 2 {
			for i := range 30 {
				src.set(caseOf(fmt.Sprintf("t%02d", i), "done"))
			}
			src.signal()
			b.settle(time.Hour)
			var pauses []time.Duration
			last := time.Now()
			src.change(func() {
				for i := 10; i < 30; i++ {
					delete(src.cases, fmt.Sprintf("t%02d", i)) // of which nobody is told
				}
				src.paged = func(int) {
					pauses = append(pauses, time.Since(last).Round(second)/second)
					last = time.Now()
				}
			})
			for i := 2; i < 10; i++ {
				src.remove(fmt.Sprintf("t%02d", i))
			}
			src.signal()
			b.settle(20 * time.Minute)
			src.change(func() { src.paged = nil })
			if want := []time.Duration{0, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300}; !slices.Equal(pauses, want) {
				t.Errorf("the seconds between searches are %d, want %d", pauses, want)
			}
		}
	})
}
