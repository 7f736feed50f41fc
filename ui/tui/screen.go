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
	// scope returns the place whose bindings are in force while the screen is in front.
	scope() Scope
	// back leaves the screen, or undoes the last step in it.
	back(m *Model) tea.Cmd
	// fit lays the screen out, after every message and before a frame is drawn.
	fit(m *Model)
	// draw returns the lines of the whole terminal; under returns those of the screen
	// below, for a screen that covers a part of it.
	draw(m *Model, under func() []string) []string
	// boardChanged handles a new snapshot.
	boardChanged(m *Model) tea.Cmd
	// move moves in a list or a text.
	move(m *Model, to motion) tea.Cmd
	// step moves to the next pane, view or field (1), or the previous one (-1).
	step(m *Model, by int) tea.Cmd
	// typed handles a key or a paste in a text input, and accept the key that ends it.
	typed(m *Model, msg tea.Msg) tea.Cmd
	accept(m *Model) tea.Cmd
	// text returns the text that scrolls and can be searched; nil: there is none.
	text() *reader
	// guard returns the gate that delays the confirming key; nil: there is none.
	guard() *gate
}

// base does nothing for the methods that not every screen needs.
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

// steps returns how many lines a motion moves in a text or list of n lines of which
// room are visible; negative: up.
func (to motion) steps(n, room int) int {
	return [...]int{up: -1, down: 1, halfUp: -max(room/2, 1), halfDown: max(room/2, 1), first: -n, last: n}[to]
}

func (m *Model) top() screen { return m.stack[len(m.stack)-1] }

func (m *Model) push(s screen) { m.stack = append(m.stack, s) }

// pop removes the screen on top, which is not the board.
func (m *Model) pop() { m.stack = m.stack[:len(m.stack)-1] }

// topmost returns the frontmost screen of a type; nil if there is none.
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

// These actions are the front screen's.
func (m *Model) move(to motion) tea.Cmd { return m.top().move(m, to) }
func (m *Model) step(by int) tea.Cmd    { return m.top().step(m, by) }
func (m *Model) accept() tea.Cmd        { return m.top().accept(m) }

// leave goes back to the screen below.
func (m *Model) leave() tea.Cmd { return m.top().back(m) }

// back stops what is under way; without that it ends the search, and without a search it
// leaves the front screen.
func (m *Model) back() tea.Cmd {
	switch {
	case m.work != nil:
		m.stopWork()
		return nil
	case m.exporting != nil:
		m.exporting.stop()
		return nil
	}
	if r := m.top().text(); r != nil && r.find.text != "" {
		r.find = search{}
		return nil
	}
	return m.leave()
}

func (m *Model) noWayBack() string {
	if m.underWay() == "" && m.top() == screen(m.board) && !m.board.canGoBack() {
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
	return m.found(step)
}

// found moves the cursor of the screen in front to the match of a search. In a log it goes
// on with a search in the part that is not shown.
func (m *Model) found(step int) tea.Cmd {
	switch s := m.top().(type) {
	case interface{ found() }:
		s.found()
	case *detail:
		s.foundEntry()
		if s.view == viewLog && s.log != nil {
			return s.log.searchOn(m, s, step)
		}
	}
	return nil
}

// foundEntry moves the cursor to the match of a search.
func (d *detail) foundEntry() {
	r := d.text()
	if target := r.target(r.find.at); r.has && !r.find.missing && target != nothing {
		if r.cursor = target; d.log != nil && d.view == viewLog {
			d.log.following = false
		}
		d.noteFinding()
	}
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
	asked  string         // shown before the input
	note   func() string  // shown behind the input
	alarm  bool           // the note is bad news
	change func() tea.Cmd // called after every key
	keep   func() tea.Cmd // called to accept the answer; pops the question
	drop   func() tea.Cmd // called after the question was popped without an answer

	gate     *gate          // when its answer may be accepted; nil: always
	hint     func() string  // faint, right behind what is typed; nil: nothing
	complete func(step int) // completes what is typed, or goes on to another completion; nil: nothing can be
	lost     string         // says that the end of what was typed did not fit; empty: all of it did
	recall   func(step int) // goes to an earlier text (-1) or back to a later one; nil: none is kept
	// paste takes what it keeps of a pasted text and returns the rest, which is typed; nil: all is typed.
	paste func(text string) string
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
	if p, ok := msg.(tea.PasteMsg); ok && q.paste != nil {
		p.Content = q.paste(p.Content)
		msg = p
	}
	before := q.input.Value()
	q.input, cmd = q.input.Update(msg)
	q.lost = leftOut(msg, before, q.input.Value())
	return tea.Batch(cmd, q.change())
}

// completeInput completes what is typed in front, and recallInput goes through earlier texts.
func (m *Model) completeInput(step int) tea.Cmd {
	return m.top().(*question).do(func(q *question) { q.complete(step) })
}

func (m *Model) recallInput(step int) tea.Cmd {
	return m.top().(*question).do(func(q *question) { q.recall(step) })
}

// do changes the text and tells of the change.
func (q *question) do(change func(*question)) tea.Cmd {
	change(q)
	q.input.CursorEnd()
	return q.change()
}

func (m *Model) notCompleted() string {
	if q, ok := m.top().(*question); !ok || q.complete == nil {
		return "nothing is completed here"
	}
	return ""
}

func (m *Model) notRecalled() string {
	if q, ok := m.top().(*question); !ok || q.recall == nil {
		return "no earlier text is kept here"
	}
	return ""
}

// told returns the note, or says that not all of the text fits.
func (q *question) told() string {
	if q.lost != "" {
		return "  " + q.lost
	}
	return q.note()
}

func (q *question) fit(m *Model) {
	note := cells(q.told())
	if note > m.width/2 && q.lost == "" {
		note = 0
	}
	room := max(m.width-3-cells(q.asked)-note-cells(q.input.Prompt), 1)
	if q.hint != nil {
		room = min(room, cells(q.input.Value())+1)
	}
	q.input.SetWidth(room)
	q.input.SetCursor(q.input.Position()) // scrolls
}

func (q *question) draw(m *Model, under func() []string) []string {
	tok, lines := m.theme.Faint, under()
	l := newLine(m.width, m.theme.Ellipsis).pad(1).put(tok, q.asked).put(theme.Token{}, q.input.View())
	if q.alarm || q.lost != "" {
		tok = m.theme.Alarm
	}
	note := q.told()
	if room := m.width - l.width - cells(note) - 2; q.hint != nil && !q.alarm && room > 0 {
		hint := newLine(room, m.theme.Ellipsis).put(m.theme.Faint, q.hint())
		l.put(theme.Token{}, hint.String()+"  ")
	}
	lines[len(lines)-1] = l.put(tok, note).String()
	return lines
}
