package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/classify/cycle"
	"notdone/model"
)

// longRow is a row with a text in every field that can be cut.
func longRow() *model.Row {
	r := &model.Row{Verdict: model.Verdict{Obstacle: &model.Obstacle{Key: "k"}, Findings: make([]model.Finding, 2)}}
	r.Findings[1].Evidence = make([]model.Evidence, 4)
	return r
}

// TestEveryTextIsCut: each text is whole up to its bound and cut behind it, and what
// is cut off still tells two rows from each other.
func TestEveryTextIsCut(t *testing.T) {
	for name, field := range map[string]struct {
		most int // bytes that are kept; 0: none
		of   func(r *model.Row) *string
	}{
		"title":          {400, func(r *model.Row) *string { return &r.Title }},
		"recorded":       {200, func(r *model.Row) *string { return &r.Recorded }},
		"worker":         {200, func(r *model.Row) *string { return &r.Worker }},
		"agent":          {200, func(r *model.Row) *string { return &r.Agent }},
		"model":          {200, func(r *model.Row) *string { return &r.Model }},
		"profile":        {200, func(r *model.Row) *string { return &r.Profile }},
		"repo":           {200, func(r *model.Row) *string { return &r.Repo }},
		"branch":         {200, func(r *model.Row) *string { return &r.Branch }},
		"headline":       {400, func(r *model.Row) *string { return &r.Headline }},
		"obstacle":       {400, func(r *model.Row) *string { return &r.Obstacle.Text }},
		"where it is":    {200, func(r *model.Row) *string { return &r.Obstacle.Where }},
		"message":        {400, func(r *model.Row) *string { return &r.Findings[1].Message }},
		"clears":         {400, func(r *model.Row) *string { return &r.Findings[1].Clears }},
		"dismissed":      {400, func(r *model.Row) *string { return &r.Findings[1].Dismissed }},
		"evidence":       {400, func(r *model.Row) *string { return &r.Findings[1].Evidence[2].Quote }},
		"where":          {200, func(r *model.Row) *string { return &r.Findings[1].Evidence[2].Where }},
		"fourth":         {0, func(r *model.Row) *string { return &r.Findings[1].Evidence[3].Quote }},
		"where, fourth":  {0, func(r *model.Row) *string { return &r.Findings[1].Evidence[3].Where }},
		"first evidence": {400, func(r *model.Row) *string { return &r.Findings[1].Evidence[0].Quote }},
	} {
		cut := func(text string, to bounds) *model.Row {
			r := longRow()
			*field.of(r) = text
			shorten(r, to)
			return r
		}
		exact := strings.Repeat("x", field.most)
		base := cut(exact, listed)
		longer, other := cut(exact+"yz", listed), cut(exact+"zy", listed)
		if field.most > 0 {
			if got := *field.of(base); got != exact {
				t.Errorf("%s: %d bytes become %d", name, len(exact), len(got))
			}
			if got := *field.of(longer); got != exact+"…" {
				t.Errorf("%s: cut to %q", name, got)
			}
		}
		if n := len(longer.Findings[1].Evidence); n != 3 {
			t.Errorf("%s: %d pieces of evidence are kept", name, n)
		}
		if longer.CutHash == other.CutHash || longer.CutHash == base.CutHash {
			t.Errorf("%s: what is cut off does not tell rows from each other", name)
		}
		if got := cut(exact+"yz", whole); *field.of(got) != exact+"yz" || got.CutHash != 0 {
			t.Errorf("%s: a row that is to be whole is cut", name)
		}
	}
	if r := (&model.Row{}); true {
		if shorten(r, listed); r.CutHash != 0 || r.Obstacle != nil {
			t.Errorf("a short row becomes %+v", r)
		}
	}
}

// TestCuttingChangesNoOther: the verdict that a row was made of stays as it was.
func TestCuttingChangesNoOther(t *testing.T) {
	r := longRow()
	long := strings.Repeat("x", 1000)
	r.Obstacle.Text, r.Findings[1].Message, r.Findings[1].Evidence[0].Quote = long, long, long
	obstacle, findings := r.Obstacle, r.Findings
	shorten(r, listed)
	if obstacle.Text != long || findings[1].Message != long || findings[1].Evidence[0].Quote != long || len(findings[1].Evidence) != 4 {
		t.Error("what others hold is cut too")
	}
	if r.Obstacle.Key != "k" {
		t.Errorf("the key is %q", r.Obstacle.Key)
	}
}

