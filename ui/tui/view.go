package tui

import (
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/model/board"
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
	lines := m.behind()
	switch {
	case m.command != nil:
		lines = m.command.lines(m, lines)
	case m.plan != nil:
		lines = m.plan.lines(m, lines)
	}
	m.spell(lines)
	if len(lines) > m.height {
		lines = lines[:m.height]
	}
	return lines
}

// noticeLines is how many lines a notice may take when one is not enough.
const noticeLines = 3

// spell gives a notice that does not fit the footer the lines above it too.
func (m *Model) spell(lines []string) {
	said := safe.Line(m.notice, lineLimit)
	if r := m.text(); m.filter.typing || m.wrong != nil || r != nil && r.find.typing {
		return // something is being typed there
	}
	if cells(said) < m.width || len(lines) < noticeLines {
		return
	}
	text := wrap(said, m.width-2, noticeLines, m.opt.Theme.Ellipsis)
	for i, s := range text {
		lines[len(lines)-len(text)+i] = newLine(m.width, m.opt.Theme.Ellipsis).put(theme.Token{}, " "+strings.TrimRight(s, " ")).String()
	}
}

// behind is the screen without the dialog that is in front of it.
func (m *Model) behind() (lines []string) {
	switch {
	case m.help != nil:
		lines = m.help.lines(m)
	case m.actions != nil:
		lines = m.actions.lines(m)
	case m.detail != nil:
		lines = m.detail.lines(m)
	case m.tiny():
		lines = m.tinyLines()
	default:
		lines = append([]string{m.header()}, m.body()...)
		lines = append(lines, m.footer())
	}
	return lines
}

// header says what was counted: states, findings, and the host. States are
// said in words where those fit.
func (m *Model) header() string {
	t := &m.opt.Theme
	l, right := m.states(allWords), m.severities(true)
	for _, try := range []struct {
		words headerWords
		long  bool
	}{{mainWords, true}, {mainWords, false}, {noWords, false}} {
		if l.width+right.width < m.width {
			break
		}
		l, right = m.states(try.words), m.severities(try.long)
	}
	if l.width+right.width < m.width {
		l.pad(m.width - right.width)
		l.b.WriteString(right.b.String())
		l.width += right.width
	}
	if l.width > m.width {
		cut := newLine(m.width, t.Ellipsis)
		return cut.put(theme.Token{}, l.b.String()).String()
	}
	l.max = m.width
	return l.String()
}

// headerWords says which states are said in words, beside their signs.
type headerWords int

const (
	noWords headerWords = iota
	mainWords
	allWords
)

// headerRoom is more than any header needs, so that it can be measured.
const headerRoom = 1 << 10

// states is the left part of the header, as wide as it is.
func (m *Model) states(say headerWords) *line {
	t, c := &m.opt.Theme, &m.whole.Counts
	l := newLine(headerRoom, t.Ellipsis)
	l.put(theme.Token{}, " ").put(t.Title, "notdone")
	if m.opt.Host != "" && m.width >= 60 {
		l.put(t.Faint, " "+t.Dot+" "+safe.Line(m.opt.Host, 64))
	}
	l.put(theme.Token{}, "  ")
	for _, s := range []model.State{
		model.StateActive, model.StateQueued, model.StateScheduled, model.StateBlocked, model.StateFailed,
		model.StateFalseDone, model.StateUnknown, model.StateDone, model.StateCancelled,
	} {
		always := s == model.StateActive || s == model.StateBlocked || s == model.StateFailed || s == model.StateFalseDone
		if c[s] == 0 && !always || !always && m.width < 60 && s != model.StateDone {
			continue
		}
		l.put(theme.Token{}, " ").put(t.State(s), t.Glyph(s))
		if say == allWords || always && say == mainWords {
			l.put(theme.Token{}, " "+words.Number(c[s])+" "+headerWord(s)+" ")
		} else {
			l.put(theme.Token{}, words.Number(c[s]))
		}
	}
	return l
}

