package board

import (
	"context"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// listing is a listing of the source that is under way: the first one, one after
// a reset, one that looks for missing rows, or a search.
type listing struct {
	next  source.Cursor
	pages int
	// counted says that the source was asked how many tasks it has.
	counted bool
	// fresh collects a listing after a reset, apart from what is shown until it
	// is complete; nil for any other.
	fresh *index
	// restarts is how often the listing after a reset was begun again; again says
	// that another listing has to follow it.
	restarts int
	again    bool
	// missing says of which classes rows are looked for; nil when everything is
	// listed.
	missing map[class]*missing
	search  searchRequest // what is read for a search; zero for any other listing
	ahead   *readAhead    // the next page; nil: it is not being read yet
}

// readAhead is a page that is read while the one before it is judged and indexed.
type readAhead struct {
	after  source.Cursor
	ended  chan struct{} // closed when page and err are set
	page   source.Page
	err    error
	cancel context.CancelFunc
}

// first reports whether the first listing has not read a page yet.
func (l *listing) first() bool {
	return l.pages == 0 && l.fresh == nil && l.missing == nil && l.search.of == nil
}

// listPage takes in one page of the listing that is under way, if any, while the next
// one is being read.
func (f *feed) listPage(ctx context.Context) error {
	if f.listing == nil {
		next := &listing{missing: f.requests.swapMissing(nil)}
		if next.missing == nil {
			next.search = f.requests.takeSearch()
		}
		if next.missing == nil && next.search.of == nil {
			return nil
		}
		f.listing = next
	}
	l := f.listing
	if l.search.of != nil && l.search.of.ctx.Err() != nil {
		l.stopReading()
		f.listing = nil
		f.dropTitles()
		return nil
	}
	if l.search.of != nil && !l.search.all {
		return f.searchIDs(ctx)
	}
	if l.search.of != nil && l.search.of == f.titles.of {
		return nil // what the titles tell comes first
	}
	if !l.isAhead() {
		l.stopReading()
		f.startReading(ctx, l.next)
	}
	got, err := l.awaitPage()
	if err != nil {
		return err
	}
	if got.Next != "" && l.missing == nil {
		f.startReading(ctx, got.Next)
	}
	f.takePage(ctx, got)
	return nil
}

// searchIDs reads the next few tasks that a search asks for.
func (f *feed) searchIDs(ctx context.Context) error {
	l := f.listing
	ids := l.search.ids[:min(page, len(l.search.ids))]
	cases, err := f.get(ctx, ids)
	if err != nil {
		return err
	}
	rows := f.judgeCases(ctx, cases)
	f.indexRows(ctx, rows)
	f.dropTasks(ctx, missingFrom(cases, ids))
	l.search.ids = l.search.ids[len(ids):]
	done := len(l.search.ids) == 0
	f.b.send(ctx, func(*indexer) { l.search.of.pass(rows, false, done) })
	if done {
		f.endListing(ctx)
	}
	return nil
}

// isAhead reports whether the page is being read that comes next. It is another one after
// a page that could not be judged.
func (l *listing) isAhead() bool { return l.ahead != nil && l.ahead.after == l.next }

// startReading begins to read the page at a place of the listing.
func (f *feed) startReading(ctx context.Context, after source.Cursor) {
	a := &readAhead{after: after, ended: make(chan struct{})}
	ctx, a.cancel = context.WithCancel(ctx)
	f.listing.ahead = a
	limit := page
	if after == "" && !f.once {
		limit = firstPage
	}
	query := source.Query{After: after, Limit: limit}
	if passOver := f.passOver; passOver != nil {
		query.Only = func(c *model.Case) bool { return !passOver(c) }
	}
	go func() {
		defer close(a.ended)
		a.page, a.err = read(ctx, f, func(src source.Source) (source.Page, error) { return src.List(ctx, query) })
	}()
}

// awaitPage waits for the page that is being read and takes it out.
func (l *listing) awaitPage() (source.Page, error) {
	a := l.ahead
	<-a.ended
	a.cancel()
	l.ahead = nil
	return a.page, a.err
}

// takeAhead takes in the page that is being read, if any. Whatever is read after a page
// may be newer, so that the page has to be indexed first.
func (f *feed) takeAhead(ctx context.Context) error {
	l := f.listing
	if l == nil || !l.isAhead() {
		return nil
	}
	got, err := l.awaitPage()
	if err == nil {
		f.takePage(ctx, got)
	}
	return err
}

// stopReading ends the reading of a page that nobody is going to take in.
func (l *listing) stopReading() {
	if l != nil && l.ahead != nil {
		l.ahead.cancel()
		_, _ = l.awaitPage()
	}
}

// takePage judges and indexes a page of the listing.
func (f *feed) takePage(ctx context.Context, got source.Page) {
	l := f.listing
	done := got.Next == ""
	rows := f.judgePage(ctx, got.Cases)
	f.listTitles(rows)
	l.pages++
	l.next = got.Next
	switch {
	case l.fresh != nil:
		for _, r := range rows {
			l.fresh.putRow(r, f.b.o.Now())
		}
	case l.missing != nil:
		f.indexRows(ctx, rows)
		found, ok := ask(ctx, f.b, func(ix *indexer) bool { return ix.x.foundAll(l.missing, rows) })
		done = done || found || !ok
	default:
		f.indexRows(ctx, rows)
		if s := l.search.of; s != nil {
			f.b.send(ctx, func(*indexer) { s.pass(rows, true, done) })
		}
	}
	if done {
		f.endListing(ctx)
		_ = f.trouble(ctx) // before loading ends: then everything is known
	}
	f.setStatus(ctx, func(s *Status) {
		if s.Loading {
			s.Listed += len(got.Cases)
			s.Loading = !done
		}
	})
}

func (f *feed) endListing(ctx context.Context) {
	l := f.listing
	f.listing = nil
	f.mustRefresh(watch.Signal{})
	if l.missing == nil && l.search.of == nil {
		f.saveRows()
	}
	if l.missing == nil {
		f.saveTitles()
	}
	switch {
	case l.missing != nil:
		f.endRefill(ctx)
	case l.fresh != nil:
		l.fresh.part(f.queue).prior.known = true
		f.b.send(ctx, func(ix *indexer) { ix.x.replaceQueue(f.queue, l.fresh, f.b.o.Now()) })
		if l.again {
			f.relist(ctx)
		}
	case f.passOver == nil && l.search.of == nil:
		f.b.send(ctx, func(ix *indexer) {
			p := ix.x.part(f.queue)
			p.prior.known, p.there = true, [model.NumStates]int{}
		})
	}
}

// maxRestarts is how often a listing after a reset begins again because of
// another reset. A source that is reset with every commit would never be listed
// to its end otherwise.
const maxRestarts = 3

// relist begins the listing after a reset. What is shown stays until it ends. A
// scan has listed everything and begins no other listing.
func (f *feed) relist(ctx context.Context) {
	if f.once {
		f.stale = false
		return
	}
	f.listing.stopReading()
	next := &listing{fresh: f.b.newIndex()}
	if shown, ok := ask(ctx, f.b, func(ix *indexer) classify.Tally { return ix.x.part(f.queue).prior.shown }); ok {
		next.fresh.part(f.queue).prior.shown = shown
	}
	if l := f.listing; l != nil && l.search.of != nil {
		f.requests.addSearch(l.search)
	}
	if l := f.listing; l != nil && l.fresh != nil {
		if l.restarts >= maxRestarts {
			l.again = true
			return
		}
		next.restarts = l.restarts + 1
	}
	f.listing = next
	f.dropTitles()
	f.endRefill(ctx)
	f.setStatus(ctx, func(s *Status) {
		if s.Loading {
			s.Listed = 0
		}
	})
}

// endRefill tells the indexer that the feed no longer looks for missing rows.
func (f *feed) endRefill(ctx context.Context) {
	f.b.send(ctx, func(ix *indexer) {
		ix.due = ix.due || ix.refilling[f.index]
		ix.refilling[f.index] = false
	})
}
