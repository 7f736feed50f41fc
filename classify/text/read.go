package text

import (
	"sync"
	"unicode/utf8"

	"notdone/classify/escapes"
)

// Read reads one message. It never fails: whatever the bytes are, Quote is
// message[Start:End] and valid UTF-8. Of a message longer than 64 KiB it reads
// the first 24 and the last 40.
func Read(message string) Reading { return ReadFor(message, RequestUnknown) }

// ReadFor reads one message as Read does, as the answer to what was asked for.
func ReadFor(message string, asked Request) Reading { return shipped().ReadFor(message, asked) }

// Read reads one message as the function Read does, with these weights.
func (w *Weights) Read(message string) Reading { return w.ReadFor(message, RequestUnknown) }

// ReadFor reads one message as the function ReadFor does, with these weights.
func (w *Weights) ReadFor(message string, asked Request) Reading {
	if m, coloured := escapes.Without(message); coloured {
		r := w.ReadFor(m.Text, asked)
		r.put(message, &m)
		return r
	}
	if o, found := findResultObject(message); found {
		return w.readResultObject(message, &o, asked)
	}
	if without, some := withoutNoErrors(message); some {
		return w.readNoErrors(message, without, asked)
	}
	if saysNoError(message) {
		return makeSilent(saysSign)
	}
	r := newReader(message, w)
	r.asked = asked
	defer r.release()
	r.readSentences()
	stated, ok := r.findStatement()
	if !ok {
		r.taught = w.correction
		return r.answerGreeting(r.makeReading())
	}
	r.clearReport(stated)
	return r.applyStatement(stated, r.makeReading())
}

// put places a reading of the text without escape sequences in the message that has them.
func (r *Reading) put(message string, m *escapes.Map) {
	if r.End > r.Start {
		r.Start, r.End, r.PointAt = m.Start(r.Start), m.End(r.End), m.Start(r.PointAt)
		r.Quote = message[r.Start:r.End]
	}
}

// Prepare makes the tables that messages in English are read with. The first message waits for
// them, so that a program does well to begin with them beside other work.
func Prepare() {
	shipped()
	englishLexicon()
}

func newReader(message string, w *Weights) *reader {
	s := scratches.Get().(*scratch) //nolint:forcetypeassert // the pool holds nothing else
	r := &s.reader
	*r = reader{message: message, lexicon: englishLexicon(), weights: w, scratch: s, pieces: s.pieces, sentences: s.sentences, remarks: s.remarks}
	r.scanner = wordScanner{message: message, lexicon: r.lexicon, words: s.words}
	return r
}

// reader is the state of reading one message.
type reader struct {
	message   string
	lexicon   *lexicon
	weights   *Weights
	taught    *Correction // nil: nothing is corrected
	fusion    *Fusion     // of the weights, for the language of the message
	asked     Request
	restated  int // the number, from 1, of the sentence that restates the request; 0: none does
	scratch   *scratch
	scanner   wordScanner
	pieces    []piece
	sentences []sentence // of the agent's own words; of everything when it has none
	remarks   []remark   // one for each sentence
	fenceOpen bool       // the message ends inside a code fence
	quotedEnd bool       // the message ends in quoted lines
	trace     trace      // the stack trace that the message ends in
	record    record     // the record that it ends in
	alone     bool       // the message is the error of a program and nothing else
	ends      conclusion // what the remarks together say of the ending
	spoken    spoken     // the common words of each language at its beginning
	inEnglish bool       // no other language has more of them
	onlyQuote bool       // there are no words but quoted ones
	unread    bool       // it is in a language that has no tables here
}

// readSentences lays the message out and weighs its sentences.
func (r *reader) readSentences() {
	l := layout{message: r.message, pieces: r.pieces[:0]}
	head, tail := stretches(r.message)
	head.start = afterThinking(r.message[:head.end])
	l.readStretch(head)
	if tail.end > 0 {
		l.readStretch(tail)
	}
	r.pieces, r.fenceOpen, r.trace = l.pieces, l.fence != 0, r.findTrace()
	r.readRecord()
	if r.takeSentences(); r.lexicon == englishLexicon() && !r.isSurelyEnglish() {
		r.lexicon = theLexicon()
		r.scanner.lexicon = r.lexicon
		r.takeSentences()
	}
	if n := len(r.pieces); n > 0 {
		r.quotedEnd = r.pieces[n-1].shape == shapeQuoted
	}
	r.inEnglish = !r.unread && r.spoken.compare(english) >= 0
	r.fillRemarks()
	r.alone = r.isErrorAlone()
}

