package claude

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source/runlog"
)

// seen is what the tests compare of how a run ended.
type seen struct {
	Outcome  model.Outcome
	Word     string
	Terminal bool
	Final    string
	Error    string
	Messages int
	Calls    int
}

func look(r runlog.Reader) seen {
	s := r.Summary()
	v := seen{Outcome: s.Outcome, Word: s.Word, Terminal: s.Terminal, Final: s.Final, Error: s.Error, Messages: -1, Calls: -1}
	if len(s.Runs) > 0 {
		last := s.Runs[len(s.Runs)-1]
		if last.Messages != nil {
			v.Messages = *last.Messages
		}
		if last.ToolCalls != nil {
			v.Calls = *last.ToolCalls
		}
	}
	return v
}

func TestEnding(t *testing.T) {
	work := func(s *script) *script { return s.prompt("Go").bash("t1", "go test ./...").result("t1", "ok") }
	for _, c := range []struct {
		name string
		log  *script
		want seen
	}{
		{"turn ended and marked", work(transcript()).end("All done.").turned(), seen{model.OutcomeCompleted, "end_turn", true, "All done.", "", 1, 1}},
		{"turn ended, not marked", work(transcript()).end("All done."), seen{model.OutcomeCompleted, "end_turn", true, "All done.", "", 1, 1}},
		{"no reason to stop, but marked", work(transcript()).say("All done.").turned(), seen{model.OutcomeCompleted, "turn_duration", true, "All done.", "", 1, 1}},
		{"no reason to stop, no mark", work(transcript()).say("All done."), seen{0, "", false, "All done.", "", 1, 1}},
		{"in the middle of it", work(transcript()), seen{0, "", false, "", "", 0, 1}},
		{"goes on after the end of a turn", work(transcript()).end("Wait.").bash("t2", "ls"), seen{0, "", false, "Wait.", "", 1, 2}},
		{"success", work(stream()).say("All done.").done(success + `,"result":"All done."`), seen{model.OutcomeCompleted, "success", true, "All done.", "", 1, 1}},
		{"process died", work(stream()).say("Now the tests."), seen{0, "", false, "Now the tests.", "", 1, 1}},
		{"a last answer, but no result", work(stream()).end("All done."), seen{0, "", false, "All done.", "", 1, 1}},
		{"turn limit", work(stream()).done(`"subtype":"error_max_turns","is_error":false,"num_turns":10`), seen{model.OutcomeBudget, "error_max_turns", true, "", "", 0, 1}},
		{"money limit", work(stream()).done(`"subtype":"error_max_budget_usd","is_error":true`), seen{model.OutcomeBudget, "error_max_budget_usd", true, "", "", 0, 1}},
		{"output never fitted", work(stream()).done(`"subtype":"error_max_structured_output_retries","is_error":true`), seen{model.OutcomeBudget, "error_max_structured_output_retries", true, "", "", 0, 1}},
		{
			"error with a list", work(stream()).done(`"subtype":"error_during_execution","is_error":true,"errors":["API Error: 500 Internal server error","more"]`),
			seen{model.OutcomeFailed, "error_during_execution", true, "", "API Error: 500 Internal server error", 0, 1},
		},
		{"error without is_error", work(stream()).done(`"subtype":"error_during_execution","is_error":false`), seen{model.OutcomeFailed, "error_during_execution", true, "", "", 0, 1}},
		{
			"aborted while it ran", work(stream()).done(`"subtype":"error_during_execution","is_error":true,"terminal_reason":"aborted_streaming","errors":["trace"]`),
			seen{model.OutcomeCancelled, "interrupted", true, "", "trace", 0, 1},
		},
		{
			"success that is an error", work(stream()).done(`"subtype":"success","is_error":true,"result":"API Error: 400 bad request"`),
			seen{model.OutcomeFailed, "error", true, "", "API Error: 400 bad request", 0, 1},
		},
		{
			"success that is an overload", work(stream()).done(`"is_error":true,"api_error_status":529,"subtype":"success","result":"API Error: Overloaded"`),
			seen{model.OutcomeRateLimited, "rate_limit", true, "", "API Error: Overloaded", 0, 1},
		},
		{"refusal in a stream", work(stream()).say("I won't do that.").done(`"subtype":"success","is_error":false,"stop_reason":"refusal","result":"I won't do that."`), seen{model.OutcomeRefused, "refusal", true, "I won't do that.", "", 1, 1}},
		{
			"refusal that the result does not repeat", work(stream()).message("m", `{"type":"text","text":"No."}`, "refusal").done(`"subtype":"success","is_error":false,"result":"No."`),
			seen{model.OutcomeRefused, "refusal", true, "No.", "", 1, 1},
		},
		{"refusal in a transcript", work(transcript()).message("m", `{"type":"text","text":"No."}`, "refusal").turned(), seen{model.OutcomeRefused, "refusal", true, "No.", "", 1, 1}},
		{"cut off by its length", work(transcript()).message("m", `{"type":"text","text":"And so"}`, "max_tokens"), seen{model.OutcomeBudget, "max_tokens", true, "And so", "", 1, 1}},
		{"interrupted", work(transcript()).prompt("[Request interrupted by user]"), seen{model.OutcomeCancelled, "interrupted", true, "", "", 0, 1}},
		{
			"interrupted in a tool", transcript().prompt("Go").bash("t1", "sleep 9").rec("user", `"message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user for tool use]"}]}`),
			seen{model.OutcomeCancelled, "interrupted", true, "", "", 0, 1},
		},
		{
			"interrupted, then the result", work(stream()).prompt("[Request interrupted by user]").done(`"subtype":"error_during_execution","is_error":true,"errors":["aborted"]`),
			seen{model.OutcomeCancelled, "interrupted", true, "", "aborted", 0, 1},
		},
		{
			"a tool that ends the turn", transcript().prompt("Review it").call("t1", "StructuredOutput", `{"findings":[]}`).
				with(`"toolEndsTurn":true`).result("t1", "Structured output provided successfully"),
			seen{model.OutcomeCompleted, "tool_ends_turn", true, "", "", 0, 1},
		},
		{
			"an older Stop hook runs", work(transcript()).say("All done.").rec("progress", `"data":{"type":"hook_progress","hookEvent":"Stop","hookName":"Stop"}`),
			seen{model.OutcomeCompleted, "stop_hook", true, "All done.", "", 1, 1},
		},
		{"a Stop hook before the last word is written", work(transcript()).rec("system", `"subtype":"stop_hook_summary"`), seen{0, "", false, "", "", 0, 1}},
		{
			"a Stop hook ran", work(transcript()).say("All done.").rec("attachment", `"attachment":{"type":"hook_success","hookEvent":"Stop"}`),
			seen{model.OutcomeCompleted, "stop_hook", true, "All done.", "", 1, 1},
		},
		{
			"Stop hooks were summed up", work(transcript()).say("All done.").rec("system", `"subtype":"stop_hook_summary","preventedContinuation":false`),
			seen{model.OutcomeCompleted, "stop_hook", true, "All done.", "", 1, 1},
		},
		{"a Stop hook sends it back to work", work(transcript()).say("All done.").rec("system", `"subtype":"stop_hook_summary"`).bash("t2", "go vet"), seen{0, "", false, "All done.", "", 1, 2}},
		{"a subagent's hook", work(transcript()).rec("progress", `"data":{"type":"hook_progress","hookEvent":"SubagentStop"}`), seen{0, "", false, "", "", 0, 1}},
		{"another hook", work(transcript()).rec("progress", `"data":{"type":"hook_progress","hookEvent":"PostToolUse"}`), seen{0, "", false, "", "", 0, 1}},
		{"nothing in a transcript", transcript().prompt("Go").turned(), seen{model.OutcomeCompleted, "turn_duration", true, "", "", 0, 0}},
		{"nothing in a stream", stream().done(`"subtype":"success","is_error":false,"num_turns":0,"result":""`), seen{model.OutcomeCompleted, "success", true, "", "", 0, 0}},
		{"nothing although turns are told", stream().done(`"subtype":"success","is_error":false,"num_turns":1,"result":""`), seen{model.OutcomeCompleted, "success", true, "", "", 0, 0}},
		{"a tool is something", stream().bash("t1", "ls").done(success + `,"result":""`), seen{model.OutcomeCompleted, "success", true, "", "", 0, 1}},
		{"the result alone", (&script{}).done(`"subtype":"success","is_error":false,"num_turns":7,"result":"Shipped."`), seen{model.OutcomeCompleted, "success", true, "Shipped.", "", 1, -1}},
		{"the result alone, one turn", (&script{}).done(`"subtype":"success","is_error":false,"num_turns":1,"result":"It is 42."`), seen{model.OutcomeCompleted, "success", true, "It is 42.", "", 1, 0}},
		{"error of the API at last", work(transcript()).rec("assistant", `"isApiErrorMessage":true,"error":"server_error","message":{"model":"<synthetic>","role":"assistant","stop_reason":"stop_sequence","content":[{"type":"text","text":"API Error: 500 down"}]}`).turned(), seen{model.OutcomeFailed, "server_error", true, "", "API Error: 500 down", 0, 1}},
		{"nobody is logged in", transcript().prompt("Go").rec("assistant", `"isApiErrorMessage":true,"error":"authentication_failed","message":{"model":"<synthetic>","content":[{"type":"text","text":"Not logged in · Please run /login"}]}`), seen{model.OutcomeFailed, "authentication_failed", true, "", "Not logged in · Please run /login", 0, 0}},
		{"error of the API in between", work(transcript()).rec("assistant", `"isApiErrorMessage":true,"message":{"model":"<synthetic>","content":[{"type":"text","text":"API Error: 500"}]}`).end("Done after all."), seen{model.OutcomeCompleted, "end_turn", true, "Done after all.", "API Error: 500", 1, 1}},
		{"error of the API before a success", work(stream()).rec("assistant", `"error":"server_error","message":{"model":"<synthetic>","content":[{"type":"text","text":"API Error: 500"}]}`).done(`"subtype":"success","is_error":false,"result":"API Error: 500"`), seen{model.OutcomeFailed, "server_error", true, "", "API Error: 500", 0, 1}},
		{"retries are not the end", work(transcript()).rec("system", `"subtype":"api_error","retryInMs":500,"error":{"message":"overloaded"}`), seen{0, "", false, "", "overloaded", 0, 1}},
		{"the words of an error inside others", work(transcript()).rec("system", `"subtype":"api_error","retryInMs":500,"error":{"status":529,"headers":{"x":"y"},"error":{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}}`), seen{0, "", false, "", "Overloaded", 0, 1}},
		{"an error without words", work(transcript()).rec("system", `"subtype":"api_error","error":{"status":529},"retryInMs":500`), seen{0, "", false, "", "API Error: 529", 0, 1}},
		{"retries that helped", work(transcript()).rec("system", `"subtype":"api_error","retryInMs":500,"error":{"message":"overloaded"}`).end("Done."), seen{model.OutcomeCompleted, "end_turn", true, "Done.", "", 1, 1}},
		{"a member of a team that shut down", work(transcript()).say("All tasks are done.").call("t9", "SendMessage", `{"type":"shutdown_response","request_id":"r","approve":true}`).result("t9", "Shutdown approved. Agent a is now exiting."), seen{model.OutcomeCompleted, "shutdown", true, "All tasks are done.", "", 1, 2}},
		{"without a word about it", work(transcript()).say("All tasks are done.").call("t9", "SendMessage", `{"to":"lead","message":{"type":"shutdown_response","request_id":"r","approve":true}}`), seen{model.OutcomeCompleted, "shutdown", true, "All tasks are done.", "", 1, 2}},
		{"in a text", work(transcript()).say("All tasks are done.").call("t9", "SendMessage", `{"recipient":"lead","content":"{\"type\":\"shutdown_response\",\"approve\":true}"}`), seen{model.OutcomeCompleted, "shutdown", true, "All tasks are done.", "", 1, 2}},
		{"a member of a team that did not agree", work(transcript()).say("Not yet.").call("t9", "SendMessage", `{"type":"shutdown_response","request_id":"r","approve":false}`).result("t9", "ok"), seen{0, "", false, "Not yet.", "", 1, 2}},
		{"another message to the team", work(transcript()).say("Half of it.").call("t9", "SendMessage", `{"type":"message","content":"shutdown soon"}`).result("t9", "ok"), seen{0, "", false, "Half of it.", "", 1, 2}},
		{"no response requested", work(transcript()).end("Done.").rec("assistant", `"message":{"model":"<synthetic>","content":[{"type":"text","text":"No response requested."}]}`), seen{model.OutcomeCompleted, "end_turn", true, "Done.", "", 1, 1}},
		{"too long a prompt", transcript().prompt("Go").rec("assistant", `"isApiErrorMessage":true,"error":"invalid_request","message":{"model":"<synthetic>","content":[{"type":"text","text":"Prompt is too long"}]}`), seen{model.OutcomeBudget, "prompt_too_long", true, "", "Prompt is too long", 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := look(feed(c.log.String(), runlog.Options{}))
			if c.want.Terminal && c.want.Outcome != model.OutcomeCompleted && c.want.Error == "" {
				got.Error = "" // what stood there is not asked about
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s\n%s", diff, c.log.String())
			}
		})
	}
}

