package text

import "slices"

// Row is one row of the tables, as its file holds it.
type Row struct {
	File string // LANGUAGE/GROUP.txt, in the folder phrases
	Line int    // from 1
	// NotDone says what the row stands for: unfinished work, or finished work. A
	// guard stands for finished work, because it takes weight from what speaks
	// against that.
	NotDone bool
}

// Rows returns the rows of all tables.
func Rows() []Row {
	phrases := theLexicon().phrases
	out := make([]Row, len(phrases))
	for i := range phrases {
		p := &phrases[i]
		out[i] = Row{File: p.file, Line: p.line, NotDone: p.group.accuses()}
	}
	return out
}

// accuses reports whether phrases of the group speak for work not done.
func (g group) accuses() bool {
	switch g {
	case groupObstacle, groupAsk, groupOffer, groupPromise, groupRefusal, groupFailure, groupMoral:
		return true
	default:
		return false
	}
}

// RowsIn returns the rows that count in a message, each once, ascending, as
// indexes of Rows. A row that a guard leaves without weight does not count; a
// guard counts wherever it is found.
func RowsIn(message string) []int {
	r := newReader(message, RulesAlone())
	defer r.release()
	r.take()
	var out []int
	for i := range r.sentences {
		s := &r.sentences[i]
		hits := r.lexicon.match(r.scanner.words[s.from:s.to], nil)
		for _, h := range hits {
			if !r.lexicon.phrases[h.phrase].group.speaks() {
				out = append(out, int(h.phrase))
			}
		}
		for _, c := range r.guarded(s, hits, nil) {
			out = append(out, int(c.phrase))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
