package tui

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"notdone/ui/theme"
)

// screen is one layer of what is shown. The screens form a stack: the board lies
// at the bottom, and the one on top has the keys. A screen embeds base for what it
// does not do.
type screen interface {
	// scope is the place whose keys count while the screen is on top.
	scope() Scope
	// back leaves the screen, or undoes the last step in it.
	back(m *Model) tea.Cmd
	// fit works out what is in sight, after every message and before it is drawn.
	fit(m *Model)
	// draw returns the lines of the terminal. Under draws the screen below.
	draw(m *Model, under func() []string) []string
	// boardChanged looks at a new snapshot.
	boardChanged(m *Model) tea.Cmd
	// move moves in a list or a text.
	move(m *Model, to motion) tea.Cmd
	// step goes to the next of several parts, or the previous one.
	step(m *Model, by int) tea.Cmd
	// typed takes in a key or a paste, and accept ends what is typed.
	typed(m *Model, msg tea.Msg) tea.Cmd
	accept(m *Model) tea.Cmd
	// text is the text that is shown; nil: there is none.
	text() *reader
	// guard is the gate before a key that does something; nil: there is none.
	guard() *gate
}

// base is a screen that does nothing.
type base struct{}

func (base) boardChanged(*Model) tea.Cmd   { return nil }
func (base) move(*Model, motion) tea.Cmd   { return nil }
func (base) step(*Model, int) tea.Cmd      { return nil }
func (base) typed(*Model, tea.Msg) tea.Cmd { return nil }
func (base) accept(*Model) tea.Cmd         { return nil }
func (base) text() *reader                 { return nil }
func (base) guard() *gate                  { return nil }

// motion is a way to move in a list or a text.
type motion int

const (
	up motion = iota
	down
	halfUp
	halfDown
	first
	last
)

// steps is by how many of n lines, of which room are in sight, a motion moves.
func (to motion) steps(n, room int) int {
	return [...]int{up: -1, down: 1, halfUp: -max(room/2, 1), halfDown: max(room/2, 1), first: -n, last: n}[to]
}

func (m *Model) top() screen { return m.stack[len(m.stack)-1] }

func (m *Model) push(s screen) { m.stack = append(m.stack, s) }

// pop removes the screen on top, which is not the board.
func (m *Model) pop() { m.stack = m.stack[:len(m.stack)-1] }

// topmost is the uppermost screen of a kind; the zero value without any.
func topmost[S screen](m *Model) (found S) {
	for i := len(m.stack) - 1; i >= 0; i-- {
		if s, ok := m.stack[i].(S); ok {
			return s
		}
	}
	return found
}

// drawTo returns the lines of the stack up to a screen.
func (m *Model) drawTo(i int) []string {
	return m.stack[i].draw(m, func() []string { return m.drawTo(i - 1) })
}

// What a key does that is left to the screen in front.
func (m *Model) move(to motion) tea.Cmd { return m.top().move(m, to) }
func (m *Model) step(by int) tea.Cmd    { return m.top().step(m, by) }
func (m *Model) accept() tea.Cmd        { return m.top().accept(m) }

// leave goes back to the screen below.
func (m *Model) leave() tea.Cmd { return m.top().back(m) }

// back leaves the last thing that was begun: what is being done, a search, or
// the screen on top.
func (m *Model) back() tea.Cmd {
	if m.work != nil {
		m.stopWork()
		return nil
	}
	if r := m.top().text(); r != nil && r.find.text != "" {
		r.find = search{}
		return nil
	}
	return m.leave()
}

func (m *Model) noWayBack() string {
	if m.work == nil && m.top() == screen(m.board) && !m.board.canGoBack() {
		return "this is the board: " + m.keys.name("program.quit") + " quits"
	}
	return ""
}

// find opens the input of a search, or of the board's filter.
func (m *Model) find() tea.Cmd {
	if r := m.top().text(); r != nil {
		return r.search(m)
	}
	return m.board.openFilter(m)
}

func (m *Model) notSearched() string {
	switch r := m.top().text(); {
	case r == nil && m.board.filter.text == "":
		return "no filter: " + m.keys.name("view.find") + " sets one"
	case r != nil && r.find.text == "":
		return "no search: " + m.keys.name("view.find") + " begins one"
	}
	return ""
}

// match goes to the next or the previous match.
func (m *Model) match(step int) tea.Cmd {
	r := m.top().text()
	if r == nil {
		m.board.match(m, step)
		return nil
	}
	r.next(step)
	return m.found()
}

// found moves the cursor of the screen in front to what a search went to.
func (m *Model) found() tea.Cmd {
	if l, ok := m.top().(*journalScreen); ok {
		l.found()
	}
	return nil
}

// sideways moves to the pane, or the view of a task, on one side.
func (m *Model) sideways(by int) tea.Cmd {
	if m.top() == screen(m.board) {
		m.board.sideways(m, by)
		return nil
	}
	return m.step(by)
}

// question is an input in place of the footer.
type question struct {
	base
	input  textinput.Model
	asked  string         // before it
	note   func() string  // behind it
	alarm  bool           // what stands behind it is bad news
	change func() tea.Cmd // takes in what was typed
	keep   func() tea.Cmd // accepts it, and pops the question
	drop   func() tea.Cmd // the question was popped without an answer
}

func newQuestion(prompt, asked string) *question {
	nothing := func() tea.Cmd { return nil }
	q := &question{input: newInput(), asked: asked, note: func() string { return "" }, change: nothing, keep: nothing, drop: nothing}
	q.input.Prompt = prompt
	return q
}

// ask puts a question on top.
func (m *Model) ask(q *question) tea.Cmd {
	m.push(q)
	return q.input.Focus()
}

func (q *question) scope() Scope { return OnInput }

func (q *question) back(m *Model) tea.Cmd {
	m.pop()
	return q.drop()
}

func (q *question) accept(*Model) tea.Cmd { return q.keep() }

func (q *question) typed(_ *Model, msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	q.input, cmd = q.input.Update(msg)
	return tea.Batch(cmd, q.change())
}

func (q *question) fit(m *Model) {
	note := cells(q.note())
	if note > m.width/2 {
		note = 0
	}
	q.input.SetWidth(max(m.width-3-cells(q.asked)-note-cells(q.input.Prompt), 1))
}

func (q *question) draw(m *Model, under func() []string) []string {
	tok, lines := m.theme.Faint, under()
	l := newLine(m.width, m.theme.Ellipsis).pad(1).put(tok, q.asked).put(theme.Token{}, q.input.View())
	if q.alarm {
		tok = m.theme.Alarm
	}
	if l.put(tok, q.note()); len(lines) > 0 {
		lines[len(lines)-1] = l.String()
	}
	return lines
}
