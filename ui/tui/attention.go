package tui

import (
	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// attention is the overview that lists what to do first, and why: the groups of tasks that ask for
// somebody (see board.Ask), each with what would help.
type attention struct{ all []board.Ask }

func (m *Model) openAttention() tea.Cmd { return m.toggleOverview(&attention{}) }

func (a *attention) title() string { return "What to do first" }
func (a *attention) len() int      { return len(a.all) }
func (a *attention) label() string { return "by severity, then by cost and tasks freed" }
func (a *attention) hints() hints  { return hints{"list.open"} }

// id is of the pane too, as groups of two panes may have one ID.
func (a *attention) id(i int) any { return [2]uint64{uint64(a.all[i].Pane), a.all[i].Group.ID} }

func (a *attention) gather(m *Model) func() func() {
	snap := m.whole
	return func() func() {
		all := snap.Asks()
		return func() { a.all = all }
	}
}

func (a *attention) head(m *Model, p *page, ready bool) {
	if ready && len(a.all) == 0 {
		p.flow(1, 2, m.theme.Faint, "Nothing asks for anybody.")
	}
}

// remedies say what would help against an obstacle of each kind.
var remedies = [...]string{
	model.KindUnknown:      "look into it",
	model.KindPermission:   "allow it",
	model.KindAccess:       "give access",
	model.KindCredentials:  "give a valid key",
	model.KindMissingInput: "give what is missing",
	model.KindDecision:     "decide",
	model.KindDependency:   "see to what it waits for",
	model.KindRateLimit:    "wait, or raise the limit",
	model.KindBudget:       "give more budget, or cut the task",
	model.KindTool:         "repair the tool",
	model.KindEnvironment:  "repair where it runs",
	model.KindNetwork:      "bring it back",
	model.KindPolicy:       "decide whether the rule holds",
}

// tellsRemedy reports whether the kind of an obstacle says what would help against it. It does not
// where input is missing by notdone's own description and not by the agent's words: what it
// describes, such as a message that was not sent, is nothing that somebody could give.
func tellsRemedy(o *model.Obstacle) bool {
	return o != nil && o.Text != "" && o.Kind != model.KindUnknown && (!o.Own || o.Kind != model.KindMissingInput)
}

// remedy returns what would help the tasks of a group, by their first row, and the action that then
// sends them on; empty: none, as for active tasks and where the row does not allow it. A row that
// lists no actions is taken to allow it.
func remedy(pane model.Pane, r *model.Row) (say string, then model.ActionName) {
	switch {
	case pane == model.PaneActive && board.Untended(r):
		return "see whether its dispatcher and workers run", ""
	case pane == model.PaneActive:
		return "look into it", ""
	case tellsRemedy(r.Obstacle):
		say = remedies[r.Obstacle.Kind]
	case pane == model.PaneFalseDone:
		say = "check what is there"
	default:
		say = remedies[model.KindUnknown]
	}
	then = model.ActionRequeue
	if pane == model.PaneBlocked {
		then = model.ActionUnblock
	}
	if then = standIn(r, then); len(r.Actions) > 0 && !isAllowed(r, then) {
		return say, ""
	}
	return say, then
}

// entry writes a group: its severity, name, size, cost and age, and beneath that what would help and
// what was found. While the first row is only an outline, which has no texts, it writes one line.
func (a *attention) entry(m *Model, p *page, i int) {
	ask := a.all[i]
	g, t := ask.Group, p.theme
	label, _ := m.wholeLabel(g)
	first := g.First()
	tail := m.join(groupTasks(g), words.Dollars(g.CostUSD()), words.Past(ask.Since(), m.now))
	if p.width < narrowAsk {
		tail = words.Number(g.Tasks)
	}
	l := newLine(p.width-cells(tail)-2, t.Ellipsis).pad(1).put(theme.Token{}, t.Glyph(first.State)+" ")
	if g.Worst > 0 { // a weight: the severity plus one
		severity := model.Severity(g.Worst - 1)
		l.put(t.Severity(severity), severity.String()+" ")
	}
	room, title := l.max-l.width, m.whose(g, first)
	if g.Tasks == 1 && !first.Outline {
		title += " " + t.Dot + " " + safe.Line(first.Title, lineLimit)
	}
	if title != "" {
		room = min(max(room-cells(title), report.NameColumns), room)
	}
	l.put(theme.Token{}, report.CutName(label, room)).put(t.Faint, title)
	p.put(l.extend(p.width).pad(p.width-cells(tail)-1).put(t.Faint, tail+" "))
	if first.Outline {
		return
	}
	say, act := remedy(ask.Pane, first)
	if act != "" && m.unableIn(first.Queue) == "" {
		those := "it"
		if g.Tasks > 1 {
			those = "all " + words.Number(g.Tasks)
		}
		say += ", then " + m.keys.name("task."+string(act)) + ": " + m.keys.verb(act).Title + " " + those
	}
	if worst := report.Worst(first); worst != nil {
		said, age := report.Message(worst, m.now)
		say += "; " + said + age
	}
	p.add(3, t.Faint, t.Arrow+" "+say)
}

// narrowAsk is the least width of a line that has room for cost and age.
const narrowAsk = 50

func (a *attention) enter(m *Model, i int) tea.Cmd {
	return m.goToGroup(a.all[i].Pane, a.all[i].Group, nil)
}
