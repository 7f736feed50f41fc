package terminal

import (
	"reflect"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// How often the renderer looks for a new frame, and for how long. A frame that takes longer to
// reach it is drawn after a rest pause.
const (
	firstPause  = 2 * time.Millisecond  // between two looks right after there is a new frame
	lookPause   = 5 * time.Millisecond  // for how long: then a frame was drawn, unless the machine is busy
	framePause  = time.Second / 120     // between two looks while it was not
	activePause = 50 * time.Millisecond // for how long
	restPause   = time.Second / 2       // between two looks while nothing happens
	// answerPause is for how long after input all that changes is drawn at once.
	answerPause = 2 * time.Second
)

// Over a thin line, what changes by itself is drawn when the bytes of earlier frames are paid
// for, at so many a second; at the latest after longestPause.
const (
	thinRate     = 1000 // bytes a second
	longestPause = 2 * time.Second
)

// pacer has the renderer look for a new frame when there is one, and after what Bubble Tea itself
// may answer with output. By itself Bubble Tea 2.0 looks 60 times a second as long as the program
// runs, which takes one percent of a core (charmbracelet/bubbletea pull requests 1776 and 1796).
type pacer struct {
	program *tea.Program
	rest    time.Duration // restPause

	thin bool // the line to the terminal is thin: frames are paid for

	mu      sync.Mutex
	ticker  *time.Ticker  // the renderer's; nil: it is not made yet, or Bubble Tea has none
	pause   time.Duration // between two of its looks
	timer   *time.Timer   // has it look less often
	asked   time.Time     // when it was last to look
	wrote   time.Time     // when it last wrote
	input   time.Time     // when the newest input came; at first the start
	paidFor time.Time     // when what was written is paid for
	later   *time.Timer   // draws then; nil: nothing waits for that
}

func newPacer(p *tea.Program, thin bool) *pacer {
	return &pacer{program: p, rest: restPause, thin: thin, input: time.Now()}
}

// bubbleTea is the path of the package whose messages may have output without a new frame.
var bubbleTea = reflect.TypeFor[tea.Model]().PkgPath()

// receive is called in the program's event loop, which starts after the renderer, with every
// message.
func (p *pacer) receive(msg tea.Msg) {
	switch msg.(type) {
	case tea.BatchMsg:
		return
	case tea.KeyMsg, tea.MouseMsg, tea.PasteMsg, tea.WindowSizeMsg, tea.ResumeMsg, tea.FocusMsg:
		p.mu.Lock()
		p.input = time.Now()
		p.mu.Unlock()
	}
	if t := reflect.TypeOf(msg); t != nil && t.PkgPath() == bubbleTea {
		p.show()
	}
}

// show is called in the program's event loop when there is something to draw.
func (p *pacer) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.ticker == nil {
		if p.ticker = tickerOf(p.program); p.ticker == nil {
			return
		}
		p.timer = time.AfterFunc(activePause, p.slowDown)
	}
	if wait := p.due(now); wait > 0 {
		p.lookEvery(longestPause)
		if p.later == nil {
			p.later = time.AfterFunc(wait, p.drawLater)
		}
		return
	}
	p.draw(now)
}

// due returns how long a frame has to wait until earlier ones are paid for; not at all when it
// answers input.
func (p *pacer) due(now time.Time) time.Duration {
	if !p.thin || now.Sub(p.input) < answerPause {
		return 0
	}
	return p.paidFor.Sub(now)
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

// drawLater has the renderer draw what waited.
func (p *pacer) drawLater() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.later = nil
	p.draw(time.Now())
}

// draw has the renderer look often for a new frame.
func (p *pacer) draw(now time.Time) {
	p.asked = now
	p.lookEvery(firstPause)
	p.timer.Reset(lookPause)
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
		p.lookEvery(max(p.rest, p.due(now)))
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

// Model returns the model with its frames drawn when they are new: a program that is given to Run
// has such a model.
func (t *Terminal) Model(m tea.Model) tea.Model { return &paced{Model: m, t: t} }

// paced is a model that tells the pacer of new frames.
type paced struct {
	tea.Model

	t     *Terminal
	frame tea.View // the newest one
}

func (p *paced) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := p.Model.Update(msg)
	p.Model = next
	return p, cmd
}

func (p *paced) View() tea.View {
	frame := p.Model.View()
	if isNew := !reflect.DeepEqual(frame, p.frame); isNew && p.t.pacer != nil {
		p.t.pacer.show()
	}
	p.frame = frame
	return frame
}

// Filter returns a filter for tea.WithFilter that passes every message on to next, and
// has the renderer draw what Bubble Tea answers to it. The message that quits ends the context of Context.
func (t *Terminal) Filter(next func(tea.Model, tea.Msg) tea.Msg) func(tea.Model, tea.Msg) tea.Msg {
	return func(m tea.Model, msg tea.Msg) tea.Msg {
		if _, quits := msg.(tea.QuitMsg); quits && t.leave != nil {
			t.leave()
			return nil
		}
		if t.pacer != nil {
			t.pacer.receive(msg)
		}
		return next(m, msg)
	}
}
