// Package mixed combines several sources of one folder into one source. Each
// adapter reads the files that the adapters before it do not own.
//
// Package detect decides which adapters share a folder, and each adapter decides
// which files it owns.
package mixed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"notdone/source"
	"notdone/source/watch"
)

// Open opens a path with at least one adapter. The returned source lists the
// tasks of all adapters, and the returned adapter has the others as Other. The
// caller closes the source.
func Open(ctx context.Context, adapters []source.Adapter, path string, o source.Options) (source.Adapter, source.Source, error) {
	a := adapters[0]
	first, err := a.Open(ctx, path, o)
	if err != nil || len(adapters) == 1 {
		return a, first, err
	}
	o.Owned = ownedBy(first, o.Owned)
	other, second, err := Open(ctx, adapters[1:], path, o)
	if err != nil {
		return a, nil, errors.Join(err, first.Close())
	}
	a.Other = &other
	both := &pair{first: first, second: second}
	if actor, ok := first.(source.Actor); ok {
		return a, &actingPair{pair: both, actor: actor}, nil
	}
	return a, both, nil
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

// pair combines two sources of one folder. No id occurs in both.
type pair struct {
	first, second source.Source
	// unreported is the delta of the first source that Refresh could not return
	// because the second source failed.
	unreported source.Delta
}

// actingPair is a pair whose first source can be acted on.
type actingPair struct {
	*pair
	actor source.Actor
}

// Describe joins the descriptions of both sources.
func (p *pair) Describe() source.Description {
	d, other := p.first.Describe(), p.second.Describe()
	d.Facts = append(slices.Clip(d.Facts), other.Facts...)
	d.Groups = append(slices.Clip(d.Groups), other.Groups...)
	slices.Sort(d.Groups)
	d.Groups = slices.Compact(d.Groups)
	return d
}

// Prefixes of a cursor: the source in which the listing stands.
const (
	firstPrefix  = "1:"
	secondPrefix = "2:"
)

// List returns the tasks of the first source, and then those of the second.
func (p *pair) List(ctx context.Context, q source.Query) (source.Page, error) {
	after := string(q.After)
	if rest, ok := strings.CutPrefix(after, secondPrefix); ok {
		return listPage(ctx, p.second, secondPrefix, rest, q.Limit)
	}
	rest, ok := strings.CutPrefix(after, firstPrefix)
	if !ok && after != "" {
		return source.Page{}, fmt.Errorf("not a cursor of this listing: %.80q", after)
	}
	page, err := listPage(ctx, p.first, firstPrefix, rest, q.Limit)
	if err == nil && page.Next == "" {
		page.Next = secondPrefix
	}
	return page, err
}

// listPage returns a page of one source, whose cursors get the prefix.
func listPage(ctx context.Context, s source.Source, prefix, after string, limit int) (source.Page, error) {
	page, err := s.List(ctx, source.Query{After: source.Cursor(after), Limit: limit})
	if page.Next != "" {
		page.Next = source.Cursor(prefix) + page.Next
	}
	return page, err
}

// Resolve resolves the name in both sources. If both know it, the task with that
// id wins. If it is the id of neither task, the name is ambiguous and the error
// wraps source.ErrNotFound.
func (p *pair) Resolve(ctx context.Context, name string) (string, error) {
	first, err := p.first.Resolve(ctx, name)
	if err != nil && !errors.Is(err, source.ErrNotFound) || err == nil && first == name {
		return first, err
	}
	second, otherErr := p.second.Resolve(ctx, name)
	switch {
	case otherErr == nil && err == nil && second != name:
		return "", fmt.Errorf("%.80q is the name of %.80q and of %.80q: %w", name, first, second, source.ErrNotFound)
	case otherErr == nil:
		return second, nil
	case !errors.Is(otherErr, source.ErrNotFound):
		return "", otherErr
	}
	return first, err
}

// Refresh returns the changes of both sources.
func (p *pair) Refresh(ctx context.Context, changed watch.Signal) (source.Delta, error) {
	first, err := p.first.Refresh(ctx, changed)
	if err != nil {
		return source.Delta{}, err
	}
	p.unreported = joinDeltas(p.unreported, first)
	second, err := p.second.Refresh(ctx, changed)
	if err != nil {
		return source.Delta{}, err
	}
	d := joinDeltas(p.unreported, second)
	d.More = first.More || second.More
	p.unreported = source.Delta{}
	return d, nil
}

// joinDeltas appends delta b to delta a. For a task in both, b decides whether it
// is changed or removed.
func joinDeltas(a, b source.Delta) source.Delta {
	if len(a.Cases) == 0 && len(a.Removed) == 0 {
		b.Reset = a.Reset || b.Reset
		return b
	}
	later := make(map[string]bool, len(b.Cases)+len(b.Removed))
	for i := range b.Cases {
		later[b.Cases[i].Task.ID] = true
	}
	for _, id := range b.Removed {
		later[id] = true
	}
	d := source.Delta{Reset: a.Reset || b.Reset}
	for i := range a.Cases {
		if !later[a.Cases[i].Task.ID] {
			d.Cases = append(d.Cases, a.Cases[i])
		}
	}
	d.Cases = append(d.Cases, b.Cases...)
	for _, id := range a.Removed {
		if !later[id] {
			d.Removed = append(d.Removed, id)
		}
	}
	d.Removed = append(d.Removed, b.Removed...)
	return d
}

// Targets returns the targets of both sources, each once.
func (p *pair) Targets() []watch.Target {
	all := slices.Clip(p.first.Targets())
	for _, t := range p.second.Targets() {
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all
}

// Close closes both. A second call does nothing.
func (p *pair) Close() error { return errors.Join(p.first.Close(), p.second.Close()) }

// Trouble joins the errors of both sources.
func (p *pair) Trouble() error {
	var all []error
	for _, s := range []source.Source{p.first, p.second} {
		if partial, ok := s.(source.Partial); ok {
			all = append(all, partial.Trouble())
		}
	}
	return errors.Join(all...)
}

// LeftOut joins the counts of both sources.
func (p *pair) LeftOut() string {
	var all []string
	for _, s := range []source.Source{p.first, p.second} {
		if selective, ok := s.(source.Selective); ok && selective.LeftOut() != "" {
			all = append(all, selective.LeftOut())
		}
	}
	return strings.Join(all, ", ")
}
