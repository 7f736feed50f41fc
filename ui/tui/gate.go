package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Pauses by which the screen tells a confirmation from text that was typed or
// pasted into the wrong place.
const (
	// readPause is how long a dialog stays on the screen unchanged, with a silent
	// keyboard, before its confirming key counts.
	readPause = 600 * time.Millisecond
	// noisePause is the same after a letter that means nothing in the dialog.
	noisePause = 2 * time.Second
	// settlePause is how long no key may follow the confirming key.
	settlePause = 300 * time.Millisecond
	// markPause is the same after a key whose effect only notdone's memory keeps.
	markPause = 50 * time.Millisecond
)

// Terminal is what the screen asks of the terminal that it is drawn on. Its
// methods may be called from any goroutine.
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

// gate guards the key of a dialog that does something. It is closed by every
// key and every change of what is shown, and opens when both have rested. A key
// counts when the gate was open before the key was typed.
type gate struct {
	due    time.Time // when it opens, if nothing happens until then
	waits  bool      // a timer runs until then
	open   bool
	opened time.Time
}

// gate is the gate of the dialog in front, also while a question is asked over
// it; nil without one.
func (m *Model) gate() *gate {
	i := len(m.stack) - 1
	if _, typing := m.stack[i].(*question); typing {
		i--
	}
	return m.stack[i].guard()
}

// closeGate closes the gate in front for at least the given time.
func (m *Model) closeGate(pause time.Duration) tea.Cmd {
	g := m.gate()
	if g == nil {
		return nil
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

// openGateAfter opens a gate after a pause, if it is due and in front then and the
// terminal has shown what was drawn.
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

// typedWhileOpen reports whether the key that is handled now was typed while the gate was
// open.
func (m *Model) typedWhileOpen(g *gate) bool {
	if !g.open {
		return false
	}
	if t := m.opt.Terminal; t != nil {
		return t.LastInput().After(g.opened)
	}
	return true
}

// settle runs something unless another key follows within a pause: pasted or typed
// text goes on after a letter, a confirming key stands alone. Broken is told when
// one follows.
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

// noteInput notes that a key or a paste has come.
func (m *Model) noteInput() {
	m.notice = m.progress()
	if m.settling != nil {
		m.notice, m.settling = *m.settling, nil
	}
}
