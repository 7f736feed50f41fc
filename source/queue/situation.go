package queue

import (
	"fmt"
	"strings"
	"time"

	"notdone/model"
)

// situation is the part of a task that decides which actions are possible.
type situation struct {
	state  string         // as recorded
	held   bool           // scheduled for no time at all, so that no worker claims it
	worker model.Liveness // of the open runs, as this machine sees it
	lease  time.Time      // when the claim ends; zero: it has no end
	size   int64          // bytes of its row and those of its open runs
	effort
}

// effort is the part of a task that decides only what follows from an action.
type effort struct {
	runAt      time.Time
	answered   bool   // an operator answered before
	exhausted  bool   // no attempt is left, so that no worker claims it
	used, most string // attempts
	waits      []string
}

// situationOf reads a row of tasks.
func situationOf(row map[string]any) situation {
	at := func(column string) cell { return cell{row[column]} }
	n := situation{
		state: at("state").text(), lease: at("lease_expires_at").time(),
		effort: effort{
			runAt: at("run_at").time(), answered: at("answer").text() != "",
			used: at("attempts").text(), most: at("max_attempts").text(),
		},
	}
	n.held = onHold(n.state, at("run_at"))
	used, _ := at("attempts").number()
	most, limited := at("max_attempts").number()
	n.exhausted = limited && used >= most
	return n
}

func onHold(state string, runAt cell) bool { return state == "scheduled" && runAt.v == nil }

// hindrances say what else keeps a queued task from being claimed.
func (n *situation) hindrances(now time.Time) []string {
	var all []string
	if n.exhausted {
		all = append(all, fmt.Sprintf("it has used %s of %s attempts: no worker claims it until max_attempts is raised", n.used, n.most))
	}
	if n.runAt.After(now) && n.state != "done" && n.state != "failed" {
		all = append(all, "no worker claims it before "+n.runAt.Format(time.RFC3339))
	}
	if len(n.waits) > 0 {
		all = append(all, "it waits for what is not done: "+strings.Join(n.waits, ", "))
	}
	return all
}
