package cycle

import (
	"cmp"
	"slices"
	"strings"

	"notdone/model"
)

const (
	maxObstacle = 2 << 10 // bytes of an obstacle's text that are looked at
	maxObject   = 80      // bytes of a readable object before it is cut
)

// The words of obstacles.
var (
	// stop holds words that do not tell obstacles apart: those of any obstacle, and
	// function words. stopByKind holds the words that any obstacle of a kind uses, and
	// soft those that tell obstacles apart only where no other word does.
	stop, soft = lists.Set("stop"), lists.Set("soft")
	stopByKind = stopWordsByKind()
	// synonyms maps words to the word that stands for them in a key.
	synonyms = lists.Pairs("synonym")
	// verbs are the operations that tell obstacles on one object apart: what may be
	// read may still not be pushed to.
	verbs     = lists.Set("verb")
	slashed   = lists.Set("slashed")  // are written with slashes between them and are no path
	domains   = lists.Set("domain")   // end the name of a host
	numbered  = lists.Set("numbered") // stand before the number of one request, session or the like
	awaited   = lists.Set("awaited")  // stand before a number that matters to those who wait for it
	codeNames = lists.Set("code")     // stand before a number that is a code and no count
	numberOf  = lists.Set("number")   // stand between a thing and its number
	things    = lists.Set("thing")    // are told apart by numbers and identifiers
	closing   = lists.Set("closing")  // what becomes of a ticket
	units     = lists.Set("unit")     // of time and of attempts
	numerals  = lists.Set("numeral")  // are numbers
	generic   = lists.Set("generic")  // say what sort of thing a name names
	ofCodes   = lists.Set("of-code")  // say that a code answered, or which sort of thing gave it
	states    = lists.Set("state")    // say what state something is in, and not what
	last      = lists.Set("last")     // tell obstacles apart where nothing else does, although most have them
	// roles are who answers, where it is one of the answers that is missing.
	roles, answers = lists.Set("role"), lists.Set("answer")
)

func stopWordsByKind() map[model.ObstacleKind]map[string]bool {
	out := map[model.ObstacleKind]map[string]bool{}
	for name := range lists {
		kindName, ok := strings.CutPrefix(name, "stop-")
		if kind, err := model.ParseObstacleKind(kindName); ok && err == nil {
			out[kind] = lists.Set(name)
		}
	}
	return out
}

// ObstacleKey returns the key by which obstacles are equal: the kind, a colon
// and the object that the sentence is about, such as "access:vault staging". The
// object is what the sentence names by a path, in quotes, as code, as a host or a
// ticket, and the words that carry meaning. Order, case, courtesy, labels and remarks
// around the sentence, generated identifiers, moments, counts and durations make no
// difference; numbers and codes that belong to a thing do. The key is never empty, at
// most 112 bytes long, and printable; a sentence that names nothing gives
// "kind:unspecified".
func ObstacleKey(kind model.ObstacleKind, sentence string) string {
	return keyOf(kind, Core(sentence))
}

// Description is what a sentence says of an obstacle.
type Description struct {
	model.Obstacle // without a text and its place
	// Object says that the sentence names what is in the way, as "I could not complete the
	// task" does not, Sure that the table of kinds is sure of its kind.
	Object, Sure bool
}

// Describe returns the obstacle that a sentence states: its kind, key and name, which
// depend on nothing else. A sentence without a word of the table of kinds has the kind that
// other returns for what Core leaves of it.
func Describe(sentence string, other func(bare string) model.ObstacleKind) Description {
	bare := Core(sentence)
	kind, weight := weighKind(bare)
	d := Description{Object: names(kind, bare), Sure: weight > guess}
	if kind == model.KindUnknown {
		kind = other(bare)
	}
	d.Kind, d.Key, d.Name = kind, keyOf(kind, bare), nameOf(bare)
	return d
}

// keyOf returns the key of a bare sentence.
func keyOf(kind model.ObstacleKind, bare string) string {
	folded := dropTimes(fold(bare))
	folded = unify(trimStatus(folded))
	object := join(content(kind, tokens(segment(folded))))
	if object == "" { // in a script without blanks nothing but frames
		object = join(content(kind, tokens(folded)))
	}
	if object == "" {
		object = "unspecified"
	}
	if len(object) > maxObject {
		object = strings.TrimSpace(model.Truncate(object, maxObject)) + " ~" + hash32(object)
	}
	return kind.String() + ":" + object
}

// dropTimes removes moments from a folded sentence. A month without a day is none: it says
// which of several things is meant.
func dropTimes(s string) string {
	fields := strings.Fields(s)
	words := make([]word, len(fields))
	for i, f := range fields {
		words[i] = word{core: cmp.Or(trimWord(f), f), comma: strings.HasSuffix(f, ",")}
	}
	markTimes(words)
	var kept []string
	for i, w := range words {
		period := i+1 < len(words) && months[w.core] && isYear(words[i+1].core) && (i == 0 || !isDayOfMonth(words[i-1].core))
		if !w.drop || period || i > 0 && months[words[i-1].core] && isYear(w.core) && len(kept) > 0 && kept[len(kept)-1] == fields[i-1] {
			kept = append(kept, fields[i])
		}
	}
	return strings.Join(kept, " ")
}

// statusPhrase matches a status code of HTTP with the words that belong to it.
var statusPhrase = patternRows.Pattern("status-phrase")

// trimStatus leaves of each status code the number.
func trimStatus(s string) string {
	if !strings.ContainsAny(s, "45") {
		return s
	}
	return statusPhrase().ReplaceAllString(s, "$1")
}

