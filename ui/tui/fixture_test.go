package tui_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
	"notdone/ui/board"
	"notdone/ui/theme"
	"notdone/ui/tui"
)

// noon is the fixed clock of these tests.
var noon = time.Date(2031, 5, 6, 12, 0, 0, 0, time.UTC)

// memorySource is a queue that is a slice of cases. Who acts on it is in front of the board.
type memorySource struct {
	source.Actor
	kind, path string
	cases      []model.Case
}

func (s *memorySource) Describe() source.Description {
	return source.Description{Kind: s.kind, Path: s.path}
}

func (s *memorySource) List(context.Context, source.Query) (source.Page, error) {
	return source.Page{Cases: s.copies(nil)}, nil
}

func (s *memorySource) Get(_ context.Context, ids []string) ([]model.Case, error) {
	return s.copies(ids), nil
}

func (s *memorySource) copies(ids []string) []model.Case {
	var out []model.Case
	for _, c := range s.cases {
		for i := range max(len(ids), 1) {
			if ids == nil || ids[i] == c.Task.ID {
				out = append(out, c)
			}
		}
	}
	return out
}

func (s *memorySource) Refresh(context.Context, watch.Signal) (source.Delta, error) {
	return source.Delta{}, nil
}
func (s *memorySource) Targets() []watch.Target { return nil }
func (s *memorySource) Close() error            { return nil }

func (s *memorySource) Resolve(_ context.Context, name string) (string, error) { return name, nil }

func (s *memorySource) History(_ context.Context, id string) (source.History, error) {
	for _, c := range s.copies([]string{id}) {
		c.Body = "Please do " + c.Task.Title + ".\nThe usual way."
		return source.History{Case: c}, nil
	}
	return source.History{}, source.ErrNotFound
}

// states is the fake queue's table.
func states(recorded string) model.State {
	s, err := model.ParseState(recorded)
	if err != nil {
		return model.StateUnknown
	}
	return s
}

// task is a case of the fake queue that changed some time before noon.
func task(id, recorded, title string, ago time.Duration) model.Case {
	at := noon.Add(-ago)
	return model.Case{
		Task: model.Task{
			Source: "fake", Queue: "fleet", ID: id, Title: title, Wish: title, Recorded: recorded, Attempts: 1,
			Created: at.Add(-time.Hour), Updated: at, Worker: "box:77",
		},
		Runs: []model.Run{{
			ID: "r-" + id, Where: "runs#" + id, Attempt: 1, Worker: "box:77", Started: at.Add(-10 * time.Minute), Ended: at,
			Outcome: model.OutcomeCompleted,
		}},
		Events: []model.Event{{Seq: 1, Where: "events#1", Kind: model.EventCreated, Name: "created", At: at.Add(-time.Hour)}},
	}
}

func running(id, title string, ago time.Duration) model.Case {
	c := task(id, "active", title, ago)
	c.Task.Started = c.Task.Updated
	c.Runs[0].Started, c.Runs[0].Ended, c.Runs[0].Outcome = c.Task.Updated, time.Time{}, model.OutcomeUnknown
	c.Facts.Claimed, c.Facts.OpenRun, c.Facts.ClaimOwner = true, true, "box:77"
	c.Facts.Heartbeat = noon.Add(-20 * time.Second)
	return c
}

func blocked(id, title, why string, kind model.ObstacleKind, ago time.Duration) model.Case {
	c := task(id, "blocked", title, ago)
	c.Runs[0].Outcome = model.OutcomeBlocked
	c.Facts.ObstacleText, c.Facts.ObstacleKind, c.Facts.ObstacleWhere = why, kind, "events#2"
	c.Facts.BlockedAt = c.Task.Updated
	c.Events = append(c.Events, model.Event{
		Seq: 2, Where: "events#2", Kind: model.EventBlocked, Name: "blocked", Note: why, At: c.Task.Updated, Actor: "agent",
	})
	return c
}

func finished(id, title, result string, ago time.Duration) model.Case {
	c := task(id, "done", title, ago)
	c.Task.Finished, c.Result, c.ResultWhere = c.Task.Updated, result, "runs#"+id
	c.Runs[0].Output = result
	c.Events = append(c.Events, model.Event{
		Seq: 3, Where: "events#3", Kind: model.EventFinished, Name: "finished", At: c.Task.Updated,
	})
	return c
}

