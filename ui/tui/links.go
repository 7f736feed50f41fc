package tui

import (
	"cmp"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// ruleRing is the rule of ui/board whose evidence is the tasks of a ring, each of which waits for the
// next. The other tasks in the evidence of any other finding ask for the same as this one.
const ruleRing = "dependency-ring"

// links writes the view Links of an open task: the tasks that this one waits for and those that
// wait for it, the ring that it is in, other attempts at the same wish, its runs, its session and
// its logs.
func (p *page) links(d *detail) {
	if d.data == nil {
		p.waiting(d)
		return
	}
	c := &d.data.History.Case
	parents := c.Facts.Parents
	if len(parents) == 0 {
		for _, id := range d.row.DependsOn {
			parents = append(parents, model.Link{ID: id})
		}
	}
	p.tasks(d, "WAITS FOR", parents)
	p.tasks(d, "IS WAITED FOR BY", c.Facts.Children)
	for i := range d.row.Findings {
		if f := &d.row.Findings[i]; f.Rule == ruleRing {
			p.ring(d, f)
		} else {
			p.sameWish(d, f)
		}
	}
	p.runs(d, c.Runs)
	p.session(d)
	if len(p.lines) == 0 {
		p.add(1, p.theme.Faint, "nothing is linked to this task")
	}
}

// part begins a part of the links. The cursor does not stop on its heading.
func (p *page) part(name string) {
	if p.target = nothing; len(p.lines) > 0 {
		p.blank()
	}
	p.heading(name)
}

// tasks writes the other ends of links.
func (p *page) tasks(d *detail, name string, all []model.Link) {
	if len(all) == 0 {
		return
	}
	p.part(name)
	for i := range all {
		p.linked(d, model.Ref{Queue: d.row.Queue, ID: all[i].ID}, &all[i], "")
	}
	p.target = nothing
}

// sameWish writes the other tasks that are evidence of a finding; they may be of another source.
func (p *page) sameWish(d *detail, f *model.Finding) {
	begun := false
	for _, e := range f.Evidence {
		if e.Task == nil {
			continue
		}
		if !begun {
			p.part("OTHER TASKS THAT ASK FOR THE SAME")
			begun = true
		}
		p.linked(d, *e.Task, &model.Link{ID: e.Where}, "")
	}
	p.target = nothing
}

// linked writes the other end of a link, which is the task ref and goes by the ID of the link.
// before stands before that: the part of the ring's drawing that is on this line, or nothing.
func (p *page) linked(d *detail, ref model.Ref, other *model.Link, before string) {
	row, listed := d.board.Get(ref)
	title, state, tok := other.Title, other.Recorded, theme.Token{}
	if listed {
		title, state, tok = row.Title, p.theme.Glyph(row.State)+" "+longWord(row.State), p.theme.State(row.State)
	}
	p.at(stop{nothing, func(m *Model) tea.Cmd { return m.openLinked(ref, other.Title) }})
	l := p.line().pad(2).put(p.theme.Faint, before).put(theme.Token{}, safe.Line(other.ID, idLimit)).pad(max(24, p.width/4))
	p.put(l.put(tok, " "+safe.Line(state, idLimit)).put(theme.Token{}, "  "+safe.Line(title, lineLimit)))
}

// openLinked opens another task of the queue, which need not be on the board: then it is opened by
// its ID and title, and the rest is read.
func (m *Model) openLinked(ref model.Ref, title string) tea.Cmd {
	row, listed := m.whole.Get(ref)
	if !listed {
		row = &model.Row{Task: model.Task{Queue: ref.Queue, ID: ref.ID, Title: title}}
	}
	return m.openDetail(row)
}

// ring draws the tasks that wait for each other.
func (p *page) ring(d *detail, f *model.Finding) {
	p.part("THE RING: EACH WAITS FOR THE NEXT, THE LAST FOR THE FIRST")
	b, more := p.theme.Light, f.Count-len(f.Evidence)
	end := b.BL + b.H + "  "
	for i, e := range f.Evidence {
		before := b.V + "   "
		switch {
		case i == 0:
			before = b.TL + b.H + p.theme.Closed + " "
		case i == len(f.Evidence)-1 && more <= 0:
			before = end
		}
		if e.Task != nil {
			p.linked(d, *e.Task, &model.Link{ID: e.Where}, before)
		}
	}
	if p.target = nothing; more > 0 {
		p.add(2, p.theme.Faint, end+p.theme.Ellipsis+" "+words.Number(more)+" more")
	}
}

// maxRuns is how many runs the links list; the timeline has all.
const maxRuns = 20

// runs lists the newest runs, the newest first; enter shows one where it stands in the timeline.
func (p *page) runs(d *detail, runs []model.Run) {
	if len(runs) == 0 {
		return
	}
	p.part("RUNS")
	ids := 0
	for i := max(len(runs)-maxRuns, 0); i < len(runs); i++ {
		ids = max(ids, cells(safe.Line(runs[i].ID, idLimit)))
	}
	ids = min(ids, p.width/4)
	for i := len(runs) - 1; i >= 0 && i >= len(runs)-maxRuns; i-- {
		r := &runs[i]
		p.at(stop{nothing, d.openEvidence(r.Where, "")})
		ended := "running"
		if !r.Open() {
			ended = r.Outcome.String()
		}
		said := p.join(p.stamp(lastTime(r)), safe.Line(r.Worker, idLimit), words.Dollars(r.CostUSD), safe.Line(strings.TrimSpace(cmp.Or(r.Error, r.Output)), lineLimit))
		p.put(p.inner().pad(2).put(theme.Token{}, shorten(safe.Line(r.ID, idLimit), ids, p.theme.Ellipsis)).pad(4+ids).put(theme.Token{}, ended+"  ").put(p.theme.Faint, said).extend(p.width))
	}
	if more := len(runs) - maxRuns; more > 0 {
		p.target = nothing
		p.add(2, p.theme.Faint, p.theme.Ellipsis+" "+words.Number(more)+" older ones")
	}
	p.target = nothing
}

// session writes who works on the task, how its session is taken up, and its logs.
func (p *page) session(d *detail) {
	r, logs := d.row, d.data.History.Case.Task.Logs
	if r.Worker == "" && len(r.Resume) == 0 && len(logs) == 0 {
		return
	}
	p.part("SESSION AND LOGS")
	p.field("worker", safe.Line(r.Worker, lineLimit))
	p.field("agent", safe.Line(p.join(r.Agent, r.Model), lineLimit))
	if len(r.Resume) > 0 {
		p.field("resume", safe.Line(safe.Command(r.Resume), quoteLimit))
	}
	name := "logs"
	for _, ref := range logs {
		p.at(stop{nothing, func(m *Model) tea.Cmd {
			d.leaveFor(viewLog)
			return d.showLog(m, ref, 0)
		}})
		p.row(1, 15, p.theme.Faint, name, safe.Line(ref.File(), lineLimit))
		name = ""
	}
	p.target = nothing
}

// lastTime returns when a run ended, or began if it has not.
func lastTime(r *model.Run) time.Time {
	if r.Open() {
		return r.Started
	}
	return r.Ended
}
