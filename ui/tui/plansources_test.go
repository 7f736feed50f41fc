package tui_test

import (
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
)

// Tasks of two sources may have one id: a plan for both, and its results, name their sources.
func TestAPlanForTasksOfSeveralSourcesNamesThem(t *testing.T) {
	vault := "I don't have access to vault/eu-west, so I could not read the signing key."
	var feeds []board.Feed
	for i, path := range []string{"shop", "office"} {
		feeds = append(feeds, board.Feed{
			Adapter: source.Adapter{Kind: "fake", State: states},
			Source:  &memorySource{kind: "fake", path: path, cases: []model.Case{blocked("MIG-002", "Sign the release", vault, model.KindAccess, time.Duration(i+1)*time.Hour)}},
		})
	}
	s, h := newScreen(t, 80, 24), &hand{}
	s.options = s.with(boardOfFeeds(t, board.Options{Now: func() time.Time { return noon }, Config: classify.DefaultConfig(), Frozen: true}, feeds...), h)
	s.on(nil)
	s.press("2", "u")
	s.shows("Unblock 2 tasks", "shop MIG-002", "office MIG-002")
	s.press("shift+tab", "a", "D")
	s.shows("Results", "shop MIG-002", "office MIG-002")
}
