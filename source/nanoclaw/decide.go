package nanoclaw

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// situation is what the actions on a row depend on. A list fills it from what it read,
// a plan from its transaction.
type situation struct {
	id, kind, status string
	repeats          bool   // it carries the schedule of its series
	ack              string // what its container says of it; empty: nothing
	fires            time.Time
	others           []occurrence // that wait in its series
	facts            *facts       // nil: v2.db does not know its session
	now              time.Time    // when it was read
	size             int64        // bytes of its row
	draft            *draft       // for a plan only
}

// occurrence is another row of the series that waits.
type occurrence struct {
	id      string
	repeats bool
	ended   bool // its container is through with it
}

// draft is what a plan's rows are written from.
type draft struct {
	sqlsource.Tables                // of inbound.db
	row              map[string]any // the row, whole
	seq              int64          // the greatest number
	added            string         // the id of a new row
}

// verb is one action.
type verb struct {
	action  model.ActionName
	allowed []string // the statuses in which it may be possible
	// reasons say why not in other statuses, and under "" in those that are not named.
	reasons map[string]string
	work    func(*effect)
}

// effect is an action on one row as it is worked out.
type effect struct {
	sqlsource.Decision
	*situation
}

const (
	untilClaimed = "until a container claims it"
	untilMoved   = "until a container claims it or anything else changes it"
	onlyPaused   = "it is {status} and not paused"
	onlySeries   = "NanoClaw does that to a whole series: ask its agent, or use its own command where it has one"
)

// verbs are the actions in the order in which they are listed. NanoClaw never works
// on a row again that has any acknowledgement, and sets it back at its next sweep
// (container/agent-runner/src/db/messages-in.ts, getPendingMessages; src/db/session-db.ts,
// syncProcessingAcks): what is to be done again is a new row.
var verbs = []verb{
	{
		action: model.ActionRequeue, allowed: []string{stCompleted, stFailed, stCancelled},
		reasons: map[string]string{stPending: "{waits}", stPaused: "it is paused: resume it"}, work: (*effect).requeue,
	},
	{
		action: model.ActionRevive, allowed: []string{stFailed},
		reasons: map[string]string{"": "it is {status}: only a failed run that kept its schedule has to be revived"}, work: (*effect).revive,
	},
	{action: model.ActionResume, allowed: []string{stPaused}, reasons: map[string]string{"": onlyPaused}, work: (*effect).resume},
	{
		action: model.ActionRunNow, allowed: []string{stPending, stPaused},
		reasons: map[string]string{"": "it is {status}: requeue it"}, work: (*effect).runNow,
	},
	{action: model.ActionUnblock, reasons: map[string]string{"": onlyPaused}},
	{
		action: model.ActionReclaim, allowed: []string{stPending}, work: (*effect).reclaim,
		reasons: map[string]string{"": "it is {status}: no container has it"},
	},
	{action: model.ActionHold, reasons: map[string]string{"": onlySeries}},
	{action: model.ActionCancel, reasons: map[string]string{"": onlySeries}},
}

// commands are NanoClaw's own, in releases that have them.
var commands = map[model.ActionName]string{
	model.ActionRequeue: "run", model.ActionRunNow: "run", model.ActionResume: "resume", model.ActionUnblock: "resume",
	model.ActionHold: "pause", model.ActionCancel: "cancel",
}

// statuses are those of messages_in.
var statuses = []string{stPending, stPaused, stCompleted, stFailed, stCancelled}

// offered are the actions on a session's rows.
func offered() (names []model.ActionName) {
	for _, v := range verbs {
		names = append(names, v.action)
	}
	return names
}

