package infer

import (
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

// Kind is the kind of the adapter, and the name of its mappings.
const Kind = "shape"

// detectScore is what the names alone must be worth before a file is looked at.
const detectScore = 3.5

// Adapter returns the adapter of databases that nobody described.
func Adapter() source.Adapter {
	return source.Adapter{
		Kind:   Kind,
		Detect: func(_ context.Context, p *source.Probe) (bool, error) { return detect(p.Tables), nil },
		Open:   open,
		State: func(recorded string) model.State {
			state, _ := plainState(recorded)
			return state
		},
	}
}

// detect reports whether a table could hold tasks by the names alone.
func detect(tables map[string][]string) bool {
	s := schemaOf(tables)
	beside := besideOf(s)
	return slices.ContainsFunc(s.Tables, func(t Table) bool {
		score, _ := nameScore(&t, beside)
		return score >= detectScore
	})
}

// schemaOf returns a schema of tables of which only the names are known.
func schemaOf(tables map[string][]string) *Schema {
	s := &Schema{}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		t := Table{Name: name}
		for _, c := range tables[name] {
			t.Columns = append(t.Columns, Column{Name: c})
		}
		s.Tables = append(s.Tables, t)
	}
	return s
}

// ReadFile looks at a SQLite file as Read does, and closes it again.
func ReadFile(ctx context.Context, path string) (s *Schema, err error) {
	db, err := sqlitedb.Open(ctx, path, sqlitedb.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		s, err = Read(ctx, q)
		return err
	})
	return s, err
}

// open opens a file by the mapping that its shape gives.
func open(ctx context.Context, path string, o source.Options) (source.Source, error) {
	s, err := ReadFile(ctx, path)
	if err != nil {
		return nil, err
	}
	r := Infer(s)
	if r.Mapping == nil {
		return nil, fmt.Errorf("%s: %w: %s", path, sqlsource.ErrNotMine, r.Refused)
	}
	return r.Mapping.OpenPart(ctx, path, r.Facts(), another(r.Others), o)
}

// Facts are what the description of a source says of how it is read.
func (r *Result) Facts() []source.Fact {
	names := make([]string, len(r.Mapping.Tables))
	for i := range r.Mapping.Tables {
		names[i] = r.Mapping.Tables[i].Name
	}
	facts := []source.Fact{{Name: "read by shape", Value: fmt.Sprintf("%s, %.0f %% sure", strings.Join(names, ", "), 100*r.Confidence)}}
	for _, q := range r.Unsure {
		facts = append(facts, source.Fact{Name: "not sure", Value: q.Text + " (taken as " + q.Guess + ")"})
	}
	return facts
}
