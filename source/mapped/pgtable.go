package mapped

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource"
)

// StartPostgres finds the tables of the mappings that recognise them, or of the one of the
// kind; empty: any.
func StartPostgres(kind string, mappings []*Mapping, o source.Options) pgsource.Start {
	return startPostgres(kind, mappings, nil, nil, o)
}

// Start is StartPostgres for any kind. left, which may be nil, says what of the tables is not
// read. others are the tables of a queue of another format that is read, too: then each ID
// begins with its table.
func Start(mappings []*Mapping, left func(tables map[string][]string, known []*Mapping) string, others []string, o source.Options) pgsource.Start {
	return startPostgres("", mappings, left, others, o)
}

func startPostgres(kind string, mappings []*Mapping, left func(map[string][]string, []*Mapping) string, others []string, o source.Options) pgsource.Start {
	return func(ctx context.Context, tx pgx.Tx, there pgsource.Columns, shown string, clock *pgsource.Clock) (*pgsource.Queue, error) {
		names := there.Names()
		var here []*Mapping
		for _, m := range mappings {
			if (kind == "" || m.Name == kind) && !m.hasPattern() {
				here = append(here, m.inSchema(names))
			}
		}
		found := Recognised(here, names)
		if len(found) == 0 {
			if err := refusedBy(ctx, tx, kind, mappings, names); err != nil {
				return nil, err
			}
			return nil, fmt.Errorf("%w: none of the known systems has its tables here (notdone systems lists them)", source.ErrUndetected)
		}
		all := make([]*pgsource.Queue, len(found))
		for i, m := range found {
			f := &format{mapping: m, path: shown, o: clock.Options(o), grouped: len(m.Tables) > 1 || len(found) > 1 || len(others) > 0}
			var err error
			if all[i], err = f.queue(ctx, tx, there); err != nil {
				return nil, err
			}
		}
		q := pgsource.JoinQueues(all...)
		if left != nil {
			rest := there.Tables()
			maps.DeleteFunc(rest, func(table string, _ []string) bool { return slices.Contains(others, table) })
			q.LeftOut = left(rest, found)
		}
		return q, nil
	}
}

// queue prepares the tables of a mapping in PostgreSQL.
func (f *format) queue(ctx context.Context, tx pgx.Tx, there pgsource.Columns) (*pgsource.Queue, error) {
	m := f.mapping
	q := &pgsource.Queue{Adapter: m.Adapter(), Listen: m.Listen, Facts: m.facts(), Version: m.version()}
	for i := range m.Tables {
		t, err := f.prepare(ctx, tx, &m.Tables[i], there)
		if err != nil {
			return nil, err
		}
		if len(t.lacks) > 0 {
			q.Facts = append(q.Facts, source.Fact{Name: "not in this release", Value: strings.Join(t.lacks, ", ")})
		}
		q.Facts = append(q.Facts, t.slow...)
		if len(t.actions) > 0 {
			q.Tables = append(q.Tables, &pgActing{t})
		} else {
			q.Tables = append(q.Tables, t)
		}
	}
	return q, nil
}

// refusedBy returns an error that names a table that the role may not read, of a mapping whose
// other tables are there; nil: there is none.
func refusedBy(ctx context.Context, tx pgx.Tx, kind string, mappings []*Mapping, names map[string][]string) error {
	role, hidden, err := pgsource.Unreadable(ctx, tx)
	if err != nil || len(hidden) == 0 {
		return err
	}
	for _, m := range mappings {
		var refused []string
		there := 0
		for table := range m.Signature {
			switch {
			case len(names[table]) > 0:
				there++
			case hidden[table], m.Schema != "" && hidden[m.Schema+"."+table]:
				refused = append(refused, table)
			}
		}
		if len(refused) > 0 && there+len(refused) == len(m.Signature) && (kind == "" || m.Name == kind) {
			return fmt.Errorf("%w: it may be a queue of %s, but the role %s may not read its table %s", source.ErrUndetected, cmp.Or(m.Title, m.Name), role, slices.Min(refused))
		}
	}
	return nil
}

