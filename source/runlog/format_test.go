package runlog

import (
	"strings"
	"testing"
	"time"

	"notdone/model"
)

func TestDetect(t *testing.T) {
	const object = `{"type":"assistant","text":"x"}` + "\n"
	for _, c := range []struct {
		name, head, file string
		want             Format
	}{
		{"empty", "", "a.jsonl", FormatUnknown},
		{"records", object + object, "a.log", FormatJSONL},
		{"records without an extension", object, "run", FormatJSONL},
		{"torn first record", object[:9], "a.log", FormatJSONL},
		{"torn first record of a named kind", `{"ty`, "a.ndjson", FormatJSONL},
		{"records with lines between", object + "npm warn\n" + object, "a.log", FormatJSONL},
		{"text with a record in it", "one\ntwo\n" + object + "three\n", "a.log", FormatText},
		{"text of a named kind", "one\ntwo\n", "a.jsonl", FormatText},
		{"text", "hello\n", "a.txt", FormatText},
		{"brace in text", "{ not a record\nx\n", "a.txt", FormatText},
		{"document", "{\n  \"a\": 1\n}\n", "a.json", FormatUnknown},
		{"document on one line", `{"a":1}`, "a.json", FormatUnknown},
		{"one typed record", `{"type":"result","subtype":"success"}`, "a.json", FormatJSONL},
		{"records in a .json", object + object, "a.json", FormatJSONL},
		{"array in a .json", "[1,2]\n", "a.json", FormatUnknown},
		{"database", "SQLite format 3\x00" + strings.Repeat("\x00", 90), "queue", FormatBinary},
		{"executable", "\x7fELF" + strings.Repeat("\x00\x01\x02", 300), "worker", FormatBinary},
		{"BOM", "\xef\xbb\xbf" + object, "a.log", FormatJSONL},
	} {
		if got := Detect([]byte(c.head), c.file); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestOutcomeOf(t *testing.T) {
	for word, want := range map[string]model.Outcome{
		"success": model.OutcomeCompleted, "turn.completed": model.OutcomeCompleted, "turnCompleted": model.OutcomeCompleted,
		"end_turn": model.OutcomeCompleted, "exit 0": model.OutcomeCompleted, "stop": model.OutcomeCompleted,
		"error_max_turns": model.OutcomeBudget, "max_tokens": model.OutcomeBudget, "length": model.OutcomeBudget,
		"error": model.OutcomeFailed, "turn.failed": model.OutcomeFailed, "exit 1": model.OutcomeFailed, "incomplete": model.OutcomeFailed,
		"blocked": model.OutcomeBlocked, "needs_input": model.OutcomeBlocked, "refusal": model.OutcomeRefused,
		"turn_aborted": model.OutcomeCancelled, "canceled": model.OutcomeCancelled, "exit 143": model.OutcomeCancelled,
		"usage_limit_exceeded": model.OutcomeRateLimited, "timeout": model.OutcomeTimedOut, "timed out": model.OutcomeTimedOut,
		"killed": model.OutcomeCrashed, "exit 139": model.OutcomeCrashed, "exit -9": model.OutcomeCrashed,
		"broken": model.OutcomeFailed, "unfinished": model.OutcomeFailed, "abandoned": model.OutcomeFailed, "not ok": model.OutcomeFailed,
		"APIError": model.OutcomeFailed, "MessageAbortedError": model.OutcomeCancelled, "bypassed": model.OutcomeUnknown,
		"invoked": model.OutcomeUnknown, "end": model.OutcomeUnknown, "": model.OutcomeUnknown, "weather": model.OutcomeUnknown, "exit x": model.OutcomeUnknown,
	} {
		if got := OutcomeOf(word); got != want {
			t.Errorf("%q: %v, want %v", word, got, want)
		}
	}
}

func TestStampNumber(t *testing.T) {
	want := time.Date(2026, 1, 2, 3, 5, 0, 0, time.UTC)
	for _, text := range []string{"1767323100", "1767323100.0", "1767323100000", "1767323100000000", "1767323100000000000", "1.7673231e9"} {
		if got, ok := ParseNumber([]byte(text)); !ok || !got.Equal(want) {
			t.Errorf("%s: %v %v", text, got, ok)
		}
	}
	for _, text := range []string{"0", "-5", "200", "NaN", "1e400", "4e18e", "99999999999999999999999"} {
		if got, ok := ParseNumber([]byte(text)); ok {
			t.Errorf("%s was read as %v", text, got)
		}
	}
}

func TestHeartbeat(t *testing.T) {
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name    string
		s       Summary
		written time.Duration // before now
		grew    bool
		want    bool
	}{
		{"just written", Summary{}, time.Second, false, true},
		{"quiet", Summary{}, Quiet, false, false},
		{"ended", Summary{Terminal: true}, time.Second, false, false},
		{"far in the future", Summary{}, -time.Hour, false, false},
		{"clocks differ a little", Summary{}, -time.Minute, false, true},
		{"an old log, copied now", Summary{Stamped: true, Last: now.Add(-time.Hour)}, 0, false, false},
		{"an old time, seen to grow", Summary{Stamped: true, Last: now.Add(-time.Hour)}, 0, true, true},
		{"an old time that is not of the last line", Summary{Last: now.Add(-time.Hour)}, 0, false, true},
		{"a copy of a log from another year, without a time on its last line", Summary{Last: now.AddDate(-1, 0, 0)}, 0, false, false},
		{"a copy of a log that names times to its end", Summary{Paced: true, Last: now.Add(-time.Hour)}, 0, false, false},
		{"a log that names times to its end, a moment ago", Summary{Paced: true, Last: now.Add(-5 * time.Minute)}, 0, false, true},
		{"an old log that grows", Summary{Paced: true, Last: now.AddDate(-1, 0, 0)}, 0, true, true},
		{"a new time in a file with an old one", Summary{Stamped: true, Last: now}, time.Hour, false, true},
	} {
		beat := c.s.Heartbeat(now.Add(-c.written), c.grew)
		if got := !c.s.Terminal && now.Sub(beat).Abs() < Quiet; got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in    string
		limit int
		want  string
	}{
		{"short", 10, "short"},
		{"0123456789abcdef", 15, "01234 … bcdef"},
		{"ééééééééééé", 15, "éé … éé"},
		{"abcdef", 3, "abc"},
	} {
		if got := Cut(c.in, c.limit); got != c.want || len(got) > c.limit {
			t.Errorf("Cut(%q, %d) = %q", c.in, c.limit, got)
		}
	}
}