// fleet is a board's worth of tasks that shows every pane.
func fleet() []model.Case {
	vault := "I don't have access to vault/eu-west, so I could not read the signing key. Please grant read access."
	stale := running("job-21", "Rebuild the product index", 3*time.Hour)
	stale.Facts.Heartbeat = noon.Add(-95 * time.Minute)
	failed := task("job-40", "failed", "Nightly warehouse export", 7*time.Hour)
	failed.Runs[0].Outcome, failed.Runs[0].Error = model.OutcomeTimedOut, "elapsed 640s, limit 600s"
	all := []model.Case{
		running("job-20", "Summarise the support inbox", 4*time.Minute), stale,
		task("job-30", "queued", "Port the uploader", 8*time.Minute),
		blocked("job-50", "Deploy the preview", vault, model.KindAccess, 26*time.Hour),
		blocked("job-51", "Sign the release", vault, model.KindAccess, 3*time.Hour),
		blocked("job-52", "Rotate the certificates", vault, model.KindAccess, 5*time.Hour),
		blocked("job-53", "Add the rate limiter", "Which store should the limiter use: Redis or SQLite?", model.KindDecision, 2*time.Hour),
		blocked("job-54", "Mystery", "", model.KindUnknown, time.Hour),
		failed,
		finished("job-60", "Morning briefing", "", 6*time.Hour),
		finished("job-61", "Fix the flaky login test", "I could not push: I did not have permission to push to the repository. No changes were made.", 2*time.Hour),
		finished("job-62", "Schedule the monitor", "I will create the cron job and monitor it every hour.", 3*time.Hour),
		task("job-70", "cancelled", "Old idea", 50*time.Hour),
	}
	for i := range 30 {
		id := "job-8" + fmt.Sprintf("%02d", i)
		all = append(all, finished(id, "Routine chore "+strconv.Itoa(i), "Updated the page and ran the checks; everything passes.", time.Duration(i+1)*time.Hour))
	}
	return all
}

// hostile is text that attacks a terminal.
const hostile = "evil\x1b]52;c;aGVsbG8=\x07\x1b[2J\u202Egnp\u009b31m\x00"

// open shows the cases on a screen of the given size, with everything loaded.
func open(t testing.TB, cases []model.Case, width, height int) *screen {
	t.Helper()
	return openWith(t, cases, width, height, nil)
}

// openWith is open with somebody who acts.
func openWith(t testing.TB, cases []model.Case, width, height int, act tui.Acting) *screen {
	t.Helper()
	return openOn(t, boardOf(t, cases), width, height, act)
}

// openOn is openWith on a board that several screens may show.
func openOn(t testing.TB, b tui.Board, width, height int, act tui.Acting) *screen {
	t.Helper()
	s := newScreen(t, width, height)
	s.options = s.with(b, act)
	return s.on(nil)
}

// newScreen is a screen that is not open yet.
func newScreen(t testing.TB, width, height int) *screen {
	t.Helper()
	return &screen{t: t, pace: time.Second, now: noon, size: tea.WindowSizeMsg{Width: width, Height: height}}
}

// with are options by the screen's own clock.
func (s *screen) with(all tui.Board, act tui.Acting) tui.Options {
	return tui.Options{
		Board: all, Act: act, NoAct: "--read-only", Host: "web-03", Now: func() time.Time { return s.now }, Frozen: true,
		Glyphs: theme.Unicode(), After: s.after, Mouse: true, Preview: true,
	}
}

// boardOf is a board on which the cases are listed.
func boardOf(t testing.TB, cases []model.Case) *board.Board {
	t.Helper()
	return boardOfAll(t, &memorySource{kind: "fake", path: "fleet", cases: cases})
}

// boardOfAll is a board on which the tasks of several queues are listed.
func boardOfAll(t testing.TB, queues ...*memorySource) *board.Board {
	t.Helper()
	var feeds []board.Feed
	for _, q := range queues {
		feeds = append(feeds, board.Feed{Adapter: source.Adapter{Kind: q.kind, State: states}, Source: q})
	}
	return boardOfFeeds(t, board.Options{Now: func() time.Time { return noon }, Config: classify.DefaultConfig(), Frozen: true}, feeds...)
}

// boardOfFeeds is a board that has listed all of its sources.
func boardOfFeeds(t testing.TB, o board.Options, feeds ...board.Feed) *board.Board {
	t.Helper()
	b := board.New(o, feeds...)
	updates, unsubscribe := b.Subscribe()
	defer unsubscribe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	for b.Snapshot().Loading() {
		<-updates
	}
	return b
}

// on opens the screen on a terminal.
func (s *screen) on(terminal tui.Terminal) *screen {
	s.t.Helper()
	s.options.Terminal = terminal
	s.m = tui.New(s.t.Context(), s.options)
	s.send(s.size)
	return s
}

// screen drives the model without a terminal, by a clock of its own.
type screen struct {
	t      testing.TB
	m      *tui.Model
	now    time.Time
	pace   time.Duration // from one key of press to the next
	timers []timer

	options tui.Options
	size    tea.WindowSizeMsg

	deaf    bool      // what commands bring is not delivered
	seen    func()    // looks at every frame; nil: nobody does
	ended   string    // how the program ended
	written string    // to the terminal, beside the frames
	board   *changing // nil: nothing changes
	waiting tea.Cmd   // the command that waits for the board
}

