package tui

import (
	"context"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/query"
	"notdone/ui/theme"
)

// stillBoard is a board on which nothing happens.
type stillBoard struct{ snap *board.Snapshot }

func (b stillBoard) Snapshot() *board.Snapshot          { return b.snap }
func (stillBoard) Subscribe() (<-chan struct{}, func()) { return nil, func() {} }
func (stillBoard) History(context.Context, model.Ref) (board.Detail, error) {
	return board.Detail{}, nil
}
func (stillBoard) Rows(context.Context, []model.Ref, func(*model.Row) error) error { return nil }
func (stillBoard) Search(context.Context, query.Query) *board.Search               { return nil }

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
	if len(*pauses) != 1 || (*pauses)[0].pause != farPause {
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
