package tui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// Sizes at which the layout changes, in cells.
const (
	wideWidth   = 100 // two columns of panes
	wideHeight  = 20
	tinyWidth   = 34 // counts and the top item only
	tinyHeight  = 9
	roomyHeight = 36 // in one column: frames for the panes out of focus
	roomyFrame  = 7
)

func (m *Model) wide() bool { return m.width >= wideWidth && m.height >= wideHeight }
func (m *Model) tiny() bool { return m.width < tinyWidth || m.height < tinyHeight }

// bodyHeight is the room between header and footer.
func (m *Model) bodyHeight() int { return max(m.height-2, 0) }

// View draws the screen.
func (m *Model) View() tea.View {
	v := tea.NewView(strings.Join(m.lines(), "\n"))
	v.AltScreen = true
	v.WindowTitle = m.windowTitle()
	return v
}

func (m *Model) windowTitle() string {
	c := &m.whole.Counts
	return "notdone: " + strconv.Itoa(c[model.StateBlocked]) + " blocked, " + strconv.Itoa(c[model.StateFailed]) +
		" failed, " + strconv.Itoa(c[model.StateFalseDone]) + " suspected"
}

func (m *Model) lines() []string {
	if m.width <= 0 || m.height <= 0 {
		return nil
	}
	lines := m.drawTo(len(m.stack) - 1)
	m.wrapNotice(lines)
	return lines[:min(len(lines), m.height)]
}

// header shows the counts of states and findings, and the host. It names states in
// words as far as they fit.
func (m *Model) header() string {
	var l, right *line
	for _, try := range []struct {
		words headerWording
		long  bool
	}{{allWords, true}, {mainWords, true}, {mainWords, false}, {noWords, false}} {
		if l, right = m.states(try.words), m.severities(try.long); l.width+right.width < m.width {
			break
		}
	}
	if l.width+right.width >= m.width {
		right = m.lateCount()
	}
	if l.width+right.width < m.width {
		l.pad(m.width-right.width).put(theme.Token{}, right.b.String())
	}
	return newLine(m.width, m.theme.Ellipsis).put(theme.Token{}, l.b.String()).String()
}

// headerWording is which states are named in words, beside their glyphs.
type headerWording int

const (
	noWords headerWording = iota
	mainWords
	allWords
)

// mainStates are the states whose counts are shown even at zero.
var mainStates = []model.State{model.StateActive, model.StateBlocked, model.StateFailed, model.StateFalseDone}

// states returns the left part of the header, uncut.
func (m *Model) states(say headerWording) *line {
	t, c := m.theme, &m.whole.Counts
	l := newLine(math.MaxInt, t.Ellipsis)
	l.put(theme.Token{}, " ").put(t.Title, "notdone")
	if m.opt.Host != "" && m.width >= 60 {
		l.put(t.Faint, " "+t.Dot+" "+safe.Line(m.opt.Host, 64))
	}
	l.put(theme.Token{}, "  ")
	for _, s := range []model.State{
		model.StateActive, model.StateQueued, model.StateScheduled, model.StateBlocked, model.StateFailed,
		model.StateFalseDone, model.StateUnknown, model.StateDone, model.StateCancelled,
	} {
		always := slices.Contains(mainStates, s)
		if c[s] == 0 && !always || !always && m.width < 60 && s != model.StateDone {
			continue
		}
		l.put(theme.Token{}, " ").put(t.State(s), t.Glyph(s))
		n := words.Number(c[s])
		switch {
		case say == allWords || always && say == mainWords:
			n = " " + n + " " + headerWord(s) + " "
		case say == mainWords:
			n = " " + n + " " // in some fonts a sign is wider than its cell
		}
		l.put(theme.Token{}, n)
	}
	return l
}

// lateCount returns the number of late sources; an empty line if none is late.
func (m *Model) lateCount() *line {
	l := newLine(math.MaxInt, m.theme.Ellipsis)
	if n := len(m.late()); n > 0 {
		l.put(m.theme.Alarm, words.Number(n)+" late").put(theme.Token{}, " ")
	}
	return l
}

// severities returns the right part of the header: the number of late sources, and how
// many tasks have findings of which severity.
func (m *Model) severities(long bool) *line {
	t, l := m.theme, m.lateCount()
	for s := model.SeverityCritical; s >= model.SeverityWarning; s-- {
		if n := m.whole.Severities[s]; n > 0 {
			l.put(t.Severity(s), words.Number(n)+" "+severityWord(s, n, long)).put(theme.Token{}, " ")
		}
	}
	if m.whole.Loading() {
		said := "reading" + t.Ellipsis + " "
		if judged, total := m.whole.Progress(); total > 0 {
			said = fmt.Sprintf("judging %d %% ", 100*min(judged, total)/total)
		} else {
			said += words.Number(judged) + " "
		}
		l.put(t.Faint, said)
	}
	return l
}

func severityWord(s model.Severity, n int, long bool) string {
	switch {
	case !long:
		return [model.NumSeverities]string{"info", "warn", "err", "crit"}[s]
	case n > 1 && s != model.SeverityCritical:
		return s.String() + "s"
	}
	return s.String()
}
