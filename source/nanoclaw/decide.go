package nanoclaw

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// verb is one action.
type verb struct {
	action  model.ActionName
	allowed []string // the statuses in which it may be possible
	// reasons say why not in other statuses, and under "" in those that are not named.
	reasons map[string]string
	work    func(*effect)
	own     string // NanoClaw's own, a command of "ncl tasks" in releases after 2.1.54
}

// situation is what the actions on a row depend on.
type situation struct {
	*record
	session *session // for a plan only, as all that follows: what the new row is written from
	row     map[string]any
	seq     int64  // the greatest number
	added   string // the id of the new row
}

// situationOf is what the actions on a listed row depend on.
func situationOf(c *model.Case) sqlsource.Situation {
	if r, ok := c.Native.(*record); ok {
		return &situation{record: r}
	}
	return nil
}

// effect is an action on one row as it is worked out.
type effect struct {
	sqlsource.Decision
	*situation
}

const (
	untilClaimed = "until a container claims it"
	onlyPaused   = "it is {status} and not paused"
	onlySeries   = "NanoClaw does that to a whole series: ask its agent, or use its own command where it has one"
)

// verbs are the actions in the order in which they are listed. NanoClaw never works
// on a row again that has any acknowledgement, and sets it back at its next sweep
// (container/agent-runner/src/db/messages-in.ts, getPendingMessages; src/db/session-db.ts,
// syncProcessingAcks): what is to be done again is a new row.
var verbs = []verb{
	{
		action: model.ActionRequeue, allowed: []string{stCompleted, stFailed, stCancelled}, work: (*effect).requeue, own: "run",
		reasons: map[string]string{stPending: "{waits}", stPaused: "it is paused: resume it"},
	},
	{
		action: model.ActionRevive, allowed: []string{stFailed}, work: (*effect).revive,
		reasons: map[string]string{"": "it is {status}: only a failed run that kept its schedule has to be revived"},
	},
	{action: model.ActionResume, allowed: []string{stPaused}, work: (*effect).resume, own: "resume", reasons: map[string]string{"": onlyPaused}},
	{
		action: model.ActionRunNow, allowed: []string{stPending, stPaused}, work: (*effect).runNow, own: "run",
		reasons: map[string]string{"": "it is {status}: requeue it"},
	},
	{action: model.ActionUnblock, reasons: map[string]string{"": onlyPaused}},
	{
		action: model.ActionReclaim, allowed: []string{stPending}, work: (*effect).reclaim,
		reasons: map[string]string{"": "it is {status}: no container has it"},
	},
	{action: model.ActionHold, own: "pause", reasons: map[string]string{"": onlySeries}},
	{action: model.ActionCancel, own: "cancel", reasons: map[string]string{"": onlySeries}},
}

// offered are the actions on a session's rows.
func offered() (names []model.ActionName) {
	for _, v := range verbs {
		names = append(names, v.action)
	}
	return names
}

// statuses are those of messages_in.
var statuses = []string{stPending, stPaused, stCompleted, stFailed, stCancelled}

// Decide works an action out. What is paused is unblocked by being resumed, and a series
// that died of a failed run is queued again by being revived.
func (n *situation) Decide(q source.Request) sqlsource.Decision {
	e := &effect{situation: n}
	e.Action = q.Action
	switch {
	case q.Action == model.ActionUnblock && e.Status == stPaused:
		e.Action = model.ActionResume
	case q.Action == model.ActionRequeue && e.Status == stFailed && e.Recurrence != "" && len(e.others()) == 0:
		e.Action = model.ActionRevive
	}
	i := slices.IndexFunc(verbs, func(v verb) bool { return v.action == e.Action })
	switch {
	case i < 0:
		return sqlsource.Refuse("NanoClaw has no %s", q.Action)
	case e.record.Kind != "task":
		return sqlsource.Refuse("it is a message and no task")
	case !slices.Contains(statuses, e.Status):
		return sqlsource.Refuse("its status %q is unknown to this notdone: nothing is done to it", e.Status)
	}
	v, waits := &verbs[i], ""
	if e.Status == stPending {
		waits, _ = e.wait()
	}
	if series, ok := strings.CutPrefix(e.facts.Thread, taskThread); ok && v.own != "" {
		e.command("ncl", "tasks", v.own, series)
	}
	if slices.Contains(v.allowed, e.Status) {
		v.work(e)
	} else {
		why := cmp.Or(v.reasons[e.Status], v.reasons[""])
		e.refuse("%s", strings.NewReplacer("{status}", e.Status, "{waits}", waits).Replace(why))
	}
	if q.Answer != "" && e.Refused == "" {
		e.refuse("%s has no place for an answer: give it as a reason", e.Action)
	}
	return e.Decision
}

