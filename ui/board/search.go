package board

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"notdone/model"
)

// Search is a filter of the board that goes on until its context ends. It looks at the
// rows that are held and at the ids of all tasks that are listed, then reads all others
// page by page, and takes in whatever changes.
type Search struct {
	b      *Board
	ctx    context.Context //nolint:containedctx // ends the search, in the feeds too
	text   string
	filter model.Filter
	shown  atomic.Pointer[Snapshot]
	news   chan struct{} // holds a message when there is a newer snapshot
	named  bool          // the text was looked up as a name; belongs to the caller of Next

	// These belong to the indexer.
	keys    *tree[*Key] // of what matches, by compareRefs
	panes   [model.NumPanes]*pane
	quiet   [model.NumPanes]int // how many of the keys are quiet
	more    [model.NumPanes]bool
	byName  map[model.Ref]struct{}
	looked  [model.NumPanes]int // rows that were looked at from the beginning
	passed  [model.NumPanes]int // rows that were read and looked at
	pending int                 // sources that are not searched to their end
	changed bool
}

// maxQuietMatches is how many quiet tasks of a pane a search lists.
const maxQuietMatches = 20_000

// Search begins a search by a text as ParseFilter reads it, which ends with ctx. Its first
// snapshot is there when it returns. It is nil when the board does not run.
func (b *Board) Search(ctx context.Context, text string) *Search {
	s := &Search{
		b: b, ctx: ctx, text: text, filter: model.ParseFilter(text), news: make(chan struct{}, 1),
		keys: newTree(compareRefs), byName: map[model.Ref]struct{}{},
	}
	if _, ok := ask(ctx, b, func(ix *indexer) bool { return ix.begin(s) }); !ok {
		return nil
	}
	context.AfterFunc(ctx, func() {
		b.send(context.Background(), func(ix *indexer) {
			ix.x.searches = slices.DeleteFunc(ix.x.searches, func(o *Search) bool { return o == s })
		})
	})
	return s
}

// Snapshot returns the newest snapshot, in which only matching tasks are listed. Counts,
// severities and sources are those of the whole board.
func (s *Search) Snapshot() *Snapshot { return s.shown.Load() }

// Next waits until there is a newer snapshot than when it was called last, and returns
// that; nil when the search or the board has ended. The first call looks the text up as a
// name of a task, if not every task was looked at. One goroutine may call it.
func (s *Search) Next() *Snapshot {
	if !s.named && s.Snapshot().Searching() {
		rows, _ := s.b.Find(s.ctx, strings.TrimSpace(s.text)) // a source that fails shows so by itself
		for _, r := range rows {
			s.b.send(s.ctx, func(*indexer) { s.byName[r.Ref()] = struct{}{} })
			s.b.rereadTasks([]model.Ref{r.Ref()})
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

// begin begins a search: with all that is known without reading.
func (ix *indexer) begin(s *Search) bool {
	x := ix.x
	s.panes = newPanes(x.rows)
	words := strings.Fields(strings.ToLower(s.filter.Text))
	x.keys.Scan(func(k *Key) bool {
		if len(s.filter.Sources) == 0 && containsAll(k.id, words) {
			s.add(k)
		}
		return true
	})
	for _, held := range x.rows.all() {
		s.looked[held.key.state.Pane()]++
		k := held.key
		if listed := x.key(k.ref()); listed != nil {
			k = listed
		}
		s.see(k, held.shown)
	}
	x.searches = append(x.searches, s)
	total := x.total()
	states := total.states()
	if s.unsearched(&states) > 0 {
		for i, f := range ix.b.feeds {
			if ix.status[i].Kind != "" {
				s.pending++
				f.requests.addSearch(s)
			}
		}
	}
	s.show(ix.b.snapshot.Load())
	return true
}

func containsAll(text string, words []string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// unsearched returns how many tasks were not looked at, of these numbers of each state.
func (s *Search) unsearched(states *[model.NumStates]int) (n int) {
	for _, rest := range s.rest(states) {
		n += rest
	}
	return n
}

// rest returns of each pane how many tasks were not looked at.
func (s *Search) rest(states *[model.NumStates]int) (rest [model.NumPanes]int) {
	for state, n := range states {
		rest[model.State(state).Pane()] += n
	}
	for p := range rest {
		rest[p] = max(rest[p]-max(s.looked[p], s.passed[p]), 0)
	}
	return rest
}

// see looks at a task, whose row is nil where only its key is new, and reports whether it
// matches.
func (s *Search) see(k *Key, shown *model.Row) (matches bool) {
	old, matched := s.keys.Get(k)
	matches = matched
	if _, named := s.byName[k.ref()]; shown != nil {
		matches = named || s.filter.Match(shown)
	}
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
	out.filtered, out.searching, out.keys = true, s.pending > 0, s.keys.Copy()
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

// pass notes that rows were read, and whether those were the last of their source.
func (s *Search) pass(rows []*model.Row, done bool) {
	for _, r := range rows {
		s.passed[r.State.Pane()]++
	}
	if s.changed = true; done {
		s.pending--
	}
}
