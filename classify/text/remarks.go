package text

import (
	"math"
	"slices"

	"notdone/model"
)

// remark is what one sentence says: for each group the weight of its heaviest
// phrase that counts.
type remark struct {
	weight   [numSpeaking]float64
	kind     [numSpeaking]model.ObstacleKind
	own      [numSpeaking]bool    // the phrase speaks of the agent itself
	named    [numSpeaking]float64 // the weight of the phrase that kind is of
	regret   bool                 // it sounds like bad news
	turnsBad bool                 // what stands in the way is said after what is done
	futile   bool                 // it says that what was tried did not help
	overcame bool                 // it says that something was overcome

	topic    bool    // it is a question that the work was to write
	aside    bool    // it stands under a heading over what the work leaves out
	held     bool    // it says that the work is held up, or that a part remains
	remains  bool    // it says that a part remains to be done
	undone   bool    // it says that a deed was not done
	left     bool    // it is a heading over what was not done or waits for a person
	excused  bool    // it names an obstacle that guards take most of the weight of
	learned  float64 // what its learned terms come to
	formed   float64 // what the forms of its words come to
	likeness float64 // what the vectors of its words come to
	taught   float64 // what the operator's own examples add for it
}

// fillRemarks finds the phrases of every sentence and fills the remarks.
func (r *reader) fillRemarks() {
	hits, counted := r.scratch.hits, r.scratch.counted
	aside, drafted := false, false
	for i := range r.sentences {
		s := &r.sentences[i]
		words := r.scanner.words[s.from:s.to]
		hits = r.match(s, hits[:0])
		if s.shape == shapeHeading || s.last == ':' || r.isLoneLine(i) {
			aside = countWords(words) <= headingWords && (r.has(hits, groupAside) || r.headsAside(i))
			r.remarks[i].left = countWords(words) <= leftHeadWords && r.has(hits, groupLeft) && !containsWord(words, r.lexicon.leftAsIs)
		}
		r.remarks[i].aside = aside || r.keysAside(i)
		m := &r.remarks[i]
		u, negated := r.findUndone(words)
		if r.reportsOwnDeed(words) || len(r.sentences) == 1 && !r.accuses(hits) && r.reportsDeed(i) {
			m.weight[groupDone] = mild
		}
		if len(hits) == 0 && !negated {
			continue
		}
		if len(hits) > maxHits {
			hits = hits[:maxHits]
		}
		m.futile = r.has(hits, groupFutile)
		if m.overcame = r.saysOvercome(words, hits); m.overcame && m.futile {
			m.overcame = false
			hits = slices.DeleteFunc(hits, func(h hit) bool { return r.groupOf(h) == groupOvercome })
		}
		drafted = drafted || r.has(hits, groupDraft)
		r.hearRequest(i, hits)
		counted = r.weighHits(s, hits, counted[:0])
		r.reduceRestated(i, counted)
		m.excused = r.isExcused(hits, counted)
		if negated {
			counted = r.hearUndone(i, u, hits, counted)
		}
		if !m.aside && s.shape != shapeHeading {
			m.remains = r.saysRemains(words, hits)
			m.held = m.remains || r.saysHeld(i, hits)
		}
		r.reducePast(words, counted)
		lastDone, lastBad := int32(-1), int32(-1)
		for _, c := range counted {
			switch c.group {
			case groupDone:
				lastDone = max(lastDone, c.from)
			case groupObstacle, groupFailure:
				lastBad = max(lastBad, c.from)
			default:
			}
			kind := r.lexicon.phrases[c.phrase].kind
			if c.value > m.weight[c.group] {
				m.weight[c.group], m.own[c.group] = c.value, c.own
			}
			if kind != model.KindUnknown && (c.value > m.named[c.group] || m.kind[c.group] == model.KindUnknown) {
				m.kind[c.group], m.named[c.group] = kind, c.value
			}
		}
		if s.last == '?' && !r.inEnglish {
			m.weight[groupPromise] = 0 // work that is asked about is not announced
		}
		m.turnsBad = lastBad > lastDone
		if n, all := r.findRatio(i); all > 0 && n == all {
			m.weight[groupDone], m.weight[groupFailure] = math.Max(m.weight[groupDone], mild), m.weight[groupFailure]*leftOvercomeNext
		}
	}
	r.scratch.hits, r.scratch.counted = hits, counted
	if drafted && r.asked == RequestUnknown {
		r.asked = RequestText
	}
	r.findTopics()
	r.reduceOvercome()
	r.reduceOnward()
}

// headingWords is how many words a heading has at most.
const headingWords = 6

// leftHeadWords is how many a heading has at most over what was not done.
const leftHeadWords = 10

// has reports whether a phrase of the group is among hits.
func (r *reader) has(hits []hit, g group) bool {
	return slices.ContainsFunc(hits, func(h hit) bool { return r.groupOf(h) == g })
}

// accuses reports whether a phrase among hits speaks for work not done.
func (r *reader) accuses(hits []hit) bool {
	return slices.ContainsFunc(hits, func(h hit) bool { return r.groupOf(h).accuses() })
}

// isExcused reports whether the sentence has a phrase of something in the way and
// guards leave next to nothing of any.
func (r *reader) isExcused(hits []hit, counted []weighed) bool {
	if slices.ContainsFunc(counted, func(c weighed) bool { return c.group.canBeOvercome() && c.value > weak }) {
		return false
	}
	return slices.ContainsFunc(hits, func(h hit) bool {
		p := &r.lexicon.phrases[h.phrase]
		return p.group.canBeOvercome() && p.weight >= mild
	})
}

// maxHits bounds the phrases of one sentence, as guards are compared with each.
const maxHits = 160

// reduceOvercome lowers obstacles that one of the next two sentences says were overcome.
func (r *reader) reduceOvercome() {
	for i := range r.remarks {
		if r.remarks[i].weight[groupObstacle] == 0 && r.remarks[i].weight[groupFailure] == 0 {
			continue
		}
		if r.sentences[i].counts && r.countsPart(i) {
			continue // the part that is missing is missing still
		}
		for k := i + 1; k <= min(i+2, len(r.remarks)-1); k++ {
			next := &r.remarks[k]
			if r.sentences[k].last == ':' && next.weight[groupAsk] >= mild {
				break // what follows is to be chosen from
			}
			if n, all := r.findRatio(k); n < all {
				break // it went no further
			}
			if (next.overcame || r.isOver(i, k)) && next.weight[groupObstacle] < weak {
				r.remarks[i].excused = true
				r.remarks[i].weight[groupObstacle] *= leftOvercomeNext
				r.remarks[i].weight[groupFailure] *= leftOvercomeNext
				break
			}
		}
	}
}
