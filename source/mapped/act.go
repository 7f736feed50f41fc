package mapped

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// rule is a compiled action.
type rule struct {
	*Action
	unless []*condition // of Action.Unless
}

// prepareActions compiles the actions, and finds the key of the task's row.
func (t *table) prepareActions(found map[string]sqlitedb.Column) error {
	for name, c := range found {
		if c.Key > 0 {
			t.key = append(t.key, name)
		}
		t.columns = append(t.columns, name)
	}
	slices.SortFunc(t.key, func(a, b string) int { return found[a].Key - found[b].Key })
	slices.Sort(t.columns)
	if len(t.key) == 0 {
		t.key = []string{"rowid"}
	}
	for i := range t.Actions {
		a := &t.Actions[i]
		if column := t.missing(a); column != "" {
			a = a.refused("its mapping writes " + column + ", and there is no such column")
		}
		if err := t.addRule(a); err != nil {
			return err
		}
	}
	return nil
}

// addRule compiles an action. One without a statement here is refused.
func (t *table) addRule(a *Action) error {
	if a.Refused == "" && len(a.Writes) == 0 {
		a = a.refused("its mapping names no statement for SQLite")
	}
	r := rule{Action: a}
	for _, u := range r.Unless {
		c, err := parseCondition(u.If)
		if err != nil {
			return err
		}
		r.unless = append(r.unless, c)
	}
	t.actions = append(t.actions, r)
	return nil
}

// missing returns a column of the task's table that an action writes and that is not
// there; empty: none.
func (t *table) missing(a *Action) string {
	for i := range a.Writes {
		w := &a.Writes[i]
		if t.written(w) != t.Name {
			continue
		}
		for _, part := range []map[string]string{w.Row, w.values()} {
			for _, column := range slices.Sorted(maps.Keys(part)) {
				if !slices.ContainsFunc(t.columns, func(c string) bool { return strings.EqualFold(c, column) }) {
					return t.Name + "." + column
				}
			}
		}
	}
	return ""
}

// size is an expression for the bytes of the task's row.
func (t *table) size() string { return sqlsource.Size("t", t.columns...) }

// situation is what the actions on a task depend on.
type situation struct {
	*table
	recorded string
	reasons  map[*Action]string // why not, of those for the recorded word
	bytes    int64
	// Only inside a transaction:
	row    map[string]any
	writes map[*Action][]sqlitedb.Write
}

// situationOf returns the situation of a row, as far as a list shows it.
func (t *table) situationOf(recorded string, v values, bytes int64) *situation {
	n := &situation{table: t, recorded: recorded, bytes: bytes, reasons: map[*Action]string{}}
	for _, r := range t.actions {
		if !r.isFor(recorded) {
			continue
		}
		n.reasons[r.Action] = r.Refused
		for i, c := range r.unless {
			if c.holds(v) {
				n.reasons[r.Action] = r.Unless[i].Why
				break
			}
		}
	}
	return n
}

func (a *Action) isFor(recorded string) bool {
	return len(a.From) == 0 || slices.Contains(a.From, recorded)
}

// kindOfSituation is the part of a situation on which reasons depend.
type kindOfSituation struct{ table, recorded, reasons string }

// Kind says which situations allow the same.
func (n *situation) Kind() any {
	reasons := ""
	for _, r := range n.actions {
		reasons += n.reasons[r.Action] + "\n"
	}
	return kindOfSituation{n.Name, n.recorded, reasons}
}

// Size is how many bytes the task's row holds.
func (n *situation) Size() int64 { return n.bytes }

// Decide returns what an action writes. It takes its values as they were evaluated.
func (n *situation) Decide(r source.Request) sqlsource.Decision {
	known := false
	for _, rule := range n.actions {
		known = known || rule.Name == r.Action
		if rule.Name != r.Action || !rule.isFor(n.recorded) {
			continue
		}
		if why := n.reasons[rule.Action]; why != "" {
			return sqlsource.Decision{Refused: why, Command: rule.command(n.row)}
		}
		if r.Answer != "" {
			return sqlsource.Refuse("%s has no place for an answer: give it as a reason", r.Action)
		}
		d := sqlsource.Decision{
			Now: rule.Now, Undo: rule.Undo, Writes: n.writes[rule.Action], Command: rule.command(n.row),
			Guards: []string{"it is still " + n.recorded, "its row is as it was read"},
		}
		if rule.Then != "" {
			d.Effects = append(d.Effects, rule.Then)
		}
		d.Effects = append(d.Effects, "the same rows are written as by the library: "+rule.Source)
		return d
	}
	if known {
		return sqlsource.Refuse("it is %s", n.recorded)
	}
	return n.unknown()
}

