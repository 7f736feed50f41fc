package tui_test

import (
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
)

// withLogs is a screen of a queue, and of a folder of logs that can only be read.
func withLogs(t *testing.T, queue, logs []model.Case, width, height int) (*screen, *hand) {
	t.Helper()
	for i := range logs {
		logs[i].Task.Source = "anvil"
	}
	feeds := []board.Feed{{
		Adapter: source.Adapter{Kind: "anvil", State: states, ReadOnly: "nobody reads its runs again"},
		Source:  &memorySource{kind: "anvil", path: "runs", cases: logs},
	}}
	if len(queue) > 0 {
		feeds = append(feeds, board.Feed{
			Adapter: source.Adapter{Kind: "fake", State: states}, Source: &memorySource{kind: "fake", path: "fleet", cases: queue},
		})
	}
	s, h := newScreen(t, width, height), &hand{}
	s.options = s.with(boardOfFeeds(t, board.Options{Now: func() time.Time { return noon }, Config: classify.DefaultConfig(), Frozen: true}, feeds...), h)
	return s.on(nil), h
}

// Where a source can only be read, the keys that act are refused with the reason and no
// plan is asked for.
func TestASourceThatCanOnlyBeRead(t *testing.T) {
	const why = "anvil can only be read: nobody reads its runs again"
	failed := []model.Case{task("run-1", "failed", "Nightly export", time.Hour), task("run-2", "failed", "Weekly export", 2*time.Hour)}
	for _, key := range []string{"u", "r", "s", "m"} {
		for name, to := range map[string][]string{"board": {"3"}, "task": {"3", "enter"}, "selection": {"3", "space", "space"}} {
			s, h := withLogs(t, nil, failed, 160, 48)
			s.press(append(to, key)...)
			s.shows(why)
			s.lacks("┏━ Plan")
			if len(h.asked) > 0 {
				t.Errorf("%s on the %s: a plan was made: %v", key, name, h.asked)
			}
		}
	}
	s, _ := withLogs(t, nil, failed, 160, 48)
	s.press("?")
	s.shows(why)
	s.press("?", ":")
	s.typeText("unblock")
	s.shows(why)
}

// What to do first advises nothing that cannot be done.
func TestASourceThatCanOnlyBeReadIsNotActedOnFirst(t *testing.T) {
	stuck := func() []model.Case {
		return []model.Case{blocked("run-1", "Sign the release", "I don't have access to vault/eu-west.", model.KindAccess, time.Hour)}
	}
	s, _ := withLogs(t, nil, stuck(), 160, 48)
	s.press("!")
	s.shows("What to do first", "give access")
	s.lacks("then u")
	s = open(t, stuck(), 160, 48)
	s.press("!")
	s.shows("give access, then u")
}

// A cause, or a selection, with tasks of a queue beside logs is acted on.
func TestACauseOfLogsAndAQueueIsActedOn(t *testing.T) {
	vault := "I don't have access to vault/eu-west, so I could not read the signing key."
	logs := []model.Case{blocked("run-1", "Sign the release", vault, model.KindAccess, time.Hour)}
	queue := []model.Case{blocked("job-1", "Sign the package", vault, model.KindAccess, 2*time.Hour)}
	for want, keys := range map[string][]string{"Unblock 2 tasks": {"2", "u"}, "Unblock 2 selected tasks": {"2", "*", "u"}} {
		s, h := withLogs(t, queue, logs, 160, 48)
		s.press(keys...)
		s.shows(want)
		if len(h.asked) != 2 {
			t.Errorf("%s: plans asked for: %v", want, h.asked)
		}
	}
	s, h := withLogs(t, queue, logs, 160, 48)
	s.press("2", "enter", "j", "u")
	s.lacks("┏━ Plan")
	s.shows("anvil can only be read")
	if len(h.asked) > 0 {
		t.Error("a plan of the log was made")
	}
}

// The key of an action that a system does not have says so, and what can be done instead.
func TestAnActionThatTheSystemLacks(t *testing.T) {
	adapter := source.Adapter{Kind: "fake", State: states, Actions: func(*model.Case, *model.Verdict) []model.Action {
		return []model.Action{{Name: model.ActionRequeue, Allowed: true}, {Name: model.ActionCancel, Reason: "it has ended"}}
	}}
	cases := []model.Case{task("job-1", "failed", "Nightly export", time.Hour)}
	s, h := newScreen(t, 160, 48), &hand{refused: map[string]string{"job-1": "Fake has no such action; what can be done here: requeue"}, command: []string{}}
	s.options = s.with(boardOfFeeds(t, board.Options{Now: func() time.Time { return noon }, Config: classify.DefaultConfig(), Frozen: true},
		board.Feed{Adapter: adapter, Source: &memorySource{kind: "fake", path: "fleet", cases: cases}}), h)
	s.on(nil)
	s.press("3", "u")
	s.shows("cannot unblock job-1: Fake has no such action; what can be done here: requeue")
	s.lacks("┏━ Plan")
	s.press("m")
	s.shows("cannot mark job-1 blocked: Fake has no such action;")
	s.press(":")
	s.typeText("mark")
	s.shows("fake has no such action; what can be done here: requeue")
}
