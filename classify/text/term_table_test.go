package text

import (
	"testing"

	"pgregory.net/rapid"
)

// TestTermTable checks that every term of a table has its weight, and that no other has one,
// also of terms that are as close together as they can be after they were spread.
func TestTermTable(t *testing.T) {
	t.Parallel()
	const back = 0x0e8b2f51 // multiplied with what spreads terms it is 1
	if spreadTerm(back) != 1 {
		t.Fatalf("%#x", spreadTerm(back))
	}
	rapid.Check(t, func(t *rapid.T) {
		spread := rapid.Uint32()
		if from := rapid.Uint32Range(0, 1<<31).Draw(t, "from"); rapid.Bool().Draw(t, "close") {
			spread = rapid.Uint32Range(from, from+1<<12)
		}
		want := map[uint32]int8{}
		var terms []uint32
		var weights []int8
		for _, s := range rapid.SliceOfNDistinct(spread, 1, 2000, rapid.ID[uint32]).Draw(t, "spread") {
			term := s * back
			want[term] = rapid.Int8Range(1, 127).Draw(t, "weight")
			terms, weights = append(terms, term), append(weights, want[term])
		}
		table := newTermTable(terms, weights, 1)
		for _, term := range append(rapid.SliceOfN(rapid.Uint32(), 0, 100).Draw(t, "others"), terms...) {
			if got := table.addWeights(0, []uint32{term}); got != float64(want[term]) {
				t.Fatalf("%#x: %v, want %v", term, got, want[term])
			}
		}
		sum := 0.0
		for _, weight := range weights {
			sum += float64(weight)
		}
		if got := table.addWeights(1, terms); got != sum+1 {
			t.Fatalf("sum of all: %v, want %v", got, sum+1)
		}
	})
}
