package mapped

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// format is a SQLite file with a mapping. Each table of several is one part of the
// source: its group is the table's name.
type format struct {
	mapping *Mapping
	path    string
	facts   []source.Fact
	o       source.Options
	grouped bool // the IDs begin with the table
}

// Open opens a SQLite file by the mapping. The facts are shown beside those of the file. The
// caller closes the source.
func (m *Mapping) Open(ctx context.Context, path string, facts []source.Fact, o source.Options) (source.Source, error) {
	return m.OpenPart(ctx, path, facts, "", o)
}

// OpenPart is Open for a file that holds more: left says what of it is not shown.
func (m *Mapping) OpenPart(ctx context.Context, path string, facts []source.Fact, left string, o source.Options) (source.Source, error) {
	m, err := m.fitFile(ctx, path)
	if err != nil {
		return nil, err
	}
	f := &format{mapping: m, path: path, facts: facts, o: o, grouped: len(m.Tables) > 1}
	cfg := sqlsource.Config{Kind: m.Name, Path: path, Format: f, LeftOut: left}
	if f.grouped {
		cfg.Many, cfg.Part = true, "table"
	}
	return sqlsource.Open(ctx, cfg)
}

// Files lists the tables as files of their own.
func (f *format) Files() ([]sqlsource.File, map[string]error) {
	if !f.grouped {
		return []sqlsource.File{{Path: f.path}}, nil
	}
	files := make([]sqlsource.File, len(f.mapping.Tables))
	for i := range f.mapping.Tables {
		files[i] = sqlsource.File{Group: f.mapping.Tables[i].Name, Path: f.path}
	}
	return files, map[string]error{}
}

// Start prepares the statements for a table.
func (f *format) Start(ctx context.Context, q sqlitedb.Queryer, s *sqlsource.Store) (sqlsource.Queue, error) {
	at := 0
	if s.Group != "" {
		at = slices.IndexFunc(f.mapping.Tables, func(t Table) bool { return t.Name == s.Group })
	}
	t := &f.mapping.Tables[at]
	found, err := sqlitedb.ColumnsOf(ctx, q, t.Name)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%w: it has no table %s", sqlsource.ErrNotMine, t.Name)
	}
	if err := sqlitedb.PlainTables(ctx, q, t.Name); err != nil {
		return nil, err
	}
	keyed, err := sqlsource.WithoutRowids(ctx, q, t.Name)
	if err != nil {
		return nil, err
	}
	one := &table{format: f, Table: t, group: s.Group, keyed: len(keyed) > 0}
	if err := one.prepare(ctx, q, found); err != nil || len(one.actions) == 0 {
		return one, err
	}
	return &acting{one}, nil
}

// table is an open table of tasks.
type table struct {
	*format
	*Table
	group string // in front of each ID; empty where there is one table
	keyed bool   // it has no rowids

	id      string   // the expression of an ID, as text
	roles   []Role   // those that are read, in the order of the select list
	exprs   []string // their expressions
	flags   []string
	tests   []string // their expressions
	rules   []*condition
	status  string // the expression of the status; a constant where there is none
	title   string // that of the title; empty: there is none to search by
	actions []rule
	key     []string // the columns that identify a row for a write
	columns []string // all of them
	lacks   []string // optional roles and flags whose columns are not there
	silent  bool     // it keeps no results
	returns returns  // which tasks that are done have a result
	unseen  bool     // nothing tells whether anything worked on tasks that are done
	indexed bool     // an index serves the status
	number  bool     // the ID is the rowid
	slow    []source.Fact
}

// prepare compiles what the roles name.
func (t *table) prepare(ctx context.Context, q sqlitedb.Queryer, found map[string]sqlitedb.Column) error {
	columns := make(map[string]string, len(found))
	for name := range found {
		columns[strings.ToLower(name)] = name
	}
	for _, role := range Roles() {
		text := t.Roles[role]
		if text == "" || role == RoleID {
			continue
		}
		one := expression(text, columns)
		if slices.Contains(t.Optional, string(role)) && !t.compiles(ctx, q, one) {
			if text = t.Instead[role]; text == "" {
				t.lacks = append(t.lacks, string(role))
				continue
			}
			one = expression(text, columns)
		}
		t.roles, t.exprs = append(t.roles, role), append(t.exprs, one)
	}
	for name := range t.Flags {
		t.flags = append(t.flags, name)
	}
	slices.Sort(t.flags)
	for _, name := range t.flags {
		one := "(" + t.Flags[name] + ")"
		if slices.Contains(t.Optional, name) && !t.compiles(ctx, q, one) {
			t.lacks, one = append(t.lacks, name), "NULL"
		}
		t.tests = append(t.tests, one)
	}
	for i := range t.When {
		c, err := parseCondition(t.When[i].If)
		if err != nil {
			return err
		}
		t.rules = append(t.rules, c)
	}
	if err := t.tryExpressions(ctx, q); err != nil {
		return err
	}
	if err := t.prepareStatus(ctx, q, found, columns); err != nil {
		return err
	}
	if err := t.prepareActions(found); err != nil {
		return err
	}
	if title := t.Roles[RoleTitle]; title != "" && !t.keyed && t.Pickled[RoleTitle] == "" {
		t.title = expression(title, columns)
	}
	if err := t.prepareID(ctx, q, found, columns); err != nil {
		return err
	}
	var err error
	if t.slow, err = t.slowLookups(ctx, q); err != nil {
		return err
	}
	return t.measureDone(ctx, q)
}

