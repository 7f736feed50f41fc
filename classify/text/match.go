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
	m := matcher{lexicon: l, words: words, hits: out}
	if len(words) > 0 {
		m.walk(atStart, 0, 0)
	}
	for i := range words {
		if first := l.firsts[words[i].id]; first != 0 {
			m.walk(first, i, i+1)
		}
	}
	return m.hits
}

type matcher struct {
	lexicon *lexicon
	words   []word
	hits    []hit
}

// walk follows the trie from a node over the words from at on.
func (m *matcher) walk(at int32, start, i int) {
	for {
		n := &m.lexicon.nodes[at]
		if n.ends != 0 {
			m.report(m.lexicon.lists[n.ends], start, i)
		}
		if n.atEnd != 0 && i == len(m.words) {
			m.report(m.lexicon.lists[n.atEnd], start, i)
		}
		m.jump(n.gap, start, i, shortGap)
		m.jump(n.gap8, start, i, longGap)
		if i == len(m.words) || !n.leaves {
			return
		}
		id := m.words[i].id
		if id == wordOther {
			return
		}
		if at = m.lexicon.edges.find(at, id); at < 0 {
			return
		}
		i++
	}
}

// jump tries the node after a gap of up to length words.
func (m *matcher) jump(to int32, start, i, length int) {
	if to == 0 {
		return
	}
	for k := i; k <= min(i+length, len(m.words)); k++ {
		if k < len(m.words) && m.words[k].id == wordOther && m.lexicon.nodes[to].ends == 0 {
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
