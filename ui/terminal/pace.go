package terminal

import (
	"reflect"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

const (
	framePause = time.Second / 120 // between two looks of the renderer for a new frame
	restPause  = time.Second / 2   // the same while nothing happens
	// activePause is for how long after a message the renderer looks often. A frame that
	// takes longer to make is drawn after a rest pause.
	activePause = 50 * time.Millisecond
	// answerPause is for how long after input all that changes is drawn at once.
	answerPause = 2 * time.Second
)

// Over a thin line, what changes by itself is drawn when the bytes of earlier frames are paid
// for, at so many a second; at the latest after longestPause.
const (
	thinRate     = 1000 // bytes a second
	longestPause = 2 * time.Second
)

// pacer has the renderer look for new frames only after messages. By itself Bubble Tea 2.0
// looks 60 times a second as long as the program runs, which takes one percent of a core
// (charmbracelet/bubbletea pull requests 1776 and 1796).
type pacer struct {
	program *tea.Program
	rest    time.Duration // restPause

	thin bool // the line to the terminal is thin: frames are paid for

	mu      sync.Mutex
	ticker  *time.Ticker // the renderer's; nil: it is not made yet, or Bubble Tea has none
	timer   *time.Timer  // ends the active time
	until   time.Time    // the end of the active time
	resting bool
	input   time.Time   // when the newest input came; at first the start
	paidFor time.Time   // when what was written is paid for
	later   *time.Timer // draws then; nil: nothing waits for that
}

func newPacer(p *tea.Program, thin bool) *pacer {
	return &pacer{program: p, rest: restPause, thin: thin, input: time.Now()}
}

// wake is called in the program's event loop, which starts after the renderer, with every
// message.
func (p *pacer) wake(msg tea.Msg) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg, tea.PasteMsg, tea.WindowSizeMsg, tea.ResumeMsg, tea.FocusMsg:
		p.input = now
	}
	if p.ticker == nil {
		if p.ticker = tickerOf(p.program); p.ticker == nil {
			return
		}
		p.timer, p.resting = time.AfterFunc(activePause, p.slowDown), true
	}
	if wait := p.due(now); wait > 0 {
		p.ticker.Reset(longestPause)
		p.resting = true
		if p.later == nil {
			p.later = time.AfterFunc(wait, p.drawLater)
		}
		return
	}
	p.draw()
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
	p.draw()
}

// draw has the renderer look often for a new frame.
func (p *pacer) draw() {
	p.until = time.Now().Add(activePause)
	p.timer.Reset(activePause)
	if p.resting {
		p.ticker.Reset(framePause)
		p.resting = false
	}
}

func (p *pacer) slowDown() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); !now.Before(p.until) {
		p.ticker.Reset(max(p.rest, p.due(now)))
		p.resting = true
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

// Filter returns a filter for tea.WithFilter that passes every message on to next, and
// has the renderer draw what comes of it. The message that quits ends the context of Context.
func (t *Terminal) Filter(next func(tea.Model, tea.Msg) tea.Msg) func(tea.Model, tea.Msg) tea.Msg {
	return func(m tea.Model, msg tea.Msg) tea.Msg {
		if _, quits := msg.(tea.QuitMsg); quits && t.leave != nil {
			t.leave()
			return nil
		}
		if t.pacer != nil {
			t.pacer.wake(msg)
		}
		return next(m, msg)
	}
}
