package codex

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// configuration is how codex exec begins; banner is the line above it.
const (
	banner        = "OpenAI Codex v0.125.0 (research preview)\n"
	configuration = "--------\nworkdir: /srv/app\nmodel: gpt-5.5\nprovider: openai\napproval: never\nsandbox: workspace-write [workdir, /tmp]\n" +
		"reasoning effort: high\nsession id: 019d-aa\n--------\n"
	question = "user\nCount the users.\n\nThen tell.\n"
)

func feedText(log string, o runlog.Options) runlog.Reader { return feedTo(NewText, log, o) }

func TestText(t *testing.T) {
	const (
		ran     = "exec\n/bin/bash -lc 'npm test' in /srv/app\n succeeded in 12ms:\nok\n\n"
		said    = "codex\nAll of it is done.\n\nTests pass.\n"
		used    = "tokens used\n23,786\nAll of it is done.\n\nTests pass.\n"
		message = "All of it is done.\n\nTests pass."
	)
	for _, c := range []struct {
		name, log string
		want      seen
	}{
		{"worked and said so", ran + "thinking\n**Looking**\ncodex\nFirst I look.\n" + ran + said + used, seen{"tokens used", model.OutcomeCompleted, true, message, "", 2, 2}},
		{"a command over many lines", "exec\n/bin/bash -lc \"cat > a <<'E'\nx\nE\" in /srv/app\n exited 1 in 1.13s:\nno\n\n" + said + used, seen{"tokens used", model.OutcomeCompleted, true, message, "", 1, 1}},
		{"on one line", "exec\n/bin/bash -lc ls in /srv/app succeeded in 5ms:\na\n\n" + said + used, seen{"tokens used", model.OutcomeCompleted, true, message, "", 1, 1}},
		{"two at a time", "exec\n/bin/bash -lc ls in /srv/app\nexec\n/bin/bash -lc pwd in /srv/app\n succeeded in 5ms:\na\n\n exited 1 in 5ms:\nno\n\n" + said + used, seen{"tokens used", model.OutcomeCompleted, true, message, "", 1, 2}},
		{"an output that names a section", "exec\n/bin/bash -lc ls in /srv/app\n succeeded in 5ms:\nexec\ncodex\n\n" + said + used, seen{"tokens used", model.OutcomeCompleted, true, message, "", 1, 1}},
		{"it died", ran + said, seen{"", model.OutcomeUnknown, false, message, "", 1, 1}},
		{"it died in a command", "codex\nI run it.\nexec\n/bin/bash -lc 'npm test' in /srv/app", seen{"", model.OutcomeUnknown, false, "I run it.", "", 1, 1}},
		{"it died before it said anything", "", seen{"", model.OutcomeUnknown, false, "", "", 0, 0}},
		{"the limit is reached", "ERROR: You've hit your usage limit. Try again later.\n", seen{"usage_limit_exceeded", model.OutcomeRateLimited, true, "", "You've hit your usage limit. Try again later.", 0, 0}},
		{"an error that it got over", "ERROR: stream disconnected\n" + said + used, seen{"tokens used", model.OutcomeCompleted, true, message, "", 1, 0}},
		{"an error, and what was used", said + "ERROR: unexpected status 500\ntokens used\n12\n", seen{"error", model.OutcomeFailed, true, message, "unexpected status 500", 1, 0}},
		{"trying again", "Reconnecting... 1/5\n" + said + used, seen{"tokens used", model.OutcomeCompleted, true, message, "", 1, 0}},
		{"interrupted", ran + "task interrupted\n", seen{"turn_aborted", model.OutcomeCancelled, true, "", "interrupted", 0, 1}},
		{"the program's own log", "2026-09-01T17:14:04.494089Z ERROR codex_core::shell_snapshot: Snapshot failed\n" + said + used, seen{"tokens used", model.OutcomeCompleted, true, message, "", 1, 0}},
		{"nothing but the message at the end", "tokens used\n12\n" + message + "\n", seen{"tokens used", model.OutcomeCompleted, true, message, "", 0, 0}},
		{"a link at the beginning of a line", "codex\n[plan.md](plan.md) is written.\ntokens used\n12\n", seen{"tokens used", model.OutcomeCompleted, true, "[plan.md](plan.md) is written.", "", 1, 0}},
		{"tools of others", "tool docs.search({\"q\":1})\ndocs.search({\"q\":1}) failed in 3ms:\n{}\nmcp: docs/read started\nmcp: docs/read (completed)\n" + said + used, seen{"tokens used", model.OutcomeCompleted, true, message, "", 1, 2}},
		{"a second session", ran + said + used + banner + configuration + question + "codex\nNo.\n", seen{"", model.OutcomeUnknown, false, "No.", "", 1, 0}},
	} {
		for around, log := range map[string]string{
			"": configuration + question + c.log, " behind a time": "[2026-03-04T05:06:07.000Z] [INFO] " + strings.ReplaceAll(strings.TrimSuffix(configuration+question+c.log, "\n"), "\n", "\n[2026-03-04T05:06:08.000Z] [INFO] ") + "\n",
		} {
			t.Run(c.name+around, func(t *testing.T) {
				s := feedText(log, runlog.Options{}).Summary()
				if d := cmp.Diff(c.want, look(s)); d != "" {
					t.Errorf("(-want +got)\n%s", d)
				}
				if s.Session != "019d-aa" || s.Cwd != "/srv/app" || s.Model != "gpt-5.5" || !s.Closes || s.Prompt != "Count the users.\n\nThen tell." {
					t.Errorf("%+v", s)
				}
			})
		}
	}
}

