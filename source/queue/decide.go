package queue

import (
	"fmt"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// decision is the effect of an action on one task, or why there is none.
type decision struct {
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

func refuse(format string, args ...any) decision {
	return decision{refused: fmt.Sprintf(format, args...)}
}

// decide works out an action. It is a pure function of what was read, so the list
// of possible actions, the plan and its application agree.
func decide(r source.Request, n *situation, now time.Time) decision {
	rule := map[model.ActionName]func(source.Request, *situation, time.Time) decision{
		model.ActionUnblock: unblock, model.ActionRequeue: requeue, model.ActionResume: resume,
		model.ActionBlock: block, model.ActionHold: hold, model.ActionCancel: cancel, model.ActionReclaim: reclaim,
	}[r.Action]
	if rule == nil {
		return refuse("a queue file has no %s", r.Action)
	}
	if n.size > huge {
		return refuse("%s", errHuge(n.size).Error())
	}
	d := rule(r, n, now)
	if d.refused == "" && d.action == "" {
		d.action = r.Action
	}
	if d.refused == "" && r.Answer != "" && !d.answer {
		return refuse("%s has no place for an answer: give it as a reason", d.action)
	}
	return d
}

// unclaimed clears a claim.
func unclaimed(set ...sqlitedb.Value) sqlitedb.Values {
	for _, column := range []string{"claimed_by", "claimed_at", "heartbeat_at", "lease_expires_at"} {
		set = append(set, sqlitedb.Value{Column: column})
	}
	return set
}

func put(column string, v any) sqlitedb.Value { return sqlitedb.Value{Column: column, Value: v} }

// orNull is NULL for an empty text.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

const untilClaimed, untilTouched = "until a worker claims it", "until somebody else changes it"

// unblock is the client's block of that name. A task on hold is resumed.
func unblock(r source.Request, n *situation, now time.Time) decision {
	switch {
	case n.held:
		d := resume(r, n, now)
		d.action = model.ActionResume
		return d
	case n.state != "blocked":
		return refuse("it is %s, not blocked", n.state)
	}
	d := decision{
		state: "queued", undo: untilClaimed, answer: true,
		set:     unclaimed(put("answer", orNull(r.Answer)), put("obstacle", nil), put("obstacle_kind", nil), put("outcome", nil)),
		effects: n.hindrances(now),
	}
	if r.Answer != "" {
		d.effects = append(d.effects, "the worker that claims it next reads the answer")
	} else if n.answered {
		d.effects = append(d.effects, "the answer that was given before is taken away")
	}
	return d
}

// requeue is the client's block of that name.
func requeue(_ source.Request, n *situation, now time.Time) decision {
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
	return decision{
		state: "queued", undo: untilClaimed,
		set:     unclaimed(put("result", nil), put("outcome", nil), put("finished_at", nil), put("run_at", nil)),
		effects: append(n.hindrances(now), "what it answered stays in its runs"),
	}
}

// resume ends a hold.
func resume(_ source.Request, n *situation, now time.Time) decision {
	if !n.held {
		return refuse("it is %s and not on hold", n.state)
	}
	return decision{state: "queued", undo: untilClaimed, effects: n.hindrances(now)}
}

// hold keeps a waiting task from being claimed.
func hold(_ source.Request, n *situation, _ time.Time) decision {
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
	return decision{
		state: "scheduled", undo: untilTouched, set: sqlitedb.Values{put("run_at", nil)},
		effects: []string{"it is scheduled for no time at all: no worker claims it until it is resumed"},
	}
}

// block marks a task as blocked that says that it is done, or waits.
func block(r source.Request, n *situation, _ time.Time) decision {
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
	return decision{
		state: "blocked", undo: untilTouched,
		set:     unclaimed(put("obstacle", obstacle), put("obstacle_kind", kind), put("outcome", nil), put("finished_at", nil)),
		effects: []string{"no worker claims it until it is unblocked", "what it answered stays"},
	}
}

// cancel is the client's block of that name. The run of a worker that is gone
// is ended with it; a living worker ends its own.
func cancel(_ source.Request, n *situation, now time.Time) decision {
	d := decision{state: "cancelled", undo: untilTouched, set: unclaimed(put("finished_at", now.UnixMilli()))}
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
func reclaim(_ source.Request, n *situation, now time.Time) decision {
	expired := !n.lease.IsZero() && !n.lease.After(now)
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
	d := decision{state: "queued", set: unclaimed(), release: why, outcome: "released", effects: n.hindrances(now)}
	if n.exhausted {
		d.state, d.effects = "failed", []string{"it has no attempt left, so it fails, as it would at the next claim of any worker"}
		d.set = append(d.set, put("finished_at", now.UnixMilli()))
	}
	return d
}
