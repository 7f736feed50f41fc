package tui

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/query"
	"notdone/ui/theme"
)

// help lists all keys, the fields of filters, and all signs. The keys of the place where it
// was opened come first.
type help struct {
	reader
	from Scope // where it was opened
}

// helpItem is a key, a term or a sign, and what it means.
type helpItem struct {
	tok        theme.Token
	mark, text string
}

// toggleHelp opens the help, or closes it.
func (m *Model) toggleHelp() tea.Cmd {
	if _, open := m.top().(*help); open {
		return m.leave()
	}
	m.push(&help{from: m.top().scope()})
	return nil
}

func (h *help) scope() Scope { return OnHelp }

// fit writes the help.
func (h *help) fit(m *Model) {
	p := m.page(m.width - 2)
	var groups []string
	here, elsewhere := map[string][]helpItem{}, []helpItem{}
	for i := range m.keys.actions {
		a := &m.keys.actions[i]
		names := m.keys.names(a.ID)
		switch {
		case names == "", isPaneKey(a) && a.ID != "pane.1":
		case a.Scopes&h.from == 0:
			elsewhere = append(elsewhere, helpItem{m.theme.Faint, names, placeOf(a) + ": " + a.Help})
		default:
			group := a.Group
			if _, single := strings.CutPrefix(group, "In a "); (single || group == "Copy") && h.from == OnBoard {
				group = "Look"
			}
			if here[group] == nil {
				groups = append(groups, group)
			}
			item := helpItem{m.theme.Key, names, a.Help}
			if acts := a.Verb != "" || a.ID == "task.stop"; acts && m.refusal(a) != "" {
				item.tok = m.theme.Faint
			}
			if isPaneKey(a) {
				item.mark, item.text = m.keys.first("pane.1")+"-"+m.keys.first("pane.5"), "the panes, from active to the rest"
			}
			here[group] = append(here[group], item)
		}
	}
	p.legend(m.signs())
	if why := cmp.Or(m.mayNotAct(), m.unable()); why != "" && h.from&onTasks != 0 {
		p.flow(1, 0, m.theme.Faint, why)
	}
	moves := func(group string) int { return max(slices.Index([]string{groupMove, groupPanes}, group), -1) }
	slices.SortStableFunc(groups, func(a, b string) int { return cmp.Compare(moves(a), moves(b)) })
	for _, group := range groups {
		p.helpItems(group, here[group])
	}
	p.helpItems("Elsewhere", elsewhere)
	var terms []helpItem
	for _, f := range query.Fields() {
		terms = append(terms, helpItem{m.theme.Key, f.Example, f.Help})
	}
	p.helpItems("Filter", append(terms, helpItem{m.theme.Key, "!word", "not"}, helpItem{m.theme.Key, `"two words"`, "as they stand"}))
	p.helpItems("Mouse", []helpItem{
		{m.theme.Key, "wheel", "scrolls"},
		{m.theme.Key, "click", "chooses"},
		{m.theme.Key, "two clicks", "open"},
		{m.theme.Key, "with shift", "the terminal selects text"},
	})
	p.helpItems("Signs", slices.DeleteFunc(m.signs(), func(s helpItem) bool { return !strings.Contains(s.text, ":") }))
	h.show(p, m.height-3)
}

// isPaneKey reports whether an action chooses one of the panes.
func isPaneKey(a *Action) bool { return len(a.ID) == len("pane.1") && strings.HasPrefix(a.ID, "pane.") }

// places are what the places of keys are called, in the order of their bits.
var places = []string{"panes", "task", "search", "plan", "command", "what was done", "help", "copy", "list", "field", "answer", "input", "choice"}

// placeOf returns where the keys of an action are bound: the first such place.
func placeOf(a *Action) string {
	if after, named := strings.CutPrefix(a.Group, "In a "); named {
		return after
	}
	return places[bits.TrailingZeros16(uint16(a.Scopes))]
}

// signs are the signs of the screen and what they mean.
func (m *Model) signs() (all []helpItem) {
	for s := range model.NumStates {
		state := model.State(s)
		all = append(all, helpItem{m.theme.State(state), m.theme.Glyph(state), state.String() + signNotes[state]})
	}
	for s := model.SeverityCritical; s >= model.SeverityWarning; s-- {
		all = append(all, helpItem{m.theme.Severity(s), m.theme.Sign(s), s.String() + ": the worst that was found"})
	}
	t := m.theme
	return append(all,
		helpItem{theme.Token{}, "3+5", "count: tasks in the state of the pane, and in others"},
		helpItem{theme.Token{}, "#3", "attempts: of the task, or tries"},
		helpItem{theme.Token{}, t.Cycle + "12", "rounds: times round a cycle"},
		helpItem{t.Title, t.Closed + " " + t.Open, "cause: its tasks are folded, or not"},
		helpItem{t.Title, t.New, "new: since you last looked"},
		helpItem{t.Key, t.Mark, "selected: for an action on all of them"},
	)
}

// legend writes the signs with a word each.
func (p *page) legend(signs []helpItem) {
	l := p.line().pad(1)
	for _, s := range signs {
		word, _, _ := strings.Cut(s.text, ":")
		if l.width > 1 && l.width+cells(s.mark+word)+1 > p.width {
			p.put(l)
			l = p.line().pad(1)
		}
		l.put(s.tok, s.mark).put(p.theme.Faint, " "+word).pad(l.width + 2)
	}
	p.put(l)
}

// helpColumn is the least width of a column of the help, in cells.
const helpColumn = 38

// helpItems writes a section, column by column, in the number of columns that takes the
// fewest lines.
func (p *page) helpItems(title string, items []helpItem) {
	if len(items) == 0 {
		return
	}
	p.heading(title)
	var best []*line
	for columns := 1; columns <= max((p.width-1)/helpColumn, 1); columns++ {
		if lines := p.helpColumns(items, columns); best == nil || len(lines) < len(best) {
			best = lines
		}
	}
	for _, l := range best {
		p.put(l)
	}
}

// helpColumns returns the lines of a section in so many columns.
func (p *page) helpColumns(items []helpItem, columns int) (lines []*line) {
	width, mark := (p.width-1)/columns, 0
	for i := range items {
		mark = min(max(mark, cells(items[i].mark)), width/2)
	}
	rows := (len(items) + columns - 1) / columns
	for row := range rows {
		var across [][]string
		height := 0
		for at := row; at < len(items); at += rows {
			across = append(across, items[at].lines(p.look, width, mark))
			height = max(height, len(across[len(across)-1]))
		}
		for i := range height {
			l := p.line().pad(1)
			for c, cell := range across {
				if i < len(cell) {
					l.pad(1+c*width).put(theme.Token{}, cell[i])
				}
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// lines returns an item in a column of a width, its text broken between words.
func (i *helpItem) lines(k look, width, mark int) (lines []string) {
	text := wrap(i.text, max(width-mark-3, 8), 0, k.theme.Ellipsis)
	l := newLine(width, k.theme.Ellipsis).pad(1).put(i.tok, i.mark)
	if cells(i.mark) > mark { // it has a line of its own
		lines, l = append(lines, l.String()), newLine(width, k.theme.Ellipsis)
	}
	for _, part := range text {
		lines = append(lines, l.pad(mark+2).put(theme.Token{}, part).String())
		l = newLine(width, k.theme.Ellipsis)
	}
	return lines
}

func (h *help) draw(m *Model, _ func() []string) []string {
	label := cmp.Or(h.more(m), m.keys.name("view.back")+" back")
	return h.fill(m, "Help", hints{"move.down move.up=move", "move.last=the signs", "view.find", "view.back"}, label)
}
