package board

import (
	"context"
	"slices"

	"notdone/model"
	"notdone/source"
)

// titles is the state of a search for a word in the titles of a source's tasks. A search looks for
// its longest word there before the source is listed, because that is faster. The titles are in a
// file (see retitled.go); without the file the source is asked.
type titles struct {
	of    *Search // nil: no search looks at titles
	begun bool
	ids   []string      // tasks that have the word and are still to be read
	next  source.Cursor // where the source goes on; empty: there are no other tasks
	found int
}

// mostTitled is how many tasks of a source are found by their titles: a listing finds so many
// soon.
const mostTitled = 5_000

// searchTitles reads some tasks that have the word of a search in their titles, and looks for
// others when those were all.
func (f *feed) searchTitles(ctx context.Context) error {
	t := &f.titles
	if t.of == nil || t.of.ctx.Err() != nil {
		*t = titles{of: f.requests.takeTitles()}
	}
	if t.of == nil {
		return nil
	}
	if len(t.ids) == 0 {
		if f.findTitles(t) != nil {
			*t = titles{} // the listing finds all, and fails where the source does
			return ctx.Err()
		}
		t.found += len(t.ids)
		t.ids, _ = ask(ctx, f.b, func(*indexer) []string { return t.of.lacks(f.queue, t.ids) })
	}
	some := t.ids[:min(page, len(t.ids))]
	t.ids = t.ids[len(some):]
	if len(t.ids) == 0 && (t.next == "" || t.found >= mostTitled) {
		*t = titles{}
	}
	if len(some) == 0 {
		return nil
	}
	cases, err := f.get(ctx, some)
	if err == nil {
		f.indexRows(ctx, f.judgeCases(ctx, cases))
	}
	return err
}

// findTitles finds the next tasks that have the longest word of the search in their titles.
func (f *feed) findTitles(t *titles) (err error) {
	s, text := t.of, t.of.query.Shows()
	if text == "" {
		return nil
	}
	if !t.begun {
		t.begun = true
		if ids, ok := f.titled(s.ctx, text); ok {
			t.ids = ids
			return nil
		}
	}
	type answer struct {
		ids  []string
		next source.Cursor
	}
	got, err := read(s.ctx, f, func(src source.Source) (a answer, err error) {
		if titler, ok := src.(source.Titler); ok {
			a.ids, a.next, err = titler.Titled(s.ctx, text, t.next)
		}
		return a, err
	})
	t.ids, t.next = got.ids, got.next
	return err
}

// lacks returns those of the tasks of a queue that are not known to match.
func (s *Search) lacks(queue string, ids []string) []string {
	return slices.DeleteFunc(ids, func(id string) bool {
		_, matches := s.keys.Get(pivot(model.Ref{Queue: queue, ID: id}))
		return matches
	})
}
