package infer

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"notdone/source/mapped"
)

// Beside says which tables of a SQLite file look like one more queue, beside those that are
// read by the mappings, and how to have them read; empty: none does. tables has the columns of
// each table, and known are the mappings. It is a mapped.Beside.
func Beside(ctx context.Context, path string, tables map[string][]string, known []*mapped.Mapping) string {
	s := Rest(ctx, path, tables, known)
	if s == nil {
		return ""
	}
	r := Infer(s)
	var names []string
	for i := range r.Mapping.Tables {
		names = append(names, r.Mapping.Tables[i].Name)
	}
	return another(append(names, r.Others...)) + " (notdone map --save NAME FILE, and it is read)"
}

// Rest reads of a SQLite file the tables that are no part of what the mappings read, where
// some of them look like one more queue; nil: none do. The file is read only if the names of
// such tables look like a queue.
func Rest(ctx context.Context, path string, tables map[string][]string, known []*mapped.Mapping) *Schema {
	if !detect(unread(tables, known)) {
		return nil
	}
	s, err := ReadFile(ctx, path)
	if err != nil {
		return nil // whoever opens the file to read its tasks reports it
	}
	s = s.without(known)
	if Infer(s).Mapping == nil {
		return nil
	}
	return s
}

// leastNamed is the least nameScore of a queue, by the names of the table and its columns. It
// is more than leastScore, as no row is seen.
const leastNamed = 8

// BesideByName is Beside for tables of which only the names, and those of the columns, are
// known: those of a PostgreSQL database, of which no rows are sampled.
func BesideByName(tables map[string][]string, known []*mapped.Mapping) string {
	var names []string
	for _, t := range schemaOf(unread(tables, known)).Tables {
		if score, _ := nameScore(&t, nil); score >= leastNamed {
			names = append(names, t.Name)
		}
	}
	return another(names)
}

// another says that tables look like one more queue.
func another(tables []string) string {
	switch len(tables) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("the table %s, which looks like another queue", tables[0])
	}
	return fmt.Sprintf("the tables %s, which look like other queues", strings.Join(tables, ", "))
}

// unread returns the tables that are no part of what the mappings read, by the names of the
// tables and their columns: see partOf.
func unread(tables map[string][]string, known []*mapped.Mapping) map[string][]string {
	rest := map[string][]string{}
	for name, columns := range tables {
		t := Table{Name: name}
		for _, c := range columns {
			t.Columns = append(t.Columns, Column{Name: c})
		}
		if !slices.ContainsFunc(known, func(m *mapped.Mapping) bool { return partOf(&t, m) }) {
			rest[name] = columns
		}
	}
	return rest
}

// without returns the schema without the tables that are a part of what the mappings read,
// or that one foreign key ties to it, in either direction.
func (s *Schema) without(known []*mapped.Mapping) *Schema {
	read := func(table string) bool {
		return slices.ContainsFunc(known, func(m *mapped.Mapping) bool { return reads(m, table) })
	}
	tied := map[string]bool{}
	for _, t := range s.Tables {
		for _, k := range t.Keys {
			tied[t.Name] = tied[t.Name] || read(k.Table)
			if read(t.Name) {
				tied[k.Table] = true
			}
		}
	}
	return &Schema{Tables: slices.DeleteFunc(slices.Clone(s.Tables), func(t Table) bool {
		return tied[t.Name] || slices.ContainsFunc(known, func(m *mapped.Mapping) bool { return partOf(&t, m) })
	})}
}

// partOf reports whether a table is a part of the system that a mapping reads, by names alone.
// It is one if the mapping names it, or if, for a table of the mapping such as app.agent_tasks,
// it is in the same schema (app), has a name that begins in the same way up to the last "_"
// (app.agent_), or has a column that points at that table (task_id).
func partOf(t *Table, m *mapped.Mapping) bool {
	if reads(m, t.Name) {
		return true
	}
	for i := range m.Tables {
		of := m.Tables[i].Name
		if schema, _, ok := strings.Cut(of, "."); ok && strings.HasPrefix(t.Name, schema+".") {
			return true
		}
		if at := strings.LastIndex(of, "_"); at > 0 && strings.HasPrefix(strings.ToLower(t.Name), strings.ToLower(of[:at+1])) {
			return true
		}
		words := tableWords(of)
		keys := []string{strings.Join(words, "_") + "_id", words[len(words)-1] + "_id"}
		if slices.ContainsFunc(t.Columns, func(c Column) bool { return slices.Contains(keys, joined(c.Name)) }) {
			return true
		}
	}
	return false
}

// reads reports whether a mapping names a table: in its signature, as one of its tables, or
// after FROM or JOIN in the SQL of a role or a flag.
func reads(m *mapped.Mapping, table string) bool {
	for name := range m.Signature {
		if strings.EqualFold(name, table) {
			return true
		}
	}
	asked := regexp.MustCompile(`(?i)\b(from|join)\s+"?` + regexp.QuoteMeta(table) + `\b`)
	return slices.ContainsFunc(m.Tables, func(t mapped.Table) bool {
		if strings.EqualFold(t.Name, table) {
			return true
		}
		for _, text := range t.Roles {
			if asked.MatchString(text) {
				return true
			}
		}
		for _, text := range t.Flags {
			if asked.MatchString(text) {
				return true
			}
		}
		return false
	})
}
