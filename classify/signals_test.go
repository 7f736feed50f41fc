package classify

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/classify/text"
	"notdone/model"
)

func TestSignalsAreRead(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Signals
		err  string
	}{
		{`{}`, Signals{}, ""},
		{`null`, Signals{}, ""},
		{`{"exit_code":-9,"tool_calls":0,"files_changed":2,"messages":3,"duration_s":1.5,"permission_denials":1,"error":"e","outcome":"Timed out","asked":"Fix it"}`, Signals{
			ExitCode: count(-9), ToolCalls: count(0), FilesChanged: count(2), Messages: count(3), Duration: 1500 * time.Millisecond,
			Denials: count(1), Error: "e", Outcome: model.OutcomeTimedOut, Asked: "Fix it",
		}, ""},
		{`{"exit_code":null,"error":null,"outcome":null,"permission_denials":null,"duration_s":null}`, Signals{}, ""},
		{`{"permission_denials":[{"tool_name":"Bash"},{"tool_name":"Write"}]}`, Signals{Denials: count(2)}, ""},
		{"{ \"exit_code\" : 1 ,\n\t\"error\" : \"a\\\"b, {c}\" , \"exit_code\":2 }", Signals{ExitCode: count(2), Error: `a"b, {c}`}, ""},
		{`{"error":"a } b","exit\u005fcode":3}`, Signals{ExitCode: count(3), Error: "a } b"}, ""},
		{`{"steps":"x","model":7,"nested":{"exit_code":"no"}}`, Signals{}, ""},
		{`{"outcome":"whatever"}`, Signals{}, ""},
		{`{"duration_s":1e300}`, Signals{Duration: math.MaxInt32 * time.Second}, ""},
		{`{"exit_code":"1"}`, Signals{}, "signals: exit_code must be a whole number"},
		{`{"exit_code":1.5}`, Signals{}, "signals: exit_code must be a whole number"},
		{`{"tool_calls":true}`, Signals{}, "signals: tool_calls must be a whole number"},
		{`{"tool_calls":-1}`, Signals{}, "signals: tool_calls must not be below zero"},
		{`{"duration_s":-1}`, Signals{}, "signals: duration_s must not be below zero"},
		{`{"duration_s":"1s"}`, Signals{}, "signals: duration_s must be a number of seconds"},
		{`{"permission_denials":"none"}`, Signals{}, "signals: permission_denials must be a whole number or a list"},
		{`{"error":{}}`, Signals{}, "signals: error must be a text"},
		{`{"outcome":1}`, Signals{}, "signals: outcome must be a text"},
		{`[]`, Signals{}, "signals must be an object"},
		{`7`, Signals{}, "signals must be an object"},
	} {
		var got Signals
		err := json.Unmarshal([]byte(tt.in), &got)
		if tt.err != "" {
			if err == nil || err.Error() != tt.err {
				t.Errorf("%s: error %v, want %q", tt.in, err, tt.err)
			}
			continue
		}
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", tt.in, err, diff)
		}
	}
}

func TestWeigh(t *testing.T) {
	j := New(DefaultConfig())
	for _, tt := range []struct {
		name    string
		text    string
		signals string
		label   text.Label
		grade   model.Grade
		least   float64 // of the score
		most    float64
		rules   string // words that the rules must name
	}{
		{"done, and an exit code", reported, `{"exit_code":1}`, text.LabelFailed, model.GradeStrong, 0.8, 0.99, "failed-run: exit code 1"},
		{"done, and it exited well", reported, `{"exit_code":0}`, text.LabelDone, model.GradeStrong, 0, 0.2, ""},
		{"done, and the run timed out", reported, `{"outcome":"timeout"}`, text.LabelFailed, model.GradeStrong, 0.9, 0.99, "failed-run"},
		{"done, and the run was blocked", reported, `{"outcome":"blocked"}`, text.LabelBlocked, model.GradeStrong, 0.9, 0.99, "failed-run"},
		{"done, and the run was refused", reported, `{"outcome":"refused"}`, text.LabelRefused, model.GradeStrong, 0.9, 0.99, "failed-run"},
		{"done, and no tool was called", "Everything is in place now.", `{"tool_calls":0,"asked":"Fix the parser"}`, text.LabelDone, model.GradeTextOnly, 0.1, 0.5, "zero-activity"},
		{"words that tell nothing, and no tool was called", "Gracias.", `{"tool_calls":0,"asked":"Fix the parser"}`, text.LabelFailed, model.GradeTextOnly, 0.5, 0.99, "zero-activity"},
		{"an answer that needed no tool", "The capital of Peru is Lima.", `{"tool_calls":0,"asked":"What is the capital of Peru?"}`, text.LabelDone, model.GradeTextOnly, 0, 0.5, "zero-activity"},
		{"tests that nobody ran", "Fixed the parser. All 14 tests pass.", `{"tool_calls":0,"files_changed":0,"exit_code":0}`, text.LabelFailed, model.GradeStrong, 0.8, 0.99, "claim-without-work"},
		{"hindered, and idle", hindered, `{"tool_calls":0}`, text.LabelBlocked, model.GradeStrong, 0.9, 0.99, "zero-activity"},
		{"hindered, and it changed files", hindered, `{"files_changed":4,"outcome":"completed","tool_calls":9}`, text.LabelBlocked, model.GradeTextOnly, 0.5, 0.99, ""},
		{"hindered, and denied", hindered, `{"permission_denials":2}`, text.LabelBlocked, model.GradeStrong, 0.9, 0.99, "denials: twice"},
		{"nothing said", "", `{"exit_code":0}`, text.LabelFailed, model.GradeProven, 0.8, 0.99, "no-output"},
		{"a key that nobody knows", reported, `{"colour":"blue"}`, text.LabelDone, model.GradeTextOnly, 0, 0.2, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var s Signals
			if err := json.Unmarshal([]byte(tt.signals), &s); err != nil {
				t.Fatal(err)
			}
			said := text.Read(tt.text)
			got := j.Weigh(tt.text, &said, &s)
			if got.Label != tt.label || got.Grade != tt.grade || got.Score < tt.least || got.Score > tt.most {
				t.Errorf("%v, %v, %v; want %v, %v, %v to %v: %v", got.Label, got.Grade, got.Score, tt.label, tt.grade, tt.least, tt.most, got.Rules)
			}
			for word := range strings.FieldsSeq(tt.rules) {
				if !strings.Contains(strings.Join(got.Rules, "; "), word) {
					t.Errorf("rules %q do not name %s", got.Rules, word)
				}
			}
			if (got.Label == text.LabelDone) != (got.Score < 0.5) {
				t.Errorf("%v with a score of %v", got.Label, got.Score)
			}
			if got.Label != said.Label && got.Quote != "" {
				t.Errorf("%q is quoted for %v", got.Quote, got.Label)
			}
		})
	}
}

