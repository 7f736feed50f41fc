package text

// termTable finds the weights of terms. A slot is four bytes, so that the whole table stays
// near the processor: it lies in memory that every message reads all over.
//
// Terms are hashes, and a slot holds of one only what its place does not tell: the bits by
// which it is not placed, and how far behind its place it stands because others are there.
type termTable struct {
	slots   []uint32     // rest of the term, distance from its place, weight; 0 is free
	shift   uint8        // of a spread term, so that it is a place
	weights [256]float64 // by the byte in a slot
}

const (
	restBits     = 15 // at most, of a term; all bits of this number are set
	distanceBits = 9
	weightBits   = 8

	minTable = 1 << (32 - restBits)
)

// spreadTerm parts terms that lie close together. No two terms become one.
func spreadTerm(term uint32) uint32 { return term * 0x9e3779b1 }

// newTermTable makes a table of terms, each of which occurs once, with their weights in units;
// none is 0.
func newTermTable(terms []uint32, weights []int8, unit float64) termTable {
	t := termTable{shift: restBits}
	size := minTable
	for 2*size < 3*len(terms) {
		size *= 2
		t.shift--
	}
	for !t.fill(size, terms, weights) {
		size *= 2
		t.shift--
	}
	for b := range t.weights[1:] {
		t.weights[b+1] = float64(float32(float64(int8(b+1)) * unit))
	}
	return t
}

// fill enters all terms into a table of a size. It reports whether none stands too far from
// its place.
func (t *termTable) fill(size int, terms []uint32, weights []int8) bool {
	t.slots = make([]uint32, size)
	for i, term := range terms {
		at, want := t.place(term)
		for t.slots[at] != 0 {
			at = (at + 1) & uint32(size-1)
			if want++; want&(1<<distanceBits-1) == 0 {
				return false
			}
		}
		t.slots[at] = want<<weightBits | uint32(uint8(weights[i]))
	}
	return true
}

// place returns where the search for a term begins, and what its slot holds there above the weight.
func (t *termTable) place(term uint32) (at, want uint32) {
	term = spreadTerm(term)
	shift := t.shift & restBits // changes nothing, and shows the compiler that it is small
	return term >> shift, term & (1<<shift - 1) << distanceBits
}

// sideBySide is how many slots are read before any of them is looked at.
const sideBySide = 32

// addWeights adds the weights of terms to a sum, one after the other.
func (t *termTable) addWeights(sum float64, terms []uint32) float64 {
	for len(terms) > 0 {
		var first [sideBySide]uint32
		n := min(len(terms), sideBySide)
		for i, term := range terms[:n] {
			at, _ := t.place(term)
			first[i] = t.slots[at]
		}
		for i, term := range terms[:n] {
			sum += t.weights[t.search(term, first[i])]
		}
		terms = terms[n:]
	}
	return sum
}

// search returns the weight of a term in units, as a byte, of which the slot at its place is
// known; 0 when nothing was learned of it.
func (t *termTable) search(term, slot uint32) uint8 {
	at, want := t.place(term)
	for slot != 0 && slot>>weightBits != want {
		at, want = (at+1)&uint32(len(t.slots)-1), want+1
		if want&(1<<distanceBits-1) == 0 {
			return 0
		}
		slot = t.slots[at]
	}
	return uint8(slot)
}
