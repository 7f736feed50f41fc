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
		Board: stillBoard{snapshot(0)}, Now: func() time.Time { return time.Unix(1e9, 0) }, Frozen: true,
		Glyphs: theme.Unicode(),
	})
}

// snapshot is one of an empty board.
func snapshot(generation uint64) *board.Snapshot {
	s := *board.New(board.Options{Now: time.Now}).Snapshot()
	s.Generation = generation
	return &s
}

// paused has the pauses of a model noted, and what comes after them.
func paused(m *Model) *[]timer {
	var all []timer
	m.opt.After = func(pause time.Duration, msg tea.Msg) tea.Cmd {
		all = append(all, timer{pause, msg})
		return nil
	}
	return &all
}

type timer struct {
	pause time.Duration
	msg   tea.Msg
}

// send delivers a message and returns the command that follows from it.
func send(m *Model, msg tea.Msg) tea.Cmd {
	_, cmd := m.Update(msg)
	return cmd
}

func TestAFilterComesToItsEndOnABusyBoard(t *testing.T) {
	m := still(t)
	pauses := paused(m)
	m.whole = snapshot(1)
	running := m.board.setFilter(m, "x")
	for generation := uint64(2); generation < 50; generation++ {
		m.whole = snapshot(generation)
		if m.board.boardChanged(m) != nil {
			t.Fatal("a filtering is begun beside another one")
		}
	}
	if send(m, running()); m.board.snap.Generation != 1 {
		t.Fatalf("the result is not shown, but %d", m.board.snap.Generation)
	}
	if len(*pauses) != 1 || (*pauses)[0].pause != filterPause {
		t.Fatalf("the pauses are %v", *pauses)
	}
	m.whole = snapshot(50)
	if m.board.boardChanged(m) != nil {
		t.Error("nothing waits between two filterings")
	}
	again := send(m, (*pauses)[0].msg)
	if again == nil {
		t.Fatal("the newer snapshots are forgotten")
	}
	if send(m, again()); m.board.snap.Generation != 50 {
		t.Errorf("the newest snapshot is not filtered, shown is %d", m.board.snap.Generation)
	}
	if cmd := send(m, (*pauses)[1].msg); cmd != nil {
		t.Error("the same snapshot is filtered twice")
	}
	m.whole = snapshot(51)
	if m.board.boardChanged(m) == nil {
		t.Error("a snapshot that comes after the pause is not filtered")
	}
}

func TestAnotherTextEndsTheFilteringOfTheLast(t *testing.T) {
	m := still(t)
	m.whole = snapshot(1)
	first := m.board.setFilter(m, "x")
	second := m.board.setFilter(m, "xy")
	if msg := first(); msg != nil {
		t.Errorf("it went on to its end: %+v", msg)
	}
	if msg := second(); msg == nil {
		t.Error("the filtering by the new text is given up")
	}
	m.board.setFilter(m, "")
	if m.board.snap != m.whole {
		t.Error("without a filter not everything is shown")
	}
}

func TestTheResultOfAnotherTextIsOfNoAccount(t *testing.T) {
	m := still(t)
	paused(m)
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

// farBoard is a board whose tasks are not listed, and change.
type farBoard struct {
	stillBoard
	row *model.Row
}

func (b farBoard) History(context.Context, model.Ref) (board.Detail, error) {
	return board.Detail{Row: b.row}, nil
}

func TestTheDetailOfATaskThatIsNotListedIsReadAgain(t *testing.T) {
	m := still(t)
	row := &model.Row{Task: model.Task{Queue: "/q", ID: "far"}}
	m.opt.Board, m.opt.Frozen = farBoard{stillBoard{m.whole}, row}, false
	pauses := paused(m)
	m.whole = snapshot(1)
	send(m, m.openDetail(row)())
	if len(*pauses) != 1 || (*pauses)[0].pause != findPause {
		t.Fatalf("it is read again after %v", *pauses)
	}
	m.boardChanged()
	if len(*pauses) != 1 {
		t.Error("it is looked at twice")
	}
	again := send(m, (*pauses)[0].msg)
	if again == nil {
		t.Fatal("it is never read again")
	}
	if send(m, again()); len(*pauses) != 2 {
		t.Error("it is read again only once")
	}
	topmost[*detail](m).watched = false // it was listed when it was read
	if m.boardChanged(); len(*pauses) != 3 {
		t.Error("it is not read again when it is listed no more")
	}
	m.leave()
	if send(m, (*pauses)[2].msg) != nil {
		t.Error("a task that was left is read")
	}
}
