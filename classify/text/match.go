package text

// hit is one phrase found in a sentence.
type hit struct {
	phrase   uint16
	from, to int32 // its words; to is the one after the last
}

// match appends every phrase found in the words of one sentence. The work is
// bounded by a constant for each word, whatever the words are: no pattern has
// more than two gaps.
func (l *lexicon) match(words []word, out []hit) []hit {
	m := matcher{states: l.states, words: words, hits: out}
	if len(words) > 0 {
		m.walk(m.states.atStart, 0, 0)
	}
	for i := range words {
		if t := m.states.firsts[words[i].id]; t != nil {
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
		if len(s.ends) > 0 {
			m.report(s.ends, start, i)
		}
		if len(s.atEnd) > 0 && i == len(m.words) {
			m.report(s.atEnd, start, i)
		}
		m.jump(s.gap, start, i, shortGap)
		m.jump(s.gap8, start, i, longGap)
		if i == len(m.words) {
			return
		}
		t := s.turn(m.words[i].id)
		if t == nil {
			return
		}
		s = m.states.follow(s, t)
		i++
	}
}

// jump tries the state after a gap of up to length words.
func (m *matcher) jump(to *state, start, i, length int) {
	if to == nil {
		return
	}
	for k := i; k <= min(i+length, len(m.words)); k++ {
		if k < len(m.words) && m.words[k].id == wordOther && len(to.ends) == 0 {
			continue
		}
		m.walk(to, start, k)
	}
}

// report adds the phrases that end before word i, each once for one start.
func (m *matcher) report(phrases []uint16, start, i int) {
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
