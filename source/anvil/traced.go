package anvil

import (
	"strings"
	"time"
)

// traced takes a line of tracing. Messages that are not known here change
// nothing but the time; in particular they do not end what the model writes.
func (r *logReader) traced(t traced) {
	r.traces++
	r.run.loopTime(r, t.at)
	for i := range messages {
		m := &messages[i]
		if !strings.HasPrefix(t.message, m.prefix) {
			continue
		}
		if !m.during {
			r.closing()
		}
		m.take(r, &r.run, t)
		return
	}
}

func (run *logRun) loopTime(r *logReader, at time.Time) {
	if r.first.IsZero() {
		r.first = at
	}
	if at.After(r.last) {
		r.last = at
	}
	if run.started.IsZero() {
		run.started = at
	}
}

// message is one kind of tracing line, by how its text begins (anvil agentic.rs,
// execution_plan.rs and contracts). The longer of two that begin alike is first.
type message struct {
	prefix string
	during bool // it may come while the model is still writing
	take   func(r *logReader, run *logRun, t traced)
}

var messages = []message{
	{"turn completed", false, takeTurn},
	{"plan item retired via checked marker", false, takeRetired},
	{"plan item completed", false, takeCompleted},
	{"plan item mutation failed", false, takeItemFailed},
	{"plan update pipeline: appending items", false, takeAppended},
	{"plan update pipeline", false, takeUpdate},
	{"ANVIL_PLAN_UPDATE detected", false, takeUpdate},
	{"ANVIL_PLAN_UPDATE on empty plan", false, takePlan},
	{"ANVIL_PLAN detected", false, takePlan},
	{"plan-aware final gate", false, takeGate},
	{"Plan gate", false, takeGate},
	{"late-stage closure mode", false, takeSeen},
	{"stagnation detected", false, takeStagnation},
	{"stagnation escape hatch", false, takeHatch},
	{"agentic loop terminated", false, takeHatch},
	{"pre-exit repair turn", false, takeRepair},
	{"Max tool calls reached", false, takeSeen},
	{"agentic loop completion classified", false, takeKind},
	{"session completed", false, takeEnded},
	{"agent telemetry", false, takeTelemetry},
	{"anvil started with effective config", false, takeStarted},
}

func takeStarted(r *logReader, _ *logRun, t traced) {
	r.begin()
	r.run.started = t.at
	r.run.model = field(t.message, "model")
	r.tell("started", t.message, t.at, 0)
}

func takeTurn(_ *logReader, run *logRun, t traced) {
	run.turns++
	if n := count(t.message, "files_modified"); n > 0 {
		run.files = max(run.files, n)
	}
}

func takePlan(r *logReader, run *logRun, t traced) {
	run.update = nil
	run.plan = plan{}
	if b, sure := run.response.of(count(t.message, "items")); sure {
		run.plan.register(b.items)
	}
	run.response.blocks = nil
	r.tell("plan registered", t.message, t.at, 0)
}

func takeAppended(r *logReader, run *logRun, t traced) {
	if b, _ := run.response.of(-1); b != nil {
		run.plan.add(b.items)
	}
	takeUpdate(r, run, t)
}

// takeUpdate takes a line that shows that the last update was taken in.
func takeUpdate(r *logReader, run *logRun, t traced) {
	run.update = nil
	r.tell("plan update", t.message, t.at, 0)
}

func takeRetired(r *logReader, run *logRun, t traced) {
	run.update = nil
	text := after(t.message, "description", "status")
	if len(run.retired) < maxItems {
		run.retired[keepText([]byte(text), maxItem)] = true
	}
	run.plan.finish(text)
	r.tell("plan item retired", text, t.at, 0)
}

func takeCompleted(r *logReader, run *logRun, t traced) {
	run.mutated++
	text := after(t.message, "description", "")
	run.plan.finish(text)
	r.tell("plan item completed", text, t.at, 0)
}

func takeItemFailed(r *logReader, run *logRun, t traced) {
	run.itemNo = field(t.message, "item")
	run.failures.again(r.mark(t.message, t.at))
	r.tell("plan item failed", t.message, t.at, 0)
}

func takeGate(r *logReader, run *logRun, t traced) {
	if strings.Contains(t.message, "suppressing") {
		next := after(t.message, "next", "pfrr")
		if next != "" || !run.gate.set() { // what names the item is the better evidence
			run.gate.again(r.mark(t.message, t.at))
		}
		run.next = or(next, run.next)
	}
	r.tell("final gate", t.message, t.at, 0)
}

func takeSeen(r *logReader, _ *logRun, t traced) { r.tell("loop", t.message, t.at, 0) }

func takeStagnation(r *logReader, run *logRun, t traced) {
	m := r.mark(t.message, t.at)
	run.stagnation.again(m)
	if strings.Contains(t.message, "forced_mode_active=true") {
		run.forced.again(m)
	}
	r.tell("stagnation", t.message, t.at, 0)
}

func takeHatch(r *logReader, run *logRun, t traced) {
	m := r.mark(t.message, t.at)
	run.hatch.again(m)
	if run.update != nil {
		run.update.hatch = m
	}
	r.tell("loop terminated", t.message, t.at, 0)
}

func takeRepair(r *logReader, run *logRun, t traced) {
	run.repair.again(r.mark(t.message, t.at))
	r.tell("repair turn", t.message, t.at, 0)
}

func takeKind(r *logReader, run *logRun, t traced) {
	run.classified(r, t)
	if run.kind == kindPartial && run.update != nil && run.update.hatch.set() && run.finished < run.items {
		if run.update.items = run.stillOpen(run.update.items); len(run.update.items) > 0 {
			run.lost = run.update
		}
	}
	run.update, run.loop.calls = nil, nil // nothing is called any more
	end := 1
	if !complete(run.kind) {
		end = -1
	}
	r.tell("classified "+run.kind, t.message, t.at, end)
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

func takeEnded(r *logReader, run *logRun, t traced) {
	run.settle()
	run.ended = true
	if n := count(t.message, "total_tool_calls"); n >= 0 {
		run.tools = max(run.tools, n)
	}
	if n := count(t.message, "files_modified"); n >= 0 {
		run.files = max(run.files, n)
	}
	r.tell("session completed", t.message, t.at, 0)
}

// takeTelemetry takes the counters of the end. Their kind of completion is the
// one that was classified before, where that line is there.
func takeTelemetry(r *logReader, run *logRun, t traced) {
	if run.kind == "" {
		run.classified(r, t)
	}
	run.ended = true
	r.tell("telemetry", t.message, t.at, 0)
}
