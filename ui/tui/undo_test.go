package tui_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
)

// stuck is a hand that cannot undo what was done to one task.
type stuck struct {
	hand
	task string
}

func (h *stuck) PlanUndo(ctx context.Context, r source.Record) (board.Planned, error) {
	p, err := h.hand.PlanUndo(ctx, r)
	if r.Task.ID == h.task {
		p.Refused = "a worker has claimed it"
	}
	return p, err
}

// done is an entry of the journal.
func done(id, task string, ago time.Duration) journal.Entry {
	return journal.Entry{Outcome: journal.Applied, Record: source.Record{
		ID: id, At: noon.Add(-ago), Request: source.Request{Action: model.ActionRequeue}, Task: model.Ref{ID: task},
		Was: "failed", Now: "queued", Undo: "until it is claimed",
	}}
}

// What was undone already is passed over, and so, with a word, is what cannot be.
func TestUndoTakesTheNewestThatCanBe(t *testing.T) {
	h := &stuck{task: "job-2"}
	h.log = []journal.Entry{done("9", "job-1", time.Minute), done("8", "job-2", time.Hour), done("7", "job-3", 2*time.Hour)}
	h.log[0].UndoneBy = "10"
	s := openWith(t, fleet(), 100, 30, h)
	s.press("z")
	s.shows("Undo requeue of job-3", "not this one, which is newer: job-2: a worker has claimed it")
}

// An entry whose task has another status by now, as the board knows, is not offered.
func TestWhatMovedOnIsNotOfferedForUndo(t *testing.T) {
	const offer, refusal = "z undoes it until it is claimed", "cannot be undone, as it is done now"
	for _, tc := range []struct {
		name, task, was, now, want string
	}{
		{"as it was left", "job-30", "failed", "queued", offer},
		{"finished since", "job-60", "failed", "queued", refusal},
		{"as it was before", "job-60", "done", "queued", offer},
		{"an action without a change", "job-60", "queued", "queued", offer},
		{"not on the board", "job-x", "failed", "queued", offer},
	} {
		h := &hand{}
		e := done("9", tc.task, time.Hour)
		e.Task.Queue, e.Was, e.Now = "fleet", tc.was, tc.now
		h.log = []journal.Entry{e}
		s := openWith(t, fleet(), 100, 30, h)
		s.press("A")
		if !strings.Contains(s.frame(), tc.want) {
			t.Errorf("%s: no %q in\n%s", tc.name, tc.want, s.frame())
		}
	}
}

// moving is a hand whose task is another one each time it is planned.
type moving struct {
	hand
	now string
}

func (h *moving) Plan(ctx context.Context, ref model.Ref, r source.Request) (board.Planned, error) {
	p, err := h.hand.Plan(ctx, ref, r)
	p.Was, h.now = h.now, "running"
	return p, err
}

func TestWhatChangedWhileAPlanIsOpenIsTold(t *testing.T) {
	s := openWith(t, fleet(), 100, 30, &moving{now: "blocked"})
	s.press("G", "u")
	s.typeText("yes")
	s.press("tab")
	s.shows("changed under you: was blocked, now running")
}

// An undo is told as one in the journal, and its plan has nothing to type into.
func TestAnUndoIsToldAsOne(t *testing.T) {
	h := &hand{log: []journal.Entry{done("9", "job-1", time.Minute), done("7", "job-3", time.Hour)}}
	h.log[0].Undoes = "5"
	s := openWith(t, fleet(), 100, 30, h)
	s.press("A")
	s.shows("undid requeue of job-1", "requeued job-3")
	s.press("esc", "z", "tab")
	s.shows("Undo requeue of job-3", "apply: a")
	s.lacks("next field")
}

// What is done to one task belongs to no larger action.
func TestAnActionOnOneTaskStandsAlone(t *testing.T) {
	h := &hand{}
	s := openWith(t, fleet(), 100, 30, h)
	s.press("G", "u", "shift+tab", "a", "g", "u", "shift+tab", "a")
	if len(h.done) != 4 || h.done[0].Request.Together != "" || h.done[1].Request.Together == "" {
		t.Errorf("done: %+v", h.done)
	}
}

// Commands that were run for many tasks differ in the task: it stands before the words of
// the command, and how the command ended is in sight at 80 columns.
func TestACommandThatWasRunNamesItsTask(t *testing.T) {
	h := &hand{}
	for _, id := range []string{"job-1", "job-2"} {
		e := done(id, id, time.Minute)
		e.Outcome, e.Undo, e.Request.Actor = journal.Ran, "", "alice"
		e.Ran = &journal.Command{Argv: []string{"env", "BOARD=/srv/fleet/boards/night/kanban.db", "hermes", "kanban", "unblock", id}, How: "exit status 3: the board is locked by another"}
		h.log = append(h.log, e)
	}
	s := openWith(t, fleet(), 80, 24, h)
	s.press("A")
	s.shows("ran a command for job-1", "ran a command for job-2", "exit status 3: the board is locked by another")
}