// tryExpressions returns the first mistake in the SQL of the mapping, with its place.
func (t *table) tryExpressions(ctx context.Context, q sqlitedb.Queryer) error {
	try := func(expressions ...string) error {
		_, err := sqlsource.Strings(ctx, q, "SELECT "+strings.Join(expressions, ", ")+" FROM "+quoteName(t.Name)+" t LIMIT 0")
		return err
	}
	if err := try("(" + cmp.Or(t.Where, "1") + ")"); err != nil && strings.HasPrefix(err.Error(), mistake) {
		return t.wrongSQL("where", t.Where, plainSQL(err))
	}
	all := append(slices.Clone(t.exprs), t.tests...)
	if len(all) == 0 || try(all...) == nil {
		return nil
	}
	for i, one := range all {
		err := try(one)
		switch {
		case err == nil:
		case !strings.HasPrefix(err.Error(), mistake):
			return err
		case i < len(t.roles):
			return t.wrongSQL("the role "+string(t.roles[i]), t.Roles[t.roles[i]], plainSQL(err))
		default:
			name := t.flags[i-len(t.roles)]
			return t.wrongSQL("the flag "+name, t.Flags[name], plainSQL(err))
		}
	}
	return nil
}

// wrongSQL returns an error about a text of the mapping, with its place in the file.
func (t *table) wrongSQL(of, text string, err error) error {
	at := slices.IndexFunc(t.mapping.Tables, func(one Table) bool { return one.Name == t.Name })
	return t.mapping.text.locate(&inPart{tableHead, at, &misplaced{text, fmt.Errorf("%s: %w", of, err)}})
}

// mistake is how SQLite begins to tell of a wrong statement.
const mistake = "SQL logic error: "

// plainSQL returns what SQLite says of a mistake, without what stands around it.
func plainSQL(err error) error {
	said := strings.TrimSuffix(strings.TrimPrefix(err.Error(), mistake), " (1)")
	if said == `near "FROM": syntax error` || said == `near ")": syntax error` {
		said = "it ends too early, or a bracket is not closed"
	}
	return errors.New(said)
}

// compiles reports whether the table has all that an expression names. Any other error
// of it is for the first read to tell.
func (t *table) compiles(ctx context.Context, q sqlitedb.Queryer, expression string) bool {
	_, err := sqlsource.Strings(ctx, q, "SELECT "+expression+" FROM "+quoteName(t.Name)+" t LIMIT 0")
	return err == nil || !strings.Contains(err.Error(), "no such ")
}

// from returns what the rows are read from.
func (t *table) from() string {
	switch name := quoteName(t.Name); {
	case t.Where == "":
		return name
	case t.keyed:
		return "(SELECT * FROM " + name + " t WHERE " + t.Where + ")"
	default:
		return "(SELECT rowid, * FROM " + name + " t WHERE " + t.Where + ")"
	}
}

// sampleDone is how many rows are looked at for what is known of tasks that are done.
const sampleDone = 400

// measureDone finds out whether the queue keeps results: many libraries have a column for
// them that hardly any job fills. The same holds for what tells of an attempt, where the
// mapping does not say which program its facts are from.
func (t *table) measureDone(ctx context.Context, q sqlitedb.Queryer) error {
	if t.lackTraces(); t.silent && t.unseen {
		return nil
	}
	done, worked := 0, 0
	titles := map[string]answered{}
	err := sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		one, v := t.read(r.Cells(), t.o.Now(), shortText)
		if state, recorded := t.stateOf(one, v); state == model.StateDone && !skipped[strings.ToLower(recorded)] {
			done++
			title := titleOf(one.text[RoleTitle], sqlsource.Text(r.Cells()[0]))
			titles[title] = titles[title].and(one.text[RoleResult] != "")
			if !one.times[RoleStarted].IsZero() || one.num[RoleAttempts] > 0 || one.text[RoleWorker] != "" {
				worked++
			}
		}
		return nil
	}, fmt.Sprintf("SELECT %s FROM %s t LIMIT %d", strings.Join(t.selected(shortText), ", "), t.from(), sampleDone))
	t.returns = returnsOf(titles)
	t.unseen = t.unseen || done > 0 && t.mapping.Source == "" && (worked == 0 || 2*worked < done)
	return err
}

// lackTraces notes what the mapping knows no column for.
func (t *table) lackTraces() {
	t.silent = !slices.Contains(t.roles, RoleResult)
	// A worker is no trace: many libraries take its name out of a task that has ended.
	t.unseen = !slices.Contains(t.roles, RoleStarted) && (!slices.Contains(t.roles, RoleAttempts) || countsRetries(t.Roles[RoleAttempts]))
}

