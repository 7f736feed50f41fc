package queue

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// rule is one action.
type rule struct {
	action  model.ActionName
	allowed []string          // the states, and onHold, in which it may be possible
	reasons map[string]string // why not in another state; under "" for those that are not named
	now     string            // the recorded state after it; empty: it stays as it is
	undo    string            // until when it can be undone
	clears  []string          // the columns that become NULL
	effects []string
	more    func(*effect, source.Request, *situation) // nil: the rule says everything
}

// effect is what an action does to one task beside what its rule says. The rest of
// the Decision follows from it.
type effect struct {
	sqlsource.Decision
	set   sqlitedb.Values
	note  string // for the history if the operator gives no reason
	fixed string // for the history, whatever the operator gives; empty: the reason, or the note
	// outcome is what the task's open runs are recorded as, which are ended with the
	// note; empty: they are left to their workers.
	outcome string
}

const (
	untilClaimed = "until a worker claims it"
	untilTouched = "until somebody else changes it"
	workerHasIt  = "a worker has it: cancel it, or reclaim it when the worker is gone"
)

// onHold stands for the state of a task that is scheduled for no time at all.
const onHold = "on hold"

var claimColumns = []string{"claimed_by", "claimed_at", "heartbeat_at", "lease_expires_at"}

// rules are the actions in the order in which they are shown. Unblock, requeue and
// cancel are the client's blocks of these names, but that an operator's unblock and requeue give a
// task that has no attempt left one more.
var rules = []rule{
	{
		action: model.ActionUnblock, allowed: []string{"blocked"}, reasons: map[string]string{"": "it is %s, not blocked"},
		now: "queued", undo: untilClaimed, clears: append([]string{"obstacle", "obstacle_kind", "outcome"}, claimColumns...), more: unblock,
	},
	{
		action: model.ActionRequeue, allowed: []string{"done", "failed"}, reasons: map[string]string{
			"blocked": "it is blocked: unblock it", "active": "a worker has it: reclaim it when the worker is gone",
			"queued": "it is queued already", "scheduled": "it is scheduled already", onHold: "it is scheduled already", "": "it is %s",
		},
		now: "queued", undo: untilClaimed, clears: append([]string{"result", "outcome", "finished_at", "run_at"}, claimColumns...),
		effects: []string{"what it answered stays in its runs"},
	},
	{
		action: model.ActionResume, allowed: []string{onHold}, reasons: map[string]string{"": "it is %s and not on hold"},
		now: "queued", undo: untilClaimed, more: resume,
	},
	{
		action: model.ActionReclaim, allowed: []string{"active"}, reasons: map[string]string{"": "it is %s: no worker has it"},
		now: "queued", clears: claimColumns, more: reclaim,
	},
	{
		action: model.ActionCancel, allowed: []string{"queued", "scheduled", onHold, "blocked", "active"}, reasons: map[string]string{"": "it is %s already"},
		now: "cancelled", undo: untilTouched, clears: claimColumns, more: cancel,
	},
	{
		action: model.ActionHold, allowed: []string{"queued", "scheduled"},
		reasons: map[string]string{onHold: "it is on hold already", "active": workerHasIt, "": "it is %s, so nobody starts it"},
		now:     "scheduled", undo: untilTouched, clears: []string{"run_at"}, more: putOnHold,
	},
	{
		action: model.ActionBlock, allowed: []string{"done", "failed", "queued", "scheduled", onHold},
		reasons: map[string]string{"active": workerHasIt, "blocked": "it is blocked already", "": "it is %s"},
		now:     "blocked", undo: untilTouched, clears: append([]string{"outcome", "finished_at"}, claimColumns...), more: block,
		effects: []string{"no worker claims it until it is unblocked", "what it answered stays"},
	},
}

// oneMoreAttempt is the requeue of a task that waits although it has no attempt left: it stays where
// it is and gets one.
var oneMoreAttempt = rule{
	action: model.ActionRequeue, undo: untilClaimed,
	more: func(e *effect, r source.Request, _ *situation) { e.fixed = noteWith(r.Reason, moreText) },
}

// startsAgain reports whether an operator does an action so that a worker can claim the task.
func startsAgain(a model.ActionName) bool {
	return a == model.ActionUnblock || a == model.ActionRequeue || a == model.ActionResume
}

// offered are the actions of a queue file.
func offered() (names []model.ActionName) {
	for _, rule := range rules {
		names = append(names, rule.action)
	}
	return names
}

// Decide works an action out. A task on hold is unblocked by being resumed, and a task that an
// operator has run again gets an attempt for it if it has none left.
func (n *situation) Decide(r source.Request) sqlsource.Decision {
	action, state := r.Action, n.state
	if n.held {
		if state = onHold; action == model.ActionUnblock {
			action = model.ActionResume
		}
	}
	i := slices.IndexFunc(rules, func(rule rule) bool { return rule.action == action })
	if i < 0 {
		return sqlsource.Refuse("a queue file has no %s", r.Action)
	}
	rule := &rules[i]
	if action == model.ActionRequeue && n.stuck() {
		rule = &oneMoreAttempt
	} else if !slices.Contains(rule.allowed, state) {
		return sqlsource.Refuse("%s", strings.ReplaceAll(cmp.Or(rule.reasons[state], rule.reasons[""]), "%s", n.state))
	}
	e := effect{Decision: sqlsource.Decision{Action: action, Now: cmp.Or(rule.now, n.state), Undo: rule.undo, Effects: slices.Clip(rule.effects)}}
	for _, column := range rule.clears {
		e.set = append(e.set, put(column, nil))
	}
	if rule.more != nil {
		rule.more(&e, r, n)
	}
	if r.Answer != "" && e.Refused == "" && !e.TakesAnswer {
		return sqlsource.Refuse("%s has no place for an answer: give it as a reason", action)
	}
	return e.decision(r, n)
}

