// Package mixed reads one folder through several adapters: each shows its own
// files, and the next one shows what is left. The rest of the program sees one
// source.
//
// Only the joining of two sources belongs here. Package detect decides which
// adapters share a folder; the adapters decide what a file is.
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

// Open opens a path through the adapters; there must be at least one. Each reads
// the files that the adapters before it do not own. The returned adapter knows
// the tasks of all of them. The caller closes the source.
func Open(ctx context.Context, adapters []source.Adapter, path string, o source.Options) (source.Adapter, source.Source, error) {
	a := adapters[0]
	first, err := a.Open(ctx, path, o)
	if err != nil || len(adapters) == 1 {
		return a, first, err
	}
	o.Owned = owned(first, o.Owned)
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

// owned says which files belong to a source or to those before it.
func owned(s source.Source, before func(string) bool) func(string) bool {
	owner, ok := s.(source.Owner)
	if !ok {
		return before
	}
	return func(rel string) bool { return owner.Owns(rel) || before != nil && before(rel) }
}

// pair is two sources of one folder whose tasks have different ids.
type pair struct {
	first, second source.Source
	// told is the delta of the first source that was not returned yet because the
	// second source failed.
	told source.Delta
}

// actingPair is a pair whose first source can be acted on.
type actingPair struct {
	*pair
	actor source.Actor
}

// Describe says what both have found.
func (p *pair) Describe() source.Description {
	d, other := p.first.Describe(), p.second.Describe()
	d.Facts = append(slices.Clip(d.Facts), other.Facts...)
	d.Groups = append(slices.Clip(d.Groups), other.Groups...)
	slices.Sort(d.Groups)
	d.Groups = slices.Compact(d.Groups)
	return d
}

// The prefix of a cursor says which source it belongs to.
const (
	ofFirst  = "1:"
	ofSecond = "2:"
)

// List returns the tasks of the first source, and then those of the second.
func (p *pair) List(ctx context.Context, q source.Query) (source.Page, error) {
	after := string(q.After)
	if rest, ok := strings.CutPrefix(after, ofSecond); ok {
		return list(ctx, p.second, ofSecond, rest, q.Limit)
	}
	rest, ok := strings.CutPrefix(after, ofFirst)
	if !ok && after != "" {
		return source.Page{}, fmt.Errorf("not a cursor of this listing: %.80q", after)
	}
	page, err := list(ctx, p.first, ofFirst, rest, q.Limit)
	if err == nil && page.Next == "" {
		page.Next = ofSecond
	}
	return page, err
}

func list(ctx context.Context, s source.Source, whose, after string, limit int) (source.Page, error) {
	page, err := s.List(ctx, source.Query{After: source.Cursor(after), Limit: limit})
	if page.Next != "" {
		page.Next = source.Cursor(whose) + page.Next
	}
	return page, err
}

// Resolve asks both. When both know the name, the task whose id it is wins; when
// it is the id of neither, the error wraps source.ErrNotFound.
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

// Refresh returns what is new in both.
func (p *pair) Refresh(ctx context.Context, changed watch.Signal) (source.Delta, error) {
	first, err := p.first.Refresh(ctx, changed)
	if err != nil {
		return source.Delta{}, err
	}
	p.told = join(p.told, first)
	second, err := p.second.Refresh(ctx, changed)
	if err != nil {
		return source.Delta{}, err
	}
	d := join(p.told, second)
	d.More = first.More || second.More
	p.told = source.Delta{}
	return d, nil
}

// join returns one delta after the other. A task that is in both is as the later
// one says: present or removed.
func join(a, b source.Delta) source.Delta {
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

// Trouble says what of either cannot be read just now.
func (p *pair) Trouble() error {
	var all []error
	for _, s := range []source.Source{p.first, p.second} {
		if partial, ok := s.(source.Partial); ok {
			all = append(all, partial.Trouble())
		}
	}
	return errors.Join(all...)
}

// LeftOut counts what neither shows.
func (p *pair) LeftOut() string {
	var all []string
	for _, s := range []source.Source{p.first, p.second} {
		if selective, ok := s.(source.Selective); ok && selective.LeftOut() != "" {
			all = append(all, selective.LeftOut())
		}
	}
	return strings.Join(all, ", ")
}
