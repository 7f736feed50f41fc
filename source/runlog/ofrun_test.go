package runlog_test

import (
	"fmt"
	"strings"
	"testing"

	"notdone/source/runlog"
)

// TestTellsOfRun: what ran leaves times, levels, prompts, endings or records of a type; pages and
// tables of examples that lie beside logs have none of them.
func TestTellsOfRun(t *testing.T) {
	for name, tc := range map[string]struct {
		file, head string
		want       bool
	}{
		"notes":                 {"plans/notes.txt", "Meeting notes\n\nWe do not have permission to publish this.\n", false},
		"a letter":              {"plans/letter.txt", "Dear Bob,\n\nI cannot come on Friday.\n", false},
		"a licence":             {"plans/LICENSE", "Permission is hereby granted, free of charge\n", false},
		"words":                 {"plans/words.txt", "apple\nerror\nblocked\n", false},
		"requirements":          {"plans/requirements.txt", "requests==2.31\nnumpy>=1.26\n", false},
		"requests of a server":  {"logs/access.log", strings.Repeat(`10.0.0.1 - - [14/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 500 12`+"\n", 3), false},
		"one wording":           {"logs/app.log", numbered("2026-03-14T10:00:00Z INFO app started worker %d\n", 30), false},
		"two wordings":          {"logs/app.log", numbered("INFO connection %[1]d from 10.0.0.%[1]d opened\nINFO connection %[1]d closed\n", 15), false},
		"a few lines of one":    {"logs/app.log", numbered("2026-03-14T10:00:00Z INFO app started worker %d\n", 9), true},
		"one that repeats":      {"logs/app.log", strings.Repeat("2026-03-14T10:00:00Z INFO polling the queue\n", 30), true},
		"one of trouble":        {"logs/app.log", numbered("2026-03-14T10:00:00Z INFO attempt %d: waiting for the lock\n", 30), true},
		"one that ends":         {"logs/app.log", numbered("epoch %d\n", 30) + "I could not push the branch.\n", true},
		"many wordings":         {"logs/app.log", numbered("compiled pack%c of 30\n", 30), true},
		"a prompt before one":   {"logs/app.log", "Task: count the files\n" + numbered("step %d\n", 30), true},
		"a list of things":      {"plans/todo.txt", "- [ ] deploy\n- [x] build\n", false},
		"an answer alone":       {"plans/last.txt", "I need permission to write to src/login.go.\n", true},
		"lines with times":      {"plans/x.txt", "2026-03-14T10:00:00Z started\n", true},
		"lines with levels":     {"plans/x.txt", "INFO: started\n", true},
		"an exit code":          {"plans/x.txt", "building\nexit code 1\n", true},
		"a crash":               {"plans/x.txt", "building\nTraceback (most recent call last):\n", true},
		"a prompt":              {"plans/x.txt", "Task: fix the login page\nDone.\n", true},
		"a shell":               {"plans/x.txt", "$ make\nok\n", true},
		"colours":               {"plans/x.txt", "\x1b[32mok\x1b[0m\n", true},
		"named as a log":        {"plans/build.log", "building\n", true},
		"named as output":       {"plans/agent-stdout.txt", "building\n", true},
		"in a folder of runs":   {"runs/t1", "building\n", true},
		"labelled examples":     {"plans/train.jsonl", `{"id":1,"text":"permission denied","label":"blocked"}`, false},
		"prompts and answers":   {"plans/p.jsonl", `{"prompt":"Write a poem","completion":"I cannot."}`, false},
		"numbers at times":      {"plans/m.jsonl", `{"ts":1700000000,"cpu":0.4,"status":"ok"}`, false},
		"clicks":                {"plans/e.jsonl", `{"type":"click","page":"/home"}`, false},
		"many rows of a status": {"plans/s.jsonl", strings.Repeat(`{"text":"x","status":"done"}`+"\n", 3), false},
		"messages":              {"plans/c.jsonl", `{"type":"assistant","message":{"content":"Done."}}`, true},
		"an ending":             {"plans/r.jsonl", `{"status":"blocked","obstacle":"no key"}`, true},
		"an exit code alone":    {"plans/r.jsonl", `{"exit_code":1}`, true},
		"levels":                {"plans/r.jsonl", `{"level":"info","msg":"started"}`, true},
		"words at times":        {"plans/r.jsonl", `{"time":"2026-03-14T10:00:00Z","msg":"started"}`, true},
	} {
		t.Run(name, func(t *testing.T) {
			head := []byte(tc.head)
			if got := runlog.TellsOfRun(head, tc.file, runlog.Detect(head, tc.file)); got != tc.want {
				t.Errorf("%v", got)
			}
		})
	}
}

// numbered returns so many texts, each with its number.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i+'a')
	}
	return b.String()
}
