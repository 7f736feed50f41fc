package tui_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
)

// hand is an Acting that keeps what was asked of it.
type hand struct {
	mu      sync.Mutex
	asked   []source.Request
	done    []board.Planned
	refused map[string]string // by task
	moved   map[string]bool   // tasks that change before they are written
	log     []journal.Entry   // the newest first
	applied []journal.Entry   // what was done since, the oldest first
	unkept  error             // why no command can be kept; nil: it can
	command []string          // the owner's own, of a refused plan; nil: one that names the task
}

func (h *hand) Plan(_ context.Context, ref model.Ref, r source.Request) (board.Planned, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r.Task = ref.ID
	h.asked = append(h.asked, r)
	p := board.Planned{Plan: source.Plan{
		Task: ref, Action: r.Action, Was: "blocked", Now: "ready", Request: r, TakesAnswer: r.Action == model.ActionUnblock, AgentSees: r.Answer != "",
		Changes: []source.Change{
			{Table: "tasks", Row: ref.ID, Column: "status", Old: "blocked", New: "ready"},
			{Table: "tasks", Row: ref.ID, Column: "last_error", Old: "no access to vault", NewNull: true},
			{Table: "task_events", Row: "+1", Column: "kind", New: "unblocked", Added: true},
			{Table: "task_events", Row: "+1", Column: "payload", NewNull: true, Added: true},
		},
		Guards:  []string{"still blocked by event 187", "no claim on it"},
		Effects: []string{"the dispatcher will start it within a minute"},
		Undo:    "until a worker claims it",
	}, Warning: "same obstacle 3 times, nothing changed since"}
	p.Request.Actor = "alice"
	if why := h.refused[ref.ID]; why != "" {
		p.Plan = source.Plan{
			Task: ref, Action: r.Action, Was: "running", Refused: why, Request: r,
			Command: []string{"hermes", "kanban", "block", ref.ID, "stop it"},
		}
		if h.command != nil {
			p.Command = h.command
		}
	}
	return p, nil
}

func (h *hand) Do(_ context.Context, p board.Planned) (source.Record, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.moved[p.Task.ID] {
		return source.Record{}, &source.Changed{Was: "blocked", Now: "running"}
	}
	h.done = append(h.done, p)
	r := source.Record{ID: strconv.Itoa(len(h.log) + len(h.applied) + 1), At: noon, Kind: "fake", Request: p.Request, Task: p.Task, Was: p.Was, Now: p.Now, Undo: p.Undo}
	h.applied = append(h.applied, journal.Entry{Record: r, Outcome: journal.Applied})
	return r, nil
}

func (h *hand) BeginCommand(_ context.Context, ref model.Ref, c journal.Command) (func(string) error, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.unkept != nil {
		return nil, h.unkept
	}
	e := journal.Entry{Outcome: journal.Ran, Ran: &c, Record: source.Record{ID: "run" + strconv.Itoa(len(h.log)+1), At: noon, Task: ref}}
	h.log = append([]journal.Entry{e}, h.log...)
	return func(how string) error {
		h.mu.Lock()
		defer h.mu.Unlock()
		c.How = how
		return nil
	}, nil
}

func (h *hand) PlanUndo(_ context.Context, r source.Record) (board.Planned, error) {
	return board.Planned{Plan: source.Plan{
		Task: r.Task, Action: r.Request.Action, Was: r.Now, Now: r.Was,
		Changes: []source.Change{{Table: "tasks", Row: r.Task.ID, Column: "status", Old: r.Now, New: r.Was}},
	}}, nil
}

func (h *hand) Log(context.Context) ([]journal.Entry, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	newest := slices.Clone(h.applied)
	slices.Reverse(newest)
	return append(newest, h.log...), nil
}

// acting is a screen on which things can be done.
func acting(t testing.TB, h *hand, width, height int) *screen {
	t.Helper()
	return openWith(t, fleet(), width, height, h)
}

// typeText types a text letter by letter, as people do.
func (s *screen) typeText(text string) {
	s.t.Helper()
	for _, r := range text {
		s.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		s.wait(150 * time.Millisecond)
	}
}

