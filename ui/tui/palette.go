package tui

import (
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// openPalette lists what can be done on the front screen, and the saved views. What only
// moves comes last.
func (m *Model) openPalette() tea.Cmd {
	var all, moves []choice
	place := m.top().scope()
	for i := range m.keys.actions {
		a := &m.keys.actions[i]
		if a.ID == paletteID || a.Scopes&place == 0 && a.ID != quitID {
			continue
		}
		mark := m.keys.names(a.ID)
		if cells(mark) > markColumn {
			mark = m.keys.first(a.ID)
		}
		c := choice{mark: mark, text: a.Help, note: a.ID, why: m.refusal(a), run: func() tea.Cmd { return m.perform(a) }}
		c.names = append([]string{a.ID, a.Title, a.Group}, m.keys.bound[a.ID]...)
		if a.ID == quitID {
			c.calls = quitNames
		}
		if a.Group == groupMove || a.Group == groupPanes {
			moves = append(moves, c)
		} else {
			all = append(all, c)
		}
	}
	for _, name := range m.viewNames() {
		filter := m.opt.Views[name]
		all = append(all, choice{
			text: "view " + safe.Line(name, lineLimit), note: safe.Line(filter, lineLimit), names: []string{name},
			run: func() tea.Cmd { return m.showOnly(filter) },
		})
	}
	return m.choose(m.keys.first(paletteID)+" ", "What to do", append(all, moves...))
}

// refusal says why an action is impossible now; empty: it is possible.
func (m *Model) refusal(a *Action) string {
	if a.refuse != nil {
		if why := a.refuse(m); why != "" {
			return why
		}
	}
	if m.allows(a.Verb) {
		return ""
	}
	r := m.actRow()
	if of := actionOf(r, standIn(r, a.Verb)); of != nil && of.Reason != "" {
		return safe.Line(of.Reason, lineLimit)
	}
	return unlisted(r)
}

// showOnly goes to the board and filters it by a text.
func (m *Model) showOnly(filter string) tea.Cmd {
	m.stack = m.stack[:1]
	cmd := m.board.setFilter(m, safe.Line(filter, 0))
	m.board.filter.seek = true
	m.board.seekMatch()
	return cmd
}

// openSources lists the queues; choosing one shows its tasks alone.
func (m *Model) openSources() tea.Cmd {
	shown := [...]model.State{model.StateActive, model.StateBlocked, model.StateFailed, model.StateFalseDone}
	all := []choice{{text: "all queues", note: m.countStates(&m.whole.Counts, shown[:]), run: func() tea.Cmd { return m.showOnly("") }}}
	for i := range m.whole.Sources {
		s := &m.whole.Sources[i]
		c := choice{
			mark: safe.Line(s.Kind, lineLimit), text: safe.Line(m.called(s), lineLimit), note: m.countStates(&s.Counts, shown[:]),
			names: []string{s.Kind, s.Queue}, run: func() tea.Cmd { return m.showOnly(sourceFilter(s)) },
		}
		if m.byShape(s.Kind) {
			c.note = readByShape + "  " + c.note
		}
		if s.Late() {
			age := "late " + words.Past(s.Since, m.now)
			c.note = safe.Line(age, lineLimit) + "  " + c.note
			c.about = safe.Line(whyLate(s), lineLimit)
		}
		all = append(all, c)
	}
	return m.choose("", "Queues", all)
}

// countStates says how many tasks there are of some states, in columns.
func (m *Model) countStates(counts *[model.NumStates]int, of []model.State) string {
	var parts []string
	for _, s := range of {
		n := words.Number(counts[s])
		parts = append(parts, m.theme.Glyph(s)+blanks(5-len(n))+n)
	}
	return strings.Join(parts, "  ")
}

// sourceFilter returns the filter that only tasks of one source pass.
func sourceFilter(s *board.Status) string {
	return `source:"` + filepath.ToSlash(s.Queue) + `"`
}
