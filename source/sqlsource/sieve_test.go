package sqlsource

import (
	"fmt"
	"testing"
)

func TestSieve(t *testing.T) {
	s := NewSieve()
	const added = 100_000
	for i := range added {
		s.Add(fmt.Sprint("task-", i))
	}
	wrong := 0
	for i := range added {
		if !s.MayHold(fmt.Sprint("task-", i)) {
			t.Fatalf("task-%d was added and is not held", i)
		}
		if s.MayHold(fmt.Sprint("other-", i)) {
			wrong++
		}
	}
	if wrong > added/50 {
		t.Errorf("%d of %d others are not told apart", wrong, added)
	}
}
