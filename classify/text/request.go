package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"notdone/model"
)

// Request is the kind of work that a prompt asks for. What a message means depends on
// it: advice is the work where advice was asked for, and none where a deed was.
type Request uint8

// The kinds of request.
const (
	RequestUnknown Request = iota
	RequestAction          // a deed that takes a tool: to send, to deploy, to restart
	RequestChange          // a change of files
	RequestDeed            // something else to be done or made, perhaps in words
	RequestAnswer          // words for whoever asks: an answer, a finding, a judgement, a plan
	RequestText            // words for somebody else: a mail, a question, a guide
	RequestNothing         // nothing: a greeting, thanks, a trial whether anybody answers
)

// IsDeed reports whether more than words is asked for.
func (q Request) IsDeed() bool {
	return q == RequestAction || q == RequestChange || q == RequestDeed
}

// IsWords reports whether words are all that is asked for.
func (q Request) IsWords() bool { return q == RequestAnswer || q == RequestText }

// Verbs that begin a request, and words that stand before them; makers make something, which
// is a text where it is a text-thing.
var (
	requestVerbs  = requestsByVerb()
	beforeRequest = spellings("before-request")
	makers        = spellings("ask-make")
	textThings    = spellings("text-thing")
	greetings     = spellings("greeting")
	unables       = spellings("unable") // open a sentence of what could not be done

	characterVerbs  = characterRequests()
	characterThings = foldAll("text-thing")
)

// characterVerb is a verb in Chinese or Japanese.
type characterVerb struct {
	verb  string
	asked Request
	makes bool // it makes something
}

func characterRequests() (verbs []characterVerb) {
	makers := foldAll("ask-make")
	for verb, asked := range requestVerbs {
		if first, _ := utf8.DecodeRuneInString(verb); isCharacter(first) {
			verbs = append(verbs, characterVerb{verb, asked, slices.Contains(makers, verb)})
		}
	}
	return verbs
}

// foldAll returns the words of a list without variants of characters.
func foldAll(list string) (words []string) {
	for _, word := range lists[list] {
		words = append(words, foldVariants(word))
	}
	return words
}

// requestsByVerb returns what a request asks for that begins with a verb. A verb that is
// on two lists is of the first.
func requestsByVerb() map[string]Request {
	out := map[string]Request{}
	for _, of := range []struct {
		list  string
		asked Request
	}{
		{"ask-change", RequestChange},
		{"ask-action", RequestAction},
		{"ask-answer", RequestAnswer},
		{"ask-text", RequestText},
		{"ask-make", RequestDeed},
		{"ask-deed", RequestDeed},
	} {
		for verb := range spellings(of.list) {
			verb = foldVariants(verb)
			if out[verb] == RequestUnknown {
				out[verb] = of.asked
			}
		}
	}
	return out
}

// Of a request the beginning is read: maxRequest bytes, and objectWords words after its
// verb for what is to be made.
const (
	maxRequest  = 240
	objectWords = 9
)

// nothingWords is how many words a prompt has at most that asks for nothing.
const nothingWords = 6

// isGreeting reports whether a prompt is nothing but a greeting, thanks or a trial.
func isGreeting(prompt string) bool {
	n := 0
	for field := range strings.FieldsFuncSeq(prompt, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }) {
		word, _ := spellWord(strings.ToLower(field))
		if n++; n > nothingWords || !greetings[word] {
			return false
		}
	}
	return n > 0
}

// ReadRequest returns what a prompt asks for, by the verb of its first sentence. Before
// it may stand polite words and a label such as "fix(login):" or "[backend]", which is a
// request itself when it is a verb.
func ReadRequest(prompt string) Request {
	prompt = strings.TrimSpace(prompt)
	if isGreeting(prompt) {
		return RequestNothing
	}
	prompt = prompt[:min(len(prompt), maxRequest)]
	if strings.IndexFunc(prompt, isCharacter) >= 0 {
		return readCharacterRequest(foldVariants(prompt))
	}
	words := 0
	for field := range strings.FieldsFuncSeq(prompt, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' }) {
		word, _ := spellWord(strings.ToLower(field))
		if at := strings.LastIndexAny(word, "'’"); at > 0 && requestVerbs[word] == RequestUnknown {
			word = strings.TrimLeft(word[at:], "'’") // "d'envoyer"
		}
		if asked := requestVerbs[word]; asked != RequestUnknown {
			_, object, _ := strings.Cut(prompt, field)
			return readObject(asked, word, object)
		}
		if beforeRequest[word] {
			continue
		}
		if words++; words > 1 || !isLabel(prompt, field) {
			break
		}
	}
	if stop := strings.IndexAny(prompt, ".?!\n？"); stop >= 0 && strings.IndexAny(prompt[stop:], "?？") == 0 {
		return RequestAnswer
	}
	return RequestUnknown
}

