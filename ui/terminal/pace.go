package terminal

import (
	"context"
	"reflect"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// How often Bubble Tea's renderer looks whether it has something to write, and for how long.
const (
	firstPause  = 2 * time.Millisecond  // between two looks right after there is something
	lookPause   = 5 * time.Millisecond  // for how long: then it was written, unless the machine is busy
	framePause  = time.Second / 120     // between two looks while it was not
	activePause = 50 * time.Millisecond // for how long
	restPause   = time.Second / 2       // between two looks while nothing happens
	// gatherPause is how long a new frame waits for another one that follows it at once. One that comes
	// within echoPause of input does not wait.
	gatherPause = time.Millisecond
	echoPause   = 20 * time.Millisecond
	// answerPause is for how long after input all that changes is drawn at once.
	answerPause = 2 * time.Second
)

// Over a thin line, what changes by itself is drawn when the bytes of earlier frames are paid
// for, at so many a second; at the latest after longestPause.
const (
	thinRate     = 1000 // bytes a second
	longestPause = 2 * time.Second
)

// pacer says when a new frame is painted, and has Bubble Tea's renderer look when it may have
// something to write. By itself Bubble Tea 2.0 looks 60 times a second as long as the program
// runs, which takes one percent of a core (charmbracelet/bubbletea pull requests 1776 and 1796).
type pacer struct {
	program *tea.Program
	rest    time.Duration // restPause
	frames  chan struct{} // holds a message when there is a new frame

	thin bool // the line to the terminal is thin: frames are paid for

	mu      sync.Mutex
	ticker  *time.Ticker  // the renderer's; nil: it is not made yet, or Bubble Tea has none
	pause   time.Duration // between two of its looks
	timer   *time.Timer   // has it look less often
	asked   time.Time     // when it was last to look
	wrote   time.Time     // when something was last written
	input   time.Time     // when the newest input came; at first the start
	paidFor time.Time     // when what was written is paid for
}

func newPacer(p *tea.Program, thin bool) *pacer {
	return &pacer{program: p, rest: restPause, frames: make(chan struct{}, 1), thin: thin, input: time.Now()}
}

// run calls paint for new frames until ctx ends.
func (p *pacer) run(ctx context.Context, paint func()) {
	later := time.NewTimer(time.Hour)
	defer later.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.frames:
		}
		for wait := p.gathers(time.Now()); wait > 0; wait = p.due(time.Now()) {
			later.Reset(wait)
			select {
			case <-ctx.Done():
				return
			case <-p.frames: // it may answer input
			case <-later.C:
			}
		}
		paint()
	}
}

// tell has a new frame painted.
func (p *pacer) tell() {
	select {
	case p.frames <- struct{}{}:
	default: // that is asked for already
	}
}

// bubbleTea is the path of the package whose messages may have output without a new frame.
var bubbleTea = reflect.TypeFor[tea.Model]().PkgPath()

// receive is called in the program's event loop, which starts after the renderer, with every
// message.
func (p *pacer) receive(msg tea.Msg) {
	switch msg.(type) {
	case tea.BatchMsg:
		return
	case tea.KeyMsg, tea.MouseMsg, tea.PasteMsg, tea.FocusMsg:
		p.noteInput()
		return
	case tea.WindowSizeMsg, tea.ResumeMsg:
		p.noteInput()
	}
	if t := reflect.TypeOf(msg); t != nil && t.PkgPath() == bubbleTea {
		p.show()
	}
}

func (p *pacer) noteInput() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.input = time.Now()
}

// show is called in the program's event loop when Bubble Tea may have something to write.
func (p *pacer) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ticker == nil {
		if p.ticker = tickerOf(p.program); p.ticker == nil {
			return
		}
		p.timer = time.AfterFunc(activePause, p.slowDown)
	}
	p.asked = time.Now()
	p.lookEvery(firstPause)
	p.timer.Reset(lookPause)
}

// due returns how long a frame has to wait until earlier ones are paid for; not at all when it
// answers input.
func (p *pacer) due(now time.Time) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.thin || now.Sub(p.input) < answerPause {
		return 0
	}
	return p.paidFor.Sub(now)
}

