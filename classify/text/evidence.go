package text

import (
	"math"
	"strings"

	"notdone/model"
)

// collectEvidence lists what speaks for work not done, weighed by where it stands and
// by how much work the message reports.
func (r *reader) collectEvidence(done float64) []evidence {
	out := r.scratch.evidence[:0]
	add := func(value float64, at int, rule string, label Label, g group, kind model.ObstacleKind) {
		value *= r.requestShare(at, g, r.remarks[at].own[g])
		out = append(out, evidence{value: value, at: at, rule: rule, label: label, group: g, kind: kind})
	}
	last := len(r.sentences) - 1
	morals := 0.0
	for i := range r.remarks {
		if r.remarks[i].weight[groupMoral] > 0 {
			morals++
		}
	}
	impersonal := r.isImpersonal()
	for i := range r.remarks {
		m := &r.remarks[i]
		place := r.placeShare(i)
		if impersonal {
			place *= impersonalShare
		}
		if v := m.weight[groupObstacle]; v > 0 {
			if m.regret {
				v += regretBonus
			}
			if m.aside && !m.own[groupObstacle] {
				v *= asideShare
			}
			beside := shareBesideReport(done, m.own[groupObstacle] || m.regret)
			if r.ends.stuck && i >= last-1 {
				beside = 1 // what the report ends with is no caveat of it
			}
			add(v*place*beside, i, obstacleRules[m.kind[groupObstacle]], LabelBlocked, groupObstacle, m.kind[groupObstacle])
		}
		if v := m.weight[groupFailure]; v > 0 {
			add(v*place*shareBesideReport(done, m.own[groupFailure]), i, "ended at a limit or in an error", LabelFailed, groupFailure, m.kind[groupFailure])
		}
		if v := m.weight[groupRefusal]; v > 0 {
			v += min(morals, 4) * 0.5
			if i > 2 {
				v *= 0.6
			}
			add(v*shareBesideReport(done, true), i, "would not do it", LabelRefused, groupRefusal, model.KindPolicy)
		}
		if v := m.weight[groupAsk]; v > 0 {
			if r.sentences[i].last == '?' || r.isListed(i) {
				v += 0.7
			}
			if done > 0 && r.isAnswered(i) {
				v *= leftAnswered
			}
			closes := i >= last-1 || i == r.ends.choices
			if last-i > 3 && i > 1 && !closes {
				v *= 0.6
			}
			at := place
			if closes {
				at = r.placeShare(i) // a closing question is asked of the reader
			}
			left := math.Max(0.35, 1-0.2*done)
			if closes && r.ends.waits {
				left = math.Max(left, 0.8)
			}
			if m.weight[groupPromise] > 0 && r.showsCode(i) {
				left *= leftShown // "now I need to move the call:" asks for nothing
			}
			add(v*at*left, i, askRule(m.kind[groupAsk]), LabelBlocked, groupAsk, m.kind[groupAsk])
		}
		if v := m.weight[groupOffer]; v > weak && done < 1.5 && i < behindText {
			add(v*place*(1-0.5*done), i, "offers to begin and reports no work", LabelBlocked, groupOffer, model.KindDecision)
		}
		if v := m.weight[groupPromise]; v > 0 {
			add(v*r.promiseShare(i, done), i, "announces work and ends", LabelFailed, groupPromise, model.KindUnknown)
		}
	}
	r.scratch.evidence = r.appendEnding(done, out)
	return r.scratch.evidence
}

// behindText is how many sentences stand before an offer that is made behind a text, which then
// is the work.
const behindText = 3

// asideShare is what an obstacle counts under a heading over what the work leaves
// out, unless it is the agent's own.
const asideShare = 0.4

// regretBonus is what bad news weighs more for being told as such.
const regretBonus = 0.6

// A text of more sentences than this without a word of the agent about itself is
// an answer, a guide or a document: what it says of obstacles is its subject.
const (
	impersonalSentences = 5
	impersonalShare     = 0.6
)

// isImpersonal reports whether the message is such a text.
func (r *reader) isImpersonal() bool {
	return len(r.sentences) > impersonalSentences && !r.lexicon.dropsSubject[r.spoken.most()] && !containsWord(r.scanner.words, r.lexicon.self)
}

// shareBesideReport returns how much an obstacle counts beside reported work: a caveat in a
// report is not what became of the task.
func shareBesideReport(done float64, own bool) float64 {
	if own {
		return math.Max(0.5, 1-0.1*done)
	}
	return math.Max(0.2, 1-0.25*done)
}

// promiseShare returns how much a promise counts: fully at the very end, hardly where
// sentences follow that may be the promised work.
func (r *reader) promiseShare(i int, done float64) float64 {
	last := len(r.sentences) - 1
	share := 0.1
	switch {
	case r.showsCode(i):
	case i == last && r.sentences[i].last == ':':
		share = 1.5
	case i == last:
		share = 1.25
	case i == last-1:
		share = 0.7
	case r.sentences[i].para == r.sentences[last].para:
		share = 0.5
	}
	if r.sentences[i].shape == shapeBullet || r.sentences[i].shape == shapeRow {
		share *= 0.5
	}
	return share * math.Max(0.6, 1-0.08*done)
}

// leftShown is what is left of work that is announced right before its code.
const leftShown = 0.1

// codeWithin is how many lines behind a sentence code begins at most that the sentence stands
// before: the name of its file may stand between them.
const codeWithin = 3

// showsCode reports whether a sentence ends in a colon and stands before code that it speaks
// of. Commands are not the work but a call of it, which nothing here answers.
func (r *reader) showsCode(i int) bool {
	s := &r.sentences[i]
	if s.last != ':' {
		return false
	}
	rest := strings.TrimLeft(r.message[s.end:], " *_\r\n")
	for range codeWithin {
		line, below, _ := strings.Cut(rest, "\n")
		if language, ok := strings.CutPrefix(strings.TrimSpace(line), "```"); ok {
			return strings.HasPrefix(below, "<<<<<<<") || language != "" && !shells[strings.ToLower(language)]
		}
		rest = strings.TrimLeft(below, "\r\n")
	}
	return false
}
