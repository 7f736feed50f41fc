package tui

import (
	"context"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
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
		Glyphs: theme.Unicode(),
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
	running := m.board.setFilter(m, "x")
	for generation := uint64(2); generation < 50; generation++ {
		m.whole = snapshot(generation)
		if m.board.refilter(m) != nil {
			t.Fatal("a filtering is begun beside another one")
		}
	}
	msg, ok := running().(filteredMsg)
	if !ok || msg.snap == nil {
		t.Fatalf("the filtering was given up: %+v", msg)
	}
	rest := m.board.filtered(m, msg)
	if m.board.snap.Generation != 1 {
		t.Errorf("the result is not shown, but %d", m.board.snap.Generation)
	}
	if rest == nil {
		t.Fatal("the newer snapshots are forgotten")
	}
	m.whole = snapshot(50)
	if m.board.refilter(m) != nil {
		t.Error("nothing waits between two filterings")
	}
	rested, ok := rest().(restedMsg)
	if !ok {
		t.Fatal("no pause was made")
	}
	msg, ok = m.board.rested(m, rested)().(filteredMsg)
	if !ok || msg.snap == nil || m.board.filtered(m, msg) != nil || m.board.snap.Generation != 50 {
		t.Errorf("the newest snapshot is not filtered: %+v, shown is %d", msg, m.board.snap.Generation)
	}
}

func TestAnotherTextEndsTheFilteringOfTheLast(t *testing.T) {
	m := still(t)
	m.whole = snapshot(1)
	first := m.board.setFilter(m, "x")
	second := m.board.setFilter(m, "xy")
	if msg, ok := first().(filteredMsg); !ok || msg.snap != nil {
		t.Errorf("it went on to its end: %+v", msg)
	}
	if msg, ok := second().(filteredMsg); !ok || msg.snap == nil {
		t.Errorf("the filtering by the new text: %+v", msg)
	}
	m.board.setFilter(m, "")
	if m.board.snap != m.whole {
		t.Error("without a filter not everything is shown")
	}
}

func TestTheResultOfAnotherTextIsOfNoAccount(t *testing.T) {
	m := still(t)
	m.whole = snapshot(1)
	late := m.board.setFilter(m, "x")()
	m.whole = snapshot(2)
	now := m.board.setFilter(m, "xy")()
	m.Update(now)
	m.Update(late)
	if m.board.snap.Generation != 2 {
		t.Errorf("shown is what another text chose: %d", m.board.snap.Generation)
	}
}

func TestTheDetailOfATaskThatIsNotListedIsReadAgain(t *testing.T) {
	m := still(t)
	m.opt.Frozen = false
	var pauses []time.Duration
	m.opt.After = func(pause time.Duration, msg tea.Msg) tea.Cmd {
		pauses = append(pauses, pause)
		return func() tea.Msg { return msg }
	}
	m.whole = snapshot(1)
	row := &model.Row{Task: model.Task{Queue: "/q", ID: "far"}}
	m.openDetail(row)
	read := historyMsg{ref: row.Ref(), data: board.Detail{Row: row}}
	later := m.offer(read)
	if len(pauses) != 1 || pauses[0] != findPause {
		t.Fatalf("it is read again after %v", pauses)
	}
	m.offer(snapshotMsg{m.whole})
	if len(pauses) != 1 {
		t.Error("it is looked at twice")
	}
	if m.offer(later()) == nil {
		t.Error("it is never read again")
	}
	if m.offer(read); len(pauses) != 2 {
		t.Error("it is read again only once")
	}
	layer[*detail](m).watched = false // it was listed when it was read
	if m.offer(snapshotMsg{m.whole}); len(pauses) != 3 {
		t.Error("it is not read again when it is listed no more")
	}
}
