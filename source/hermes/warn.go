package hermes

import (
	"fmt"
	"strings"
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
)

// meetings are what a task ran into so far.
type meetings struct {
	same      int  // ends in a row at the same obstacle
	untouched bool // nobody has said or changed anything since the last of them
}

// judge looks at what the task met so far. The clock is the plan's.
func (j *job) judge(c *model.Case) {
	v := classify.New(classify.DefaultConfig(), rules()...).Judge(c, state(c.Task.Recorded), time.Unix(j.now, 0).UTC())
	met := &j.req.Obstacle
	if *met == (model.Obstacle{}) && v.Obstacle != nil {
		met = v.Obstacle
	}
	j.obstacle = obstacleOf(j.req.Reason, met)
	j.shown = repeats(c)
	for i := range v.Findings {
		// Ends that are recorded as done are read by the rule of that name.
		if f := &v.Findings[i]; f.Rule == "requeue-loop" {
			j.shown.same = max(j.shown.same, f.Count)
		}
	}
}

// warn says before everything else that the same obstacle waits, where the task
// is about to be tried again.
func (j *job) warn(d *draft) {
	if j.shown.same < 2 || d.now != stReady && d.now != stTodo && d.now != stReview {
		return
	}
	said := fmt.Sprintf("same obstacle %d times", j.shown.same)
	if j.shown.untouched && !d.sees {
		said += ", nothing changed since"
	}
	d.effects = append([]string{said}, d.effects...)
}

// repeats counts the newest ends in a row that met one obstacle.
func repeats(c *model.Case) *meetings {
	r := &meetings{untouched: true}
	key := ""
	for i := len(c.Events) - 1; i >= 0; i-- {
		e := &c.Events[i]
		switch e.Kind { //nolint:exhaustive // the others are no ends and change nothing
		case model.EventCommented, model.EventEdited:
			if r.same == 0 {
				r.untouched = false
			}
		case model.EventBlocked, model.EventBlockLoop, model.EventFailed:
			k := endKey(c, e)
			if k == "" || key != "" && k != key {
				return r
			}
			key = k
			r.same++
		case model.EventFinished:
			return r
		}
	}
	return r
}

// endKey is by what the obstacle of an end is equal to another: its reason, or
// for a failed run its error. Empty: nobody said.
func endKey(c *model.Case, e *model.Event) string {
	if e.Kind != model.EventFailed {
		if cycle.Blank(e.Note) {
			return ""
		}
		return cycle.ObstacleKey(model.KindUnknown, e.Note)
	}
	for i := range c.Runs {
		if r := &c.Runs[i]; e.RunID != "" && r.ID == e.RunID {
			return strings.TrimSpace(e.Name + " " + cycle.NormalError(r.Error))
		}
	}
	return e.Name
}