// severities is the right part of the header: how many sources are late, and
// how many tasks have findings.
func (m *Model) severities(long bool) *line {
	t := &m.opt.Theme
	l := newLine(headerRoom, t.Ellipsis)
	late := 0
	for i := range m.whole.Sources {
		if m.whole.Sources[i].Late() {
			late++
		}
	}
	if late > 0 {
		l.put(t.Alarm, words.Number(late)+" late").put(theme.Token{}, " ")
	}
	for s := model.SeverityCritical; s >= model.SeverityWarning; s-- {
		if n := m.whole.Severities[s]; n > 0 {
			l.put(t.Severity(s), words.Number(n)+" "+severityWord(s, n, long)).put(theme.Token{}, " ")
		}
	}
	if m.whole.Loading() {
		l.put(t.Faint, "reading"+t.Ellipsis+" ")
	}
	return l
}

func headerWord(s model.State) string {
	switch s {
	case model.StateFalseDone:
		return "suspected"
	case model.StateUnknown:
		return "cannot tell"
	case model.StateActive:
		return "running"
	case model.StateQueued, model.StateScheduled, model.StateBlocked, model.StateFailed, model.StateDone, model.StateCancelled:
		return s.String()
	}
	return s.String()
}

func severityWord(s model.Severity, n int, long bool) string {
	word := s.String()
	if !long {
		return [model.NumSeverities]string{"info", "warn", "err", "crit"}[s]
	}
	if n > 1 && s != model.SeverityCritical {
		word += "s"
	}
	return word
}

// footer shows the keys that matter, the filter, and what is late.
func (m *Model) footer() string {
	t := &m.opt.Theme
	l := newLine(m.width, t.Ellipsis)
	switch {
	case m.filter.typing:
		l.put(theme.Token{}, " ").input(&m.filter.input, m.width-2)
	case m.notice != "":
		l.put(theme.Token{}, " "+safe.Line(m.notice, lineLimit))
	default:
		l.put(theme.Token{}, " ")
		if m.filter.text != "" {
			l.put(t.Title, "/"+m.filter.text).put(t.Faint, "  esc clears  n/N  ")
		}
		m.hints(l)
	}
	if m.filter.typing || m.notice != "" {
		return l.String() // the header says that a source is late
	}
	if late := m.late(); late != "" {
		room := max(m.width-l.width-2, m.width/2)
		cut := newLine(min(cells(late), room), t.Ellipsis)
		cut.put(t.Alarm, late)
		out := newLine(m.width, t.Ellipsis)
		head := newLine(m.width-cut.max-2, t.Ellipsis)
		if l.width <= head.max {
			head.b.WriteString(l.b.String())
			head.width = l.width
		}
		out.b.WriteString(head.String() + " " + cut.String())
		out.width = head.max + 1 + cut.max
		return out.String()
	}
	return l.String()
}

// hints are the keys that matter most here. On a narrow screen those that act
// come first, for they are why one came.
func (m *Model) hints(l *line) {
	t := &m.opt.Theme
	k := &m.opt.Keys
	act := [][2]string{
		{k.Unblock.Help().Key, "unblock"},
		{k.Requeue.Help().Key, "requeue"},
		{k.Stop.Help().Key, "stop"},
		{k.MarkBlocked.Help().Key, "mark blocked"},
		{k.Undo.Help().Key, "undo"},
	}
	look := [][2]string{{"enter", "why"}, {"/", "filter"}, {"tab 1-5", "panes"}, {"?", "help"}, {"q", "quit"}}
	if m.opt.Act == nil {
		act = nil
	} else if m.width < wideWidth {
		act[3][1], look = "mark", [][2]string{{"enter", "why"}, {"/", "filter"}, {"?", "help"}}
	}
	for _, h := range append(act, look...) {
		l.put(t.Key, h[0]).put(t.Faint, " "+h[1]+"  ")
	}
}

// late names the sources that show something older than it is, and why.
func (m *Model) late() string {
	var parts []string
	for i := range m.whole.Sources {
		s := &m.whole.Sources[i]
		if s.Late() {
			parts = append(parts, safe.Line(lateness(s, words.Past(s.Since, m.now)), 400))
		}
	}
	return strings.Join(parts, "; ")
}

// lateness says which queue is late and why, without the folder it lies in,
// which would take the room of the reason.
func lateness(s *board.Status, age string) string {
	name, why := filepath.Base(s.Queue), s.Err.Error()
	if i := strings.LastIndex(why, name+": "); i >= 0 {
		why = why[i+len(name)+2:]
	}
	return name + " late " + age + ": " + why
}
