package tui

import (
	"cmp"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// loops lists what repeats across the fleet.
type loops struct {
	all      []board.Loop
	order    board.LoopOrder
	reversed bool
	again    *float64
	repeats  int // how many of them repeat; the others are behind them
}

// openLoops opens the list of loops, or closes it.
func (m *Model) openLoops() tea.Cmd { return m.toggleOverview(&loops{}) }

func (l *loops) title() string { return "Loops" }
func (l *loops) len() int      { return len(l.all) }

func (l *loops) id(i int) any { return l.all[i].ID }

func (l *loops) section(i int) string {
	if i == l.repeats {
		return "shared obstacles: several tasks met each of these once"
	}
	return ""
}

func (l *loops) label() string {
	by := " by " + loopColumns[l.order].name
	switch {
	case len(l.all) == 0:
		return ""
	case l.repeats == 0:
		return words.Count(len(l.all), "shared obstacle", "shared obstacles") + by
	case l.again != nil:
		by += ", " + words.Dollars(l.again) + " spent again after the first time"
	case !slices.ContainsFunc(l.all[:l.repeats], func(loop board.Loop) bool { return loop.CostUSD() != nil }):
		by += ", cost unknown"
	}
	return words.Count(l.repeats, "loop", "loops") + by
}

func (l *loops) gather(m *Model) func() func() {
	snap, now, order, reversed := m.whole, m.now, l.order, l.reversed
	return func() func() {
		all := snap.Loops(now, order, reversed)
		repeats := 0
		for repeats < len(all) && all[repeats].Repeats {
			repeats++
		}
		return func() { l.all, l.repeats, l.again = all, repeats, snap.AgainUSD() }
	}
}

// loopColumn is a column of numbers, which is shown from a width on.
type loopColumn struct {
	name        string
	width, from int
	text        func(m *Model, l *board.Loop) string
}

// loopColumns are the columns behind the name, by the order that each stands for; the
// one that is left out first has the greatest width to be shown from.
var loopColumns = [board.NumLoopOrders]loopColumn{
	board.ByCost:  {"cost", 9, 0, func(m *Model, l *board.Loop) string { return cmp.Or(words.Dollars(l.CostUSD()), m.theme.Dot) }},
	board.ByRuns:  {"runs", 7, 30, func(_ *Model, l *board.Loop) string { return words.Number(l.Runs) }},
	board.ByTasks: {"tasks", 7, 50, func(_ *Model, l *board.Loop) string { return words.Number(l.Tasks) }},
	board.ByDays:  {"days", 6, 60, func(_ *Model, l *board.Loop) string { return strconv.Itoa(l.Days) }},
	board.ByLast:  {"last", 6, 50, func(m *Model, l *board.Loop) string { return words.Past(l.Last, m.now) }},
}

// loopPlaces is the order of the columns on the screen.
var loopPlaces = []board.LoopOrder{board.ByTasks, board.ByRuns, board.ByDays, board.ByLast, board.ByCost}

// sparkWidth is the least width of a page with a sparkline.
const sparkWidth = 70

// totalHeight is the least height of a screen with a line of totals.
const totalHeight = 12

// putLoop writes a line of the table.
func putLoop(p *page, tok theme.Token, name, note, spark string, column func(board.LoopOrder) string) (shown string) {
	right := ""
	for _, at := range loopPlaces {
		c := &loopColumns[at]
		if p.width < c.from {
			continue
		}
		text := column(at)
		right += blanks(c.width-cells(text)) + text
	}
	if p.width >= sparkWidth {
		right += "  " + spark
	}
	right += " "
	shown = report.CutName(name, p.width-cells(right)-cells(note)-2)
	l := newLine(p.width-cells(right), p.theme.Ellipsis).pad(1).put(tok, shown).put(p.theme.Faint, note)
	p.put(l.extend(p.width).pad(p.width-cells(right)).put(tok, right))
	return shown
}

func (l *loops) head(m *Model, p *page, ready bool) {
	if len(l.all) == 0 && !ready {
		return
	}
	if len(l.all) == 0 {
		p.flow(1, 2, m.theme.Faint, "An obstacle that was met more than once is listed here. Nothing repeats.")
		return
	}
	putLoop(p, m.theme.Faint, "what repeats", "", pad("by day", len(l.all[0].ByDay)), func(at board.LoopOrder) string {
		name := loopColumns[at].name
		switch {
		case at == l.order && l.reversed:
			return m.theme.Closed + name
		case at == l.order:
			return m.theme.Open + name
		}
		return name
	})
	switch {
	case l.repeats == 0:
		p.add(1, theme.Token{}, "Nothing repeats: no task ran into the same thing twice.")
	case l.repeats > 1 && m.height >= totalHeight:
		l.total(m, p)
	}
}

// total writes the sums of what repeats.
func (l *loops) total(m *Model, p *page) {
	all, usd, known := board.Loop{}, 0.0, false
	for i := range l.all[:l.repeats] {
		loop := &l.all[i]
		all.Tasks, all.Runs = all.Tasks+loop.Tasks, all.Runs+loop.Runs
		if cost := loop.CostUSD(); cost != nil {
			usd, known = usd+*cost, true
		}
		for day, n := range loop.ByDay {
			all.ByDay[day] += n
		}
		if loop.Last.After(all.Last) {
			all.Last = loop.Last
		}
	}
	putLoop(p, m.theme.Title, "all "+words.Number(l.repeats)+" loops", "", sparkline(m.theme.Bars, all.ByDay[:]), func(at board.LoopOrder) string {
		switch {
		case at == board.ByDays:
			return ""
		case at == board.ByCost && known:
			return words.Dollars(&usd)
		}
		return loopColumns[at].text(m, &all)
	})
}

func pad(s string, width int) string { return s + blanks(width-cells(s)) }

func (l *loops) entry(m *Model, p *page, i int) {
	loop := &l.all[i]
	name, first := m.loopLabel(loop)
	note := ""
	switch {
	case loop.Running > 0 && loop.Tasks > 1:
		name, note = m.theme.Glyph(model.StateActive)+" "+name, "  "+words.Number(loop.Running)+" running again now"
	case loop.Running > 0:
		name, note = m.theme.Glyph(model.StateActive)+" "+name, "  running again now"
	case len(loop.AtWork) > 0:
		note = "  waits to run again"
	}
	name = putLoop(p, theme.Token{}, name, note, sparkline(m.theme.Bars, loop.ByDay[:]), func(at board.LoopOrder) string {
		return loopColumns[at].text(m, loop)
	})
	if first == nil {
		return
	}
	tok, said := p.told(name, first)
	if cycle := first.Cycle(); cycle != nil && loop.Repeats && loop.Runs <= loop.Tasks {
		tok = p.theme.Faint
		said, _ = report.Message(cycle, m.now)
	}
	if said != "" {
		p.add(3, tok, said)
	}
}

// loopLabel returns what a loop is called, and a row of it, if that is known.
func (m *Model) loopLabel(l *board.Loop) (string, *model.Row) {
	if l.Group != nil {
		return m.wholeLabel(l.Group)
	}
	r := l.Stood
	if r == nil || r.Outline {
		if r, _ = m.whole.Get(l.AtWork[0]); r == nil || r.Outline {
			return m.theme.Ellipsis, nil
		}
	}
	return report.WholeCause(r, r, true), r
}

// sparkline draws numbers as bars, of which the greatest is as high as can be.
func sparkline(bars []string, all []int) string {
	most, said := 0, ""
	for _, n := range all {
		most = max(most, n)
	}
	for _, n := range all {
		if n == 0 {
			said += " "
			continue
		}
		said += bars[(n*len(bars)-1)/most]
	}
	return said
}

// enter filters the board to the tasks of a loop, or goes to one that is at work again.
func (l *loops) enter(m *Model, i int) tea.Cmd {
	loop := &l.all[i]
	name, _ := m.loopLabel(loop)
	if loop.Group == nil { // what it was found in is no state of now
		r, listed := m.whole.Get(loop.AtWork[0])
		if !listed {
			m.notice = "the task is gone"
			return nil
		}
		return m.goToGroup(model.PaneActive, m.whole.GroupOf(model.PaneActive, r.Ref()), r)
	}
	m.pop()
	m.board.focus = loop.Pane
	cmd := m.board.setFilter(m, "cause:#"+strconv.FormatUint(loop.ID, 16))
	m.board.filter.seek = true
	m.board.panes[loop.Pane].open[loop.ID] = true
	m.notice = words.Count(loop.Tasks, "task", "tasks") + " of " + m.theme.QuoteOpen + name + m.theme.QuoteClose + "; " + m.keys.name("view.back") + " shows all again"
	return cmd
}

func (l *loops) hints() hints {
	return hints{"list.open=its tasks", "list.sort list.reverse=sort"}
}

// sortLoops orders the loops by the next column, or the other way round.
func (m *Model) sortLoops(reverse bool) tea.Cmd {
	o := topmost[*overview](m)
	l := o.of.(*loops) //nolint:forcetypeassert // notSorted has asked
	if reverse {
		l.reversed = !l.reversed
	} else {
		l.order, l.reversed = (l.order+1)%board.NumLoopOrders, false
	}
	o.at, o.moved = 0, false
	return o.gather(m)
}

// notSorted says why a list has one order only.
func (m *Model) notSorted() string {
	if _, is := topmost[*overview](m).of.(*loops); !is {
		return "this list has one order: what matters most is first"
	}
	return ""
}
