package mapped

import (
	"context"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Range reads a page of the table with one statement: a row is all that there is of a task.
func (t *table) Range(sqlitedb.Queryer) sqlsource.Range {
	if t.keyed {
		return nil
	}
	return &paging{t, t.o.Now(), nil}
}

// paging is one page of a table.
type paging struct {
	*table
	now   time.Time
	cases []*model.Case
}

// Query returns what is read of each task.
func (p *paging) Query() (list, joins string) { return strings.Join(p.selected(listText), ", "), "" }

// Add takes a task.
func (p *paging) Add(_, _ string, cells []any) {
	c := p.caseOf(cells, p.now, listText)
	p.cases = append(p.cases, &c)
}

// Load returns the tasks.
func (p *paging) Load(context.Context) ([]*model.Case, error) { return p.cases, nil }