// version is another text for each mapping.
func (m *Mapping) version() string {
	text, err := json.Marshal(m)
	if err != nil { // it was read from a text
		return err.Error()
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// pgTable is a table of tasks in PostgreSQL.
type pgTable struct {
	*table
	shape pgsource.Shape
}

// Shape describes the table.
func (t *pgTable) Shape() *pgsource.Shape { return &t.shape }

// prepare compiles what the roles of a table name.
func (f *format) prepare(ctx context.Context, tx pgx.Tx, t *Table, there pgsource.Columns) (*pgTable, error) {
	columns, err := findColumns(ctx, tx, there, t.Name)
	if err != nil {
		return nil, err
	}
	if len(columns.names) == 0 {
		return nil, fmt.Errorf("it has no table %s that may be read", t.Name)
	}
	one := &pgTable{table: &table{format: f, Table: t}, shape: pgsource.Shape{Name: t.Name, From: pgsource.Name(t.Name)}}
	if f.grouped {
		one.group = t.Name
	}
	own := cmp.Or(t.Postgres, &Dialect{})
	roles, flags, where := own.over(t)
	if where != "" {
		rows := " FROM " + one.shape.From + " t WHERE " + where + ")"
		if one.shape.From = "(SELECT *, t.xmin" + rows; !one.answers(ctx, tx, "t.xmin") {
			one.shape.From = "(SELECT *" + rows
		}
	}
	one.addExpressions(ctx, tx, roles, flags, &columns)
	for i := range t.When {
		c, err := parseCondition(t.When[i].If)
		if err != nil {
			return nil, err
		}
		one.rules = append(one.rules, c)
	}
	if err := one.tryInPg(ctx, tx, where, roles, flags); err != nil {
		return nil, err
	}
	key := columns.expression(roles[RoleID])
	if err := one.leaveOutNameless(ctx, tx, key); err != nil {
		return nil, err
	}
	if err := one.describe(ctx, tx, key); err != nil {
		return nil, err
	}
	if err := one.divide(ctx, tx, own.Ended, roles[RoleStatus], &columns); err != nil {
		return nil, err
	}
	if err := one.prepareWrites(ctx, tx); err != nil {
		return nil, err
	}
	if one.slow, err = one.slowLookups(ctx, tx); err != nil {
		return nil, err
	}
	return one, one.measure(ctx, tx)
}

// over returns the roles, the flags and the condition of a table, with those of the dialect in
// place of its own.
func (d *Dialect) over(t *Table) (roles map[Role]string, flags map[string]string, where string) {
	roles, flags = maps.Clone(t.Roles), map[string]string{}
	maps.Copy(roles, d.Roles)
	maps.Copy(flags, t.Flags)
	maps.Copy(flags, d.Flags)
	return roles, flags, cmp.Or(d.Where, t.Where)
}

// addExpressions adds the expressions of the roles and flags, but for the ID. An optional one that
// the server cannot answer is what the mapping has instead, or is lacking.
func (t *pgTable) addExpressions(ctx context.Context, tx pgx.Tx, roles map[Role]string, flags map[string]string, columns *pgColumns) {
	for _, role := range Roles() {
		text := roles[role]
		if text == "" || role == RoleID {
			continue
		}
		e := columns.expression(text)
		if slices.Contains(t.Optional, string(role)) && !t.answers(ctx, tx, e) {
			if text = t.Instead[role]; text == "" {
				t.lacks = append(t.lacks, string(role))
				continue
			}
			e = columns.expression(text)
		}
		t.roles, t.exprs = append(t.roles, role), append(t.exprs, e)
		if role == RoleTitle && t.Pickled[RoleTitle] == "" {
			t.shape.Title = e
		}
	}
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		e := "CASE WHEN (" + flags[name] + ") THEN 1 END"
		if slices.Contains(t.Optional, name) && !t.answers(ctx, tx, e) {
			t.lacks, e = append(t.lacks, name), "NULL"
		}
		t.flags, t.tests = append(t.flags, name), append(t.tests, e)
	}
}

// tryInPg returns the first mistake in the SQL of the mapping, with its place.
func (t *pgTable) tryInPg(ctx context.Context, tx pgx.Tx, where string, roles map[Role]string, flags map[string]string) error {
	try := func(from string, expressions ...string) *pgconn.PgError {
		err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { // a savepoint
			_, err := tx.Exec(ctx, "SELECT "+strings.Join(expressions, ", ")+" FROM "+from+" t LIMIT 0")
			return err
		})
		said, _ := errors.AsType[*pgconn.PgError](err)
		return said // any other error is for the first read to tell
	}
	if where != "" {
		if said := try(pgsource.Name(t.Name), "("+where+")"); said != nil {
			return t.wrongSQL("where", where, errors.New(said.Message))
		}
	}
	all := slices.Concat(t.exprs, t.tests)
	if len(all) == 0 || try(t.shape.From, all...) == nil {
		return nil
	}
	for i, one := range all {
		said := try(t.shape.From, one)
		switch {
		case said == nil:
		case i < len(t.roles):
			return t.wrongSQL("the role "+string(t.roles[i]), roles[t.roles[i]], errors.New(said.Message))
		default:
			name := t.flags[i-len(t.roles)]
			return t.wrongSQL("the flag "+name, flags[name], errors.New(said.Message))
		}
	}
	return nil
}

