package hermes

import (
	"testing"
	"time"

	"notdone/model"
)

func TestReviewDependencyDeadlock(t *testing.T) {
	waits := func(r *record, _ *model.Case) { r.waiting, r.waits = []string{"t_2"}, 1 }
	block := func(said string) []model.Event { return []model.Event{did(evBlocked, time.Hour, said)} }
	testRule(t, "review-dependency-deadlock", []ruleCase{
		{name: "deadlock", subject: subject{status: stBlocked, events: block(" Review-Required: 20 tests pass"), change: waits}, severity: "error", says: "1 dependent task"},
		{name: "no child waits", subject: subject{status: stBlocked, events: block("review-required: x")}},
		{name: "another reason", subject: subject{status: stBlocked, events: block("needs review-required: x"), change: waits}},
		{name: "only the newest block", subject: subject{status: stBlocked, events: append(block("review-required: x"), did(evBlocked, 0, "which shelf?")), change: waits}},
		{name: "not blocked", subject: subject{status: stReady, events: block("review-required: x"), change: waits}},
	})
}

func TestStuckInBlocked(t *testing.T) {
	block := func(h int) model.Event { return did(evBlocked, time.Duration(h)*time.Hour, "which shelf?") }
	testRule(t, "stuck-in-blocked", []ruleCase{
		{name: "a day", subject: subject{status: stBlocked, events: []model.Event{block(24)}}, severity: "warning"},
		{name: "not yet", subject: subject{status: stBlocked, events: []model.Event{block(23)}}, until: noon.Add(time.Hour)},
		{name: "the newest block counts", subject: subject{status: stBlocked, events: []model.Event{block(50), block(3)}}, until: noon.Add(21 * time.Hour)},
		{name: "commented since", subject: subject{status: stBlocked, events: []model.Event{block(50), did(evCommented, 2*time.Hour)}}},
		{name: "unblocked since", subject: subject{status: stBlocked, events: []model.Event{block(50), did(evUnblocked, 2*time.Hour)}}},
		{name: "commented in the same second", subject: subject{status: stBlocked, events: []model.Event{block(50), did(evCommented, 50*time.Hour)}}, severity: "warning"},
		{name: "no block recorded", subject: subject{status: stBlocked}},
		{name: "not blocked", subject: subject{status: stTriage, events: []model.Event{block(50)}}},
	})
}

func TestBlockUnblockCycling(t *testing.T) {
	rounds := func(n int, gap time.Duration) []model.Event {
		all := []model.Event{did(evBlocked, time.Duration(2*n+1)*gap, "x")}
		for i := n; i > 0; i-- {
			all = append(all, did(evUnblocked, time.Duration(2*i)*gap), did(evBlocked, time.Duration(2*i-1)*gap, "x"))
		}
		return all
	}
	testRule(t, "block-unblock-cycling", []ruleCase{
		{name: "two rounds", subject: subject{status: stBlocked, events: rounds(2, time.Hour)}},
		{name: "three rounds", subject: subject{status: stBlocked, events: rounds(3, time.Hour)}, severity: "warning", count: 3, until: noon.Add(17*time.Hour + time.Second)},
		{name: "whatever the status", subject: subject{status: stDone, events: rounds(4, time.Hour)}, severity: "warning", count: 4},
		{name: "outside the window", subject: subject{status: stBlocked, events: rounds(3, 10*time.Hour)}},
		{name: "unblocks alone", subject: subject{status: stReady, events: []model.Event{did(evUnblocked, 3*time.Hour), did(evUnblocked, 2*time.Hour), did(evUnblocked, time.Hour)}}},
		{name: "two unblocks make one round", subject: subject{status: stBlocked, events: append(rounds(2, time.Hour), did(evUnblocked, 0), did(evUnblocked, 0), did(evBlocked, 0))}, severity: "warning", count: 3},
	})
}

func TestBlockLoop(t *testing.T) {
	loop := []model.Event{did(evBlocked, 3*time.Hour, "feed is gone"), did(evUnblocked, 2*time.Hour), did(evBlockLoop, time.Hour, "feed is gone")}
	promoted := []model.Event{did(evBlocked, 7*time.Hour)}
	for h := 6; h > 0; h -= 2 {
		promoted = append(promoted, did(evPromotedManual, time.Duration(h)*time.Hour), did(evBlocked, time.Duration(h-1)*time.Hour))
	}
	testRule(t, "block-loop", []ruleCase{
		{name: "sent to triage", subject: subject{status: stTriage, events: loop}, severity: "error", count: 2, state: "blocked"},
		{name: "a comment changes nothing", subject: subject{status: stTriage, events: append(loop[:3:3], did(evCommented, 0))}, severity: "error", count: 2, state: "blocked"},
		{name: "moved on since", subject: subject{status: stReady, events: append(loop[:3:3], did(evStatus, 0))}},
		{name: "moved to triage since", subject: subject{status: stTriage, events: append(loop[:3:3], did(evStatus, 0))}},
		{name: "rounds that end by promote", subject: subject{status: stBlocked, events: promoted}, severity: "warning", count: 3},
		{name: "a plain block", subject: subject{status: stBlocked, events: loop[:1]}},
	})
}

func TestBlockedUnsticky(t *testing.T) {
	testRule(t, "blocked-unsticky", []ruleCase{
		{name: "created so", subject: subject{status: stBlocked, events: []model.Event{did(evCreated, time.Hour)}}, severity: "warning", says: "next tick"},
		{name: "set so after an unblock", subject: subject{status: stBlocked, events: []model.Event{did(evBlocked, 2*time.Hour), did(evUnblocked, time.Hour)}}, severity: "warning"},
		{name: "blocked", subject: subject{status: stBlocked, events: []model.Event{did(evBlocked, time.Hour)}}},
		{name: "gave up", subject: subject{status: stBlocked, events: []model.Event{did(evGaveUp, time.Hour)}}},
		{name: "held by a parent", subject: subject{status: stBlocked, change: func(r *record, _ *model.Case) { r.parentsOpen = true }}},
		{name: "held by its failures", subject: subject{status: stBlocked, change: counted(2)}},
		{name: "not blocked", subject: subject{status: stTodo}},
	})
}