// decision says what is written: runs first, since the history of the state names
// the newest run.
func (e *effect) decision(r source.Request, n *situation) sqlsource.Decision {
	d := e.Decision
	if d.Refused != "" {
		return d
	}
	if d.Now == "queued" || startsAgain(d.Action) {
		notices := append(e.giveAttempt(n), n.hindrances()...)
		d.Effects, d.Notices = slices.Concat(notices, d.Effects), slices.Concat(d.Notices, notices)
	}
	if d.Missing != "" {
		return d
	}
	note := cmp.Or(e.fixed, r.Reason, e.note)
	d.AgentSees, d.Guards = r.Answer != "", n.guards()
	d.Effects = append(d.Effects, history(n.state, d.Now, note))
	for _, run := range n.open {
		if e.outcome != "" {
			d.Writes = append(d.Writes, sqlitedb.Write{
				Table: "runs", Key: sqlitedb.Values{put("id", run)},
				Set: sqlitedb.Values{put("ended_at", n.at.UnixMilli()), put("outcome", e.outcome), put("error", e.note)},
			})
		}
	}
	d.Writes = append(d.Writes, n.write(d.Now, e.set, r.Actor, note))
	return d
}

// giveAttempt gives a task that has none left one more attempt, since no worker could claim it
// otherwise, and says so.
func (e *effect) giveAttempt(n *situation) []string {
	if !n.exhausted {
		return nil
	}
	e.set = append(e.set, put("max_attempts", n.used+1))
	said := fmt.Sprintf("it has used %d of %d attempts and gets one more: max_attempts becomes %d", n.used, n.most, n.used+1)
	if n.series && n.state != "done" && n.state != "failed" {
		said += ", for the tasks after it in its series, too"
	}
	return []string{said}
}

// write changes the task. The triggers make the history of it.
func (n *situation) write(state string, set sqlitedb.Values, actor, note string) sqlitedb.Write {
	set = append(sqlitedb.Values{put("state", state)}, set...)
	set = append(set, put("changed_by", orNull(actor)), put("change_note", orNull(note)))
	return sqlitedb.Write{Table: "tasks", Key: sqlitedb.Values{put("id", n.id)}, Set: set}
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
	last := "no column of it was changed"
	if n.state == "active" {
		last = "the same worker has it"
	}
	return []string{"it still is " + n.state, "nothing has happened to it since event " + strconv.FormatInt(n.event, 10), last}
}

var (
	put    = sqlsource.Set
	orNull = sqlsource.OrNull
)

func unblock(e *effect, r source.Request, n *situation) {
	e.TakesAnswer, e.set = true, append(e.set, put("answer", orNull(r.Answer)))
	if r.Answer != "" {
		e.Effects = append(e.Effects, "the worker that claims it next reads the answer")
	} else if n.answered {
		e.Effects = append(e.Effects, "the answer that was given before is taken away")
	}
}

func block(e *effect, r source.Request, n *situation) {
	if due := n.heldFrom(); !due.IsZero() {
		e.set = append(e.set, put("run_at", due.UnixMilli()))
		e.Effect("its hold ends: when it is unblocked, no worker claims it before %s, when it was due", moment(due))
	}
	e.note = cmp.Or(r.Reason, r.Obstacle.Text)
	if e.note == "" {
		e.Missing = "the reason why it is blocked is still to be given"
		return
	}
	kind := any(nil)
	if r.Obstacle.Key != "" {
		kind = r.Obstacle.Kind.String()
	}
	e.set = append(e.set, put("obstacle", e.note), put("obstacle_kind", kind))
}

// cancel also ends the run of a worker that is gone; a living worker ends its own.
func cancel(e *effect, _ source.Request, n *situation) {
	e.set = append(e.set, put("finished_at", n.at.UnixMilli()))
	switch {
	case n.state != "active":
		return
	case n.worker == model.LivenessDead:
		e.note, e.outcome = "cancelled, its worker is gone", "cancelled"
	default:
		e.Effects = []string{
			"notdone signals no process: the worker learns at its next heartbeat that the task is not its own any more, and can spend until then",
		}
	}
	e.Undo = ""
}

// reclaim takes a task back from a worker that is gone, as the client's block
// expire does when no attempt is left.
func reclaim(e *effect, _ source.Request, n *situation) {
	e.note, e.outcome = "lease ran out", "released"
	switch {
	case n.worker == model.LivenessAlive:
		e.Refuse("its worker is alive: two would work on it; cancel it to stop it")
	case n.worker == model.LivenessDead:
		e.note = "its worker is gone"
	case n.lease.IsZero():
		e.Refuse("it has no lease, and its worker cannot be seen from here")
	case n.lease.After(n.at):
		e.Refuse("its lease runs until %s, and its worker cannot be seen from here", n.lease.Format(time.RFC3339))
	}
	if n.exhausted && e.Refused == "" {
		e.Now, e.Effects = "failed", []string{"it has no attempt left, so it fails, as it would at the next claim of any worker"}
		e.set = append(e.set, put("finished_at", n.at.UnixMilli()))
	}
}
