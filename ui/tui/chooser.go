package tui

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"notdone/ui/theme"
	"notdone/ui/words"
)

// choice is one of several things of which the operator chooses one.
type choice struct {
	mark  string   // in the first column: a key, or a sign; safe
	text  string   // what it is; safe
	note  string   // at the right end, where there is room; safe
	why   string   // why it cannot be chosen now; empty: it can
	about string   // more about it, below the list while it is under the cursor; safe
	names []string // what it is found by, beside its text
	calls []string // what calls it, whatever else has that name
	run   func() tea.Cmd
}

// chooser is a list of choices with an input that searches it.
type chooser struct {
	base
	title  string
	input  textinput.Model
	all    []choice
	found  []choice
	cursor int
	from   int // the first visible choice
	room   int // how many are visible
}

// chooserLines is the greatest number of visible choices.
const chooserLines = 16

// choose puts a chooser on top.
func (m *Model) choose(prompt, title string, all []choice) tea.Cmd {
	c := &chooser{title: title, input: newInput(), all: all}
	c.input.Prompt = prompt
	c.search()
	m.push(c)
	return c.input.Focus()
}

func (c *chooser) scope() Scope { return OnChoice }

func (c *chooser) back(m *Model) tea.Cmd {
	m.pop()
	return nil
}

// accept runs the choice under the cursor, with the screen below in front again.
func (c *chooser) accept(m *Model) tea.Cmd {
	if len(c.found) == 0 {
		return nil
	}
	chosen := c.found[c.cursor]
	m.pop()
	if chosen.why != "" {
		m.notice = chosen.why
		return nil
	}
	return chosen.run()
}

func (c *chooser) typed(_ *Model, msg tea.Msg) tea.Cmd {
	was := c.input.Value()
	var cmd tea.Cmd
	if c.input, cmd = c.input.Update(msg); c.input.Value() != was {
		c.search()
	}
	return cmd
}

// search finds what fits the input, the best first.
func (c *chooser) search() {
	typed := strings.ToLower(strings.TrimSpace(c.input.Value()))
	fits := func(o *choice) int { return fitness(typed, o) }
	c.found, c.cursor, c.from = nil, 0, 0
	for i := range c.all {
		if fits(&c.all[i]) < misfit {
			c.found = append(c.found, c.all[i])
		}
	}
	slices.SortStableFunc(c.found, func(a, b choice) int {
		return cmp.Or(cmp.Compare(fits(&a), fits(&b)), cmp.Compare(min(len(a.why), 1), min(len(b.why), 1)))
	})
}

// misfit is the fitness of what does not fit.
const misfit = 100

// fitness says how well a choice fits what was typed, in lower case; 0 is best. A name
// that is typed whole is better than one that begins so, than a word that does, than a
// text in which it occurs, than one that has its letters in this order.
func fitness(typed string, o *choice) int {
	if slices.Contains(o.calls, typed) {
		return 0
	}
	best := misfit
	for _, name := range append(o.names, o.text) {
		name = strings.ToLower(name)
		fit := misfit
		switch {
		case typed == name:
			fit = 10
		case strings.HasPrefix(name, typed):
			fit = 20
		case slices.ContainsFunc(strings.FieldsFunc(name, isBetweenWords), func(w string) bool { return strings.HasPrefix(w, typed) }):
			fit = 30
		case strings.Contains(name, typed):
			fit = 40
		case len(typed) > 1 && isSubsequence(typed, name):
			fit = 50
		}
		best = min(best, fit)
	}
	return best
}

func isBetweenWords(r rune) bool { return strings.ContainsRune(" .,-_/", r) }

// isSubsequence reports whether a text has the letters of another in their order.
func isSubsequence(letters, text string) bool {
	for _, r := range letters {
		_, rest, found := strings.Cut(text, string(r))
		if !found {
			return false
		}
		text = rest
	}
	return true
}

func (c *chooser) move(_ *Model, to motion) tea.Cmd {
	c.cursor = min(max(c.cursor+to.steps(len(c.found), c.room), 0), max(len(c.found)-1, 0))
	return nil
}

func (c *chooser) fit(m *Model) {
	c.room = max(min(m.height-5, chooserLines, len(c.all)), 1)
	c.from = min(max(c.from, c.cursor-c.room+1), c.cursor)
	c.input.SetWidth(max(min(m.width, dialogWidth)-5-cells(c.input.Prompt), 1))
}

// markColumn is the width of the first column of choices.
const markColumn = 10

func (c *chooser) draw(m *Model, under func() []string) []string {
	width := min(m.width, dialogWidth) - 2
	text := []string{newLine(width, m.theme.Ellipsis).pad(1).put(m.theme.Title, c.input.View()).String()}
	marks := 0
	for i := range c.all {
		marks = max(marks, cells(c.all[i].mark))
	}
	for i := range c.room {
		if at := c.from + i; at < len(c.found) {
			text = append(text, c.found[at].line(m.look, width, min(marks, markColumn), at == c.cursor))
		} else if i == 0 {
			text = append(text, newLine(width, m.theme.Ellipsis).pad(1).put(m.theme.Faint, "nothing is called so").String())
		} else {
			text = append(text, blanks(width))
		}
	}
	text = append(text, c.about(m, width)...)
	label := words.Number(len(c.found)) + " of " + words.Number(len(c.all))
	return m.overlay(under(), frame{title: c.title, label: label, lines: text}, m.footer(&search{}, hints{"choice.down choice.up=move", "input.accept=choose", "view.back=close"}))
}

// aboutLines is how many lines a choice can say more in.
const aboutLines = 3

// about draws what the choice under the cursor says more, where there is room below the list.
func (c *chooser) about(m *Model, width int) (lines []string) {
	most := min(aboutLines, m.height-4-c.room)
	if c.cursor >= len(c.found) || c.found[c.cursor].about == "" || most < 1 {
		return nil
	}
	for _, s := range wrap(c.found[c.cursor].about, width-4, most, m.theme.Ellipsis) {
		lines = append(lines, newLine(width, m.theme.Ellipsis).pad(3).put(m.theme.Faint, s).String())
	}
	return lines
}

// line draws a choice.
func (o *choice) line(k look, width, marks int, selected bool) string {
	l, key, plain, faint := newLine(width, k.theme.Ellipsis), k.theme.Key, theme.Token{}, k.theme.Faint
	if o.why != "" {
		key, plain = faint, faint
	}
	sign := " "
	if selected {
		key, plain, faint, sign = k.theme.Selected, k.theme.Selected, k.theme.Selected, k.theme.Closed
	}
	l.put(key, sign)
	said, note := o.text, o.note
	if o.why != "" {
		said += ": " + o.why
	}
	if marks > 0 {
		l.put(key, newLine(marks, k.theme.Ellipsis).put(theme.Token{}, o.mark).String())
	}
	if l.width+cells(said)+cells(note)+4 > width {
		note = ""
	}
	if marks > 0 {
		l.put(plain, " ")
	}
	l.put(plain, said)
	if note != "" {
		l.fill(plain, " ", width-cells(note)-1).put(faint, note)
	}
	return l.fill(plain, " ", width).String()
}
