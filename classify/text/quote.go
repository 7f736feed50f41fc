package text

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

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

// quoteObstacle quotes what tells most plainly why the work is not done, where a sentence is the
// weightiest evidence of it.
func (r *reader) quoteObstacle(reading *Reading, w *weighing, at int) {
	start, end := r.findFirstError(r.sentences[at].start)
	if end == 0 && strings.HasPrefix(strings.TrimLeft(r.message, " \t\r\n"), "{") {
		start, end = r.findWhy()
	}
	if end > 0 {
		r.setQuote(reading, start, end)
		return
	}
	r.quoteSentences(reading, r.findTelling(w, at))
}

// quoteSentences quotes a sentence with what it needs of its neighbours.
func (r *reader) quoteSentences(reading *Reading, at int) {
	start, end, at := r.widenQuote(at)
	r.setQuote(reading, start, end)
	if reading.Quote != "" {
		reading.PointAt = r.sentences[at].start
		reading.Point = r.message[reading.PointAt:r.sentences[at].end]
	}
}

// quoteLine quotes what a line of a record says against done, or the field of the record that says
// why. Of the trace of a program it is the line of the error.
func (r *reader) quoteLine(reading *Reading, e evidence) {
	r.setQuote(reading, e.from, e.to)
	if start, end := r.findFirstError(e.from); end > 0 {
		r.setQuote(reading, start, end)
		return
	}
	if r.trace.to == e.to && r.trace.from == e.from {
		return
	}
	if e.group == groupPromise {
		if at := r.findAnnouncement(e.from); at >= 0 {
			r.quoteSentences(reading, at)
			return
		}
	} else if start, end := r.findWhy(); end > 0 {
		r.setQuote(reading, start, end)
		return
	}
	if head := r.findListHead(e.from); head >= 0 {
		r.quoteSentences(reading, head)
		return
	}
	point, pointAt := strings.Trim(reading.Quote, "\"' "), reading.PointAt
	if start, end := r.widenLine(e.from, e.to); utf8.ValidString(r.message[start:end]) {
		r.setQuote(reading, start, end)
		reading.Point, reading.PointAt = point, pointAt
	}
}

// findFirstError returns the bounds of what the message of an error is in the object that opens at the end of a line, or
// of the first line of a log at the level of errors, above the line that an offset stands in; end is 0 where there is none.
func (r *reader) findFirstError(offset int) (start, end int) {
	lines, logged := 0, false
	for at := 0; at < len(r.message); {
		line, _, _ := strings.Cut(r.message[at:], "\n")
		next := at + len(line) + 1
		switch {
		case at <= offset && offset < next && strings.HasSuffix(strings.TrimSpace(line), "{"):
			return r.findErrorMessage(next)
		case isDatedLine(line):
			logged = logged || at <= offset && offset < next
			if lines++; start == end && containsAny(line, errorLevels) && len(line) <= widestQuote {
				start, end = at+len(line)-len(strings.TrimLeft(line, " \t")), at+len(line)
			}
		}
		at = next
	}
	if lines < fewLogLines || !logged || end == 0 {
		return 0, 0
	}
	return start, dropBlanks(r.message, start, end)
}

// fewLogLines is how many lines of a log a message has at least that is one.
const fewLogLines = 2

// isDatedLine reports whether a line begins with the time, also without a date, or the bracket that lines of logs begin with.
func isDatedLine(line string) bool {
	line = strings.TrimSpace(line)
	digits := 0
	for digits < len(line) && line[digits] >= '0' && line[digits] <= '9' {
		digits++
	}
	timed := digits >= 2 && digits < len(line) && strings.IndexByte(":-/", line[digits]) >= 0
	return timed || len(line) > 2 && line[0] == '[' && line[1] >= '0' && line[1] <= '9'
}

