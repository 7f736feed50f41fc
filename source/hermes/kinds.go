package hermes

import (
	"cmp"
	"slices"
	"strings"

	"notdone/model"
)

// Names of events that rules and facts ask for (hermes kanban_db.py).
const (
	evCreated           = "created"
	evPromoted          = "promoted"
	evPromotedManual    = "promoted_manual"
	evClaimed           = "claimed"
	evBlocked           = "blocked"
	evBlockLoop         = "block_loop_detected"
	evUnblocked         = "unblocked"
	evScheduled         = "scheduled"
	evCompleted         = "completed"
	evEdited            = "edited"
	evCardsBlocked      = "completion_blocked_hallucination"
	evPhantomRefs       = "suspected_hallucinated_references"
	evReviewRequested   = "review_requested"
	evReclaimed         = "reclaimed"
	evCrashed           = "crashed"
	evProtocolViolation = "protocol_violation"
	evTimedOut          = "timed_out"
	evSpawnFailed       = "spawn_failed"
	evGaveUp            = "gave_up"
	evStatus            = "status"
	evCommented         = "commented"
	evArchived          = "archived"
	evRespawnGuarded    = "respawn_guarded"
	evInvalidated       = "descendant_invalidated"
)

// kind is what an event's name stands for.
type kind struct {
	name  string
	class model.EventKind
	traits
	cause cause  // of a deciding event
	words string // of those that make a task ready: what they did
}

// traits are what rules and lists ask of a kind of event.
type traits uint16

const (
	note      traits = 1 << iota // its payload holds a sentence which rules and lists need
	detail                       // its payload is kept for a rule of ours
	quiet                        // it repeats while nothing happens, once a tick or a minute: a list leaves it out, the detail of a task shows it
	still                        // a task stands after it where it stood
	decides                      // the newest such event says why a task stands where it stands
	readies                      // Hermes counts from it how long a task is ready
	alsoReady                    // it makes a task ready as well, which Hermes' rule does not look at (hermes kanban_diagnostics.py, _rule_stranded_in_ready; #94501)
	moves                        // a task is not done after it, except after the first
	fails                        // it ended an attempt that went wrong
	resuming                     // the newest such event tells where a task goes on (hermes kanban_db.py, _resume_status_from_events)
)

func (t traits) has(one traits) bool { return t&one != 0 }

var kinds = map[string]kind{
	evCreated:           {class: model.EventCreated, traits: readies, words: "it was created"},
	evPromoted:          {class: model.EventRequeued, traits: readies | decides | moves, words: "it was promoted"},
	evPromotedManual:    {class: model.EventUnblocked, traits: note | alsoReady | decides | moves, words: "somebody promoted it"},
	evClaimed:           {class: model.EventClaimed, traits: decides | moves},
	evBlocked:           {class: model.EventBlocked, traits: note | decides | moves | resuming, cause: causeBlock},
	evBlockLoop:         {class: model.EventBlockLoop, traits: note | decides | moves | resuming, cause: causeLoop},
	"dependency_wait":   {traits: note | decides | moves | resuming},
	evUnblocked:         {class: model.EventUnblocked, traits: readies | decides | moves | resuming, words: "it was unblocked"},
	evScheduled:         {class: model.EventReleased, traits: note | decides | moves},
	evCompleted:         {class: model.EventFinished, traits: decides | moves},
	evEdited:            {class: model.EventEdited},
	evCardsBlocked:      {traits: detail},
	evPhantomRefs:       {traits: detail},
	evReviewRequested:   {traits: moves},
	"changes_requested": {class: model.EventRequeued, traits: note | alsoReady | moves | resuming, words: "a reviewer asked for changes"},
	"review_reopened":   {class: model.EventRequeued, traits: alsoReady | moves | resuming, words: "its review was reopened"},
	evReclaimed:         {class: model.EventReleased, traits: readies | resuming, words: "it was reclaimed"},
	"stale":             {class: model.EventReleased, traits: alsoReady | resuming, words: "its silent worker was stopped"},
	"reconciled":        {class: model.EventReleased, traits: alsoReady, words: "its broken claim was repaired"},
	evCrashed:           {class: model.EventFailed, traits: alsoReady | fails | resuming, words: "its worker crashed"},
	evProtocolViolation: {class: model.EventFailed, traits: alsoReady | fails, words: "its worker exited without reporting a result"},
	"rate_limited":      {class: model.EventReleased, traits: alsoReady | resuming, words: "it met a rate limit"},
	evTimedOut:          {class: model.EventFailed, traits: alsoReady | fails | resuming, words: "it ran into a limit"},
	evSpawnFailed:       {class: model.EventFailed, traits: alsoReady | fails | resuming, words: "its worker did not start"},
	evGaveUp:            {class: model.EventGaveUp, traits: note | detail | decides | fails | resuming, cause: causeGaveUp},
	evStatus:            {class: model.EventRequeued, traits: alsoReady | decides | moves | resuming, words: "it was moved on the dashboard"},
	evInvalidated:       {class: model.EventRequeued, traits: decides | moves},
	evCommented:         {class: model.EventCommented, traits: still},
	"specified":         {class: model.EventEdited, traits: alsoReady | decides, words: "it was specified"},
	"decomposed":        {traits: alsoReady | decides, words: "it was decomposed"},
	evArchived:          {class: model.EventCancelled},
	evRespawnGuarded:    {traits: quiet | still}, "heartbeat": {traits: quiet | still}, "spawned": {traits: quiet | still},
	"claim_extended": {traits: quiet | still}, "reclaim_deferred": {traits: quiet | still}, "tip_scratch_workspace": {traits: quiet | still},
	"attached": {traits: still}, "attachment_removed": {traits: still}, "reprioritized": {traits: still}, "assigned": {traits: still},
	"model_override_set": {traits: still}, "reasoning_effort_set": {traits: still},
}

// legacy are names that Hermes renames in place when it first opens an old
// board (hermes kanban_db.py); a board that it has not opened since has them.
var legacy = map[string]string{"ready": evPromoted, "spawn_auto_blocked": evGaveUp, "priority": "reprioritized"}

// kindOf finds what an event's recorded name stands for. A name that nobody
// knows is kept and means nothing.
func kindOf(recorded string) kind {
	recorded = cmp.Or(legacy[recorded], recorded)
	k := kinds[recorded]
	k.name = recorded
	return k
}

// namesWith lists the kinds that have one of some traits, under their old names too.
func namesWith(one traits) (names []string) {
	for name, k := range kinds {
		if k.has(one) {
			names = append(names, name)
		}
	}
	for old, now := range legacy {
		if kinds[now].has(one) {
			names = append(names, old)
		}
	}
	slices.Sort(names)
	return names
}

// literals writes names as SQL literals.
func literals(names ...string) string { return "'" + strings.Join(names, "','") + "'" }