// TestRingsAreWhatAWholeSearchFinds: after each update every task has the finding of
// the ring that a search over all dependencies finds it in, and all whose finding
// changed are named, and none that is and was in no ring.
func TestRingsAreWhatAWholeSearchFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, on, shown := newDeps("/q"), map[string][]string{}, map[string]*model.Finding{}
		anyID := func(label string) string { return fmt.Sprintf("t%02d", rapid.IntRange(0, 14).Draw(t, label)) }
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			switch id := anyID("task"); rapid.IntRange(0, 7).Draw(t, "op") {
			case 0:
				d.remove(id)
				delete(on, id)
			case 1: // a new listing
				old := d
				d = newDeps("/q")
				for id, on := range on {
					d.set(&model.Row{Task: model.Task{ID: id, DependsOn: on}, Verdict: model.Verdict{State: model.StateQueued}})
				}
				d.follow(old)
			default:
				r := &model.Row{Task: model.Task{ID: id}}
				r.State = rapid.SampledFrom([]model.State{model.StateQueued, model.StateBlocked, model.StateDone}).Draw(t, "state")
				for range rapid.IntRange(0, 2).Draw(t, "parents") {
					r.DependsOn = append(r.DependsOn, anyID("on"))
				}
				d.set(r)
				delete(on, id)
				if !r.State.Finished() && len(r.DependsOn) > 0 {
					on[id] = r.DependsOn
				}
			}
			if rapid.Bool().Draw(t, "wait") {
				continue
			}
			quiet := len(d.dirty) == 0
			refs, looked := d.update()
			if quiet && (len(refs) > 0 || looked > 0) || looked > len(on) {
				t.Fatalf("%d of %d tasks are looked at, %d named", looked, len(on), len(refs))
			}
			want := map[string][]string{}
			for _, ring := range cycle.Rings(on) {
				for _, id := range ring {
					want[id] = ring
				}
			}
			for i := range 15 {
				id := fmt.Sprintf("t%02d", i)
				was, is := shown[id], d.finding(id)
				named := slices.Contains(refs, model.Ref{Queue: "/q", ID: id})
				if (is != nil) != (want[id] != nil) || is != nil && is.Message != ringMessage(want[id]) || is != nil && is.Count != len(want[id]) {
					t.Fatalf("%s: %+v, want %q", id, is, want[id])
				}
				if !named && !cmp.Equal(was, is) || named && was == nil && is == nil {
					t.Fatalf("%s: named %v, was %+v, is %+v", id, named, was, is)
				}
				shown[id] = is
			}
		}
	})
}

// ringMessage is what is said of the tasks of a ring.
func ringMessage(ring []string) string {
	if len(ring) == 1 {
		return "the task waits for itself"
	}
	return fmt.Sprintf("%d tasks wait for each other: %s", len(ring), strings.Join(ring[:min(len(ring), 10)], ", "))
}

// TestRingsOfAnySize: what is found of rings of 1 to 12 tasks, and how many tasks are
// looked at for it.
func TestRingsOfAnySize(t *testing.T) {
	for size := 1; size <= 12; size++ {
		d := newDeps("/q")
		var ids []string
		for i := range size {
			ids = append(ids, fmt.Sprintf("t%02d", i))
		}
		for i, id := range ids {
			d.set(&model.Row{Task: model.Task{ID: id, DependsOn: []string{ids[(i+1)%size]}}})
		}
		d.set(&model.Row{Task: model.Task{ID: "aside", DependsOn: []string{"nothing"}}})
		if refs, looked := d.update(); len(refs) != size || looked != size+1 {
			t.Errorf("of a ring of %d %d are named, %d looked at", size, len(refs), looked)
		}
		want := &model.Finding{
			Rule: "dependency-ring", Severity: model.SeverityError, Count: size, Message: ringMessage(ids),
			Clears: "one of the tasks no longer depends on another of them, or is finished",
		}
		for _, id := range ids[:min(size, 10)] {
			want.Evidence = append(want.Evidence, model.Evidence{Where: id, Task: &model.Ref{Queue: "/q", ID: id}})
		}
		for _, id := range ids {
			if diff := cmp.Diff(want, d.finding(id)); diff != "" {
				t.Errorf("%d (-want +got):\n%s", size, diff)
			}
		}
		d.set(&model.Row{Task: model.Task{ID: "aside", DependsOn: []string{"nothing else"}}})
		if refs, looked := d.update(); len(refs) != 0 || looked != 1 {
			t.Errorf("a task aside of a ring of %d: %d are named, %d looked at", size, len(refs), looked)
		}
	}
}

