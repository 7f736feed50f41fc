package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Pauses that tell a deliberate key from text that was typed or pasted into the
// wrong window.
const (
	// readPause is how long a dialog must be unchanged on the screen, without a key,
	// before it accepts its confirming key.
	readPause = 600 * time.Millisecond
	// noisePause is the same after a key that is not bound in the dialog, or a paste.
	noisePause = 2 * time.Second
	// settlePause is how long no other key may follow the confirming key.
	settlePause = 300 * time.Millisecond
	// linePause is how long no key may precede the one that accepts a guarded line: text
	// that is pasted comes faster.
	linePause = 150 * time.Millisecond
	// markPause is the same for a mark, which changes no queue.
	markPause = 50 * time.Millisecond
)

// Terminal is the terminal that the dashboard is drawn on. Its methods may be called
// from any goroutine.
type Terminal interface {
	// LastLag returns the newest moment at which the terminal had not taken what
	// was drawn in time; zero when it always has.
	LastLag() time.Time
	// LastInput returns when the newest key was read from the terminal.
	LastInput() time.Time
	// Suspend stops the program as ctrl+z stops others; the shell continues it.
	Suspend()
	// EnsureDrawn returns when the screen is drawn again after the terminal was given
	// to a command, or a message that has it drawn.
	EnsureDrawn() tea.Msg
}

// gate decides whether a dialog accepts its confirming key. Every key and every change
// of what is shown closes the gate; it opens after a pause without either. A key is
// accepted if it was typed while the gate was open.
type gate struct {
	brief  bool      // it opens after linePause
	due    time.Time // when it opens unless it is closed again
	waits  bool      // a timer for due is running
	open   bool
	opened time.Time
}

// gate returns the gate of the front dialog or guarded line, or of the dialog below another
// question; nil: there is none.
func (m *Model) gate() *gate {
	i := len(m.stack) - 1
	if q, typing := m.stack[i].(*question); typing {
		if q.gate != nil {
			return q.gate
		}
		i--
	}
	return m.stack[i].guard()
}

// closeGate closes the front dialog's gate for at least the pause.
func (m *Model) closeGate(pause time.Duration) tea.Cmd {
	g := m.gate()
	if g == nil {
		return nil
	}
	if g.brief {
		pause = min(pause, linePause)
	}
	g.open = false
	now := m.opt.Now()
	if due := now.Add(pause); due.After(g.due) {
		g.due = due
	}
	if g.waits {
		return nil
	}
	return m.openGateAfter(g, g.due.Sub(now))
}

// openGateAfter opens a gate after a pause if its dialog is still in front. It waits
// longer if the gate was closed again, or the terminal has not shown the dialog yet.
func (m *Model) openGateAfter(g *gate, pause time.Duration) tea.Cmd {
	g.waits = true
	return m.opt.After(pause, then(func() tea.Cmd {
		if g.waits = false; m.gate() != g {
			return nil
		}
		now, due := m.opt.Now(), g.due
		if t := m.opt.Terminal; t != nil {
			if shown := t.LastLag().Add(readPause); shown.After(due) {
				due = shown
			}
		}
		if now.Before(due) {
			return m.openGateAfter(g, due.Sub(now))
		}
		g.open, g.opened = true, now
		return nil
	}))
}

// typedWhileOpen reports whether the current key was typed while the gate was open.
func (m *Model) typedWhileOpen(g *gate) bool {
	if !g.open {
		return false
	}
	if t := m.opt.Terminal; t != nil {
		return t.LastInput().After(g.opened)
	}
	return true
}

// settle calls run after a pause unless another key follows: text goes on after a
// letter, a confirming key stands alone. The notice is broken if a key follows.
func (m *Model) settle(pause time.Duration, broken string, run func() tea.Cmd) tea.Cmd {
	s := &broken
	m.settling = s
	return m.opt.After(pause, then(func() tea.Cmd {
		if m.settling != s {
			return nil
		}
		m.settling = nil
		return run()
	}))
}

// noteInput ends the last notice, and the confirmation that a key or paste interrupts.
func (m *Model) noteInput() {
	m.typed++
	m.notice = m.underWay()
	if m.settling != nil {
		m.notice, m.settling = *m.settling, nil
	}
}
