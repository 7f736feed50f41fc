package board

import (
	"slices"
	"testing"
)

func TestNamesOfSourcesAreShortAndDiffer(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		sources []Status
		want    []string
	}{
		{[]Status{{Kind: "hermes", Queue: "/home/u/.hermes"}}, []string{"hermes"}},
		{
			[]Status{{Kind: "hermes", Queue: "/home/u/.hermes"}, {Kind: "queue", Queue: "a.db"}, {Kind: "queue", Queue: "b.db"}},
			[]string{"hermes", "a.db", "b.db"},
		},
		{
			[]Status{{Kind: "queue", Queue: "/srv/one/queue.db"}, {Kind: "queue", Queue: "/srv/two/queue.db"}, {Kind: "claude", Queue: "/home/u/.claude"}},
			[]string{"one/queue.db", "two/queue.db", "claude"},
		},
		// A queue that is not open yet is of no kind, and a folder may be called as a kind is.
		{[]Status{{Queue: "/srv/a/hermes"}, {Kind: "hermes", Queue: "/srv/b"}, {Queue: "late.db"}}, []string{"a/hermes", "hermes", "late.db"}},
		{[]Status{{Queue: "/"}, {Queue: "."}, {Queue: "x/queue.db"}, {Queue: "queue.db"}}, []string{"/", ".", "x/queue.db", "queue.db"}},
		{[]Status{{Queue: "x/queue.db"}, {Queue: "/x/queue.db"}}, []string{"x/queue.db", "/x/queue.db"}},
	} {
		nameSources(tc.sources)
		var got []string
		for _, s := range tc.sources {
			got = append(got, s.Name)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%q, want %q", got, tc.want)
		}
		if names := Names(tc.sources); names[tc.sources[0].Queue] != tc.want[0] {
			t.Errorf("by queue: %q", names)
		}
	}
}
