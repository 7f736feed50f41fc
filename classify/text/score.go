package text

import (
	"math"
	"strings"

	"notdone/model"
)

// This file weighs a message: makeReading is where it begins. The rules make an exponent x. It
// begins at bias, rises by what speaks for work not done and falls by what reports work, see
// weighEvidence. The score is 1/(1+e^-z), where z is made of x and of what was learned, see Fusion,
// and of what an operator's own examples add. Weights (weak to certain, see weightWords) and the
// values of evidence are in units of x.
const (
	bias        = -1.8
	doneFactor  = 0.55 // of the reported work, subtracted
	doneMost    = 5.0  // the most work that sumReports returns
	secondShare = 0.3  // of further evidence of the same or another group
	secondMost  = 1.5  // the most that all further evidence adds
)

// evidence is the case for one label, and the sentence that carries it.
type evidence struct {
	value float64
	at    int // the sentence; -1 when none carries it
	rule  string
	label Label
	group group
	kind  model.ObstacleKind

	from, to int // the line that carries it where that is no sentence, in byte offsets
}

// weighing is what the rules make of a message.
type weighing struct {
	best   evidence // the weightiest
	done   float64  // how much work is reported
	doneAt int      // the sentence that reports it most heavily; -1 when none does
	rules  float64  // the exponent x
}

func (w *weighing) found() Found {
	return Found{Exponent: w.rules, Done: w.done, Against: w.best.value}
}

// conclusion is what several rules ask of how a message ends.
type conclusion struct {
	stuck    bool // see endsStuck
	waits    bool // see waitsForAnswer
	choices  int  // the sentence that findChoices returns, or -1
	part     int  // that of findPart, or -1
	failures int  // that of findFailures, or -1
	left     int  // the sentence that names what was not done; -1 when none does
	held     int  // that which says last that the work is held up, or -1
	undone   int  // that which says that the deed was not done, or -1
}

func (r *reader) conclude() conclusion {
	c := conclusion{stuck: r.endsStuck(), choices: r.findChoices(), part: r.findPart(), failures: r.findFailures(), left: r.findLeft(), held: r.findHeld(), undone: r.findUndoneDeed()}
	c.waits = c.choices >= 0 || r.waitsForAnswer() || r.opensForbidden()
	return c
}

// weighEvidence sums the remarks up: the weightiest evidence counts whole, all other by a share.
func (r *reader) weighEvidence() weighing {
	r.ends = r.conclude()
	w := weighing{best: evidence{at: -1}}
	w.done, w.doneAt = r.sumReports()
	var rest float64
	for _, e := range r.collectEvidence(w.done) {
		if e.value > w.best.value {
			w.best, e = e, w.best
		}
		rest += e.value
	}
	w.rules = bias + w.best.value + min(rest*secondShare, secondMost)*min(1, w.best.value) - doneFactor*w.done*r.reportShare(w.done)
	return w
}

// What share of the reported work still counts where the message closes with a question that the
// work waits for (leftByQuestion), or with what the agent could not do (leftByFailure).
const (
	leftByQuestion = 0.45
	leftByFailure  = 0.05
	muchDone       = 3 // reported work from which on it does not matter what is announced behind it
)

// reportShare returns the share of the reported work that counts: less where the message
// closes with what the work waits for or with what the agent could not do.
func (r *reader) reportShare(done float64) float64 {
	switch {
	case r.crashes(), r.trailsOff(), r.record.unsound, r.record.partly, r.ends.stuck, r.ends.part >= 0, r.ends.failures >= 0, r.ends.left >= 0, r.ends.held >= 0, r.ends.undone >= 0:
		return leftByFailure
	case r.ends.waits, r.endsInPromise(done), r.record.against.value >= firm && !r.record.shown:
		return leftByQuestion
	}
	return 1
}

// waitsForAnswer reports whether the message closes with a question of which phrases say
// that the work waits for its answer. Ways on that findChoices finds are added in conclude.
func (r *reader) waitsForAnswer() bool {
	last := len(r.remarks) - 1
	for i := last; i >= max(0, last-1); i-- {
		m := &r.remarks[i]
		asks := m.weight[groupAsk] >= firm && r.sentences[i].last == '?' || m.weight[groupAsk] >= strong && i == last
		if asks && m.weight[groupDone] == 0 {
			return true
		}
	}
	return false
}

// opensForbidden reports whether a message opens with a permission that is missing, and asks for it in the next
// sentence or the last one: what it tells between is what it would do.
func (r *reader) opensForbidden() bool {
	last := len(r.remarks) - 1
	if last < 1 || r.remarks[0].kind[groupObstacle] != model.KindPermission || r.remarks[0].weight[groupObstacle] < firm {
		return false
	}
	for _, i := range [...]int{1, last} {
		m := &r.remarks[i]
		if m.weight[groupAsk] >= firm || m.weight[groupObstacle] >= firm && m.kind[groupObstacle] == model.KindPermission {
			return true
		}
	}
	return false
}

