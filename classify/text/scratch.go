package text

import "sync"

// scratch is the memory that reading one message takes, kept for the next.
type scratch struct {
	pieces    []piece
	sentences []sentence
	words     []word
	remarks   []remark
	hits      []hit
	counted   []weighed
	evidence  []evidence
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// keptWords bounds the memory that is kept: what a longer message took is let go.
const keptWords = 1 << 13

// release gives the reader's memory back. Nothing of the reader may be used
// after it; readings hold parts of the message only.
func (r *reader) release() {
	s := r.scratch
	*s = scratch{
		pieces: r.pieces[:0], sentences: r.sentences[:0], words: r.scanner.words[:0], remarks: r.remarks[:0],
		hits: s.hits[:0], counted: s.counted[:0], evidence: s.evidence[:0],
	}
	if cap(s.words) <= keptWords {
		scratches.Put(s)
	}
}
