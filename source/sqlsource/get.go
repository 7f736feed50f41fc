package sqlsource

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// Get reads tasks by their ids. It does not affect the result of Refresh. A database that
// cannot be read is an error, not a task that does not exist.
func (s *Source) Get(ctx context.Context, ids []string) ([]model.Case, error) {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	wanted := map[*Store][]string{}
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		if store, bare := s.split(ctx, id); store != nil {
			wanted[store] = append(wanted[store], bare)
		} else if group, _, _ := strings.Cut(id, "/"); s.troubles[group] != nil {
			return nil, s.troubles[group]
		}
	}
	var all []model.Case
	for _, store := range s.stores {
		err := store.getParts(ctx, wanted[store], false, func(_ []string, _ []entry, cases []model.Case) { all = append(all, cases...) })
		if err != nil {
			return nil, fmt.Errorf("%s: %w", store.name, err)
		}
	}
	return all, nil
}

// getParts reads tasks by their ids in the database, in parts. It passes the ids of each
// part to done, with the entries and cases of the tasks that exist.
func (s *Store) getParts(ctx context.Context, ids []string, whole bool, done func(ids []string, entries []entry, cases []model.Case)) error {
	for len(ids) > 0 {
		read := 0
		entries, cases, err := s.readTasks(ctx, min(portion, len(ids)), whole, func(ctx context.Context, q sqlitedb.Queryer, most int) ([]entry, error) {
			read = most
			return s.entriesOf(ctx, q, ids[:most])
		})
		if err != nil {
			return err
		}
		done(ids[:read], entries, cases)
		ids = ids[read:]
	}
	return nil
}

// History reads everything for the detail of one task.
func (s *Source) History(ctx context.Context, id string) (h source.History, err error) {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return h, err
	}
	defer leave()
	store, bare := s.split(ctx, id)
	if store == nil {
		return h, s.notFound(id)
	}
	var cases []model.Case
	err = store.getParts(ctx, []string{bare}, true, func(_ []string, _ []entry, read []model.Case) { cases = read })
	if err != nil {
		return h, fmt.Errorf("%s: %w", store.name, err)
	}
	if len(cases) == 0 {
		return h, s.notFound(id)
	}
	h.Case = cases[0]
	if c, ok := store.queue.(Commenter); ok {
		err := store.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
			h.Comments, err = c.Comments(ctx, q, bare)
			return err
		})
		return h, err
	}
	for _, e := range h.Case.Events {
		if e.Kind == model.EventCommented {
			h.Comments = append(h.Comments, e)
		}
	}
	return h, nil
}

// notFound is the error for a name that no task has. Where the database that it names, or
// for a name without a group any of them, cannot be read, the error says so instead.
func (s *Source) notFound(name string) error {
	group, _, grouped := strings.Cut(name, "/")
	err := s.troubles[group]
	if !grouped {
		err = s.broken()
	}
	if s.cfg.Many && err != nil {
		return fmt.Errorf("%s: %q: %w", s.cfg.Path, name, err)
	}
	return fmt.Errorf("%s: %q: %w", s.cfg.Path, name, source.ErrNotFound)
}

// Resolve finds a task by its id, with or without its group, and then by Shape.Ways. The
// error for a name of several tasks wraps source.ErrNotFound and lists them.
func (s *Source) Resolve(ctx context.Context, name string) (string, error) {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	s.openAll(ctx)
	group, bare := "", name
	if g, rest, ok := strings.Cut(name, "/"); ok && s.cfg.Many && !filepath.IsAbs(name) {
		group, bare = g, rest
		s.openLocked(ctx, group)
	}
	for way, more := 0, name != ""; more; way++ {
		more = false
		var found []string
		for _, store := range s.stores {
			if group != "" && store.Group != group {
				continue
			}
			more = more || way < len(store.shape.Ways)
			ids, err := store.find(ctx, way, bare)
			if err != nil {
				return "", fmt.Errorf("%s: %w", store.name, err)
			}
			for _, id := range ids {
				found = append(found, store.prefix()+id)
			}
		}
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return "", fmt.Errorf("%s: %w", s.cfg.Path, &source.AmbiguousError{Name: name, IDs: found})
		}
	}
	return "", s.notFound(name)
}

// find returns the tasks with this name: by id for way 0, else by one of Shape.Ways.
func (s *Store) find(ctx context.Context, way int, name string) (ids []string, err error) {
	if way > 0 {
		if way > len(s.shape.Ways) {
			return nil, nil
		}
		return s.shape.Ways[way-1](ctx, name)
	}
	from := "SELECT " + s.shape.ID + " FROM " + s.shape.Table + " t WHERE " + s.shape.ID
	ids, err = s.Strings(ctx, from+" = ?", name)
	if err != nil || len(ids) > 0 || !strings.ContainsRune(name, utf8.RuneError) {
		return ids, err
	}
	// What is no valid UTF-8 was written so in JSON and on the screen.
	pattern := strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]", string(utf8.RuneError), "*").Replace(name)
	ids, err = s.Strings(ctx, from+" GLOB ?", pattern)
	return slices.DeleteFunc(ids, func(id string) bool { return string([]rune(id)) != name }), err
}

// Strings runs a query in a read transaction of its own and returns its first column.
func (s *Store) Strings(ctx context.Context, query string, args ...any) (all []string, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		all, err = Strings(ctx, q, query, args...)
		return err
	})
	return all, err
}

// Find returns the tasks with a value in a column. If the file has no index of the
// column, the first call makes one in memory, because logs look up very many values
// that no task has. The index does not see later changes of the value: a task that got
// it afterwards is found only while its status is Busy or if it is one of seen.
func (s *Store) Find(ctx context.Context, column, value string, seen []string) ([]string, error) {
	table, id := s.shape.Table, s.shape.ID
	if !slices.Contains(s.searched, column) {
		err := s.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error { return s.Indexes.Require(ctx, q, table, column) })
		if err != nil {
			return nil, err
		}
		s.searched = append(s.searched, column)
	}
	if err := s.Indexes.Update(ctx); err != nil {
		return nil, err
	}
	from := " UNION SELECT " + id + " FROM " + table + " t WHERE t." + column + " = ?1 AND "
	return s.Strings(ctx, "SELECT "+id+" FROM (SELECT ?1 AS value) j CROSS JOIN "+s.Indexes.Join(table, "t", column, "j.value")+
		from+s.shape.Status+" IN (SELECT value FROM json_each(?2))"+from+id+" IN (SELECT value FROM json_each(?3)) LIMIT 3",
		value, List(s.shape.Busy), List(seen))
}