// endsStuck reports whether one of the last two sentences says what the agent could
// not do, or tells of it as bad news. In other languages than English, some of which
// have no word for "I", it is enough that the message closes with it. That something
// could not be tried out is a caveat of work that was done.
func (r *reader) endsStuck() bool {
	last := len(r.remarks) - 1
	for i := last; i >= max(0, last-1); i-- {
		m, s := &r.remarks[i], &r.sentences[i]
		told := m.own[groupObstacle] || m.regret || !r.inEnglish && r.closes(i) || i == last && r.waitsForApproval(i)
		stuck := m.weight[groupObstacle] >= firm && told || m.weight[groupFailure] >= firm && m.own[groupFailure]
		limited := i == last && m.weight[groupFailure] >= strong && (m.kind[groupFailure] == model.KindRateLimit || m.kind[groupFailure] == model.KindBudget)
		if (stuck || limited) && s.shape == shapeProse && !m.aside && !m.overcame && m.turnsBad && !containsWord(r.scanner.words[s.from:s.to], r.lexicon.proofs) {
			return true
		}
	}
	return false
}

// waitsForApproval reports whether a sentence says that something is still to be approved: "The commands require
// approval to proceed".
func (r *reader) waitsForApproval(i int) bool {
	m := &r.remarks[i]
	return m.kind[groupObstacle] == model.KindPermission && m.weight[groupDone] == 0 && r.tells(&approvals, i)
}

// closes reports whether the message says nothing behind a sentence but a farewell.
func (r *reader) closes(i int) bool {
	last := len(r.sentences) - 1
	s := &r.sentences[last]
	return i == last || i == last-1 && s.to-s.from <= greetingWords && s.last != '?'
}

// fewSentences is how many sentences a message has at most whose last words alone say
// where it stopped; a longer one closes with an outlook now and then.
const fewSentences = 12

// endsInPromise reports whether the last sentence announces work, beside not too much
// that is reported.
func (r *reader) endsInPromise(done float64) bool {
	last := len(r.remarks) - 1
	if last < 0 || last >= fewSentences || r.remarks[last].weight[groupDone] > 0 {
		return false
	}
	return r.remarks[last].weight[groupPromise] >= firm && done < muchDone
}

// trailsOff reports whether the message ends in dots behind work that it announces.
func (r *reader) trailsOff() bool {
	last := len(r.remarks) - 1
	if last < 0 || r.remarks[last].weight[groupPromise] == 0 {
		return false
	}
	s := &r.sentences[last] // its last is '~' where it ends in "…", see wideMarks
	return s.last == '~' || strings.HasSuffix(r.message[s.start:s.end], "...")
}

func containsWord(words []word, marked []bool) bool {
	for i := range words {
		if marked[words[i].id] {
			return true
		}
	}
	return false
}

// findChoices returns the sentence over a list of ways on that follows an obstacle
// which the agent says of itself; -1: there is none.
func (r *reader) findChoices() int {
	stuck := false
	for i := range r.remarks {
		m := &r.remarks[i]
		if m.own[groupObstacle] && m.weight[groupObstacle] >= firm {
			stuck = true
		}
		if stuck && r.isListed(i) && m.weight[groupAsk] >= mild {
			return i
		}
	}
	return -1
}

// makeReading makes the reading of what the rules, the learned weights and the operator's own
// examples say. Where z is not above 0, the label stays LabelDone, the zero Label.
func (r *reader) makeReading() Reading {
	if s := r.findSilence(); s != saysSomething {
		return makeSilent(s)
	}
	w := r.weighEvidence()
	heard := r.hear(r.weights)
	r.fusion = &r.weights.Fusions[heard.Voice]
	shift := r.sumTaught()
	z := r.fusion.Exponent(w.found(), heard) + shift - r.askedShare()
	reading := Reading{Score: 1 / (1 + math.Exp(-z)), Grade: model.GradeTextOnly, Reports: r.reportsWork(), Shift: shift}
	switch {
	case z > 0:
		r.setUnfinished(&reading, &w)
	case w.done > 0:
		reading.Rules = []string{"reports finished work"}
		if w.best.value > 1 {
			reading.Rules = append(reading.Rules, w.best.rule+", beside the report")
		}
		if w.doneAt >= 0 {
			r.quoteSentence(&reading, w.doneAt)
		}
	default:
		reading.Grade = model.GradeCannotTell
		reading.Rules = []string{"says neither that it is done nor that it is not"}
		if w.best.value > 0 {
			reading.Rules = append(reading.Rules, w.best.rule+", but not surely")
		}
	}
	if said := reading.SayShift(); said != "" {
		reading.Rules = append(reading.Rules, said)
	}
	return reading
}

// wordsAsked is what the exponent is lowered by where words were asked for: they are the work, and
// may tell of anything that stands in the way of others.
const wordsAsked = 0.25

