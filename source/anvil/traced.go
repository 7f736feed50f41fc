package anvil

import (
	"cmp"
	"strings"
	"time"

	"notdone/source/runlog"
)

// traced takes a line of tracing. Messages that are not known here change
// nothing but the time; in particular they do not end what the model writes.
func (r *logReader) traced(t traced) {
	r.traces++
	r.noteTime(t.at)
	for i := range messages {
		m := &messages[i]
		if !strings.HasPrefix(t.message, m.prefix) {
			continue
		}
		r.closing()
		if m.take != nil {
			m.take(r, &r.run, t)
		}
		if m.name != "" {
			r.tell(m.name, t.message, t.at, m.ends && complete(r.run.kind), m.ends && !complete(r.run.kind))
		}
		return
	}
}

func (r *logReader) noteTime(at time.Time) {
	if at.After(r.last) {
		r.last = at
	}
	if r.run.started.IsZero() {
		r.run.started = at
	}
}

// message is one kind of tracing line, by how its text begins (anvil agentic.rs,
// execution_plan.rs and contracts), and the name under which the timeline shows
// it. With one that ends, the run has ended, well if its plan is complete.
type message struct {
	prefix, name string
	take         func(r *logReader, run *logRun, t traced)
	ends         bool
}

// messages are the kinds of line that are known; the longer of two that begin
// alike is first.
var messages = []message{
	{"turn completed", "", takeTurn, false},
	{"plan item retired via checked marker", "plan item retired", takeRetired, false},
	{"plan item completed", "plan item completed", takeCompleted, false},
	{"plan item mutation failed", "plan item failed", takeItemFailed, false},
	{"plan update pipeline: appending items", "plan update", takeAppended, false},
	{"plan update pipeline", "plan update", takeUpdate, false},
	{"ANVIL_PLAN_UPDATE detected", "plan update", takeUpdate, false},
	{"ANVIL_PLAN_UPDATE on empty plan", "plan registered", takePlan, false},
	{"ANVIL_PLAN detected", "plan registered", takePlan, false},
	{"plan-aware final gate", "final gate", takeGate, false},
	{"Plan gate", "final gate", takeGate, false},
	{"late-stage closure mode", "loop", nil, false},
	{"stagnation detected", "stagnation", takeStagnation, false},
	{"stagnation escape hatch", "loop terminated", takeHatch, false},
	{"agentic loop terminated", "loop terminated", takeHatch, false},
	{"pre-exit repair turn", "repair turn", takeRepair, false},
	{"Max tool calls reached", "loop", nil, false},
	{"agentic loop completion classified", "classified", takeKind, true},
	{"session completed", "session completed", takeEnded, false},
	{"agent telemetry", "telemetry", takeTelemetry, false},
	{"anvil started with effective config", "started", takeStarted, false},
}

// takeStarted begins another run in the same log.
func takeStarted(r *logReader, run *logRun, t traced) {
	if r.starts > 0 {
		*run = newLogRun()
	}
	r.starts++
	run.started, run.model = t.at, field(t.message, "model")
}

func takeTurn(_ *logReader, run *logRun, t traced) {
	run.turns++
	if n := count(t.message, "files_modified"); n > 0 {
		run.files = max(run.files, n)
	}
}

func takePlan(_ *logReader, run *logRun, t traced) {
	run.update, run.plan = nil, plan{}
	if b, sure := run.response.of(count(t.message, "items")); sure {
		run.plan.register(b.items)
	}
	run.response.blocks = nil
}

func takeAppended(_ *logReader, run *logRun, _ traced) {
	if b, _ := run.response.of(-1); b != nil {
		run.plan.add(b.items)
	}
	run.update = nil
}

// takeUpdate takes a line that shows that the last update was taken in.
func takeUpdate(_ *logReader, run *logRun, _ traced) { run.update = nil }

func takeRetired(_ *logReader, run *logRun, t traced) {
	run.update = nil
	text := after(t.message, "description", "status")
	if len(run.retired) < maxItems {
		run.retired[runlog.Cut(text, maxItem)] = true
	}
	run.plan.finish(text)
}

func takeCompleted(_ *logReader, run *logRun, t traced) {
	run.plan.finish(after(t.message, "description", ""))
}

func takeItemFailed(r *logReader, run *logRun, t traced) {
	run.itemNo = field(t.message, "item")
	run.failures.again(r.mark(t.message, t.at))
}

func takeGate(r *logReader, run *logRun, t traced) {
	if strings.Contains(t.message, "suppressing") {
		next := after(t.message, "next", "pfrr")
		if next != "" || !run.gate.set() { // what names the item is the better evidence
			run.gate.again(r.mark(t.message, t.at))
		}
		run.next = cmp.Or(next, run.next)
	}
}

func takeStagnation(r *logReader, run *logRun, t traced) {
	run.stagnation.again(r.mark(t.message, t.at))
}

func takeHatch(r *logReader, run *logRun, t traced) {
	m := r.mark(t.message, t.at)
	run.hatch.again(m)
	if run.update != nil {
		run.update.hatch = m
	}
}

func takeRepair(r *logReader, run *logRun, t traced) {
	run.repair.again(r.mark(t.message, t.at))
}

func takeKind(r *logReader, run *logRun, t traced) {
	run.classified(r, t)
	if run.kind == kindPartial && run.update != nil && run.update.hatch.set() && run.finished < run.items {
		if run.update.items = run.stillOpen(run.update.items); len(run.update.items) > 0 {
			run.lost = run.update
		}
	}
	run.update = nil
}

// stillOpen are those of the items that can be open by what the runtime said
// last, where only one was left and it named it.
func (run *logRun) stillOpen(items []item) []item {
	if run.next == "" || run.items-run.finished != 1 {
		return items
	}
	for _, it := range items {
		if it.text == run.next || samePath(it.path(), pathOf(run.next)) {
			return []item{it}
		}
	}
	return items
}

func (run *logRun) classified(r *logReader, t traced) {
	run.settle()
	run.kind = field(t.message, "completion_kind")
	run.kindAt = r.mark(t.message, t.at)
	if n := count(t.message, "plan_items"); n >= 0 {
		run.items, run.finished = n, max(count(t.message, "plan_finished"), 0)
	}
}

func takeEnded(_ *logReader, run *logRun, t traced) {
	run.settle()
	run.ended = true
	run.tools = max(run.tools, count(t.message, "total_tool_calls"))
	run.files = max(run.files, count(t.message, "files_modified"))
}

// takeTelemetry takes the counters of the end. Their kind of completion is the
// one that was classified before, where that line is there.
func takeTelemetry(r *logReader, run *logRun, t traced) {
	if run.kind == "" {
		run.classified(r, t)
	}
	run.ended = true
}
