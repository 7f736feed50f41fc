package classify

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/classify/cycle"
)

// TestRecent: an obstacle is described alike whether it is remembered or not, and
// few are remembered.
func TestRecent(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads")
	}
	d := recent[cycle.Description]{find: describe}
	for range 2 {
		for i := range 3 * recentKept {
			d.of(fmt.Sprintf("I have no access to vault %d.", i))
		}
	}
	if n := len(d.newer) + len(d.older); n > 2*recentKept {
		t.Errorf("%d are remembered", n)
	}
	for _, said := range []string{"I need permission to push to main.", "The disk is full.", "", "I have no access to vault 5999."} {
		for range 2 {
			if diff := cmp.Diff(describe(said), d.of(said)); diff != "" {
				t.Errorf("%q (-want +got):\n%s", said, diff)
			}
		}
	}
}
