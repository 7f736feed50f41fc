package tui

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source/journal"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// Looks remembers when the operator looked at the queues. Its methods may be called from any
// goroutine.
type Looks interface {
	// LastLooks returns when each queue was looked at last; one that never was is missing.
	LastLooks(ctx context.Context) (map[string]time.Time, error)
	// KeepLook remembers that all of them are looked at now.
	KeepLook(ctx context.Context, at time.Time) error
}

// How long the operator is away before a key until what happened meanwhile is new, and how
// often it is remembered that they are there.
const (
	awayAfter = 30 * time.Minute
	keepLooks = time.Minute
)

// looks is what the operator has seen.
type looks struct {
	known bool                 // it was read when they looked last
	last  map[string]time.Time // when each queue was looked at last, before now; replaced, never changed
	seen  map[model.Ref]time.Time
	count int       // grows whenever something is seen
	key   time.Time // of the newest key
	kept  time.Time // when it was remembered last
}

// since returns when a queue was looked at last; zero: never before, or that is not known.
func (l *looks) since(queue string) time.Time { return l.last[queue] }

// isNew reports whether a row is new and was not seen.
func (l *looks) isNew(r *model.Row) bool {
	at, seen := l.seen[r.Ref()]
	return board.IsNew(r, l.since(r.Queue)) && (!seen || r.Since().After(at))
}

// readLooks reads when the operator looked last, and remembers that they look now.
func (m *Model) readLooks() tea.Cmd {
	if m.opt.Looks == nil {
		return nil
	}
	return func() tea.Msg {
		last, err := m.opt.Looks.LastLooks(m.ctx)
		return then(func() tea.Cmd {
			if err != nil {
				return nil // what is new is not known then
			}
			m.looks.known, m.looks.last = true, last
			m.looks.count++
			return m.keepLook(m.opt.Now())
		})
	}
}

func (m *Model) keepLook(now time.Time) tea.Cmd {
	m.looks.kept = now
	if m.opt.Frozen {
		return nil
	}
	return func() tea.Msg {
		_ = m.opt.Looks.KeepLook(m.ctx, now) // the memory tells of its errors by itself
		return nil
	}
}

// noteKey notes that the operator is there: what is under the cursor is seen, and after they
// were away new is what happened since.
func (m *Model) noteKey() tea.Cmd {
	l, now := &m.looks, m.opt.Now()
	before := l.key
	if l.key = now; !l.known || m.opt.Frozen {
		return nil
	}
	if !before.IsZero() && now.Sub(before) >= awayAfter {
		l.last = maps.Clone(l.last) // a list of what is new may be reading it beside Update
		for i := range m.whole.Sources {
			l.last[m.whole.Sources[i].Queue] = before
		}
		l.seen = nil
		l.count++
	}
	if now.Sub(l.kept) < keepLooks {
		return nil
	}
	return m.keepLook(now)
}

// see notes that a row was seen.
func (m *Model) see(r *model.Row) {
	if r == nil || r.Outline || !m.looks.isNew(r) {
		return
	}
	if m.looks.seen == nil {
		m.looks.seen = map[model.Ref]time.Time{}
	}
	m.looks.seen[r.Ref()] = m.now
	m.looks.count++
}

// newsSpan is since when things count as new.
type newsSpan int

const (
	sinceLook newsSpan = iota
	sinceYesterday
	sinceLastWeek
	numSpans
)

const day = 24 * time.Hour

var spanNames = [numSpans]string{"since you last looked", "in the last 24 hours", "in the last 7 days"}

// newsList lists what is new, cause by cause.
type newsList struct {
	span  newsSpan
	first bool // nobody has looked before
	news  board.News
	acted []acted
}

// acted is how many tasks the operator did something to.
type acted struct {
	action model.ActionName
	tasks  int
}