// describe fills in the shape, given the expression of the ID.
func (t *pgTable) describe(ctx context.Context, tx pgx.Tx, key string) error {
	t.id = key + "::text"
	t.shape.Group, t.shape.Key = t.group, key
	// The transaction that wrote a row tells all that changes in it without reading its texts.
	t.shape.Versioned = t.answers(ctx, tx, "t.xmin")
	for i, role := range t.roles {
		if role != RoleBody && !t.tells(t.exprs[i]) {
			t.shape.Marks = append(t.shape.Marks, fmt.Sprintf("right((%s)::text, %d)", t.exprs[i], markText))
		}
	}
	for _, test := range t.tests {
		if !t.tells(test) {
			t.shape.Marks = append(t.shape.Marks, "("+test+")::text")
		}
	}
	err := tx.QueryRow(ctx, "SELECT format_type(pg_typeof("+key+"), NULL) FROM (SELECT 1) one LEFT JOIN "+t.shape.From+" t ON false").Scan(&t.shape.Type)
	if err != nil {
		return fmt.Errorf("the id of %s: %w", t.Name, err)
	}
	return nil
}

// tells reports whether the transaction that wrote a row tells all changes of an expression:
// it looks at nothing but the row.
func (t *pgTable) tells(expression string) bool {
	return t.shape.Versioned && !lookingElsewhere.MatchString(expression)
}

// lookingElsewhere finds queries, and what the time alone changes.
var lookingElsewhere = regexp.MustCompile(`(?i)\bselect\b|\b(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|age)\s*\(|\b(current|local)_?(time|date)`)

// answers reports whether the table has all that an expression names.
func (t *pgTable) answers(ctx context.Context, tx pgx.Tx, expression string) bool {
	ok := false
	_ = pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { // a savepoint: an error is the answer no
		_, err := tx.Exec(ctx, "SELECT "+expression+" FROM "+t.shape.From+" t LIMIT 0")
		ok = err == nil
		return err
	})
	return ok
}

