package hermes

import (
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
)

// situation holds everything that decides whether an action on a task is possible. A listing
// fills it from its own reads and a plan from its transaction, so that both decide alike.
type situation struct {
	*record
	away    bool   // it is claimed from another host
	doubt   string // why a worker may still be alive; empty: there is none
	instead string // what the operator can do about the claim, for the end of a refusal
	// living is the first task depending on it that may have a live worker, and livingDoubt
	// why; empty: there is none.
	living, livingDoubt string
	scene               *scene // set for a plan only: its rows are written from it
}

// Decide returns the decision about an action: a refusal, or for a plan the rows to write. Without
// scene, for a listing, it decides only whether the action is possible.
func (s *situation) Decide(r source.Request) sqlsource.Decision {
	if r.Actor == "" {
		return sqlsource.Refuse("an action needs a name that signs it")
	}
	a := &action{situation: s, req: r}
	a.Action = s.planned(r.Action)
	verb, known := verbs[a.Action]
	ruling, named := verb.rulings[a.status]
	if !named {
		ruling = verb.rulings[anyOther]
	}
	switch {
	case !known:
		a.Refuse("Hermes has no %s", string(a.Action))
	case a.Action == model.ActionHold && !a.release.parks && a.status != stScheduled:
		a.Refuse(unparked)
	case ruling.refused != "":
		a.Refused = strings.NewReplacer("{status}", a.status, "{waits}", a.waitsFor(), "{quoted}", strconv.Quote(a.status)).Replace(ruling.refused)
	case ruling.rule != nil:
		ruling.rule(a)
	}
	if s.scene == nil || a.Refused != "" {
		return a.Decision
	}
	a.Guard("it is %s", a.status)
	if s.scene.why.id != 0 {
		a.Guard("no newer block, release or claim than %s", s.scene.why.name())
	}
	a.Guard("it has the same claim, run and unfinished parents")
	verb.write(a)
	return a.decision()
}

// verb defines an action on Hermes' tasks: the ruling by status, and the function that adds the
// rows to write; nil for an action that is always refused.
type verb struct {
	write   func(*action)
	rulings map[string]ruling
}

// ruling decides about an action on a task of one status: refused is the reason for a refusal,
// else rule may refuse it. The zero ruling allows the action.
type ruling struct {
	refused string // {status}, {waits} and {quoted} are replaced
	rule    func(*action)
}

// anyOther stands for the statuses that have no ruling of their own.
const anyOther = ""

var unknownStatus = ruling{refused: `its status {quoted} is unknown to this notdone: nothing is done to it`}

var verbs = map[model.ActionName]verb{
	model.ActionUnblock: {(*action).unblock, map[string]ruling{
		stBlocked: {}, stScheduled: {}, stTriage: {rule: (*action).ruleTriage}, anyOther: unknownStatus,
		stReady:    {refused: "it is not blocked: it is ready and waits for a worker"},
		stReview:   {refused: "it is not blocked: it waits for a reviewer"},
		stTodo:     {refused: "it is not blocked: {waits}"},
		stRunning:  {refused: "it is not blocked: it is running"},
		stDone:     {refused: "it is {status} and not blocked: requeue it"},
		stArchived: {refused: "it is {status} and not blocked: requeue it"},
	}},
	model.ActionRequeue: {(*action).requeue, map[string]ruling{
		stDone: {rule: (*action).ruleReopen}, stArchived: {rule: (*action).ruleReopen}, stTriage: {rule: (*action).ruleTriage},
		stReady:   {refused: "it is already queued: it is {status}"},
		stReview:  {refused: "it is already queued: it is {status}"},
		stTodo:    {refused: "it is already queued: {waits}"},
		stRunning: {refused: "it is running: reclaim it when its worker is gone"},
		anyOther:  unknownStatus,
	}},
	model.ActionReclaim: {(*action).reclaim, map[string]ruling{anyOther: {rule: (*action).ruleReclaim}}},
	model.ActionBlock: {(*action).block, map[string]ruling{
		stDone: {rule: (*action).ruleReopen}, stReady: {rule: (*action).ruleFree}, stRunning: {rule: (*action).ruleGone},
		stBlocked: {refused: "it is blocked already"},
		anyOther:  {refused: "Hermes blocks only what is ready or running: it is {status}; hold it, or unblock it first"},
	}},
	model.ActionHold: {(*action).hold, map[string]ruling{
		stTodo: {rule: (*action).ruleFree}, stReady: {rule: (*action).ruleFree}, stBlocked: {rule: (*action).ruleFree}, stRunning: {rule: (*action).ruleLive},
		stScheduled: {refused: "it is held already: it is scheduled"},
		anyOther:    {refused: "Hermes holds only what is todo, ready or blocked: it is {status}"},
	}},
	// A worker is stopped by a signal, which only Hermes may send. Hermes' reclaim does so; its
	// block only removes the claim while the worker continues (hermes kanban_db.py,
	// reclaim_task, block_task).
	model.ActionCancel: {nil, map[string]ruling{
		stRunning:  {rule: (*action).ruleLive},
		stArchived: {refused: "it is archived already: there is nothing to cancel"},
		stDone:     {refused: "it is done: there is nothing to cancel"},
		anyOther:   {rule: (*action).ruleCancel},
	}},
}

