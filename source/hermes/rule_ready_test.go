package hermes

import (
	"testing"
	"time"

	"notdone/model"
)

func TestStrandedInReady(t *testing.T) {
	born := func(d time.Duration, more ...model.Event) []model.Event {
		return append([]model.Event{did(evCreated, d)}, more...)
	}
	testRule(t, "stranded-in-ready", []ruleCase{
		{name: "not yet", subject: subject{status: stReady, events: born(29 * time.Minute)}, until: noon.Add(time.Minute)},
		{name: "half an hour", subject: subject{status: stReady, events: born(30 * time.Minute)}, severity: "warning", until: noon.Add(30 * time.Minute)},
		{name: "an hour", subject: subject{status: stReady, events: born(time.Hour)}, severity: "error", until: noon.Add(2 * time.Hour)},
		{name: "three hours", subject: subject{status: stReady, events: born(3 * time.Hour)}, severity: "critical"},
		{name: "promoted since", subject: subject{status: stReady, events: born(9*time.Hour, did(evPromoted, 40*time.Minute))}, severity: "warning"},
		{name: "no events: since it was made", subject: subject{status: stReady}, severity: "critical"},
		{name: "crashed a moment ago", subject: subject{status: stReady, events: born(9*time.Hour, did(evCrashed, 5*time.Minute))}, severity: "critical", off: true, says: "ready since its worker crashed", until: noon.Add(3*time.Hour - 5*time.Minute)},
		{name: "reopened on the dashboard", subject: subject{status: stReady, events: born(9*time.Hour, did(evStatus, 40*time.Minute))}, severity: "critical", off: true, says: "since it was moved on the dashboard"},
		{name: "crashed long ago: as bad", subject: subject{status: stReady, events: born(9*time.Hour, did(evCrashed, 5*time.Hour))}, severity: "critical", says: "ready since its worker crashed"},
		{name: "a comment is no reason", subject: subject{status: stReady, events: born(9*time.Hour, did(evCommented, time.Minute))}, severity: "critical", says: "claimed by nobody"},
		{name: "claimed", subject: subject{status: stReady, change: func(r *record, _ *model.Case) { r.lock = "here:7" }}},
		{name: "assigned to nobody", subject: subject{status: stReady, change: func(r *record, _ *model.Case) { r.assignee = "  " }}},
		{name: "todo", subject: subject{status: stTodo}},
	})
}

func TestTriageAuxUnavailable(t *testing.T) {
	with := func(config map[string]any) func(*record, *model.Case) {
		return func(r *record, _ *model.Case) { r.limits = limitsFrom(config) }
	}
	slot := func(name, provider string) map[string]any {
		return map[string]any{"auxiliary": map[string]any{name: map[string]any{"provider": provider}}}
	}
	testRule(t, "triage-aux-unavailable", []ruleCase{
		{name: "no configuration is known", subject: subject{status: stTriage}},
		{name: "nothing is configured", subject: subject{status: stTriage, change: with(map[string]any{})}, severity: "warning", says: "kanban_decomposer"},
		{name: "a main model", subject: subject{status: stTriage, change: with(map[string]any{"model": "big"})}},
		{name: "a model without its provider", subject: subject{status: stTriage, change: with(map[string]any{"model": map[string]any{"default": "big"}})}, severity: "warning"},
		{name: "the slot", subject: subject{status: stTriage, change: with(slot("kanban_decomposer", "acme"))}},
		{name: "the slot left at auto", subject: subject{status: stTriage, change: with(slot("kanban_decomposer", "auto"))}, severity: "warning"},
		{name: "the other slot", subject: subject{status: stTriage, change: with(slot("triage_specifier", "acme"))}, severity: "warning"},
		{name: "not in triage", subject: subject{status: stTodo, change: with(map[string]any{})}},
	})
}

