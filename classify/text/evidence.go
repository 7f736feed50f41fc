package text

import (
	"math"
	"slices"
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
		if impersonal && (i > 0 || m.kind[groupFailure] != model.KindBudget) { // a limit is of the run itself
			place *= impersonalShare
		}
		if v := m.weight[groupObstacle]; v > 0 {
			if m.regret {
				v += regretBonus
			}
			v *= m.asideShare(groupObstacle)
			beside := shareBesideReport(done, m.own[groupObstacle] || m.regret)
			if r.ends.stuck && i >= last-1 {
				beside = 1 // what the report ends with is no caveat of it
			}
			add(v*place*beside, i, obstacleRules[m.kind[groupObstacle]], LabelBlocked, groupObstacle, m.kind[groupObstacle])
		}
		if v := m.weight[groupFailure]; v > 0 {
			add(v*place*m.asideShare(groupFailure)*shareBesideReport(done, m.own[groupFailure]), i, "ended at a limit or in an error", LabelFailed, groupFailure, m.kind[groupFailure])
		}
		if v := m.weight[groupRefusal]; v > 0 {
			v = v*m.asideShare(groupRefusal) + min(morals, 4)*0.5
			if i > 2 {
				v *= 0.6
			}
			add(v*shareBesideReport(done, true), i, "would not do it", LabelRefused, groupRefusal, model.KindPolicy)
		}
		if v := m.weight[groupAsk]; v > 0 {
			add(r.askValue(i, v, place, done), i, askRule(m.kind[groupAsk]), LabelBlocked, groupAsk, m.kind[groupAsk])
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

// askValue returns how much a sentence that asks a person speaks against done, by the weight of its
// phrase, the share of its place and the work that the message reports.
func (r *reader) askValue(i int, weight, place, done float64) float64 {
	last := len(r.sentences) - 1
	if r.sentences[i].last == '?' || r.isListed(i) {
		weight += 0.7
	}
	if done > 0 && r.isAnswered(i) {
		weight *= leftAnswered
	}
	closes := i >= last-1 || i == r.ends.choices
	if last-i > 3 && i > 1 && !closes {
		weight *= 0.6 // the message went on after it
	}
	if closes {
		place = r.placeShare(i) // a closing question is asked of the reader, also in an impersonal text
	}
	left := math.Max(0.35, 1-0.2*done)
	if closes && r.ends.waits {
		left = math.Max(left, 0.8)
	}
	if r.remarks[i].weight[groupPromise] > 0 && r.showsCode(i) {
		left *= leftShown // "now I need to move the call:" asks for nothing
	}
	return weight * place * left
}

// behindText is the number of sentences before an offer from which they are a text that was asked
// for, so that the offer is made after the work.
const behindText = 3

// leftAside is what is left of what stands under a heading over what the work leaves out.
const leftAside = 0.4

// asideShare returns what a group counts for the heading above, unless it is the agent's own.
func (m *remark) asideShare(g group) float64 {
	if m.aside && !m.own[g] {
		return leftAside
	}
	return 1
}

// regretBonus is added to the weight of an obstacle that is told with regret.
const regretBonus = 0.6

// A text of more sentences than this without a word of the agent about itself is
// an answer, a guide or a document: what it says of obstacles is its subject.
const (
	impersonalSentences = 5
	impersonalShare     = 0.6
)

// isImpersonal reports whether the message is such a text.
func (r *reader) isImpersonal() bool {
	if len(r.sentences) <= impersonalSentences || containsWord(r.scanner.words, r.lexicon.self) {
		return false
	}
	return !r.lexicon.dropsSubject[r.spoken.most()] || !slices.ContainsFunc(r.remarks, func(m remark) bool { return slices.Contains(m.own[:], true) })
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
	case done < mild && r.leadsPlan(i):
		share = 1
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

// planItems is how many items a plan has at least, and behindPlan how many sentences stand behind it at most.
const (
	planItems  = 2
	behindPlan = 2
)

// leadsPlan reports whether a sentence at the beginning ends in a colon over a list that is all of the message.
func (r *reader) leadsPlan(i int) bool {
	if i > 1 || r.sentences[i].last != ':' {
		return false
	}
	end := i + 1
	for end < len(r.sentences) && r.sentences[end].shape == shapeBullet {
		end++
	}
	return end-i > planItems && len(r.sentences)-end <= behindPlan
}

// leftShown is what is left of work that is announced right before its code.
const leftShown = 0.1

// codeWithin is the number of lines behind a sentence in which the code that it announces must
// begin. The name of a file may stand between them.
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
