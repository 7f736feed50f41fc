package hermes

import (
	"encoding/json"
	"errors"
	"strings"
)

// payload holds the keys of an event's JSON that anything here asks for.
type payload struct {
	Reason         string `json:"reason"`
	Kind           string `json:"kind"`
	Error          string `json:"error"`
	Summary        string `json:"summary"`
	Note           string `json:"note"`
	Status         string `json:"status"`
	Assignee       string `json:"assignee"`
	Actor          string `json:"actor"`
	Author         string `json:"author"`
	Message        string `json:"message"`
	TriggerOutcome string `json:"trigger_outcome"`

	Failures       int `json:"failures"`
	EffectiveLimit int `json:"effective_limit"`
	BudgetUsed     int `json:"budget_used"`
	BudgetMax      int `json:"budget_max"`
	Recurrences    int `json:"recurrences"`

	PhantomCards words `json:"phantom_cards"`
	PhantomRefs  words `json:"phantom_refs"`
}

// metadata holds the keys of a run's JSON that anything here asks for.
type metadata struct {
	TriggerOutcome string          `json:"trigger_outcome"`
	ExitCode       *int            `json:"exit_code"`
	ChangedFiles   json.RawMessage `json:"changed_files"`
}

// words is a JSON list of which only the strings count.
type words []string

// UnmarshalJSON accepts any JSON value; what is not a list of strings is empty.
func (w *words) UnmarshalJSON(data []byte) error {
	*w = nil
	var list []any
	if err := json.Unmarshal(data, &list); err != nil {
		return nil // a list of another shape names nothing
	}
	for _, v := range list {
		if s, ok := v.(string); ok {
			*w = append(*w, s)
		}
	}
	return nil
}

// decode reads as much of a payload as has the expected shape. Whatever is not
// JSON says nothing: Hermes reads it so too (hermes kanban_diagnostics.py,
// _parse_payload).
func decode[T any](raw string, into *T) {
	if raw == "" {
		return
	}
	var shape *json.UnmarshalTypeError
	if err := json.Unmarshal([]byte(raw), into); err != nil && !errors.As(err, &shape) {
		var none T
		*into = none
	}
}

// said returns the sentence that a payload carries, if it carries one.
func (p *payload) said() string {
	for _, s := range []string{p.Reason, p.Error, p.Note, p.Summary, p.Message} {
		if !blank(s) {
			return s
		}
	}
	return ""
}

// who returns the person or profile that a payload names as its author.
func (p *payload) who() string {
	if p.Actor != "" {
		return p.Actor
	}
	return p.Author
}

// files counts the changed files that a run reported; nil when it reported
// none, which is no claim that there were none.
func (m *metadata) files() *int {
	var list []json.RawMessage
	if len(m.ChangedFiles) == 0 || json.Unmarshal(m.ChangedFiles, &list) != nil || list == nil {
		return nil
	}
	n := len(list)
	return &n
}

// telling reports whether a run's metadata can hold a key that is asked for,
// so that the rest need not be decoded.
func telling(raw string) bool {
	return strings.Contains(raw, `"trigger_outcome"`) || strings.Contains(raw, `"exit_code"`) ||
		strings.Contains(raw, `"changed_files"`)
}
