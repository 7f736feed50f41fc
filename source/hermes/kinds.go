package hermes

import (
	"sort"
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
	evDependencyWait    = "dependency_wait"
	evUnblocked         = "unblocked"
	evScheduled         = "scheduled"
	evCompleted         = "completed"
	evEdited            = "edited"
	evCardsBlocked      = "completion_blocked_hallucination"
	evPhantomRefs       = "suspected_hallucinated_references"
	evReviewRequested   = "review_requested"
	evChangesRequested  = "changes_requested"
	evReviewReopened    = "review_reopened"
	evReclaimed         = "reclaimed"
	evStale             = "stale"
	evReconciled        = "reconciled"
	evCrashed           = "crashed"
	evProtocolViolation = "protocol_violation"
	evRateLimited       = "rate_limited"
	evTimedOut          = "timed_out"
	evSpawnFailed       = "spawn_failed"
	evGaveUp            = "gave_up"
	evStatus            = "status"
	evCommented         = "commented"
	evArchived          = "archived"
	evRespawnGuarded    = "respawn_guarded"
	evSpecified         = "specified"
	evDecomposed        = "decomposed"
	evInvalidated       = "descendant_invalidated"
)

// kind is what an event's name stands for.
type kind struct {
	name  string
	class model.EventKind
	// note says that the payload holds a sentence which rules and lists need;
	// detail that the payload is kept for a rule of ours.
	note, detail bool
}

var kinds = indexKinds([]kind{
	{name: evCreated, class: model.EventCreated},
	{name: evPromoted, class: model.EventRequeued},
	{name: evPromotedManual, class: model.EventUnblocked, note: true},
	{name: evClaimed, class: model.EventClaimed},
	{name: evBlocked, class: model.EventBlocked, note: true},
	{name: evBlockLoop, class: model.EventBlockLoop, note: true},
	{name: evDependencyWait, note: true},
	{name: evUnblocked, class: model.EventUnblocked},
	{name: evScheduled, note: true},
	{name: evCompleted, class: model.EventFinished},
	{name: evEdited, class: model.EventEdited},
	{name: evCardsBlocked, detail: true},
	{name: evPhantomRefs, detail: true},
	{name: evReviewRequested},
	{name: evChangesRequested, class: model.EventRequeued, note: true},
	{name: evReviewReopened, class: model.EventRequeued},
	{name: evReclaimed, class: model.EventReleased},
	{name: evStale, class: model.EventReleased},
	{name: evReconciled, class: model.EventReleased},
	{name: evCrashed, class: model.EventFailed},
	{name: evProtocolViolation, class: model.EventFailed},
	{name: evRateLimited, class: model.EventReleased},
	{name: evTimedOut, class: model.EventFailed},
	{name: evSpawnFailed, class: model.EventFailed},
	{name: evGaveUp, class: model.EventGaveUp, note: true, detail: true},
	{name: evStatus, class: model.EventRequeued},
	{name: evInvalidated, class: model.EventRequeued},
	{name: evCommented, class: model.EventCommented},
	{name: evSpecified, class: model.EventEdited},
	{name: evDecomposed},
	{name: evArchived, class: model.EventCancelled},
})

// legacy are names that Hermes renames in place when it first opens an old
// board (hermes kanban_db.py); a board that it has not opened since has them.
var legacy = map[string]string{"ready": evPromoted, "spawn_auto_blocked": evGaveUp, "priority": "reprioritized"}

// quiet are events that repeat while nothing happens: one a tick, or one a
// minute. A list leaves them out; the detail of a task shows them.
var quiet = []string{"heartbeat", evRespawnGuarded, "claim_extended", "reclaim_deferred", "spawned", "tip_scratch_workspace"}

func indexKinds(all []kind) map[string]kind {
	index := make(map[string]kind, len(all))
	for _, k := range all {
		index[k.name] = k
	}
	return index
}

// kindOf finds what an event's recorded name stands for. A name that nobody
// knows is kept and means nothing.
func kindOf(recorded string, names interner) kind {
	if k, ok := kinds[recorded]; ok {
		return k
	}
	if now, ok := legacy[recorded]; ok {
		k := kinds[now]
		k.name = now
		return k
	}
	return kind{name: names.get(recorded)}
}

// told lists, as SQL literals, the events whose payload a list needs.
var told = func() string {
	names := []string{"spawn_auto_blocked"}
	for name, k := range kinds {
		if k.note || k.detail {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return literals(names)
}()

func literals(names []string) string { return "'" + strings.Join(names, "','") + "'" }