func TestWithoutSignalsAReadingStands(t *testing.T) {
	j := New(DefaultConfig())
	for _, message := range []string{reported, hindered, promised, "", "Gracias."} {
		said := text.Read(message)
		for _, s := range []*Signals{nil, {}, {Asked: "Fix it"}} {
			if diff := cmp.Diff(said, j.Weigh(message, &said, s)); diff != "" {
				t.Errorf("%q, %+v: %s", message, s, diff)
			}
		}
	}
}

// TestWeighIsJudge holds a message with its signals to the verdict on a task
// that is recorded to be the same.
func TestWeighIsJudge(t *testing.T) {
	j := New(DefaultConfig())
	for _, message := range []string{reported, hindered, promised} {
		for _, s := range []Signals{
			{ExitCode: count(2)},
			{ToolCalls: count(0)},
			{ToolCalls: count(0), FilesChanged: count(0), Asked: "Fix it"},
			{Outcome: model.OutcomeCompleted, FilesChanged: count(3)},
			{Error: "boom", Outcome: model.OutcomeCompleted},
		} {
			said := text.Read(message)
			got := j.Weigh(message, &said, &s)
			c := done(message)
			r := &c.Runs[0]
			c.Task.Title, r.ExitCode, r.ToolCalls, r.FilesChanged, r.Outcome, r.Error = s.Asked, s.ExitCode, s.ToolCalls, s.FilesChanged, s.Outcome, s.Error
			v := j.Judge(&c, model.StateDone, now)
			want := v.Confidence
			if v.State == model.StateDone {
				want = 1 - want
			}
			if (got.Label == text.LabelDone) != (v.State == model.StateDone) || got.Grade != v.Grade || math.Abs(got.Score-want) > 0.05 {
				t.Errorf("%.30q, %+v: %v %v %v, as a task %v %v %v", message, s, got.Label, got.Grade, got.Score, v.State, v.Grade, want)
			}
		}
	}
}

// FuzzSignals holds whatever is handed in to what classify promises.
func FuzzSignals(f *testing.F) {
	f.Add(hindered, `{"exit_code":1,"permission_denials":[1,2]}`)
	f.Add(reported, `{"duration_s":1e-9,"tool_calls":0,"asked":"\u202efix"}`)
	f.Add("", `{"error":"\u0000","outcome":"budget"}`)
	j := New(DefaultConfig())
	f.Fuzz(func(t *testing.T, message, signals string) {
		var s Signals
		if json.Unmarshal([]byte(signals), &s) != nil {
			return
		}
		said := text.Read(message)
		r := j.Weigh(message, &said, &s)
		if !(r.Score >= 0 && r.Score <= 1) || s.known() && (r.Label == text.LabelDone) != (r.Score < 0.5 || r.Score == 0.5 && said.Label == text.LabelDone) {
			t.Fatalf("%v with a score of %v", r.Label, r.Score)
		}
		if r.Quote != "" && r.Quote != message[r.Start:r.End] {
			t.Fatalf("quote %q at %d to %d", r.Quote, r.Start, r.End)
		}
		for _, rule := range r.Rules {
			if len(rule) > 2*maxMessage {
				t.Fatalf("unbounded: %q", rule)
			}
		}
	})
}

// TestCountsAreNumbersOfJSON: a count is what encoding/json makes of it, in however many digits.
func TestCountsAreNumbersOfJSON(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"0", "7", "42", "999999999", "1234567890", "9223372036854775807", "9223372036854775808", "-0", "-1", "1.0", "1e3", "null"} {
		var want *int
		wantErr := json.Unmarshal([]byte(raw), &want)
		var s Signals
		err := json.Unmarshal([]byte(`{"exit_code":`+raw+`}`), &s)
		if diff := cmp.Diff(want, s.ExitCode); diff != "" || (err == nil) != (wantErr == nil) {
			t.Errorf("%s: %v, %v\n%s", raw, err, wantErr, diff)
		}
	}
}
