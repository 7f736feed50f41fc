package board

import (
	"context"
	"slices"

	"notdone/model"
	"notdone/source"
)

// titles is how far a search has come that looks for its longest word in the titles, before the
// tasks are listed with all that a row shows. The titles are in a file of them (see retitled.go);
// where there is none the source is asked.
type titles struct {
	begun bool
	ids   []string      // tasks that have the word and are still to be read
	next  source.Cursor // where the source goes on; empty: there are no other tasks
	found int
	done  bool
}

// mostTitled is how many tasks of a source are found by their titles: a listing finds so many
// soon.
const mostTitled = 5_000

// searchTitles reads some tasks that have the word in their titles, and looks for others when
// those were all.
func (f *feed) searchTitles(ctx context.Context) error {
	l := f.listing
	t := &l.titles
	if len(t.ids) == 0 {
		err := f.findTitles(l.search.of, t)
		if err != nil {
			t.done = true // the listing finds all, and fails where the source does
			return ctx.Err()
		}
		t.found += len(t.ids)
		t.ids, _ = ask(ctx, f.b, func(*indexer) []string { return l.search.of.lacks(f.queue, t.ids) })
	}
	some := t.ids[:min(page, len(t.ids))]
	t.ids = t.ids[len(some):]
	if len(some) > 0 {
		cases, err := f.get(ctx, some)
		if err != nil {
			return err
		}
		f.indexRows(ctx, f.judgeCases(cases))
	}
	t.done = len(t.ids) == 0 && (t.next == "" || t.found >= mostTitled)
	return nil
}

// findTitles finds the next tasks that have the longest word of a search in their titles.
func (f *feed) findTitles(s *Search, t *titles) (err error) {
	text := s.query.Shows()
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
