package infer

import (
	"slices"
	"strings"
)

// Schema is what a database says of itself, and a sample of its rows.
type Schema struct {
	Tables []Table // views and virtual tables are left out
}

// Table is a table with a sample of its rows.
type Table struct {
	Name    string
	SQL     string // its CREATE TABLE statement
	Columns []Column
	Indexes []Index
	Keys    []ForeignKey
	// Rows are sampled rows, newest first as far as the table has rowids, each with a
	// value a column: nil, int64, float64, string or []byte. Texts are cut.
	Rows [][]any
}

// Column is a column of a table.
type Column struct {
	Name    string
	Type    string // as declared, "" for none
	NotNull bool
	Default string // the SQL text of the default, "" for none
	Key     int    // the 1-based place in the primary key, 0 for none
}

// Index is an index of a table.
type Index struct {
	Columns []string // an expression has the name ""
	Unique  bool
	Partial bool
	SQL     string // its CREATE INDEX statement, "" for one that SQLite made
}

// ForeignKey is a column that names a row of another table.
type ForeignKey struct {
	Column, Table, To string
}

// table returns a table by name, in any case; nil: there is none.
func (s *Schema) table(name string) *Table {
	for i := range s.Tables {
		if strings.EqualFold(s.Tables[i].Name, name) {
			return &s.Tables[i]
		}
	}
	return nil
}

// column returns the place of a column by name, in any case; -1: there is none.
func (t *Table) column(name string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return strings.EqualFold(c.Name, name) })
}

// indexed reports whether an index has the column at one of its first places.
func (t *Table) indexed(column string, places int) bool {
	for _, x := range t.Indexes {
		for i, name := range x.Columns {
			if i < places && strings.EqualFold(name, column) {
				return true
			}
		}
		if x.Partial && mentions(x.SQL, column) {
			return true
		}
	}
	return false
}

// unique reports whether a unique index has this column alone.
func (t *Table) unique(column string) bool {
	return slices.ContainsFunc(t.Indexes, func(x Index) bool {
		return x.Unique && !x.Partial && len(x.Columns) == 1 && strings.EqualFold(x.Columns[0], column)
	})
}

// key returns the columns of the primary key in their order.
func (t *Table) key() []string {
	var names []string
	for place := 1; ; place++ {
		at := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Key == place })
		if at < 0 {
			return names
		}
		names = append(names, t.Columns[at].Name)
	}
}

// ColumnsOf returns the names of a table's columns.
func (s *Schema) ColumnsOf(table string) (names []string) {
	if t := s.table(table); t != nil {
		for _, c := range t.Columns {
			names = append(names, c.Name)
		}
	}
	return names
}

// Only returns the schema without the candidates for the table of tasks that were not
// chosen.
func (s *Schema) Only(chosen string, candidates []string) *Schema {
	return &Schema{Tables: slices.DeleteFunc(slices.Clone(s.Tables), func(t Table) bool {
		return t.Name != chosen && slices.Contains(candidates, t.Name)
	})}
}
