package text

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"notdone/classify/escapes"
)

// Explanation is a reading with everything it rests on.
type Explanation struct {
	Reading   Reading
	Sentences []Explained // that were read, in the order of the message
	// Rules, Terms and Bias are the parts of the exponent z of the score, which
	// is 1/(1+e^-z): what the rules found, what the learned weights add, and the
	// constant. They do not hold where the message states its own end.
	Rules, Terms, Bias float64
	// Found and Heard are what these parts are made of: what the rules found and what each of the
	// learned parts hears in the message.
	Found Found
	Heard Heard
	// ReadHead and ReadTail are the offsets between which nothing was read of a
	// message that is too long to be read whole; both are 0 otherwise.
	ReadHead, ReadTail int
}

// Explained is one sentence that was read, or a line that states the end.
type Explained struct {
	Start, End int    // byte offsets in the message
	Text       string // message[Start:End]; "" where that is not valid UTF-8
	// Score says how much the sentence speaks against done, in units of the
	// exponent of the reading's score; below 0 it speaks for done.
	Score    float64
	Evidence []string // what was found in it, in words for people; nil when nothing was
	Chosen   bool     // it is the one that the reading quotes
}

// Explain reads a message as ReadFor does and says what each sentence weighs.
func Explain(message string, asked Request) Explanation { return shipped().Explain(message, asked) }

// Explain reads a message as the function Explain does, with these weights.
func (w *Weights) Explain(message string, asked Request) Explanation {
	if m, coloured := escapes.Without(message); coloured {
		out := w.Explain(m.Text, asked)
		out.Reading.put(message, &m)
		for i := range out.Sentences {
			e := &out.Sentences[i]
			if e.Start, e.End = m.Start(e.Start), m.End(e.End); e.Text != "" {
				e.Text = message[e.Start:e.End]
			}
		}
		if out.ReadTail > 0 {
			out.ReadHead, out.ReadTail = m.End(out.ReadHead), m.Start(out.ReadTail)
		}
		return out
	}
	out := Explanation{Reading: w.ReadFor(message, asked)}
	if head, tail := stretches(message); tail.end > 0 {
		out.ReadHead, out.ReadTail = head.end, tail.start
	}
	r := newReader(message, w)
	r.asked = asked
	defer r.release()
	r.readSentences()
	found := r.weighEvidence()
	heard := r.hear(w)
	out.Found, out.Heard = found.found(), heard
	fusion := &w.Fusions[heard.Voice]
	if out.Reading.Shift != 0 {
		r.taught = w.correction
		r.sumTaught()
	}
	out.Rules = fusion.Rules * found.rules
	out.Bias = fusion.Bias - r.askedShare()
	out.Terms = fusion.Exponent(out.Found, heard) - out.Rules - fusion.Bias
	against := map[int]float64{}
	for _, e := range r.collectEvidence(found.done) {
		against[e.at] = max(against[e.at], e.value)
	}
	out.Sentences = make([]Explained, 0, len(r.sentences))
	chosen := false
	for i := range r.sentences {
		s := &r.sentences[i]
		m := &r.remarks[i]
		e := Explained{Start: s.start, End: s.end, Evidence: r.explainSentence(i)}
		e.Score = fusion.Rules*(against[i]-doneFactor*max(m.weight[groupDone], m.weight[groupReport])) +
			fusion.Terms*m.learned + fusion.Vectors*m.likeness + fusion.Forms*m.formed + m.taught
		if text := message[s.start:s.end]; utf8.ValidString(text) {
			e.Text = text
		}
		e.Chosen = s.start == out.Reading.PointAt && s.end == s.start+len(out.Reading.Point)
		chosen = chosen || e.Chosen
		out.Sentences = append(out.Sentences, e)
	}
	if at := out.Reading; !chosen && at.Quote != "" {
		out.Sentences = append(out.Sentences, Explained{Start: at.Start, End: at.End, Text: at.Quote, Evidence: at.Rules[:1], Chosen: true})
	}
	return out
}

// minLearned is the sum of learned weights below which a sentence is not said to
// be worded like others.
const minLearned = 0.1

// explainSentence says what was found in a sentence.
func (r *reader) explainSentence(i int) []string {
	s, m := &r.sentences[i], &r.remarks[i]
	words := r.scanner.words[s.from:s.to]
	hits := r.match(s, nil)
	hits = hits[:min(len(hits), maxHits)]
	var out []string
	said := map[string]bool{}
	say := func(h hit, what string) {
		quote := strings.ToValidUTF8(r.message[words[h.from].start:words[h.to-1].end], "")
		if line := fmt.Sprintf("%q %s", quote, what); h.to > h.from && !said[what] {
			said[what] = true
			out = append(out, line)
		}
	}
	for _, c := range r.weighHits(s, hits, nil) {
		if p := &r.lexicon.phrases[c.phrase]; c.value >= m.weight[c.group] {
			say(c.hit, p.says())
		}
	}
	if m.excused {
		for _, h := range hits {
			if p := &r.lexicon.phrases[h.phrase]; !p.group.speaks() && h.to > h.from {
				say(h, p.says())
			}
		}
		out = append(out, "what it names is overcome, supposed, negated or said of something else")
	}
	switch {
	case m.learned >= minLearned:
		out = append(out, "is worded like unfinished work")
	case m.learned <= -minLearned:
		out = append(out, "is worded like finished work")
	}
	return out
}
