package cycle

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/model"
)

func ref(n int) model.Ref { return model.Ref{Queue: "q", ID: fmt.Sprint(n)} }

func TestLedger(t *testing.T) {
	l := NewLedger(0)
	cost := 1.25
	if got := l.Put(ref(1), "w", "k", t0, 2, &cost); len(got) != 1 || got[0] != ref(1) {
		t.Errorf("first put affects %v", got)
	}
	if _, ok := l.Loop(ref(1)); ok {
		t.Error("one task is a loop")
	}
	l.Put(ref(2), "w", "other", t0, 1, nil)
	if _, ok := l.Loop(ref(2)); ok {
		t.Error("another obstacle is the same loop")
	}
	if got := l.Put(ref(3), "w", "k", t0.Add(time.Hour), 0, nil); !slices.Equal(got, []model.Ref{ref(3), ref(1)}) {
		t.Errorf("second put affects %v", got)
	}
	want := Loop{Wish: "w", Key: "k", Count: 2, Runs: 3, First: t0, Last: t0.Add(time.Hour), CostUSD: &cost, Refs: []model.Ref{ref(3), ref(1)}}
	if got, _ := l.Loop(ref(1)); !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	if got := l.Put(ref(3), "w", "k", t0.Add(time.Hour), 0, nil); got != nil {
		t.Errorf("the same put again affects %v", got)
	}
	if got := l.Put(ref(3), "w", "other", t0, 0, nil); len(got) != 3 {
		t.Errorf("changing sides affects %v, want all three", got)
	}
	if got := l.Put(ref(3), "w", "", t0, 0, nil); !slices.Equal(got, []model.Ref{ref(2)}) || l.Len() != 2 {
		t.Errorf("a blank key affects %v and leaves %d", got, l.Len())
	}
	if got := l.Remove(ref(9)); got != nil {
		t.Errorf("removing a stranger affects %v", got)
	}
}

func TestLedgerIsBounded(t *testing.T) {
	l := NewLedger(1000)
	for i := range 3000 {
		if got := l.Put(ref(i), "w", "k", t0.Add(time.Duration(i)*time.Second), 1, nil); len(got) > 256 {
			t.Fatalf("%d affected", len(got))
		}
	}
	loop, ok := l.Loop(ref(2999))
	if !ok || l.Len() != 1000 || loop.Count != 1000 || len(loop.Refs) > 32 || loop.Refs[0] != ref(2999) {
		t.Errorf("%d remembered, loop %+v", l.Len(), loop)
	}
	if want := t0.Add(2000 * time.Second); !loop.First.Equal(want) {
		t.Errorf("oldest remembered is of %v, want %v", loop.First, want)
	}
	if _, ok := l.Loop(ref(0)); ok {
		t.Error("the oldest is still remembered")
	}
}

// naive is what a ledger must equal: a list that is searched from end to end.
type naive map[model.Ref]naiveEntry

type naiveEntry struct {
	wish, key string
	at        time.Time
	runs      int
	cost      *float64
}

func (n naive) loop(r model.Ref) (l Loop, ok bool) {
	self, ok := n[r]
	if !ok {
		return l, false
	}
	l.Wish, l.Key = self.wish, self.key
	var sum float64
	for ref, e := range n {
		if e.wish != self.wish || e.key != self.key {
			continue
		}
		l.Count++
		l.Runs += e.runs
		if !e.at.IsZero() && (l.First.IsZero() || e.at.Before(l.First)) {
			l.First = e.at
		}
		if e.at.After(l.Last) {
			l.Last = e.at
		}
		if e.cost != nil {
			sum += *e.cost
			l.CostUSD = &sum
		}
		l.Refs = append(l.Refs, ref)
	}
	return l, l.Count > 1
}

func TestLedgerEqualsNaiveModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, n := NewLedger(0), naive{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			r := ref(rapid.IntRange(0, 11).Draw(t, "task"))
			before := map[model.Ref]Loop{}
			for i := range 12 {
				if loop, ok := l.Loop(ref(i)); ok {
					before[ref(i)] = loop
				}
			}
			var affected []model.Ref
			if rapid.Bool().Draw(t, "remove") && rapid.Bool().Draw(t, "really") {
				affected = l.Remove(r)
				delete(n, r)
			} else {
				e := naiveEntry{
					wish: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "wish"), key: rapid.SampledFrom([]string{"k", "l"}).Draw(t, "key"),
					runs: rapid.IntRange(1, 4).Draw(t, "runs"),
				}
				if h := rapid.IntRange(0, 9).Draw(t, "hour"); h > 0 {
					e.at = t0.Add(time.Duration(h) * time.Hour)
				}
				if c := rapid.IntRange(0, 8).Draw(t, "quarters"); c > 0 {
					usd := float64(c) / 4
					e.cost = &usd
				}
				affected = l.Put(r, e.wish, e.key, e.at, e.runs, e.cost)
				n[r] = e
			}
			for i := range 12 {
				got, ok := l.Loop(ref(i))
				want, wantOK := n.loop(ref(i))
				if ok != wantOK {
					t.Fatalf("task %d in a loop: %v, want %v", i, ok, wantOK)
				}
				was, had := before[ref(i)]
				if (ok != had || !cmp.Equal(was, got)) && ref(i) != r && !slices.Contains(affected, ref(i)) {
					t.Fatalf("task %d changed and was not reported", i)
				}
				if !ok {
					continue
				}
				slices.SortFunc(got.Refs, byID)
				slices.SortFunc(want.Refs, byID)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatal(diff)
				}
			}
		}
	})
}

func byID(a, b model.Ref) int { return strings.Compare(a.ID, b.ID) }

func BenchmarkLedgerPut(b *testing.B) {
	l := NewLedger(0)
	for i := range 100_000 {
		l.Put(ref(i), fmt.Sprint("w", i%1000), "k", t0.Add(time.Duration(i)*time.Second), 1, nil)
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		i++
		l.Put(ref(i%100_000), fmt.Sprint("w", i%997), "k", t0.Add(time.Duration(i)*time.Minute), 1, nil)
	}
}
