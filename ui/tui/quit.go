package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/ui/safe"
	"notdone/ui/words"
)

// exit is how far the program is from its end while something is under way.
type exit int

const (
	staying exit = iota
	asked        // it was told what is under way, and what the key does when it is pressed again
	leaving      // it ends when what is under way has stopped
)

// quit ends the program. It first says what is under way; the next time it stops that, as going
// back does, and ends with it. Where that hangs, it does not wait for it the time after.
func (m *Model) quit() tea.Cmd {
	switch {
	case m.idle():
		return tea.Quit
	case m.exit == leaving:
		return m.quitNow()
	case m.exit == staying && (m.work == nil || !m.work.halted):
		m.exit = asked
	default:
		m.exit = leaving
		m.stopAll()
	}
	m.notice = m.underWay()
	return nil
}

// idle reports whether no action and no file is under way.
func (m *Model) idle() bool { return m.work == nil && m.exporting == nil }

func (m *Model) stopAll() {
	if m.work != nil {
		m.stopWork()
	}
	if m.exporting != nil {
		m.exporting.stop()
	}
}

// quitNow ends the program beside what hangs.
func (m *Model) quitNow() tea.Cmd {
	if w := m.work; w != nil {
		said := words.Count(w.count(wasApplied), "task", "tasks") + " " + m.did(w)
		if len(w.plans) > 0 {
			said += "; " + safe.Line(w.plans[0].Task.ID, idLimit) + " was under way: notdone log tells what became of it"
		}
		m.farewell = append(m.farewell, said)
	}
	return tea.Quit
}

// ended takes note of the outcome of an action, or of a file, and ends the program if it waits
// for nothing else.
func (m *Model) ended(said string) tea.Cmd {
	if m.exit == leaving {
		m.farewell = append(m.farewell, said)
	}
	switch {
	case !m.idle():
		return nil
	case m.exit == leaving:
		return tea.Quit
	}
	m.exit = staying
	return nil
}

// waysOut says how what is under way is stopped.
func (m *Model) waysOut() string {
	back, quit := m.keys.name("view.back"), m.keys.name(quitID)
	_, onBoard := m.top().(*boardScreen)
	if !onBoard {
		quit = m.keys.name(quitAnywhereID)
	}
	switch m.exit {
	case asked:
		if !onBoard {
			return quit + " again stops it and quits"
		}
		return back + " stops it, " + quit + " again stops it and quits"
	case leaving:
		return "stopping, to quit; " + quit + " does not wait for it"
	case staying:
	}
	return back + " stops"
}

// Farewell says, in lines, what became of what was stopped when the program ended; empty when
// nothing was. It is called after the program has ended.
func (m *Model) Farewell() string { return strings.Join(m.farewell, "\n") }
