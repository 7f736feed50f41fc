package tui_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
)

// unread lists its tasks and never reads one again.
type unread struct{ *memorySource }

func (u unread) Get(ctx context.Context, _ []string) ([]model.Case, error) {
	<-ctx.Done()
	return nil, fmt.Errorf("unread: %w", ctx.Err())
}

// A cause keeps its name while the row that changed is still to be read.
func TestACauseKeepsItsNameWhileARowIsRead(t *testing.T) {
	const name = "no access to the vault in Lisbon"
	was := []model.Case{blocked("job-0", "Deploy", name, model.KindAccess, 3*time.Hour), blocked("job-1", "Deploy", name, model.KindAccess, 2*time.Hour)}
	now := append(slices.Clone(was), blocked("job-2", "Deploy", name, model.KindAccess, time.Hour))
	later := unread{&memorySource{kind: "fake", path: "fleet", cases: now}}
	s := newScreen(t, 120, 40)
	s.options = s.with(boardOf(t, was), nil)
	s.listening()
	s.shows(name)
	s.show(boardOfFeeds(t, board.Options{Now: func() time.Time { return noon }, Config: classify.DefaultConfig(), Frozen: true, KeepRows: 1},
		board.Feed{Adapter: source.Adapter{Kind: "fake", State: states}, Source: later}))
	s.shows(name, "3 tasks")
	s.press("!")
	s.shows("What to do first", name, "3 tasks")
}
