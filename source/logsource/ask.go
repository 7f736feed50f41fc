package logsource

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"notdone/model"
	"notdone/source"
)

// Describe says how many units there are.
func (l *Folder[F, U]) Describe() source.Description {
	n := 0
	for range l.hooks.Units() {
		n++
	}
	return l.Description(nil, source.Fact{Name: "logs", Value: strconv.Itoa(n)})
}

// maxGroups bounds how many groups a description names.
const maxGroups = 200

// Description says what is open and what groups it holds, as far as there is room.
func (l *Folder[F, U]) Description(groups map[string]bool, facts ...source.Fact) source.Description {
	names := slices.Sorted(maps.Keys(groups))
	return source.Description{Kind: l.Kind, Path: l.Path, Facts: facts, Groups: names[:min(len(names), maxGroups)]}
}

// Resolve finds a task by its id.
func (l *Folder[F, U]) Resolve(ctx context.Context, name string) (string, error) {
	_, c, err := l.Reread(ctx, name)
	return c.Task.ID, err
}

// History is the case of a task, read again.
func (l *Folder[F, U]) History(ctx context.Context, id string) (source.History, error) {
	_, c, err := l.Reread(ctx, id)
	return source.History{Case: c}, err
}

// Reread reads the task of an id again and returns its unit, too. The error wraps
// source.ErrNotFound when there is none.
func (l *Folder[F, U]) Reread(ctx context.Context, id string) (u U, c model.Case, err error) {
	cases, err := l.Get(ctx, []string{id})
	if err != nil {
		return u, c, err
	}
	if u, _ = l.ByID(id); len(cases) == 0 {
		return u, c, fmt.Errorf("%.80q in %s: %w", id, l.Path, source.ErrNotFound)
	}
	return u, cases[0], nil
}

// One returns the one id of those that go by a name. Without any, or with
// several, which it lists, the error wraps source.ErrNotFound.
func (l *Folder[F, U]) One(name string, found []string) (string, error) {
	slices.Sort(found)
	switch len(found) {
	case 0:
		return "", fmt.Errorf("%.80q in %s: %w", name, l.Path, source.ErrNotFound)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%s: %w", l.Path, &source.AmbiguousError{Name: name, IDs: found})
}
