package anvil

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"notdone/source/logsource"
	"notdone/source/runlog"
)

// Bounds of what is kept of a session file, in bytes.
const (
	maxPrompt  = 2 << 10
	maxContent = 64 << 10 // of the last message while the file is read
	maxReason  = 1 << 10
)

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
	f, d := &sessionFacts{}, logsource.NewDecoder(r)
	last := ""
	err := logsource.Members(d, func(key string) error {
		switch key {
		case "metadata":
			var m struct {
				ID      logsource.Text   `json:"session_id"`
				Cwd     logsource.Text   `json:"cwd"`
				Created logsource.Moment `json:"created_at_ms"`
				Updated logsource.Moment `json:"updated_at_ms"`
			}
			err := logsource.Decode(d, &m)
			f.id, f.cwd, f.created, f.updated = string(m.ID), string(m.Cwd), m.Created.Time, m.Updated.Time
			return err
		case "messages":
			return logsource.Elements(d, func() error {
				var m sessionMessage
				if err := logsource.Decode(d, &m); err != nil {
					return err
				}
				if said := f.take(&m, whole); said != "" {
					last, f.lastWhere = said, fmt.Sprintf("%s#%d", name, f.messages)
				}
				return nil
			})
		case "last_snapshot":
			var s struct {
				State    logsource.Text `json:"state"`
				Error    logsource.Text `json:"error_summary"`
				Approval logsource.Text `json:"approval_summary"`
			}
			err := logsource.Decode(d, &s)
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

// sessionMessage is one message of a session file.
type sessionMessage struct {
	Role       logsource.Text `json:"role"`
	Content    logsource.Text `json:"content"`
	Status     logsource.Text `json:"status"`
	ToolCallID logsource.Text `json:"tool_call_id"`
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

// resultFacts is what a benchmark's runner noted of a run.
type resultFacts struct {
	Exit    logsource.Number `json:"command_return_code"`
	Class   logsource.Text   `json:"exit_class"` // the runner's word for how it ended, such as "runner_nonzero_exit"
	Changed logsource.Number `json:"changed_files"`
	Model   logsource.Text   `json:"model"`
	Started logsource.Moment `json:"started_at"`
	Elapsed float64          `json:"elapsed_s"`
}

// telemetryFacts is what the runtime counted of a session (telemetry schema 2).
type telemetryFacts struct {
	Session logsource.Text `json:"session_id"`
	Kind    logsource.Text `json:"completion_kind"`
}

// ended is when the run was over; zero when the note does not tell.
func (f *resultFacts) ended() time.Time {
	if f.Started.IsZero() || f.Elapsed <= 0 || f.Elapsed > 1e8 {
		return f.Started.Time
	}
	return f.Started.Add(time.Duration(f.Elapsed * float64(time.Second)))
}

// before reports whether the note is of a run that was over when another began,
// whose own note is still to come.
func (f *resultFacts) before(began time.Time) bool {
	return !f.Started.IsZero() && began.After(f.ended().Add(apart))
}
