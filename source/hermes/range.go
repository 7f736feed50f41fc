package hermes

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// plainEvents is the largest number of events in a plain history.
const plainEvents = 64

// plainClasses are the classes of event that tell the rules nothing about a task that is
// done, where its completion came last.
var plainClasses = []model.EventKind{
	model.EventOther, model.EventCreated, model.EventClaimed, model.EventFinished, model.EventCommented, model.EventEdited,
}

// isPlain reports whether the history of a task with such an event can be plain. One that
// moves a task has to come before its completion.
func (k kind) isPlain() bool {
	return slices.Contains(plainClasses, k.class) && !k.has(note|detail|fails)
}

// The values before those of the run: of the completion, the time of the newest event, and
// whether the task is linked.
const (
	cellCompletion = 0 // its rowid, time, run and kind, as eventFrom takes them
	cellNewest     = 4
	cellLinked     = 5
	cellRun        = 6 // its place among the runs, as runRow takes it, and what runList lists
)

// cellTask is the place of the values of the task, which follow those of the run.
var cellTask = cellRun + 4 + len(runColumns)

// Range reads a page. Of tasks that are done, ran once, and in whose history the completion
// is the newest event that counts, the rules look at the task, its run, its completion and
// its links alone.
func (b *board) Range(q sqlitedb.Queryer) sqlsource.Range {
	if !b.schema.Has(tabRuns, "id", "task_id", "started_at", "ended_at") || !b.schema.Has(tabEvents, "task_id", "kind", "created_at") {
		return nil
	}
	s, task := b.schema, slices.Concat(sqlsource.Keep(0, "id"), taskColumns)
	p := &paging{loader: b.newLoader(q), task: task.Places(cellTask)}
	p.task["size"] = cellTask + len(task)
	p.list = strings.Join([]string{
		"e.rowid, e.created_at, " + s.Expr(tabEvents, "e", "run_id") + ", e.kind", b.newestEvent("t.id"), b.linked("t.id"),
		"0, " + p.runList("r"), task.Select("t", s.Tables[tabTasks]), sizeOf(s.Tables),
	}, ", ")
	p.joins = sqlsource.OnlyRow(s.indexes, tabRuns, "r", "task_id", "t.id") + " LEFT JOIN task_events e ON e.rowid = CASE t.status WHEN 'done' THEN " + b.completion("t.id") + " END"
	return p
}

// paging reads one page.
type paging struct {
	*loader
	list, joins string
	task        map[string]int // the places of the task's values in a row
}

// Query returns what is read of each task.
func (p *paging) Query() (list, joins string) { return p.list, p.joins }

// Add takes a task with its only run and its completion.
func (p *paging) Add(_, status string, cells []any) {
	t := p.newItem(sqlsource.RowOf(p.task, cells))
	p.b.noteFolder(t)
	p.items = append(p.items, t)
	t.alone = number(cells[cellLinked]) == 0
	if cells[cellRun+1] == nil {
		return // it has no run or several
	}
	run := p.runRow(0, cells[cellRun:cellTask])
	t.runs, t.ran = []runRow{run}, true
	// Whether a run of no duration was claimed, its events tell.
	t.told = status == stDone && !run.open && !run.Started.Equal(run.Ended) && cells[cellCompletion] != nil &&
		number(cells[cellCompletion+1]) >= number(cells[cellNewest])
	if t.told {
		done, _ := p.event(eventFrom(cells[cellCompletion:]))
		t.Events = []model.Event{done.Event}
	}
}

// completion is an expression for the rowid of the completion of a task whose history is
// plain; NULL where it is not.
func (b *board) completion(task string) string {
	var odd int64 = math.MaxInt64
	var whens []string
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		switch k := kindOf(name); {
		case !k.isPlain():
		case k.class == model.EventFinished:
			whens = append(whens, fmt.Sprintf("WHEN '%s' THEN i * 2 + 1", name))
		case k.has(moves):
			whens = append(whens, fmt.Sprintf("WHEN '%s' THEN i * 2", name))
		default:
			whens = append(whens, fmt.Sprintf("WHEN '%s' THEN 0", name))
		}
	}
	return fmt.Sprintf("(SELECT CASE WHEN count(*) <= %[1]d AND max(v) <> %[2]d AND max(v) %% 2 = 1 THEN max(v) / 2 END FROM "+
		"(SELECT CASE kind %[3]s ELSE %[2]d END AS v FROM (SELECT x.rowid AS i, x.kind AS kind FROM (SELECT 1) CROSS JOIN %[4]s LIMIT %[5]d)))",
		plainEvents, odd, strings.Join(whens, " "), b.schema.indexes.Join(tabEvents, "x", "task_id", task), plainEvents+1)
}

// newestEvent is an expression for the time of the newest event of a task.
func (b *board) newestEvent(task string) string {
	return "(SELECT max(x.created_at) FROM (SELECT 1) CROSS JOIN " + b.schema.indexes.Join(tabEvents, "x", "task_id", task) + ")"
}

// linked is an expression for whether a task has a parent or a child.
func (b *board) linked(task string) string {
	if !b.schema.Has(tabLinks) {
		return "0"
	}
	return sqlsource.AnyRow(b.schema.indexes, tabLinks, task, "child_id", "parent_id")
}
