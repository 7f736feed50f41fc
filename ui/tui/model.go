package tui

import (
	"cmp"
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/notify"
	"notdone/ui/query"
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
	// snapshot; nil when the board, or ctx, has ended.
	Search(ctx context.Context, q query.Query) *board.Search
	// Rows reads tasks afresh and hands their rows to yield, whose error ends it.
	Rows(ctx context.Context, refs []model.Ref, yield func(*model.Row) error) error
}

// Marker stores the operator's opinions of findings.
type Marker interface {
	// Mark records that the finding is right or wrong about the task, and why.
	Mark(ctx context.Context, ref model.Ref, f *model.Finding, right bool, reason string) error
	// Unmark takes back the mark on the finding.
	Unmark(ctx context.Context, ref model.Ref, f *model.Finding) error
}

// Options configure the dashboard.
type Options struct {
	Board  Board
	Marks  Marker // nil: findings cannot be marked
	Looks  Looks  // nil: it is not remembered when the operator looked
	Act    Acting // nil: read-only
	NoAct  string // why Act is nil
	Notice string // shown when the screen opens
	// Settle settles interrupted actions of the journal and returns a sentence about
	// them; it may block on the queues. Nil: there is nothing to settle.
	Settle func() string
	Host   string // shown in the header; may be empty
	// Entries reads logs for display; nil: logs are shown as they are written.
	Entries ReadEntries
	// Session returns the command that resumes the session of which a log tells, and its
	// folder; nil where it tells of none. It reads the log. Nil: none does.
	Session func(ctx context.Context, log model.LogRef) (argv []string, dir string, err error)
	// Getenv returns variables of the environment, for the operator's editor; nil: none
	// is set.
	Getenv func(string) string
	Now    func() time.Time
	Frozen bool // the clock stands still: nothing is redrawn for time alone
	Glyphs theme.Glyphs
	Keys   *Keys // nil: the default ones
	// Mouse says that the wheel and the buttons are the program's, not the terminal's.
	Mouse bool
	// Preview shows the item under the cursor beside the panes, where there is room.
	Preview bool
	// Views are saved filters by their names.
	Views map[string]string
	// Theme is one of theme.Names; empty: theme.Auto.
	Theme string
	// Background is the terminal's background. Ask queries the terminal, and draws in
	// its own colours until it answers.
	Background Background
	// Mapped reports whether queues of a kind are read by a mapping, and Mapping returns
	// that of a queue as a file; it may block on the queue. Nil: none is.
	Mapped  func(kind string) bool
	Mapping func(ctx context.Context, queue, kind string) (string, error)
	// ByShape reports whether the mapping of queues of a kind was concluded from what
	// their tables look like. Nil: none was.
	ByShape func(kind string) bool
	// Add adds a task to a queue; it may block. Adds reports whether queues of a kind take
	// tasks. Nil: none do.
	Add  func(ctx context.Context, queue string, t NewTask) (Added, error)
	Adds func(kind string) bool
	// Notify tells the operator of what needs them while they look elsewhere; nil: nothing does.
	Notify *notify.Notifier
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
	on      theme.Background
	ctx     context.Context //nolint:containedctx // commands outlive Update; the program's end must end them
	whole   *board.Snapshot // the newest snapshot, unfiltered
	updates <-chan struct{} // receives after every new snapshot
	width   int
	height  int

	drawn  tea.View // the newest frame
	stands bool     // no message since has changed it

	stack   []screen     // the front screen last
	board   *boardScreen // the first of the stack
	preview preview
	clicked click  // the newest click on an item
	notice  string // the outcome of the last action, in the footer
	timed   string // the notice whose end has been set
	notices uint64 // counts notices: a timer ends no other one
	told    bool   // the notice has said what the sources leave out
	placed  bool   // the focus is where the operator, or the first listing, has put it

	planned  uint64                    // counts requests for plans: a late answer to an older one is dropped
	work     *work                     // the action under way; nil: none
	worked   *work                     // the newest one; nil: there was none
	seeking  bool                      // an action that can be undone is looked for, to show its plan
	applied  time.Time                 // when the newest plan closed itself; zero: a key was pressed since
	typed    int                       // counts keys and pastes
	settling *string                   // the notice if a key interrupts a confirmation; nil: none is under way
	drafts   map[string]source.Request // the text typed into closed plans, by draftKey
	looks    looks                     // what the operator has seen
	alarms   alarms                    // what they were told of while they looked elsewhere

	exporting *exporting // nil: no file is being written
	exit      exit
	farewell  []string // what became of what was stopped to end the program
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
	m := &Model{opt: o, colors: colorprofile.TrueColor, ctx: ctx, notice: o.Notice, drafts: map[string]source.Request{}}
	m.keys, m.now = o.Keys, o.Now()
	m.preview.on = o.Preview
	m.on = map[Background]theme.Background{Dark: theme.Dark, Light: theme.Light}[o.Background]
	updates, cancel := o.Board.Subscribe()
	context.AfterFunc(ctx, cancel)
	m.updates, m.whole = updates, o.Board.Snapshot()
	m.alarms = alarms{base: m.whole, input: m.now}
	m.sources = nameSources(nil, m.whole.Sources)
	m.isNew, m.seen = m.looks.isNew, &m.looks.count
	m.byShape = func(kind string) bool { return o.ByShape != nil && o.ByShape(kind) }
	m.named = map[namedCause]string{}
	m.tended = func(queue string) bool { return m.whole.Tended(queue) }
	m.paint()
	m.board = newBoardScreen(ctx, m.whole)
	m.push(m.board)
	m.placeFocus()
	return m
}

