package board

import (
	"context"
	"slices"

	"notdone/model"
	"notdone/source"
)

// titles is how far a search has come that lets the source look for its longest word in the
// titles, before the tasks are listed with all that a row shows.
type titles struct {
	next  source.Cursor
	found int
	done  bool
}

// mostTitled is how many tasks of a source are found by their titles: a listing finds so many
// soon.
const mostTitled = 5_000

// searchTitles looks at the next titles, and reads the tasks that have the word.
func (f *feed) searchTitles(ctx context.Context) error {
	l := f.listing
	text, t := l.search.of.query.Shows(), &l.titles
	type answer struct {
		ids  []string
		next source.Cursor
	}
	got, err := read(ctx, f, func(src source.Source) (a answer, err error) {
		if titler, ok := src.(source.Titler); ok && text != "" {
			a.ids, a.next, err = titler.Titled(ctx, text, t.next)
		}
		return a, err
	})
	if err != nil {
		t.done = true // the listing finds all, and fails where the source does
		return ctx.Err()
	}
	wanted, _ := ask(ctx, f.b, func(*indexer) []string { return l.search.of.lacks(f.queue, got.ids) })
	for some := range slices.Chunk(wanted, page) {
		if l.search.of.ctx.Err() != nil {
			return nil
		}
		cases, err := f.get(ctx, some)
		if err != nil {
			return err
		}
		f.indexRows(ctx, f.judgeCases(cases))
	}
	t.next, t.found = got.next, t.found+len(got.ids)
	t.done = t.next == "" || t.found >= mostTitled
	return nil
}

// lacks returns those of the tasks of a queue that are not known to match.
func (s *Search) lacks(queue string, ids []string) []string {
	return slices.DeleteFunc(ids, func(id string) bool {
		_, matches := s.keys.Get(pivot(model.Ref{Queue: queue, ID: id}))
		return matches
	})
}
