package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/theme"
)

// Board is the live board. Its methods may be called from any goroutine.
type Board interface {
	// Snapshot returns the newest snapshot, never nil.
	Snapshot() *board.Snapshot
	// Subscribe returns a channel that receives a message after every new
	// snapshot, until cancel is called.
	Subscribe() (updates <-chan struct{}, cancel func())
	// History reads everything about one task, judged afresh.
	History(ctx context.Context, ref model.Ref) (board.Detail, error)
	// Search begins a search that ends with ctx, and returns it with its first
	// snapshot; nil when the board has ended.
	Search(ctx context.Context, text string) *board.Search
}

// Marker stores the operator's opinions of findings.
type Marker interface {
	// Mark records that the finding is right or wrong about the task, and why.
	Mark(ctx context.Context, ref model.Ref, f *model.Finding, right bool, reason string) error
}

// Options configure the dashboard.
type Options struct {
	Board  Board
	Marks  Marker // nil: findings cannot be marked
	Act    Acting // nil: read-only
	NoAct  string // why Act is nil
	Notice string // shown when the screen opens
	// Settle settles interrupted actions of the journal and returns a sentence about
	// them; it may block on the queues. Nil: there is nothing to settle.
	Settle func() string
	Host   string // shown in the header; may be empty
	Now    func() time.Time
	Frozen bool // the clock stands still: nothing is redrawn for time alone
	Glyphs theme.Glyphs
	Keys   *Keys // nil: the default ones
	// Background is the terminal's background. Ask queries the terminal, and draws for
	// a dark one until it answers.
	Background Background
	// Terminal is the terminal that the program runs on; nil: it never lags and the
	// program cannot be suspended.
	Terminal Terminal
	// After returns a command that delivers a message after a pause; nil: tea.Tick.
	After func(pause time.Duration, msg tea.Msg) tea.Cmd
}

// Background is how bright the terminal's background is.
type Background int

// The backgrounds to draw for.
const (
	Dark Background = iota
	Light
	Ask
)

// Model is the root model. New creates it.
type Model struct {
	look
	opt     Options
	colors  colorprofile.Profile
	light   bool
	ctx     context.Context //nolint:containedctx // commands outlive Update; the program's end must end them
	whole   *board.Snapshot // the newest snapshot, unfiltered
	updates <-chan struct{} // receives after every new snapshot
	width   int
	height  int

	stack  []screen     // the front screen last
	board  *boardScreen // the first of the stack
	notice string       // the outcome of the last action, in the footer
	told   bool         // the notice has said what the sources leave out

	planned  uint64                    // counts requests for plans: a late answer to an older one is dropped
	work     *work                     // the action under way; nil: none
	settling *string                   // the notice if a key interrupts a confirmation; nil: none is under way
	drafts   map[string]source.Request // the text typed into closed plans, by draftKey
}

// New returns the root model. The context ends the model's commands; the
// caller cancels it when the program has ended.
func New(ctx context.Context, o Options) *Model {
	if o.After == nil {
		o.After = after
	}
	if o.Keys == nil {
		var err error
		if o.Keys, err = NewKeys(nil); err != nil {
			panic(err) // a test presses all of them
		}
	}
	m := &Model{opt: o, colors: colorprofile.TrueColor, light: o.Background == Light, ctx: ctx, notice: o.Notice, drafts: map[string]source.Request{}}
	m.keys, m.now = o.Keys, o.Now()
	updates, cancel := o.Board.Subscribe()
	context.AfterFunc(ctx, cancel)
	m.updates, m.whole = updates, o.Board.Snapshot()
	m.sources = nameSources(nil, m.whole.Sources)
	m.paint()
	m.board = newBoardScreen(ctx, m.whole)
	m.push(m.board)
	return m
}

func after(pause time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(pause, func(time.Time) tea.Msg { return msg })
}

// then is the message of a command that has ended. Update calls it: it changes the
// model and returns the next command.
type then func() tea.Cmd

// snapshotMsg brings a newer snapshot.
type snapshotMsg struct{ snap *board.Snapshot }

// Init starts listening to the board and the clock.
func (m *Model) Init() tea.Cmd {
	var ask tea.Cmd
	if m.opt.Background == Ask {
		ask = tea.RequestBackgroundColor
	}
	return tea.Batch(m.awaitSnapshot(), m.awaitMinute(), ask, m.settleInterrupted())
}