func TestSpawnHeld(t *testing.T) {
	held := func(reason string, before time.Duration) func(*record, *model.Case) {
		return func(r *record, _ *model.Case) { r.guard = &guard{reason: reason, at: at(before)} }
	}
	testRule(t, "spawn-held", []ruleCase{
		{name: "a pull request", subject: subject{status: stReady, change: held("active_pr", time.Minute)}, severity: "info", says: "pull request"},
		{name: "until the error is cleared", subject: subject{status: stReady, change: held("blocker_auth", time.Minute)}, severity: "warning"},
		{name: "a reason nobody knows", subject: subject{status: stReady, change: held("full_moon", time.Minute)}, severity: "info", says: "full_moon"},
		{name: "claimed since", subject: subject{status: stReady, events: []model.Event{did(evClaimed, 0)}, change: held("active_pr", time.Minute)}},
		{name: "running", subject: subject{status: stRunning, change: held("active_pr", time.Minute)}},
		{name: "free", subject: subject{status: stReady}},
	})
}

func TestPromotedAtLimit(t *testing.T) {
	promoted := []model.Event{did(evGaveUp, 2*time.Hour), did(evPromotedManual, time.Hour, "go")}
	testRule(t, "promoted-at-limit", []ruleCase{
		{name: "counter kept", subject: subject{status: stReady, events: promoted, change: counted(2)}, severity: "warning", says: "2 failures"},
		{name: "counter low", subject: subject{status: stReady, events: promoted, change: counted(1)}},
		{name: "unblocked instead", subject: subject{status: stReady, events: append(promoted[:2:2], did(evUnblocked, 0)), change: counted(2)}},
		{name: "claimed since", subject: subject{status: stReady, events: append(promoted[:2:2], did(evClaimed, 0)), change: counted(2)}},
		{name: "running", subject: subject{status: stRunning, events: promoted, change: counted(2)}},
	})
}

func TestWaitingTooLong(t *testing.T) {
	testRule(t, "waiting-too-long", []ruleCase{
		{name: "stranded is Hermes' to tell", subject: subject{status: stReady, events: []model.Event{did(evCreated, 5*time.Hour)}}},
		{name: "stranded, counted wrongly", subject: subject{status: stReady, events: []model.Event{did(evCreated, 9*time.Hour), did(evCrashed, 40*time.Minute)}}, severity: "warning", says: "claimed by nobody"},
		{name: "ready again a moment ago", subject: subject{status: stReady, events: []model.Event{did(evCreated, 9*time.Hour), did(evCrashed, 4*time.Minute)}}, until: noon.Add(26 * time.Minute)},
		{name: "assigned to nobody", subject: subject{status: stReady, change: func(r *record, _ *model.Case) { r.assignee = "" }}, severity: "warning", says: "nobody"},
		{name: "held on purpose", subject: subject{status: stReady, change: func(r *record, _ *model.Case) { r.assignee, r.guard = "", &guard{} }}},
		{name: "free to start", subject: subject{status: stTodo}, severity: "warning", says: "dispatcher"},
		{name: "waits for a parent", subject: subject{status: stTodo, change: func(r *record, _ *model.Case) { r.parentsOpen = true }}},
		{name: "its parent is done since a minute", subject: subject{status: stTodo, change: func(r *record, c *model.Case) {
			r.freed, c.Facts.Parents = ago(time.Minute), []model.Link{{ID: "t_2", Finished: true}}
		}}, until: noon.Add(29 * time.Minute)},
		{name: "in review", subject: subject{status: stReview, events: []model.Event{did(evReviewRequested, 30*time.Hour)}}, severity: "warning", says: "waiting for a review"},
		{name: "in triage", subject: subject{status: stTriage}, severity: "warning"},
		{name: "blocked is Hermes' to tell", subject: subject{status: stBlocked, events: []model.Event{did(evBlocked, 50*time.Hour)}}},
		{name: "blocked and commented", subject: subject{status: stBlocked, events: []model.Event{did(evBlocked, 50*time.Hour), did(evCommented, time.Hour)}}, severity: "warning", says: "still blocked"},
		{name: "blocked without an event", subject: subject{status: stBlocked}, severity: "warning"},
		{name: "gave up", subject: subject{status: stBlocked, events: []model.Event{did(evGaveUp, 50*time.Hour)}}},
		{name: "done", subject: subject{status: stDone}},
	})
}
