package queue

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// effect is what an action does to one task. The rest of its Decision follows from it.
type effect struct {
	sqlsource.Decision
	set sqlitedb.Values // beside the state and the signature
	// release says why the task's open runs are ended; empty: they are left to
	// their workers. outcome is what they are recorded as.
	release, outcome string
}

func refuse(format string, args ...any) effect {
	return effect{Decision: sqlsource.Refuse(format, args...)}
}

// rule is one action.
type rule struct {
	action  model.ActionName
	allowed []string          // the states in which it may be possible; nil: all
	reasons map[string]string // why not in another state; under "" for those that are not named
	effect  func(source.Request, *situation) effect
}

const workerHasIt = "a worker has it: cancel it, or reclaim it when the worker is gone"

// rules are the actions in the order in which they are shown.
var rules = []rule{
	{model.ActionUnblock, []string{"blocked"}, map[string]string{"": "it is %s, not blocked"}, unblock},
	{model.ActionRequeue, []string{"done", "failed"}, map[string]string{
		"blocked": "it is blocked: unblock it", "active": "a worker has it: reclaim it when the worker is gone",
		"queued": "it is queued already", "scheduled": "it is scheduled already", "": "it is %s",
	}, requeue},
	{model.ActionResume, nil, nil, resume},
	{model.ActionReclaim, []string{"active"}, map[string]string{"": "it is %s: no worker has it"}, reclaim},
	{model.ActionCancel, []string{"queued", "scheduled", "blocked", "active"}, map[string]string{"": "it is %s already"}, cancel},
	{model.ActionHold, []string{"queued", "scheduled"}, map[string]string{
		"active": workerHasIt, "": "it is %s, so nobody starts it",
	}, hold},
	{model.ActionBlock, []string{"done", "failed", "queued", "scheduled"}, map[string]string{
		"active": workerHasIt, "blocked": "it is blocked already", "": "it is %s",
	}, block},
}

// offered are the actions of a queue file.
func offered() (names []model.ActionName) {
	for _, rule := range rules {
		names = append(names, rule.action)
	}
	return names
}

// Decide works an action out. A task on hold is unblocked by being resumed.
func (n *situation) Decide(r source.Request) sqlsource.Decision {
	action := r.Action
	if n.held && action == model.ActionUnblock {
		action = model.ActionResume
	}
	for _, rule := range rules {
		if rule.action != action {
			continue
		}
		if rule.allowed != nil && !slices.Contains(rule.allowed, n.state) {
			return sqlsource.Decision{Refused: strings.ReplaceAll(cmp.Or(rule.reasons[n.state], rule.reasons[""]), "%s", n.state)}
		}
		e := rule.effect(r, n)
		e.Action = action
		return e.decision(r, n)
	}
	return sqlsource.Refuse("a queue file has no %s", r.Action)
}

