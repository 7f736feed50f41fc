package board

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"notdone/model"
	"notdone/ui/query"
)

// Search is a filter of the board that goes on until its context ends. It decides by the keys
// of the tasks that are listed where those tell enough. It reads those of which they do not,
// and every task of a source where tasks that are not listed may match, and takes in whatever
// changes.
type Search struct {
	b     *Board
	ctx   context.Context //nolint:containedctx // ends the search, in the feeds too
	query query.Query
	shown atomic.Pointer[Snapshot]
	news  chan struct{} // holds a message when there is a newer snapshot
	named bool          // the text was looked up as a name; belongs to the caller of Next

	// These belong to the indexer.
	keys     *tree[*Key] // of what matches, by compareRefs
	panes    [model.NumPanes]*pane
	quiet    [model.NumPanes]int // how many of the keys are quiet
	more     [model.NumPanes]bool
	byName   map[model.Ref]struct{}
	possible [model.NumStates]bool // tasks of the state may match
	looked   [model.NumPanes]int   // tasks of which it was known from the beginning
	read     [model.NumPanes]int   // others that were read by their ids
	passed   [model.NumPanes]int   // rows that were listed and looked at
	first    firstScan             // the look at all keys that it begins with
	pending  int                   // sources that are not searched to their end
	decided  time.Time             // when all keys were looked at last
	facts    query.Facts           // of the task that is looked at
	changed  bool
}

// maxQuietMatches is how many quiet tasks of a pane a search lists.
const maxQuietMatches = 20_000

// Search begins a search, which ends with ctx. Its first snapshot is there when it returns: with
// all that the rows tell that are held, and with what some of the keys tell; more of them where
// those find nothing.
// It is nil when the board does not run, or ctx has ended.
func (b *Board) Search(ctx context.Context, q query.Query) *Search {
	s := newSearch(ctx, b, q)
	if begun, _ := ask(ctx, b, func(ix *indexer) bool { return ix.begin(s) }); !begun {
		return nil
	}
	context.AfterFunc(ctx, func() {
		b.send(context.Background(), func(ix *indexer) {
			ix.x.searches = slices.DeleteFunc(ix.x.searches, func(o *Search) bool { return o == s })
		})
	})
	most := looksFirst
	if q.Empty() {
		most = idle // in another order the first of some keys are not the first of all
	}
	if s.lookFor(most, !q.Empty()) {
		go s.lookFor(idle, false)
	}
	if s.Snapshot() == nil {
		return nil
	}
	return s
}

// newSearch returns a search that has not begun.
func newSearch(ctx context.Context, b *Board, q query.Query) *Search {
	return &Search{
		b: b, ctx: ctx, query: q, news: make(chan struct{}, 1), keys: newTree(compareRefs), byName: map[model.Ref]struct{}{},
	}
}

// Snapshot returns the newest snapshot, in which only matching tasks are listed. Counts,
// severities and sources are those of the whole board.
func (s *Search) Snapshot() *Snapshot { return s.shown.Load() }

// Sort sorts a pane of the search by a key, and returns when that is done.
func (s *Search) Sort(p model.Pane, by query.Order) {
	ask(s.ctx, s.b, func(ix *indexer) bool {
		s.panes[p].sort(by)
		s.show(ix.b.snapshot.Load())
		return true
	})
}

// Pending reports whether Next has more to return although nothing changes. One goroutine may
// call it and Next.
func (s *Search) Pending() bool { return s.Snapshot().Searching() || s.name() != "" }

// name returns the text that is still to be looked up as another name of a task; empty: none is,
// since every task was looked at and some match.
func (s *Search) name() string {
	name, ok := s.query.Word()
	if snap := s.Snapshot(); !ok || s.named || !snap.searching && snap.keys.Len() > 0 {
		return ""
	}
	return name
}

// Next waits until there is a newer snapshot than when it was called last, and returns that; nil
// when the search or the board has ended. The first call looks the text up as a name of a task,
// if not every task was looked at or none matches. One goroutine may call it and Pending.
func (s *Search) Next() *Snapshot {
	if name := s.name(); name != "" {
		rows, _ := s.b.Find(s.ctx, name) // a source that fails shows so by itself
		for _, r := range rows {
			s.b.send(s.ctx, func(*indexer) { s.byName[r.Ref()] = struct{}{} })
			s.b.rereadTasks([]model.Ref{r.Ref()})
		}
		if s.named = true; len(rows) == 0 && !s.Snapshot().Searching() {
			return s.Snapshot()
		}
	}
	s.named = true
	select {
	case <-s.news:
		if s.ctx.Err() == nil {
			return s.Snapshot()
		}
	case <-s.ctx.Done():
	case <-s.b.stopped:
	}
	return nil
}

