package classify

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDescribedObstacles: an obstacle is described alike whether it is remembered or not, and
// few are remembered.
func TestDescribedObstacles(t *testing.T) {
	var d descriptions
	for range 2 {
		for i := range 3 * descriptionsKept {
			d.of(fmt.Sprintf("I have no access to vault %d.", i))
		}
	}
	if n := len(d.newer) + len(d.older); n > 2*descriptionsKept {
		t.Errorf("%d are remembered", n)
	}
	for _, said := range []string{"I need permission to push to main.", "The disk is full.", "", "I have no access to vault 2999."} {
		for range 2 {
			if diff := cmp.Diff(describe(said), d.of(said)); diff != "" {
				t.Errorf("%q (-want +got):\n%s", said, diff)
			}
		}
	}
}
