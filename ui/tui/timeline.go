package tui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// timeline writes the second view: runs, events, comments and what was done here, the
// newest first, in the operator's own time. Equal steps are folded, and a bracket stands
// beside the rounds of a cycle. Lines are painted when they are shown.
func (p *page) timeline(d *detail) {
	if d.data == nil {
		p.waiting(d)
		return
	}
	w := timelineWriter{page: p, d: d, find: &d.text().find}
	w.newest, w.oldest, w.rounds = report.Cycle(d.moments)
	p.lines = slices.Grow(p.lines, 2*len(d.moments))
	for _, s := range d.steps {
		switch {
		case s.Times == 1:
			w.moment(s.At, "", false)
		case d.isStepOpen(s) || w.isHidden(s):
			for i := range s.Period * s.Times {
				w.moment(s.At+i, "", true)
			}
		default:
			times := p.theme.Times + words.Number(s.Times) + " "
			for i := range s.Period {
				w.moment(s.At+i, times, false)
				times = ""
			}
		}
	}
	if len(d.moments) == 0 {
		p.add(1, p.theme.Faint, "nothing was recorded")
	}
}

// timelineWriter writes the lines of a timeline.
type timelineWriter struct {
	*page
	d                      *detail
	find                   *search
	newest, oldest, rounds int    // of the cycle
	day                    int64  // of the newest heading, since 1970
	zone                   string // of the same
}

// Where the text of a moment begins, without room for the clock too, and how far before it its
// age stands.
const (
	momentText = 17
	momentTiny = 8
	momentAge  = 6
)

// momentColumn returns where the texts of moments begin on a page of a width.
func momentColumn(width int) int {
	if width < tinyWidth-2 {
		return momentTiny
	}
	return momentText
}

// moment writes a moment; before stands before its text.
func (w *timelineWriter) moment(at int, before string, whole bool) {
	p, m, text := w.page, &w.d.moments[at], momentColumn(w.width)
	when := m.At.In(p.now.Location())
	zone, offset := when.Zone()
	if day := (when.Unix() + int64(offset)) / (24 * 60 * 60); !m.At.IsZero() && (day != w.day || zone != w.zone) {
		w.day, w.zone, p.target = day, zone, nothing
		p.heading(when.Format("Mon 2006-01-02 MST"))
	}
	p.target = at
	bracket := w.bracket(at)
	if w.rounds > 1 && at == w.newest {
		before = p.theme.Cycle + words.Number(w.rounds) + " " + before
	}
	p.later(m.Text, func() *line {
		l := p.inner().pad(1).put(p.theme.Alarm, bracket).pad(2)
		if text > momentTiny && !m.At.IsZero() {
			l.put(p.theme.Faint, when.Format("15:04:05"))
		}
		l.pad(text-momentAge).put(p.theme.Faint, words.Past(m.At, p.now))
		return l.pad(text).put(p.theme.Title, before).put(p.role(m.Role), m.Text).extend(p.width)
	})
	if m.Quote == "" || w.repeats(at) && !whole {
		return
	}
	if whole || w.d.folds.isOpen(w.d.quoteKey(at)) || w.find.isIn(m.Quote) {
		first := len(p.lines)
		tok, said := p.words(m.Quote, m.Own)
		p.flow(text, 0, tok, said)
		for i := first; i < len(p.lines); i++ {
			if inside := w.inside(at); inside != "" {
				p.lines[i].text = " " + p.theme.Alarm.Paint(inside) + strings.TrimPrefix(p.lines[i].text, "  ")
			}
		}
		return
	}
	p.later(m.Quote, func() *line {
		tok, said := p.words(m.Quote, m.Own)
		return p.inner().pad(1).put(p.theme.Alarm, w.inside(at)).pad(text).put(tok, said).extend(p.width)
	})
}

// repeats reports whether a moment says what the one above it says of the same second: a run
// that ended and the task that failed by it.
func (w *timelineWriter) repeats(at int) bool {
	if at == 0 {
		return false
	}
	m, above := &w.d.moments[at], &w.d.moments[at-1]
	return m.Quote == above.Quote && m.At.Equal(above.At)
}

// bracket returns what stands beside a moment; empty: it is not in the cycle.
func (w *timelineWriter) bracket(at int) string {
	b := w.theme.Light
	switch {
	case w.rounds < 2 || at < w.newest || at > w.oldest:
		return ""
	case at == w.newest:
		return b.TL
	case at == w.oldest:
		return b.BL
	}
	return b.V
}

