package board

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/model"
)

// loopRow is a row that met an obstacle.
func loopRow(id, wish, obstacle string, at time.Time, usd *float64) *model.Row {
	r := &model.Row{Task: model.Task{Queue: "/q", ID: id, Wish: wish, Updated: at, CostUSD: usd}}
	r.State = model.StateBlocked
	if obstacle != "" {
		r.Obstacle = &model.Obstacle{Key: obstacle}
	}
	return r
}

// rowLoops are loops of rows, each in the place of the row before it of the same task.
type rowLoops struct {
	loops
	keys map[model.Ref]*Key
}

func newRowLoops(least int) *rowLoops { return &rowLoops{newLoops(least), map[model.Ref]*Key{}} }

func (l *rowLoops) add(r *model.Row) {
	k := newKey(&r.Queue, r, r)
	k.loop = loopOf(r)
	l.move(l.keys[r.Ref()], k)
	l.keys[r.Ref()] = k
}

func (l *rowLoops) remove(ref model.Ref) {
	l.move(l.keys[ref], nil)
	delete(l.keys, ref)
}

func (l *rowLoops) finding(ref model.Ref) *model.Finding {
	if k := l.keys[ref]; k != nil {
		return l.loops.finding(ref, k.loop)
	}
	return nil
}

func TestLoopMessage(t *testing.T) {
	price := func(usd float64) *float64 { return &usd }
	for _, tt := range []struct {
		name string
		rows []*model.Row
		want string
	}{
		{"two", []*model.Row{loopRow("a", "w", "k", epoch, nil), loopRow("b", "w", "k", epoch.Add(time.Second), price(0))}, "the same wish met the same obstacle in 2 tasks"},
		{"an unknown time", []*model.Row{loopRow("a", "w", "k", time.Time{}, nil), loopRow("b", "w", "k", epoch, nil), loopRow("c", "w", "k", epoch.Add(time.Hour), nil)}, "the same wish met the same obstacle in 3 tasks within 60m"},
		{
			"a cost",
			[]*model.Row{loopRow("a", "w", "k", epoch, price(1)), loopRow("b", "w", "k", epoch.Add(4*24*time.Hour), price(0.254)), loopRow("c", "w", "k", epoch, price(20_000))},
			"the same wish met the same obstacle in 3 tasks within 4d, at a cost of $1.25 so far",
		},
	} {
		l := newRowLoops(2)
		for _, r := range tt.rows {
			l.add(r)
		}
		l.update()
		if f := l.finding(tt.rows[0].Ref()); f == nil || f.Message != tt.want {
			t.Errorf("%s: %+v, want %q", tt.name, f, tt.want)
		}
	}
}

