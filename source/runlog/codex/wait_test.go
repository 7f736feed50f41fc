package codex

import "testing"

func TestWaiting(t *testing.T) {
	input := call("q", "request_user_input", `{"questions":[{"id":"a","header":"Store","question":"Which store?","options":[]},{"id":"b","question":"Which port?"}]}`)
	exec := event("exec_approval_request", `"call_id":"c","turn_id":"t1","command":["git","push","origin"],"cwd":"/srv/app","reason":"It needs the network."`)
	push := call("c", "exec_command", `{"cmd":"git push origin","sandbox_permissions":"require_escalated","justification":"May I push?"}`)
	asking := []string{"turn_context", `"approval_policy":"on-request"`}
	for _, c := range []struct {
		name string
		log  []string
		want string
	}{
		{"for answers", input, "Which store?\nWhich port?"},
		{"for answers, by an event", event("request_user_input", `"call_id":"q","questions":[{"question":"Which store?"}]`), "Which store?"},
		{"no more: answered", join(input, answer("q", `{"answers":{}}`)), ""},
		{"no more: something was said", join(input, says("Never mind.")), ""},
		{"no more: something was asked for", join(input, event("user_message", `"message":"Redis."`)), ""},
		{"no more: stopped", join(input, event("turn_aborted", `"reason":"interrupted"`)), ""},
		{"still, while another call goes on", join(input, ran), "Which store?\nWhich port?"},
		{"for leave to run", exec, "It needs the network. (approval to run git push origin)"},
		{"for leave to run what was called", join(push, exec), "It needs the network. (approval to run git push origin)"},
		{"no more: it runs", join(push, exec, event("exec_command_begin", `"call_id":"c","command":["git","push"]`)), ""},
		{"for leave to change", event("apply_patch_approval_request", `"call_id":"p","changes":{"/etc/a":{"type":"update"},"/etc/b":{"type":"add"}}`), "approval to edit /etc/a, /etc/b"},
		{"for more rights", event("request_permissions", `"call_id":"p","reason":"To read the secrets."`), "To read the secrets. (approval to go on)"},
		{"for leave, where somebody is asked", join(asking, push), "May I push? (approval to run git push origin)"},
		{"for nobody, where nobody is asked", push, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := read(begin, c.log)
			if s.Work.Waiting.Quote != c.want {
				t.Errorf("%q, want %q", s.Work.Waiting.Quote, c.want)
			}
			if c.want != "" && s.Work.Waiting.Where < "r:8" {
				t.Errorf("asked at %s", s.Work.Waiting.Where)
			}
		})
	}
}

func TestWaitingForAYesToAPlan(t *testing.T) {
	plan := event("item_completed", `"turn_id":"t1","item":{"type":"Plan","id":"i","text":"1. Count.\n2. Tell."}`)
	planning := []string{"turn_context", `"collaboration_mode":{"mode":"plan"}`}
	if s := read(begin, planning, plan, complete); s.Work.Waiting.Quote != "1. Count.\n2. Tell." || s.Final != s.Work.Waiting.Quote || !s.Terminal {
		t.Errorf("waits for %q, said %q", s.Work.Waiting.Quote, s.Final)
	}
	if s := read(begin, complete, planning, event("task_started", `"turn_id":"t2"`), plan, complete); s.Work.Waiting.Quote == "" {
		t.Error("what a turn is to do is told before it begins, too")
	}
	if s := read(begin, plan, complete); s.Work.Waiting.Quote != "" {
		t.Errorf("a plan that is carried out needs no yes: %q", s.Work.Waiting.Quote)
	}
	if s := read(begin, planning, plan, complete, event("task_started", `"turn_id":"t2","collaboration_mode_kind":"default"`)); s.Work.Waiting.Quote != "" {
		t.Errorf("it went on: %q", s.Work.Waiting.Quote)
	}
}
