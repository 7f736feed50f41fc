package hermes

import (
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
)

// situation is all that decides whether an action on a task can be done. A list fills
// it from what it read, a plan from its transaction, so that both say the same.
type situation struct {
	*record
	away    bool   // it is claimed from another host
	doubt   string // why it is not certain that nobody works on it; empty: nobody does
	instead string // what to do about a claim that is left alone
	// living is the first of those built on it on which somebody may be working, with
	// the doubt.
	living, livingDoubt string
	// scene and board are there for a plan only: what its rows are written from.
	scene *scene
	board *board
}

// Decide works an action out. A list asks only whether it can be done.
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
		a.refuse("Hermes has no %s", string(a.Action))
	case a.Action == model.ActionHold && !a.release.parks && a.status != stScheduled:
		a.refuse(unparked)
	case ruling.refused != "":
		a.Refused = strings.NewReplacer("{status}", a.status, "{waits}", a.waitsFor(), "{quoted}", strconv.Quote(a.status)).Replace(ruling.refused)
	case ruling.rule != nil:
		ruling.rule(a)
	}
	if s.scene == nil || a.Refused != "" {
		return a.Decision
	}
	a.guard("it is %s", a.status)
	if s.scene.why.id != 0 {
		a.guard("no newer block, release or claim than %s", s.scene.why.name())
	}
	a.guard("it has the same claim, run and unfinished parents")
	verb.write(a)
	return a.decision()
}

// verb is an action that Hermes' tasks know: what is ruled on tasks of each status,
// and what writes it.
type verb struct {
	write   func(*action)
	rulings map[string]ruling
}

// ruling is why an action cannot be done, or what else decides that. With neither
// it can be done.
type ruling struct {
	refused string
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
	// To stop a worker it must be signalled, and the only one who may is its owner.
	// What stops it is Hermes' reclaim; a block does not, it takes the claim away from
	// beneath a worker that goes on (hermes kanban_db.py, reclaim_task, block_task).
	model.ActionCancel: {nil, map[string]ruling{
		stRunning:  {rule: (*action).ruleLive},
		stArchived: {refused: "it is archived already: there is nothing to cancel"},
		stDone:     {refused: "it is done: there is nothing to cancel"},
		anyOther:   {rule: (*action).ruleCancel},
	}},
}

// offered are the same in the order in which they are listed.
var offered = []model.ActionName{
	model.ActionUnblock, model.ActionRequeue, model.ActionReclaim, model.ActionBlock, model.ActionHold, model.ActionCancel,
}

// planned is the action that does what was asked: what stands still is sent on
// by unblocking it, which also gives it its attempts back.
func (s *situation) planned(asked model.ActionName) model.ActionName {
	if asked == model.ActionRequeue && (s.status == stBlocked || s.status == stScheduled || s.status == stTriage && s.stand.cause == causeLoop) {
		return model.ActionUnblock
	}
	return asked
}

// waitsFor says what a task waits for that is not ready yet.
func (s *situation) waitsFor() string {
	if len(s.open) > 0 {
		return "it waits for " + firstOf(s.open)
	}
	return "the dispatcher's next tick makes it ready"
}

// ruleTriage lets only what loops out of triage.
func (a *action) ruleTriage() {
	if a.stand.cause != causeLoop || a.Action != model.ActionUnblock {
		a.refuse("it is in triage and was never worked out: Hermes specifies it")
		a.owners("specify", "", "", "")
	}
}

// ruleReopen decides whether a finished task can be made ready again. What was
// built on it is taken back with it, unless somebody may be working on that:
// Hermes would end such a worker, and we signal nobody.
func (a *action) ruleReopen() {
	switch {
	case len(a.open) > 0:
		a.refuse("Hermes requeues it only when its parents are done: %s first", firstOf(a.open))
	case a.lock != "" && a.doubt != "":
		a.refuse("it is %s and yet claimed: %s", a.status, a.doubt)
		a.owners("reclaim", "", "", "")
	case a.below > descendantsMax:
		a.refuse("more than %d tasks depend on it, more than one action undoes: requeue it on Hermes' dashboard", descendantsMax)
	case a.living != "":
		a.refuse("%s depends on it and is running: %s", a.living, a.livingDoubt)
		a.owners("reclaim", a.living, "", "")
	}
}

func (a *action) ruleReclaim() {
	switch {
	case a.status == stBlocked && a.lock != "":
		a.refuse("it is blocked, and a reclaim would make it ready: unblock it, then reclaim")
		return
	case a.status != stRunning && (a.status != stReady || a.lock == ""):
		a.refuse("nobody holds it: it is %s", a.status)
		return
	}
	a.owners("reclaim", "", reasonFlag, a.req.Reason)
	if a.doubt != "" {
		a.refuse("%s", a.doubt+a.instead)
	}
}

// ruleFree refuses what somebody claimed.
func (a *action) ruleFree() {
	if a.lock != "" {
		a.refuse("%s holds it: reclaim it first", a.lock)
	}
}

// ruleLive refuses to take a task away from its worker and says what does.
func (a *action) ruleLive() {
	if a.doubt == "" {
		a.refuse("it is running and its worker is gone: reclaim it first")
		return
	}
	then := "; then hold it here before the dispatcher's next tick starts it again"
	if !a.release.parks {
		then = "" // it cannot be held
	}
	a.owners("reclaim", "", reasonFlag, a.req.Reason)
	if a.away {
		a.refuse("its worker runs under %s: run Hermes' reclaim on that host%s", a.lock, then)
		return
	}
	a.refuse("notdone signals no process: Hermes' reclaim ends the worker (SIGTERM, then SIGKILL)%s", then)
}

// unparked refuses to hold a task of a release whose own command line would
// neither list nor release what is scheduled.
const unparked = "the Hermes of this board is too old to hold a task: it has no status scheduled"

// ruleGone refuses to take a task away from a worker that may live.
func (a *action) ruleGone() {
	if a.doubt != "" {
		a.ruleLive()
	}
}

// ruleCancel says what else can be done.
func (a *action) ruleCancel() {
	a.refuse("Hermes has no cancel: hold it, or put it away with Hermes' archive")
	if !a.release.parks {
		a.refuse("Hermes has no cancel: put it away with Hermes' archive")
	}
	a.owners("archive", "", "", "")
}

// Kind is nil for a task that somebody holds, or in which others play a part.
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

// Size is how many bytes of long texts the rows hold that an action writes.
func (s *situation) Size() int64 { return s.size }
