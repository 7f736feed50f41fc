package mapped

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"notdone/source"
	"notdone/source/sqlitedb"
)

// A table whose name holds a "*" stands for all tables of a SQLite file with such names that have
// exactly the columns of the signature: some libraries let their users name the tables.

// isPattern reports whether the name of a table stands for several.
func isPattern(name string) bool { return strings.Contains(name, "*") }

// hasPattern reports whether the name of one of the tables stands for several.
func (m *Mapping) hasPattern() bool {
	return slices.ContainsFunc(m.Tables, func(t Table) bool { return isPattern(t.Name) })
}

// matchesPattern reports whether a table has a name that a pattern stands for.
func matchesPattern(pattern, name string) bool {
	before, after, _ := strings.Cut(pattern, "*")
	return len(name) > len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
}

// hasExactly reports whether a table has these columns and no others.
func hasExactly(have, columns []string) bool {
	return len(have) == len(columns) && !slices.ContainsFunc(columns, func(c string) bool { return !slices.Contains(have, c) })
}

// fit returns the mapping of a database with these tables and columns: itself, or, where names of
// its tables stand for several, one of those that are there. Nil: the database has not all that
// the signature names, or no table that a name stands for.
func (m *Mapping) fit(tables map[string][]string) *Mapping {
	for table, columns := range m.Signature {
		if isPattern(table) {
			continue
		}
		have, ok := tables[table]
		if !ok || slices.ContainsFunc(columns, func(c string) bool { return !slices.Contains(have, c) }) {
			return nil
		}
	}
	switch {
	case len(m.Signature) == 0:
		return nil
	case !m.hasPattern():
		return m
	}
	fitted := *m
	fitted.Signature, fitted.Tables, fitted.text = map[string][]string{}, nil, nil
	for table, columns := range m.Signature {
		if !isPattern(table) {
			fitted.Signature[table] = columns
		}
	}
	found := false
	for _, t := range m.Tables {
		if !isPattern(t.Name) {
			fitted.Tables = append(fitted.Tables, t)
			continue
		}
		columns := m.Signature[t.Name]
		for _, name := range slices.Sorted(maps.Keys(tables)) {
			if !matchesPattern(t.Name, name) || !hasExactly(tables[name], columns) {
				continue
			}
			found = true
			one := t
			one.Name = name
			fitted.Tables, fitted.Signature[name] = append(fitted.Tables, one), columns
		}
	}
	if !found {
		return nil
	}
	return &fitted
}

// fitFile is fit for a SQLite file.
func (m *Mapping) fitFile(ctx context.Context, path string) (*Mapping, error) {
	if !m.hasPattern() {
		return m, nil
	}
	db, err := sqlitedb.Open(ctx, path, sqlitedb.Options{})
	if err != nil {
		return nil, err
	}
	tables := map[string][]string{}
	err = db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		names, err := sqlitedb.TablesOf(ctx, q)
		for _, name := range names {
			columns, err := sqlitedb.ColumnsOf(ctx, q, name)
			if err != nil {
				return err
			}
			tables[name] = slices.Sorted(maps.Keys(columns))
		}
		return err
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	fitted := m.fit(tables)
	if fitted == nil {
		return nil, fmt.Errorf("%s: %w: it has no table of %s", path, source.ErrUndetected, m.Name)
	}
	return fitted, nil
}
