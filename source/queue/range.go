package queue

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// plainEvents is the largest number of events in a plain history.
const plainEvents = 32

// plainKinds are the kinds of event that tell the rules nothing about a task that is done,
// but for finished: done without it is a finding.
var plainKinds = []string{"created", "claimed", "commented", "edited", "failed"}

// What history tells of the events of a task.
const (
	historyOdd      = 0 // an event of another kind, or too many
	historyFinished = 1
	historyEndless  = 2 // no event says that the task was finished
)

// Range reads a page. Of tasks that are done, ran once and have nothing in their history but
// plain events, the rules look at the task, its run and its links alone.
func (f *file) Range(q sqlitedb.Queryer) sqlsource.Range {
	if !f.ranges {
		return nil
	}
	task, run := forList.taskColumns(), forList.runColumns()
	same, runList := "0", run.Select("r", f.Tables["runs"])
	if f.Has("tasks", "result") && f.Has("runs", "output") {
		same = fmt.Sprintf("(octet_length(t.result) <= %d AND r.output = t.result)", forList.text)
		output := sqlsource.Ends("r.output", forList.text)
		runList = strings.Replace(runList, output, "CASE WHEN NOT coalesce("+same+", 0) THEN "+output+" END", 1)
	}
	return &paging{
		loading: loading{file: f, q: q, x: forList, found: map[string]*record{}},
		list: strings.Join([]string{
			f.history(), f.linked(), f.pageSize(f.store.Indexes), same, task.Select("t", f.Tables["tasks"]), runList,
		}, ", "),
		task: task.Places(cellTask), run: run.Places(cellTask + len(task)),
	}
}

// The values before the columns of the task.
const (
	cellHistory = iota
	cellLinked
	cellSize
	cellSame // whether the output of the run is the result of the task, which is then read once
	cellTask
)

// paging reads one page.
type paging struct {
	loading
	list                string         // what is read of each task
	task, run           map[string]int // the places of the columns of a task and those of a run in it
	runs, events, links []string       // the tasks whose runs, events and links are missing
	used                func(*model.Case) bool
}

// Only sets of which tasks runs, events and links are read.
func (p *paging) Only(used func(*model.Case) bool) { p.used = used }

// Query returns what is read of each task.
func (p *paging) Query() (list, joins string) {
	return p.list, sqlsource.OnlyRow(p.store.Indexes, "runs", "r", "task_id", "t.id")
}

// Add takes a task with its run, if it has one.
func (p *paging) Add(id, status string, cells []any) {
	r := p.record(id, sqlsource.RowOf(p.task, cells))
	r.size = sqlsource.Int(cells[cellSize])
	p.found[id] = r
	if p.used != nil && !p.used(&r.Case) {
		return
	}
	if sqlsource.Int(cells[cellSame]) != 0 {
		cells[p.run["output"]] = cells[p.task["result"]]
	}
	run := sqlsource.RowOf(p.run, cells)
	once := run.Value("task_id") != nil
	if once {
		r.addRun(run)
	} else {
		p.runs = append(p.runs, id)
	}
	if status != "done" || !once || p.mayBeOdd(id, cells[cellHistory]) {
		p.events = append(p.events, id)
	}
	if sqlsource.Int(cells[cellLinked]) != 0 || p.linkedTo != nil && p.linkedTo.MayHold(id) {
		p.links = append(p.links, id)
	}
}

// Load reads what is missing.
func (p *paging) Load(ctx context.Context) ([]*model.Case, error) {
	for _, missing := range []struct {
		ids  []string
		read func(context.Context, string) error
	}{{p.runs, p.readRuns}, {p.events, p.readEvents}, {p.links, p.readLinks}} {
		if len(missing.ids) == 0 {
			continue
		}
		if err := missing.read(ctx, sqlsource.List(missing.ids)); err != nil {
			return nil, err
		}
	}
	return p.cases(), nil
}

// told is an aggregate for what the kinds of some events tell.
var told = fmt.Sprintf("CASE WHEN count(*) <= %d THEN min(CASE kind WHEN 'finished' THEN %d %s ELSE %d END) ELSE %d END",
	plainEvents, historyFinished, strings.Join(whens(plainKinds, historyEndless), " "), historyOdd, historyOdd)

// history is an expression for what the events of a task t tell; NULL: there are none, or
// what is known of all histories tells.
func (f *file) history() string {
	if f.histories.IsWhole() {
		return "NULL"
	}
	return "(SELECT " + told + " FROM (SELECT x.kind AS kind FROM (SELECT 1) CROSS JOIN " +
		f.store.Indexes.Join("events", "x", "task_id", "t.id") + " LIMIT " + strconv.Itoa(plainEvents+1) + "))"
}

// mayBeOdd reports whether the events of a task are to be read, of which history is the value.
func (f *file) mayBeOdd(id string, history any) bool {
	if f.histories.IsWhole() {
		return f.histories.MayHold(id)
	}
	tells, any := sqlsource.Number(history)
	return any && tells != historyFinished
}

// whens are the branches of a CASE that has the same value for some texts.
func whens(texts []string, value int) (all []string) {
	for _, text := range texts {
		all = append(all, fmt.Sprintf("WHEN '%s' THEN %d", text, value))
	}
	return all
}

// linked is an expression for whether a task t depends on others or others on it, where no
// sieve tells.
func (f *file) linked() string {
	if f.linkedTo != nil || !f.Has("links", "parent_id", "child_id") {
		return "0"
	}
	return sqlsource.AnyRow(f.store.Indexes, "links", "t.id", "child_id", "parent_id")
}