// changing is a board that becomes another one. Who waits for a newer snapshot
// is told at once that there is one.
type changing struct{ tui.Board }

func (c *changing) Subscribe() (<-chan struct{}, func()) {
	updates := make(chan struct{})
	close(updates)
	return updates, func() {}
}

// listening opens the screen anew on a board that can be changed.
func (s *screen) listening() *screen {
	s.t.Helper()
	s.board = &changing{Board: s.options.Board}
	s.options.Board = s.board
	s.on(s.options.Terminal)
	s.run(s.m.Init())
	return s
}

// change puts other cases on the board.
func (s *screen) change(cases []model.Case) {
	s.t.Helper()
	s.show(boardOf(s.t, cases))
}

// show puts another board in place of the one before.
func (s *screen) show(b tui.Board) {
	s.t.Helper()
	s.board.Board = b
	s.send(s.waiting())
}

// say runs a command and returns what it says; nil for the one that waits for
// the board, which change runs again.
func (s *screen) say(cmd tea.Cmd) tea.Msg {
	msg := cmd()
	if s.board != nil && fmt.Sprintf("%T", msg) == "tui.snapshotMsg" {
		s.waiting = cmd
		return nil
	}
	return msg
}

// timer is a message that comes when the clock has moved on.
type timer struct {
	at  time.Time
	msg tea.Msg
}

func (s *screen) after(pause time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg {
		s.timers = append(s.timers, timer{s.now.Add(pause), msg})
		return nil
	}
}

// wait moves the clock on and delivers what is due, in order.
func (s *screen) wait(d time.Duration) {
	s.t.Helper()
	end := s.now.Add(d)
	for {
		next := -1
		for i, t := range s.timers {
			if !t.at.After(end) && (next < 0 || t.at.Before(s.timers[next].at)) {
				next = i
			}
		}
		if next < 0 {
			s.now = end
			return
		}
		due := s.timers[next]
		s.timers = append(s.timers[:next], s.timers[next+1:]...)
		if due.at.After(s.now) {
			s.now = due.at
		}
		s.send(due.msg)
	}
}

// send delivers a message and runs the commands that follow from it, but for
// those that wait for the board or the clock.
func (s *screen) send(msg tea.Msg) {
	s.t.Helper()
	_, cmd := s.m.Update(msg)
	if s.seen != nil {
		s.seen()
	}
	if !s.deaf {
		s.run(cmd)
	}
}

func (s *screen) run(cmd tea.Cmd) {
	s.t.Helper()
	if cmd == nil {
		return
	}
	switch msg := s.say(cmd).(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			s.run(c)
		}
	case tea.QuitMsg:
		s.ended = "quit"
	case tea.RawMsg:
		s.written += fmt.Sprint(msg.Msg)
	default:
		if msg == tea.ClearScreen() {
			s.ended = "redraw"
			return
		}
		s.send(msg)
	}
}

// press types keys by their names.
func (s *screen) press(names ...string) {
	s.t.Helper()
	for _, name := range names {
		s.send(keyPress(name))
		s.wait(s.pace)
	}
}

func keyPress(name string) tea.KeyPressMsg {
	special := map[string]tea.Key{
		"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab}, "up": {Code: tea.KeyUp},
		"down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
		"shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "ctrl+d": {Code: 'd', Mod: tea.ModCtrl},
		"ctrl+u": {Code: 'u', Mod: tea.ModCtrl}, "ctrl+a": {Code: 'a', Mod: tea.ModCtrl}, "ctrl+b": {Code: 'b', Mod: tea.ModCtrl},
		"ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "ctrl+z": {Code: 'z', Mod: tea.ModCtrl}, "ctrl+l": {Code: 'l', Mod: tea.ModCtrl}, "home": {Code: tea.KeyHome},
		"end": {Code: tea.KeyEnd}, "f8": {Code: tea.KeyF8}, "f9": {Code: tea.KeyF9},
		"alt+enter": {Code: tea.KeyEnter, Mod: tea.ModAlt}, "ctrl+j": {Code: 'j', Mod: tea.ModCtrl}, "pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
	}
	if k, ok := special[name]; ok {
		return tea.KeyPressMsg(k)
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// frame is what the screen shows, without its colours. No line of it leaves its style to the next.
func (s *screen) frame() string {
	s.t.Helper()
	content := s.m.View().Content
	for line := range strings.SplitSeq(content, "\n") {
		at := strings.LastIndex(line, "\x1b[")
		if at >= 0 && !strings.HasPrefix(line[at:], ansi.ResetStyle) && !strings.HasPrefix(line[at:], "\x1b[0m") {
			s.t.Errorf("a line without an end of its style: %q", line)
		}
	}
	return ansi.Strip(content)
}