// TestALoopOverSourcesNamesThem: each task by its source and its id, the newest first,
// also when a source is called otherwise later.
func TestALoopOverSourcesNamesThem(t *testing.T) {
	at := func(queue, id string, hours int) *model.Row {
		r := loopRow(id, "w", "k", epoch.Add(time.Duration(hours)*time.Hour), nil)
		r.Queue = queue
		return r
	}
	l := newRowLoops(2)
	l.rename(map[string]string{"/q": "queue", "/h": "hermes"})
	for _, r := range []*model.Row{at("/h", "t_1", 1), at("/n", "wk7", 30), at("/q", "a", 5), at("/q", "b", 2)} {
		l.add(r)
	}
	check := func(id, message string, want ...string) {
		t.Helper()
		l.update()
		f := l.finding(model.Ref{Queue: "/q", ID: id})
		if f == nil || f.Message != message {
			t.Fatalf("%+v, want %q", f, message)
		}
		var got []string
		for _, e := range f.Evidence {
			got = append(got, e.Where)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	check("b", "the same wish met the same obstacle in 4 tasks of 3 sources within 29h", "/n wk7", "queue a", "hermes t_1")
	l.rename(map[string]string{"/q": "queue", "/h": "hermes", "/n": "nanoclaw"})
	check("b", "the same wish met the same obstacle in 4 tasks of 3 sources within 29h", "nanoclaw wk7", "queue a", "hermes t_1")
	l.remove(model.Ref{Queue: "/n", ID: "wk7"})
	l.remove(model.Ref{Queue: "/h", ID: "t_1"})
	check("b", "the same wish met the same obstacle in 2 tasks within 3h", "a")
}

// naiveLoop works out the finding about a task of rows, searched from end to end.
func naiveLoop(rows map[model.Ref]*model.Row, names map[string]string, ref model.Ref, least int) *model.Finding {
	self := rows[ref]
	if self == nil || self.Obstacle == nil {
		return nil
	}
	f := &model.Finding{Rule: "requeue-loop", Severity: model.SeverityWarning, Clears: "all but one of these tasks leave the queue or no longer meet this obstacle"}
	var same []*model.Row
	queues, usd := map[string]bool{}, 0.0
	for _, r := range rows {
		if r.Obstacle == nil || r.Wish != self.Wish || r.Obstacle.Key != self.Obstacle.Key {
			continue
		}
		same = append(same, r)
		queues[r.Queue] = true
		if r.CostUSD != nil {
			usd += *r.CostUSD
		}
		if at := r.Since(); !at.IsZero() && (f.First.IsZero() || at.Before(f.First)) {
			f.First = at
		}
		if r.Since().After(f.Last) {
			f.Last = r.Since()
		}
	}
	if f.Count = len(same); f.Count < least {
		return nil
	}
	if f.Count >= 5 {
		f.Severity = model.SeverityError
	}
	f.Message = fmt.Sprintf("the same wish met the same obstacle in %d tasks", f.Count)
	if len(queues) > 1 {
		f.Message += fmt.Sprintf(" of %d sources", len(queues))
	}
	if hours := int(f.Last.Sub(f.First).Hours()); hours == 1 {
		f.Message += " within 60m"
	} else if hours > 1 {
		f.Message += fmt.Sprintf(" within %dh", hours)
	}
	if usd > 0 {
		f.Message += fmt.Sprintf(", at a cost of $%.2f so far", usd)
	}
	slices.SortFunc(same, func(a, b *model.Row) int {
		switch {
		case a.Since().Equal(b.Since()):
			return strings.Compare(a.Queue+" "+a.ID, b.Queue+" "+b.ID)
		case a.Since().IsZero() || !b.Since().IsZero() && a.Since().Before(b.Since()):
			return 1
		}
		return -1
	})
	for _, r := range same {
		where := r.ID
		if len(queues) > 1 {
			where = names[r.Queue] + " " + r.ID
		}
		if r.Ref() != ref && len(f.Evidence) < 10 {
			other := r.Ref()
			f.Evidence = append(f.Evidence, model.Evidence{Where: where, Task: &other})
		}
	}
	return f
}

func TestLoopsAreWhatANaiveSearchFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		least := rapid.IntRange(2, 3).Draw(t, "least")
		l, rows := newRowLoops(least), map[model.Ref]*model.Row{}
		names := map[string]string{"/a": "a", "/b": "b"}
		l.rename(names)
		shown := map[model.Ref]*model.Finding{} // as whoever is told of changes shows it
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			ref := model.Ref{
				Queue: rapid.SampledFrom([]string{"/a", "/a", "/b"}).Draw(t, "queue"),
				ID:    fmt.Sprintf("t%02d", rapid.IntRange(0, 9).Draw(t, "task")),
			}
			at := time.Time{}
			if h := rapid.IntRange(0, 9).Draw(t, "hour"); h > 0 {
				at = epoch.Add(time.Duration(h) * time.Hour)
			}
			var usd *float64
			if quarters := rapid.IntRange(0, 4).Draw(t, "cost"); quarters > 0 {
				cost := float64(quarters-1) / 4
				usd = &cost
			}
			put := func(key string) {
				rows[ref] = loopRow(ref.ID, "w", key, at, usd)
				rows[ref].Queue = ref.Queue
				l.add(rows[ref])
			}
			switch rapid.IntRange(0, 6).Draw(t, "op") {
			case 0:
				l.remove(ref)
				delete(rows, ref)
				delete(shown, ref)
			case 1:
				put("")
				delete(shown, ref)
			case 2:
				names = maps.Clone(names)
				names[ref.Queue] += "'"
				l.rename(names)
			default:
				put(rapid.SampledFrom([]string{"k:1", "k:2"}).Draw(t, "key"))
				shown[ref] = l.finding(ref)
			}
			if rapid.Bool().Draw(t, "settle") {
				continue
			}
			for _, ref := range l.update() {
				shown[ref] = l.finding(ref)
			}
			for ref := range rows {
				if diff := cmp.Diff(naiveLoop(rows, names, ref, least), shown[ref]); diff != "" {
					t.Fatalf("%s (-want +got):\n%s", ref, diff)
				}
			}
			if again := l.update(); len(again) > 0 {
				t.Fatalf("without a change %d tasks are named", len(again))
			}
		}
	})
}

// TestLoopNamesTheNewest: a finding names the ten newest of the other tasks,
// whichever task it is about.
func TestLoopNamesTheNewest(t *testing.T) {
	l := newRowLoops(2)
	for i := range 15 {
		l.add(loopRow(fmt.Sprintf("t%02d", i), "w", "k", epoch.Add(time.Duration(i)*time.Hour), nil))
	}
	l.update()
	for id, want := range map[string][2]string{"t14": {"t13", "t04"}, "t00": {"t14", "t05"}, "t10": {"t14", "t04"}} {
		f := l.finding(model.Ref{Queue: "/q", ID: id})
		if f == nil || len(f.Evidence) != maxEvidence || f.Evidence[0].Where != want[0] || f.Evidence[9].Where != want[1] {
			t.Errorf("%s: %+v", id, f)
		}
	}
}

// TestManyLoopsDoNotDisturbEachOther: what one loop counts does not depend on how
// many others there are.
func TestManyLoopsDoNotDisturbEachOther(t *testing.T) {
	l := newRowLoops(2)
	for i := range 3 {
		l.add(loopRow(fmt.Sprint("old", i), "the old wish", "access:vault", epoch, nil))
	}
	for i := range 200_000 {
		l.add(loopRow(fmt.Sprint("new", i), fmt.Sprint("wish ", i), "access:vault", epoch.Add(time.Hour), nil))
	}
	clear(l.dirty)
	l.add(loopRow("old0", "the old wish", "access:vault", epoch.Add(time.Second), nil))
	l.update()
	if f := l.finding(model.Ref{Queue: "/q", ID: "old1"}); f == nil || f.Count != 3 {
		t.Errorf("it is found that %+v", f)
	}
}

// TestLoopCost: what a task cost counts while it is in the loop.
func TestLoopCost(t *testing.T) {
	l, usd := newRowLoops(2), 1.5
	for _, id := range []string{"a", "b", "c"} {
		l.add(loopRow(id, "w", "k", epoch, &usd))
	}
	l.remove(model.Ref{Queue: "/q", ID: "c"})
	l.update()
	const want = "the same wish met the same obstacle in 2 tasks, at a cost of $3.00 so far"
	if f := l.finding(model.Ref{Queue: "/q", ID: "a"}); f == nil || f.Message != want {
		t.Errorf("%+v, want %q", f, want)
	}
}