// inside returns what stands beside the quote of a moment.
func (w *timelineWriter) inside(at int) string {
	if w.rounds < 2 || at < w.newest || at >= w.oldest {
		return ""
	}
	return w.theme.Light.V
}

// isHidden reports whether the search finds something in what a folded step hides.
func (w *timelineWriter) isHidden(s report.Step) bool {
	if w.find.text == "" {
		return false
	}
	return slices.ContainsFunc(w.d.moments[s.At+s.Period:s.At+s.Period*s.Times], func(m report.Moment) bool {
		return w.find.isIn(m.Text) || w.find.isIn(m.Quote)
	})
}

// The keys of a step and of a quote count from the oldest moment, so that they stay the
// same when something happens.
func (d *detail) stepKey(s report.Step) int64 { return int64(len(d.moments) - s.At - s.Period*s.Times) }

func (d *detail) quoteKey(at int) int64 { return -int64(len(d.moments) - at) }

func (d *detail) isStepOpen(s report.Step) bool { return d.folds.isOpen(d.stepKey(s)) }

// stepOf returns the step of a moment.
func (d *detail) stepOf(at int) report.Step {
	i, found := slices.BinarySearchFunc(d.steps, at, func(s report.Step, at int) int { return s.At - at })
	if !found {
		i--
	}
	return d.steps[i]
}

// momentStop returns what enter does on a moment of the timeline.
func (d *detail) momentStop(at int) *stop {
	if at < 0 || at >= len(d.moments) {
		return nil
	}
	s := d.stepOf(at)
	if s.Times == 1 && cells(d.moments[at].Quote) < d.drawn.width-momentColumn(d.drawn.width-2)-5 {
		return nil
	}
	return &stop{nothing, func(*Model) tea.Cmd {
		if s.Times == 1 {
			d.folds.toggle(d.quoteKey(at))
			return nil
		}
		d.folds.toggle(d.stepKey(s))
		d.text().cursor = s.At
		return nil
	}}
}

// unfoldMoment shows a moment whole and puts the cursor on it.
func (d *detail) unfoldMoment(at int) {
	if s := d.stepOf(at); s.Times > 1 && !d.isStepOpen(s) {
		d.folds.toggle(d.stepKey(s))
	}
	if key := d.quoteKey(at); !d.folds.isOpen(key) {
		d.folds.toggle(key)
	}
	r := &d.texts[viewTimeline]
	r.cursor, r.due = at, true
}

// waiting writes that the history is being read, or why it could not be.
func (p *page) waiting(d *detail) {
	why := "reading " + p.theme.Ellipsis
	if d.err != nil {
		why = safe.Line(d.err.Error(), lineLimit)
	}
	p.add(1, p.theme.Faint, why)
}

// clock returns a moment in the operator's own time, without its zone.
func (k look) clock(t time.Time) string { return t.In(k.now.Location()).Format(time.DateTime) }

// stamp returns a moment in the operator's own time.
func (k look) stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(k.now.Location()).Format("2006-01-02 15:04:05 MST")
}

// quoted returns text in quotation marks.
func (k look) quoted(text string) string { return k.theme.QuoteOpen + text + k.theme.QuoteClose }

// words returns a text as a quotation, or as it is where it is notdone's own.
func (k look) words(text string, own bool) (theme.Token, string) {
	if own {
		return theme.Token{}, text
	}
	return k.theme.Quote, k.quoted(text)
}

// obstacleWords returns the text of an obstacle, on one line of at most so many bytes.
func (k look) obstacleWords(o *model.Obstacle, limit int) (theme.Token, string) {
	return k.words(safe.Line(strings.TrimSpace(o.Text), limit), o.Own)
}

// role returns the style of a role.
func (k look) role(r report.Role) theme.Token {
	return [...]theme.Token{
		report.Plain: {}, report.Faint: k.theme.Faint, report.Strong: k.theme.Title, report.Quote: k.theme.Quote, report.Own: {},
		report.Blocked: k.theme.State(model.StateBlocked), report.Failed: k.theme.State(model.StateFailed), report.Done: k.theme.State(model.StateDone),
		report.Added: k.theme.Added, report.Removed: k.theme.Removed,
	}[r]
}
