package mapped

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// noStatement is why an action is not done in PostgreSQL.
const noStatement = "its mapping names no statement for PostgreSQL"

// inPostgres returns the action as it is there.
func (a *Action) inPostgres() *Action {
	if len(a.Postgres) == 0 {
		return a
	}
	one := *a
	one.Writes = a.Postgres
	return &one
}

// prepareWrites compiles the actions, and finds the key of the task's row. An action whose
// expressions are not understood is refused.
func (t *pgTable) prepareWrites(ctx context.Context, tx pgx.Tx) (err error) {
	if len(t.Actions) == 0 {
		t.shape.ReadOnly = noActions
		return nil
	}
	if t.key, err = pgsource.KeyOf(ctx, tx, t.Name); err != nil {
		return err
	}
	for i := range t.Actions {
		a := t.Actions[i].inPostgres()
		for j := range a.Writes {
			w := &a.Writes[j]
			list := append(slices.Collect(maps.Values(w.Row)), slices.Collect(maps.Values(w.values()))...)
			for k := range list {
				list[k] = "(" + strings.ReplaceAll(list[k], ":now", "now()") + ")::text"
			}
			if a.Refused == "" && len(list) > 0 && !t.answers(ctx, tx, strings.Join(list, ", ")) {
				a = a.refused(noStatement)
				break
			}
		}
		if err := t.addRule(a); err != nil {
			return err
		}
	}
	return nil
}

// values are the new values of a write.
func (w *Write) values() map[string]string {
	if len(w.Insert) > 0 {
		return w.Insert
	}
	return w.Set
}

// pgActing is a table with actions.
type pgActing struct{ *pgTable }

// Writing says what the actions of the table may write, and their undo.
func (t *pgActing) Writing() pgsource.Writing {
	rights := map[string][]string{}
	need := func(table string, all ...string) {
		for _, right := range all {
			if !slices.Contains(rights[table], right) {
				rights[table] = append(rights[table], right)
			}
		}
	}
	for _, r := range t.actions {
		for i := range r.Writes {
			switch w := &r.Writes[i]; {
			case w.Delete, len(w.Insert) > 0:
				need(t.written(w), "INSERT", "DELETE")
			default:
				need(t.written(w), "UPDATE")
			}
		}
	}
	return pgsource.Writing{Rights: rights, Trigger: func(_, name, _ string) bool { return slices.Contains(t.mapping.Triggers, name) }}
}

// Shown reports that all changed rows are shown and kept.
func (*pgActing) Shown(_, _ string) bool { return true }

// See reads a task inside a transaction, and evaluates what its actions would write.
func (t *pgActing) See(ctx context.Context, tx pgx.Tx, id string) (seen sqlsource.Seen, err error) {
	list := t.selectedInPg(listText)
	for _, column := range t.key {
		list = append(list, "t."+quoteName(column)+"::text")
	}
	var n *situation
	key := map[string]any{}
	err = t.each(ctx, tx, func(cells []any) {
		one, v := t.read(cells, t.o.Now(), listText)
		_, recorded := t.stateOf(one, v)
		for i, column := range t.key {
			key[column] = cells[len(cells)-len(t.key)+i]
		}
		n = t.situationOf(recorded, v, 0)
	}, list, "WHERE "+t.shape.Key+" = $1::text::"+t.shape.Type, id)
	switch {
	case err != nil:
		return seen, err
	case n == nil:
		return seen, source.ErrNotFound
	}
	seen = sqlsource.Seen{Status: n.recorded, Situation: n}
	if !slices.ContainsFunc(t.Actions, func(a Action) bool { return a.Refused == "" }) {
		return seen, nil // nothing is written, so that a table may lack a key
	}
	if n.bytes, err = pgsource.Size(ctx, tx, t.Name, key); err != nil || n.bytes > sqlsource.Huge {
		return seen, err
	}
	if n.row, err = pgsource.Row(ctx, tx, t.Name, key); err != nil {
		return seen, err
	}
	seen.Row, seen.Facts = n.row, sqlsource.FactsOf(n.row)
	return seen, t.evaluateWrites(n, func(w *Write) (sqlitedb.Write, error) { return t.evaluate(ctx, tx, w, id, key) })
}

// evaluate returns a write with the values of its expressions for the row with the ID and the
// key. An index serves the ID; the key is compared by its texts.
func (t *pgActing) evaluate(ctx context.Context, tx pgx.Tx, w *Write, id string, key map[string]any) (sqlitedb.Write, error) {
	list, where := []string{}, []string{t.shape.Key + " = $2::text::" + t.shape.Type}
	for _, part := range []map[string]string{w.Row, w.values()} {
		for _, column := range slices.Sorted(maps.Keys(part)) {
			list = append(list, "("+strings.ReplaceAll(part[column], ":now", "clock._now")+")::text")
		}
	}
	args := []any{t.o.Now().UTC().Format(time.RFC3339Nano), id}
	for _, column := range t.key {
		args = append(args, key[column])
		where = append(where, fmt.Sprintf("t.%s::text = $%d", quoteName(column), len(args)))
	}
	values := make([]any, len(list))
	if len(list) > 0 {
		rows, err := tx.Query(ctx, "SELECT "+strings.Join(list, ", ")+" FROM (SELECT $1::text::timestamptz AS _now) clock CROSS JOIN "+
			pgsource.Name(t.Name)+" t WHERE "+strings.Join(where, " AND "), args...)
		if err != nil {
			return sqlitedb.Write{}, err
		}
		found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) ([]any, error) { return row.Values() })
		if err != nil {
			return sqlitedb.Write{}, err
		}
		if len(found) != 1 {
			return sqlitedb.Write{}, source.ErrNotFound
		}
		values = found[0]
	}
	return t.writeOf(w, values, key), nil
}

// Undo puts all rows of a record back as they were; see undoWrites.
func (*pgActing) Undo(ctx context.Context, tx pgx.Tx, record *source.Record, _ source.Request, _ sqlsource.Seen) (sqlsource.Decision, error) {
	return undoWrites(record, func(table string, key map[string]any) (map[string]any, error) {
		return pgsource.Row(ctx, tx, table, key)
	})
}
