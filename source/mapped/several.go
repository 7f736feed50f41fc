package mapped

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Recognised returns the mappings of the queues in a database with these tables and columns:
// all that recognise it, with the tables that are there, but for those that read a table which one before them reads.
func Recognised(mappings []*Mapping, tables map[string][]string) (found []*Mapping) {
	read := map[string]bool{}
	name := func(t Table) string { return strings.ToLower(t.Name) }
	for _, m := range mappings {
		if m = m.fit(tables); m == nil || slices.ContainsFunc(m.Tables, func(t Table) bool { return read[name(t)] }) {
			continue
		}
		for _, t := range m.Tables {
			read[name(t)] = true
		}
		found = append(found, m)
	}
	return found
}

// Beside says what else in a SQLite file looks like a queue, given its tables and columns and
// the mappings by which it is read; empty: nothing does.
type Beside func(ctx context.Context, path string, tables map[string][]string, known []*Mapping) string

// whole returns the adapter of a SQLite file with these tables: that of all the mappings which
// recognise it.
func whole(mappings []*Mapping, tables map[string][]string, beside Beside) *source.Adapter {
	found := Recognised(mappings, tables)
	if len(found) == 0 {
		return nil
	}
	a := adapterOf(found)
	a.Open = func(ctx context.Context, path string, o source.Options) (source.Source, error) {
		left := ""
		if beside != nil {
			left = beside(ctx, path, tables, found)
		}
		if len(found) == 1 {
			return found[0].OpenPart(ctx, path, found[0].facts(), left, o)
		}
		return openSeveral(ctx, a.Kind, path, left, found, o)
	}
	return &a
}

// adapterOf returns the adapter of a source of one or several mappings, whose tasks name theirs.
// It has no Open.
func adapterOf(found []*Mapping) source.Adapter {
	if len(found) == 1 {
		return found[0].Adapter()
	}
	all := make([]source.Adapter, len(found))
	for i, m := range found {
		all[i] = m.Adapter()
	}
	return source.Joined(all...)
}

// several is a SQLite file with the tables of several mappings. Each table is one part of the
// source: its group is the table's name.
type several []*format

// openSeveral opens a SQLite file by several mappings.
func openSeveral(ctx context.Context, kind, path, left string, found []*Mapping, o source.Options) (source.Source, error) {
	var f several
	for _, m := range found {
		f = append(f, &format{mapping: m, path: path, facts: m.facts(), o: o, grouped: true})
	}
	return sqlsource.Open(ctx, sqlsource.Config{Kind: kind, Path: path, Format: f, Many: true, Part: "table", LeftOut: left})
}

// Files lists the tables as files of their own.
func (s several) Files() (files []sqlsource.File, troubles map[string]error) {
	for _, f := range s {
		more, _ := f.Files()
		files = append(files, more...)
	}
	return files, map[string]error{}
}

// Start prepares the statements for a table.
func (s several) Start(ctx context.Context, q sqlitedb.Queryer, store *sqlsource.Store) (sqlsource.Queue, error) {
	for _, f := range s {
		if slices.ContainsFunc(f.mapping.Tables, func(t Table) bool { return t.Name == store.Group }) {
			return f.Start(ctx, q, store)
		}
	}
	return nil, fmt.Errorf("%w: no mapping reads the table %s", sqlsource.ErrNotMine, store.Group)
}
