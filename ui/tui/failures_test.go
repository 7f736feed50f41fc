package tui_test

import (
	"context"
	"errors"
	"testing"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
)

// broken is a board, a memory and a hand of which one method fails.
type broken struct {
	*richBoard
	*richHand
	method string
}

func (b *broken) fail(method string) error {
	if method == b.method {
		return errors.New(method + " is broken")
	}
	return nil
}

func (b *broken) History(ctx context.Context, ref model.Ref) (board.Detail, error) {
	d, err := b.richBoard.History(ctx, ref)
	return d, errors.Join(err, b.fail("History"))
}

func (b *broken) Mark(context.Context, model.Ref, *model.Finding, bool, string) error {
	return b.fail("Mark")
}

func (b *broken) Unmark(context.Context, model.Ref, *model.Finding) error {
	return b.fail("Unmark")
}

func (b *broken) Plan(ctx context.Context, ref model.Ref, r source.Request) (board.Planned, error) {
	p, err := b.richHand.Plan(ctx, ref, r)
	return p, errors.Join(err, b.fail("Plan"))
}

func (b *broken) Do(ctx context.Context, p board.Planned) (source.Record, error) {
	if err := b.fail("Do"); err != nil {
		return source.Record{}, err
	}
	return b.richHand.Do(ctx, p)
}

func (b *broken) BeginCommand(ctx context.Context, ref model.Ref, c journal.Command) (func(string) error, error) {
	if err := b.fail("BeginCommand"); err != nil {
		return nil, err
	}
	end, err := b.richHand.BeginCommand(ctx, ref, c)
	return func(how string) error { return errors.Join(end(how), b.fail("end")) }, err
}

func (b *broken) PlanUndo(ctx context.Context, r source.Record) (board.Planned, error) {
	p, err := b.richHand.PlanUndo(ctx, r)
	return p, errors.Join(err, b.fail("PlanUndo"))
}

func (b *broken) Log(ctx context.Context) ([]journal.Entry, error) {
	all, err := b.richHand.Log(ctx)
	return all, errors.Join(err, b.fail("Log"))
}

// What fails is said where it was asked for.
func TestEveryFailureIsSaid(t *testing.T) {
	for _, tc := range []struct{ method, keys, want string }{
		{"History", "1 enter", "the rest could not be read: History is broken"},
		{"Mark", "1 enter y", "Mark is broken"},
		{"Mark", `1 enter n "no" enter`, "Mark is broken"},
		{"Unmark", "1 enter j j j j y", "Unmark is broken"},
		{"Plan", "1 j s", "Plan is broken"},
		{"PlanUndo", "A j j j j z", "PlanUndo is broken"},
		{"PlanUndo", "z", "there is nothing to undo any more; job-6: PlanUndo is broken"},
		{"Do", "1 j s a", "nothing was done: Do is broken"},
		{"Do", "u shift+tab a", "0 tasks unblocked, 20 not: Do is broken"},
		{"BeginCommand", "1 u x x", "not run: BeginCommand is broken"},
		{"end", "1 u x x", "end is broken"},
		{"Log", "A", "Log is broken"},
		{"Log", "z", "Undo unblock of 2 tasks"}, // which could be read of it
	} {
		t.Run(tc.method+" "+tc.keys, func(t *testing.T) {
			s, b, h := rich(t, 110, 50)
			all := &broken{b, h, ""}
			s.options.Board, s.options.Marks, s.options.Act = all, all, all
			s.on(nil)
			way := steps(tc.keys)
			for i, step := range way {
				if i == len(way)-1 {
					s.lacks(tc.want)
					all.method = tc.method
				}
				s.do(step)
				s.wait(s.pace)
			}
			s.shows(tc.want)
		})
	}
}