func after(pause time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(pause, func(time.Time) tea.Msg { return msg })
}

// then is the message of a command that has ended. Update calls it: it changes the
// model and returns the next command.
type then func() tea.Cmd

// unseen is a then that changes nothing of what is shown.
type unseen func() tea.Cmd

// snapshotMsg brings a newer snapshot.
type snapshotMsg struct{ snap *board.Snapshot }

// Init starts listening to the board and the clock.
func (m *Model) Init() tea.Cmd {
	var ask tea.Cmd
	if m.opt.Background == Ask {
		ask = tea.RequestBackgroundColor
	}
	return tea.Batch(m.awaitSnapshot(), m.awaitMinute(), ask, m.settleInterrupted(), m.readLooks())
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
	t := theme.New(cmp.Or(m.opt.Theme, theme.Auto), m.opt.Glyphs, m.on, m.colors)
	m.theme = &t
}

// askSize asks for the size of a terminal that had none. Bubble Tea misses a size
// that is set while the program starts.
func (m *Model) askSize() tea.Cmd {
	if m.sized() {
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
	if next, ok := msg.(unseen); ok {
		return m, next()
	}
	m.stands = false
	if pressed, ok := msg.(tea.KeyPressMsg); ok {
		if key, ok := m.followsEsc(pressed); ok {
			_, before := m.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
			_, after := m.Update(key)
			return m, tea.Batch(before, after)
		}
	}
	cmd := m.route(msg)
	for _, s := range m.stack {
		s.fit(m)
	}
	return m, tea.Batch(cmd, m.fitPreview(), m.expireNotice())
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		m.noteInput()
		m.noteLook()
		m.see(m.board.current().cursor.row)
		m.board.touch()
		return tea.Batch(m.noteKey(), m.pressed(msg), m.closeGate(readPause))
	case tea.PasteMsg:
		m.noteInput()
		m.noteLook()
		msg.Content = pasted(msg.Content)
		return tea.Batch(m.closeGate(noisePause), m.top().typed(m, msg))
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m.closeGate(readPause)
	case tea.ResumeMsg:
		m.now = m.opt.Now()
		return m.closeGate(readPause)
	case tea.FocusMsg:
		m.setFocus(true)
		return nil
	case tea.BlurMsg:
		m.setFocus(false)
		return nil
	case tea.ColorProfileMsg:
		m.colors = msg.Profile
		m.paint()
		return nil
	case tea.BackgroundColorMsg:
		if m.on = theme.Light; msg.IsDark() {
			m.on = theme.Dark
		}
		m.paint()
		return m.closeGate(readPause)
	case snapshotMsg:
		m.now, m.whole = m.opt.Now(), msg.snap
		m.sources = nameSources(m.sources, m.whole.Sources)
		m.tellLeftOut()
		m.placeFocus()
		return tea.Batch(m.awaitSnapshot(), m.boardChanged(), m.askSize(), m.watchAlarms())
	case tea.MouseMsg:
		m.noteLook()
		m.board.touch()
		return m.mouse(msg)
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
	case place&(onTyping|OnPlan) == 0 && m.meantForPlan(msg.String()):
		return m.closeGate(noisePause)
	case place&onTyping != 0 && (a == nil || msg.Text != ""):
		return m.top().typed(m, msg)
	case a == nil:
		m.tellUnbound(place, msg)
		return m.closeGate(noisePause)
	}
	return m.perform(a)
}

// tellUnbound says that a key that was typed means nothing in a place, and which one shows those
// that do.
func (m *Model) tellUnbound(place Scope, msg tea.KeyPressMsg) {
	if msg.Text == "" || m.notice != "" || m.tiny() {
		return
	}
	m.notice = safe.Line(msg.String(), idLimit) + " does nothing here"
	if d, plan := m.top().(*planDialog); plan && d.field() != onCancel {
		d.stray = true
		m.notice += "; " + m.keys.name("pane.next") + " goes to the fields"
	}
	if help := m.keys.get(helpID); help.Scopes&place != 0 && m.keys.first(helpID) != "" {
		m.notice += "; " + m.keys.first(helpID) + " shows the keys"
	}
}

// perform runs an action, or says why it is impossible.
func (m *Model) perform(a *Action) tea.Cmd {
	if why := m.board.missed(m, a); why != "" {
		m.notice = why
		return nil
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
