package queue

import (
	"cmp"
	"strconv"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// effect is what an action does to one task, or why it cannot be done.
type effect struct {
	refused string
	action  model.ActionName
	state   string          // the recorded state after it
	set     sqlitedb.Values // beside the state and the signature
	// release says why the task's open runs are ended; empty: they are left to
	// their workers. outcome is what they are recorded as.
	release, outcome string
	undo             string
	effects          []string
	answer           bool // the task has a place for one
}

func refuse(format string, args ...any) effect {
	return effect{refused: sqlsource.Refuse(format, args...).Refused}
}

// rules work the actions out, in the order in which they are shown.
var rules = []struct {
	action model.ActionName
	effect func(source.Request, *situation) effect
}{
	{model.ActionUnblock, unblock},
	{model.ActionRequeue, requeue},
	{model.ActionResume, resume},
	{model.ActionReclaim, reclaim},
	{model.ActionCancel, cancel},
	{model.ActionHold, hold},
	{model.ActionBlock, block},
}

// offered are the actions of a queue file.
func offered() (names []model.ActionName) {
	for _, rule := range rules {
		names = append(names, rule.action)
	}
	return names
}

// Decide works an action out.
func (n *situation) Decide(r source.Request) sqlsource.Decision {
	for _, rule := range rules {
		if rule.action == r.Action {
			return rule.effect(r, n).decision(r, n)
		}
	}
	return sqlsource.Refuse("a queue file has no %s", r.Action)
}

// decision says what is written: runs first, since the history of the state names
// the newest run.
func (e effect) decision(r source.Request, n *situation) sqlsource.Decision {
	if e.refused != "" {
		return sqlsource.Decision{Refused: e.refused}
	}
	e.action = cmp.Or(e.action, r.Action)
	if r.Answer != "" && !e.answer {
		return sqlsource.Refuse("%s has no place for an answer: give it as a reason", e.action)
	}
	note := e.signature(r)
	d := sqlsource.Decision{
		Action: e.action, Now: e.state, Undo: e.undo, TakesAnswer: e.answer, AgentSees: e.answer && r.Answer != "",
		Guards: n.guards(), Effects: append(e.effects, history(n.state, e.state, note)),
	}
	for _, run := range n.open {
		if e.release != "" {
			d.Writes = append(d.Writes, sqlitedb.Write{
				Table: "runs", Key: sqlitedb.Values{put("id", run)},
				Set: sqlitedb.Values{put("ended_at", n.at.UnixMilli()), put("outcome", e.outcome), put("error", e.release)},
			})
		}
	}
	d.Writes = append(d.Writes, n.write(e.state, e.set, r.Actor, note))
	return d
}

// write changes the task. The triggers make the history of it.
func (n *situation) write(state string, set sqlitedb.Values, actor, note string) sqlitedb.Write {
	set = append(sqlitedb.Values{put("state", state)}, set...)
	set = append(set, put("changed_by", orNull(actor)), put("change_note", orNull(note)))
	return sqlitedb.Write{Table: "tasks", Key: sqlitedb.Values{put("id", n.id)}, Set: set}
}

// signature is the note for the history: the operator's reason, else the obstacle
// that is set, else why open runs were ended.
func (e effect) signature(r source.Request) string {
	if r.Reason != "" {
		return r.Reason
	}
	for _, v := range e.set {
		if text, ok := v.Value.(string); ok && v.Column == "obstacle" {
			return text
		}
	}
	return e.release
}

// history says which event the triggers will write.
func history(from, to, note string) string {
	text := "the history gets an event: " + from + " to " + to
	if note != "" {
		text += ", " + strconv.Quote(note)
	}
	return text
}

func (n *situation) guards() []string {
	all := []string{"it still is " + n.state, "nothing has happened to it since event " + strconv.FormatInt(n.event, 10)}
	if n.state == "active" {
		return append(all, "the same worker has it")
	}
	return append(all, "no column of it was changed")
}

// unclaimed clears a claim.
func unclaimed(set ...sqlitedb.Value) sqlitedb.Values {
	for _, column := range []string{"claimed_by", "claimed_at", "heartbeat_at", "lease_expires_at"} {
		set = append(set, sqlitedb.Value{Column: column})
	}
	return set
}

var (
	put    = sqlsource.Set
	orNull = sqlsource.OrNull
)

const untilClaimed, untilTouched = "until a worker claims it", "until somebody else changes it"

// unblock is the client's block of that name. A task on hold is resumed.
func unblock(r source.Request, n *situation) effect {
	switch {
	case n.held:
		d := resume(r, n)
		d.action = model.ActionResume
		return d
	case n.state != "blocked":
		return refuse("it is %s, not blocked", n.state)
	}
	d := effect{
		state: "queued", undo: untilClaimed, answer: true,
		set:     unclaimed(put("answer", orNull(r.Answer)), put("obstacle", nil), put("obstacle_kind", nil), put("outcome", nil)),
		effects: n.hindrances(),
	}
	if r.Answer != "" {
		d.effects = append(d.effects, "the worker that claims it next reads the answer")
	} else if n.answered {
		d.effects = append(d.effects, "the answer that was given before is taken away")
	}
	return d
}

// requeue is the client's block of that name.
func requeue(_ source.Request, n *situation) effect {
	switch n.state {
	case "done", "failed":
	case "blocked":
		return refuse("it is blocked: unblock it")
	case "active":
		return refuse("a worker has it: reclaim it when the worker is gone")
	case "queued":
		return refuse("it is queued already")
	case "scheduled":
		return refuse("it is scheduled already")
	default:
		return refuse("it is %s", n.state)
	}
	return effect{
		state: "queued", undo: untilClaimed,
		set:     unclaimed(put("result", nil), put("outcome", nil), put("finished_at", nil), put("run_at", nil)),
		effects: append(n.hindrances(), "what it answered stays in its runs"),
	}
}

// resume ends a hold.
func resume(_ source.Request, n *situation) effect {
	if !n.held {
		return refuse("it is %s and not on hold", n.state)
	}
	return effect{state: "queued", undo: untilClaimed, effects: n.hindrances()}
}

// hold keeps a waiting task from being claimed.
func hold(_ source.Request, n *situation) effect {
	switch {
	case n.held:
		return refuse("it is on hold already")
	case n.state == "active":
		return refuse("a worker has it: cancel it, or reclaim it when the worker is gone")
	case n.state == "blocked":
		return refuse("it is blocked, so nobody starts it")
	case n.state != "queued" && n.state != "scheduled":
		return refuse("it is %s, so nobody starts it", n.state)
	}
	return effect{
		state: "scheduled", undo: untilTouched, set: sqlitedb.Values{put("run_at", nil)},
		effects: []string{"it is scheduled for no time at all: no worker claims it until it is resumed"},
	}
}

// block marks a task as blocked that says that it is done, or waits.
func block(r source.Request, n *situation) effect {
	switch n.state {
	case "done", "failed", "queued", "scheduled":
	case "blocked":
		return refuse("it is blocked already")
	case "active":
		return refuse("a worker has it: cancel it, or reclaim it when the worker is gone")
	default:
		return refuse("it is %s", n.state)
	}
	obstacle, kind := r.Reason, any(nil)
	if r.Obstacle.Key != "" {
		kind = r.Obstacle.Kind.String()
	}
	if obstacle == "" {
		obstacle = r.Obstacle.Text
	}
	if obstacle == "" {
		return refuse("say what it is blocked on: it takes a reason")
	}
	return effect{
		state: "blocked", undo: untilTouched,
		set:     unclaimed(put("obstacle", obstacle), put("obstacle_kind", kind), put("outcome", nil), put("finished_at", nil)),
		effects: []string{"no worker claims it until it is unblocked", "what it answered stays"},
	}
}

// cancel is the client's block of that name. The run of a worker that is gone
// is ended with it; a living worker ends its own.
func cancel(_ source.Request, n *situation) effect {
	d := effect{state: "cancelled", undo: untilTouched, set: unclaimed(put("finished_at", n.at.UnixMilli()))}
	switch n.state {
	case "queued", "scheduled", "blocked":
	case "active":
		d.undo = ""
		if n.worker == model.LivenessDead {
			d.release, d.outcome = "cancelled, its worker is gone", "cancelled"
		} else {
			d.effects = append(d.effects, "notdone signals no process: the worker learns at its next heartbeat that the task is not its own any more, and can spend until then")
		}
	default:
		return refuse("it is %s already", n.state)
	}
	return d
}

// reclaim takes a task back from a worker that is gone, as the client's block
// expire does when no attempt is left.
func reclaim(_ source.Request, n *situation) effect {
	expired := !n.lease.IsZero() && !n.lease.After(n.at)
	why := "lease ran out"
	switch {
	case n.state != "active":
		return refuse("it is %s: no worker has it", n.state)
	case n.worker == model.LivenessAlive:
		return refuse("its worker is alive: two would work on it; cancel it to stop it")
	case n.worker == model.LivenessDead:
		why = "its worker is gone"
	case n.lease.IsZero():
		return refuse("it has no lease, and its worker cannot be seen from here")
	case !expired:
		return refuse("its lease runs until %s, and its worker cannot be seen from here", n.lease.Format(time.RFC3339))
	}
	d := effect{state: "queued", set: unclaimed(), release: why, outcome: "released", effects: n.hindrances()}
	if n.exhausted {
		d.state, d.effects = "failed", []string{"it has no attempt left, so it fails, as it would at the next claim of any worker"}
		d.set = append(d.set, put("finished_at", n.at.UnixMilli()))
	}
	return d
}
