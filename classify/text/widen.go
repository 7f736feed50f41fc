package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"notdone/model"
)

// A sentence alone may not say enough to act on: "Which would you prefer?", "Please provide:", "I
// cannot run it before that." What it needs of its neighbours is quoted with it, whole and at most
// widestQuote bytes in all.
const widestQuote = 360

// Up to how many columns of a terminal a sentence or a question is brief, so that it leans on the
// one before it, and how many sentences are quoted before such a one at most.
const (
	briefQuote    = 32
	briefQuestion = 40
	leansBack     = 2
)

// span is a run of sentences, the last included.
type span struct{ from, to int }

// widenQuote returns the bounds of what is to be quoted with the sentence that carries the reading,
// and the longest of the questions where it is one of several.
func (r *reader) widenQuote(at int) (start, end, point int) {
	w := span{at, at}
	r.joinBroken(&w)
	r.joinQuestions(&w)
	if r.asks(at) {
		at = r.findLongest(w)
	}
	r.joinList(&w)
	r.joinItem(&w)
	r.joinItems(&w)
	if r.joinCounterpart(&w); r.asks(w.from) && w.from < at {
		at = w.from // "Which is it? Tell me and I go on."
	}
	r.joinBehind(&w)
	r.joinBefore(&w)
	r.joinCause(&w)
	end = max(r.sentences[w.to].end, r.endOfCode(w))
	return r.startWithError(w, end), end, at
}

// startWithError returns where a span begins, or the line with the error of a program that stands shortly before it,
// where the span does not name what is in the way.
func (r *reader) startWithError(w span, end int) int {
	start := r.startOf(w)
	for i := w.from; i <= w.to; i++ {
		if r.sentences[i].shape != shapeProse || r.remarks[i].against() == 0 && !r.remarks[i].undone || r.remarks[i].weight[groupObstacle] >= firm && r.remarks[i].kind[groupObstacle] != model.KindUnknown {
			return start
		}
	}
	for before := start - 1; before > 0 && end-before <= widestQuote; {
		from := strings.LastIndexByte(r.message[:before], '\n') + 1
		line := strings.TrimSpace(r.message[from:before])
		if line != "" && fenceLength(line) > 0 {
			break
		}
		switch traceShapes().kindOf(strings.Trim(line, "`")) {
		case traceHead, traceLog, traceError:
			if end-from <= widestQuote {
				return from + strings.Index(r.message[from:before], line)
			}
		}
		before = from - 1
	}
	return start
}

// startOf returns where a span begins: of several items of a list with the mark of the first.
func (r *reader) startOf(w span) int {
	s := &r.sentences[w.from]
	if line := strings.LastIndexByte(r.message[:s.start], '\n') + 1; s.shape == shapeBullet && strings.Contains(r.message[s.start:r.sentences[w.to].start], "\n") {
		mark := line + len(r.message[line:s.start]) - len(strings.TrimLeft(r.message[line:s.start], " \t"))
		if bulletLength(r.message[mark:s.end]) == s.start-mark {
			return mark
		}
	}
	return s.start
}

// findLongest returns the longest question of a span.
func (r *reader) findLongest(w span) int {
	best, most := w.from, 0
	for i := w.from; i <= w.to; i++ {
		if n := r.sentences[i].end - r.sentences[i].start; n > most && r.asks(i) {
			best, most = i, n
		}
	}
	return best
}

// fits reports whether the sentences of a span may be quoted together.
func (r *reader) fits(w span) bool {
	if w.from < 0 || w.to >= len(r.sentences) {
		return false
	}
	return r.sentences[w.to].end-r.sentences[w.from].start <= widestQuote
}

// take widens a span if what comes of it fits.
func (r *reader) take(w *span, wider span) bool {
	if !r.fits(wider) {
		return false
	}
	*w = wider
	return true
}