func TestBookkeepingEndsNothing(t *testing.T) {
	s := transcript().raw(`{"type":"queue-operation","operation":"enqueue","timestamp":"2030-01-02T08:59:59Z","sessionId":"s-1","content":"Go"}`).
		prompt("Go").bash("t1", "make").result("t1", "ok").end("Built.").turned()
	want := look(feed(s.String(), runlog.Options{}))
	for _, record := range []string{
		`{"type":"last-prompt","lastPrompt":"error","sessionId":"s-1"}`, `{"type":"permission-mode","permissionMode":"plan","sessionId":"s-1"}`,
		`{"type":"file-history-snapshot","messageId":"m","snapshot":{"type":"error"}}`, `{"type":"mode","mode":"normal","sessionId":"s-1"}`,
		`{"type":"progress","data":{"type":"agent_progress","message":{"type":"assistant"}},"sessionId":"s-1"}`, `{"type":"pr-link","sessionId":"s-1"}`,
		`{"type":"attachment","attachment":{"type":"queued_command","prompt":"x"},"sessionId":"s-1"}`, `{"type":"never-seen-before","status":"failed"}`,
		`{"type":"system","subtype":"stop_hook_summary","sessionId":"s-1"}`, `{"type":"stream_event","event":{"type":"error"}}`, `{}`,
		`{"type":"rate_limit_event","rate_limit_info":{"status":"allowed_warning","resetsAt":1900000000}}`,
		`{"type":"user","isMeta":true,"sessionId":"s-1","message":{"role":"user","content":"Caveat"}}`,
		`{"type":"user","isCompactSummary":true,"sessionId":"s-1","message":{"role":"user","content":"This session is being continued"}}`,
		`{"type":"user","sessionId":"s-1","message":{"role":"user","content":"<task-notification>x</task-notification>"}}`,
		`{"type":"user","origin":{"kind":"task-notification"},"sessionId":"s-1","message":{"role":"user","content":"A task ended"}}`,
		`{"type":"user","sessionId":"s-1","message":{"role":"user","content":"<local-command-stdout>bye</local-command-stdout>"}}`,
	} {
		r := feed(s.String()+record+"\n", runlog.Options{})
		if diff := cmp.Diff(want, look(r)); diff != "" {
			t.Errorf("%s: %s", record, diff)
		}
		if sum := r.Summary(); sum.NumRuns != 1 || sum.Invalid != 0 || !sum.Work.Resumes.IsZero() {
			t.Errorf("%s: %d runs, %d invalid, resumes %v", record, sum.NumRuns, sum.Invalid, sum.Work.Resumes)
		}
	}
}

