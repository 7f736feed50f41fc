package cycle

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestRings(t *testing.T) {
	for _, tt := range []struct {
		name    string
		parents map[string][]string
		want    [][]string
	}{
		{"none", nil, nil},
		{"chain", map[string][]string{"c": {"b"}, "b": {"a"}}, nil},
		{"diamond", map[string][]string{"d": {"b", "c"}, "b": {"a"}, "c": {"a"}}, nil},
		{"itself", map[string][]string{"a": {"a"}}, [][]string{{"a"}}},
		{"pair", map[string][]string{"b": {"a"}, "a": {"b", "b"}}, [][]string{{"a", "b"}}},
		{"in order of dependency", map[string][]string{"a": {"c"}, "c": {"b"}, "b": {"a", "z"}}, [][]string{{"a", "c", "b"}}},
		{"two apart, and who only leads there", map[string][]string{"x": {"y"}, "y": {"x"}, "a": {"b", "x"}, "b": {"a"}, "q": {"a"}}, [][]string{{"a", "b"}, {"x", "y"}}},
		{"circles that share", map[string][]string{"a": {"c", "b"}, "c": {"a"}, "b": {"a"}}, [][]string{{"a", "b", "c"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Rings(tt.parents)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRingsOfALongChain(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads")
	}
	const n = 200_000
	parents := make(map[string][]string, n)
	for i := range n {
		parents[fmt.Sprint(i)] = []string{fmt.Sprint(i + 1)}
	}
	if got := Rings(parents); len(got) != 0 {
		t.Fatalf("%d rings in a chain", len(got))
	}
	parents[fmt.Sprint(n)] = []string{"0"}
	if got := Rings(parents); len(got) != 1 || len(got[0]) != n+1 {
		t.Fatalf("%d rings in a circle", len(got))
	}
}

// A task is in a ring exactly when it can be reached from itself.
func TestRingsEqualReachability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parents := map[string][]string{}
		for range rapid.IntRange(0, 14).Draw(t, "links") {
			a, b := fmt.Sprint(rapid.IntRange(0, 7).Draw(t, "child")), fmt.Sprint(rapid.IntRange(0, 7).Draw(t, "parent"))
			parents[a] = append(parents[a], b)
		}
		in := map[string]bool{}
		for _, ring := range Rings(parents) {
			for _, id := range ring {
				if in[id] {
					t.Fatalf("%s is in two rings", id)
				}
				in[id] = true
			}
		}
		for i := range 8 {
			id, seen := fmt.Sprint(i), map[string]bool{}
			open := parents[id]
			for len(open) > 0 {
				next := open[0]
				if open = open[1:]; !seen[next] {
					seen[next] = true
					open = append(open[:len(open):len(open)], parents[next]...)
				}
			}
			if seen[id] != in[id] {
				t.Fatalf("%s reaches itself: %v, in a ring: %v", id, seen[id], in[id])
			}
		}
	})
}