// joinBroken joins the parts of a sentence that an empty line or a bound broke in two.
func (r *reader) joinBroken(w *span) {
	for r.goesOn(w.to) && r.take(w, span{w.from, w.to + 1}) {
	}
	for w.from > 0 && r.goesOn(w.from-1) && r.take(w, span{w.from - 1, w.to}) {
	}
}

// goesOn reports whether a sentence of prose without a mark at its end goes on in the next, which
// is no field: "log: a.txt".
func (r *reader) goesOn(i int) bool {
	if i+1 >= len(r.sentences) {
		return false
	}
	s, next := &r.sentences[i], &r.sentences[i+1]
	if s.shape != shapeProse || next.shape != shapeProse {
		return false
	}
	text := r.message[next.start:next.end]
	first, _ := utf8.DecodeRuneInString(text)
	if last := r.message[s.end-1]; !isLetterOrDigit(last) && last != ',' && (last != '!' || s.para != next.para) {
		return false
	}
	key, _, field := cutColon(text[:min(len(text), statedBytes)])
	return unicode.IsLower(first) && (!field || strings.Contains(key, " ")) && !r.hasCodeBetween(i)
}

// joinQuestions joins the questions next to a question: together they are what is asked. Of a list
// of more than may be quoted it takes the first.
func (r *reader) joinQuestions(w *span) {
	if !r.asks(w.from) {
		return
	}
	all := *w
	for r.asksToo(all.from, all.from-1) {
		all.from--
	}
	for r.asksToo(all.to, all.to+1) {
		all.to++
	}
	if lead := all.from - 1; lead >= 0 && r.sentences[all.from].shape == shapeBullet && (r.asks(lead) || r.sentences[lead].last == ':') && !r.isTitle(lead) {
		all.from = lead
	}
	switch {
	case r.take(w, all):
	case r.sentences[w.from].shape == shapeBullet:
		*w = span{all.from, all.from}
		for w.to < all.to && r.take(w, span{w.from, w.to + 1}) {
		}
	default:
		for w.from > all.from && r.take(w, span{w.from - 1, w.to}) {
		}
	}
}

func (r *reader) asks(i int) bool { return r.sentences[i].last == '?' && !r.remarks[i].topic }

// asksToo reports whether a sentence next to a question is another one, in its paragraph or list.
func (r *reader) asksToo(i, next int) bool {
	if next < 0 || next >= len(r.sentences) || !r.asks(next) {
		return false
	}
	s, n := &r.sentences[i], &r.sentences[next]
	return s.para == n.para || s.shape == shapeBullet && n.shape == shapeBullet
}

// joinList joins the list that a colon or a question stands over, or as much of it as fits, or
// what else stands right behind a colon.
func (r *reader) joinList(w *span) {
	mark := r.sentences[w.to].last
	if mark != ':' && mark != '?' {
		return
	}
	lead := w.to
	for w.to+1 < len(r.sentences) && r.sentences[w.to+1].shape == shapeBullet && !r.hasCodeBetween(w.to) {
		if !r.take(w, span{w.from, w.to + 1}) {
			if mark == '?' {
				w.to = lead // some of the answers are not the choice
			}
			break
		}
	}
	if next := lead + 1; mark == ':' && w.to == lead && next < len(r.sentences) && !r.hasCodeBetween(lead) {
		if s := &r.sentences[next]; s.shape != shapeHeading && s.end-s.start <= sentenceLimit {
			w.to = next
		}
	}
}

// joinItem joins the sentences of one item of a list, if that is brief.
func (r *reader) joinItem(w *span) {
	if w.from != w.to || r.sentences[w.from].shape != shapeBullet {
		return
	}
	all := *w
	for all.from > 0 && r.isSameItem(all.from-1) {
		all.from--
	}
	for all.to+1 < len(r.sentences) && r.isSameItem(all.to) {
		all.to++
	}
	if r.sentences[all.to].end-r.sentences[all.from].start <= askedBytes {
		r.take(w, all)
	}
}

