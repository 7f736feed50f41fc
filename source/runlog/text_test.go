package runlog

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

func TestTextEnding(t *testing.T) {
	for _, c := range []struct {
		name, log string
		want      seen
	}{
		{"last paragraph", "Starting.\n\nI moved the file\nand ran the tests.\n", seen{"I moved the file\nand ran the tests.", "", "", 0, false, "run.log:3", KindSaid}},
		{"unfinished line", "Starting.\n\nI moved", seen{"I moved", "", "", 0, false, "run.log:3", KindSaid}},
		{"colours", "\x1b[32mAll\x1b[0m good\x1b]0;title\x07\n", seen{"All good", "", "", 0, false, "run.log:1", KindSaid}},
		{"prompt and blank lines", "Ready.\n\n\nuser@host:~/src$ \n", seen{"Ready.", "", "", 0, false, "run.log:1", KindSaid}},
		{"prompt with a command", "Ready.\nuser@host:~/src$ ls -l\n", seen{"Ready.", "", "", 0, false, "run.log:1", KindSaid}},
		{"headings are not prompts", "Intro.\n\n# Summary\n> quoted\n", seen{"# Summary\n> quoted", "", "", 0, false, "run.log:3", KindSaid}},
		{"progress", "Ready.\n\n[#####   ] 45%\r[########] 100%\n-----\n⠋ thinking\n", seen{"Ready.", "", "", 0, false, "run.log:1", KindSaid}},
		{"overwritten", "10%\r50%\rUploaded all of it\n", seen{"Uploaded all of it", "", "", 0, false, "run.log:1", KindSaid}},
		{"exit code 0", "Ready.\nexit code 0\n", seen{"Ready.", "", "exit 0", model.OutcomeCompleted, true, "run.log:1", KindEnd}},
		{"exit code 1", "Ready.\n\nProcess exited with code 1\n", seen{"Ready.", "", "exit 1", model.OutcomeFailed, true, "run.log:1", KindEnd}},
		{"exit status", "Ready.\nexit status 2", seen{"Ready.", "", "exit 2", model.OutcomeFailed, true, "run.log:1", KindEnd}},
		{"bracketed", "Ready.\n[exit 137]\n", seen{"Ready.", "", "exit 137", model.OutcomeCrashed, true, "run.log:1", KindEnd}},
		{"time(1)", "Ready.\nCommand exited with non-zero status 124\n", seen{"Ready.", "", "exit 124", model.OutcomeTimedOut, true, "run.log:1", KindEnd}},
		{"variable", "Ready.\nEXIT_CODE=0\n", seen{"Ready.", "", "exit 0", model.OutcomeCompleted, true, "run.log:1", KindEnd}},
		{"prose about exits", "I fixed it: the script now exits with code 1 when the file is missing.\n", seen{"I fixed it: the script now exits with code 1 when the file is missing.", "", "", 0, false, "run.log:1", KindSaid}},
		{"an exit in the middle", "exit code 1\n\nSo I retried and it works.\n", seen{"So I retried and it works.", "", "", 0, false, "run.log:3", KindSaid}},
		{"killed", "Working.\nKilled\n", seen{"Working.", "", "killed", model.OutcomeCrashed, true, "run.log:1", KindEnd}},
		{
			"traceback", "Working.\nTraceback (most recent call last):\n  File \"a.py\", line 1\nValueError: no id\n",
			seen{"Working.", "ValueError: no id", "Traceback", model.OutcomeCrashed, true, "run.log:2", KindError},
		},
		{
			"chained traceback", "Traceback (most recent call last):\n  File \"a.py\"\nKeyError: 'x'\n\nThe above exception was the direct cause of the following exception:\n\n" +
				"Traceback (most recent call last):\n  File \"b.py\"\nRuntimeError: no config\n",
			seen{"", "RuntimeError: no config", "Traceback", model.OutcomeCrashed, true, "run.log:7", KindError},
		},
		{"traceback that work follows", "Traceback (most recent call last):\n  File \"a.py\"\nValueError: x\n\nI handled that; the import is complete.\n", seen{"I handled that; the import is complete.", "ValueError: x", "", 0, false, "run.log:5", KindSaid}},
		{"panic", "Working.\npanic: nil map\n\ngoroutine 1 [running]:\nmain.main()\n\texit status 2\n", seen{"Working.", "panic: nil map", "exit 2", model.OutcomeFailed, true, "run.log:2", KindEnd}},
		{"rust panic", "thread 'main' panicked at src/main.rs:1:5:\nindex out of bounds\nnote: run with RUST_BACKTRACE=1\n", seen{"", "thread 'main' panicked at src/main.rs:1:5: index out of bounds", "panic", model.OutcomeCrashed, true, "run.log:1", KindError}},
		{"machine lines after prose", "I am blocked: no key.\n2026-01-02T03:04:05Z  INFO app: session completed turns=3\n", seen{"I am blocked: no key.", "", "", 0, false, "run.log:1", KindSaid}},
		{"prose behind machine lines", "2026-01-02T03:04:05Z INFO done\nAll is well.\n", seen{"All is well.", "", "", 0, false, "run.log:2", KindSaid}},
		{"machine line with a continuation", "2026-01-02T03:04:05Z ERROR x\n  at y\n", seen{"x\n  at y", "", "", 0, false, "run.log:1", KindSaid}},
		{"machine lines only", "2026-01-02 03:04:05,123 INFO starting\n2026-01-02 03:04:06,123 ERROR: no route to host\n", seen{"no route to host", "", "", 0, false, "run.log:2", KindSaid}},
		{"a level and nothing behind it", "[2026-01-02T03:04:05Z] [INFO] It is done.\n[2026-01-02T03:04:06Z] [INFO] \n", seen{"It is done.", "", "", 0, false, "run.log:1", KindSaid}},
		{"binary rubbish", "\x00\x01\x02\n\nfine\x00 text\n", seen{"fine text", "", "", 0, false, "run.log:3", KindSaid}},
		{"CRLF", "One.\r\n\r\nTwo.\r\n", seen{"Two.", "", "", 0, false, "run.log:3", KindSaid}},
		{"an unknown option", "error: unknown option '--yes'\n", seen{"", "error: unknown option '--yes'", "usage", model.OutcomeFailed, true, "run.log:1", KindError}},
		{
			"a usage message", "error: unexpected argument '--full' found\n\n  tip: a similar argument exists: '--full-auto'\n\nUsage: codex exec [OPTIONS] [PROMPT]\n\nFor more information, try '--help'.\n",
			seen{"", "error: unexpected argument '--full' found", "usage", model.OutcomeFailed, true, "run.log:1", KindError},
		},
		{"no prompt", "Starting the agent\n\nError: Input must be provided either through stdin or as a prompt argument when using --print\n", seen{"Starting the agent", "Error: Input must be provided either through stdin or as a prompt argument when using --print", "usage", model.OutcomeFailed, true, "run.log:3", KindError}},
		{"a usage message that work follows", "error: unknown option '--yes'\n\nI left the option out and pushed the branch.\n", seen{"I left the option out and pushed the branch.", "error: unknown option '--yes'", "", 0, false, "run.log:3", KindSaid}},
		{"a usage limit", "Reading the files.\n\n  ⎿  You've hit your session limit · resets 3am (Europe/Berlin)\n     /upgrade to increase your usage limit.\n", seen{"Reading the files.", "You've hit your session limit · resets 3am (Europe/Berlin)", "usage_limit", model.OutcomeRateLimited, true, "run.log:3", KindError}},
		{"not logged in", "Invalid API key · Please run /login\n", seen{"", "Invalid API key · Please run /login", "auth", model.OutcomeFailed, true, "run.log:1", KindError}},
		{"no credit", "Credit balance is too low\n", seen{"", "Credit balance is too low", "billing", model.OutcomeFailed, true, "run.log:1", KindError}},
		{"an error of the API", "API Error: 500 {\"type\":\"error\"}\n", seen{"", "API Error: 500 {\"type\":\"error\"}", "api_error", model.OutcomeFailed, true, "run.log:1", KindError}},
		{"words about a limit", "I raised the upload limit and documented what happens once you've hit your limit.\n", seen{"I raised the upload limit and documented what happens once you've hit your limit.", "", "", 0, false, "run.log:1", KindSaid}},
		{"nothing", "", seen{"", "", "", 0, false, "run.log:0", KindOther}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, look(feed(FormatText, c.log, Options{}))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTextTimes(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		line    string
		stamped bool
	}{
		{"2026-01-02T03:04:05Z hello there", true},
		{"[2026-01-02T04:04:05+01:00] hello there", true},
		{"2026-01-02 03:04:05 hello there", false},
		{"2026/01/02 03:04:05 hello there", false},
		{"2026-01-02 03:04:05.000 - hello there", false},
	} {
		s := feed(FormatText, c.line, Options{}).Summary()
		if !s.Last.Equal(at) || s.Stamped != c.stamped || s.Final != "hello there" || s.Title != "hello there" {
			t.Errorf("%q: %v %v %q", c.line, s.Last, s.Stamped, s.Final)
		}
	}
	if s := feed(FormatText, "2026-01-02T03:04:05Z hello\nand on\n", Options{}).Summary(); s.Stamped {
		t.Error("a line without a time was taken for one that has it")
	}
}

func TestTextReadingDoesNotDisturb(t *testing.T) {
	r := newText(Options{Name: "run.log"})
	want := feed(FormatText, "a b\nc d\n\ne f\ng h\n", Options{})
	for i, line := range []string{"a b", "c d", "", "e f", "g h"} {
		r.Line(lineOf(line, i+1))
		_ = r.Summary()
	}
	if diff := cmp.Diff(want.Summary(), r.Summary()); diff != "" {
		t.Error(diff)
	}
}
