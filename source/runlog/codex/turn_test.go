package codex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source/runlog"
)

func event(kind, more string) []string {
	if more != "" {
		more = "," + more
	}
	return []string{"event_msg", `"type":"` + kind + `"` + more}
}

var ran = join(call("c1", "exec_command", `{"cmd":"make count"}`), answer("c1", exited(0, "7 users")))

func TestTurnEnding(t *testing.T) {
	usage := event("token_count", `"info":null,"rate_limits":null`)
	for _, c := range []struct {
		name string
		log  []string
		want seen
	}{
		{"worked and said so", join(begin, ran, says("There are 7."), usage, complete), seen{"task_complete", model.OutcomeCompleted, true, "There are 7.", "", 1, 1}},
		{"newer names of the same records", join(meta, given, event("turn_started", `"turn_id":"t1"`), ran, says("7."), event("turn_complete", `"turn_id":"t1","last_agent_message":"7."`)), seen{"turn_complete", model.OutcomeCompleted, true, "7.", "", 1, 1}},
		{"nothing at all, in nine lines", join(begin, usage, complete), seen{"task_complete", model.OutcomeCompleted, true, "", "", 0, 0}},
		{"thought, and did nothing", join(begin, []string{"response_item", `"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]`}, event("agent_reasoning", `"text":"hm"`), complete), seen{"task_complete", model.OutcomeCompleted, true, "", "", 0, 0}},
		{"a call and not a word", join(begin, ran, complete), seen{"task_complete", model.OutcomeCompleted, true, "", "", 0, 1}},
		{"a word and not a call", join(begin, says("I will."), complete), seen{"task_complete", model.OutcomeCompleted, true, "I will.", "", 1, 0}},
		{"a last word that stands nowhere else", join(begin, event("task_complete", `"turn_id":"t1","last_agent_message":"Only here."`)), seen{"task_complete", model.OutcomeCompleted, true, "Only here.", "", 1, 0}},
		{"still at it", join(begin, ran), seen{"", model.OutcomeUnknown, false, "", "", 0, 1}},
		{"stopped", join(begin, ran, event("turn_aborted", `"turn_id":"t1","reason":"interrupted"`)), seen{"turn_aborted", model.OutcomeCancelled, true, "", "interrupted", 0, 1}},
		{"out of budget", join(begin, ran, event("turn_aborted", `"reason":"budget_limited"`)), seen{"budget_limited", model.OutcomeBudget, true, "", "budget_limited", 0, 1}},
		{"completed with an error", join(begin, ran, event("task_complete", `"last_agent_message":null,"error":{"message":"boom","codex_error_info":"internal_server_error"}`)), seen{"internal_server_error", model.OutcomeFailed, true, "", "boom", 0, 1}},
		{"an error of no name", join(begin, event("task_complete", `"last_agent_message":null,"error":{"message":"boom","codex_error_info":"other"}`)), seen{"error", model.OutcomeFailed, true, "", "boom", 0, 0}},
		{"an error that is an object", join(begin, event("error", `"message":"gone","codex_error_info":{"response_stream_disconnected":{"http_status_code":502}}`)), seen{"error", model.OutcomeFailed, true, "", "gone", 0, 0}},
		{"no error is null", join(begin, says("Yes."), event("task_complete", `"last_agent_message":"Yes.","error":null`)), seen{"task_complete", model.OutcomeCompleted, true, "Yes.", "", 1, 0}},
		{"an error, then the end of the file", join(begin, ran, event("error", `"message":"unexpected status 500"`)), seen{"error", model.OutcomeFailed, true, "", "unexpected status 500", 0, 1}},
		{"an error, then only that the turn is over", join(begin, ran, event("error", `"message":"unexpected status 500"`), complete), seen{"error", model.OutcomeFailed, true, "", "unexpected status 500", 0, 1}},
		{"an error that it got over", join(begin, event("error", `"message":"unexpected status 500"`), ran, says("Done."), complete), seen{"task_complete", model.OutcomeCompleted, true, "Done.", "", 1, 1}},
		{"an error, and back at it", join(begin, event("error", `"message":"unexpected status 500"`), ran), seen{"", model.OutcomeUnknown, false, "", "", 0, 1}},
		{"an error about something else", join(begin, says("Done."), complete, event("error", `"message":"no such turn","codex_error_info":"thread_rollback_failed"`)), seen{"task_complete", model.OutcomeCompleted, true, "Done.", "", 1, 0}},
		{"the context is full", join(begin, event("error", `"message":"Codex ran out of room in the model's context window."`)), seen{"context_window_exceeded", model.OutcomeBudget, true, "", "Codex ran out of room in the model's context window.", 0, 0}},
		{"trying again", join(begin, ran, event("stream_error", `"message":"Reconnecting... 2/5","codex_error_info":{"response_stream_disconnected":{}}`)), seen{"", model.OutcomeUnknown, false, "", "Reconnecting... 2/5", 0, 1}},
		{"tried again and went on", join(begin, event("stream_error", `"message":"Reconnecting... 1/5"`), ran, complete), seen{"task_complete", model.OutcomeCompleted, true, "", "", 0, 1}},
		{"tried again and had nothing more to say", join(begin, ran, event("stream_error", `"message":"Reconnecting... 1/5"`), complete), seen{"task_complete", model.OutcomeCompleted, true, "", "", 0, 1}},
		{"an error of the line after the end", join(begin, says("Done."), complete, event("stream_error", `"message":"Reconnecting... 1/5"`)), seen{"task_complete", model.OutcomeCompleted, true, "Done.", "", 1, 0}},
		{"a new turn after one that went well", join(begin, says("Done."), complete, event("task_started", `"turn_id":"t2"`)), seen{"", model.OutcomeUnknown, false, "", "", 0, 0}},
		{"a new turn after one that never ended", join(begin, says("Half."), event("task_started", `"turn_id":"t2"`), ran), seen{"", model.OutcomeUnknown, false, "", "", 0, 1}},
		{"a second record of the same turn", join(begin, says("Half."), event("task_started", `"turn_id":"t1"`)), seen{"", model.OutcomeUnknown, false, "Half.", "", 1, 0}},
		{"stopped, and completed all the same", join(begin, says("Half."), event("turn_aborted", `"reason":"interrupted"`), complete), seen{"turn_aborted", model.OutcomeCancelled, true, "Half.", "interrupted", 1, 0}},
		{"what was compacted is not said again", join(begin, ran, []string{"compacted", `"message":"sum","replacement_history":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"old"}]}]`}, event("context_compacted", "")), seen{"", model.OutcomeUnknown, false, "", "", 0, 1}},
		{"records of another age", join(begin, ran, []string{"world_state", `"full":true`, "event_msg", `"type":"brand_new","message":"?"`}, says("Done."), complete), seen{"task_complete", model.OutcomeCompleted, true, "Done.", "", 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, look(read(c.log))); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func TestEveryTurnIsJudged(t *testing.T) {
	s := read(begin, says("One."), complete,
		event("user_message", `"message":"Again."`), event("task_started", `"turn_id":"t2"`), ran, event("turn_aborted", `"turn_id":"t2","reason":"replaced"`),
		event("task_started", `"turn_id":"t3"`), event("user_message", `"message":"And again."`), event("user_message", `"message":"By the way,"`),
		says("Three."), event("task_complete", `"turn_id":"t3","last_agent_message":"Three."`))
	var got []string
	for _, r := range s.Runs {
		got = append(got, r.Outcome.String()+" "+r.Output+" "+r.Where)
	}
	if d := cmp.Diff([]string{"completed One. r:6", "cancelled  r:11", "completed Three. r:16"}, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if s.NumRuns != 3 || s.Prompt != "Count the users.\nThen tell." || s.Title != "Count the users." || s.Work.Calls != 0 || s.Work.Messages != 1 {
		t.Errorf("%d runs, prompt %q, title %q, %+v", s.NumRuns, s.Prompt, s.Title, s.Work)
	}
	if r := s.Runs[0]; !r.Started.Equal(start.Add(5e9)) || !r.Ended.Equal(start.Add(9e9)) {
		t.Errorf("the first turn from %v to %v", r.Started, r.Ended)
	}
}

// TestWhetherRunsAreClosedByARecord holds that the end is missed only in logs
// that also say where turns begin.
func TestWhetherRunsAreClosedByARecord(t *testing.T) {
	for _, c := range []struct {
		name string
		log  []string
		want bool
	}{
		{"a turn that began", join(begin, says("Yes.")), true},
		{"a version without such records", join(meta, event("user_message", `"message":"Go"`), says("Yes.")), false},
	} {
		if got := read(c.log).Closes; got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestMessagesAreCountedOnce(t *testing.T) {
	item := says("Same.")[2:]
	happened := says("Same.")[:2]
	for _, c := range []struct {
		name string
		log  []string
		want int
	}{
		{"event, item", join(happened, item), 1},
		{"item, event", join(item, happened), 1},
		{"item alone", item, 1},
		{"two of each", join(says("One."), says("Two.")), 2},
		{"items first, then events", join(says("One.")[2:], says("Two.")[2:], says("One.")[:2], says("Two.")[:2]), 2},
		{"the last one said again at the end", join(says("One."), says("Two."), event("task_complete", `"last_agent_message":"Two."`)), 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := read(begin, c.log)
			if s.Work.Messages != c.want || *s.Runs[0].Messages != c.want {
				t.Errorf("%d and %d messages, want %d", s.Work.Messages, *s.Runs[0].Messages, c.want)
			}
		})
	}
}

func TestPrompt(t *testing.T) {
	for _, c := range []struct {
		name, want string
		log        []string
	}{
		{"an event", "Count the users.\nThen tell.", begin},
		{"what an editor adds", "Fix it.", join(meta, event("user_message", `"message":"# Context from my IDE setup:\n\n## Open tabs:\n- a.go\n\n## My request for Codex:\nFix it.\n"`))},
		{"what Codex itself adds", "Fix it.", join(meta, event("user_message", `"message":"<user_instructions>","kind":"user_instructions"`), event("user_message", `"message":"Fix it.","kind":"plain"`))},
		{"items alone", "Fix it.", join(meta, given, []string{"response_item", `"type":"message","role":"user","content":[{"type":"input_text","text":"Fix it."}]`})},
		{"instructions alone", "", join(meta, given)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := read(c.log).Prompt; got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestOldRollouts(t *testing.T) {
	// Versions of early 2025 wrote items as they are, and no record of turns.
	log := `{"id":"5973b6c0","timestamp":"2025-06-01T10:00:00.123Z","instructions":null,"git":{"branch":"main"}}
{"record_type":"state"}
{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>"}]}
{"type":"message","role":"user","content":[{"type":"input_text","text":"Say hi."}]}
{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"ls\"],\"timeout\":10}","call_id":"c1"}
{"record_type":"state"}
{"type":"function_call_output","call_id":"c1","output":"{\"output\":\"a b\\n\",\"metadata\":{\"exit_code\":0,\"duration_seconds\":0.1}}"}
{"type":"message","role":"assistant","content":[{"type":"output_text","text":"hi"}]}
{"type":"message","role":"user","content":[{"type":"input_text","text":"Once more."}]}
`
	s := feed(log, runlog.Options{}).Summary()
	if s.Session != "5973b6c0" || s.Branch != "main" || s.Prompt != "Say hi." || s.NumRuns != 2 || s.Terminal || s.Human {
		t.Errorf("%+v", s)
	}
	if r := s.Runs[0]; r.Output != "hi" || *r.ToolCalls != 1 || *r.Messages != 1 {
		t.Errorf("%+v", r)
	}
	if !Detect([]byte(log)) {
		t.Error("it is not known as a log of Codex")
	}
}

func TestTokens(t *testing.T) {
	used := func(total string) []string {
		return event("token_count", `"info":{"total_token_usage":{"input_tokens":1,"total_tokens":`+total+`},"last_token_usage":{"total_tokens":77}},"rate_limits":null`)
	}
	s := read(begin, used("100"), used("250"), used("250"), complete, used("300"),
		event("task_started", `"turn_id":"t2"`), event("token_count", `"info":null`), used("450"))
	if got := tokens(t, s); got != 450 {
		t.Errorf("%d tokens in all, want 450", got)
	}
	if a, b := *s.Runs[0].Tokens, *s.Runs[1].Tokens; a != 300 || b != 150 {
		t.Errorf("%d and %d tokens a turn, want 300 and 150", a, b)
	}
	s = read(begin, used("500"), complete, event("task_started", `"turn_id":"t2"`), used("40"), used("60"))
	if got := tokens(t, s); got != 560 || *s.Runs[1].Tokens != 60 {
		t.Errorf("counting began anew: %d in all, %d in the turn, want 560 and 60", got, *s.Runs[1].Tokens)
	}
	if s := read(begin, complete); s.Tokens != nil {
		t.Errorf("%d tokens out of nothing", *s.Tokens)
	}
}

func TestEnding(t *testing.T) {
	r := feed(rollout(join(begin, says("Trying."), event("error", `"message":"no more"`))...), runlog.Options{Name: "a/b.jsonl"})
	want := model.Ending{Where: "a/b.jsonl:10", Text: "no more", At: start.Add(9e9), Outcome: model.OutcomeFailed}
	s := r.Summary()
	if d := cmp.Diff(want, s.Ending()); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("Be careful. ", 4000)
	log := join([]string{"session_meta", `"id":"s","cwd":"/x","originator":"codex_exec","source":"exec","base_instructions":{"text":"` + long + `"}`},
		event("task_started", `"turn_id":"t1"`), says(long), complete)
	s := read(log)
	if s.Session != "s" || len(s.Final) > runlog.MaxFinal || len(s.Final) < runlog.MaxFinal/2 || s.Work.Messages != 1 {
		t.Errorf("session %q, a final message of %d bytes, %d messages", s.Session, len(s.Final), s.Work.Messages)
	}
	if !Detect([]byte(rollout(log...)[:8192])) {
		t.Error("a first line of which only the beginning is known is not Codex")
	}
}
