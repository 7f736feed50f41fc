package hermes

import (
	"cmp"
	"strings"
	"unicode"

	"notdone/model"
)

// block marks a task as blocked with what keeps it from being done. Of a task
// that is done, it is first made ready as Hermes' dashboard does, for Hermes
// blocks only what is ready or running (hermes kanban_db.py, block_task).
func (j *job) block(d *draft) {
	s := d.scene
	switch s.status() {
	case stDone:
		j.reopen(d)
		if d.undo != "" {
			d.undo = untilTouched
		}
	case stReady:
		d.release()
		d.undo = untilTouched
		d.command = j.owner("block", s.id(), j.req.Reason)
	case stRunning:
		d.guard("its worker is gone")
		d.release()
		d.command = j.owner("block", s.id(), j.req.Reason)
	}
	j.stop(d)
}

// obstacle is why a task is blocked and in which of Hermes' classes.
type obstacle struct{ reason, kind string }

// stop does what Hermes' block does to a task that is ready or running.
func (j *job) stop(d *draft) {
	s, o := d.scene, j.obstacle
	from := stReady
	if s.status() == stRunning {
		from = s.retry
	}
	if o.reason != "" {
		d.comment(j.req.Actor, "BLOCKED: "+o.reason)
	}
	again := int64(1)
	if s.task.text("block_kind") == o.kind {
		again = s.task.num("block_recurrences") + 1 // no kind is a kind too
	}
	payload := []pair{{"reason", orNone(o.reason)}}
	if s.rel.typed {
		payload = append(payload, pair{"kind", orNone(o.kind)}, pair{"recurrences", again})
	}
	kind, status := evBlocked, stBlocked
	if s.rel.typed && again >= blockLimit {
		kind, status = evBlockLoop, stTriage
		payload = append(payload, pair{"limit", blockLimit})
	}
	d.move(status)
	d.set("block_kind", orNone(o.kind))
	d.set("block_recurrences", again)
	run := d.endOrMakeRun(stBlocked, o.reason)
	if s.rel.phases {
		payload = append(payload, pair{"source_status", from})
	}
	d.event(s.id(), kind, run, pyObject(payload...))
	j.blockEffects(d, again)
}

func (j *job) blockEffects(d *draft, again int64) {
	o := j.obstacle
	switch {
	case d.now == stTriage:
		d.effect("it is block %d in a row for %s: Hermes' loop breaker sends it to triage, where its own unblock refuses it", again, kindOfBlock(o.kind))
	case o.kind != "" && d.scene.rel.typed:
		d.effect("it stays blocked (%s) until somebody unblocks it", o.kind)
	default:
		d.effect("it stays blocked until somebody unblocks it")
	}
	if o.reason == "" {
		d.effect("no reason is recorded: nobody will know what it waits for")
	} else {
		d.effect("the reason becomes a comment, which its agent reads when it starts again")
	}
}

// blockClass is Hermes' class of an obstacle; empty where it has none that
// fits. Its class for dependencies is for tasks whose parents are open: any
// other it makes ready again at once (hermes kanban_db.py, _route_block).
func blockClass(k model.ObstacleKind) string {
	switch k {
	case model.KindMissingInput, model.KindDecision, model.KindDependency:
		return "needs_input"
	case model.KindPermission, model.KindAccess, model.KindCredentials, model.KindTool, model.KindEnvironment, model.KindPolicy:
		return "capability"
	case model.KindRateLimit, model.KindBudget, model.KindNetwork:
		return "transient"
	case model.KindUnknown:
	}
	return ""
}

// obstacleOf is what a block is to say: the operator's words, else the agent's.
func obstacleOf(reason string, met *model.Obstacle) obstacle {
	return obstacle{reason: cmp.Or(reason, oneLine(met.Text)), kind: blockClass(met.Kind)}
}

// oneLine makes one line of what an agent wrote, without control characters.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, tidy(s))
	return strings.Join(strings.Fields(s), " ")
}