// countsRetries reports whether a column of this name counts retries or failures: what went
// well at the first attempt has none. An expression is taken to count them in.
func countsRetries(column string) bool {
	column = strings.ToLower(column)
	return !strings.ContainsAny(column, " (+") && (strings.Contains(column, "retr") || strings.Contains(column, "fail") || strings.Contains(column, "error"))
}

// prepareID chooses an expression that gives the ID as a text and, where it can, is a
// column that an index serves. Bytes are written in hexadecimal digits.
func (t *table) prepareID(ctx context.Context, q sqlitedb.Queryer, found map[string]sqlitedb.Column, columns map[string]string) error {
	id := expression(t.Roles[RoleID], columns)
	kind, err := sqlsource.One(ctx, q, "SELECT typeof("+id+") FROM "+quoteName(t.Name)+" t WHERE "+id+" IS NOT NULL LIMIT 1")
	if err != nil {
		return fmt.Errorf("the id of %s: %w", t.Name, err)
	}
	column, plain := found[columns[strings.ToLower(t.Roles[RoleID])]]
	declared := strings.ToUpper(column.Type)
	switch {
	case kind == "blob":
		t.id = "lower(hex(" + id + "))"
	case plain && (strings.Contains(declared, "INT") || strings.Contains(declared, "CHAR") || strings.Contains(declared, "TEXT")):
		t.id = id
	default:
		t.id = "CAST(" + id + " AS TEXT)"
	}
	// A single column of this type is the rowid (https://sqlite.org/lang_createtable.html#rowid).
	t.number = !t.keyed && declared == "INTEGER" && column.Key == 1 && t.id == id && !slices.ContainsFunc(slices.Collect(maps.Values(found)),
		func(c sqlitedb.Column) bool { return c.Key > 1 })
	return nil
}

// prepareStatus chooses the expression of the status: the column itself where an index
// serves it and its values compare as texts do.
func (t *table) prepareStatus(ctx context.Context, q sqlitedb.Queryer, found map[string]sqlitedb.Column, columns map[string]string) error {
	t.status = "''"
	text := t.Roles[RoleStatus]
	if text == "" {
		return nil
	}
	t.status = "CAST(" + expression(text, columns) + " AS TEXT)"
	declared := strings.ToUpper(found[columns[strings.ToLower(strings.TrimSpace(text))]].Type)
	if t.keyed || !strings.Contains(declared, "CHAR") && !strings.Contains(declared, "TEXT") && !strings.Contains(declared, "INT") {
		return nil
	}
	var err error
	column := expression(text, columns)
	if t.indexed, err = sqlsource.Indexed(ctx, q, t.from(), column); err == nil && t.indexed {
		t.status = column
	}
	return err
}

// listed are the states in the order in which tasks are listed.
var listed = []model.State{model.StateActive, model.StateBlocked, model.StateFailed, model.StateQueued, model.StateScheduled}

// Shape describes the table. Rows that may change are listed before those that have ended:
// by the index of the status where there is one, else by reading the table twice.
func (t *table) Shape() *sqlsource.Shape {
	s := &sqlsource.Shape{
		Table: t.from(), ID: t.id, Status: t.status, Title: t.title, Unsorted: !t.indexed, Gather: t.indexed, NoRowids: t.keyed, Numbered: t.number, Unchecked: !t.number,
		Busy: t.wordsOf(model.StateActive, model.StateQueued), Facts: t.facts,
	}
	if !t.keyed {
		s.Ended = append(t.wordsOf(model.StateDone), t.wordsOf(model.StateCancelled)...)
	}
	// A rule may look at what changes without the word.
	s.Lasting = s.Ended != nil && t.number && len(t.rules) == 0
	if t.indexed {
		for _, state := range listed {
			if words := t.wordsOf(state); words != nil {
				s.Phases = append(s.Phases, sqlsource.Phase{Statuses: words, Newest: true})
			}
		}
		if s.Phases = append(s.Phases, sqlsource.Phase{Newest: true}); s.Ended != nil {
			s.Phases = append(s.Phases, sqlsource.Phase{Statuses: s.Ended, Newest: true})
		}
	} else if s.Ended != nil {
		s.Lacks = t.Name + "(" + t.Roles[RoleStatus] + ")"
	}
	if len(t.actions) == 0 {
		s.ReadOnly = noActions
	}
	if len(t.lacks) > 0 {
		s.Facts = append(slices.Clip(s.Facts), source.Fact{Name: "not in this release", Value: strings.Join(t.lacks, ", ")})
	}
	s.Facts = append(slices.Clip(s.Facts), t.slow...)
	if !t.keyed {
		for i, role := range t.roles {
			if role != RoleBody {
				s.Marks = append(s.Marks, sqlsource.Ends(t.exprs[i], markText))
			}
		}
		s.Marks = append(s.Marks, t.tests...)
	}
	return s
}

// markText is how many characters of a text are compared to find that it changed.
const markText = 400

// wordsOf returns the words for the states.
func (t *table) wordsOf(states ...model.State) (words []string) {
	for word, state := range t.States {
		if slices.Contains(states, state) {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return words
}