// findErrorMessage returns the bounds of the line that holds the message of an error's object, which begins at an
// offset; end is 0 where none of the next lines does.
func (r *reader) findErrorMessage(at int) (start, end int) {
	for range codeWithin {
		if at >= len(r.message) {
			return 0, 0
		}
		line, _, _ := strings.Cut(r.message[at:], "\n")
		if key, after := cutKey(strings.TrimSpace(line)); after > 0 && errorMessages[key] && len(line) <= widestQuote {
			start = at + len(line) - len(strings.TrimLeft(line, " \t"))
			return start, dropBlanks(r.message, start, at+len(line))
		}
		at += len(line) + 1
	}
	return 0, 0
}

// findListHead returns the line over the list of what is missing that an offset stands in, or -1.
func (r *reader) findListHead(offset int) int {
	for i := len(r.sentences) - 1; i >= 0; i-- {
		switch s := &r.sentences[i]; {
		case s.start > offset:
		case s.shape == shapeBullet:
		case i+1 < len(r.sentences) && r.sentences[i+1].start <= offset && r.isListHead(i):
			return i
		default:
			return -1
		}
	}
	return -1
}

// findWhy returns the bounds of the first field that says why, in prose or among the fields of a
// record; end is 0 where there is none.
func (r *reader) findWhy() (start, end int) {
	for _, p := range r.pieces {
		if p.shape == shapeQuoted {
			continue
		}
		for at := p.start; at < p.end; {
			line, _, _ := strings.Cut(r.message[at:p.end], "\n")
			if strings.HasSuffix(strings.TrimSpace(line), "{") {
				if start, end = r.findErrorMessage(at + len(line) + 1); end > 0 && isWhy(strings.TrimRight(line, " {")+" x") {
					return start, end
				}
			} else if isWhy(line) {
				if end = r.endOfField(at, at+len(line)); end-at <= widestQuote {
					return at, end
				}
			}
			at += len(line) + 1
		}
	}
	for _, line := range r.findEdgeLines() {
		text := r.message[line.start:line.end]
		if line.field && strings.HasSuffix(text, "{") {
			if start, end = r.findErrorMessage(line.end + 1); end > 0 && isWhy(strings.TrimRight(text, " {")+" x") {
				return start, end
			}
		} else if line.field && isWhy(text) {
			if end = r.endOfField(line.start, line.end); end-line.start <= widestQuote {
				return line.start, end
			}
		}
	}
	return 0, 0
}

// endOfField returns where the value of a field ends whose first line ends at an offset: further
// lines of it are indented.
func (r *reader) endOfField(start, end int) int {
	for end < len(r.message) && r.message[end] == '\n' {
		line, _, _ := strings.Cut(r.message[end+1:], "\n")
		body := strings.TrimLeft(line, " \t")
		if body == "" || body == line || bulletLength(body) > 0 || strings.IndexByte("\"'}]", body[0]) >= 0 {
			break
		}
		end += 1 + len(line)
	}
	return dropBlanks(r.message, start, end)
}

// findTelling returns the sentence that says what the weightiest evidence only points to.
func (r *reader) findTelling(w *weighing, at int) int {
	switch {
	case at != w.best.at: // the words of a sentence are all there is
		return at
	case at == r.ends.left && r.sentences[at].shape == shapeHeading:
		return at // a numbered item
	case r.isTitle(at):
		return r.findBelow(at)
	case at == r.ends.left && at > 0 && r.sentences[at].shape == shapeProse:
		return r.findBelow(at - 1) // the first sentence under a heading may only lead to the others
	case w.best.group == groupPromise:
		return r.findBehindPromise(at)
	case w.best.group == groupAsk:
		return r.findLastAsk(w, at)
	case r.remarks[at].weight[groupDone] > 0 && !r.remarks[at].turnsBad:
		return r.findPlainer(w, at)
	}
	return at
}

// titleReach is how many sentences below a title are looked at.
const titleReach = 16

// vectorShare is what the vectors of a sentence's words count beside phrases: they tell what it
// is about rather than what it says of it.
const vectorShare = 0.3

