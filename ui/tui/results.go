package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// results lists what became of each task of the newest action.
type results struct{ *work }

// fates says how it went with a task.
var fates = [numFates]struct {
	word     string
	severity model.Severity
}{
	wasApplied: {"done", model.SeverityInfo},
	wasRefused: {"refused", model.SeverityError},
	wasPassed:  {"left as it is", model.SeverityWarning},
	hasChanged: {"changed", model.SeverityWarning},
	hasFailed:  {"failed", model.SeverityError},
	isLeft:     {"not tried", model.SeverityWarning},
}

// noResults says why there are no results to list.
func (m *Model) noResults() string {
	if m.worked == nil {
		return "nothing was done since notdone was started"
	}
	return ""
}

// openResults lists what became of the tasks of the newest action, also while it goes on.
func (m *Model) openResults() tea.Cmd { return m.toggleOverview(results{m.worked}) }

// refreshResults draws the list anew if it is in front.
func (m *Model) refreshResults() {
	if o, open := m.top().(*overview); open {
		if _, open = o.of.(results); open {
			o.count++
		}
	}
}

func (r results) title() string { return "Results" }
func (r results) len() int      { return len(r.results) }
func (r results) id(i int) any  { return i }
func (r results) hints() hints  { return hints{"list.open=the task", "list.copy"} }

func (r results) label() string {
	said := string(r.action)
	if r.undoing {
		said = "undo of " + said
	}
	return said + ", " + words.Count(r.total, "task", "tasks")
}

func (r results) gather(*Model) func() func() { return func() func() { return func() {} } }

// head counts the tasks by how it went with them.
func (r results) head(m *Model, p *page, _ bool) {
	var parts []string
	for f := range numFates {
		if n := r.count(f); n > 0 {
			said := fates[f].word
			if f == wasApplied {
				said = m.did(r.work)
			}
			parts = append(parts, words.Number(n)+" "+said)
		}
	}
	if left := len(r.plans) + len(r.later); left > 0 {
		parts = append(parts, words.Number(left)+" to come")
	}
	p.flow(1, 2, theme.Token{}, strings.Join(parts, " "+m.theme.Dot+" "))
	p.blank()
}

func (r results) entry(m *Model, p *page, i int) {
	t, one := p.theme, &r.results[i]
	how := fates[one.fate]
	said := how.word
	if one.fate == wasApplied {
		said = m.did(r.work)
	}
	tok := theme.Token{}
	if how.severity >= model.SeverityWarning {
		tok = t.Severity(how.severity)
	}
	l := p.line().pad(1).put(tok, t.Sign(how.severity)+" "+said).pad(18).put(theme.Token{}, " "+p.taskAmong(one.ref)+"  ")
	l.put(t.Faint, safe.Line(one.title, lineLimit))
	why := safe.Line(one.said, quoteLimit)
	if one.fate == wasApplied && l.width+cells(why)+2 < p.width {
		p.put(l.pad(p.width-cells(why)-1).put(theme.Token{}, why))
		return
	}
	if p.put(l); why != "" {
		p.flow(5, 0, tok, why)
	}
}

func (r results) enter(m *Model, i int) tea.Cmd {
	return m.openLinked(r.results[i].ref, r.results[i].title)
}

// copyList copies all of the list in front.
func (m *Model) copyList() tea.Cmd {
	o := topmost[*overview](m)
	x := m.shownText()
	x.lines, x.of = append(bareLines(slices.Clone(o.head)), x.lines...), x.of+len(o.head)
	x.lines = excerptOf(x.lines, 0).lines
	return m.copiedLines(x, "the list")
}