func (r *reader) askedShare() float64 {
	if r.asked.IsWords() {
		return wordsAsked
	}
	return 0
}

// findWait returns what the work waits for where the weightiest evidence is a promise to go on once that is there: "I need
// permission to write. Let me know when I have it and I will proceed."
func (r *reader) findWait(promise evidence) (wait evidence, found bool) {
	for _, e := range r.scratch.evidence {
		asks := e.group == groupAsk
		switch e.kind {
		case model.KindPermission, model.KindCredentials, model.KindDecision:
			asks = asks || e.group == groupObstacle
		default:
		}
		near := e.at >= promise.at-promiseReach && e.at <= promise.at+1
		if asks && e.at >= 0 && near && e.value >= firm && e.value > wait.value {
			wait, found = e, true
		}
	}
	if before := promise.at - 1; !found && before >= 0 && r.asks(before) && r.remarks[before].weight[groupOffer] > 0 {
		rule := askRule(model.KindDecision) // "Do you want me to delete them? I'll go on once you confirm."
		return evidence{value: promise.value, at: before, rule: rule, label: LabelBlocked, group: groupAsk, kind: model.KindDecision}, true
	}
	return wait, found
}

// setUnfinished fills in a reading against done.
func (r *reader) setUnfinished(reading *Reading, w *weighing) {
	if w.best.group == groupPromise && w.best.at >= 0 {
		if wait, found := r.findWait(w.best); found {
			w.best = wait
		}
	}
	at := w.best.at
	reading.Label, reading.Kind = w.best.label, w.best.kind
	reading.Promise = w.best.group == groupPromise
	reading.Asks = w.best.group == groupAsk || w.best.group == groupOffer
	reading.Own = at >= 0 && r.remarks[at].own[w.best.group]
	reading.Rules = r.explainUnfinished(w.best, w.done)
	if w.best.value == 0 {
		reading.Label, reading.Rules = LabelBlocked, []string{"is worded like messages of unfinished work"}
		at = r.findLearned()
	}
	switch {
	case w.best.to > 0:
		r.quoteLine(reading, w.best)
	case at >= 0:
		r.quoteObstacle(reading, w, at)
	}
}

// sumReports sums up how much the message reports as done, and returns the sentence that reports it
// most heavily, the first of equals; -1 is none. A sentence counts most among the first two, next
// among the last two. One whose obstacle weighs more than its report does not count.
func (r *reader) sumReports() (float64, int) {
	sum, at, first := 0.0, -1, 0.0
	if r.alone {
		return sum, at
	}
	planned := r.ends.waits // what is opened with verbs of doing is the plan that the question is about
	purpose := false        // so are the items of a list below "To save memory:"
	if isCommitHeader(r.message) {
		sum = firm * 0.7
	} else if isChangeLine(r.message) {
		sum = mild * 0.7
	}
	if r.record.closed {
		sum += firm
	}
	for i := range r.remarks {
		m := &r.remarks[i]
		done := max(m.weight[groupDone], m.weight[groupReport]*0.8)
		listed := r.sentences[i].shape == shapeBullet
		if !listed {
			purpose = r.namesPurpose(i)
		} else if purpose {
			continue
		}
		if !planned && m.weight[groupOpening] > 0 && (i == 0 || listed) {
			done = max(done, mild)
		}
		against := m.weight[groupObstacle]
		if m.regret {
			against += regretBonus
		}
		if done == 0 || against > done {
			continue
		}
		share := 0.25
		if i < 2 {
			share = 0.7
		} else if i >= len(r.remarks)-2 {
			share = 0.35
		}
		sum += done * share
		if m.weight[groupDone] > first {
			at, first = i, m.weight[groupDone]
		}
	}
	return min(sum, doneMost), at
}

// namesPurpose reports whether a sentence names what the list below it is for: "To save memory:".
func (r *reader) namesPurpose(i int) bool {
	s := &r.sentences[i]
	return s.last == ':' && s.to > s.from && r.lexicon.purposes[r.scanner.words[s.from].id]
}

// placeShare returns how much a sentence counts for where it stands.
func (r *reader) placeShare(i int) float64 {
	s := &r.sentences[i]
	place := 0.75
	last := len(r.sentences) - 1
	switch {
	case i < 2:
		place = 1
	case i >= last-1 || s.para == r.sentences[last].para:
		place = 0.95
	}
	switch s.shape {
	case shapeHeading:
		place *= 0.5
	case shapeRow:
		place *= 0.35
	case shapeBullet:
		if i > 0 && i < last {
			place *= 0.75
		}
	case shapeProse, shapeQuoted:
	}
	return place
}

// explainUnfinished says what decided against done, the weightiest first.
func (r *reader) explainUnfinished(best evidence, done float64) []string {
	out := []string{best.rule}
	if r.onlyQuote {
		out = append(out, "there is nothing else in the message")
	}
	if done > 1 {
		out = append(out, "although it reports work")
	}
	return out
}