// findBelow returns the first of the weightiest sentences below a title up to the next heading.
func (r *reader) findBelow(title int) int {
	best, most := title, math.Inf(-1)
	opened := false // of a title of the whole the opening may only say what the message is
	for i := title + 1; i <= min(title+titleReach, len(r.sentences)-1); i++ {
		if r.isTitle(i) {
			if best > title && title > 0 || best > title && r.saysWhy(best) {
				break
			}
			opened = true
			continue
		}
		if r.isBareField(i) || opened && most >= mild && !r.saysWhy(i) {
			continue
		}
		m := &r.remarks[i]
		w := max(m.against(), m.weight[groupAsk])
		if m.held {
			w = max(w, firm)
		}
		if r.saysWhy(i) {
			w += strong
		} else if r.sentences[i].last == ':' {
			w -= mild
		}
		if w += m.learned + vectorShare*m.likeness; w > most {
			best, most = i, w
		}
	}
	return best
}

// saysWhy reports whether a sentence begins with the name of a field for what is in the way or
// needed, "Reason: ...", or with how to go on: "Unblock it by ...".
func (r *reader) saysWhy(i int) bool {
	s := &r.sentences[i]
	text := r.message[s.start:min(s.end, s.start+statedBytes)]
	return isWhy(text) || hasAnyPrefix(keyOf(text), whyStarts)
}

// isWhy reports whether a line is a field for what is in the way or needed, and holds it.
func isWhy(line string) bool {
	key, value, found := cutColon(line)
	if !found {
		return false
	}
	value = keyOf(strings.Trim(value, "\"',"))
	word, _, _ := strings.Cut(value, "_")
	return value != "" && !noneLeft[word] && !noneLeft[value] && whyKeys[keyOf(strings.Trim(key, "\"' \t{"))]
}

// fieldWords is how many words a field has at most, its name included, that is no sentence.
const fieldWords = 5

// isBareField reports whether a sentence is a brief field that says nothing against done: "Branch: main".
func (r *reader) isBareField(i int) bool {
	s := &r.sentences[i]
	_, value, found := cutColon(r.message[s.start:min(s.end, s.start+statedBytes)])
	return found && value != "" && s.to-s.from <= fieldWords && r.remarks[i].against() == 0 && !r.saysWhy(i)
}

// promiseReach is how many sentences before a promise may say why the work is not done yet.
const promiseReach = 3

// findBehindPromise returns the last sentence shortly before a promise that says what is in the
// way, or the promise: "The registry is down. I will go on when it is back."
func (r *reader) findBehindPromise(at int) int {
	if r.remarks[at].against() >= mild {
		return at
	}
	if last := len(r.sentences) - 1; at < last && r.asks(last) && r.remarks[last].weight[groupOffer] == 0 {
		return last // "Once you tell me, I will go on. Which is it?"
	}
	if at > 0 && r.asks(at-1) && r.isSameParagraph(at-1) {
		return at - 1 // "Is that right? If so I will go on."
	}
	if r.sentences[at].shape == shapeBullet && len(r.sentences) >= fewSentences {
		if plainer := r.findPlainer(&weighing{}, at); plainer != at {
			return plainer // an item of what comes next
		}
	}
	for i := at - 1; i >= max(0, at-promiseReach); i-- {
		m := &r.remarks[i]
		if (m.held || m.against() >= firm && !m.excused) && m.weight[groupDone] < firm && !r.isTitle(i) {
			return i
		}
	}
	return at
}

// lateShare is what part of the weightiest a question at the end weighs at least that is what is
// asked in the end.
const lateShare = 0.6

// findLastAsk returns the question that the message closes with, where that weighs about as much
// as one before it.
func (r *reader) findLastAsk(w *weighing, at int) int {
	last := len(r.sentences) - 1
	if at >= last-1 || r.sentences[at].last != '?' {
		return at
	}
	for i := last; i >= last-1; i-- {
		if r.asks(i) && r.remarks[i].weight[groupOffer] == 0 && r.weightOf(i) >= lateShare*w.best.value {
			return i
		}
	}
	return at
}

// findPlainer returns the weightiest sentence that does not report work beside what is in the way;
// the given one where none weighs half as much.
func (r *reader) findPlainer(w *weighing, at int) int {
	best, most := at, w.best.value/2
	for i := range r.remarks {
		if r.remarks[i].weight[groupDone] == 0 && r.remarks[i].against() > 0 && r.weightOf(i) > most {
			best, most = i, r.weightOf(i)
		}
	}
	return best
}