// takeSentences splits the agent's own words into sentences, or quoted words where there are
// no others, and counts the common words at their beginning.
func (r *reader) takeSentences() {
	r.splitPieces(func(s shape) bool { return s != shapeQuoted })
	if r.onlyQuote = len(r.scanner.words) == 0; r.onlyQuote {
		r.splitPieces(func(s shape) bool { return s == shapeQuoted })
	}
	r.unread = r.scanner.unread > max(fewUnread, len(r.scanner.words)/unreadShare)
	r.scanner.unread = 0
	r.spoken = r.lexicon.count(r.scanner.words[:min(len(r.scanner.words), toldWords)])
}

// How many letters of other languages a message has at most that is in one that has tables
// here, where names have some: these few, or one for so many words.
const (
	fewUnread   = 4
	unreadShare = 8
)

// isSurelyEnglish reports whether the tables of English are enough: all letters are Latin,
// and the message has twice as many common words of English as of any other language, or
// English phrases have more than two in three of its words.
func (r *reader) isSurelyEnglish() bool {
	if r.scanner.strange {
		return false
	}
	if n := int(r.spoken[english]); n > 0 && 2*r.spoken.compare(english) >= n {
		return true
	}
	known := 0
	for i := range r.scanner.words {
		w := &r.scanner.words[i]
		in := r.lexicon.common[w.id]
		if in == 0 && w.id != wordOther && w.id < r.lexicon.notEnglish || in&(1<<english) != 0 || w.key <= keyName {
			known++
		}
	}
	return 3*known > 2*len(r.scanner.words) || len(r.scanner.words) == 0
}

// splitPieces splits the pieces of the wanted shapes into sentences and words.
func (r *reader) splitPieces(wanted func(shape) bool) {
	r.sentences = r.sentences[:0]
	r.scanner.words = r.scanner.words[:0]
	r.remarks = r.remarks[:0]
	for _, p := range r.pieces {
		if !wanted(p.shape) || p.start == p.end {
			continue
		}
		first := len(r.sentences)
		r.sentences = splitSentences(r.message, p, r.sentences)
		for i := first; i < len(r.sentences); i++ {
			s := &r.sentences[i]
			s.from = len(r.scanner.words)
			r.scanner.regret = false
			r.scanner.scan(s.start, s.end)
			s.to = len(r.scanner.words)
			s.counts = r.hasNumber(r.scanner.words[s.from:s.to])
			r.remarks = append(r.remarks, remark{regret: r.scanner.regret})
		}
	}
}

// quoteSentence fills in the sentence that carries the reading.
func (r *reader) quoteSentence(reading *Reading, at int) {
	r.setQuote(reading, r.sentences[at].start, r.sentences[at].end)
}

// setQuote fills in what carries the reading, if it is valid UTF-8.
func (r *reader) setQuote(reading *Reading, start, end int) {
	if quote := r.message[start:end]; utf8.ValidString(quote) {
		reading.Quote, reading.Start, reading.End = quote, start, end
		reading.Point, reading.PointAt = quote, start
	}
}

// scratch is the memory that reading one message takes, kept for the next.
type scratch struct {
	reader    reader
	pieces    []piece
	sentences []sentence
	words     []word
	end       []word // of the last line
	remarks   []remark
	hits      []hit
	counted   []weighed
	evidence  []evidence
	terms     []uint32 // of one sentence
	tokens    []token  // of one sentence
	own       []piece  // of the agent's own words
	lines     []edgeLine
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
		end: s.end[:0], hits: s.hits[:0], counted: s.counted[:0], evidence: s.evidence[:0], terms: s.terms[:0], tokens: s.tokens[:0],
		own: s.own[:0], lines: s.lines[:0],
	}
	if cap(s.words) <= keptWords {
		scratches.Put(s)
	}
}