// openNews opens the list of what is new, or there goes further back.
func (m *Model) openNews() tea.Cmd {
	o, open := m.top().(*overview)
	if n, is := overviewOf[*newsList](o); open && is {
		n.span = (n.span + 1) % numSpans
		o.at = 0
		return o.gather(m)
	}
	n := &newsList{}
	if m.looks.known && len(m.looks.last) == 0 {
		n.span = sinceYesterday
	}
	return m.toggleOverview(n)
}

// overviewOf returns what an overview lists, if that is of a type.
func overviewOf[L lister](o *overview) (of L, is bool) {
	if o != nil {
		of, is = o.of.(L)
	}
	return of, is
}

func (n *newsList) title() string { return "New " + spanNames[n.span] }
func (n *newsList) len() int      { return len(n.news.Fresh) }

func (n *newsList) id(i int) any {
	if f := &n.news.Fresh[i]; f.Group != nil {
		return [2]uint64{uint64(f.Pane), f.Group.ID}
	}
	return n.news.Fresh[i].Newest
}

func (n *newsList) label() string { return words.Count(n.news.Tasks, "task", "tasks") }

func (n *newsList) hints() hints {
	return hints{"list.open", "news.open=" + spanNames[(n.span+1)%numSpans]}
}

// section is the title of a pane, with how many of its tasks are new.
func (n *newsList) section(i int) string {
	pane, tasks := n.news.Fresh[i].Pane, 0
	if i > 0 && n.news.Fresh[i-1].Pane == pane {
		return ""
	}
	for _, f := range n.news.Fresh[i:] {
		if f.Pane == pane {
			tasks += f.Tasks
		}
	}
	return paneTitles[pane] + ": " + words.Number(tasks) + " new"
}

func (n *newsList) gather(m *Model) func() func() {
	snap, last, now, span, act := m.whole, m.looks.last, m.opt.Now(), n.span, m.opt.Act
	n.first = len(last) == 0
	since := func(queue string) time.Time {
		if span != sinceLook {
			return now.Add(-[numSpans]time.Duration{sinceYesterday: day, sinceLastWeek: 7 * day}[span])
		}
		if at, ok := last[queue]; ok {
			return at
		}
		return now // of a queue that nobody has looked at before nothing is old
	}
	return func() func() {
		news, did := snap.News(since), []acted(nil)
		if act != nil {
			entries, _ := act.Log(m.ctx) // what cannot be read is said by the list of what was done
			did = countActed(entries, since)
		}
		return func() { n.news, n.acted = news, did }
	}
}

// countActed counts the tasks to which something was done since a moment and not undone, by the
// actions.
func countActed(entries []journal.Entry, since func(queue string) time.Time) (all []acted) {
	for i := range entries {
		e := &entries[i]
		if !e.Stands() || !e.At.After(since(e.Task.Queue)) {
			continue
		}
		at := slices.IndexFunc(all, func(a acted) bool { return a.action == e.Request.Action })
		if at < 0 {
			at, all = len(all), append(all, acted{action: e.Request.Action})
		}
		all[at].tasks++
	}
	return all
}

func (n *newsList) head(m *Model, p *page, ready bool) {
	further := fmt.Sprintf("; %s shows what is new %s.", m.keys.name("news.open"), spanNames[(n.span+1)%numSpans])
	switch {
	case n.span == sinceLook && m.opt.Looks == nil:
		p.flow(1, 3, m.theme.Faint, "It is not remembered here when you last looked"+further)
	case n.first && m.opt.Looks != nil && n.span != sinceLastWeek:
		p.flow(1, 3, m.theme.Faint, "You look here for the first time"+further)
	case ready && n.len() == 0:
		p.flow(1, 3, m.theme.Faint, "Nothing new asks for anybody "+spanNames[n.span]+further)
	}
	if ready && (m.height >= totalHeight || n.len() == 0) {
		p.flow(1, 2, theme.Token{}, n.meanwhile())
	}
}