// unknown refuses an action that the mapping does not name, and says which others are possible.
func (n *situation) unknown() sqlsource.Decision {
	why := cmp.Or(n.mapping.Title, n.mapping.Name) + " has no such action"
	var others []string
	for _, name := range actionNames {
		if slices.ContainsFunc(n.actions, func(r rule) bool {
			return r.Name == name && r.isFor(n.recorded) && n.reasons[r.Action] == ""
		}) {
			others = append(others, string(name))
		}
	}
	if len(others) > 0 {
		why += "; what can be done here: " + strings.Join(others, ", ")
	}
	return sqlsource.Refuse("%s", why)
}

// placeholder is a column in a command.
var placeholder = regexp.MustCompile(`\{\w+\}`)

// command returns the library's own command for a row.
func (a *Action) command(row map[string]any) []string {
	if row == nil {
		return nil
	}
	argv := slices.Clone(a.Command)
	for i := range argv {
		argv[i] = placeholder.ReplaceAllStringFunc(argv[i], func(name string) string {
			return sqlsource.Text(row[strings.Trim(name, "{}")])
		})
	}
	return argv
}

// acting is a table with actions.
type acting struct{ *table }

// Writing says what the actions of the table may write. A trigger could do anything, so
// the tables must have none but the library's own.
func (t *acting) Writing() sqlitedb.Writing {
	named := map[string]bool{}
	for _, r := range t.actions {
		for i := range r.Writes {
			named[t.written(&r.Writes[i])] = true
		}
	}
	own := func(_, name, _ string) bool { return slices.Contains(t.mapping.Triggers, name) }
	return sqlitedb.Writing{Tables: slices.Sorted(maps.Keys(named)), Trigger: own}
}

// written returns the table that a write is about.
func (t *table) written(w *Write) string {
	if w.Table == "" {
		return t.Name
	}
	return w.Table
}

// Shown reports that all changed rows are shown and kept.
func (*acting) Shown(_, _ string) bool { return true }

// See reads a task inside a transaction, and evaluates what its actions would write.
func (t *acting) See(ctx context.Context, q sqlitedb.Queryer, id string) (seen sqlsource.Seen, err error) {
	list := t.selected(listText)
	for _, column := range t.key {
		list = append(list, "+t."+quoteName(column))
	}
	var n *situation
	key := map[string]any{}
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		cells := r.Cells()
		one, v := t.read(cells, t.o.Now(), listText)
		_, recorded := t.stateOf(one, v)
		rest := cells[len(cells)-len(t.key):]
		for i, column := range t.key {
			key[column] = rest[i]
		}
		n = t.situationOf(recorded, v, t.bytes(cells))
		return sqlsource.ErrEnough
	}, "SELECT "+strings.Join(list, ", ")+" FROM "+t.from()+" t WHERE "+t.id+" = ?", id)
	switch {
	case err != nil:
		return seen, err
	case n == nil:
		return seen, source.ErrNotFound
	}
	seen = sqlsource.Seen{Status: n.recorded, Situation: n}
	if n.bytes > sqlsource.Huge {
		return seen, nil
	}
	if n.row, err = sqlitedb.Row(ctx, q, t.Name, key); err != nil {
		return seen, err
	}
	seen.Row, seen.Facts = n.row, sqlsource.FactsOf(n.row)
	return seen, t.evaluateWrites(n, func(w *Write) (sqlitedb.Write, error) { return t.evaluate(ctx, q, w, key) })
}

// evaluateWrites notes in a situation what the actions that are for it would write.
func (t *table) evaluateWrites(n *situation, evaluate func(*Write) (sqlitedb.Write, error)) error {
	n.writes = map[*Action][]sqlitedb.Write{}
	for _, r := range t.actions {
		if !r.isFor(n.recorded) || n.reasons[r.Action] != "" {
			continue
		}
		for i := range r.Writes {
			w, err := evaluate(&r.Writes[i])
			if err != nil {
				return fmt.Errorf("what %s writes: %w", r.Name, err)
			}
			n.writes[r.Action] = append(n.writes[r.Action], w)
		}
	}
	return nil
}

