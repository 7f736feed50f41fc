package codex

import (
	"strings"
	"testing"
	"time"

	"notdone/source/runlog"
)

// atOnceLog writes lines with one time for all of them.
func atOnceLog(pairs ...string) string {
	log := rollout(pairs...)
	for i := range pairs {
		at := start.Add(time.Duration(i) * time.Second).Format("2006-01-02T15:04:05.000Z07:00")
		log = strings.Replace(log, at, start.Format("2006-01-02T15:04:05.000Z07:00"), 1)
	}
	return log
}

// later writes lines as they are written an hour after the others.
func later(pairs ...string) string { return strings.ReplaceAll(rollout(pairs...), "T05:", "T06:") }

func TestCopiedHistory(t *testing.T) {
	count := func(total string) []string {
		return event("token_count", `"info":{"total_token_usage":{"total_tokens":`+total+`}}`)
	}
	history := join([]string{"session_meta", `"id":"p","source":"cli"`}, asks, ran, says("Old."), count("5000"), complete)
	own := join(event("task_started", `"turn_id":"t9"`), event("user_message", `"message":"New."`), says("Mine."), count("5100"), complete)
	fork := []string{"session_meta", `"id":"s","forked_from_id":"p","source":"exec"`}
	for _, c := range []struct {
		name, log, prompt string
		runs              int
		tokens            int64
	}{
		{"a fork that went on", atOnceLog(join(fork, history)...) + later(own...), "New.", 1, 100},
		{"a subagent that knows what its parent knew", atOnceLog(join([]string{"session_meta", `"id":"s","source":{"subagent":{"thread_spawn":{"parent_thread_id":"p"}}}`}, history)...) + later(own...), "New.", 1, 100},
		{"its own record comes again", atOnceLog(join(fork, history, fork, own)...), "New.", 1, 100},
		{"counting began anew", atOnceLog(join(fork, history)...) + later(join(event("task_started", `"turn_id":"t9"`), says("Mine."), count("70"), complete)...), "Count the users.\nThen tell.", 1, 70},
		{"a fork that was not used yet", atOnceLog(join(fork, history)...), "", 0, 0},
		{"no copy, whatever it says", atOnceLog(fork...) + rollout(join(asks, says("Mine."), count("80"), complete)...), "Count the users.\nThen tell.", 1, 80},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := feed(c.log, runlog.Options{}).Summary()
			var used int64
			if s.Tokens != nil {
				used = *s.Tokens
			}
			if s.Session != "s" || s.NumRuns != c.runs || s.Prompt != c.prompt || used != c.tokens || s.Work.Calls != 0 {
				t.Errorf("%q, %d runs, asked %q, %d tokens, %d calls", s.Session, s.NumRuns, s.Prompt, used, s.Work.Calls)
			}
			if c.runs > 0 && (s.Final != "Mine." || !s.Terminal) {
				t.Errorf("said %q", s.Final)
			}
		})
	}
}