// decision says what is written: runs first, since the history of the state names
// the newest run.
func (e effect) decision(r source.Request, n *situation) sqlsource.Decision {
	d := e.Decision
	if d.Refused != "" {
		return d
	}
	if r.Answer != "" && !d.TakesAnswer {
		return sqlsource.Refuse("%s has no place for an answer: give it as a reason", d.Action)
	}
	note := e.signature(r)
	d.AgentSees, d.Guards = r.Answer != "", n.guards()
	d.Effects = append(d.Effects, history(n.state, d.Now, note))
	for _, run := range n.open {
		if e.release != "" {
			d.Writes = append(d.Writes, sqlitedb.Write{
				Table: "runs", Key: sqlitedb.Values{put("id", run)},
				Set: sqlitedb.Values{put("ended_at", n.at.UnixMilli()), put("outcome", e.outcome), put("error", e.release)},
			})
		}
	}
	d.Writes = append(d.Writes, n.write(d.Now, e.set, r.Actor, note))
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

// unblock is the client's block of that name.
func unblock(r source.Request, n *situation) effect {
	e := effect{
		Decision: sqlsource.Decision{Now: "queued", Undo: untilClaimed, TakesAnswer: true, Effects: n.hindrances()},
		set:      unclaimed(put("answer", orNull(r.Answer)), put("obstacle", nil), put("obstacle_kind", nil), put("outcome", nil)),
	}
	if r.Answer != "" {
		e.Effects = append(e.Effects, "the worker that claims it next reads the answer")
	} else if n.answered {
		e.Effects = append(e.Effects, "the answer that was given before is taken away")
	}
	return e
}

// requeue is the client's block of that name.
func requeue(_ source.Request, n *situation) effect {
	return effect{
		Decision: sqlsource.Decision{Now: "queued", Undo: untilClaimed, Effects: append(n.hindrances(), "what it answered stays in its runs")},
		set:      unclaimed(put("result", nil), put("outcome", nil), put("finished_at", nil), put("run_at", nil)),
	}
}

// resume ends a hold.
func resume(_ source.Request, n *situation) effect {
	if !n.held {
		return refuse("it is %s and not on hold", n.state)
	}
	return effect{Decision: sqlsource.Decision{Now: "queued", Undo: untilClaimed, Effects: n.hindrances()}}
}

// hold keeps a waiting task from being claimed.
func hold(_ source.Request, n *situation) effect {
	if n.held {
		return refuse("it is on hold already")
	}
	return effect{
		Decision: sqlsource.Decision{Now: "scheduled", Undo: untilTouched, Effects: []string{
			"it is scheduled for no time at all: no worker claims it until it is resumed",
		}},
		set: sqlitedb.Values{put("run_at", nil)},
	}
}

// block marks a task as blocked that says that it is done, or waits.
func block(r source.Request, _ *situation) effect {
	obstacle, kind := cmp.Or(r.Reason, r.Obstacle.Text), any(nil)
	if r.Obstacle.Key != "" {
		kind = r.Obstacle.Kind.String()
	}
	if obstacle == "" {
		return refuse("say what it is blocked on: it takes a reason")
	}
	return effect{
		Decision: sqlsource.Decision{Now: "blocked", Undo: untilTouched, Effects: []string{
			"no worker claims it until it is unblocked", "what it answered stays",
		}},
		set: unclaimed(put("obstacle", obstacle), put("obstacle_kind", kind), put("outcome", nil), put("finished_at", nil)),
	}
}

// cancel is the client's block of that name. The run of a worker that is gone
// is ended with it; a living worker ends its own.
func cancel(_ source.Request, n *situation) effect {
	e := effect{
		Decision: sqlsource.Decision{Now: "cancelled", Undo: untilTouched}, set: unclaimed(put("finished_at", n.at.UnixMilli())),
	}
	switch {
	case n.state != "active":
	case n.worker == model.LivenessDead:
		e.Undo, e.release, e.outcome = "", "cancelled, its worker is gone", "cancelled"
	default:
		e.Undo, e.Effects = "", []string{
			"notdone signals no process: the worker learns at its next heartbeat that the task is not its own any more, and can spend until then",
		}
	}
	return e
}

// reclaim takes a task back from a worker that is gone, as the client's block
// expire does when no attempt is left.
func reclaim(_ source.Request, n *situation) effect {
	why := "lease ran out"
	switch {
	case n.worker == model.LivenessAlive:
		return refuse("its worker is alive: two would work on it; cancel it to stop it")
	case n.worker == model.LivenessDead:
		why = "its worker is gone"
	case n.lease.IsZero():
		return refuse("it has no lease, and its worker cannot be seen from here")
	case n.lease.After(n.at):
		return refuse("its lease runs until %s, and its worker cannot be seen from here", n.lease.Format(time.RFC3339))
	}
	e := effect{
		Decision: sqlsource.Decision{Now: "queued", Effects: n.hindrances()},
		set:      unclaimed(), release: why, outcome: "released",
	}
	if n.exhausted {
		e.Now, e.Effects = "failed", []string{"it has no attempt left, so it fails, as it would at the next claim of any worker"}
		e.set = append(e.set, put("finished_at", n.at.UnixMilli()))
	}
	return e
}