// divide finds the conditions for rows that may change and for those that have ended: by
// the condition of the mapping, or by the words of finished tasks. The words of an enum are
// all known, so that an index of the status finds the few rows that may change.
func (t *pgTable) divide(ctx context.Context, tx pgx.Tx, ended, status string, columns *pgColumns) error {
	words, busy := t.wordsOf(model.StateDone, model.StateCancelled), t.wordsOf(model.StateActive)
	switch {
	case ended != "":
		t.shape.Live, t.shape.Ended = "("+ended+") IS NOT TRUE", "("+ended+") IS TRUE"
		return nil
	case status == "" || len(words) == 0:
		return nil
	}
	e := columns.expression(status)
	kind := columns.kinds[columns.names[strings.ToLower(strings.TrimSpace(status))]]
	rows, err := tx.Query(ctx, `SELECT enumlabel::text FROM pg_enum WHERE enumtypid = to_regtype(nullif($1, '')) ORDER BY enumsortorder`, kind)
	if err != nil {
		return err
	}
	labels, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	t.shape.Status = e
	if kind != "" {
		t.shape.Word, t.shape.WordType = e, kind
	}
	if len(labels) == 0 {
		list := pgTexts(words, "text")
		if len(busy) > 0 {
			t.shape.Busy = "(" + e + ")::text = ANY(" + pgTexts(busy, "text") + ")"
		}
		t.shape.Live, t.shape.Ended = "((("+e+")::text = ANY("+list+")) IS NOT TRUE)", "((("+e+")::text = ANY("+list+")) IS TRUE)"
		return nil
	}
	others := slices.DeleteFunc(slices.Clone(labels), func(l string) bool { return slices.Contains(words, l) })
	unknown := func(w string) bool { return !slices.Contains(labels, w) }
	words, busy = slices.DeleteFunc(words, unknown), slices.DeleteFunc(busy, unknown)
	if len(busy) > 0 {
		t.shape.Busy = e + " = ANY(" + pgTexts(busy, kind) + ")"
	}
	t.shape.Live = e + " = ANY(" + pgTexts(others, kind) + ")"
	// Without NULL an index of the status answers what is asked of the rows that may change.
	filled := false
	if err := tx.QueryRow(ctx, `SELECT coalesce(bool_and(attnotnull), false) FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = $2`,
		pgsource.Name(t.Name), columns.names[strings.ToLower(strings.TrimSpace(status))]).Scan(&filled); err != nil {
		return err
	}
	if !filled {
		t.shape.Live = "(" + t.shape.Live + " OR " + e + " IS NULL)"
	}
	t.shape.Ended = "(" + e + " = ANY(" + pgTexts(words, kind) + "))"
	return nil
}

// pgTexts is an array of texts as values of a type.
func pgTexts(texts []string, kind string) string {
	quoted := make([]string, len(texts))
	for i, w := range texts {
		quoted[i] = quoteText(w)
	}
	return "ARRAY[" + strings.Join(quoted, ", ") + "]::" + kind + "[]"
}

// measure finds out whether the queue keeps results; see table.measureDone.
func (t *pgTable) measure(ctx context.Context, tx pgx.Tx) error {
	if t.lackTraces(); t.silent {
		return nil
	}
	cases, err := t.Read(ctx, tx, false, fmt.Sprintf("ORDER BY %s DESC LIMIT %d", t.shape.Key, sampleDone))
	titles := map[string]answered{}
	for i := range cases {
		if c := &cases[i]; c.Stands == model.StateDone {
			titles[c.Task.Title] = titles[c.Task.Title].and(c.Result != "")
		}
	}
	t.returns = returnsOf(titles)
	return err
}

// Read reads the cases of the rows that the end of a statement chooses.
func (t *pgTable) Read(ctx context.Context, tx pgx.Tx, whole bool, end string, args ...any) (cases []model.Case, err error) {
	most, now := listText, t.o.Now()
	if whole {
		most = wholeText
	}
	err = t.each(ctx, tx, func(cells []any) { cases = append(cases, t.caseOf(cells, now, most)) }, t.selectedInPg(most), end, args...)
	return cases, err
}

// selectedInPg is table.selected for PostgreSQL; the size of a row is only looked at when
// somebody acts on it.
func (t *pgTable) selectedInPg(most int) []string {
	list := []string{t.id}
	for i, role := range t.roles {
		_, pickled := t.Pickled[role]
		switch {
		case pickled:
			list = append(list, wholePgCell(t.exprs[i], most))
		case slices.Contains(TextRoles, role):
			list = append(list, pgsource.Ends(t.exprs[i], most))
		default:
			list = append(list, fmt.Sprintf("left((%s)::text, %d)", t.exprs[i], shortText))
		}
	}
	list = append(list, t.tests...)
	if len(t.actions) > 0 {
		list = append(list, "0")
	}
	return list
}

// each calls row with the cells of each row that the end of a statement chooses.
func (t *pgTable) each(ctx context.Context, tx pgx.Tx, row func(cells []any), list []string, end string, args ...any) error {
	rows, err := tx.Query(ctx, "SELECT "+strings.Join(list, ", ")+" FROM "+t.shape.From+" t "+end, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		cells, err := rows.Values()
		if err != nil {
			return err
		}
		for i := range cells {
			if n, ok := cells[i].(int32); ok {
				cells[i] = int64(n)
			}
		}
		row(cells)
	}
	return rows.Err()
}
