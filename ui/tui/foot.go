package tui

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// said returns the part of the footer that is never hidden: the filter. It may be empty.
func (b *boardScreen) said(m *Model) *line {
	t := m.theme
	l := newLine(m.width, t.Ellipsis).put(theme.Token{}, " ")
	b.putSelection(l, t)
	if b.filter.text != "" {
		name, text := m.viewLabel(), "/"+b.filter.text
		switch {
		case name != "" && m.width < mediumWidth:
			text = ""
		case name != "":
			text = "  " + text
		}
		l.put(t.Key, name).put(t.Title, text)
		l.put(t.Faint, b.matchCount(m)).put(theme.Token{}, "  ")
	}
	return l
}

// matchCount says how many tasks match, and how many more in The rest while that is not
// on the screen.
func (b *boardScreen) matchCount(m *Model) string {
	if b.filter.text == "" || !b.snap.Filtered() {
		return ""
	}
	seen, rest := 0, b.snap.Rows(model.PaneRest).Len()
	for p := range model.Pane(model.NumPanes) {
		seen += b.snap.Rows(p).Len()
	}
	if b.tabbed || b.focus == model.PaneRest {
		rest = 0
	}
	said := words.Count(seen-rest, "task", "tasks")
	if b.snap.Searching() {
		said += " so far"
	}
	if rest > 0 {
		said += " " + m.theme.Dot + " " + words.Number(rest) + " more in " + paneTitle(model.PaneRest)
	}
	return "  " + said
}

// lateRoom is the least room, in cells, for naming the late sources.
const lateRoom = 20

// footer shows the filter, the most useful keys, and beside them the notice or the late
// sources.
func (b *boardScreen) footer(m *Model) string {
	return m.foot(b.said(m), b.hints(m), strings.Join(m.late(), "; "))
}

// foot writes the last line of a screen behind what l holds: keys, and at its right end
// the notice if it has room there, or else an alarm.
func (m *Model) foot(l *line, all hints, alarm string) string {
	t, right, tok := m.theme, alarm, m.theme.Alarm
	if m.noticeBeside() {
		right, tok = safe.Line(m.notice, lineLimit), theme.Token{}
	}
	room := m.width - l.width
	if right != "" && tok == t.Alarm {
		if room -= min(cells(right), m.width/2) + 2; m.width < 2*lateRoom {
			room = m.width - l.width
		}
	} else if right != "" {
		room -= cells(right) + 2
	}
	keys := newLine(max(room, 0), t.Ellipsis)
	m.putHints(keys, all)
	l.put(theme.Token{}, keys.b.String())
	if rest := m.width - l.width - 2; right != "" && rest >= min(lateRoom, cells(right)) {
		width := min(cells(right), rest)
		l.pad(m.width-width-1).put(theme.Token{}, newLine(width, t.Ellipsis).put(tok, right).String())
	}
	return l.String()
}

// noticeBeside reports whether the notice stands beside the keys; a longer one has lines
// of its own.
func (m *Model) noticeBeside() bool {
	n := cells(safe.Line(m.notice, lineLimit))
	return n > 0 && n <= m.width*3/5
}

// hints returns the most useful keys, those that act on tasks first.
func (b *boardScreen) hints(m *Model) (all hints) {
	switch {
	case len(b.chosen.refs) > 0:
		all = hints{"view.back=drops"}
		if b.chosen.open {
			all = append(all, "select.range=ends the range")
		}
	case b.filter.text != "":
		all = hints{"view.back=clears", "find.next find.previous=next"}
	case b.zoomed || b.focus == model.PaneRest:
		all = hints{"view.back"}
	}
	mark := "task.block"
	if m.width < wideWidth {
		mark += "=mark"
	}
	all = append(all, "task.open")
	if m.opt.Act != nil {
		all = append(all, "task.unblock", "task.requeue", "task.stop", mark)
	}
	if r := m.subjectRow(); r != nil && m.byShape(r.Source) {
		all = append(all, "queue.mapping=how read")
	}
	if len(m.opt.Views) > 0 {
		all = append(all, "views.next views.previous=views")
	}
	all = append(all, "view.find=filter", "attention.open", "pane.next=panes", "loops.open", "news.open", "pane.zoom")
	if m.opt.Act != nil {
		all = append(all, "journal.undo")
	}
	return append(all, "palette.open", "help.open", "program.quit")
}

// hints are the keys of a footer. Each is the IDs of one or more actions, and behind
// "=" a text in place of the first action's title.
type hints []string

// pinned are the actions whose keys are in every footer that names them, however narrow.
var pinned = []string{"help.open", "program.quit", "view.back", "view.close"}

// hint is a key of a footer and what it does.
type hint struct {
	keys, label string
	possible    bool
	pinned      bool
}

func (h *hint) width() int { return cells(h.keys) + cells(h.label) + 2 }

