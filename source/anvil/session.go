package anvil

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"notdone/source/runlog"
)

// Bounds of what is kept of a session file, in bytes.
const (
	maxPrompt  = 2 << 10
	maxContent = 64 << 10 // of the last message while the file is read
	maxReason  = 1 << 10
)

// errShape says that a file is not the JSON that it should be.
var errShape = errors.New("not the JSON of a session")

// sessionFacts is what a session file says. Its plan is not in it.
type sessionFacts struct {
	id, cwd          string
	created, updated time.Time

	prompt     string
	last       string // what the model said last, outside of the protocol's blocks
	lastWhere  string
	final      bool   // that message holds ANVIL_FINAL
	updateText []item // checked by the first update of that message
	plans      []item // of the last plan block of all messages
	messages   int
	tools      int
	lastRole   string // of the last message
	unfinished string // its status, when it is not committed

	state  string // of the last snapshot
	reason string // why it failed, or what it waits for
}

// readSession reads a session file a message at a time: they grow to tens of
// megabytes, of which little matters.
func readSession(r io.Reader, name string, whole int) (*sessionFacts, error) {
	f, d := &sessionFacts{}, json.NewDecoder(r)
	last := ""
	err := members(d, func(key string) error {
		switch key {
		case "metadata":
			var m struct {
				ID      jsonText `json:"session_id"`
				Cwd     jsonText `json:"cwd"`
				Created moment   `json:"created_at_ms"`
				Updated moment   `json:"updated_at_ms"`
			}
			err := decode(d, &m)
			f.id, f.cwd, f.created, f.updated = string(m.ID), string(m.Cwd), m.Created.Time, m.Updated.Time
			return err
		case "messages":
			return elements(d, func() error {
				var m sessionMessage
				if err := decode(d, &m); err != nil {
					return err
				}
				if said := f.take(&m, whole); said != "" {
					last, f.lastWhere = said, fmt.Sprintf("%s#%d", name, f.messages)
				}
				return nil
			})
		case "last_snapshot":
			var s struct {
				State    jsonText `json:"state"`
				Error    jsonText `json:"error_summary"`
				Approval jsonText `json:"approval_summary"`
			}
			err := decode(d, &s)
			f.state, f.reason = string(s.State), runlog.Cut(string(cmp.Or(s.Error, s.Approval)), maxReason)
			return err
		}
		var other json.RawMessage
		return d.Decode(&other)
	})
	if err != nil {
		return nil, err
	}
	if last != "" {
		run := readSaid(last, max(maxSaid, whole))
		f.last, f.final = run.told().text, run.final != nil
		if run.update != nil {
			f.updateText = run.update.items
		}
	}
	return f, nil
}

// members calls fn with each key of an object; fn must decode the value.
func members(d *json.Decoder, fn func(key string) error) error {
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.Join(errShape, err)
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		if err := fn(key); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// elements calls fn before each element of an array; fn must decode it.
func elements(d *json.Decoder, fn func() error) error {
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return errors.Join(errShape, err)
	}
	for d.More() {
		if err := fn(); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// sessionMessage is one message of a session file.
type sessionMessage struct {
	Role       jsonText `json:"role"`
	Content    jsonText `json:"content"`
	Status     jsonText `json:"status"`
	ToolCallID jsonText `json:"tool_call_id"`
}

// take takes the next message, and returns it if the model says something in it.
func (f *sessionFacts) take(m *sessionMessage, whole int) (said string) {
	f.messages++
	f.lastRole, f.unfinished = strings.ToLower(string(m.Role)), ""
	if m.Status != "" && m.Status != "Committed" {
		f.unfinished = string(m.Status)
	}
	content := string(m.Content)
	switch f.lastRole {
	case "user":
		if f.prompt == "" {
			f.prompt = strings.Clone(runlog.Cut(strings.TrimSpace(content), max(maxPrompt, whole)))
		}
	case "tool":
		f.tools++
	case "assistant":
		if m.ToolCallID != "" || strings.TrimSpace(content) == "" {
			return ""
		}
		if strings.Contains(content, fence+blockPlan.String()) {
			for _, b := range readSaid(content, maxSaid).response.blocks {
				if b.kind == blockPlan || len(f.plans) == 0 {
					f.plans = b.items // an update of no plan is registered as one
				}
			}
		}
		return runlog.Cut(content, max(maxContent, whole))
	}
	return ""
}

// readSaid reads a message of the model as if it stood in a log by itself.
func readSaid(content string, limit int) *logRun {
	r := newLogReader("")
	r.limit = limit
	for line := range strings.SplitSeq(content, "\n") {
		r.said([]byte(line))
	}
	r.closing()
	return &r.run
}
