package taskplane

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
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
	reviews int         // calls of review_step that are over
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
	said, saidAt   string // its last message
	exit           string // the type of the event that ended it
	exitCode       *int   // nil: unknown
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
	runlog.Value
	payload runlog.Value // of an event of an agent
	kind    string
	role    string // of an agent
	from    string // of a message
	at      time.Time
	where   string
}

// Line reads one line; one that is not whole is passed over.
func (l *eventLog) Line(line tail.Line) {
	d := runlog.Parse(line.Text)
	defer d.Release()
	if !d.Complete || d.Kind() != '{' {
		return
	}
	e := event{
		Value: d.Value, payload: d.Get("payload"), kind: d.First("type", "action").Name(), role: d.Get("role").Name(), from: d.Get("from").Name(),
		at: timeOf(d.First("ts", "timestamp")), where: fmt.Sprintf("%s:%d", l.name, line.Number),
	}
	t := l.find(&e)
	if t == nil {
		return
	}
	if e.at.After(t.last) {
		t.last = e.at
	}
	if e.role == "worker" {
		t.work(&e)
	}
	if e.from == supervisorName && e.kind == "message_sent" && e.at.After(t.steered) {
		t.steered = e.at
	}
	if !quietEvents[e.kind] {
		t.events.Add(model.Event{Where: e.where, Name: e.kind, Note: e.note(), At: e.at, Actor: cmp.Or(e.from, e.role)})
	}
}

// Peek does not read a line that has not ended: half an event is none.
func (l *eventLog) Peek(tail.Line) *eventLog { return l }

// find returns what is known of the task, or of the agent, that an event is about. An
// agent's event without a task is about the one that it had before.
func (l *eventLog) find(e *event) *taskLog {
	name := e.Get("taskId").Name()
	switch {
	case e.from == supervisorName:
		name = mailOf(e.Get("to").Name())
	case e.from != "":
		name = mailOf(e.from)
	case e.role != "":
		name = cmp.Or(name, l.task)
		l.task = name
	}
	if t := l.tasks[name]; t != nil || name == "" || len(l.tasks) >= maxTasks {
		return t
	}
	l.tasks[name] = &taskLog{}
	return l.tasks[name]
}

// timeOf reads a time as text, or in milliseconds.
func timeOf(v runlog.Value) (at time.Time) {
	if text := v.Text(); text != nil {
		at, _, _ = runlog.ParseStamp(text)
		return at
	}
	at, _ = runlog.ParseNumber(v.Scalar())
	return at
}

// Bounds of the names in a log.
const (
	maxTasks = 2000
	maxName  = 200
)

const supervisorName = "supervisor"

// mailOf is the name under which a log keeps the messages of an agent.
func mailOf(agent string) string { return "mail/" + agent }

// quietEvents are those that are not shown one by one.
var quietEvents = map[string]bool{"context_usage": true, "tool_result": true, "prompt_sent": true}

// note is what an event says in a line.
func (e *event) note() string {
	p := e.payload
	if tool := p.Get("tool").Name(); tool != "" {
		return strings.TrimSpace(tool + " " + p.First("argsPreview", "path").Decode(maxField))
	}
	if said := p.First("text", "content", "error", "assistantMessage", "reason").Decode(maxField); said != "" {
		return said
	}
	return e.First("contentPreview", "reason", "detail", "error", "outcome", "pattern", "context").Decode(maxField)
}

// work follows what a worker does.
func (t *taskLog) work(e *event) {
	p := e.payload
	if e.kind == "agent_started" || t.count == 0 {
		t.count++
		if len(t.runs) == maxIterations {
			t.runs = slices.Clone(t.runs[maxIterations/2:])
		}
		t.runs = append(t.runs, iteration{number: t.count, from: e.where, started: e.at, model: p.Get("model").Name()})
	}
	r := &t.runs[len(t.runs)-1]
	if e.at.After(r.last) {
		r.last = e.at
	}
	switch e.kind {
	case "prompt_sent":
		if _, rest, found := strings.Cut(p.Get("text").Decode(maxField), "Iteration: "); found {
			r.number = leadingNumber(rest, r.number)
		}
	case "assistant_message":
		r.said, r.saidAt = p.Get("text").Decode(maxField), e.where
	case "exit_intercepted":
		r.intercepted = e.at
	case "tool_result":
		if p.Get("tool").Name() == "review_step" {
			t.reviews++
		}
	case "tool_call":
		r.calls++
		tool, args := p.Get("tool").Name(), p.First("path", "argsPreview").Decode(maxField)
		switch {
		case tool == "bash":
			if !runlog.WritesNothing(p.Get("argsPreview").Decode(maxField)) {
				r.commands++
			}
		case !readers[tool] && path.Base(args) != "STATUS.md": // that is only its account
			r.edits++
		}
	case "agent_exited", "agent_killed", "agent_timeout", "agent_crashed":
		r.ended, r.exit = e.at, e.kind
		if n, err := strconv.Atoi(string(p.Get("exitCode").Scalar())); err == nil {
			r.exitCode = &n
		}
	}
}

// readers are the tools of pi, and of Taskplane, that change nothing.
var readers = map[string]bool{
	"read": true, "grep": true, "find": true, "ls": true, "glob": true, "review_step": true, "notify_supervisor": true, "escalate_to_supervisor": true,
	"request_segment_expansion": true,
}
