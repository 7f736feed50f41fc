package classify

import (
	"bytes"
	"cmp"
	_ "embed" // the words for outcomes
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/classify/wordlist"
	"notdone/model"
)

// Signals is what is known of a run besides its last message, as whoever ran it
// hands it in. Nil and empty stand for what is not known.
type Signals struct {
	ExitCode     *int          // of the worker's process
	ToolCalls    *int          // how many the agent made
	FilesChanged *int          // how many files differ after the run
	Messages     *int          // how many the agent wrote
	Duration     time.Duration // how long the run took; 0 or less: not known
	Denials      *int          // how many permissions it was denied
	Error        string        // what went wrong by the record; hostile
	Outcome      model.Outcome // how whoever ran it says that it ended
	Asked        string        // what the agent was asked to do; hostile
}

// countOrList is a count, which may be written as the list of what is counted.
type countOrList struct{ n *int }

func (t *countOrList) UnmarshalJSON(raw []byte) error {
	if raw[0] == '[' {
		var list []json.RawMessage
		err := json.Unmarshal(raw, &list)
		n := len(list)
		t.n = &n
		return err
	}
	return json.Unmarshal(raw, &t.n)
}

// UnmarshalJSON reads an object of signals. Keys that are not known are passed
// over, and so are words for an outcome that are not known; a value of a wrong
// type or a count below zero is an error that names its key.
func (s *Signals) UnmarshalJSON(raw []byte) error {
	if raw = bytes.TrimSpace(raw); bytes.Equal(raw, []byte("null")) {
		return nil
	}
	fields, err := fieldsOf(raw)
	if err != nil {
		return errors.New("signals must be an object")
	}
	var seconds *float64
	var outcome string
	var denials countOrList
	for _, field := range []struct {
		key, want string
		into      any
	}{
		{"exit_code", "a whole number", &s.ExitCode},
		{"tool_calls", "a whole number", &s.ToolCalls},
		{"files_changed", "a whole number", &s.FilesChanged},
		{"messages", "a whole number", &s.Messages},
		{"duration_s", "a number of seconds", &seconds},
		{"permission_denials", "a whole number or a list", &denials},
		{"error", "a text", &s.Error},
		{"outcome", "a text", &outcome},
		{"asked", "a text", &s.Asked},
		{"prompt", "a text", &s.Asked},
	} {
		value := fields.find(field.key)
		if value == nil {
			continue
		}
		if into, ok := field.into.(**int); ok {
			if n, ok := parseCount(value); ok {
				*into = &n
				continue
			}
		}
		if err := json.Unmarshal(value, field.into); err != nil {
			return fmt.Errorf("signals: %s must be %s", field.key, field.want)
		}
		var n float64
		if field.key != "exit_code" && value[0] == '-' && json.Unmarshal(value, &n) == nil && n < 0 {
			return fmt.Errorf("signals: %s must not be below zero", field.key)
		}
	}
	s.Denials, s.Outcome = denials.n, outcomeNamed(outcome)
	if seconds != nil {
		s.Duration = time.Duration(min(*seconds, math.MaxInt32) * float64(time.Second))
	}
	return nil
}

// signalField is one field of an object.
type signalField struct{ key, value []byte }

// signalFields are the fields of an object.
type signalFields []signalField

// find returns the value of a key, of several the last; nil is none.
func (f signalFields) find(key string) []byte {
	for i := len(f) - 1; i >= 0; i-- {
		if string(f[i].key) == key {
			return f[i].value
		}
	}
	return nil
}

// fieldsOf returns the fields of an object of valid JSON.
func fieldsOf(raw []byte) (signalFields, error) {
	if fields, ok := flatFields(raw); ok {
		return fields, nil
	}
	var whole map[string]json.RawMessage
	err := json.Unmarshal(raw, &whole)
	out := make(signalFields, 0, len(whole))
	for key, value := range whole {
		out = append(out, signalField{[]byte(key), value})
	}
	return out, err
}

// flatFields returns the fields of an object in one pass; ok is false where it has lists, objects or
// escapes in it.
func flatFields(raw []byte) (out signalFields, ok bool) {
	rest, ok := bytes.CutPrefix(raw, []byte("{"))
	for ok {
		rest = trimBlanks(rest)
		var f signalField
		if f.key, rest, ok = cutString(rest); !ok {
			return out, len(out) == 0 && string(rest) == "}"
		}
		if rest, ok = bytes.CutPrefix(trimBlanks(rest), []byte(":")); !ok {
			return nil, false
		}
		f.key = f.key[1 : len(f.key)-1]
		rest = trimBlanks(rest)
		if f.value, rest, ok = cutString(rest); !ok {
			end := 0
			for end < len(rest) && !isBlank(rest[end]) && rest[end] != ',' && rest[end] != '}' {
				end++
			}
			if end == 0 || rest[0] == '[' || rest[0] == '{' || rest[0] == '"' {
				return nil, false
			}
			f.value, rest = rest[:end], rest[end:]
		}
		out = append(out, f)
		if rest = trimBlanks(rest); string(rest) == "}" {
			return out, true
		}
		rest, ok = bytes.CutPrefix(rest, []byte(","))
	}
	return nil, false
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// trimBlanks cuts the blanks of JSON off the beginning.
func trimBlanks(raw []byte) []byte {
	for len(raw) > 0 && isBlank(raw[0]) {
		raw = raw[1:]
	}
	return raw
}

// cutString cuts a text without escapes, with its quotation marks, from the beginning of JSON.
func cutString(raw []byte) (said, rest []byte, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return nil, raw, false
	}
	end := bytes.IndexByte(raw[1:], '"') + 2
	if end < 2 || bytes.IndexByte(raw[:end], '\\') >= 0 {
		return nil, raw, false
	}
	return raw[:end], raw[end:], true
}

