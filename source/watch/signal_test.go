package watch

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "notdone/model/fixedseed"
)

func anySignal(t *rapid.T, label string) Signal {
	if rapid.IntRange(0, 4).Draw(t, label) == 0 {
		return Signal{}
	}
	paths := rapid.SliceOfN(rapid.StringMatching(`[a-d]`), 1, 4).Draw(t, label+" paths")
	slices.Sort(paths)
	return Signal{Paths: slices.Compact(paths)}
}

// TestMailboxKeepsEverything: however slowly signals are taken out, what was put
// in is in them: each name, or the word that names are not known.
func TestMailboxKeepsEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := newOutbox()
		want := Nothing()
		got := want
		for range rapid.IntRange(1, 20).Draw(t, "signals") {
			s := anySignal(t, "signal")
			want = want.Merge(s)
			box.put(s)
			if rapid.Bool().Draw(t, "taken") {
				got = got.Merge(<-box.signals)
			}
		}
		if len(box.signals) > 0 {
			got = got.Merge(<-box.signals)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	})
}

func TestTooManyPathsAreUnknown(t *testing.T) {
	var p pendingChanges
	for i := range maxPaths {
		p.addPath(fmt.Sprint(i))
	}
	s, ok := p.take()
	if !ok || len(s.Paths) != maxPaths {
		t.Fatalf("%d paths, %v", len(s.Paths), ok)
	}
	if more := s.Merge(Signal{Paths: []string{"more"}}); more.Paths != nil {
		t.Errorf("%d paths of two signals", len(more.Paths))
	}
	for i := range maxPaths {
		p.addPath(fmt.Sprint(i))
	}
	for i := range maxPaths {
		p.addPath(fmt.Sprint("more", i))
	}
	if s, ok = p.take(); !ok || s.Paths != nil {
		t.Errorf("%d paths", len(s.Paths))
	}
	if _, ok = p.take(); ok {
		t.Error("taken twice")
	}
}