func (s *screen) shows(parts ...string) {
	s.t.Helper()
	for _, p := range parts {
		if !strings.Contains(s.frame(), p) {
			s.t.Errorf("the screen does not say %q:\n%s", p, s.frame())
		}
	}
}

func TestNothingHappensWithoutTheConfirmingKey(t *testing.T) {
	for name, keys := range map[string][]string{
		"the trigger again": {"u", "u"}, "enter on Cancel": {"u", "enter"}, "escape": {"u", "esc"},
		"quit": {"u", "q"}, "a confirming key too early": {"a"}, "in the field of the answer": {"u", "a"}, "in that of the reason": {"u", "tab", "a"},
		"after a plan was closed": {"u", "esc", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			h := &hand{}
			s := acting(t, h, 100, 30)
			s.press(append([]string{"G"}, keys...)...)
			s.send(tea.PasteMsg{Content: "a\na\n"})
			if len(h.done) > 0 {
				t.Errorf("%d actions were done", len(h.done))
			}
		})
	}
}

func TestUnblockWithAnAnswer(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 100, 30)
	s.press("G", "u")
	s.shows("Unblock job-53", "The blocked task becomes ready; the dispatcher will start it", "Same obstacle 3 times", "nothing is written yet", "[ Cancel ]")
	s.lacks("last_error")
	s.press("shift+tab", "d")
	s.shows("status", "blocked → ready", "last_error", "still blocked by event 187")
	s.press("tab")
	s.typeText("take SQLite")
	s.press("tab")
	s.typeText("INC-7")
	s.press("enter")
	s.shows("take SQLite", "INC-7", "the answer goes to the agent")
	s.press("a")
	if len(h.done) != 1 {
		t.Fatalf("%d actions were done:\n%s", len(h.done), s.frame())
	}
	r := h.done[0].Request
	if r.Answer != "take SQLite" || r.Reason != "INC-7" || r.Action != model.ActionUnblock || r.Task != "job-53" {
		t.Errorf("done: %+v", r)
	}
	s.shows("unblocked job-53: blocked to ready", "until a worker claims it")
}

func TestARefusedPlanSaysWhyAndWhatElse(t *testing.T) {
	h := &hand{refused: map[string]string{"job-20": "its worker 4242 is alive"}}
	s := acting(t, h, 100, 30)
	s.press("1", "G", "k", "s")
	for range 3 {
		if strings.Contains(s.frame(), "job-20") {
			break
		}
		s.press("esc", "k", "s")
	}
	s.shows("its worker 4242 is alive", "hermes kanban block job-20 'stop it'")
	s.press("a")
	if len(h.done) > 0 {
		t.Error("a refused plan was applied")
	}
}

func TestACauseIsActedOnAsAWhole(t *testing.T) {
	h := &hand{refused: map[string]string{"job-51": "it is running"}, moved: map[string]bool{"job-52": true}}
	s := acting(t, h, 100, 30)
	s.press("u")
	s.shows("3 tasks: no access to vault/eu-west", "2 tasks of 3 can be done", "refused", "it is running")
	s.press("shift+tab", "a")
	if len(h.done) != 1 || h.done[0].Task.ID != "job-50" {
		t.Errorf("done: %+v", h.done)
	}
	s.shows("1 task unblocked, 1 not: changed under you: was blocked, now running")
}

func TestALongNoticeIsReadWhole(t *testing.T) {
	h := &hand{moved: map[string]bool{"job-53": true}}
	s := acting(t, h, 40, 20)
	s.press("G", "u", "shift+tab", "a", "a")
	said := strings.Join(strings.Fields(s.frame()), " ")
	if !strings.Contains(said, "nothing was done: changed under you: was blocked, now running") {
		t.Errorf("the notice is cut:\n%s", s.frame())
	}
}

