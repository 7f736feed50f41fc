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
		end := 0
		if m.take != nil {
			end = m.take(r, &r.run, t)
		}
		if m.name != "" {
			r.tell(m.name, t.message, t.at, end)
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
// it. Take returns 1 where the run ended, -1 where it ended badly, and else 0.
type message struct {
	prefix, name string
	take         func(r *logReader, run *logRun, t traced) (end int)
}

// messages are the kinds of line that are known; the longer of two that begin
// alike is first.
var messages = []message{
	{"turn completed", "", takeTurn},
	{"plan item retired via checked marker", "plan item retired", takeRetired},
	{"plan item completed", "plan item completed", takeCompleted},
	{"plan item mutation failed", "plan item failed", takeItemFailed},
	{"plan update pipeline: appending items", "plan update", takeAppended},
	{"plan update pipeline", "plan update", takeUpdate},
	{"ANVIL_PLAN_UPDATE detected", "plan update", takeUpdate},
	{"ANVIL_PLAN_UPDATE on empty plan", "plan registered", takePlan},
	{"ANVIL_PLAN detected", "plan registered", takePlan},
	{"plan-aware final gate", "final gate", takeGate},
	{"Plan gate", "final gate", takeGate},
	{"late-stage closure mode", "loop", nil},
	{"stagnation detected", "stagnation", takeStagnation},
	{"stagnation escape hatch", "loop terminated", takeHatch},
	{"agentic loop terminated", "loop terminated", takeHatch},
	{"pre-exit repair turn", "repair turn", takeRepair},
	{"Max tool calls reached", "loop", nil},
	{"agentic loop completion classified", "classified", takeKind},
	{"session completed", "session completed", takeEnded},
	{"agent telemetry", "telemetry", takeTelemetry},
	{"anvil started with effective config", "started", takeStarted},
}

// takeStarted begins another run in the same log.
func takeStarted(r *logReader, run *logRun, t traced) int {
	if r.starts > 0 {
		*run = newLogRun()
	}
	r.starts++
	run.started, run.model = t.at, field(t.message, "model")
	return 0
}

func takeTurn(_ *logReader, run *logRun, t traced) int {
	run.turns++
	if n := count(t.message, "files_modified"); n > 0 {
		run.files = max(run.files, n)
	}
	return 0
}

func takePlan(_ *logReader, run *logRun, t traced) int {
	run.update, run.plan = nil, plan{}
	if b, sure := run.response.of(count(t.message, "items")); sure {
		run.plan.register(b.items)
	}
	run.response.blocks = nil
	return 0
}

func takeAppended(_ *logReader, run *logRun, _ traced) int {
	if b, _ := run.response.of(-1); b != nil {
		run.plan.add(b.items)
	}
	run.update = nil
	return 0
}

// takeUpdate takes a line that shows that the last update was taken in.
func takeUpdate(_ *logReader, run *logRun, _ traced) int {
	run.update = nil
	return 0
}

func takeRetired(_ *logReader, run *logRun, t traced) int {
	run.update = nil
	text := after(t.message, "description", "status")
	if len(run.retired) < maxItems {
		run.retired[runlog.Cut(text, maxItem)] = true
	}
	run.plan.finish(text)
	return 0
}

func takeCompleted(_ *logReader, run *logRun, t traced) int {
	run.plan.finish(after(t.message, "description", ""))
	return 0
}

func takeItemFailed(r *logReader, run *logRun, t traced) int {
	run.itemNo = field(t.message, "item")
	run.failures.again(r.mark(t.message, t.at))
	return 0
}

func takeGate(r *logReader, run *logRun, t traced) int {
	if strings.Contains(t.message, "suppressing") {
		next := after(t.message, "next", "pfrr")
		if next != "" || !run.gate.set() { // what names the item is the better evidence
			run.gate.again(r.mark(t.message, t.at))
		}
		run.next = cmp.Or(next, run.next)
	}
	return 0
}

func takeStagnation(r *logReader, run *logRun, t traced) int {
	run.stagnation.again(r.mark(t.message, t.at))
	return 0
}

func takeHatch(r *logReader, run *logRun, t traced) int {
	m := r.mark(t.message, t.at)
	run.hatch.again(m)
	if run.update != nil {
		run.update.hatch = m
	}
	return 0
}

func takeRepair(r *logReader, run *logRun, t traced) int {
	run.repair.again(r.mark(t.message, t.at))
	return 0
}

func takeKind(r *logReader, run *logRun, t traced) int {
	run.classified(r, t)
	if run.kind == kindPartial && run.update != nil && run.update.hatch.set() && run.finished < run.items {
		if run.update.items = run.stillOpen(run.update.items); len(run.update.items) > 0 {
			run.lost = run.update
		}
	}
	run.update = nil
	if complete(run.kind) {
		return 1
	}
	return -1
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

func takeEnded(_ *logReader, run *logRun, t traced) int {
	run.settle()
	run.ended = true
	run.tools = max(run.tools, count(t.message, "total_tool_calls"))
	run.files = max(run.files, count(t.message, "files_modified"))
	return 0
}

// takeTelemetry takes the counters of the end. Their kind of completion is the
// one that was classified before, where that line is there.
func takeTelemetry(r *logReader, run *logRun, t traced) int {
	if run.kind == "" {
		run.classified(r, t)
	}
	run.ended = true
	return 0
}
