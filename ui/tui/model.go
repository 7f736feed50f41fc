package tui

import (
	"context"
	"path/filepath"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/keys"
	"notdone/ui/safe"
	"notdone/ui/theme"
)

// Board is what the screen needs of the live board. Its methods may be called
// from any goroutine.
type Board interface {
	// Snapshot returns the newest snapshot, never nil.
	Snapshot() *board.Snapshot
	// Subscribe returns a channel that receives a message after every new
	// snapshot, until cancel is called.
	Subscribe() (updates <-chan struct{}, cancel func())
	// History reads everything about one task, judged afresh.
	History(ctx context.Context, ref model.Ref) (board.Detail, error)
	// Find returns the tasks that are called by a name, held or not.
	Find(ctx context.Context, name string) ([]*model.Row, error)
}

// Marker remembers what the operator thinks of a finding.
type Marker interface {
	// Mark records that the finding is right or wrong about the task, and why.
	Mark(ctx context.Context, ref model.Ref, f *model.Finding, right bool, reason string) error
}

// Options are what the screen is made of.
type Options struct {
	Board  Board
	Marks  Marker // nil: findings cannot be marked
	Act    Acting // nil: nothing can be done
	NoAct  string // why Act is nil
	Notice string // told when the screen opens
	Host   string // shown in the header; may be empty
	Now    func() time.Time
	Frozen bool // the clock stands still: nothing is redrawn for time alone
	Theme  theme.Theme
	Keys   keys.Map
	// Terminal is what the screen is drawn on; nil: it always shows at once what
	// is drawn, and cannot be suspended.
	Terminal Terminal
	// After delivers a message after a pause; nil: the real time passes.
	After func(pause time.Duration, msg tea.Msg) tea.Cmd
}

// Model is the root model. It is created by New and run by Bubble Tea.
type Model struct {
	opt   Options
	ctx   context.Context //nolint:containedctx // commands outlive Update; the program's end must end them
	snap  *board.Snapshot // what is shown: the board's newest, or the matching part of it
	whole *board.Snapshot // the board's newest
	// updates tells that the board has a newer one.
	updates <-chan struct{}
	now     time.Time
	width   int
	height  int

	panes  [model.NumPanes]*pane
	focus  model.Pane
	from   model.Pane // the last one of the four that had the focus
	filter filter
	detail *detail
	help   *help
	// In front of all of these, one at a time:
	plan    *planDialog
	planned uint64 // plannings asked for, in all dialogs
	work    *work  // what is being done; nil: nothing
	command *commandDialog
	actions *actionLog
	wrong   *wrongDialog
	notice  string // the outcome of the last thing asked for
	told    bool   // what the sources leave out was told

	gates    uint64 // counts the pauses that were begun
	settling *settling
	drafts   drafts
	commands []*commandRun // what was run since the program began, the newest last
}

// New returns the root model. The context ends the model's commands; the
// caller cancels it when the program has ended.
func New(ctx context.Context, o Options) *Model {
	if o.After == nil {
		o.After = after
	}
	m := &Model{opt: o, ctx: ctx, notice: o.Notice, now: o.Now(), focus: model.PaneBlocked, from: model.PaneBlocked, filter: newFilter()}
	updates, cancel := o.Board.Subscribe()
	context.AfterFunc(ctx, cancel)
	m.updates = updates
	m.whole = o.Board.Snapshot()
	m.snap = m.whole
	for i := range m.panes {
		m.panes[i] = newPane(model.Pane(i))
	}
	return m
}

func after(pause time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(pause, func(time.Time) tea.Msg { return msg })
}

// tickMsg says that time has passed.
type tickMsg struct{}

// snapshotMsg brings a newer snapshot.
type snapshotMsg struct{ snap *board.Snapshot }

// Init starts listening to the board and the clock.
func (m *Model) Init() tea.Cmd {
	if m.opt.Frozen {
		return m.awaitSnapshot()
	}
	return tea.Batch(m.awaitSnapshot(), tick())
}

func tick() tea.Cmd {
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} })
}

func (m *Model) awaitSnapshot() tea.Cmd {
	ctx, b, updates := m.ctx, m.opt.Board, m.updates
	return func() tea.Msg {
		select {
		case <-ctx.Done():
			return nil
		case <-updates:
			return snapshotMsg{b.Snapshot()}
		}
	}
}

