package tui

import (
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/ui/safe"
	"notdone/ui/words"
)

// viewNames returns the names of the saved views, in the order in which they are gone through.
func (m *Model) viewNames() []string { return slices.Sorted(maps.Keys(m.opt.Views)) }

// openView returns which of the saved views the board shows, by its place among their names;
// -1: none.
func (m *Model) openView() int {
	return slices.IndexFunc(m.viewNames(), func(name string) bool {
		return m.board.filter.text != "" && m.board.filter.text == safe.Line(m.opt.Views[name], 0)
	})
}

// stepView shows the next saved view, or the previous one. Beyond the last and the first one
// all tasks are shown.
func (m *Model) stepView(by int) tea.Cmd {
	names := m.viewNames()
	at := (m.openView() + 1 + by + len(names) + 1) % (len(names) + 1)
	if at == 0 {
		return m.showOnly("")
	}
	return m.showOnly(m.opt.Views[names[at-1]])
}

func (m *Model) noViews() string {
	if len(m.opt.Views) == 0 {
		return "no view is saved: [views] of the configuration names filters"
	}
	return ""
}

// viewLabel names the saved view that the board shows, and its place; empty: none.
func (m *Model) viewLabel() string {
	names, at := m.viewNames(), m.openView()
	if at < 0 {
		return ""
	}
	name := strings.TrimSpace(safe.Line(names[at], idLimit))
	if m.width < mediumWidth {
		return name
	}
	return name + " " + m.theme.Dot + " " + words.Number(at+1) + " of " + words.Count(len(names), "view", "views")
}
