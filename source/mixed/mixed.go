// Package mixed combines several sources of one folder into one source. Each
// adapter reads the files that the adapters before it do not own.
//
// Package detect decides which adapters share a folder, and each adapter decides
// which files it owns.
package mixed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// Open opens a path with at least one adapter. The returned source lists the tasks of all
// adapters, and the returned adapter has the others as Other. The caller closes the source.
func Open(ctx context.Context, adapters []source.Adapter, path string, o source.Options) (source.Adapter, source.Source, error) {
	adapters = slices.Clone(adapters)
	m := &folder{}
	for i, a := range adapters {
		s, err := a.Open(ctx, path, o)
		if err != nil {
			return adapters[0], nil, errors.Join(err, m.Close())
		}
		m.sources = append(m.sources, s)
		o.Owned = ownedBy(s, o.Owned)
		if i > 0 {
			adapters[i-1].Other = &adapters[i]
		}
	}
	if len(m.sources) == 1 {
		return adapters[0], m.sources[0], nil
	}
	if actor, ok := m.sources[0].(source.Actor); ok {
		return adapters[0], &actingFolder{folder: m, actions: actor}, nil
	}
	return adapters[0], m, nil
}

// ownedBy returns a function that reports whether a file belongs to the source or,
// by before, to an earlier one.
func ownedBy(s source.Source, before func(string) bool) func(string) bool {
	owner, ok := s.(source.Owner)
	if !ok {
		return before
	}
	return func(rel string) bool { return owner.Owns(rel) || before != nil && before(rel) }
}

// folder combines several sources of one folder. No id occurs in two of them.
type folder struct {
	sources []source.Source
	// unreported is what Refresh read of some sources and could not return because a
	// later one failed.
	unreported source.Delta
}

// actingFolder is a folder whose first source can be acted on. The others have no actions.
type actingFolder struct {
	*folder
	actions
}

// actions are the methods that a source.Actor has beyond those of a source.Source.
type actions interface {
	Plan(ctx context.Context, r source.Request) (source.Plan, error)
	PlanUndo(ctx context.Context, r source.Record, actor string) (source.Plan, error)
	Apply(ctx context.Context, p source.Plan, intent func([]source.Image) error) error
	Current(ctx context.Context, images []source.Image) ([]source.Image, error)
}

// Describe joins the descriptions of all sources.
func (m *folder) Describe() source.Description {
	d := m.sources[0].Describe()
	for _, s := range m.sources[1:] {
		other := s.Describe()
		d.Facts = append(slices.Clip(d.Facts), other.Facts...)
		d.Groups = append(slices.Clip(d.Groups), other.Groups...)
	}
	slices.Sort(d.Groups)
	d.Groups = slices.Compact(d.Groups)
	return d
}

// List returns the tasks of one source after the other. A cursor is the number of the
// source in which the listing stands, and that source's cursor.
func (m *folder) List(ctx context.Context, q source.Query) (source.Page, error) {
	number, after, _ := strings.Cut(cmp.Or(string(q.After), "0:"), ":")
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || i >= len(m.sources) {
		return source.Page{}, fmt.Errorf("not a cursor of this listing: %.80q", string(q.After))
	}
	page, err := m.sources[i].List(ctx, source.Query{After: source.Cursor(after), Limit: q.Limit})
	switch {
	case page.Next != "":
		page.Next = source.Cursor(number+":") + page.Next
	case err == nil && i+1 < len(m.sources):
		page.Next = source.Cursor(strconv.Itoa(i+1) + ":")
	}
	return page, err
}

// Resolve resolves the name in all sources. A task with that id wins. If several sources
// know it by other ids, the name is ambiguous and the error wraps source.ErrNotFound.
func (m *folder) Resolve(ctx context.Context, name string) (string, error) {
	var found []string
	var missing error
	for _, s := range m.sources {
		id, err := s.Resolve(ctx, name)
		switch {
		case errors.Is(err, source.ErrNotFound):
			if _, several := errors.AsType[*source.AmbiguousError](err); several || missing == nil {
				missing = err
			}
		case err != nil || id == name:
			return id, err
		default:
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", missing
	case 1:
		return found[0], nil
	}
	return "", &source.AmbiguousError{Name: name, IDs: found}
}

// Get reads the tasks with the ids, each from the source that lists it.
func (m *folder) Get(ctx context.Context, ids []string) ([]model.Case, error) {
	var all []model.Case
	got := map[string]bool{}
	for _, s := range m.sources {
		rest := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return got[id] })
		if len(rest) == 0 {
			break
		}
		cases, err := s.Get(ctx, rest)
		if err != nil {
			return nil, err
		}
		for i := range cases {
			got[cases[i].Task.ID] = true
		}
		all = append(all, cases...)
	}
	return all, nil
}

// History reads the full text of one task.
func (m *folder) History(ctx context.Context, id string) (h source.History, err error) {
	for _, s := range m.sources {
		if h, err = s.History(ctx, id); !errors.Is(err, source.ErrNotFound) {
			break
		}
	}
	return h, err
}

// Refresh returns the changes of all sources.
func (m *folder) Refresh(ctx context.Context, changed watch.Signal) (source.Delta, error) {
	more := false
	for _, s := range m.sources {
		d, err := s.Refresh(ctx, changed)
		if err != nil {
			return source.Delta{}, err
		}
		more = more || d.More
		m.unreported = joinDeltas(m.unreported, d)
	}
	d := m.unreported
	d.More = more
	m.unreported = source.Delta{}
	return d, nil
}

// joinDeltas appends delta b to delta a. For a task in both, b decides whether it
// is changed or removed.
func joinDeltas(a, b source.Delta) source.Delta {
	later := make(map[string]bool, len(b.Cases)+len(b.Removed))
	for i := range b.Cases {
		later[b.Cases[i].Task.ID] = true
	}
	for _, id := range b.Removed {
		later[id] = true
	}
	return source.Delta{
		Reset:   a.Reset || b.Reset,
		Cases:   append(slices.DeleteFunc(a.Cases, func(c model.Case) bool { return later[c.Task.ID] }), b.Cases...),
		Removed: append(slices.DeleteFunc(a.Removed, func(id string) bool { return later[id] }), b.Removed...),
	}
}

// Targets returns the targets of all sources, each once.
func (m *folder) Targets() []watch.Target {
	var all []watch.Target
	for _, s := range m.sources {
		for _, t := range s.Targets() {
			if !slices.Contains(all, t) {
				all = append(all, t)
			}
		}
	}
	return all
}

// Close closes all sources. A second call does nothing.
func (m *folder) Close() error {
	var all []error
	for _, s := range m.sources {
		all = append(all, s.Close())
	}
	return errors.Join(all...)
}

// Trouble joins the errors of all sources.
func (m *folder) Trouble() error {
	var all []error
	for _, s := range m.sources {
		if partial, ok := s.(source.Partial); ok {
			all = append(all, partial.Trouble())
		}
	}
	return errors.Join(all...)
}

// LeftOut joins the counts of all sources.
func (m *folder) LeftOut() string {
	var all []string
	for _, s := range m.sources {
		if selective, ok := s.(source.Selective); ok && selective.LeftOut() != "" {
			all = append(all, selective.LeftOut())
		}
	}
	return strings.Join(all, ", ")
}