// evaluate returns a write with the values of its expressions for the row with the key.
func (t *table) evaluate(ctx context.Context, q sqlitedb.Queryer, w *Write, key map[string]any) (sqlitedb.Write, error) {
	var list []string
	for _, part := range []map[string]string{w.Row, w.values()} {
		for _, column := range slices.Sorted(maps.Keys(part)) {
			list = append(list, "+("+strings.ReplaceAll(part[column], ":now", "clock._now")+")")
		}
	}
	where, args := []string{}, []any{float64(t.o.Now().UnixMicro()) / 1e6}
	for _, column := range t.key {
		where, args = append(where, "t."+quoteName(column)+" IS ?"), append(args, key[column])
	}
	var values []any
	if len(list) > 0 {
		err := sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
			values = slices.Clone(r.Cells())
			return nil
		}, "SELECT "+strings.Join(list, ", ")+" FROM (SELECT ? AS _now) clock CROSS JOIN "+quoteName(t.Name)+" t WHERE "+strings.Join(where, " AND "), args...)
		if err != nil {
			return sqlitedb.Write{}, err
		}
		if len(values) != len(list) {
			return sqlitedb.Write{}, source.ErrNotFound
		}
	}
	return t.writeOf(w, values, key), nil
}

// writeOf returns a write with its values, those of the row that it is about first, in the
// order of their columns.
func (t *table) writeOf(w *Write, values []any, key map[string]any) sqlitedb.Write {
	out := sqlitedb.Write{Table: t.written(w), Delete: w.Delete}
	take := func(part map[string]string) (all sqlitedb.Values) {
		for _, column := range slices.Sorted(maps.Keys(part)) {
			all, values = append(all, sqlsource.Set(column, values[0])), values[1:]
		}
		return all
	}
	out.Key = take(w.Row)
	out.Set = take(w.values())
	if len(w.Row) == 0 && len(w.Insert) == 0 {
		for _, column := range t.key {
			out.Key = append(out.Key, sqlsource.Set(column, key[column]))
		}
	}
	return out
}

// Undo puts all rows of a record back as they were; see undoWrites. The action may have moved the
// task, which is then seen no longer.
func (*acting) Undo(ctx context.Context, q sqlitedb.Queryer, record *source.Record, _ source.Request, _ sqlsource.Seen) (sqlsource.Decision, error) {
	return undoWrites(record, func(table string, key map[string]any) (map[string]any, error) {
		return sqlitedb.Row(ctx, q, table, key)
	})
}

// undoWrites returns the decision that puts all rows of a record back as they were, if they
// still are as the action left them: a new row is deleted, and a deleted one is added again.
// rowOf reads a row.
func undoWrites(record *source.Record, rowOf func(table string, key map[string]any) (map[string]any, error)) (d sqlsource.Decision, err error) {
	if record.Undo == "" || record.Undoes != "" {
		return sqlsource.Refuse("what was done cannot be undone"), nil
	}
	d = sqlsource.Decision{Now: record.Was, Guards: []string{"its rows are as the action left them"}}
	for _, image := range slices.Backward(record.Images) {
		now, err := rowOf(image.Table, image.Key)
		if err != nil {
			return d, err
		}
		if (now == nil) != (image.After == nil) || !maps.EqualFunc(now, image.After, source.EqualValues) {
			return sqlsource.Refuse("something has happened to it since: its row of %s is another", image.Table), nil
		}
		w := sqlitedb.Write{Table: image.Table}
		for _, column := range slices.Sorted(maps.Keys(image.Key)) {
			w.Key = append(w.Key, sqlsource.Set(column, image.Key[column]))
		}
		switch {
		case image.Before == nil:
			w.Delete = true
		case image.After == nil:
			w.Key = nil
			for _, column := range slices.Sorted(maps.Keys(image.Before)) {
				w.Set = append(w.Set, sqlsource.Set(column, image.Before[column]))
			}
		default:
			if w.Set = sqlsource.Before(&image); len(w.Set) == 0 {
				continue
			}
		}
		d.Writes = append(d.Writes, w)
	}
	return d, nil
}

// offers returns the adapter's Actions; nil where the mapping has none.
func (m *Mapping) offers() func(*model.Case, *model.Verdict) []model.Action {
	names := m.actionsOf()
	if len(names) == 0 {
		return nil
	}
	return sqlsource.Offers(names, nil)
}