// settleInterrupted settles interrupted actions and shows their outcomes.
func (m *Model) settleInterrupted() tea.Cmd {
	if m.opt.Settle == nil {
		return nil
	}
	return func() tea.Msg {
		said := m.opt.Settle()
		return then(func() tea.Cmd { return m.tell(said) })
	}
}

// tell appends a sentence to the notice.
func (m *Model) tell(said string) tea.Cmd {
	if m.notice != "" && said != "" {
		m.notice += "; "
	}
	m.notice += said
	return nil
}

// paint makes the theme for the terminal's colours and background.
func (m *Model) paint() {
	t := theme.New(m.opt.Glyphs, !m.light, m.colors)
	m.theme = &t
}

// askSize asks for the size of a terminal that had none. Bubble Tea misses a size
// that is set while the program starts.
func (m *Model) askSize() tea.Cmd {
	if m.width > 0 && m.height > 0 {
		return nil
	}
	return tea.RequestWindowSize
}

// awaitMinute waits for the next full minute: ages are shown in minutes.
func (m *Model) awaitMinute() tea.Cmd {
	if m.opt.Frozen {
		return nil
	}
	now := m.opt.Now()
	return m.opt.After(now.Truncate(time.Minute).Add(time.Minute).Sub(now), then(func() tea.Cmd {
		m.now = m.opt.Now()
		return m.awaitMinute()
	}))
}

func (m *Model) awaitSnapshot() tea.Cmd {
	return func() tea.Msg {
		select {
		case <-m.ctx.Done():
			return nil
		case <-m.updates:
			return snapshotMsg{m.opt.Board.Snapshot()}
		}
	}
}

// Update handles one message and then lays out all screens, so that cursors and
// scroll positions are valid when the next frame is drawn.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.route(msg)
	for _, s := range m.stack {
		s.fit(m)
	}
	return m, cmd
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		m.noteInput()
		return tea.Batch(m.pressed(msg), m.closeGate(readPause))
	case tea.PasteMsg:
		m.noteInput()
		msg.Content = safe.Block(msg.Content, 0)
		return tea.Batch(m.closeGate(noisePause), m.top().typed(m, msg))
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m.closeGate(readPause)
	case tea.ResumeMsg:
		m.now = m.opt.Now()
		return m.closeGate(readPause)
	case tea.ColorProfileMsg:
		m.colors = msg.Profile
		m.paint()
		return nil
	case tea.BackgroundColorMsg:
		m.light = !msg.IsDark()
		m.paint()
		return m.closeGate(readPause)
	case snapshotMsg:
		m.now, m.whole = m.opt.Now(), msg.snap
		m.sources = nameSources(m.sources, m.whole.Sources)
		m.tellLeftOut()
		return tea.Batch(m.awaitSnapshot(), m.boardChanged(), m.askSize())
	case then:
		return msg()
	}
	return nil
}

// boardChanged tells every screen of a new snapshot.
func (m *Model) boardChanged() tea.Cmd {
	var all []tea.Cmd
	for _, s := range m.stack {
		all = append(all, s.boardChanged(m))
	}
	return tea.Batch(all...)
}

// pressed runs the action that a key is bound to on the front screen, or says why the
// action is impossible. In a text input, keys without a binding and keys that produce
// text are typed.
func (m *Model) pressed(msg tea.KeyPressMsg) tea.Cmd {
	m.board.filter.seek = false
	place := m.top().scope()
	a := m.keys.action(place, msg.String())
	switch {
	case place&onTyping != 0 && (a == nil || msg.Text != ""):
		return m.top().typed(m, msg)
	case a == nil:
		return m.closeGate(noisePause)
	}
	if a.refuse != nil {
		if why := a.refuse(m); why != "" {
			m.notice = why
			return m.closeGate(noisePause)
		}
	}
	return a.run(m)
}

// suspend stops the program as ctrl+z stops others.
func (m *Model) suspend() tea.Cmd {
	t := m.opt.Terminal
	if t == nil {
		return nil
	}
	return func() tea.Msg {
		t.Suspend()
		return nil
	}
}

// tellLeftOut says what the sources leave out, once, when all have been listed.
func (m *Model) tellLeftOut() {
	if m.told || m.whole.Loading() {
		return
	}
	m.told = true
	for i := range m.whole.Sources {
		if s := &m.whole.Sources[i]; s.LeftOut != "" {
			m.tell(safe.Line(m.called(s)+": not shown: "+s.LeftOut, lineLimit))
		}
	}
}
