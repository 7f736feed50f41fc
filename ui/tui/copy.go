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
	shown []string // the text of the screen below
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
	return m.copied(words.Count(len(c.shown), "line", "lines")+" of what is shown", strings.Join(c.shown, "\n"))
}

// shownText returns the text of the screen in front: all of a view, or the visible part of
// the board.
func (m *Model) shownText() []string {
	lines := m.lines()
	if r := m.top().text(); r != nil {
		lines = r.plainText()
	}
	for i := range lines {
		lines[i] = strings.TrimRight(ansi.Strip(lines[i]), " ")
	}
	return lines
}

// plainText returns the text without styles; of a long one the part around what is
// visible.
func (r *reader) plainText() []string {
	const most = copyLimit / 20
	from := max(min(r.from-most/2, len(r.lines)-most), 0)
	return paintedLines(r.lines[from:min(from+most, len(r.lines))])
}
