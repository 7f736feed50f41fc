package board

import (
	"slices"
	"testing"
	"testing/synctest"

	"notdone/model"
)

// TestTroubles: tasks that are blocked, done in name only or in a loop are in trouble, others
// are not.
func TestTroubles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for _, recorded := range []string{"queued", "active", "blocked", "failed", "done", "cancelled", "scheduled"} {
			src.set(caseOf(recorded, recorded))
		}
		src.set(suspect("suspect", "I could not reach the vault."))
		s := follow(t, Options{}, feedOf(src)).settle(second)
		found := map[string]model.State{}
		s.Troubles(func(t *Trouble) bool { found[t.ID] = t.State; return true })
		if len(found) != 3 || found["failed"] != model.StateFailed || found["blocked"] != model.StateBlocked || found["suspect"] != model.StateFalseDone {
			t.Errorf("in trouble are %v", found)
		}
		var first []string
		s.Troubles(func(t *Trouble) bool { first = append(first, t.ID); return false })
		if !slices.Equal(first, []string{"blocked"}) {
			t.Errorf("asked for one, it hands over %v", first)
		}
	})
}
