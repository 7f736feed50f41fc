package tui

import (
	"path/filepath"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// copyLimit is the greatest length of a text that is copied, in bytes: terminals ignore
// longer ones.
const copyLimit = 64 << 10

// copyMenu asks what is to be copied, in place of the footer.
type copyMenu struct {
	base
	shown excerpt // the text of the screen below
}

// excerpt is as many lines of a text as can be copied.
type excerpt struct {
	lines    []string
	from, of int // where the first one stands in the text, from 0, and how many lines the text has
}

// openCopy opens the menu of what can be copied.
func (m *Model) openCopy() tea.Cmd {
	m.notice = ""
	m.push(&copyMenu{shown: m.shownText()})
	return nil
}

func (c *copyMenu) scope() Scope { return OnCopy }

func (c *copyMenu) back(m *Model) tea.Cmd {
	m.pop()
	return nil
}

func (c *copyMenu) fit(*Model) {}

func (c *copyMenu) draw(m *Model, under func() []string) []string {
	lines := under()
	l := newLine(m.width, m.theme.Ellipsis).put(theme.Token{}, " ").put(m.theme.Title, "copy  ")
	if m.notice != "" {
		l.put(m.theme.Alarm, safe.Line(m.notice, lineLimit)+"  ")
	}
	m.putHints(l, hints{"copy.id", "copy.quote", "copy.command", "copy.log", "copy.all", "view.back=nothing"})
	lines[len(lines)-1] = l.String()
	return lines
}

// copied sends a text to the terminal's clipboard and says so.
func (m *Model) copied(what, text string) tea.Cmd {
	if _, menu := m.top().(*copyMenu); menu {
		m.pop()
	}
	note := ""
	if len(text) > copyLimit {
		text, note = strings.ToValidUTF8(text[:copyLimit], ""), ", its first "+words.Number(copyLimit)+" bytes"
	}
	m.notice = "sent to the terminal's clipboard: " + what + note
	if !strings.Contains(text, "\n") {
		m.notice = "sent to the terminal's clipboard: " + safe.Line(text, lineLimit) + note
	}
	return tea.SetClipboard(text)
}

func (m *Model) copyID() tea.Cmd { return m.copied("the id", safe.Line(m.subjectRow().ID, 0)) }

// quoteHere returns the words under the cursor: the quote of a piece of evidence, of the
// obstacle, or of the worst finding.
func (m *Model) quoteHere() string {
	r := m.subjectRow()
	if r == nil {
		return ""
	}
	if d := topmost[*detail](m); d != nil && d.finding < len(r.Findings) && d.stop() != nil && d.stop().finding != nothing {
		for _, e := range r.Findings[d.finding].Evidence {
			if e.Quote != "" {
				return e.Quote
			}
		}
	}
	if r.Obstacle != nil && r.Obstacle.Text != "" {
		return r.Obstacle.Text
	}
	for i := range r.Findings {
		for _, e := range r.Findings[i].Evidence {
			if e.Quote != "" {
				return e.Quote
			}
		}
	}
	return ""
}

func (m *Model) noQuote() string {
	if m.quoteHere() == "" {
		return "nothing is quoted here"
	}
	return ""
}

func (m *Model) copyQuote() tea.Cmd {
	return m.copied("the quote", safe.Line(strings.TrimSpace(m.quoteHere()), 0))
}

// copyResume copies the command that takes up the session.
func (m *Model) copyResume() tea.Cmd {
	r := m.subjectRow()
	c := commandRun{argv: r.Resume, dir: r.Dir}
	if c.hidden() {
		m.pop()
		m.notice = hiddenCommand
		return nil
	}
	return m.copied("the command", c.line())
}

func (m *Model) noLogHere() string {
	if ref, _ := m.logHere(); ref == (model.LogRef{}) {
		return "no log is known for this task"
	}
	return ""
}

// copyLog copies the path of the log, with the line under the cursor where it is shown.
func (m *Model) copyLog() tea.Cmd {
	ref, offset := m.logHere()
	file := filepath.Join(ref.Root, ref.Path)
	if safe.Line(file, 0) != file {
		m.pop()
		m.notice = "the path holds characters that cannot be shown, so it is not copied"
		return nil
	}
	if offset < 0 {
		return m.copied("the log", file)
	}
	m.pop()
	return func() tea.Msg {
		line, err := lineOfOffset(m.ctx, ref, offset)
		return then(func() tea.Cmd {
			if err != nil {
				return m.copied("the log", file)
			}
			return m.copied("the line", file+":"+strconv.FormatInt(line, 10))
		})
	}
}

func (m *Model) copyAll() tea.Cmd {
	c, _ := m.top().(*copyMenu)
	return m.copiedLines(c.shown, "what is shown")
}

// copiedLines copies an excerpt of a text, and says how much of the text that is.
func (m *Model) copiedLines(x excerpt, of string) tea.Cmd {
	cmd := m.copied(words.Count(len(x.lines), "line", "lines")+" of "+of, strings.Join(x.lines, "\n"))
	if len(x.lines) < x.of {
		m.notice = "sent " + words.Number(len(x.lines)) + " of " + words.Number(x.of) + " lines, from line " + words.Number(x.from+1) +
			" on: terminals take no more"
	}
	return cmd
}

// shownText returns the text of the screen in front: the visible part of the board, or all of
// a view; of a longer one as much as can be copied, from what is visible on.
func (m *Model) shownText() excerpt {
	r := m.top().text()
	if r == nil {
		return excerptOf(bareLines(m.lines()), 0)
	}
	const most = copyLimit / 8 // lines that are looked at
	if len(r.lines) <= most {
		if all := excerptOf(bareLines(paintedLines(r.lines)), 0); len(all.lines) == all.of {
			return all
		}
	}
	first := max(r.from-most, 0)
	x := excerptOf(bareLines(paintedLines(r.lines[first:min(r.from+most, len(r.lines))])), r.from-first)
	x.from, x.of = x.from+first, len(r.lines)
	return x
}

// excerptOf returns the lines from one on that can be copied, and where all of them can, those
// before it that can, too.
func excerptOf(all []string, from int) excerpt {
	to, room := from, copyLimit
	for to < len(all) && room > len(all[to]) {
		room -= len(all[to]) + 1
		to++
	}
	for to == len(all) && from > 0 && room > len(all[from-1]) {
		from--
		room -= len(all[from]) + 1
	}
	return excerpt{all[from:to], from, len(all)}
}

// bareLines takes styles and blanks at the end away from lines, in place.
func bareLines(lines []string) []string {
	for i := range lines {
		lines[i] = strings.TrimRight(ansi.Strip(lines[i]), " ")
	}
	return lines
}