// readCharacterRequest returns what a request in Chinese or Japanese asks for: by the verb
// that stands first in its first sentence or, in Japanese, which kana tell, last.
func readCharacterRequest(prompt string) Request {
	if stop := strings.IndexAny(prompt, "。\n？?"); stop >= 0 {
		if strings.IndexAny(prompt[stop:], "？?") == 0 {
			return RequestAnswer
		}
		prompt = prompt[:stop]
	}
	japanese := strings.ContainsFunc(prompt, func(r rune) bool { return unicode.In(r, unicode.Hiragana) })
	asked, at, length := RequestUnknown, -1, 0
	for i := range characterVerbs {
		v := &characterVerbs[i]
		found := strings.Index(prompt, v.verb)
		nearer := found < at
		if japanese {
			found = strings.LastIndex(prompt, v.verb)
			nearer = found > at
		}
		if found >= 0 && (at < 0 || nearer || found == at && len(v.verb) > length) {
			asked, at, length = v.asked, found, len(v.verb)
			if v.makes && slices.ContainsFunc(characterThings, func(thing string) bool { return strings.Contains(prompt, thing) }) {
				asked = RequestText
			}
		}
	}
	return asked
}

// readObject returns what a request asks for whose verb asks for this and is followed by
// the object: a deed that is to follow an answer is the deed, and to write a letter is a text.
func readObject(asked Request, verb, object string) Request {
	if stop := strings.IndexAny(object, ".?!\n"); stop >= 0 {
		object = object[:stop]
	}
	words := strings.Fields(strings.ToLower(object))
	for i := range words {
		words[i], _ = spellWord(words[i])
	}
	switch {
	case asked == RequestAnswer:
		for i := 1; i < len(words); i++ {
			next := requestVerbs[words[i]]
			if joined := words[i-1]; next.IsDeed() && (joined == "and" || joined == "then" || joined == "und" || joined == "et" || joined == "y" || joined == "e") {
				return next
			}
		}
	case makers[verb]:
		for _, word := range words[:min(len(words), objectWords)] {
			if textThings[strings.Trim(word, ",;:'\"()")] {
				return RequestText
			}
		}
	}
	return asked
}

// isLabel reports whether the word is in a label at the beginning of the text.
func isLabel(s, word string) bool {
	at := strings.Index(s, word)
	rest := s[at+len(word):]
	return strings.HasPrefix(s, "[") && strings.HasPrefix(rest, "]") || strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "(")
}

// The shares of weights that count where words were asked for.
const (
	leftOfFinding  = 0.35 // of an obstacle that is not the agent's own and not in the last sentence: it was found
	leftOfDrafted  = 0.3  // of a question in a text for somebody else
	leftOfFollowUp = 0.6  // of an offer after the answer
)

// answerSentences is the number of sentences before a question, or an offer, from which the message
// has given the answer.
const answerSentences = 2

// restatedWithin is in how many sentences at the beginning a message may restate its request.
const restatedWithin = 2

// hearRequest takes note of the request that a sentence at the beginning restates: "You asked why
// the backups fail", "Vous m'avez demandé de résilier l'abonnement". What the prompt asks for, where
// that is known, counts before it.
func (r *reader) hearRequest(i int, hits []hit) {
	if i >= restatedWithin || r.asked != RequestUnknown {
		return
	}
	for _, h := range hits {
		switch r.groupOf(h) {
		case groupQuestion:
			r.asked, r.restated = RequestAnswer, i+1
			return
		case groupErrand:
			s := &r.sentences[i]
			end := r.scanner.words[s.from+int(h.to)-1].end
			r.restated = i + 1
			if r.asked = ReadRequest(r.message[end:s.end]); r.asked == RequestUnknown {
				r.asked = RequestDeed
			}
		default:
		}
	}
}