// offered lists the actions of verbs in the order in which they are shown.
var offered = []model.ActionName{
	model.ActionUnblock, model.ActionRequeue, model.ActionReclaim, model.ActionBlock, model.ActionHold, model.ActionCancel,
}

// planned returns the action that is done for a request: a requeue of a blocked, held or looping
// task is done as an unblock, which also resets its attempts.
func (s *situation) planned(asked model.ActionName) model.ActionName {
	if asked == model.ActionRequeue && (s.status == stBlocked || s.status == stScheduled || s.status == stTriage && s.stand.cause == causeLoop) {
		return model.ActionUnblock
	}
	return asked
}

// waitsFor says what a task in status todo waits for.
func (s *situation) waitsFor() string {
	if len(s.open) > 0 {
		return "it waits for " + firstOf(s.open)
	}
	return "the dispatcher's next tick makes it ready"
}

// ruleTriage refuses to release a task from triage unless it is there because of a block loop.
func (a *action) ruleTriage() {
	if a.stand.cause != causeLoop || a.Action != model.ActionUnblock {
		a.Refuse("it is in triage and was never worked out: Hermes specifies it")
		a.owners("specify", "", "", "")
	}
}

// ruleReopen decides whether a finished task can be made ready again. The tasks that depend on it
// are reopened too. So it refuses if one of those may have a live worker: Hermes would end that
// worker, and notdone signals no process.
func (a *action) ruleReopen() {
	switch {
	case len(a.open) > 0:
		a.Refuse("Hermes requeues it only when its parents are done: %s first", firstOf(a.open))
	case a.lock != "" && a.doubt != "":
		a.Refuse("it is %s and yet claimed: %s", a.status, a.doubt)
		a.owners("reclaim", "", "", "")
	case a.below > descendantsMax:
		a.Refuse("more than %d tasks depend on it, more than one action undoes: requeue it on Hermes' dashboard", descendantsMax)
	case a.living != "":
		a.Refuse("%s depends on it and is running: %s", a.living, a.livingDoubt)
		a.owners("reclaim", a.living, "", "")
	}
}

// ruleReclaim refuses to reclaim a task that is not claimed or whose worker may be alive.
func (a *action) ruleReclaim() {
	switch {
	case a.status == stBlocked && a.lock != "":
		a.Refuse("it is blocked, and a reclaim would make it ready: unblock it, then reclaim")
		return
	case a.status != stRunning && (a.status != stReady || a.lock == ""):
		a.Refuse("nobody holds it: it is %s", a.status)
		return
	}
	a.owners("reclaim", "", reasonFlag, a.req.Reason)
	if a.doubt != "" {
		a.Refuse("%s", a.doubt+a.instead)
	}
}

// ruleFree refuses an action on a claimed task.
func (a *action) ruleFree() {
	if a.lock != "" {
		a.Refuse("%s holds it: reclaim it first", a.lock)
	}
}

// ruleLive refuses to take a running task from its worker, and names the command that does.
func (a *action) ruleLive() {
	if a.doubt == "" {
		a.Refuse("it is running and its worker is gone: reclaim it first")
		return
	}
	then := "; then hold it here before the dispatcher's next tick starts it again"
	if !a.release.parks {
		then = "" // it cannot be held
	}
	a.owners("reclaim", "", reasonFlag, a.req.Reason)
	if a.away {
		a.Refuse("its worker runs under %s: run Hermes' reclaim on that host%s", a.lock, then)
		return
	}
	a.Refuse("notdone signals no process: Hermes' reclaim ends the worker (SIGTERM, then SIGKILL)%s", then)
}

// unparked is the refusal to hold a task in a release without parks: its command line neither
// lists nor releases scheduled tasks.
const unparked = "the Hermes of this board is too old to hold a task: it has no status scheduled"

// ruleGone refuses to take a task from a worker that may be alive.
func (a *action) ruleGone() {
	if a.doubt != "" {
		a.ruleLive()
	}
}

// ruleCancel refuses to cancel, which Hermes cannot, and names the alternatives.
func (a *action) ruleCancel() {
	a.Refuse("Hermes has no cancel: hold it, or put it away with Hermes' archive")
	if !a.release.parks {
		a.Refuse("Hermes has no cancel: put it away with Hermes' archive")
	}
	a.owners("archive", "", "", "")
}

// Kind returns a comparable value: situations of equal kinds have the same decisions. It is nil,
// for a situation like no other, if the task is claimed or other tasks matter.
func (s *situation) Kind() any {
	_, known := states[s.status]
	if s.lock != "" || s.doubt != "" || len(s.open) > 0 || s.below > descendantsMax || s.living != "" || !known {
		return nil
	}
	return struct {
		release release
		status  string
		looping bool
	}{s.release, s.status, s.stand.cause == causeLoop}
}

// Size returns the bytes of long texts in the rows that an action writes.
func (s *situation) Size() int64 { return s.size }