// weightOf returns the weight of the weightiest evidence that a sentence carries.
func (r *reader) weightOf(i int) (most float64) {
	for _, e := range r.scratch.evidence {
		if e.at == i {
			most = max(most, e.value)
		}
	}
	return most
}

// What a sentence counts less or more for where it stands and how, in units of learned weights,
// where words alone speak against done.
const (
	openingLess  = 0.5
	fewWordsLess = 0.6
	askingMore   = 0.5
	formsShare   = 0.3
	tellingWords = 5
)

// findLearned returns the sentence whose words speak most for work not done, or -1.
func (r *reader) findLearned() int {
	best, most := -1, 0.0
	for i := range r.remarks {
		if r.isTitle(i) {
			continue
		}
		m, s := &r.remarks[i], &r.sentences[i]
		l := m.learned + m.taught + formsShare*m.formed
		if i == 0 {
			l -= openingLess
		}
		if s.to-s.from < tellingWords {
			l -= fewWordsLess
		}
		if r.asks(i) {
			l += askingMore
		}
		if l > most || best < 0 {
			best, most = i, l
		}
	}
	return best
}

// quoteStatement quotes why the work is not done where the line that states the end, which is quoted
// so far, does not say it.
func (r *reader) quoteStatement(reading *Reading, s statement, prose *Reading) {
	at := slices.IndexFunc(r.sentences, func(of sentence) bool { return of.start < s.end && s.start < of.end })
	if len(strings.Fields(reading.Quote)) > bareStated && !r.isBareTitle(at) && !r.isBoldField(at) {
		return
	}
	if start, end := r.findWhy(); end > 0 {
		if from, to := stringOf(r.message, start, end); to > from {
			r.setQuote(reading, from, to)
			return
		}
		r.setQuote(reading, start, end)
		if s.start < start && start-s.end <= beside {
			point := reading.Point
			r.setQuote(reading, s.start, end)
			reading.Point, reading.PointAt = point, start
		}
		return
	}
	if item := r.findItemHeading(max(at, 0)); at >= 0 && item >= 0 {
		r.quoteSentences(reading, item)
		return
	}
	if i := r.sentenceAt(prose.PointAt); prose.Quote != "" && i >= 0 && r.sentences[i].shape == shapeBullet {
		if plainer := r.findPlainer(&weighing{}, i); r.sentences[plainer].shape == shapeProse {
			r.quoteSentences(reading, plainer) // an item may be of what comes next
			return
		}
	}
	if prose.Label != LabelDone && prose.Quote != "" && prose.Start != reading.Start && !prose.Promise {
		reading.Quote, reading.Start, reading.End, reading.Point, reading.PointAt = prose.Quote, prose.Start, prose.End, prose.Point, prose.PointAt
		return
	}
	for _, title := range [...]int{at, 0} {
		if title < 0 || title >= len(r.sentences) {
			continue
		}
		if below := r.findBelow(title); below > title && below != at && r.isObstacle(below) {
			r.quoteSentences(reading, below)
			return
		}
	}
	if telling := r.findInBody(at); telling >= 0 && (at < 0 || r.isBareTitle(at) || r.isBoldField(at)) {
		r.quoteSentences(reading, telling)
	}
}

// stringOf returns where the text of a field of an object stands, "obstacle": "no key"; nowhere for any other line.
func stringOf(message string, start, end int) (from, to int) {
	key, value, _ := strings.Cut(message[start:end], "\":")
	text := strings.Trim(value, " \t,}")
	if !strings.HasPrefix(key, "\"") || len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return 0, 0
	}
	from = end - len(value) + strings.IndexByte(value, '"') + 1
	return from, from + len(text) - 2
}

// sentenceAt returns the sentence that begins at an offset, or -1.
func (r *reader) sentenceAt(offset int) int {
	return slices.IndexFunc(r.sentences, func(s sentence) bool { return s.start == offset })
}

// beside is how many bytes stand between a stated end and its reason at most that are quoted together.
const beside = 4

// bareStated is how many words a line has at most that states the end and not why.
const bareStated = 3