func TestTextFacts(t *testing.T) {
	log := configuration + question +
		"exec\n/bin/bash -lc 'go test ./...' in /srv/app\n exited 1 in 2m 3s:\n--- FAIL: TestX\n\n" +
		"apply patch\npatch: failed\n/srv/app/b.go\n" +
		"apply patch\npatch: completed\n/srv/app/a.go\n/srv/app/c.go\ndiff --git a/a.go b/a.go\n+x\n\n" +
		"file update\nM /srv/app/d.go\n@@ -1 +1 @@\n-a\n+b\napply_patch(auto_approved=true) exited 0 in 23ms:\nSuccess. Updated the following files:\nM d.go\nfile update:\ndiff --git a/d.go b/d.go\n" +
		"exec\n/bin/bash -lc 'touch /etc/x' in /srv/app\n exited 1 in 3ms:\ntouch: cannot touch '/etc/x': Read-only file system\n\n" +
		"codex\nDone.\ntokens used\n1,234\n"
	s := feedText(log, runlog.Options{}).Summary()
	a := s.Work
	if a.Edits != 2 || a.Commands != 2 || a.Tests != 1 || !a.Test.Failed || a.Test.Text != "go test ./..." {
		t.Errorf("%+v", a)
	}
	if d := cmp.Diff([]string{"/srv/app/a.go", "/srv/app/c.go", "d.go"}, a.Edited); d != "" {
		t.Error(d)
	}
	if len(s.Work.Denied) != 1 || tokens(t, s) != 1234 {
		t.Errorf("denied %+v, tokens %v", s.Work.Denied, s.Tokens)
	}
}

// TestTextOfOld reads what versions until September 2025 print, where a time
// stands before each section.
func TestTextOfOld(t *testing.T) {
	const at = "[2025-09-16T14:28:02] "
	log := "workdir: /srv/app\nmodel: gpt-5-codex\n--------\n" + at + "User instructions:\nReview it.\n\n" +
		at + "thinking\n\n**Looking**\n" + at + "exec bash -lc 'cat a\ncat b' in /srv/app.\n" + at + "bash -lc 'cat a\ncat b' succeeded in 12ms:\nexec\ncodex\nx\n" + at + "tokens used: 251\n\n"
	working := feedText(log, runlog.Options{}).Summary()
	if d := cmp.Diff(seen{"", model.OutcomeUnknown, false, "", "", 0, 1}, look(working)); d != "" {
		t.Error(d)
	}
	log += at + "codex\n\n**Findings**\n- none\n" + at + "tokens used: 39,393\n"
	s := feedText(log, runlog.Options{}).Summary()
	if d := cmp.Diff(seen{"tokens used", model.OutcomeCompleted, true, "**Findings**\n- none", "", 1, 1}, look(s)); d != "" {
		t.Error(d)
	}
	if s.Prompt != "Review it." || tokens(t, s) != 39393 {
		t.Errorf("prompt %q, tokens %v", s.Prompt, s.Tokens)
	}
}

func FuzzText(f *testing.F) {
	f.Add(configuration + question + "exec\nls in /x\n succeeded in 1ms:\n\napply patch\npatch: failed\nx\ncodex\nDone.\ntokens used\n1\n")
	f.Add("workdir: /x\n--------\n[2025-09-16T14:28:02] exec a in /x\n[2025-09-16T14:28:02] a exited 1 in 1ms:\n[2025-09-16T14:28:02] tokens used: 1\n")
	f.Fuzz(func(t *testing.T, log string) {
		r := feedText(log, runlog.Options{Entry: func(e runlog.Entry) {
			if len(e.Text) > runlog.MaxFinal || !utf8.ValidString(e.Text) || !utf8.ValidString(e.Name) {
				t.Fatalf("entry %+v", e)
			}
		}})
		s := r.Summary()
		e := s.Ending()
		if len(s.Final) > runlog.MaxFinal || len(s.Error) > runlog.MaxFinal || len(s.Prompt) > runlog.MaxPrompt || e.Open == s.Terminal || !utf8.ValidString(s.Final+s.Error+s.Prompt) {
			t.Fatalf("%+v", s)
		}
		r.Peek(tail.Line{Text: []byte(log), Number: 99})
		if d := cmp.Diff(s, r.Summary()); d != "" {
			t.Fatalf("peeking changed the reader: %s", d)
		}
	})
}
