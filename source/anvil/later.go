package anvil

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"notdone/source/tail"
)

// lineReader reads the two records that later builds keep in JSON Lines: a line
// a turn (eval.jsonl, since the rewrite of late April 2026) and the events of a
// run (.anvil/runs, July 2026). What they do not say, the case leaves open.
type lineReader struct {
	name string
	note func(happening)

	line    int64
	lines   int64
	first   time.Time
	last    time.Time
	turns   int
	tools   int
	failed  int
	wish    string
	model   string
	cwd     string
	id      string
	changed int // files by the newest line
	stalled int // turns without progress, by the newest line
	outcome string
	ended   bool
	outAt   mark
	reason  mark // why it failed
	planner mark // errors of the planner
}

// Line takes the next line. One that is not JSON is left out.
func (r *lineReader) Line(l tail.Line) {
	r.lines++
	r.line = l.Number
	if l.Number == 0 {
		r.line = r.lines
	}
	if l.Truncated || len(l.Text) == 0 || l.Text[0] != '{' {
		return
	}
	e := laterLine{changed: -1}
	if !e.read(l.Text) {
		return
	}
	if !e.at.IsZero() {
		if r.first.IsZero() {
			r.first = e.at
		}
		r.last = e.at
	}
	r.model, r.id, r.cwd = or(e.model, r.model), or(e.session, r.id), or(e.cwd, r.cwd)
	if r.wish == "" {
		r.wish = e.task
	}
	if e.event != "" {
		r.event(&e)
		return
	}
	r.turn(&e)
}

// Peek returns a reader that has read l too.
func (r *lineReader) Peek(l tail.Line) *lineReader {
	c := *r
	c.note = nil
	c.Line(l)
	return &c
}

func (r *lineReader) mark(quote string) mark {
	return mark{where: fmt.Sprintf("%s:%d", r.name, r.line), quote: keepText([]byte(quote), maxQuoted), at: r.last, first: r.last, n: 1}
}

// turn takes a line of eval.jsonl.
func (r *lineReader) turn(e *laterLine) {
	r.turns++
	r.tools += e.tools
	r.changed, r.stalled = max(e.changed, 0), e.stalled
	if e.outcome == "" {
		return
	}
	r.outcome, r.ended = e.outcome, true
	r.outAt = r.mark("final_outcome " + e.outcome)
	end := 1
	if !finishedWord(e.outcome) {
		end = -1
	}
	r.tell("turn "+e.outcome, e.task, end)
}

// event takes an event of a run.
func (r *lineReader) event(e *laterLine) {
	switch e.event {
	case "run_start":
		r.outcome, r.ended, r.reason = "", false, mark{}
		r.tell(e.event, r.wish, 0)
	case "tool_execute":
		r.tools++
		if e.status != "" && e.status != "ok" {
			r.failed++
		}
	case "planner_error":
		r.planner.again(r.mark(e.reason))
		r.tell(e.event, e.reason, 0)
	case "ultra_phase_failed":
		r.reason.again(r.mark(e.reason))
		r.tell(e.event, e.reason, -1)
	case "loop_stop":
		r.tell(e.event, e.reason, 0)
	case "run_stop":
		r.outcome, r.ended = e.end(), true
		r.outAt = r.mark("run_stop " + r.outcome)
		if e.reason != "" && !finishedWord(r.outcome) {
			r.reason.again(r.mark(e.reason))
		}
		end := 1
		if !finishedWord(r.outcome) {
			end = -1
		}
		r.tell(e.event, or(e.reason, r.outcome), end)
	}
}

func (r *lineReader) tell(name, text string, end int) {
	if r.note != nil {
		r.note(happening{name: name, text: text, at: r.last, line: r.line, end: end})
	}
}

// laterLine is one line of either record.
type laterLine struct {
	at                                           time.Time
	event, outcome, task, model, session, cwd    string
	status, reason, completion, taskStatus, kind string
	ok, okKnown                                  bool
	tools, changed, stalled                      int
}

func (e *laterLine) read(line []byte) bool {
	s := newSkim(bytes.NewReader(line))
	s.object(func(key string) {
		switch key {
		case "event":
			e.event = s.text(80)
		case "ts_ms":
			e.at = milliseconds(s)
		case "final_outcome":
			e.outcome = s.text(80)
		case "task", "action":
			e.task = s.text(maxPrompt)
		case "model":
			e.model = s.text(128)
		case "session_id", "run_id":
			e.session = s.text(128)
		case "workspace_root":
			e.cwd = s.text(1024)
		case "status":
			e.status = s.text(80)
		case "completion_status":
			e.completion = s.text(80)
		case "task_status":
			e.taskStatus = s.text(80)
		case "failure_kind":
			e.kind = s.text(80)
		case "reason", "stop_reason", "planner_error_message":
			if t := s.text(maxReason); t != "" {
				e.reason = t
			}
		case "ok":
			e.okKnown = s.peek() != 'n'
			e.ok = s.yes()
		case "tool_calls":
			s.array(func() { e.tools++; s.skip() })
		case "changed_file_classes":
			e.changed = 0
			s.object(func(string) {
				if n := whole(s); n != nil {
					e.changed += *n
				}
			})
		case "anvil_score":
			s.object(func(key string) {
				if n := 0; key == "consecutive_no_progress_turns" {
					if p := whole(s); p != nil {
						n = *p
					}
					e.stalled = n
					return
				}
				s.skip()
			})
		default:
			s.skip()
		}
	})
	return s.err == nil
}

// end is the word for how a run ended: what its task came to, unless that says
// nothing. A run that exited well and did not complete keeps both words.
func (e *laterLine) end() string {
	word := or(e.taskStatus, e.completion, e.status)
	switch {
	case word == "" && e.okKnown && e.ok:
		word = "completed"
	case word == "":
		word = "failed"
	case e.ok && !finishedWord(word):
		word += ", exit 0"
	case e.ok && e.completion != "" && !finishedWord(e.completion):
		word = e.completion + ", exit 0"
	}
	return word
}

// finishedWord reports whether a word of a later build says that all is done.
func finishedWord(word string) bool {
	switch strings.ToLower(word) {
	case "done", "complete", "completed", "ok", "success", "succeeded", "passed", "full_success":
		return true
	}
	return false
}

func or(words ...string) string {
	for _, w := range words {
		if w != "" {
			return w
		}
	}
	return ""
}
