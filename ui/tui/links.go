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

// The rules of ui/board whose evidence are other tasks: Where is the ID of one, behind the name of
// its source if the loop has tasks of several. A requeue-loop of classify has other evidence, the
// history of its own task.
const (
	ruleRing = "dependency-ring"
	ruleLoop = "requeue-loop"
)

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
	p.ring(d)
	if f := findingOf(d.row, ruleLoop); f != nil {
		var others []model.Link
		for _, e := range f.Evidence {
			others = append(others, model.Link{ID: e.Where})
		}
		p.tasks(d, "OTHER TASKS THAT ASK FOR THE SAME", others)
	}
	p.runs(d, c.Runs)
	p.session(d)
	if len(p.lines) == 0 {
		p.add(1, p.theme.Faint, "nothing is linked to this task")
	}
}

func findingOf(r *model.Row, rule string) *model.Finding {
	for i := range r.Findings {
		if r.Findings[i].Rule == rule {
			return &r.Findings[i]
		}
	}
	return nil
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
		p.linked(d, &all[i], "")
	}
	p.target = nothing
}

// linked writes the other end of a link. before stands before its ID: the part of the ring's
// drawing that is on this line, or nothing.
func (p *page) linked(d *detail, other *model.Link, before string) {
	ref := model.Ref{Queue: d.row.Queue, ID: other.ID}
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
func (p *page) ring(d *detail) {
	f := findingOf(d.row, ruleRing)
	if f == nil {
		return
	}
	p.part("THE RING: EACH WAITS FOR THE NEXT, THE LAST FOR THE FIRST")
	b := p.theme.Light
	for i, e := range f.Evidence {
		before := b.V + "  "
		switch i {
		case 0:
			before = b.TL + b.H + p.theme.Closed
		case len(f.Evidence) - 1:
			before = b.BL + b.H + " "
		}
		p.linked(d, &model.Link{ID: e.Where}, before+" ")
	}
	if more := f.Count - len(f.Evidence); more > 0 {
		p.target = nothing
		p.add(2, p.theme.Faint, p.theme.Ellipsis+" "+words.Number(more)+" more")
	}
	p.target = nothing
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
	for i, ref := range logs {
		p.at(stop{nothing, func(m *Model) tea.Cmd {
			d.leaveFor(viewLog)
			return d.showLog(m, ref, 0)
		}})
		p.row(1, 15, p.theme.Faint, map[bool]string{true: "logs"}[i == 0], safe.Line(ref.File(), lineLimit))
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