// isSameItem reports whether a sentence and the next one are of the same item of a list.
func (r *reader) isSameItem(i int) bool {
	s, next := &r.sentences[i], &r.sentences[i+1]
	return s.shape == shapeBullet && next.shape == shapeBullet && !strings.Contains(r.message[s.end:next.start], "\n")
}

// joinItems joins the line over a list of what is missing, and its other items, to a brief item of
// it that is no sentence.
func (r *reader) joinItems(w *span) {
	if s := &r.sentences[w.from]; w.from != w.to || s.shape != shapeBullet || s.last == '.' || !r.isBrief(w.from, 2*briefQuote) {
		return
	}
	all := *w
	for all.from > 0 && r.sentences[all.from-1].shape == shapeBullet && !r.hasCodeBetween(all.from-1) {
		all.from--
	}
	for all.to+1 < len(r.sentences) && r.sentences[all.to+1].shape == shapeBullet && !r.hasCodeBetween(all.to) {
		all.to++
	}
	if lead := all.from - 1; lead >= 0 && r.isListHead(lead) && !r.hasCodeBetween(lead) {
		_ = r.take(w, span{lead, all.to}) || r.take(w, span{lead, w.to})
	}
}

// isListHead reports whether a sentence is a line over a list of what is missing or in the way.
func (r *reader) isListHead(i int) bool {
	s, m := &r.sentences[i], &r.remarks[i]
	said := m.left || m.against() > 0 || m.weight[groupAsk] > 0 || leftHeads[keyOf(r.message[s.start:s.end])]
	return said && (s.last == ':' || r.isTitle(i))
}

// askedBytes is how long a question is at most together with the sentence before it, which tells
// what it is about.
const askedBytes = 240

// joinCounterpart joins what stands before a request, or the request behind what is in the way.
func (r *reader) joinCounterpart(w *span) {
	switch {
	case r.isAsk(w.from) && w.from > 0 && r.isSameParagraph(w.from-1):
		before := &r.sentences[w.from-1]
		tells := r.asks(w.from) && before.to-before.from >= tellingWords && r.sentences[w.to].end-before.start <= askedBytes
		plain := !r.asks(w.from) && (r.speaksAgainst(w.from-1) || r.remarks[w.from-1].weight[groupDone] == 0 && !r.inEnglish) // a request alone does not say what for
		if r.isObstacle(w.from-1) || r.asks(w.from-1) || tells || plain {
			r.take(w, span{w.from - 1, w.to})
		}
	case r.remarks[w.from].weight[groupPromise] > 0 && w.from > 0 && r.isSameParagraph(w.from-1) && r.speaksAgainst(w.from-1):
		if r.sentences[w.to].end-r.sentences[w.from-1].start <= askedBytes {
			r.take(w, span{w.from - 1, w.to}) // what is announced may be told from what stands before it
		}
	case r.isObstacle(w.to) && w.to+1 < len(r.sentences) && r.isAsk(w.to+1) && r.isSameParagraph(w.to):
		r.take(w, span{w.from, w.to + 1})
	}
}

// speaksAgainst reports whether a sentence reports no work and its phrases or its words speak against done.
func (r *reader) speaksAgainst(i int) bool {
	m := &r.remarks[i]
	return m.weight[groupDone] == 0 && (m.against() > 0 || m.learned > 0 && !r.inEnglish)
}

func (r *reader) isAsk(i int) bool {
	return r.asks(i) || r.remarks[i].weight[groupAsk] >= mild
}

func (r *reader) isObstacle(i int) bool {
	m := &r.remarks[i]
	return !r.asks(i) && (m.held || m.against() >= mild) && !m.excused
}

// isSameParagraph reports whether a sentence and the next one are prose of one paragraph. An object
// that states an outcome is no prose.
func (r *reader) isSameParagraph(i int) bool {
	s, next := &r.sentences[i], &r.sentences[i+1]
	if strings.HasPrefix(r.message[next.start:next.end], "{") {
		return false
	}
	return s.para == next.para && s.shape == shapeProse && next.shape == shapeProse && !r.hasCodeBetween(i)
}

