package queue

import (
	"strings"
	"time"

	"notdone/model"
	"notdone/source/sqlsource"
)

// situation is what the possible actions on a task depend on, and what follows
// from them. A list fills the first part only.
type situation struct {
	at     time.Time      // when it was read
	state  string         // as recorded
	held   bool           // scheduled for no time at all, so that no worker claims it
	worker model.Liveness // of the open runs, as this machine sees it
	lease  time.Time      // when the claim ends; zero: it has no end
	size   int64          // bytes of its row and those of its open runs

	id         string
	open       []int64 // the runs that have not ended, oldest first
	event      int64   // its newest event
	runAt      time.Time
	dated      bool      // it has a time to run at, even if that is none of this world
	slot       time.Time // its moment in its series
	series     bool
	hold       hold // of a task that is on hold
	past       []model.Event
	answered   bool  // an operator answered before
	exhausted  bool  // no attempt is left, so that no worker claims it
	used, most int64 // attempts
	waits      []string
}

// situationOf reads a row of tasks, of which it is told the values of columns.
func situationOf(value func(column string) any) situation {
	text := func(column string) string { return sqlsource.Text(value(column)) }
	n := situation{
		id: text("id"), state: text("state"), lease: sqlsource.Millis(value("lease_expires_at")), size: sqlsource.Int(value("size")),
		runAt: sqlsource.Millis(value("run_at")), dated: value("run_at") != nil, answered: text("answer") != "",
		series: value("every_ms") != nil, slot: sqlsource.Millis(value("slot_at")),
	}
	n.held = n.state == "scheduled" && !n.dated
	limited := false
	n.used, _ = sqlsource.Number(value("attempts"))
	n.most, limited = sqlsource.Number(value("max_attempts"))
	n.exhausted = limited && n.used >= n.most
	return n
}

// stuck reports whether the task waits to be claimed and no worker can claim it, because it has no
// attempt left.
func (n *situation) stuck() bool {
	return n.exhausted && !n.held && (n.state == "queued" || n.state == "scheduled")
}

// Size is how many bytes the rows hold that an action writes.
func (n *situation) Size() int64 { return n.size }

// kind is the part of a situation on which the possible actions, and the reasons
// against the others, depend.
type kind struct {
	state  string
	held   bool
	stuck  bool
	worker model.Liveness
	lapsed bool
}

// Kind is nil for a task with a running lease, because the reason names when that
// lease ends.
func (n *situation) Kind() any {
	if n.state != "active" {
		return kind{state: n.state, held: n.held, stuck: n.stuck()}
	}
	if n.lease.After(n.at) && n.worker == model.LivenessUnknown {
		return nil
	}
	return kind{state: n.state, worker: n.worker, lapsed: !n.lease.IsZero()}
}

// hindrances say what else keeps a queued task from being claimed.
func (n *situation) hindrances() []string {
	var all []string
	if n.runAt.After(n.at) && n.state != "done" && n.state != "failed" {
		all = append(all, "no worker claims it before "+moment(n.runAt)+", when it is due")
	}
	if len(n.waits) > 0 {
		all = append(all, "it waits for what is not done: "+strings.Join(n.waits, ", "))
	}
	return all
}