func TestCompactionGoesOn(t *testing.T) {
	s := transcript().prompt("Go").bash("t1", "make").result("t1", "ok").
		rec("system", `"subtype":"compact_boundary","content":"Conversation compacted"`).
		rec("user", `"isCompactSummary":true,"message":{"role":"user","content":"This session is being continued from a previous one"}`).
		call("t2", "Edit", `{"file_path":"/srv/app/a.go"}`).result("t2", "ok").end("Done.").turned()
	sum := feed(s.String(), runlog.Options{}).Summary()
	if sum.NumRuns != 1 || sum.Prompt != "Go" || sum.Work.Calls != 2 || sum.Work.Edits != 1 {
		t.Errorf("%d runs, prompt %q, %+v", sum.NumRuns, sum.Prompt, sum.Work)
	}
}

func TestTurns(t *testing.T) {
	first := func(s *script) *script {
		return s.prompt("One").call("t1", "Edit", `{"file_path":"/srv/app/a.go"}`).result("t1", "ok").end("First done.")
	}
	for _, c := range []struct {
		name     string
		log      *script
		runs     int
		outcomes []model.Outcome
		edits    int
		messages int
	}{
		{"the last one counts", first(transcript()).turned().prompt("Two").end("I cannot."), 2, []model.Outcome{model.OutcomeCompleted, model.OutcomeCompleted}, 0, 1},
		{"without marks", first(transcript()).prompt("Two").end("I cannot."), 2, []model.Outcome{model.OutcomeCompleted, model.OutcomeCompleted}, 0, 1},
		{"a word put in is not a turn", transcript().prompt("One").call("t1", "Edit", `{"file_path":"a"}`).result("t1", "ok").prompt("And b").end("Both."), 1, []model.Outcome{model.OutcomeCompleted}, 1, 1},
		{"nothing after the last prompt", first(transcript()).turned().prompt("Two").turned(), 2, []model.Outcome{model.OutcomeCompleted, model.OutcomeCompleted}, 0, 0},
		{"nothing after a turn that died", transcript().prompt("One").bash("t1", "make").result("t1", "ok").prompt("Two").turned(), 2, []model.Outcome{0, model.OutcomeCompleted}, 0, 0},
		{"again after an interruption", transcript().prompt("One").bash("t1", "make").prompt("[Request interrupted by user for tool use]").prompt("Two").end("Two done."), 2, []model.Outcome{model.OutcomeCancelled, model.OutcomeCompleted}, 0, 1},
		{"several results in a stream", first(stream()).done(success + `,"result":"First done."`).raw(`{"type":"system","subtype":"init","session_id":"s-1","model":"m-1"}`).say("Second.").done(success + `,"result":"Second."`), 2, []model.Outcome{model.OutcomeCompleted, model.OutcomeCompleted}, 0, 1},
		{"a stream begun anew after its process died", first(stream()).raw(`{"type":"system","subtype":"init","session_id":"s-2","model":"m-1"}`).say("Second.").done(success + `,"result":"Second."`), 2, []model.Outcome{0, model.OutcomeCompleted}, 0, 1},
		{"woken without a prompt", first(transcript()).turned().end("The build has ended."), 2, []model.Outcome{model.OutcomeCompleted, model.OutcomeCompleted}, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := feed(c.log.String(), runlog.Options{}).Summary()
			var got []model.Outcome
			for _, r := range s.Runs {
				got = append(got, r.Outcome)
			}
			if diff := cmp.Diff(c.outcomes, got); diff != "" || s.NumRuns != c.runs {
				t.Errorf("%d runs: %s", s.NumRuns, diff)
			}
			if s.Work.Edits != c.edits || s.Work.Messages != c.messages {
				t.Errorf("activity of the last: %+v", s.Work)
			}
		})
	}
}

