package runlog

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"notdone/source/tail"
)

// bounded fails when what a reader keeps is longer than promised or not UTF-8.
func bounded(t *testing.T, r Reader) {
	t.Helper()
	s := r.Summary()
	e := s.Ending()
	for what, c := range map[string]struct {
		text  string
		limit int
	}{
		"title": {s.Title, MaxTitle}, "prompt": {s.Prompt, MaxPrompt}, "final": {s.Final, MaxFinal}, "error": {s.Error, MaxFinal},
		"word": {s.Word, MaxTitle}, "ending": {e.Text, MaxFinal}, "session": {s.Session, MaxTitle}, "reason": {s.Reason, MaxFinal},
	} {
		if len(c.text) > c.limit || !utf8.ValidString(c.text) {
			t.Fatalf("%s of %d bytes, valid %v", what, len(c.text), utf8.ValidString(c.text))
		}
	}
	if len(s.Runs) > maxRuns || e.Open == s.Terminal || s.Invalid > s.Lines {
		t.Fatalf("summary contradicts itself: %+v", s)
	}
}

func FuzzJSONL(f *testing.F) {
	f.Add(`{"type":"result","subtype":"success","result":"x","usage":{"input_tokens":1},"errors":[{"message":"y"}]}`)
	f.Add(`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"\ud83d\ude00"},{"type":"tool_use"}]}}`)
	f.Add(`{"a":[{"b":"\\\""},[[]],{}],"ts":1767323100,"status":"done","exit_code":-1}`)
	f.Add("{\"a\n\n}\n\x00{}")
	f.Fuzz(func(t *testing.T, log string) {
		r := feed(FormatJSONL, log, Options{Entry: func(Entry) {}})
		bounded(t, r)
		for line := range strings.Lines(log) {
			var m map[string]any
			if json.Unmarshal([]byte(line), &m) == nil && m != nil && shallow(m, maxDepth-1) && !Whole(tail.Line{Text: []byte(line)}) {
				t.Fatalf("encoding/json reads %q as an object", line)
			}
		}
	})
}

// shallow reports whether the value nests no deeper than the reader follows.
func shallow(v any, left int) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, x := range v {
			if left == 0 || !shallow(x, left-1) {
				return false
			}
		}
	case []any:
		for _, x := range v {
			if left == 0 || !shallow(x, left-1) {
				return false
			}
		}
	}
	return left > 0
}

func FuzzText(f *testing.F) {
	f.Add("Traceback (most recent call last):\n  x\nE: y\n\nexit code 1\n")
	f.Add("2026-01-02T03:04:05Z INFO x\n\n\x1b[31mred\x1b[0m\r100%\r\n$ \n")
	f.Fuzz(func(t *testing.T, log string) {
		bounded(t, feed(FormatText, log, Options{Entry: func(Entry) {}}))
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(`a\u00e9\ud83d\ude00\n\"`, 10)
	f.Fuzz(func(t *testing.T, raw string, limit int) {
		limit = min(max(limit, 16), 1<<16)
		got := Decode([]byte(raw), limit)
		if len(got) > limit || !utf8.ValidString(got) {
			t.Fatalf("%d bytes, valid %v", len(got), utf8.ValidString(got))
		}
		var want string
		if len(raw) <= limit && utf8.ValidString(raw) && json.Unmarshal([]byte(`"`+raw+`"`), &want) == nil && got != Cut(want, limit) {
			t.Fatalf("Decode(%q) = %q, encoding/json says %q", raw, got, want)
		}
	})
}

func FuzzDetect(f *testing.F) {
	f.Add("{\"type\":1}\n{", "a.json")
	f.Fuzz(func(t *testing.T, head, name string) {
		if got := Detect([]byte(head), name); head == "" && got != FormatUnknown {
			t.Fatalf("an empty file is %v", got)
		}
	})
}
