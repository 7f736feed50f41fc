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
)

// pacer has the renderer look for new frames only after messages. By itself Bubble Tea 2.0
// looks 60 times a second as long as the program runs, which takes one percent of a core
// (charmbracelet/bubbletea pull requests 1776 and 1796).
type pacer struct {
	program *tea.Program
	rest    time.Duration // restPause

	mu      sync.Mutex
	ticker  *time.Ticker // the renderer's; nil: it is not made yet, or Bubble Tea has none
	timer   *time.Timer  // ends the active time
	until   time.Time    // the end of the active time
	resting bool
}

func newPacer(p *tea.Program) *pacer { return &pacer{program: p, rest: restPause} }

// wake is called in the program's event loop, which starts after the renderer.
func (p *pacer) wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ticker == nil {
		if p.ticker = tickerOf(p.program); p.ticker == nil {
			return
		}
		p.timer, p.resting = time.AfterFunc(activePause, p.slowDown), true
	}
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
	if !time.Now().Before(p.until) {
		p.ticker.Reset(p.rest)
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
// has the renderer draw what comes of it.
func (t *Terminal) Filter(next func(tea.Model, tea.Msg) tea.Msg) func(tea.Model, tea.Msg) tea.Msg {
	return func(m tea.Model, msg tea.Msg) tea.Msg {
		if t.pacer != nil {
			t.pacer.wake()
		}
		return next(m, msg)
	}
}