// meanwhile says what got done, and what the operator did.
func (n *newsList) meanwhile() string {
	said := "Nothing was done meanwhile"
	if done := n.news.Done; done > 0 {
		said = "Meanwhile " + words.Number(done) + " done"
		if n.news.More {
			said = "Meanwhile more than " + words.Number(done) + " done"
		}
	}
	for _, a := range n.acted {
		said += ", " + words.Number(a.tasks) + " " + report.Past(a.action)
	}
	if len(n.acted) > 0 {
		said += " by you"
	}
	return said
}

func (n *newsList) entry(m *Model, p *page, i int) {
	f := &n.news.Fresh[i]
	if f.Group == nil || f.Group.Tasks == 1 {
		n.task(m, p, f.Newest)
		return
	}
	g, t := f.Group, p.theme
	label, first := m.wholeLabel(g)
	fresh := words.Count(f.Tasks, "task", "tasks")
	if f.Tasks < g.Tasks {
		fresh = words.Number(f.Tasks) + " of " + words.Count(g.Tasks, "task", "tasks")
	}
	newest, listed := m.whole.Get(f.Newest)
	age := ""
	if listed {
		age = words.Past(newest.Since(), m.now)
	}
	tail := m.join(fresh, words.Dollars(g.CostUSD()), age)
	if p.width < narrowAsk {
		tail = words.Number(f.Tasks)
	}
	l := newLine(p.width-cells(tail)-2, t.Ellipsis).pad(1)
	n.signs(m, l, g.Newest())
	label = report.CutName(label, l.max-l.width)
	l.put(theme.Token{}, label)
	p.put(l.extend(p.width).pad(p.width-cells(tail)-1).put(t.Faint, tail+" "))
	if tok, said := m.look.told(label, first); said != "" {
		p.add(newsIndent, tok, said)
	}
}

// newsIndent is how far the texts of an entry stand from the edge, behind its signs.
const newsIndent = 5

// signs writes whether a row was not seen yet, and its state.
func (n *newsList) signs(m *Model, l *line, r *model.Row) {
	mark := " "
	if m.looks.isNew(r) {
		mark = m.theme.New
	}
	l.put(m.theme.Title, mark).pad(3).put(m.theme.State(r.State), m.theme.Glyph(r.State)).pad(newsIndent)
}

// task writes one task, and what is found about it.
func (n *newsList) task(m *Model, p *page, ref model.Ref) {
	r, listed := m.whole.Get(ref)
	if !listed {
		p.add(newsIndent, p.theme.Faint, safe.Line(ref.ID, lineLimit)+" is gone")
		return
	}
	t, age := p.theme, words.Past(r.Since(), m.now)
	l := newLine(p.width-cells(age)-2, t.Ellipsis).pad(1)
	n.signs(m, l, r)
	title := safe.Line(r.Title, lineLimit)
	if r.Outline {
		title = t.Ellipsis
	}
	l.put(theme.Token{}, title).put(t.Faint, "  "+safe.Line(r.ID, idLimit))
	p.put(l.extend(p.width).pad(p.width-cells(age)-1).put(t.Faint, age+" "))
	if why := briefReason(r, m.now); why != "" && !r.Outline {
		p.add(newsIndent, t.Faint, safe.Line(why, lineLimit))
	}
}

func (n *newsList) enter(m *Model, i int) tea.Cmd {
	f := &n.news.Fresh[i]
	r, listed := m.whole.Get(f.Newest)
	switch {
	case f.Group != nil && f.Group.Tasks > 1:
		cmd := m.goToGroup(f.Pane, f.Group, nil)
		m.board.panes[f.Pane].open[f.Group.ID] = true
		return cmd
	case !listed:
		m.notice = "the task is gone"
		return nil
	}
	pane := r.State.Pane()
	cmd := m.goToGroup(pane, m.whole.GroupOf(pane, r.Ref()), r)
	return tea.Batch(cmd, m.openDetail(r))
}
