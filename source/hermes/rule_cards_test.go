package hermes

import (
	"testing"
	"time"

	"notdone/model"
)

func TestHallucinatedCards(t *testing.T) {
	told := map[int]payload{0: {PhantomCards: []any{"t_00000001"}}}
	testRule(t, "hallucinated-cards", []ruleCase{
		{name: "none", subject: subject{status: stRunning, events: []model.Event{did(evCreated, time.Hour)}}},
		{name: "refused", subject: subject{status: stRunning, events: []model.Event{did(evCardsBlocked, time.Hour)}, payloads: told}, severity: "error", says: "t_00000001"},
		{name: "twice", subject: subject{status: stReady, events: []model.Event{did(evCardsBlocked, 2*time.Hour), did(evCardsBlocked, time.Hour)}}, severity: "error", count: 2},
		{name: "then completed", subject: subject{status: stDone, events: []model.Event{did(evCardsBlocked, 2*time.Hour), did(evCompleted, time.Hour)}}},
		{name: "then edited", subject: subject{status: stDone, events: []model.Event{did(evCardsBlocked, 2*time.Hour), did(evEdited, time.Hour)}}},
		{name: "refused again since", subject: subject{status: stRunning, events: []model.Event{did(evEdited, 2*time.Hour), did(evCardsBlocked, time.Hour)}}, severity: "error"},
		{name: "order of arrival, not time", subject: subject{status: stDone, events: []model.Event{did(evCardsBlocked, time.Hour), did(evCompleted, time.Hour)}}},
	})
}
