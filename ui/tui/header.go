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
	wideWidth    = 100 // two columns of panes
	wideHeight   = 20
	besideWidth  = 130 // two columns of panes beside a preview
	mediumWidth  = 60  // panes one below the other
	mediumHeight = 16
	tinyWidth    = 34 // counts and the top item only
	tinyHeight   = 9
	tallRoom     = 36 // lines for panes in one column; with fewer the focused pane gets its lines first
)

// tiny reports whether there is room for the counts and one item only. A terminal whose size is not
// known yet is not.
func (m *Model) tiny() bool { return m.sized() && (m.width < tinyWidth || m.height < tinyHeight) }

// sized reports whether the size of the terminal is known.
func (m *Model) sized() bool { return m.width > 0 && m.height > 0 }

// stacks reports whether there is room for several panes at once.
func (m *Model) stacks() bool { return m.width >= mediumWidth && m.height >= mediumHeight }

// twoColumns reports whether lists of the given width stand in two columns.
func (m *Model) twoColumns(width int) bool {
	return m.height >= wideHeight && (width >= besideWidth || width >= wideWidth && width == m.width)
}

// bodyHeight is the room between header and footer.
func (m *Model) bodyHeight() int { return max(m.height-2, 0) }

// View draws the screen. The frame is kept, and drawn again only after a message that may have
// changed it (see Model.stands).
func (m *Model) View() tea.View {
	if !m.stands {
		m.drawn, m.stands = m.view(), true
	}
	return m.drawn
}

func (m *Model) view() tea.View {
	v := tea.NewView(strings.Join(m.lines(), "\n"))
	v.AltScreen = true
	if m.opt.Mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	v.ReportFocus = m.opt.Notify != nil
	v.WindowTitle = m.windowTitle()
	return v
}

func (m *Model) windowTitle() string {
	c := &m.whole.Counts
	return "notdone: " + strconv.Itoa(c[model.StateBlocked]) + " blocked, " + strconv.Itoa(c[model.StateFailed]) +
		" failed, " + strconv.Itoa(c[model.StateFalseDone]) + " suspected"
}

// lines draws the front screen, which draws those beneath it where they show, and then the notice.
// Where the glyphs are those of ASCII, the typography in texts is written in ASCII too.
func (m *Model) lines() []string {
	if m.width <= 0 || m.height <= 0 {
		return nil
	}
	lines := m.drawTo(len(m.stack) - 1)
	m.wrapNotice(lines)
	if m.opt.Glyphs.Ellipsis == theme.ASCII().Ellipsis {
		for i := range lines {
			lines[i] = theme.Plain(lines[i])
		}
	}
	return lines[:min(len(lines), m.height)]
}

// A headPart is one part of the header, such as a count with its sign and its word. The sign may be
// empty; text is the long form, and short the short one.
type headPart struct {
	tok               theme.Token
	sign, text, short string
	drop              int // the parts with the greatest number are left out first; 0: never
}

// header shows the counts of states and findings, and the host, in words: as many and as
// long ones as fit. It tries ways to say it, the fullest first, and takes the first that fits.
func (m *Model) header() string {
	counts, found := m.stateParts(), m.findingParts()
	name := []headPart{{tok: m.theme.Title, text: "notdone", short: "notdone", drop: 2}}
	if m.opt.Host != "" {
		host := safe.Line(m.opt.Host, 64)
		name = append(name, headPart{tok: m.theme.Faint, text: m.theme.Dot + " " + host, short: m.theme.Dot + " " + host, drop: 8})
	}
	fits := func(say headSay) (l, right *line) {
		l = m.putParts(slices.Concat(name, counts), say, 1)
		say.long = say.long && !say.brief
		right = m.putParts(found, say, 0)
		if right.width > 0 {
			right.put(theme.Token{}, " ")
		}
		return l, right
	}
	var l, right *line
	for _, say := range []headSay{
		{most: 9, signs: true, long: true},
		{most: 8, signs: true, long: true},
		{most: 7, signs: true, long: true},
		{most: 7, signs: true, long: true, terse: 7},
		{most: 7, signs: true, long: true, brief: true},
		{most: 6, signs: true, long: true, brief: true},
		{most: 4, signs: true, long: true, brief: true},
		{most: 5, signs: true},
		{most: 4, signs: true},
		{most: 3, signs: true},
		{most: 2, signs: true},
		{most: 3},
		{most: 2},
		{most: 1},
		{most: 0},
	} {
		if l, right = fits(say); l.width+right.width < m.width {
			break
		}
	}
	if l.width+right.width < m.width {
		l.pad(m.width-right.width).put(theme.Token{}, right.b.String())
	}
	return newLine(m.width, m.theme.Ellipsis).put(theme.Token{}, l.b.String()).String()
}

