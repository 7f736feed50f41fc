package hermes

import (
	"strings"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
)

const spent = "Iteration budget exhausted (40/40) — too long"

func TestGaveUp(t *testing.T) {
	gave := []model.Event{did(evCreated, 9*time.Hour), did(evGaveUp, time.Hour, "it broke")}
	testRule(t, "gave-up", []ruleCase{
		{name: "the budget, twice", subject: subject{status: stBlocked, events: gave, change: counted(2), runs: []model.Run{
			ran(outTimedOut, 3*time.Hour, spent), ran(outTimedOut, time.Hour, spent),
		}}, severity: "error", count: 2, says: "turn budget was used up twice (40/40 turns)", state: "failed"},
		{name: "promoted by the next tick", subject: subject{status: stBlocked, events: gave, change: counted(1)}, severity: "warning", says: "makes it ready again", state: "queued"},
		{name: "a raised limit", subject: subject{status: stBlocked, events: gave, change: func(r *record, _ *model.Case) { r.failures, r.maxRetries = 2, 9 }}, severity: "warning", count: 2, state: "queued"},
		{name: "held by an open parent", subject: subject{status: stBlocked, events: gave, change: func(r *record, _ *model.Case) { r.failures, r.parentsOpen = 1, true }}, severity: "error", state: "failed"},
		{name: "held by an older block", subject: subject{status: stBlocked, events: []model.Event{
			did(evBlocked, 4*time.Hour), did(evPromotedManual, 3*time.Hour), did(evClaimed, 2*time.Hour), did(evGaveUp, time.Hour),
		}}, severity: "error", state: "failed"},
		{name: "blocked since", subject: subject{status: stBlocked, events: append(gave[:2:2], did(evBlocked, 0))}},
		{name: "ready again", subject: subject{status: stReady, events: gave}},
	})
}

func TestGaveUpHeadline(t *testing.T) {
	cases := []struct {
		name    string
		runs    []model.Run
		payload payload
		events  []model.Event
		want    string
	}{
		{"budget", []model.Run{ran(outTimedOut, 2*time.Hour, spent), ran(outTimedOut, time.Hour, spent)}, payload{}, nil, "budget exhausted twice, then gave up (40/40 turns)"},
		{"budget in the payload", []model.Run{ran(outTimedOut, time.Hour, "Iteration budget exhausted")}, payload{BudgetUsed: 7, BudgetMax: 8}, nil, "budget exhausted once, then gave up (7/8 turns)"},
		{"time", []model.Run{ran(outTimedOut, 2*time.Hour, "elapsed"), ran(outReclaimed, time.Hour), ran(outTimedOut, time.Hour, "elapsed")}, payload{}, nil, "time limit hit twice, then gave up"},
		{"mixed: only the last kind", []model.Run{ran(outTimedOut, 2*time.Hour), ran(outCrashed, time.Hour)}, payload{}, nil, "crashed once, then gave up"},
		{"spawn, by the event alone", nil, payload{TriggerOutcome: outSpawnFailed, Error: "no profile"}, nil, "could not start once, then gave up"},
		{"nothing is known", nil, payload{Failures: 3}, nil, "failed 3 times, then gave up"},
		{"clean exits", []model.Run{ran(outCrashed, 3*time.Hour), ran(outCrashed, 2*time.Hour), ran(outCrashed, time.Hour)}, payload{}, []model.Event{did(evProtocolViolation, time.Hour)}, "exited without reporting a result 3 times, then gave up"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			events := append(c.events, did(evGaveUp, 0))
			s := subject{status: stBlocked, events: events, runs: c.runs, payloads: map[int]payload{len(events) - 1: c.payload}, change: func(r *record, _ *model.Case) { r.parentsOpen = true }}
			in := s.input()
			seen := gaveUp(in, recordOf(in.Case))
			if seen.Finding == nil || seen.Opinion.Headline != c.want {
				t.Fatalf("the headline is %q, not %q", seen.Opinion.Headline, c.want)
			}
			if o := seen.Opinion; o.Rank != classify.RankLive || o.Obstacle == nil || strings.TrimSpace(o.Obstacle.Key) == "" {
				t.Errorf("its opinion is %+v", o)
			}
		})
	}
}