func (e *effect) refuse(format string, args ...any) { e.Refused = fmt.Sprintf(format, args...) }

func (e *effect) then(format string, args ...any) {
	e.Effects = append(e.Effects, fmt.Sprintf(format, args...))
}

// taskThread begins the thread of a session that belongs to one series, in releases
// after 2.1.54.
const taskThread = "system:tasks:"

// command names NanoClaw's own command, unless the id at its end is one that would be
// read as an option.
func (e *effect) command(argv ...string) {
	if id := argv[len(argv)-1]; id != "" && id[0] != '-' {
		e.Command = argv
	}
}

// wait says in what way a pending row waits, and whether another run would begin
// before it.
func (r *record) wait() (why string, before bool) {
	late := r.now.Add(-2 * sweep)
	switch {
	case r.claimed() && r.facts.Container == "stopped":
		return "its container has died: its host takes the claim back at its next sweep", false
	case r.claimed():
		return "a container has claimed it", false
	case r.ack.Status != "" && r.ack.At.After(late):
		return "its container has acknowledged it, which its host records at its next sweep", false
	case r.ack.Status != "":
		return "its container is through with it, which its host does not record: run-now adds a run", true
	case r.Context:
		return "it only gives context: no container works on it by itself", false
	case r.After.After(r.now):
		return "it is scheduled: run-now adds a run before", true
	case r.starves():
		return "newer rows keep its container from seeing it: run-now adds a run that it sees", true
	case r.OnWake:
		return "only a fresh container reads it, when it starts", false
	case r.due().Before(late):
		return "it is due, and its host has not started it for two sweeps: does the host run?", false
	}
	return "it is queued already: its host starts it at its next sweep", false
}

// others are the other rows of its series that wait.
func (r *record) others() (others []*record) {
	for _, o := range r.series {
		if o.ID != r.ID && o.live() {
			others = append(others, o)
		}
	}
	return others
}

// hosted refuses what no host would look at.
func (e *effect) hosted() {
	if e.facts.ID == "" {
		e.refuse("v2.db does not know its session: nobody runs it")
	} else if e.facts.closed() {
		e.refuse("its session is closed: no sweep of the host looks at it")
	}
}

// begins refuses what would start a run where NanoClaw would not start it, or a second
// one beside the schedule.
func (e *effect) begins() {
	if e.hosted(); e.Refused == "" && len(e.facts.Asks) > 0 {
		e.refuse("its session waits for a person first: %s", e.facts.Asks[0].What)
	}
	for _, o := range e.others() {
		if e.Refused == "" && o.Recurrence == "" && !o.ack.ends() {
			e.refuse("another run of it waits or is under way: %s", o.ID)
		}
	}
}

// requeue adds a new run to the series and leaves its schedule alone.
func (e *effect) requeue() {
	e.begins()
	e.run(nil)
	if e.Recurrence != "" {
		e.then("the schedule stays with the row that has it")
	}
}

