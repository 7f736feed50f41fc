package text

import "math"

// A title of so many words names what it stands over: "Stuck: the export needs a person to sign".
const namingWords = 7

// isTitle reports whether a sentence is a heading that is too brief to say anything itself, and
// others stand in the message.
func (r *reader) isTitle(i int) bool {
	s := &r.sentences[i]
	if s.to-s.from >= namingWords || i == len(r.sentences)-1 {
		return false
	}
	return s.shape == shapeHeading || r.isLoneLine(i)
}

// titleReach is how many sentences below a title are looked at.
const titleReach = 6

// quoteObstacle quotes the sentence that says what stands in the way: for a title, or the first
// sentence below one, the weightiest of those below, with a colon at its end also the line that it introduces.
func (r *reader) quoteObstacle(reading *Reading, at int) {
	switch {
	case r.isTitle(at):
		at = r.findBelow(at)
	case at == r.ends.left && at > 0 && r.sentences[at].shape == shapeProse:
		at = r.findBelow(at - 1) // the first sentence under a heading may only lead to the others
	}
	s := &r.sentences[at]
	start, end := s.start, s.end
	if next := at + 1; s.last == ':' && next < len(r.sentences) && r.sentences[next].end-start <= sentenceLimit {
		end = r.sentences[next].end
	}
	r.setQuote(reading, start, end)
}

// findBelow returns the first of the weightiest sentences below a title up to the next heading.
func (r *reader) findBelow(title int) int {
	best, most := title, math.Inf(-1)
	for i := title + 1; i <= min(title+titleReach, len(r.sentences)-1); i++ {
		if r.isTitle(i) {
			if best > title {
				break
			}
			continue
		}
		m := &r.remarks[i]
		w := max(m.against(), m.weight[groupAsk], m.weight[groupPromise])
		if m.held {
			w = max(w, firm)
		}
		if w += m.learned + m.likeness; w > most {
			best, most = i, w
		}
	}
	return best
}