// headSay is how much of its parts the header says. brief and terse are exceptions to long.
type headSay struct {
	most  int  // parts whose drop is greater are left out
	signs bool // before each word its sign
	long  bool // the long form of each part
	brief bool // the short form of the right part, see findingParts
	terse int  // the short form of parts whose drop is this or greater; 0: of none
}

// putParts writes parts one behind the other, on a line that is not cut.
func (m *Model) putParts(parts []headPart, say headSay, indent int) *line {
	l := newLine(math.MaxInt, m.theme.Ellipsis).pad(indent)
	gap := ""
	for _, p := range parts {
		if p.drop > say.most {
			continue
		}
		l.put(theme.Token{}, gap)
		if say.signs && p.sign != "" {
			l.put(p.tok, p.sign).put(theme.Token{}, " ") // in some fonts a sign is wider than its cell
		}
		text := p.short
		if say.long && (say.terse == 0 || p.drop < say.terse) {
			text = p.text
		}
		tok := p.tok
		if p.sign != "" && say.signs {
			tok = theme.Token{}
		}
		l.put(tok, text)
		if gap = "  "; !say.long || p.sign == "" && p.tok == m.theme.Title {
			gap = " "
		}
	}
	return l
}

// mainStates are the states whose counts are shown even at zero. They are indexed by the pane that
// has the state's name.
var mainStates = []model.State{model.StateActive, model.StateBlocked, model.StateFailed, model.StateFalseDone}

// headerStates are the states in the order in which they are counted.
var headerStates = []model.State{
	model.StateActive, model.StateQueued, model.StateScheduled, model.StateBlocked, model.StateFailed,
	model.StateFalseDone, model.StateUnknown, model.StateDone, model.StateCancelled,
}

// stateParts are the counts of the states.
func (m *Model) stateParts() (all []headPart) {
	t, c := m.theme, &m.whole.Counts
	for _, s := range headerStates {
		drop := 6
		switch {
		case slices.Contains(mainStates, s):
			drop = 0
		case s == model.StateDone:
			drop = 5
		case s == model.StateCancelled, s == model.StateScheduled:
			drop = 9
		}
		if n := words.Number(c[s]); c[s] > 0 || drop == 0 {
			all = append(all, headPart{t.State(s), t.Glyph(s), n + " " + headerWord(s), n + " " + shortWord(s), drop})
		}
	}
	return all
}

// findingParts are the right part of the header: sources whose rows are out of date, queues whose
// mapping was concluded from their tables (by shape), how many tasks have findings of which
// severity, the workers that live, what the last hour and repeated attempts (loops) cost, the
// progress of the first listing, and that the dashboard may not act (read-only).
func (m *Model) findingParts() (all []headPart) {
	t := m.theme
	add := func(tok theme.Token, sign, text, short string, drop int) {
		all = append(all, headPart{tok, sign, text, short, drop})
	}
	if n := len(m.late()); n > 0 {
		add(t.Alarm, "", words.Number(n)+" late", words.Number(n)+" late", 1)
	}
	if n := m.countByShape(); n == 1 && len(m.whole.Sources) == 1 {
		add(t.Key, "", readByShape, "by shape", 3)
	} else if n > 0 {
		add(t.Key, "", words.Number(n)+" "+readByShape, words.Number(n)+" by shape", 3)
	}
	for s := model.SeverityCritical; s >= model.SeverityWarning; s-- {
		if n := m.whole.Severities[s]; n > 0 {
			said := words.Number(n) + " "
			add(t.Severity(s), t.Sign(s), said+severityWord(s, n, true), said+severityWord(s, n, false), 4-int(s))
		}
	}
	if n, known := m.whole.Workers(); known && (n > 0 || !m.whole.Loading()) {
		tok := t.Faint
		if n == 0 {
			tok = t.Severity(model.SeverityWarning)
		}
		add(tok, "", words.Count(n, "worker", "workers"), words.Number(n)+" wrk", 4)
	}
	hour, again := m.whole.PerHour(m.now), m.whole.AgainUSD()
	switch {
	case hour != nil:
		add(t.Faint, "", words.Dollars(hour)+"/h", words.Dollars(hour)+"/h", 4)
	case !m.whole.RecordsCost() && !m.whole.Loading():
		add(t.Faint, "", "cost unknown", "cost ?", 7)
	}
	if again != nil {
		add(t.Faint, "", "loops "+words.Dollars(again), "loops "+words.Dollars(again), 4)
	}
	if m.whole.Loading() {
		said := "reading" + t.Ellipsis
		if judged, total := m.whole.Progress(); total > 0 {
			said = fmt.Sprintf("judging %d %%", 100*min(judged, total)/total)
		} else {
			said += " " + words.Number(judged)
		}
		add(t.Faint, "", said, said, 1)
	}
	if m.opt.Act == nil {
		add(t.Key, "", "read-only", "read-only", 4)
	}
	return all
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