// putHints adds as many keys as fit whole, and what they do: first those that are possible
// now, then in a faint style the others, and last the pinned ones, which are never left
// out. An action without a key is left out.
func (m *Model) putHints(l *line, all hints) {
	var hints []hint
	reserved := 0
	for _, text := range all {
		h := m.hint(text)
		if h.keys == "" {
			continue
		}
		if hints = append(hints, h); h.pinned {
			reserved += h.width()
		}
	}
	slices.SortStableFunc(hints, func(a, b hint) int { return a.rank() - b.rank() })
	short := reserved-2 > l.max-l.width
	for _, h := range hints {
		switch {
		case h.pinned && short:
			h.label = ""
		case !h.pinned && l.width+h.width()+reserved-2 > l.max:
			continue
		}
		tok := m.theme.Key
		if !h.possible {
			tok = m.theme.Faint
		}
		l.put(tok, h.keys).put(m.theme.Faint, h.label)
		l.pad(l.width + 2)
	}
}

func (h *hint) rank() int {
	switch {
	case h.pinned:
		return 2
	case !h.possible:
		return 1
	}
	return 0
}

// hint returns one key of a footer.
func (m *Model) hint(text string) hint {
	named, label, _ := strings.Cut(text, "=")
	ids := strings.Fields(named)
	var keys []string
	for _, id := range ids {
		if key := m.keys.first(id); key != "" {
			keys = append(keys, key)
		}
	}
	a := m.keys.get(ids[0])
	h := hint{keys: strings.Join(keys, "/"), pinned: slices.Contains(pinned, a.ID)}
	h.possible = (a.refuse == nil || a.refuse(m) == "") && m.allows(a.Verb)
	if a.Verb != "" {
		a = m.keys.verb(standIn(m.actRow(), a.Verb))
	}
	h.label = " " + cmp.Or(label, a.Title)
	return h
}

// footer returns the last line of a text screen: the search, or the keys, and the notice.
func (m *Model) footer(f *search, all hints) string {
	l := newLine(m.width, m.theme.Ellipsis).put(theme.Token{}, " ")
	if f.text != "" && !f.typing {
		f.say(l, m.theme)
		all = hints{"find.next find.previous=next, previous", "view.back=ends the search"}
	}
	place := m.top().scope()
	for _, id := range []string{"help.open", "view.close"} {
		if m.keys.get(id).Scopes&place != 0 && !slices.Contains(all, id) {
			all = append(all[:len(all):len(all)], id)
		}
	}
	return m.foot(l, all, "")
}

// late names the sources whose rows are out of date, and says why.
func (m *Model) late() (parts []string) {
	for i := range m.whole.Sources {
		s := &m.whole.Sources[i]
		if s.Late() {
			parts = append(parts, safe.Line(lateness(s, m.called(s), words.Past(s.Since, m.now)), 400))
		}
	}
	return parts
}

// lateness says which queue is late and why.
func lateness(s *board.Status, name, age string) string {
	return name + " late " + age + ": " + whyLate(s)
}

// whyLate says why a queue is late. It leaves out the queue's folder, which would take the
// room of the reason.
func whyLate(s *board.Status) string {
	file, why := filepath.Base(s.Queue), strings.ReplaceAll(s.Err.Error(), "\n", "; ")
	if i := strings.LastIndex(why, file+": "); i >= 0 {
		why = why[i+len(file)+2:]
	}
	return strings.Join(slices.DeleteFunc(strings.Fields(why), func(word string) bool {
		return filepath.IsAbs(word) && strings.HasSuffix(word, ":")
	}), " ")
}

// noticeLines is how many lines a notice may take.
const noticeLines = 3

// wrapNotice draws a notice that has no room beside the keys over the lines above them.
func (m *Model) wrapNotice(lines []string) {
	said := safe.Line(m.notice, lineLimit)
	_, typing := m.top().(*question)
	if said == "" || typing || m.noticeBeside() || len(lines) < 2 {
		return
	}
	text := wrap(said, m.width-2, min(noticeLines, len(lines)-1), m.theme.Ellipsis)
	for i, s := range text {
		at := len(lines) - 1 - len(text) + i
		lines[at] = newLine(m.width, m.theme.Ellipsis).put(theme.Token{}, " "+strings.TrimRight(s, " ")).String()
	}
}

// expireNotice ends a new notice after the time that it takes to be read.
func (m *Model) expireNotice() tea.Cmd {
	if m.notice == m.timed {
		return nil
	}
	m.timed = m.notice
	m.notices++
	if m.notice == "" || m.notice == m.underWay() {
		return nil
	}
	mine := m.notices
	return m.opt.After(6*time.Second+time.Duration(len(m.notice))*50*time.Millisecond, then(func() tea.Cmd {
		if m.notices == mine {
			m.notice = m.underWay()
		}
		return nil
	}))
}