func TestResumedAfterHours(t *testing.T) {
	s := transcript().prompt("One").call("t1", "Edit", `{"file_path":"a"}`).result("t1", "ok")
	s.at = s.at.Add(3 * maxSilence)
	sum := feed(s.prompt("Two").end("Hm.").String(), runlog.Options{}).Summary()
	if sum.NumRuns != 2 || sum.Work.Edits != 0 {
		t.Errorf("%d runs, %+v", sum.NumRuns, sum.Work)
	}
}

func TestTornAndCutLines(t *testing.T) {
	s := transcript().prompt("Go").end("Done.").String()
	if v := look(feed(s+`{"parentUuid":null,"type":"assist`, runlog.Options{})); v.Word != "end_turn" {
		t.Errorf("after a torn line: %+v", v)
	}
	for _, junk := range []string{"not json", "[1,2", "{\"type\":", "\x00\xff", "null"} {
		if sum := feed(s+junk+"\n", runlog.Options{}).Summary(); sum.Invalid != 1 || sum.Word != "end_turn" {
			t.Errorf("%q: %d invalid, word %q", junk, sum.Invalid, sum.Word)
		}
	}
}

func TestWhyItRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		log  *script
		want string
	}{
		{"in words", transcript().prompt("Go").message("m", `{"type":"text","text":"No."}`, "refusal").turned(), "No."},
		{"without a word", transcript().prompt("Go").message("m", ``, "refusal").turned(), noReason},
		{"a stream, in words", stream().message("m", `{"type":"text","text":"No."}`, "refusal").done(`"subtype":"success","is_error":false,"stop_reason":"refusal","result":"No."`), "No."},
		{"a stream, without a word", stream().message("m", ``, "refusal").done(`"subtype":"success","is_error":false,"stop_reason":"refusal","result":""`), noReason},
		{"no refusal", transcript().prompt("Go").end("Done.").turned(), ""},
	} {
		if got := feed(c.log.String(), runlog.Options{}).Summary().Reason; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWhetherRunsAreClosedByARecord(t *testing.T) {
	for _, c := range []struct {
		name string
		log  *script
		want bool
	}{
		{"a stream", stream().say("Now."), true},
		{"a transcript", transcript().prompt("Go").say("Now."), false},
		{"the result alone", (&script{}).done(`"subtype":"success","is_error":false,"num_turns":1,"result":"42"`), true},
	} {
		if got := feed(c.log.String(), runlog.Options{}).Summary().Closes; got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
