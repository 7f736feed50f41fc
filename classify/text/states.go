package text

import (
	"slices"
	"sync"
	"sync/atomic"
)

// state is where a walk over the words of a sentence stands: in one or more places
// of patterns at once. All but the turns that were not taken yet is fixed.
type state struct {
	turns []turn   // an open-addressed table by word; nil is none
	leads uint64   // a bit for every word that has a turn, by its lowest bits
	shift uint8    // of the hash of a word, so that it is a place in turns
	only  bool     // it has turns and nothing of what follows
	ends  []uint16 // the phrases that end here
	atEnd []uint16 // those that end here if the sentence does
	gap   *state   // after up to shortGap words; nil is none
	gap8  *state   // the same for the longer gap
	arcs  []arc    // of its places, sorted
}

// turn leads from a state over one word to the next.
type turn struct {
	word uint16 // 0 is a free place in the table
	arcs uint32 // where the arcs of that word begin in the state's
	next atomic.Pointer[state]
}

// findTurn returns the turn that a word takes; nil is none.
func (s *state) findTurn(word uint16) *turn {
	if s.leads>>(word&63)&1 == 0 || word == wordOther {
		return nil
	}
	for at := s.place(word); ; at++ {
		t := &s.turns[at&(len(s.turns)-1)]
		if t.word == word {
			return t
		}
		if t.word == 0 {
			return nil
		}
	}
}

// place is where the search for a word begins in the table of turns.
func (s *state) place(word uint16) int { return int(uint32(word) * 0x9e3779b1 >> s.shift) }

// states makes the states of a lexicon when they are needed, each once. There is
// an end to them, as there are only so many patterns; a message of any length
// leads to no more. Whoever follows turns that were taken before waits for nobody.
type states struct {
	lexicon  *lexicon
	anywhere *state // before a phrase that may begin at any word
	atStart  *state // before one that begins with the sentence
	firsts   []turn // those of anywhere by the id of a word, as every word is looked up there

	mu   sync.Mutex
	made map[string]*state // by their places
}

// starts are the first places of phrases: of those that begin at any word, and of those
// that begin with the sentence.
type starts struct{ anywhere, atStart []uint16 }

func (s *starts) add(place uint16, atStart bool) {
	if atStart {
		s.atStart = append(s.atStart, place)
	} else {
		s.anywhere = append(s.anywhere, place)
	}
}

func newStates(l *lexicon, from starts) *states {
	s := &states{lexicon: l, made: map[string]*state{}}
	s.anywhere, s.atStart = s.stateOf(from.anywhere), s.stateOf(from.atStart)
	s.firsts = make([]turn, firstWord+l.known.ids)
	for i := range s.anywhere.turns {
		t := &s.anywhere.turns[i]
		s.firsts[t.word].word, s.firsts[t.word].arcs = t.word, t.arcs
	}
	s.anywhere.turns = nil
	return s
}

// follow returns the state that a turn of a state leads to.
func (s *states) follow(from *state, t *turn) *state {
	next := t.next.Load()
	if next == nil {
		next = s.makeNext(from, t)
	}
	return next
}

// makeNext makes the state that a turn leads to, unless it was made already.
func (s *states) makeNext(from *state, t *turn) *state {
	s.mu.Lock()
	defer s.mu.Unlock()
	var places []uint16
	for _, a := range from.arcs[t.arcs:] {
		if a.word() != t.word {
			break
		}
		places = append(places, a.to())
	}
	next := s.stateOf(places)
	t.next.Store(next)
	return next
}

