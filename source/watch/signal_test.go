package watch

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func anySignal(t *rapid.T, label string) Signal {
	switch rapid.IntRange(0, 4).Draw(t, label) {
	case 0:
		return Signal{Rescan: true}
	case 1:
		return Signal{}
	}
	set := map[string]struct{}{}
	for _, p := range rapid.SliceOfN(rapid.StringMatching(`[a-d]`), 1, 4).Draw(t, label+" paths") {
		set[p] = struct{}{}
	}
	return Signal{Paths: sorted(set)}
}

// TestMailboxKeepsEverything: however slowly signals are taken out, what was put
// in is in them: each name, or the word that names are not known.
func TestMailboxKeepsEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := newOutbox()
		want := Signal{Paths: []string{}}
		got := want
		for range rapid.IntRange(1, 20).Draw(t, "signals") {
			s := anySignal(t, "signal")
			want = want.merge(s)
			box.put(s)
			if rapid.Bool().Draw(t, "taken") {
				got = got.merge(<-box.c)
			}
		}
		if len(box.c) > 0 {
			got = got.merge(<-box.c)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	})
}

func TestTooManyPathsAreUnknown(t *testing.T) {
	var p pending
	for i := range maxPaths {
		p.path(fmt.Sprint(i))
	}
	exact := p
	s, ok := exact.take()
	if !ok || len(s.Paths) != maxPaths {
		t.Fatalf("%d paths, %v", len(s.Paths), ok)
	}
	for i := range maxPaths {
		p.path(fmt.Sprint("more", i))
	}
	if s, ok = p.take(); !ok || s.Paths != nil || s.Rescan {
		t.Errorf("%d paths, rescan %v", len(s.Paths), s.Rescan)
	}
	if _, ok = p.take(); ok {
		t.Error("taken twice")
	}
}