// joinBehind joins the next sentence of the paragraph to a brief one that says something against
// done: "It is incomplete. The plan of the floor is missing."
func (r *reader) joinBehind(w *span) {
	i := w.to
	if w.from != i || i+1 >= len(r.sentences) || !r.isObstacle(i) || !r.isBrief(i, briefQuote) || !r.isSameParagraph(i) {
		return
	}
	if r.remarks[i+1].weight[groupDone] == 0 && r.sentences[i+1].end-r.sentences[i].start <= askedBytes {
		r.take(w, span{i, i + 1})
	}
}

// joinCause joins the next sentence of the paragraph to one that says no more than that something was not done or
// could not be, or where that closes the paragraph the one before it: it tells why.
func (r *reader) joinCause(w *span) {
	i := w.to
	if w.from != i || !r.saysResult(i) {
		return
	}
	named := r.remarks[i].kind[groupObstacle] != model.KindUnknown && !r.remarks[i].undone && !r.remarks[i].held
	vague := named && !r.isBrief(i, 2*briefQuote)
	tells := func(i int) bool {
		m := &r.remarks[i]
		if vague && m.against() == 0 && m.learned <= 0 {
			return false
		}
		return (m.weight[groupDone] == 0 || m.against() > 0) && m.weight[groupOffer] == 0 && m.weight[groupPromise] == 0
	}
	switch {
	case i+1 < len(r.sentences) && r.isSameParagraph(i):
		if tells(i + 1) {
			r.take(w, span{i, i + 1})
		}
	case i > 0 && r.isSameParagraph(i-1) && tells(i-1) && (r.remarks[i-1].against() > 0 || !named):
		r.take(w, span{i - 1, i})
	}
}

// saysResult reports whether a sentence says that something was not done, and neither what exactly stood in the way
// nor, behind a word for it, why.
func (r *reader) saysResult(i int) bool {
	m, s := &r.remarks[i], &r.sentences[i]
	if r.asks(i) || !m.undone && !m.held && m.against() == 0 {
		return false
	}
	if m.weight[groupObstacle] > 0 {
		switch m.kind[groupObstacle] {
		case model.KindPermission, model.KindAccess, model.KindCredentials, model.KindTool, model.KindRateLimit, model.KindNetwork, model.KindBudget:
			return false
		default:
		}
	}
	forms := r.formsOfLanguage()
	for k := s.from; k < s.to; k++ {
		if forms.find(r.message, &r.scanner.words[k]) == formCause {
			return false
		}
	}
	colon := strings.LastIndexAny(r.message[s.start:s.end], ":：")
	return 3*colon < s.end-s.start // one behind the topic: "The parcel: it could not be handed over."
}

// joinBefore joins the sentences that a brief one leans on, or one that points back.
func (r *reader) joinBefore(w *span) {
	several := w.to > w.from
	for n := range leansBack {
		i := w.from
		if i == 0 || !r.pointsBack(i) && (n == 0 && several || !r.leans(i)) && (n == 0 || !r.asks(i-1)) {
			return
		}
		before, s := &r.sentences[i-1], &r.sentences[i]
		switch {
		case s.shape != shapeProse: // a list item or a row, which may have several sentences
			if before.shape != s.shape || strings.Contains(r.message[before.end:s.start], "\n") || !r.take(w, span{i - 1, w.to}) {
				return
			}
		case before.shape == shapeBullet && r.asks(i): // the question is which item
			from := i - 1
			for from > 0 && r.sentences[from-1].shape == shapeBullet {
				from--
			}
			if planned := from > 0 && r.remarks[from-1].weight[groupPromise] > 0; planned || !r.take(w, span{from, w.to}) {
				return
			}
		case before.shape != shapeProse || r.isTitle(i-1) || before.para != s.para && (several || !r.asks(i)):
			return
		case !r.take(w, span{i - 1, w.to}):
			return
		}
		for r.isLike(w.from) && r.take(w, span{w.from - 1, w.to}) {
		}
	}
}

