package taskplane

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/logsource"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// eventLog reads a log of events: of an agent, of the supervisor, of the mailbox. One
// of an agent goes on over all iterations and all tasks of its lane (agent-host.ts).
type eventLog struct {
	name  string // for evidence
	tasks map[string]*taskLog
	task  string // of the newest event
}

// taskLog is what a log tells of one task, or one agent of the mailbox.
type taskLog struct {
	events  logsource.Newest
	runs    []iteration // the newest ones
	count   int         // of all
	last    time.Time   // of the newest event
	reviews int         // calls of review_step in all iterations
	steered time.Time   // when the supervisor last sent it a message
}

// iteration is one run of a worker on a task.
type iteration struct {
	number         int    // as the prompt says; else counted
	from           string // where it begins
	model          string
	started, ended time.Time
	last           time.Time // of its newest event
	calls          int
	edits          int    // of files other than STATUS.md
	commands       int    // that may have changed something
	reviews        int    // calls of review_step
	retries        int    // of the provider
	said, saidAt   string // its last message
	exit           string // the type of the event that ended it
	exitCode       number
	intercepted    time.Time
}

// maxIterations bounds the iterations that are kept: Taskplane gives up after 20.
const maxIterations = 64

func newEventLog(rel string) *eventLog {
	name := path.Base(rel)
	if dir := path.Base(path.Dir(rel)); dir != "." {
		name = dir + "/" + name
	}
	return &eventLog{name: name, tasks: map[string]*taskLog{}}
}

// event is one line of any of the logs.
type event struct {
	TS, Timestamp                           moment
	Type, Action, TaskID, Role              word
	From, To, MessageType, ContentPreview   word // of the mailbox
	Reason, Pattern, Outcome, Result, Error word // of the supervisor
	Detail, Context                         word
	Payload                                 payload
}

// payload is what an event of an agent carries.
type payload struct {
	Text, Tool, Path, ArgsPreview, Content, Model word
	Action, Reason, Error, AssistantMessage       word
	ExitCode                                      number
}

// Line reads one line; one that is not whole is passed over.
func (l *eventLog) Line(line tail.Line) {
	var e event
	var odd *json.UnmarshalTypeError
	if err := json.Unmarshal(line.Text, &e); err != nil && !errors.As(err, &odd) {
		return
	}
	where := fmt.Sprintf("%s:%d", l.name, line.Number)
	at := e.TS.Time
	if at.IsZero() {
		at = e.Timestamp.Time
	}
	name := string(e.TaskID)
	switch {
	case e.From == supervisorName:
		name = mailOf(string(e.To))
	case e.From != "":
		name = mailOf(string(e.From))
	case name == "" && e.Role != "":
		name = l.task
	}
	if name == "" || len(name) > maxName {
		return
	}
	t := l.tasks[name]
	if t == nil {
		if len(l.tasks) >= maxTasks {
			return
		}
		t = &taskLog{}
		l.tasks[name] = t
	}
	if e.Role != "" {
		l.task = name
	}
	if at.After(t.last) {
		t.last = at
	}
	if e.Role == "worker" {
		t.work(&e, at, where)
	}
	if e.From == supervisorName && e.Type == "message_sent" && at.After(t.steered) {
		t.steered = at
	}
	if shown := cmp.Or(e.Type, e.Action); !quietEvents[shown] {
		t.events.Add(model.Event{Where: where, Name: strings.Clone(string(shown)), Note: e.note(), At: at, Actor: strings.Clone(string(cmp.Or(e.From, e.Role)))})
	}
}

// Peek does not read a line that has not ended: half an event is none.
func (l *eventLog) Peek(tail.Line) *eventLog { return l }

// Bounds of the names in a log.
const (
	maxTasks = 2000
	maxName  = 200
)

const supervisorName = "supervisor"

// mailOf is the name under which a log keeps the messages of an agent.
func mailOf(agent string) string { return "mail/" + agent }

// quietEvents are those that are not shown one by one.
var quietEvents = map[word]bool{"context_usage": true, "tool_result": true, "prompt_sent": true}

// note is what an event says in a line.
func (e *event) note() string {
	p := &e.Payload
	if p.Tool != "" {
		return strings.TrimSpace(string(p.Tool + " " + cmp.Or(p.ArgsPreview, p.Path)))
	}
	said := cmp.Or(p.Text, p.Content, p.Error, p.AssistantMessage, p.Reason, e.ContentPreview, e.Reason, e.Detail, e.Error, e.Outcome, e.Pattern, e.Context)
	return runlog.Cut(string(said), maxField)
}

// work follows what a worker does.
func (t *taskLog) work(e *event, at time.Time, where string) {
	if e.Type == "agent_started" || t.count == 0 {
		t.count++
		if len(t.runs) == maxIterations {
			t.runs = slices.Clone(t.runs[maxIterations/2:])
		}
		t.runs = append(t.runs, iteration{number: t.count, from: where, started: at, model: strings.Clone(string(e.Payload.Model))})
	}
	r, p := &t.runs[len(t.runs)-1], &e.Payload
	if at.After(r.last) {
		r.last = at
	}
	switch e.Type {
	case "prompt_sent":
		if _, rest, found := strings.Cut(string(p.Text), "Iteration: "); found {
			r.number = leadingNumber(rest, r.number)
		}
	case "assistant_message":
		r.said, r.saidAt = strings.Clone(runlog.Cut(string(p.Text), maxField)), where
	case "retry_started":
		r.retries++
	case "exit_intercepted":
		r.intercepted = at
	case "tool_call":
		r.calls++
		switch {
		case p.Tool == "review_step":
			r.reviews++
			t.reviews++
		case p.Tool == "bash":
			if !runlog.WritesNothing(string(p.ArgsPreview)) {
				r.commands++
			}
		case p.changes():
			r.edits++
		}
	case "agent_exited", "agent_killed", "agent_timeout", "agent_crashed":
		r.ended, r.exit, r.exitCode = at, strings.Clone(string(e.Type)), p.ExitCode
	}
}

// readers are the tools of pi that change nothing.
var readers = map[word]bool{
	"read": true, "grep": true, "find": true, "ls": true, "glob": true, "review_step": true, "notify_supervisor": true,
	"escalate_to_supervisor": true, "request_segment_expansion": true,
}

// changes reports whether a call of a tool changed something of the work. STATUS.md is
// only its account.
func (p *payload) changes() bool {
	return !readers[p.Tool] && path.Base(string(cmp.Or(p.Path, p.ArgsPreview))) != "STATUS.md"
}

// productive reports whether an iteration may have moved the work on.
func (r *iteration) productive() bool { return r.edits+r.commands > 0 }

// over reports whether an iteration has ended.
func (r *iteration) over() bool { return r.exit != "" }
