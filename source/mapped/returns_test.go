package mapped

import "testing"

// TestReturns: a job is compared with those of its own name.
func TestReturns(t *testing.T) {
	r := returnsOf(map[string]answered{
		"agent": {10, 9}, "send-email": {5, 0}, "half": {4, 2},
		"Read the notes": {1, 1}, "Write the notes": {1, 1}, "Sweep": {1, 0},
	})
	for title, want := range map[string]bool{"agent": true, "send-email": false, "half": false, "Sweep": true, "a new wish": true} {
		if got := r.expects(title); got != want {
			t.Errorf("%s: a result is expected: %t, want %t", title, got, want)
		}
	}
	if none := returnsOf(nil); none.expects("anything") {
		t.Error("of an empty queue something is expected")
	}
}
