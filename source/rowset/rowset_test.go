package rowset_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "notdone/model/fixedseed"
	"notdone/source/rowset"
)

// TestSetFindsWhatDiffers: two sets differ in the numbers that only one of them was given,
// and in the buckets of those where the counts differ.
func TestSetFindsWhatDiffers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.Int64Range(-20_000, 20_000), 0, 200)
		first, gone, second := numbers.Draw(t, "first"), numbers.Draw(t, "gone"), numbers.Draw(t, "second")
		one, two := rowset.New(), rowset.New()
		in, other, counted := map[int64]bool{}, map[int64]bool{}, map[int64]int{}
		for _, n := range first {
			one.Add(n)
			in[n] = true
		}
		for _, n := range gone {
			one.Remove(n)
			delete(in, n)
		}
		for _, n := range second {
			two.Add(n)
			if !other[n] {
				counted[n>>rowset.BucketBits]++
			}
			other[n] = true
		}
		var want []int64
		for n := range in {
			if !other[n] {
				want = append(want, n)
			}
		}
		for n := range other {
			if !in[n] {
				want = append(want, n)
			}
		}
		got := one.SymmetricDifference(two, nil)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		if named := one.SymmetricDifference(two, one.Differing(counted)); len(named) > len(want) {
			t.Fatalf("more differ in some buckets than in all: %v, %v", named, want)
		}
		raw, err := one.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		read := rowset.New()
		if err := read.UnmarshalBinary(raw); err != nil || len(one.SymmetricDifference(read, nil)) > 0 || len(read.Differing(map[int64]int{})) != len(one.Differing(map[int64]int{})) {
			t.Fatalf("read back it differs in %v: %v", one.SymmetricDifference(read, nil), err)
		}
		if half := raw[:len(raw)/2]; rowset.New().UnmarshalBinary(half) == nil {
			t.Fatal("half of a set is read")
		}
		if len(want) == 0 && len(one.Differing(counted)) > 0 {
			t.Fatal("equal sets have buckets that differ")
		}
	})
}
