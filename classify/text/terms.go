package text

// A term is what a learned weight belongs to: one to three neighbouring words of
// a sentence, as the scanner writes them, or a shape of the message. It is known
// by a hash alone, so that no text stands in the model.

// Zones of a message; a term counts once in every zone it is in.
const (
	zoneAll uint32 = iota + 1
	zoneFirst
	zoneLast
)

// closing is how many sentences are the last zone.
const closing = 2

// Words that stand for the edges of a sentence, by how it ends.
const (
	keyBegin uint32 = iota + 101
	keyStop
	keyAsks
	keyColon
	keyRegret
)

// term hashes up to three keys in a zone; 0 is never returned.
func term(zone, a, b, c uint32) uint32 {
	h := uint64(zone)*0x9e3779b97f4a7c15 ^ uint64(a)
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	h = (h ^ uint64(b)) * 0x94d049bb133111eb
	h = (h ^ h>>31 ^ uint64(c)) * 0x9e3779b97f4a7c15
	return max(uint32(h>>32), 1)
}

// sentenceTerms gives every term of one sentence to use. A sentence whose
// obstacle the rules know to be overcome, supposed or another's has none: what
// is learned of single words would hear it again.
func (r *reader) sentenceTerms(i int, use func(term uint32)) {
	s := &r.sentences[i]
	if r.remarks[i].excused {
		return
	}
	zone := uint32(0)
	switch {
	case i >= len(r.sentences)-closing:
		zone = zoneLast
	case i == 0:
		zone = zoneFirst
	}
	a, b := uint32(0), keyBegin
	pairs := func(c uint32) {
		use(term(zoneAll, b, c, 0))
		if a != 0 {
			use(term(zoneAll, a, b, c))
		}
		if zone != 0 {
			use(term(zone, b, c, 0))
		}
		a, b = b, c
	}
	for k := s.from; k < s.to; k++ {
		if w := &r.scanner.words[k]; !w.quoted {
			use(term(zoneAll, w.key, 0, 0))
			if zone != 0 {
				use(term(zone, w.key, 0, 0))
			}
			pairs(w.key)
		}
	}
	switch s.last {
	case '?':
		pairs(keyAsks)
	case ':':
		pairs(keyColon)
	default:
		pairs(keyStop)
	}
	if r.remarks[i].regret {
		use(term(zoneAll, keyRegret, 0, 0))
	}
}