// runNow is a requeue of a row that waits.
func (e *effect) runNow() {
	e.begins()
	if why, before := e.wait(); e.Status == stPending && !before {
		e.refuse("%s", why)
	} else if e.Status == stPaused && e.Recurrence == "" {
		e.refuse("it is paused and would run once: resume it")
	}
	e.run(nil)
	switch {
	case e.Status == stPaused:
		e.then("it stays paused itself")
	case e.ack.Status != "":
		e.then("it stays as it is: no container takes it again")
	default:
		e.then("it runs itself as well, at its own time or when its container sees it")
	}
}

// revive adds the next run of a series that died with its last one, and hands the
// schedule on. In the row that failed it would be armed a second time by a host that
// does so (src/modules/scheduling/recurrence.ts, handleRecurrence).
func (e *effect) revive() {
	if others := e.others(); e.Recurrence == "" {
		e.refuse("it has no schedule: requeue it")
	} else if len(others) > 0 {
		e.refuse("its series goes on: %s waits", others[0].ID)
	} else {
		e.begins()
	}
	if e.run(e.Recurrence); len(e.Writes) > 0 {
		e.Writes = append(e.Writes, update(e.ID, sqlsource.Set("recurrence", nil)))
		e.then("the new row carries the schedule on: the run after it comes at the next time of %s", e.Recurrence)
	}
}

// resume lets a paused row go on (src/modules/scheduling/db.ts, resumeTask).
func (e *effect) resume() {
	e.hosted()
	e.Now, e.Undo, e.Writes = stPending, untilClaimed, []sqlitedb.Write{update(e.ID, sqlsource.Set("status", stPending))}
	e.Guards = []string{"it still is paused, and no column of it was changed", "its session is still open"}
	if e.After.After(e.now) {
		e.then("it runs at its own time")
	} else {
		e.then("its time has passed: it runs at once")
		e.pickedUp()
	}
}

// reclaim is for the host alone: its claims are in a file that the container owns.
func (e *effect) reclaim() {
	if !e.claimed() {
		e.refuse("no container has it")
		return
	}
	e.refuse("only its host takes a claim back, at its next sweep after the container has ended")
	e.command("ncl", "groups", "restart", "--id", e.facts.AgentGroup)
}

// run adds a row like this one, due at once. In a list nothing is written.
func (e *effect) run(recurrence any) {
	if e.session == nil || e.Refused != "" {
		return
	}
	e.Now, e.Adds, e.Undo = e.Status, e.added, untilClaimed
	e.Writes = []sqlitedb.Write{e.insert(recurrence)}
	e.Guards = []string{
		"it still is " + e.Status + ", and no column of it was changed", "its session is still open and waits for nobody",
		"no other run of it waits or is under way",
	}
	e.pickedUp()
}

// pickedUp says when the container learns of it, and what it is worth if it says at once
// that it is done: a task that comes while a conversation is open is pushed into it and
// acknowledged before any work (container/agent-runner/src/poll-loop.ts).
func (e *effect) pickedUp() {
	if e.facts.Container != "running" {
		e.then("it is picked up at the next sweep of the host, within 60 s, which starts a container")
		return
	}
	e.then("it is picked up within 1 s by the container, which is recorded as running; if it does not run, at the next sweep, within 60 s")
	e.then("the container is warm: that it acknowledges the task at once proves nothing, only an output after it does")
	e.then("for a turn of its own, end the container first: ncl groups restart --id %s", e.facts.AgentGroup)
}

// Kind is nil for what is refused with words of its own.
func (n *situation) Kind() any {
	if len(n.others()) > 0 || len(n.facts.Asks) > 0 || n.facts.ID == "" {
		return nil
	}
	type kind struct {
		kind, status, session, waits string
		repeats                      bool
	}
	k := kind{kind: n.record.Kind, status: n.Status, session: n.facts.Status, repeats: n.Recurrence != ""}
	if n.Status == stPending {
		k.waits, _ = n.wait()
	}
	return k
}

// Size is how many bytes the row holds.
func (n *situation) Size() int64 { return n.size }

// Choose takes the id over that the plan has shown.
func (n *situation) Choose(planned sqlsource.Situation) { n.added = planned.(*situation).added }
