package board

import (
	"time"

	"notdone/model"
	"notdone/ui/query"
)

const (
	// looksFirst is how long a search that finds nothing goes on before its first snapshot.
	looksFirst = 10 * time.Millisecond
	// lookedAtOnce is how many keys are looked at between two other changes of the index.
	lookedAtOnce = 4096
)

// firstScan is how far a search has come that looks at all listed keys. It goes through them by
// compareRefs. Tasks that change meanwhile are looked at as they change.
type firstScan struct {
	held map[*Key]struct{} // keys of rows that were held at the beginning and looked at
	last *Key              // the last one that was looked at; nil: none was
	// unread are the ids, by queue, of the listed tasks that have to be read.
	unread map[string][]string
	asked  map[string]bool // the queues of which all tasks are read
	done   bool
}

// begin begins a search: with the rows that are held. It is false for one that has ended, such
// as that of a letter after which more were typed.
func (ix *indexer) begin(s *Search) bool {
	if s.ctx.Err() != nil {
		return false
	}
	x := ix.x
	s.panes, s.decided = newPanes(x.rows), s.b.o.Now()
	s.first = firstScan{held: map[*Key]struct{}{}, unread: map[string][]string{}, asked: map[string]bool{}}
	for state := range s.possible {
		s.possible[state] = s.mayMatch("", model.State(state), model.NumSeverities)
	}
	for _, held := range x.rows.all() {
		if s.ctx.Err() != nil {
			return false
		}
		k := held.key
		isListed := x.key(k.ref()) == k
		if isListed {
			s.first.held[k] = struct{}{}
		} else if s.query.Empty() || x.key(k.ref()) != nil {
			continue
		}
		s.see(k, held.shown)
		if !isListed || s.possible[k.state] {
			s.looked[k.state.Pane()]++
		}
	}
	x.searches = append(x.searches, s)
	ix.due = true // so that time passes
	ix.readAll(s)
	return true
}

// readAll has those sources read whole of which tasks that are not listed may match.
func (ix *indexer) readAll(s *Search) {
	for i, f := range ix.b.feeds {
		if ix.status[i].Kind != "" && !s.first.asked[f.queue] && s.needsListing(ix.x.part(f.queue)) {
			s.first.asked[f.queue] = true
			s.pending++
			f.requests.addTitles(s)
			f.requests.addSearch(searchRequest{of: s, all: true})
		}
	}
}

// looked is what came of looking at some keys.
type looked struct {
	more  bool // there are others
	found bool // something matches by now
}

// lookFor looks at keys until all were looked at, or so much time is over, or something was found
// and that is enough. Then it shows what was found, and reports whether there are more keys.
func (s *Search) lookFor(most time.Duration, enough bool) (more bool) {
	for began := time.Now(); ; {
		last, going := ask(s.ctx, s.b, func(ix *indexer) looked { return looked{ix.look(s), s.keys.Len() > 0} })
		if !going || !last.more {
			return false
		}
		if last.found && enough || time.Since(began) >= most {
			ask(s.ctx, s.b, func(ix *indexer) bool {
				s.show(ix.b.snapshot.Load())
				return true
			})
			return true
		}
	}
}

// look looks at some more keys, and reports whether there may be others. After the last ones the
// tasks are asked for of which the keys do not tell enough.
func (ix *indexer) look(s *Search) (more bool) {
	left := lookedAtOnce
	from := s.first.last
	if from == nil {
		from = &Key{queue: new(string)}
	}
	now := s.b.o.Now()
	ix.x.keys.Ascend(from, func(k *Key) bool {
		if s.first.last != nil && compareRefs(k, s.first.last) == 0 {
			return true // it may be another one of the same task, which was looked at as it came
		}
		if left == 0 {
			return false
		}
		left--
		s.first.last = k
		if _, held := s.first.held[k]; !held {
			s.lookAt(k, now)
		}
		return true
	})
	if left == 0 {
		s.changed = true
		return true
	}
	ix.endLook(s)
	s.show(ix.b.snapshot.Load())
	return false
}

// lookAt looks at a key.
func (s *Search) lookAt(k *Key, now time.Time) {
	s.facts = k.Facts()
	switch s.query.MatchFacts(&s.facts, now) {
	case query.Maybe:
		if !s.first.asked[*k.queue] {
			s.first.unread[*k.queue] = append(s.first.unread[*k.queue], k.id)
		}
		return
	case query.Yes:
		s.see(k, nil)
	case query.No:
	}
	if s.possible[k.state] {
		s.looked[k.state.Pane()]++
	}
}

// endLook asks for the listed tasks of which the keys did not tell enough. What is not listed any
// more may have left the lists before it was looked at.
func (ix *indexer) endLook(s *Search) {
	ix.readAll(s)
	for i, f := range ix.b.feeds {
		if ids := s.first.unread[f.queue]; ix.status[i].Kind != "" && !s.first.asked[f.queue] && len(ids) > 0 {
			s.pending++
			f.requests.addSearch(searchRequest{of: s, ids: ids})
		}
	}
	s.first = firstScan{done: true}
}

// decide looks at a listed task, and reports whether enough is known of it.
func (ix *indexer) decide(s *Search, k *Key) bool {
	var shown *model.Row
	s.facts = k.Facts()
	if s.query.MatchFacts(&s.facts, s.b.o.Now()) == query.Maybe {
		held := ix.x.rows.held(k.ref())
		if held == nil {
			return false
		}
		shown = held.shown
	}
	s.see(k, shown)
	return true
}

// needsListing reports whether tasks of a queue that are not listed may match.
func (s *Search) needsListing(p *part) bool {
	for c, n := range p.counts.classes {
		if n > p.listed[c] && !s.query.Empty() && s.mayMatch(*p.queue, class(c).state(), int(model.SeverityWarning)) {
			return true
		}
	}
	return false
}
