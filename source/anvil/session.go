package anvil

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"
)

// Bounds of what is kept of a session file, in bytes.
const (
	maxPrompt  = 2 << 10
	maxContent = 64 << 10 // of one message while the file is read
	maxReason  = 1 << 10
)

// sessionFacts is what a session file says. Its plan is not in it.
type sessionFacts struct {
	id      string
	cwd     string
	created time.Time
	updated time.Time

	prompt     string
	last       string // what the model said last, outside of the protocol's blocks
	lastWhere  string
	final      bool   // that message holds ANVIL_FINAL
	updateText []item // checked by the first update of that message
	plans      []item // of the last plan block of all messages
	messages   int
	tools      int
	toolErrors int    // since the last message of a person
	lastRole   string // of the last message
	calling    bool   // it asks for a tool
	unfinished string // its status, when it is not committed

	state   string // of the last snapshot
	reason  string // why it failed, or what it waits for
	memory  string // the active task
	errors  int    // of the provider
	touched int

	content, lastContent []byte // as they stand in the file, while it is read
}

// readSession reads a session file in either layout.
func readSession(r io.Reader, name string, whole int) (*sessionFacts, error) {
	f := &sessionFacts{}
	s := newSkim(r)
	if s.peek() != '{' {
		return nil, errShape
	}
	s.object(func(key string) {
		switch key {
		case "metadata":
			f.metadata(s)
		case "id":
			f.id = s.text(256)
		case "messages":
			n := 0
			s.array(func() {
				n++
				f.message(s, fmt.Sprintf("%s#%d", name, n), whole)
			})
		case "last_snapshot":
			f.snapshot(s)
		case "working_memory":
			s.object(func(key string) {
				switch key {
				case "active_task":
					f.memory = s.text(maxPrompt)
				case "touched_files":
					s.array(func() { f.touched++; s.skip() })
				default:
					s.skip()
				}
			})
		case "provider_errors":
			s.array(func() { f.errors++; s.skip() })
		default:
			s.skip()
		}
	})
	if len(f.lastContent) > 0 {
		f.say(unquote(f.lastContent), whole)
	}
	f.content, f.lastContent = nil, nil
	return f, s.err
}

func (f *sessionFacts) metadata(s *skim) {
	s.object(func(key string) {
		switch key {
		case "session_id":
			f.id = s.text(256)
		case "cwd":
			f.cwd = s.text(1024)
		case "created_at_ms":
			f.created = milliseconds(s)
		case "updated_at_ms":
			f.updated = milliseconds(s)
		default:
			s.skip()
		}
	})
}

// message reads one message and what it changes.
func (f *sessionFacts) message(s *skim, where string, whole int) {
	var role, status string
	f.content = f.content[:0]
	failed, calls, toolCall := false, 0, false
	s.object(func(key string) {
		switch key {
		case "role":
			role = strings.ToLower(s.text(32))
		case "content":
			f.content = s.encoded(max(maxContent, whole), f.content)
		case "status":
			status = s.text(32)
		case "is_error":
			failed = s.yes()
		case "tool_calls":
			s.array(func() { calls++; s.skip() })
		case "tool_call_id":
			toolCall = s.text(8) != ""
		default:
			s.skip()
		}
	})
	f.messages++
	f.lastRole, f.calling, f.unfinished = role, calls > 0, ""
	if status != "" && status != "Committed" {
		f.unfinished = status
	}
	switch role {
	case "user":
		f.toolErrors = 0
		if f.prompt == "" {
			f.prompt = keepText([]byte(strings.TrimSpace(unquote(f.content))), max(maxPrompt, whole))
		}
	case "tool":
		f.tools++
		if failed {
			f.toolErrors++
		}
	case "assistant":
		if toolCall || empty(f.content) {
			return
		}
		if bytes.Contains(f.content, []byte(fence+blockPlan.String())) {
			f.plan(unquote(f.content))
		}
		f.lastWhere = where
		f.content, f.lastContent = f.lastContent, f.content
	}
}

// empty reports whether a string, as it stands in a file, holds nothing but
// white space.
func empty(encoded []byte) bool {
	return len(bytes.Trim(encoded, " \\nrt")) == 0 && strings.TrimSpace(unquote(encoded)) == ""
}

// plan takes the plan in a message of the model.
func (f *sessionFacts) plan(content string) {
	closed, _ := blocksOf(content)
	for i := range closed {
		switch b := &closed[i]; b.kind {
		case blockPlan:
			f.plans = b.items
		case blockUpdate:
			if len(f.plans) == 0 {
				f.plans = b.items // an update of no plan is registered as one
			}
		case blockNone, blockOther, blockFinal, blockTool:
		}
	}
}

// say takes the last message of the model.
func (f *sessionFacts) say(content string, whole int) {
	closed, open := blocksOf(content)
	if open != nil && open.kind == blockFinal {
		closed = append(closed, *open) // it need not be closed
	}
	final := ""
	for i := range closed {
		switch b := &closed[i]; b.kind {
		case blockUpdate:
			if f.updateText == nil {
				f.updateText = b.checked()
			}
		case blockFinal:
			f.final, final = true, strings.TrimSpace(string(b.text))
		case blockNone, blockOther, blockPlan, blockTool:
		}
	}
	if final == "" {
		final = prose(content)
	}
	f.last = keepText([]byte(final), max(maxSaid, whole))
}

// prose is a message without the protocol's blocks.
func prose(content string) string {
	var b strings.Builder
	var cur *block
	for line := range strings.SplitSeq(content, "\n") {
		line = strings.TrimRight(line, " \r\t")
		_, next := step(cur, line, 0)
		if cur == nil && next == nil || cur != nil && cur.kind == blockOther || next != nil && next.kind == blockOther {
			b.WriteString(line)
			b.WriteByte('\n')
		}
		cur = next
	}
	return strings.TrimSpace(b.String())
}

func (f *sessionFacts) snapshot(s *skim) {
	s.object(func(key string) {
		switch key {
		case "state":
			f.state = s.text(64)
		case "error_summary", "approval", "approval_summary":
			if s.peek() == '{' {
				s.object(func(string) {
					if t := s.text(maxReason); f.reason == "" {
						f.reason = t
					}
				})
				return
			}
			if t := s.text(maxReason); t != "" {
				f.reason = t
			}
		default:
			s.skip()
		}
	})
}

// milliseconds reads a time counted in milliseconds since 1970; zero when it is
// none, or not of this century.
func milliseconds(s *skim) time.Time {
	n, ok := s.number()
	if !ok || n < 946684800e3 || n > 4102444800e3 {
		return time.Time{}
	}
	return time.UnixMilli(int64(n)).UTC()
}
