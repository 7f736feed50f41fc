package tui

import (
	"cmp"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// entryLook is everything that the lines of an entry depend on.
type entryLook struct {
	theme     *theme.Theme
	width     int
	cut, open bool
	raw       bool
	clock     bool   // its time is written
	who       string // who is named before it
}

// entryColumns are where the parts of an entry begin.
type entryColumns struct{ who, text int }

// columnsOf returns the columns of a log of a width. A narrow one has no clock, and a tiny one
// cuts who it is.
func columnsOf(width int) entryColumns {
	switch {
	case width < tinyWidth-2:
		return entryColumns{1, 5}
	case width < mediumWidth:
		return entryColumns{1, 10}
	}
	return entryColumns{10, 24}
}

// log writes the third view: the log as a session, or as it is written.
func (p *page) log(d *detail) {
	v := d.log
	switch {
	case d.data == nil:
		p.waiting(d)
		return
	case v == nil:
		p.flow(1, 0, p.theme.Faint, "no log is known for this task; --logs FOLDER names the folder of its workers' logs")
		return
	}
	if v.err != nil {
		p.add(1, p.theme.Faint, safe.Line(v.ref.File(), lineLimit))
		p.flow(1, 2, p.theme.Alarm, safe.Line(v.err.Error(), lineLimit))
	}
	all, r := v.entries(), &d.texts[viewLog]
	if len(all) == 0 && v.err == nil {
		said := "nothing is written in it yet"
		if v.loading {
			said = "reading " + p.theme.Ellipsis
		}
		p.add(1, p.theme.Faint, said)
	}
	if v.gone > 0 { // what is read stays where it is while the oldest entries go
		end := 0
		for end < len(r.lines) && r.lines[end].target < v.gone {
			end++
		}
		r.from, r.cursor, v.gone = max(r.from-end, 0), max(r.cursor-v.gone, 0), 0
	}
	calls := callNames(all)
	var before *logEntry
	for i, e := range all {
		lines := p.logLines(v, e, before, calls, &r.find)
		at := len(p.lines)
		p.lines = append(p.lines, lines...)
		for j := at; j < len(p.lines); j++ {
			p.lines[j].target = i
		}
		before = e
	}
}

// callNames returns what the calls of a log are called, by their ids.
func callNames(all []*logEntry) map[string]string {
	names := map[string]string{}
	for _, e := range all {
		if e.Kind == runlog.KindToolCall && e.Call != "" {
			names[e.Call] = e.Name
		}
	}
	return names
}

// logLines returns the lines of an entry, drawn again only when they look different.
func (p *page) logLines(v *logView, e, before *logEntry, calls map[string]string, find *search) []textLine {
	as := entryLook{theme: p.theme, width: p.width, cut: v.look.cut, raw: v.look.raw, who: whoOf(e, before, calls)}
	as.clock = !e.At.IsZero() && (before == nil || !before.At.Truncate(time.Second).Equal(e.At.Truncate(time.Second)))
	as.open = v.folds.isOpen(e.key()) || find.text != "" && e.folds() && find.isIn(safe.Line(e.Text, 0))
	if as == e.as && e.drawn != nil {
		return e.drawn
	}
	own := p.page(p.width)
	if v.look.raw || e.isPlain() {
		own.plainEntry(e, v.look.cut)
	} else {
		own.sessionEntry(e, as)
	}
	e.as, e.drawn = as, own.lines
	return e.drawn
}

// key tells an entry from the others of its log.
func (e *logEntry) key() int64 { return e.offset<<2 | int64(e.Kind&3) }

// isPlain reports whether an entry is a line of plain text.
func (e *logEntry) isPlain() bool { return e.Kind == runlog.KindOther && e.Name == "" }

// whos are who an entry is of, where it is not a tool's.
var whos = map[runlog.Kind]string{
	runlog.KindPrompt: "prompt", runlog.KindSaid: "agent", runlog.KindError: "error", runlog.KindEnd: "ended",
}

// whoOf returns who an entry is of; empty: the same as the entry before it.
func whoOf(e, before *logEntry, calls map[string]string) string {
	switch e.Kind {
	case runlog.KindToolResult:
		if before != nil && before.Kind == runlog.KindToolCall && before.Call == e.Call {
			return ""
		}
		return cmp.Or(e.Name, calls[e.Call], "result")
	case runlog.KindToolCall:
		return cmp.Or(e.Name, "tool")
	case runlog.KindOther:
		return e.Name
	case runlog.KindSaid:
		if before != nil && before.Kind == e.Kind && before.Line+1 == e.Line {
			return ""
		}
	case runlog.KindPrompt, runlog.KindError, runlog.KindEnd:
	}
	return whos[e.Kind]
}

// plainEntry writes a line as it is.
func (p *page) plainEntry(e *logEntry, cut bool) {
	tok := theme.Token{}
	if e.Failed {
		tok = p.theme.Alarm
	}
	text := safe.Line(strings.ReplaceAll(e.Text, "\t", "    "), 0)
	if text == "" {
		p.blank()
		return
	}
	if cut {
		p.add(1, tok, text)
		return
	}
	p.exact(1, tok, text)
}

// put1 writes a text behind what a line holds, wrapped or cut.
func (p *page) put1(indent int, cut bool, tok theme.Token, l *line, text string) {
	if cut {
		p.put(l.pad(indent).put(tok, text))
		return
	}
	p.hang(l, indent, 0, tok, text)
}

// foldedLines is how many lines of a long entry are shown while it is folded.
const foldedLines = 6

// sessionEntry writes an entry of a session: when, who, and what.
func (p *page) sessionEntry(e *logEntry, as entryLook) {
	t, at := p.theme, columnsOf(p.width)
	l := p.line().pad(1)
	if at.who > 1 && as.clock {
		l.put(t.Faint, e.At.In(p.now.Location()).Format("15:04:05"))
	}
	who := newLine(at.text-at.who-1, t.Ellipsis).put(whoToken(t, e), safe.Line(as.who, idLimit))
	l.pad(at.who).put(theme.Token{}, "")
	l.b.WriteString(who.b.String())
	l.width += who.width
	l.pad(at.text)
	tok := textToken(t, e)
	if e.Failed {
		l.put(t.Alarm, t.Glyph(model.StateFailed)+" ")
	}
	text := strings.TrimSpace(e.Text)
	if e.Kind == runlog.KindEnd {
		text = strings.TrimSpace(endWord(e) + "\n" + text)
	}
	lines := strings.Split(safe.Block(text, rawText), "\n")
	switch {
	case e.Kind == runlog.KindToolCall && !as.open:
		p.put1(at.text, true, tok, l, safe.Line(text, lineLimit))
	case e.Kind == runlog.KindToolResult && !as.open:
		p.foldedResult(l, tok, lines)
	default:
		shown := lines
		if !as.open && e.folds() {
			shown = lines[:foldedLines]
		}
		for _, s := range shown {
			if s == "" {
				p.put(l)
			} else {
				p.put1(at.text, as.cut, tok, l, s)
			}
			l = p.line()
		}
		if more := len(lines) - len(shown); more > 0 {
			p.add(at.text, t.Faint, t.Ellipsis+" "+words.Count(more, "more line", "more lines"))
		}
	}
}

// foldedResult writes the first line of a result that says something, and how many more
// there are.
func (p *page) foldedResult(l *line, tok theme.Token, lines []string) {
	t := p.theme
	first := max(slices.IndexFunc(lines, func(s string) bool { return strings.TrimSpace(s) != "" }), 0)
	said := strings.TrimSpace(lines[first])
	if said == "" {
		said = "no output"
		tok = t.Faint
	}
	more := ""
	if n := len(lines) - 1; n > 0 {
		more = " " + t.Dot + " " + words.Count(n, "more line", "more lines")
	} else if cells(said) > l.max-l.width-2 {
		more = " " + t.Closed
	}
	if more != "" {
		l.put(t.Key, t.Closed+" ")
	}
	room := l.max
	l.max = max(room-cells(more), l.width)
	l.put(tok, said)
	l.max = room
	p.put(l.put(t.Faint, more))
}

// folds reports whether an entry that is not unfolded hides a part of its text.
func (e *logEntry) folds() bool {
	switch lines := strings.Count(strings.TrimSpace(e.Text), "\n") + 1; e.Kind {
	case runlog.KindToolCall, runlog.KindToolResult:
		return lines > 1 || len(e.Text) > 40
	case runlog.KindPrompt, runlog.KindOther:
		return lines > foldedLines+1
	case runlog.KindSaid, runlog.KindError, runlog.KindEnd:
	}
	return false
}

// endWord says how a run ended.
func endWord(e *logEntry) string {
	said := words.Recorded("logs", e.Name)
	if e.Outcome != model.OutcomeUnknown && e.Outcome.String() != e.Name {
		said = e.Outcome.String() + " (" + said + ")"
	}
	return said
}

func whoToken(t *theme.Theme, e *logEntry) theme.Token {
	switch {
	case e.Failed:
		return t.Alarm
	case e.Kind == runlog.KindToolCall || e.Kind == runlog.KindToolResult:
		return t.Focus
	case e.Kind == runlog.KindOther:
		return t.Faint
	}
	return t.Title
}

func textToken(t *theme.Theme, e *logEntry) theme.Token {
	return map[runlog.Kind]theme.Token{runlog.KindToolResult: t.Faint, runlog.KindOther: t.Faint, runlog.KindError: t.Alarm}[e.Kind]
}

// folded returns the entry that is folded or unfolded at the cursor: the one under it, or
// the result of the call under it; nil: there is none.
func (v *logView) folded(at int) *logEntry {
	all := v.entries()
	if v.look.raw || at < 0 || at >= len(all) {
		return nil
	}
	e := all[at]
	if at+1 < len(all) && e.Kind == runlog.KindToolCall && all[at+1].Kind == runlog.KindToolResult && all[at+1].Call == e.Call && all[at+1].folds() {
		return all[at+1]
	}
	if !e.folds() {
		return nil
	}
	return e
}

func (v *logView) toggle(at int) {
	v.folds.toggle(v.folded(at).key())
	v.look.folds = v.folds.changes
}

// noLog says why there is no log to look at.
func (m *Model) noLog() string {
	switch d := topmost[*detail](m); {
	case d.view != viewLog:
		return "that is for the log: " + m.keys.name("pane.next") + " goes to it"
	case d.log == nil:
		return "no log is known for this task"
	}
	return ""
}

// nothingFolded says why nothing can be folded in the view.
func (m *Model) nothingFolded() string {
	if d := topmost[*detail](m); d.view != viewTimeline && (d.view != viewLog || d.log == nil) {
		return "nothing is folded in this view"
	}
	return ""
}

// toggleAllFolds folds or unfolds everything in the log or the timeline.
func (m *Model) toggleAllFolds() tea.Cmd {
	d := topmost[*detail](m)
	if d.view == viewLog && d.log != nil {
		d.log.folds.toggleAll()
		d.log.look.folds = d.log.folds.changes
		return nil
	}
	d.folds.toggleAll()
	return nil
}

// toggleRaw shows the log as it is written, or as a session. The line under the cursor stays
// under it.
func (m *Model) toggleRaw() tea.Cmd {
	v, r := topmost[*detail](m).log, &topmost[*detail](m).texts[viewLog]
	if all := v.entries(); !v.following && r.cursor >= 0 && r.cursor < len(all) {
		v.want = &anchor{offset: all[r.cursor].offset, below: max(r.line(r.cursor)-r.from, 0)}
	}
	v.look.raw = !v.look.raw
	return nil
}

// toggleWrap wraps the lines of the log, or cuts them.
func (m *Model) toggleWrap() tea.Cmd {
	d := topmost[*detail](m)
	if !d.log.following {
		d.log.want = d.log.top(d.text())
	}
	d.log.look.cut = !d.log.look.cut
	return nil
}

// otherLog shows the next log of the task, or the previous one.
func (m *Model) otherLog(by int) tea.Cmd {
	d := topmost[*detail](m)
	logs := d.data.History.Case.Task.Logs
	at := slices.Index(logs, d.log.ref)
	return d.showLog(m, logs[(max(at, 0)+by+len(logs))%len(logs)], 0)
}

// noOtherLog says why there is no other log.
func (m *Model) noOtherLog() string {
	if why := m.noLog(); why != "" {
		return why
	}
	if len(topmost[*detail](m).data.History.Case.Task.Logs) < 2 {
		return "the task has no other log"
	}
	return ""
}