// Decide works an action out. What is paused is unblocked by being resumed, and a
// series that died of a failed run is queued again by being revived.
func (n *situation) Decide(r source.Request) sqlsource.Decision {
	e := &effect{situation: n}
	e.Action = r.Action
	switch {
	case r.Action == model.ActionUnblock && n.status == stPaused:
		e.Action = model.ActionResume
	case r.Action == model.ActionRequeue && n.status == stFailed && n.repeats && len(n.others) == 0:
		e.Action = model.ActionRevive
	}
	i := slices.IndexFunc(verbs, func(v verb) bool { return v.action == e.Action })
	switch {
	case i < 0:
		return sqlsource.Refuse("NanoClaw has no %s", r.Action)
	case n.kind != "task":
		return sqlsource.Refuse("it is a message and no task")
	case !slices.Contains(statuses, n.status):
		return sqlsource.Refuse("its status %q is unknown to this notdone: nothing is done to it", n.status)
	}
	v := &verbs[i]
	e.owners(e.Action)
	if !slices.Contains(v.allowed, n.status) {
		why := cmp.Or(v.reasons[n.status], v.reasons[""])
		e.refuse("%s", strings.NewReplacer("{status}", n.status, "{waits}", n.waits()).Replace(why))
	} else {
		v.work(e)
	}
	if r.Answer != "" && e.Refused == "" {
		e.refuse("%s has no place for an answer: give it as a reason", e.Action)
	}
	return e.Decision
}

func (e *effect) refuse(format string, args ...any) { e.Refused = fmt.Sprintf(format, args...) }

func (e *effect) guard(format string, args ...any) {
	e.Guards = append(e.Guards, fmt.Sprintf(format, args...))
}

func (e *effect) then(format string, args ...any) {
	e.Effects = append(e.Effects, fmt.Sprintf(format, args...))
}

// waits says in what way a pending row waits.
func (n *situation) waits() string {
	switch {
	case n.ack == ackProcessing:
		return "a container has claimed it"
	case n.ack != "":
		return "its container has acknowledged it, which its host records at its next sweep"
	case n.fires.After(n.now):
		return "it is scheduled: run-now adds a run before"
	}
	return "it is queued already: its host starts it at its next sweep"
}

// retry is a run of the same series, beside its schedule, that waits or is under way;
// empty: there is none.
func (n *situation) retry() string {
	for _, o := range n.others {
		if !o.repeats && !o.ended {
			return o.id
		}
	}
	return ""
}

// begins refuses what would start a run where NanoClaw would not start it.
func (e *effect) begins() {
	retry := e.retry()
	switch {
	case e.facts == nil:
		e.refuse("v2.db does not know its session: nobody runs it")
	case e.facts.closed():
		e.refuse("its session is closed: no sweep of the host looks at it")
	case len(e.facts.Asks) > 0:
		e.refuse("its session waits for a person first: %s", e.facts.Asks[0].What)
	case retry != "":
		e.refuse("another run of it waits or is under way: %s", retry)
	}
}

// requeue adds a new run to the series and leaves its schedule alone.
func (e *effect) requeue() {
	if e.begins(); e.Refused != "" || e.draft == nil {
		return
	}
	if e.repeats {
		e.then("the schedule stays with the row that has it")
	}
	e.run(nil)
}

// runNow is a requeue of a row that waits.
func (e *effect) runNow() {
	switch {
	case e.status == stPending && (e.ack != "" || !e.fires.After(e.now)):
		e.refuse("%s", e.waits())
	default:
		e.begins()
	}
	if e.Refused != "" || e.draft == nil {
		return
	}
	e.run(nil)
	if e.status == stPaused {
		e.then("it stays paused itself")
	} else {
		e.then("it runs at its own time as well")
	}
}

// revive adds the next run of a series that died with its last one, and hands the
// schedule on. In the row that failed it would be armed a second time by a host that
// does so (src/modules/scheduling/recurrence.ts, handleRecurrence).
func (e *effect) revive() {
	switch {
	case !e.repeats:
		e.refuse("it has no schedule: requeue it")
	case len(e.others) > 0:
		e.refuse("its series goes on: %s waits", e.others[0].id)
	default:
		e.begins()
	}
	if e.Refused != "" || e.draft == nil {
		return
	}
	e.run(e.draft.row["recurrence"])
	e.Undo = untilMoved
	e.Writes = append(e.Writes, e.draft.update(e.id, sqlsource.Set("recurrence", nil)))
	e.guard("no other row of its series waits")
	e.then("the new row carries the schedule on: the run after it comes at the next time of %s", sqlsource.Text(e.draft.row["recurrence"]))
}

