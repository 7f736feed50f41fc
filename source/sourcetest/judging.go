package sourcetest

import (
	"slices"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
)

// messagesHoldNoAges: the same case judged at two clocks has the same messages. Whoever
// shows a finding writes its age: a message that contained one would have its task judged
// and drawn again although nothing happened.
func messagesHoldNoAges(t *testing.T, h *Harness) {
	tr := begin(t, h, 40)
	judge := classify.New(classify.DefaultConfig(), h.Adapter.Rules...)
	type kind struct {
		rule     string
		severity model.Severity
		count    int // what leaves the window of a loop is no longer counted
	}
	for _, c := range list(t, tr.Source, 100) {
		recorded := model.StateUnknown
		if h.Adapter.State != nil {
			recorded = h.Adapter.State(c.Task.Recorded)
		}
		var before map[kind][]string
		for _, later := range []time.Duration{0, 50 * time.Hour, 50*time.Hour + 7*time.Minute, 2000 * time.Hour} {
			now := map[kind][]string{}
			for _, f := range judge.Judge(&c, recorded, h.Options.Now().Add(later)).Findings {
				of := kind{f.Rule, f.Severity, f.Count}
				now[of] = append(now[of], f.Message)
				if said, known := before[of]; known && !slices.Contains(said, f.Message) {
					t.Errorf("%s, %v later: %s says %q, and said %q", c.Task.ID, later, f.Rule, f.Message, said)
				}
			}
			before = now
		}
	}
}