// alike are the words that stand in keys for what programs say in words of their own.
var alike = formsOf("alike")

// unify writes what programs say as people do.
func unify(folded string) string {
	for i := range alike {
		if at := alike[i].find(folded, folded); at != nil {
			folded = folded[:at[0]] + alike[i].out + folded[at[1]:]
		}
	}
	return folded
}

// Common returns one key for obstacles that differ only in wording: "permission" to
// write an object, "access" to it, and the object being missing. A key that names
// no object, and a string that is no key, are returned as they are.
func Common(key string) string {
	kind, object, ok := strings.Cut(key, ":")
	if !ok || object == "" || object == "unspecified" {
		return key
	}
	switch kind {
	case "unknown", "permission", "access", "credentials", "policy", "missing-input", "tool", "environment":
	default:
		return key
	}
	if named := withoutVerbs(object); named != "" {
		object = named
	}
	return "withheld:" + object
}

// Names reports whether an obstacle's key names an object, not only an operation:
// "permission:write" names none.
func Names(key string) bool {
	_, object, _ := strings.Cut(key, ":")
	return object != "unspecified" && withoutVerbs(object) != ""
}

// withoutVerbs returns the words of an object without the operations on it.
func withoutVerbs(object string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(object), func(word string) bool { return verbs[word] }), " ")
}

// content returns what an obstacle is about: the named things, and the words that carry
// meaning.
func content(kind model.ObstacleKind, all []token) []string {
	out := contentBut(kind, all, soft)
	if !hasThing(out) {
		out = contentBut(kind, all, nil)
	}
	if hasThing(out) {
		return out
	}
	for _, t := range all {
		if last[t.text] {
			out = append(out, t.text)
		}
	}
	return out
}

// hasThing reports whether a word says more than what state something is in.
func hasThing(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return !states[w] })
}

// contentBut returns what an obstacle is about without some words.
func contentBut(kind model.ObstacleKind, all []token, but map[string]bool) []string {
	named := slices.ContainsFunc(all, func(t token) bool { return t.name })
	coded := slices.ContainsFunc(all, func(t token) bool { return isStatusCode(t.text) })
	var out []string
	for i, t := range all {
		switch {
		case t.name && strings.HasPrefix(t.text, "#") && isPassing(kind, all, i):
		case t.name, t.id && (kind == model.KindDependency || identifies(kind, all, i)):
			out = append(out, t.text)
		case t.id, isStop(t), stopByKind[kind][t.text], stopByKind[kind][t.said], but[t.text], !hasWord(t.text):
		case isStatusCode(t.text) && i+1 < len(all) && units[all[i+1].said]:
		case isStatusCode(t.text), i > 0 && isCode(all[i-1].said, t.text):
			if !codesOfDenial[t.text] {
				out = append(out, t.text)
			}
		case isVolatile(t.text):
			if isYear(t.text) || identifies(kind, all, i) {
				out = append(out, t.text)
			}
		case kind == model.KindDependency && closing[t.text] && slices.ContainsFunc(all, isReference):
		case numerals[t.said] && i+1 < len(all) && units[all[i+1].said]:
		case named && generic[t.text], coded && ofCodes[t.text], units[t.said] && isCounted(all, i), isAnswering(all, i):
		default:
			out = append(out, t.text)
		}
	}
	return out
}

// isReference reports whether a token is a ticket or a task.
func isReference(t token) bool {
	return t.id || t.name && (strings.Contains(t.text, "#") || isTicket(t.text))
}

// codesOfDenial are the status codes that say no more than the kind of the obstacle.
var codesOfDenial = lists.Set("status-denied")

func isStop(t token) bool { return stop[t.text] || stop[t.said] }

// isAnswering reports whether the word at i only says who is to give an answer.
func isAnswering(all []token, i int) bool {
	if !roles[all[i].text] {
		return false
	}
	for _, t := range all[max(i-4, 0):min(i+2, len(all))] {
		if answers[t.said] {
			return true
		}
	}
	return false
}

// isCounted reports whether a number stands before the word at i.
func isCounted(all []token, i int) bool {
	return i > 0 && (isVolatile(all[i-1].text) || numerals[all[i-1].said])
}

// identifies reports whether the number or identifier at i tells which thing is meant:
// it stands behind the word for a thing, and counts nothing.
func identifies(kind model.ObstacleKind, all []token, i int) bool {
	if isPassing(kind, all, i) || i+1 < len(all) && units[all[i+1].said] {
		return false
	}
	at := i - 1
	for at >= 0 && numberOf[all[at].said] {
		at--
	}
	if at < 0 {
		return false
	}
	before := all[at]
	counts := i+1 < len(all) && !all[i+1].name && !isStop(all[i+1])
	if things[before.text] || things[before.said] || awaited[before.said] {
		return true
	}
	return at == i-1 && !counts && isDigits(all[i].text) && len(all[i].text) < 6 && !before.name && !isStop(before) &&
		!stopByKind[kind][before.text] && !isVolatile(before.text) && !units[before.said]
}

// isPassing reports whether the number at i is that of one request, session, attempt or
// the like.
func isPassing(kind model.ObstacleKind, all []token, i int) bool {
	at := i - 1
	for at >= 0 && numberOf[all[at].said] {
		at--
	}
	if at < 0 {
		return false
	}
	before := all[at].said
	return numbered[before] || awaited[before] && kind != model.KindDependency
}
