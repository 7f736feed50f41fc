package hermes

import (
	"context"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Bounds on what a listed task carries, in bytes; a longer text is cut.
const (
	titleMax   = 2 << 10
	bodyMax    = 4 << 10
	resultMax  = 16 << 10
	summaryMax = 4 << 10
	payloadMax = 64 << 10
	wholeMax   = 1 << 20 // of one text in the detail of a task
)

// chunk is how many tasks are read in one transaction at most.
const chunk = 1000

// loader reads tasks with everything that belongs to them inside one read
// transaction. It is used once.
type loader struct {
	b     *board
	env   *env
	q     sqlitedb.Queryer
	whole bool // everything, for the detail of one task

	tasks   []taskRow
	keys    string // the ids as a JSON list
	runs    [][]runRow
	events  [][]model.Event
	details []detailRow
	guards  map[int]*guard
	parents map[int][]model.Link
	kids    map[int]*children
	freed   map[int]int64 // by task: when its last parent was completed
	older   map[int]int   // by task: how many older runs were not read
	built   map[int]*built
	crowded map[int]bool       // tasks that have very many events
	fresh   map[string]*digest // as they are after this read
	known   map[string]bool    // by assignee: whether the dispatcher starts workers for it

	scratch payload
	names   strings.Builder // holds the texts of Where, which are slices of it
}

// Load reads tasks with everything that belongs to them.
func (b *board) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) ([]model.Case, error) {
	b.lookForLogs()
	l := &loader{b: b, env: b.env, q: q, whole: whole}
	if err := l.selectTasks(ctx, "WHERE t.id IN (SELECT value FROM json_each(?))", sqlsource.List(ids)); err != nil {
		return nil, err
	}
	cases, err := l.finish(ctx)
	b.loaded = l
	return cases, err
}

// finish reads what belongs to the selected tasks and makes cases of them.
func (l *loader) finish(ctx context.Context) ([]model.Case, error) {
	if len(l.tasks) == 0 {
		return nil, nil
	}
	ids := make([]string, len(l.tasks))
	for i := range l.tasks {
		ids[i] = l.tasks[i].id
	}
	l.keys = sqlsource.List(ids)
	l.runs = make([][]runRow, len(ids))
	l.events = make([][]model.Event, len(ids))
	l.guards = map[int]*guard{}
	for _, step := range []func(context.Context) error{l.readRuns, l.readEvents, l.readGuards, l.readLinks, l.readBuilt} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	cases := l.build()
	if err := l.readPhantoms(ctx, cases); err != nil {
		return nil, err
	}
	return cases, nil
}

// each runs a query of the read.
func (l *loader) each(ctx context.Context, row func(v []any), query string, args ...any) error {
	return each(ctx, l.q, row, query, args...)
}

// where names a row, such as "task_events#123".
func (l *loader) where(table, id string) string {
	start := l.names.Len()
	l.names.WriteString(table)
	l.names.WriteByte('#')
	l.names.WriteString(id)
	return l.names.String()[start:]
}

// whereRow is where for an integer key.
func (l *loader) whereRow(table string, id int64) string {
	var digits [20]byte
	start := l.names.Len()
	l.names.WriteString(table)
	l.names.WriteByte('#')
	l.names.Write(strconv.AppendInt(digits[:0], id, 10))
	return l.names.String()[start:]
}

// index is the position that json_each gave a row's task, or -1.
func (l *loader) index(v any) int {
	i := number(v)
	if i < 0 || i >= int64(len(l.tasks)) {
		return -1
	}
	return int(i)
}