// gathers returns how long a new frame waits for others and until it is due.
func (p *pacer) gathers(now time.Time) time.Duration {
	wait := p.due(now)
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.input) < echoPause {
		return wait
	}
	return max(wait, gatherPause)
}

// pay is called when so many bytes were written.
func (p *pacer) pay(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.wrote = now
	if p.paidFor.Before(now) {
		p.paidFor = now
	}
	p.paidFor = p.paidFor.Add(time.Duration(n) * time.Second / thinRate)
	if latest := now.Add(longestPause); p.paidFor.After(latest) {
		p.paidFor = latest
	}
}

// lookEvery sets the pause between two looks of the renderer.
func (p *pacer) lookEvery(pause time.Duration) {
	if p.pause != pause {
		p.pause = pause
		p.ticker.Reset(pause)
	}
}

// slowDown has the renderer look less often.
func (p *pacer) slowDown() {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch now := time.Now(); {
	case now.Sub(p.asked) < lookPause: // the timer was set anew meanwhile
	case p.pause == firstPause && p.wrote.Before(p.asked):
		p.lookEvery(framePause)
		p.timer.Reset(activePause - lookPause)
	default:
		p.lookEvery(p.rest)
	}
}

// tickerOf returns the ticker of a program's renderer, which Bubble Tea does not export.
func tickerOf(p *tea.Program) *time.Ticker {
	field := reflect.ValueOf(p).Elem().FieldByName("ticker")
	if field.Kind() != reflect.Pointer || field.Type() != reflect.TypeFor[*time.Ticker]() {
		return nil
	}
	return (*time.Ticker)(field.UnsafePointer())
}

// Model returns the model with its frames drawn by the terminal: a program that is given to Run
// has such a model. A frame has no cursor of the terminal.
func (t *Terminal) Model(m tea.Model) tea.Model { return &paced{Model: m, t: t} }

// paced is a model whose frames the terminal draws. Bubble Tea is given what else is in a view.
type paced struct {
	tea.Model

	t    *Terminal
	rest tea.View // the newest one without its frame
}

func (p *paced) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := p.Model.Update(msg)
	p.Model = next
	return p, cmd
}

func (p *paced) View() tea.View {
	v := p.Model.View()
	if s := &p.t.scene; v.Content != s.frame || v.WindowTitle != s.title {
		s.frame, s.title = v.Content, v.WindowTitle
		p.t.setScene()
	}
	v.Content, v.Cursor = " ", nil // it clears the screen at each look where it has nothing to draw
	if p.rest.WindowTitle != "" {
		v.WindowTitle = p.rest.WindowTitle // the painter writes the later ones
	}
	if !reflect.DeepEqual(v, p.rest) && p.t.pacer != nil {
		p.t.pacer.show()
	}
	p.rest = v
	return v
}

// setScene has the terminal show the scene as it is now.
func (t *Terminal) setScene() {
	s := t.scene
	t.painter.scene.Store(&s)
	if t.pacer != nil {
		t.pacer.tell()
	}
}

// Filter returns a filter for tea.WithFilter that passes every message on to next. It heeds what Bubble Tea
// tells of the terminal, and has the renderer write what Bubble Tea answers. The message that quits
// ends the context of Context.
func (t *Terminal) Filter(next func(tea.Model, tea.Msg) tea.Msg) func(tea.Model, tea.Msg) tea.Msg {
	return func(m tea.Model, msg tea.Msg) tea.Msg {
		if _, quits := msg.(tea.QuitMsg); quits && t.leave != nil {
			t.leave()
			return nil
		}
		if t.pacer != nil {
			t.pacer.receive(msg)
		}
		msg = next(m, msg)
		t.heed(msg)
		return msg
	}
}

// heed follows what a message tells of the terminal.
func (t *Terminal) heed(msg tea.Msg) {
	s := &t.scene
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.width, s.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		s.profile = msg.Profile
	case tea.ModeReportMsg:
		s.sync = s.sync || msg.Mode == ansi.ModeSynchronizedOutput && msg.Value == ansi.ModeReset
		if msg.Mode == ansi.ModeUnicodeCore && (msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet) {
			s.method = ansi.GraphemeWidth
		}
	default:
		return
	}
	t.setScene()
}