// TestLooksAfterSignals: the pauses after one signal, and after the n-th of a stream
// whose signals come so long one after the other.
func TestLooksAfterSignals(t *testing.T) {
	const ms = time.Millisecond
	look := func(apart time.Duration, signals int) (at []time.Duration) {
		l := looks{pause: lastPause, usual: pollEvery}
		now := epoch
		for range signals {
			now = now.Add(apart)
			l.afterSignal(now)
		}
		for d := time.Duration(0); d < 15*time.Second; d += ms {
			if l.due(now.Add(d)) {
				at = append(at, d/ms)
			}
		}
		return at
	}
	series := []time.Duration{60, 180, 420, 900, 1860, 3780, 8780, 13780}
	steady := []time.Duration{190, 570, 1330, 2850, 7850, 12850}
	for _, tt := range []struct {
		apart   time.Duration
		signals int
		want    []time.Duration
	}{
		{time.Second, 1, series},
		{189 * ms, 3, series},
		{189 * ms, 4, steady},
		{189 * ms, 9, steady},
		{190 * ms, 9, series},
	} {
		// The first signal comes long after none.
		if got := look(tt.apart, tt.signals); !slices.Equal(got, tt.want) {
			t.Errorf("%d signals each %v: looks at %d, want %d", tt.signals, tt.apart, got, tt.want)
		}
	}
}

// TestWakesAreNeverEarly: a moment between two microseconds is the later one; tasks
// come in order of time, not more than are wanted, and all when the clock is set back.
func TestWakesAreNeverEarly(t *testing.T) {
	var w wakes
	for i, ns := range []int{3000, 2001, 1, 1000} {
		w.set(fmt.Sprint(i), epoch.Add(time.Duration(ns)))
	}
	if at, ok := w.next(); !ok || !at.Equal(epoch.Add(time.Microsecond)) {
		t.Errorf("the first is at %v", at)
	}
	if got := w.due(epoch.Add(999), 5); len(got) != 0 {
		t.Errorf("too early come %v", got)
	}
	for _, want := range [][]string{{"2"}, {"3"}, nil} {
		if got := w.due(epoch.Add(1000), 1); !slices.Equal(got, want) {
			t.Errorf("then comes %v, want %v", got, want)
		}
	}
	if got := w.due(epoch, 5); !slices.Equal(got, []string{"0", "1"}) {
		t.Errorf("when the clock is set back come %v", got)
	}
	if got := w.due(epoch.Add(time.Hour), 5); got != nil {
		t.Errorf("they come again: %v", got)
	}
	if w.due(epoch, 5); len(w.at) != 0 {
		t.Error("a clock that is set back makes tasks")
	}
}

// TestWakesAreBounded: of more moments than are kept the earliest come, in order, and the
// others are asked for before one of them is due.
func TestWakesAreBounded(t *testing.T) {
	w := wakes{keep: 10}
	var all []time.Time
	for i := range 100 {
		all = append(all, epoch.Add(time.Duration(i*37%100)*time.Minute))
		w.set(fmt.Sprint(i), all[i])
		if len(w.at) > 10 || w.order.Len() != len(w.at) {
			t.Fatalf("%d moments are held, %d in order", len(w.at), w.order.Len())
		}
	}
	for minute, asked := 0, 0; minute < 100; minute++ {
		if w.takeShort() {
			asked++
			for i, at := range all {
				if !at.Before(epoch.Add(time.Duration(minute) * time.Minute)) {
					w.set(fmt.Sprint(i), at)
				}
			}
		}
		due := w.due(epoch.Add(time.Duration(minute)*time.Minute), 10)
		if len(due) != 1 || !all[atoi(t, due[0])].Equal(epoch.Add(time.Duration(minute)*time.Minute)) {
			t.Fatalf("at %d come %v", minute, due)
		}
		if asked > 20 {
			t.Fatal("they are asked for all the time")
		}
	}
	if _, more := w.next(); more || w.takeShort() {
		t.Error("something is left")
	}
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestCensusGrowsOnce: a table for so many tasks as are there does not grow while they come.
func TestCensusGrowsOnce(t *testing.T) {
	var c census
	c.set("task 0", 1)
	c.reserve(1000)
	slots := len(c.slots)
	for n := range 1000 {
		c.set(fmt.Sprint("task ", n), standing(n%100))
	}
	if c.reserve(500); len(c.slots) != slots || slots > 1500 || c.used != 1000 {
		t.Errorf("%d tasks are in %d slots, after %d", c.used, len(c.slots), slots)
	}
}

// TestCensusGrows: a table is three quarters full before it grows by a quarter.
func TestCensusGrows(t *testing.T) {
	var c census
	for n := 1; n <= 200; n++ {
		c.set(fmt.Sprint("task ", n), standing(n%100))
		want := 64
		for (n-1)*4 >= want*3 {
			want += want / 4
		}
		if len(c.slots) != want || c.used != n {
			t.Fatalf("%d tasks of %d are in %d slots, want %d", c.used, n, len(c.slots), want)
		}
	}
	for n := 1; n <= 200; n++ {
		if was, known := c.remove(fmt.Sprint("task ", n)); !known || was != standing(n%100) {
			t.Fatalf("task %d was %v, %v", n, was, known)
		}
	}
	if slices.ContainsFunc(c.slots, func(s uint64) bool { return s != 0 }) {
		t.Error("a removed task leaves something behind")
	}
}