// mayMatch reports whether tasks of a state may match, whose weight is below a limit; those of
// one queue, or any of them where queue is empty.
func (s *Search) mayMatch(queue string, state model.State, limit int) bool {
	for weight := range limit + 1 {
		f := query.Facts{Queue: queue, State: state, Weight: weight, Several: true}
		if s.query.MatchFacts(&f, s.b.o.Now()) != query.No {
			return true
		}
	}
	return false
}

// passTime looks at all listed tasks again when the query asks for an age. It returns after
// how long it has to be called again.
func (ix *indexer) passTime(s *Search) time.Duration {
	const every = time.Minute
	if ix.b.o.Frozen || !s.query.Uses("age") && !s.query.Uses("new") && !s.query.Uses("changed") {
		return idle
	}
	if now := s.b.o.Now(); now.Sub(s.decided) >= every {
		s.decided = now
		ix.x.keys.Scan(func(k *Key) bool {
			if !ix.decide(s, k) {
				s.see(k, nil)
			}
			return true
		})
	}
	return every
}

// rest returns of each pane how many tasks were not looked at, of so many of each state.
func (s *Search) rest(states *[model.NumStates]int) (rest [model.NumPanes]int) {
	for state, n := range states {
		if s.possible[state] {
			rest[model.State(state).Pane()] += n
		}
	}
	for p := range rest {
		rest[p] = max(rest[p]-max(s.looked[p]+s.read[p], s.passed[p]), 0)
	}
	return rest
}

// see looks at a task, whose row is nil where only its key is known, and reports whether it
// matches. A task of which more has to be known is read.
func (s *Search) see(k *Key, shown *model.Row) (matches bool) {
	old, matched := s.keys.Get(k)
	matches = matched
	now := s.b.o.Now()
	s.facts = k.Facts()
	if _, named := s.byName[k.ref()]; shown != nil {
		matches = named || s.query.MatchBoth(&s.facts, shown, now)
	} else if known := s.query.MatchFacts(&s.facts, now); known != query.Maybe {
		matches = named || known == query.Yes
	} else if !matched {
		s.b.rereadTasks([]model.Ref{k.ref()})
	}
	matches = matches && (!s.query.Empty() || s.b.indexer.x.key(k.ref()) != nil)
	switch {
	case matched && matches && old.facts == k.facts:
		return true
	case matched:
		s.remove(old)
	}
	if matches {
		s.add(k)
	}
	return matches
}

func (s *Search) add(k *Key) {
	p := k.state.Pane()
	if k.is(isQuiet) {
		if s.quiet[p] >= maxQuietMatches {
			s.changed = s.changed || !s.more[p]
			s.more[p] = true
			return
		}
		s.quiet[p]++
	}
	s.keys.Set(k)
	s.panes[p].add(k)
	s.changed = true
}

func (s *Search) remove(k *Key) {
	p := k.state.Pane()
	if k.is(isQuiet) {
		s.quiet[p]--
	}
	s.keys.Delete(k)
	s.panes[p].remove(k)
	s.changed = true
}

// drop takes out a task that is gone.
func (s *Search) drop(ref model.Ref) {
	if k, ok := s.keys.Get(pivot(ref)); ok {
		s.remove(k)
	}
}

func (s *Search) isChanged() bool { return s.changed }

// show makes a snapshot of what matches on the board of now.
func (s *Search) show(of *Snapshot) {
	s.changed = false
	out := *of
	out.filtered, out.keys = !s.query.Empty(), s.keys.Copy()
	// What is still being listed for the first time is no more searched than what is left.
	out.searching = s.pending > 0 || !s.first.done || out.filtered && of.Loading()
	rest := s.rest(&of.Counts)
	for i, p := range s.panes {
		out.panes[i] = p.view()
		out.panes[i].more = s.more[i]
		if out.searching {
			out.panes[i].unsearched = rest[i]
		}
	}
	s.shown.Store(&out)
	notify(s.news)
}

// pass notes that rows were read, listed or by their ids, and whether those were the last of
// their source.
func (s *Search) pass(rows []*model.Row, listed, done bool) {
	for _, r := range rows {
		switch p := r.State.Pane(); {
		case listed && s.possible[r.State]:
			s.passed[p]++
		case !listed:
			s.read[p]++
		}
	}
	if s.changed = true; done {
		s.pending--
	}
}