// What is left of a weight in a sentence that restates a question, and of a phrase that begins with one
// of the first words of the next sentence, which is its answer: "You wanted to know whether it can be
// cancelled. It cannot: …". What stands in the way has a longer name: "The calendar cannot be opened".
const (
	leftRestated = 0.2
	answerWords  = 2
)

// reduceRestated lowers what a sentence says of the question that is answered, and not of the agent's
// own work.
func (r *reader) reduceRestated(i int, counted []weighed) {
	if r.restated == 0 || !r.asked.IsWords() || i+1 < r.restated || i > r.restated {
		return
	}
	for k := range counted {
		c := &counted[k]
		ofAgent := c.own && c.group.canBeOvercome()
		if c.group.accuses() && !ofAgent && (i < r.restated || c.from < answerWords) {
			c.value *= leftRestated
		}
	}
}

// tellsOfWork reports whether a sentence says of the work itself, and not of what was found, that it was not done:
// one that opens the prose with what could not be done, or that names the work and its end.
func (r *reader) tellsOfWork(i int) bool {
	s := &r.sentences[i]
	if s.shape != shapeProse || s.from == s.to {
		return false
	}
	words := r.scanner.words[s.from:s.to]
	opens := !slices.ContainsFunc(r.sentences[:max(i-1, 0)], func(before sentence) bool { return before.shape != shapeHeading })
	return opens && unables[strings.ToLower(r.wordText(&words[0]))] || r.tells(&works, i) && r.tells(&workEnds, i)
}

// requestShare returns how much evidence of a sentence counts for what was asked for.
func (r *reader) requestShare(i int, g group, own bool) float64 {
	if !r.asked.IsWords() {
		return 1
	}
	switch g {
	case groupObstacle, groupFailure:
		if last := len(r.sentences) - 1; !own && i < last && !r.tellsOfWork(i) {
			return leftOfFinding
		}
	case groupAsk:
		if r.asked == RequestText && len(r.sentences) > answerSentences {
			return leftOfDrafted
		}
	case groupOffer:
		if i >= answerSentences {
			return leftOfFollowUp
		}
	default:
	}
	return 1
}

// minAdvice is the share of the sentences that tell the reader what to do, from which a
// message is advice.
const minAdvice = 0.6

// Where the message restates a deed that was asked for, this share of its other sentences is enough
// if there are so many of them.
const (
	minAdviceForDeed = 0.5
	fewAdvices       = 2
)

// advisesInstead reports whether a brief message tells the reader what is best for him to do himself: where nothing is
// known of the request, that stands in the place of the deed.
func (r *reader) advisesInstead() bool {
	return len(r.sentences) < fewSentences/2 && slices.ContainsFunc(r.remarks, func(m remark) bool { return m.weight[groupAdvice] >= strong })
}

// findAdvice returns the first sentence that tells the reader what to do, of a message
// that is mostly such sentences; -1 of any other.
func (r *reader) findAdvice() int {
	first, told, all := -1, 0, 0
	for i := range r.remarks {
		s := &r.sentences[i]
		if i+1 == r.restated || s.shape == shapeHeading || s.shape == shapeRow {
			continue
		}
		all++
		if r.remarks[i].weight[groupAdvice] > 0 && s.last != '?' {
			told++
			if first < 0 {
				first = i
			}
		}
	}
	least := minAdvice
	if r.restated > 0 && r.asked.IsDeed() && told >= fewAdvices {
		least = minAdviceForDeed
	}
	if all == 0 || float64(told) < least*float64(all) {
		return -1
	}
	return first
}

// answerGreeting is a reading of a message that answers a prompt which asks for nothing. That it
// offers to begin, or asks what is to be done, is all that it can say.
func (r *reader) answerGreeting(said Reading) Reading {
	if r.asked != RequestNothing || said.Label == LabelDone || !said.Asks {
		return said
	}
	return Reading{Label: LabelDone, Score: 0.1, Grade: model.GradeCannotTell, Rules: []string{"answers a prompt that asks for nothing"}}
}