// stateOf returns the state of some places and of those reached from them without a word.
func (s *states) stateOf(places []uint16) *state {
	l := s.lexicon
	for i := 0; i < len(places); i++ {
		if l.places[places[i]].is&isOptional != 0 {
			places = append(places, places[i]+1)
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)
	key := make([]byte, 0, 2*len(places))
	for _, p := range places {
		key = append(key, byte(p), byte(p>>8))
	}
	if made := s.made[string(key)]; made != nil {
		return made
	}
	out := &state{}
	s.made[string(key)] = out
	var gap, gap8 []uint16
	for _, p := range places {
		at := &l.places[p]
		out.arcs = append(out.arcs, l.arcs[at.arcs:l.places[p+1].arcs]...)
		switch {
		case at.is&isEnd != 0:
			out.ends = append(out.ends, at.phrase)
		case at.is&isAtEnd != 0:
			out.atEnd = append(out.atEnd, at.phrase)
		case at.is&isGap != 0:
			gap = append(gap, p+1)
		case at.is&isGap8 != 0:
			gap8 = append(gap8, p+1)
		}
	}
	if gap != nil {
		out.gap = s.stateOf(gap)
	}
	if gap8 != nil {
		out.gap8 = s.stateOf(gap8)
	}
	out.only = out.ends == nil && out.atEnd == nil && gap == nil && gap8 == nil
	out.indexTurns()
	return out
}

// indexTurns makes the table of turns, at most two thirds full.
func (s *state) indexTurns() {
	slices.Sort(s.arcs)
	s.arcs = slices.Clip(slices.Compact(s.arcs))
	words := 0
	for i, a := range s.arcs {
		if i == 0 || a.word() != s.arcs[i-1].word() {
			words++
		}
	}
	if words == 0 {
		return
	}
	size := 2
	s.shift = 31
	for size <= words+words/2 {
		size *= 2
		s.shift--
	}
	s.turns = make([]turn, size)
	for i, a := range s.arcs {
		if i > 0 && a.word() == s.arcs[i-1].word() {
			continue
		}
		at := s.place(a.word())
		for s.turns[at].word != 0 {
			at = (at + 1) & (size - 1)
		}
		s.turns[at].word, s.turns[at].arcs = a.word(), uint32(i)
		s.leads |= 1 << (a.word() & 63)
	}
}

// hit is one phrase found in a sentence.
type hit struct {
	phrase   uint16
	from, to int32 // its words; to is the one after the last
}

// match appends every phrase found in the words of one sentence. The work is
// bounded by a constant for each word, whatever the words are: no pattern has
// more than two gaps.
func (s *states) match(words []word, out []hit) []hit {
	m := matcher{states: s, words: words, hits: out}
	if len(words) > 0 {
		m.walk(m.states.atStart, 0, 0)
	}
	for i := range words {
		if t := &m.states.firsts[words[i].id]; t.word != wordOther {
			m.walk(m.states.follow(m.states.anywhere, t), i, i+1)
		}
	}
	return m.hits
}

type matcher struct {
	states *states
	words  []word
	hits   []hit
}

// walk follows the turns from a state over the words from i on.
func (m *matcher) walk(s *state, start, i int) {
	for {
		if !s.only {
			m.addHits(s.ends, start, i)
			if i == len(m.words) {
				m.addHits(s.atEnd, start, i)
			}
			m.walkGap(s.gap, start, i, shortGap)
			m.walkGap(s.gap8, start, i, longGap)
		}
		if i == len(m.words) {
			return
		}
		t := s.findTurn(m.words[i].id)
		if t == nil {
			return
		}
		s = m.states.follow(s, t)
		i++
	}
}

// walkGap tries the state after a gap of up to length words.
func (m *matcher) walkGap(to *state, start, i, length int) {
	if to == nil {
		return
	}
	words, only := m.words, to.only
	for k := i; k < len(words); k++ {
		w := &words[k]
		if !only {
			m.walk(to, start, k)
		} else if t := to.findTurn(w.id); t != nil {
			m.walk(m.states.follow(to, t), start, k+1)
		}
		if w.part {
			continue
		}
		if length--; length < 0 {
			return
		}
	}
	if !only {
		m.walk(to, start, len(words))
	}
}

// addHits adds the phrases that end before word i, each once for one start.
func (m *matcher) addHits(phrases []uint16, start, i int) {
next:
	for _, p := range phrases {
		for k := len(m.hits) - 1; k >= 0 && int(m.hits[k].from) == start; k-- {
			if m.hits[k].phrase == p {
				continue next
			}
		}
		m.hits = append(m.hits, hit{phrase: p, from: int32(start), to: int32(i)})
	}
}