func TestUndo(t *testing.T) {
	h := &hand{}
	s := acting(t, h, 100, 30)
	s.press("z")
	s.shows("there is nothing to undo")
	s.press("G", "r", "a")
	if len(h.done) != 1 {
		t.Fatal("nothing was done")
	}
	s.press("z")
	s.shows("Undo requeue of job-53", "The ready task becomes blocked again")
	s.press("a")
	if len(h.done) != 2 {
		t.Errorf("%d actions were done", len(h.done))
	}
	s.shows("undone")
}

func TestTheLogOfActions(t *testing.T) {
	h := &hand{log: []journal.Entry{
		{Record: source.Record{ID: "3", At: noon, Request: source.Request{Action: model.ActionRequeue, Actor: "alice", Reason: hostile}, Task: model.Ref{ID: "job-9"}, Title: hostile, Was: "done", Now: "queued", Undo: "until a worker claims it"}, Outcome: journal.Applied},
		{Record: source.Record{ID: "2", At: noon.Add(-time.Hour), Request: source.Request{Action: model.ActionUnblock, Actor: "bob"}, Task: model.Ref{ID: "job-8"}, Was: "blocked", Now: "queued"}, Outcome: journal.Unknown},
	}}
	s := acting(t, h, 100, 30)
	s.press("A")
	s.shows("What was done", "requeued job-9", "unblocked job-8", "bob")
	checkHarmless(t, s.m.View().Content)
	s.press("j", "z")
	s.shows("cannot be undone")
	s.press("k", "z")
	s.shows("Undo requeue of job-9")
	s.press("esc", "esc")
	s.shows("Blocked")
}

func TestWithoutWritingTheKeysSayWhy(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	for _, k := range []string{"u", "r", "s", "m", "z", "A"} {
		s.press(k)
		s.shows("nothing may be written now (--read-only)")
	}
}

// failing is a hand whose plans fail.
type failing struct{ hand }

func (*failing) Plan(context.Context, model.Ref, source.Request) (board.Planned, error) {
	return board.Planned{}, errors.New("queue.db: its owner holds it locked")
}

func TestAPlanThatCannotBeMade(t *testing.T) {
	s := openWith(t, fleet(), 100, 30, &failing{})
	s.press("G", "u")
	s.shows("its owner holds it locked")
	s.press("a", "esc")
	s.shows("Blocked")
}

func TestPlanFrames(t *testing.T) {
	for name, size := range map[string][2]int{"80x24": {80, 24}, "160x48": {160, 48}, "20x5": {20, 5}} {
		t.Run(name, func(t *testing.T) {
			s := acting(t, &hand{}, size[0], size[1])
			s.press("G", "u")
			s.typeText("yes, use the smaller one")
			golden.RequireEqual(t, []byte(s.frame()))
		})
	}
}

func TestTheOutcomeIsSaidOfATaskWithALongID(t *testing.T) {
	s := openWith(t, []model.Case{blocked(strings.Repeat("runs/", 200), "Deploy", "no access to vault", model.KindAccess, time.Hour)}, 80, 24, &hand{})
	s.press("2", "u", "shift+tab", "a")
	s.shows("blocked to ready")
}

// The log of actions is not shown while the undo is being planned.
func TestUndoOpensItsPlanAndNothingElse(t *testing.T) {
	s := acting(t, markedHand(""), 100, 30)
	before := s.frame()
	_, reading := s.m.Update(keyPress("z"))
	if s.frame() != before {
		t.Errorf("before the plan is known the screen shows:\n%s", s.frame())
	}
	s.run(reading)
	s.shows("Undo requeue of job-40", "Blocked")
}

func TestATimelineWithoutMoments(t *testing.T) {
	c := task("job-1", "ready", "Port the uploader", time.Hour)
	c.Events, c.Runs, c.Task.Created, c.Task.Updated = nil, nil, time.Time{}, time.Time{}
	s := open(t, []model.Case{c}, 100, 30)
	s.press("3", "enter", "tab")
	s.shows("nothing was recorded")
}

func TestAScreenOfOneLineKeepsItsHead(t *testing.T) {
	s := open(t, fleet(), 40, 1)
	s.press("/", "x", "enter")
	s.shows("■5")
}