// parseCount parses a whole number of at most nine digits without reflection, since signals come
// by the million. ok is false for anything else.
func parseCount(raw []byte) (n int, ok bool) {
	if len(raw) > 9 || raw[0] == '0' && len(raw) > 1 {
		return 0, false
	}
	for _, c := range raw {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

// Request returns what the agent was asked for, as far as known; of nil it is unknown.
func (s *Signals) Request() text.Request {
	if s == nil {
		return text.RequestUnknown
	}
	return text.ReadRequest(s.Asked)
}

// known reports whether anything is known.
func (s *Signals) known() bool {
	return s.ExitCode != nil || s.ToolCalls != nil || s.FilesChanged != nil || s.Messages != nil || s.Duration > 0 || s.Denials != nil ||
		!cycle.Blank(s.Error) || s.Outcome != model.OutcomeUnknown
}

//go:embed words.txt
var wordFile string

// outcomeWords are what runners call outcomes besides the names that these have.
var outcomeWords = wordlist.Parse(wordFile).Pairs("outcome")

func outcomeNamed(name string) model.Outcome {
	if name == "" {
		return model.OutcomeUnknown
	}
	plain := strings.NewReplacer(" ", "_", "-", "_")
	name = plain.Replace(strings.ToLower(strings.TrimSpace(name)))
	name = cmp.Or(outcomeWords[name], name)
	for o := model.OutcomeCompleted; o <= model.OutcomeCancelled; o++ {
		if plain.Replace(o.String()) == name {
			return o
		}
	}
	return model.OutcomeUnknown
}

// epoch is when runs begin of which only their length is known.
var epoch = time.Unix(0, 0).UTC()

// task makes the task that the signals and a message are all that is known of:
// one that counts as done after a single run.
func (s *Signals) task(message string) model.Case {
	r := model.Run{
		ID: "1", Where: "signals", Started: epoch, Ended: epoch.Add(max(s.Duration, 0)), Outcome: s.Outcome, Output: message, Error: s.Error,
		ExitCode: s.ExitCode, ToolCalls: s.ToolCalls, FilesChanged: s.FilesChanged, Messages: s.Messages,
	}
	if r.Outcome == model.OutcomeUnknown && zero(s.ExitCode) && cycle.Blank(s.Error) {
		r.Outcome = model.OutcomeCompleted
	}
	return model.Case{
		Task:   model.Task{ID: "1", Title: s.Asked, Recorded: "done", Started: epoch, Finished: r.Ended, Attempts: 1},
		Result: message, ResultWhere: "text", Runs: []model.Run{r},
	}
}

// Weigh weighs what a message says together with what is known of its run, by
// the rules that judge tasks, and returns the reading that comes of it. Rules
// that saw something are named in its Rules. Without any signal the reading is
// returned as it is; the same holds for nil.
func (j *Judge) Weigh(message string, said *text.Reading, s *Signals) text.Reading {
	r := *said
	if s == nil || !s.known() {
		return r
	}
	c := s.task(message)
	in := &Input{
		Case: &c, Recorded: model.StateDone, Now: c.Task.Finished, Config: &j.config,
		words: said, reading: said, denials: s.Denials, verdictOnly: true,
	}
	if said.Shift != 0 {
		as := text.ReadFor(message, s.Request())
		in.reading = &as
	}
	seen := j.runRules(in)
	v := fuse(seen.opinions)
	if sideOf(v.State) == sideNone {
		return r
	}
	r.Score, r.Grade, r.Rules = v.notDone, v.Grade, append([]string(nil), said.Rules...)
	for i := range seen.findings {
		if f := &seen.findings[i]; !isWords(f) && f.Rule != RuleReport { // the reading says so itself
			r.Rules = append(r.Rules, f.Rule+": "+f.Message)
		}
	}
	was := r.Label != text.LabelDone
	if is := v.State != model.StateDone; is == was {
		return r
	}
	// No sentence carries what the structure shows.
	r.Quote, r.Start, r.End, r.Point, r.PointAt, r.Promise = "", 0, 0, "", 0, false
	r.Label, r.Kind = s.label(), model.KindUnknown
	if v.Obstacle != nil {
		r.Kind = v.Obstacle.Kind
	}
	return r
}

// label returns the label of a message that reads as done while the signals of its run say that
// it is not.
func (s *Signals) label() text.Label {
	switch {
	case s.Outcome == model.OutcomeBlocked || s.Outcome == model.OutcomeRateLimited:
		return text.LabelBlocked
	case s.Outcome == model.OutcomeRefused:
		return text.LabelRefused
	case some(s.Denials) && (s.ExitCode == nil || *s.ExitCode == 0) && s.Outcome == model.OutcomeUnknown:
		return text.LabelBlocked
	}
	return text.LabelFailed
}
