package codex

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/source/runlog"
)

// TestPassedOver holds that records of kinds that say nothing about how a turn
// goes make no difference to it, nor do lines that are cut.
func TestPassedOver(t *testing.T) {
	parts := [][]string{begin, call("c1", "exec_command", `{"cmd":"go test ./..."}`), answer("c1", exited(0, "ok")), says("Done."), complete}
	want := read(parts...)
	for _, more := range [][]string{
		{"event_msg", `"type":"thread_rolled_back","num_turns":0`},
		{"event_msg", `"type":"thread_goal_updated","goal":{"objective":"x","status":"failed"}`},
		{"event_msg", `"type":"guardian_assessment","status":"denied","message":"x"`},
		{"event_msg", `"type":"collab_agent_spawn_begin","call_id":"k1","prompt":"x"`},
		{"event_msg", `"type":"collab_close_end","call_id":"k1","status":{"errored":"x"}`},
		{"event_msg", `"type":"something_new","message":"I cannot.","error":{"message":"x"}`},
		{"response_item", `"type":"ghost_snapshot","ghost_commit":{"id":"a"}`},
		{"response_item", `"type":"something_new","status":"failed","text":"I cannot."`},
		{"world_state", `"state":{"status":"failed"}`},
		{"inter_agent_communication", `"content":"I failed."`},
	} {
		mixed := [][]string{parts[0]}
		for _, p := range parts[1:] {
			mixed = append(mixed, more, p)
		}
		got := read(append(mixed, more)...)
		if d := cmp.Diff(look(want), look(got)); d != "" || got.NumRuns != want.NumRuns || len(got.Work.Denied) > 0 || got.Work.Waiting.Quote != "" {
			t.Errorf("%v: %d runs, denied %v, waits for %q\n%s", more, got.NumRuns, got.Work.Denied, got.Work.Waiting.Quote, d)
		}
	}
	log := rollout(join(parts...)...)
	for _, cut := range []string{`{"timestamp":"2026-03-04T05:06:07Z","type":"event_msg","payload":{"type":"error","mess`, `{"ti`, `null`} {
		if d := cmp.Diff(look(want), look(feed(log+cut+"\n", runlog.Options{}).Summary())); d != "" {
			t.Errorf("%s: %s", cut, d)
		}
	}
}
