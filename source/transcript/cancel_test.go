package transcript

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source/watch"
)

// A Refresh that was broken off, wherever that was, has told nothing: the next
// one tells everything.
func TestRefreshBrokenOffLosesNothing(t *testing.T) {
	const logs = 6
	for at := 1; at <= 2*logs+2; at++ {
		b := newBench(t)
		options := b.options()
		calls, cancel := 0, func() {}
		count := func() {
			if calls++; calls == at {
				cancel()
			}
		}
		options.Now = func() time.Time { count(); return b.now }
		options.Owned = func(string) bool { count(); return false }
		for i := range logs {
			b.file(fmt.Sprintf("%d.jsonl", i), asked, time.Hour)
		}
		b.file("gone.jsonl", asked, time.Hour)
		l, err := openLogs(t.Context(), Kind, b.dir, options, nil)
		if err != nil {
			t.Fatal(err)
		}
		b.Logs = l
		b.list()
		b.refresh()
		for i := range logs {
			b.sh(fmt.Sprintf("printf '%%s' '%s' >> %d.jsonl", said, i))
		}
		b.sh("rm gone.jsonl")
		ctx, stop := context.WithCancel(t.Context())
		calls, cancel = 0, stop
		d, err := b.Refresh(ctx, watch.Signal{})
		stop()
		cancel = func() {}
		if err == nil { // it was over before
			b.now = b.now.Add(time.Second)
		}
		cases, removed := b.refresh()
		var got []string
		for _, c := range append(d.Cases, cases...) {
			got = append(got, c.Task.ID)
		}
		slices.Sort(got)
		if diff := cmp.Diff([]string{"0.jsonl", "1.jsonl", "2.jsonl", "3.jsonl", "4.jsonl", "5.jsonl"}, slices.Compact(got)); diff != "" {
			t.Errorf("broken off at %d (%v): %s", at, err, diff)
		}
		if gone := append(d.Removed, removed...); !slices.Equal(gone, []string{"gone.jsonl"}) {
			t.Errorf("broken off at %d (%v): removed %v", at, err, gone)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