// Update takes one message in. Whatever it changes, cursors and windows are
// carried over before the next frame.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.route(msg)
	m.sync()
	return m, cmd
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m.hold(readPause)
	case tea.ResumeMsg:
		m.now = m.opt.Now()
		return m.hold(readPause)
	case tickMsg:
		m.now = m.opt.Now()
		if m.work != nil {
			m.notice = m.progress()
		}
		return tea.Batch(tick(), m.refreshUnlisted())
	case snapshotMsg:
		m.now = m.opt.Now()
		m.whole = msg.snap
		m.tellLeftOut()
		return tea.Batch(m.awaitSnapshot(), m.refilter(), m.refreshDetail())
	case filteredMsg:
		return m.filtered(msg)
	case restedMsg:
		return m.rested(msg)
	case foundMsg:
		return m.foundByName(msg)
	case historyMsg:
		return m.historyRead(msg)
	case logMsg:
		return m.logRead(msg)
	case markedMsg:
		return m.marked(msg)
	case plannedMsg:
		return m.plansCame(msg)
	case didOneMsg:
		return m.didOne(msg)
	case entriesMsg:
		return m.entriesRead(msg)
	case undoMsg:
		return m.undoPlanned(msg)
	case ranMsg:
		return m.ran(msg)
	case resumedMsg:
		return m.resumed(msg)
	case gateMsg:
		return m.gateDue(msg)
	case settledMsg:
		return m.settled(msg)
	case tea.KeyPressMsg:
		return m.pressed(msg)
	case tea.PasteMsg:
		m.disturb()
		return tea.Batch(m.hold(noisePause), m.input(msg))
	}
	return m.input(msg) // a cursor's own message
}

// tellLeftOut says, once all sources are listed, what is not shown of them.
func (m *Model) tellLeftOut() {
	if m.told || m.whole.Loading() {
		return
	}
	m.told = true
	for i := range m.whole.Sources {
		if s := &m.whole.Sources[i]; s.LeftOut != "" {
			if m.notice != "" {
				m.notice += "; "
			}
			m.notice += safe.Line(filepath.Base(s.Queue)+": not shown: "+s.LeftOut, lineLimit)
		}
	}
}

// input feeds what is no key to the input that has the cursor, if any has.
func (m *Model) input(msg tea.Msg) tea.Cmd {
	switch r := m.text(); {
	case r != nil && r.find.typing:
		return r.typed(msg)
	case m.command != nil:
		return nil
	case m.plan != nil:
		return m.typedInPlan(msg)
	case m.wrong != nil:
		return m.wrong.typed(msg)
	case m.filter.typing:
		return m.typed(msg)
	}
	return nil
}

// text is the text in front that scrolls and can be searched; nil on the board.
func (m *Model) text() *reader {
	switch {
	case m.command != nil:
		return &m.command.text
	case m.plan != nil:
		return &m.plan.text
	case m.wrong != nil || m.filter.typing:
		return nil
	case m.help != nil:
		return &m.help.text
	case m.actions != nil:
		return &m.actions.text
	case m.detail != nil:
		return m.detail.text()
	}
	return nil
}

// current is the focused pane.
func (m *Model) current() *pane { return m.panes[m.focus] }

// look is what drawing depends on now.
func (m *Model) look() look { return look{theme: &m.opt.Theme, keys: &m.opt.Keys, now: m.now} }

// sync fits panes and cursors to the size and to the snapshot.
func (m *Model) sync() {
	if m.focus != model.PaneRest {
		m.from = m.focus
	}
	m.arrange()
	k := m.look()
	for _, p := range m.panes {
		p.sync(m.snap, p.id == m.focus, func(it item) int {
			return len(k.itemLines(p.id, it, p.width, it.group != nil && p.open[it.group.Key], false))
		})
	}
	if m.detail != nil {
		m.detail.layout(m)
	}
	if m.actions != nil {
		m.actions.layout(m)
	}
	if m.help != nil {
		m.help.layout(m)
	}
	if m.plan != nil {
		m.plan.layout(m)
	}
	if m.command != nil {
		m.command.layout(m)
	}
}