// resume lets a paused row go on (src/modules/scheduling/db.ts, resumeTask).
func (e *effect) resume() {
	switch {
	case e.facts == nil:
		e.refuse("v2.db does not know its session: nobody runs it")
	case e.facts.closed():
		e.refuse("its session is closed: no sweep of the host looks at it")
	}
	if e.Refused != "" || e.draft == nil {
		return
	}
	e.Now, e.Undo = stPending, untilMoved
	e.Writes = []sqlitedb.Write{e.draft.update(e.id, sqlsource.Set("status", stPending))}
	e.guard("it still is paused")
	e.guard("its session is still open")
	if e.fires.After(e.now) {
		e.then("it runs at its own time")
		return
	}
	e.then("its time has passed: it runs at once")
	e.pickedUp()
}

// reclaim is for the host alone: its claims are in a file that the container owns.
func (e *effect) reclaim() {
	e.refuse("only its host takes a claim back, at its next sweep after the container has ended")
	if e.ack != ackProcessing {
		e.refuse("no container has it")
	} else if e.facts != nil && isOption(e.facts.AgentGroup) {
		e.Command = e.facts.restart()
	}
}

// run adds a row like this one, due at once.
func (e *effect) run(recurrence any) {
	e.Now, e.Adds, e.Undo = e.status, e.draft.added, untilClaimed
	e.Writes = []sqlitedb.Write{e.draft.insert(e.id, e.now, recurrence)}
	e.guard("it still is %s, and no column of it was changed", e.status)
	e.guard("its session is still open and waits for nobody")
	e.guard("no other run of it waits or is under way")
	e.pickedUp()
}

// pickedUp says when the container learns of it, and what it is worth if it says at once that
// it is done: a task that comes while a conversation is open is pushed into it and
// acknowledged before any work (container/agent-runner/src/poll-loop.ts).
func (e *effect) pickedUp() {
	if e.facts.Container != "running" {
		e.then("it is picked up at the next sweep of the host, within 60 s, which starts a container")
		return
	}
	e.then("it is picked up within 1 s by the container, which is recorded as running; if it does not run, at the next sweep, within 60 s")
	e.then("the container is warm: that it acknowledges the task at once proves nothing, only an output after it does")
	if isOption(e.facts.AgentGroup) {
		e.then("for a turn of its own, end the container first: %s", strings.Join(e.facts.restart(), " "))
	}
}

// restart is the command that ends the container of a session's agent.
func (f *facts) restart() []string { return []string{"ncl", "groups", "restart", "--id", f.AgentGroup} }

// isOption reports whether an id can stand in a command: it is hostile.
func isOption(id string) bool { return id != "" && !strings.HasPrefix(id, "-") }

// taskThread begins the thread of a session that belongs to one series, in releases
// after 2.1.54, whose ncl has commands for tasks.
const taskThread = "system:tasks:"

func (f *facts) later() bool { return f != nil && strings.HasPrefix(f.Thread, taskThread) }

// owners names NanoClaw's own command.
func (e *effect) owners(action model.ActionName) {
	verb := commands[action]
	if verb == "" || !e.facts.later() {
		return
	}
	if series := strings.TrimPrefix(e.facts.Thread, taskThread); isOption(series) {
		e.Command = []string{"ncl", "tasks", verb, series}
	}
}

// Kind is nil for what is refused with words of its own.
func (n *situation) Kind() any {
	if len(n.others) > 0 || n.facts == nil || len(n.facts.Asks) > 0 {
		return nil
	}
	type kind struct {
		kind, status, ack    string
		repeats, far, closed bool
	}
	return kind{n.kind, n.status, n.ack, n.repeats, n.fires.After(n.now), n.facts.closed()}
}

// Size is how many bytes the row holds.
func (n *situation) Size() int64 { return n.size }

// Choose takes the id over that the plan has shown.
func (n *situation) Choose(planned sqlsource.Situation) {
	n.draft.added = planned.(*situation).draft.added
}
