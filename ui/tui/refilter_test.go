package tui

import (
	"context"
	"testing"
	"time"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/keys"
	"notdone/ui/theme"
)

// stillBoard is a board on which nothing happens.
type stillBoard struct{ snap *board.Snapshot }

func (b stillBoard) Snapshot() *board.Snapshot          { return b.snap }
func (stillBoard) Subscribe() (<-chan struct{}, func()) { return nil, func() {} }
func (stillBoard) History(context.Context, model.Ref) (board.Detail, error) {
	return board.Detail{}, nil
}
func (stillBoard) Find(context.Context, string) ([]*model.Row, error) { return nil, nil }

func still(t *testing.T) *Model {
	t.Helper()
	return New(t.Context(), Options{
		Board: stillBoard{&board.Snapshot{}}, Now: func() time.Time { return time.Unix(1e9, 0) }, Frozen: true,
		Theme: theme.Default(theme.Unicode()), Keys: keys.Default(),
	})
}

// snapshot is one of an empty board.
func snapshot(generation uint64) *board.Snapshot {
	s := *board.New(board.Options{Now: time.Now}).Snapshot()
	s.Generation = generation
	return &s
}

func TestAFilterComesToItsEndOnABusyBoard(t *testing.T) {
	m := still(t)
	m.whole = snapshot(1)
	running := m.setFilter("x")
	for generation := uint64(2); generation < 50; generation++ {
		m.whole = snapshot(generation)
		if m.refilter() != nil {
			t.Fatal("a filtering is begun beside another one")
		}
	}
	msg, ok := running().(filteredMsg)
	if !ok || msg.snap == nil {
		t.Fatalf("the filtering was given up: %+v", msg)
	}
	rest := m.filtered(msg)
	if m.snap.Generation != 1 {
		t.Errorf("the result is not shown, but %d", m.snap.Generation)
	}
	if rest == nil {
		t.Fatal("the newer snapshots are forgotten")
	}
	m.whole = snapshot(50)
	if m.refilter() != nil {
		t.Error("nothing waits between two filterings")
	}
	rested, ok := rest().(restedMsg)
	if !ok {
		t.Fatal("no pause was made")
	}
	msg, ok = m.rested(rested)().(filteredMsg)
	if !ok || msg.snap == nil || m.filtered(msg) != nil || m.snap.Generation != 50 {
		t.Errorf("the newest snapshot is not filtered: %+v, shown is %d", msg, m.snap.Generation)
	}
}

func TestAnotherTextEndsTheFilteringOfTheLast(t *testing.T) {
	m := still(t)
	m.whole = snapshot(1)
	first := m.setFilter("x")
	second := m.setFilter("xy")
	if msg, ok := first().(filteredMsg); !ok || msg.snap != nil {
		t.Errorf("it went on to its end: %+v", msg)
	}
	if msg, ok := second().(filteredMsg); !ok || msg.snap == nil {
		t.Errorf("the filtering by the new text: %+v", msg)
	}
	m.setFilter("")
	if m.snap != m.whole {
		t.Error("without a filter not everything is shown")
	}
}

func TestTheResultOfAnotherTextIsOfNoAccount(t *testing.T) {
	m := still(t)
	m.whole = snapshot(1)
	late := m.setFilter("x")()
	m.whole = snapshot(2)
	now := m.setFilter("xy")()
	m.Update(now)
	m.Update(late)
	if m.snap.Generation != 2 {
		t.Errorf("shown is what another text chose: %d", m.snap.Generation)
	}
}

func TestTheDetailOfATaskThatIsNotListedIsReadAgain(t *testing.T) {
	m, now := still(t), time.Unix(1e9, 0)
	m.opt.Now = func() time.Time { return now }
	m.whole = snapshot(1)
	row := &model.Row{Task: model.Task{Queue: "/q", ID: "far"}}
	m.openDetail(row)
	m.historyRead(historyMsg{ref: row.Ref(), data: board.Detail{Row: row}})
	m.now = now.Add(time.Second)
	if m.refreshUnlisted() != nil {
		t.Error("it is read again at once")
	}
	m.now = now.Add(findPause)
	if m.refreshUnlisted() == nil {
		t.Error("it is never read again")
	}
}
