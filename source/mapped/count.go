package mapped

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// waitingMost is how many waiting tasks are looked at for whether their time has come.
const waitingMost = 20_000

// Recount moves the tasks whose time is yet to come to a word for scheduled ones. What rules
// decide cannot be counted, nor can very many waiting tasks be looked at.
func (t *table) Recount(ctx context.Context, q sqlitedb.Queryer, counts map[string]int) (bool, error) {
	return t.recount(counts, func(runAt, word string, see func(cell any)) error {
		return sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
			see(r.Cells()[0])
			return nil
		}, "SELECT "+runAt+" FROM "+t.from()+" t WHERE "+t.status+" = ?", word)
	})
}

// CountStatuses is Recount in PostgreSQL.
func (t *pgTable) CountStatuses(ctx context.Context, tx pgx.Tx, counts map[string]int) (bool, error) {
	where := "WHERE (" + t.shape.Status + ")::text = $1"
	if t.shape.Word != "" { // an index may serve it
		where = "WHERE " + t.shape.Word + " = $1::text::" + t.shape.WordType
	}
	return t.recount(counts, func(runAt, word string, see func(cell any)) error {
		return t.each(ctx, tx, func(cells []any) { see(cells[0]) }, []string{fmt.Sprintf("left((%s)::text, %d)", runAt, shortText)}, where, word)
	})
}

// recount is Recount, given how the times of the tasks with a word are read.
func (t *table) recount(counts map[string]int, each func(runAt, word string, see func(cell any)) error) (bool, error) {
	for word := range counts {
		if _, known := t.States[word]; !known && t.Otherwise != model.StateUnknown {
			return false, nil
		}
	}
	if len(t.rules) > 0 || t.grouped {
		return false, nil
	}
	at := slices.Index(t.roles, RoleRunAt)
	if at < 0 {
		return true, nil
	}
	later := model.StateScheduled.String()
	if words := t.wordsOf(model.StateScheduled); len(words) > 0 {
		later = words[0]
	}
	now := t.o.Now()
	for _, word := range t.wordsOf(model.StateQueued) {
		if counts[word] == 0 {
			continue
		}
		if counts[word] > waitingMost || t.mapping.stateOf(later) != model.StateScheduled {
			return false, nil
		}
		err := each(t.exprs[at], word, func(cell any) {
			if timeOf(cell, t.Units[RoleRunAt]).After(now) {
				counts[word]--
				counts[later]++
			}
		})
		if err != nil {
			return false, err
		}
	}
	return true, nil
}