// isLike reports whether a sentence and the one before it begin with the same word, as ways on do:
// "Option A: ...", "Option B: ...".
func (r *reader) isLike(i int) bool {
	if i == 0 || r.isTitle(i-1) || r.sentences[i].from == r.sentences[i].to || r.hasCodeBetween(i-1) {
		return false
	}
	word := func(i int) string {
		s := &r.sentences[i]
		first, _, _ := strings.Cut(strings.TrimLeft(r.message[s.start:s.end], "*_ "), " ")
		return first
	}
	return word(i) == word(i-1)
}

// leans reports whether a sentence is so brief that it may say too little alone. What it announces
// needs no more.
func (r *reader) leans(i int) bool {
	m := &r.remarks[i]
	if r.asks(i) {
		return r.isBrief(i, briefQuestion)
	}
	announces := m.weight[groupPromise] > 0 && m.weight[groupAsk] == 0 && m.against() == 0
	return !announces && r.isBrief(i, briefQuote)
}

// isBrief reports whether a sentence takes up at most so many columns and holds no name or number.
func (r *reader) isBrief(i, columns int) bool {
	s := &r.sentences[i]
	text := r.message[s.start:s.end]
	if len(text) > 3*columns || strings.ContainsAny(text, "`\"/_0123456789") {
		return false
	}
	n := 0
	for _, c := range text {
		if n++; isWide(c) {
			n++
		}
	}
	return n <= columns
}

// pointsBack reports whether a sentence begins with a word that stands for something before it.
func (r *reader) pointsBack(i int) bool {
	s := &r.sentences[i]
	text := strings.TrimLeft(r.message[s.start:s.end], "*_ ")
	if c, _ := utf8.DecodeRuneInString(text); isWide(c) {
		return hasAnyPrefix(text, backStarts)
	}
	word, _, _ := strings.Cut(text[:min(len(text), statedBytes)], " ")
	return backWords[strings.ToLower(strings.TrimRight(word, ",:"))]
}

// hasCodeBetween reports whether code or other quoted lines stand between a sentence and the next.
func (r *reader) hasCodeBetween(i int) bool {
	return strings.ContainsFunc(strings.TrimLeft(r.message[r.sentences[i].end:r.sentences[i+1].start], "-*+•・–❯[]().0123456789 \t\r\n"), func(c rune) bool {
		return unicode.IsLetter(c) || unicode.IsDigit(c)
	})
}

// endOfCode returns where the code ends that a colon at the end of a span stands over, if all fits; else 0.
func (r *reader) endOfCode(w span) int {
	s := &r.sentences[w.to]
	if s.last != ':' {
		return 0
	}
	end, fenced := 0, false
	for _, p := range r.pieces {
		switch {
		case p.start < s.end:
		case p.shape != shapeQuoted || p.end > r.sentences[w.from].start+widestQuote || end > 0 && p.start == p.end && !fenced:
			return end
		case p.end > p.start:
			end = p.end
		case fenced:
			return p.start + len("```")
		default:
			fenced = true
		}
	}
	return end
}

// widenLine returns the bounds of the line that a part of a record stands in, if that is short, and
// of the one behind it that holds the arguments of a call.
func (r *reader) widenLine(from, to int) (start, end int) {
	start = strings.LastIndexByte(r.message[:from], '\n') + 1
	end = len(r.message)
	if at := strings.IndexByte(r.message[to:], '\n'); at >= 0 {
		end = to + at
	}
	next := end
	for start < end && isBlank(r.message[start]) {
		start++
	}
	if end = dropBlanks(r.message, start, end); end-start > widestQuote {
		return from, to
	}
	if next < len(r.message) {
		line, _, _ := strings.Cut(r.message[next+1:], "\n")
		if key, after := cutKey(line); after > 0 && callArguments[key] && next+1+len(line)-start <= widestQuote {
			end = dropBlanks(r.message, start, next+1+len(line))
		}
	}
	return start, end
}
