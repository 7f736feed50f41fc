package cycle

import (
	"slices"
	"strings"

	"notdone/model"
)

const (
	maxObstacle = 2 << 10 // bytes of an obstacle's text that are looked at
	maxObject   = 80      // bytes of a readable object before it is cut
	maxNames    = 4
	maxContent  = 8
)

// The words of obstacles.
var (
	// stop holds words that do not tell obstacles apart: those of any obstacle, and
	// function words. stopByKind holds the words that any obstacle of a kind uses.
	stop       = lists.Set("stop")
	stopByKind = stopWordsByKind()
	// synonyms maps words to the word that stands for them in a key.
	synonyms = lists.Pairs("synonym")
	// verbs are the operations that tell obstacles on one object apart: what may be
	// read may still not be pushed to. permits are words that such an operation stands
	// before, and clauses are those that part it from what follows.
	verbs, permits, clauses = lists.Set("verb"), lists.Set("permit"), lists.Set("clause")
	slashed                 = lists.Set("slashed")  // are written with slashes between them and are no path
	domains                 = lists.Set("domain")   // end the name of a host
	numbered                = lists.Set("numbered") // stand before the number of one request, session or the like
	codeNames               = lists.Set("code")     // stand before a number that is a code and no count
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
// and the object that the text is about, such as "access:vault staging". The
// object is what the text names by a path, in quotes, as code, as a host or an
// issue; without any it is made of the words that carry meaning. Order, case,
// identifiers, moments, counts and durations make no difference. The key is
// never empty, at most 112 bytes long, and printable; a text that names nothing
// gives "kind:unspecified".
func ObstacleKey(kind model.ObstacleKind, text string) string {
	folded := strings.Join(strings.Fields(fold(model.Truncate(text, maxObstacle))), " ")
	all := tokens(strings.Join(strings.Fields(dropBracketed(folded)), " "))
	parts := alternatives(kind, all)
	if len(parts) == 0 {
		parts = names(kind, all)
	}
	if len(parts) == 0 {
		parts = content(kind, all)
	}
	object := join(parts)
	if object == "" {
		object = "unspecified"
	}
	if len(object) > maxObject {
		object = strings.TrimSpace(model.Truncate(object, maxObject)) + " ~" + hash32(object)
	}
	return kind.String() + ":" + object
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

// alternatives returns the two things between which a decision is asked.
func alternatives(kind model.ObstacleKind, all []token) []string {
	if kind != model.KindDecision {
		return nil
	}
	for i := 1; i+1 < len(all); i++ {
		switch all[i].text {
		case "or", "vs", "versus":
		case "and":
			if i < 2 || all[i-2].text != "between" {
				continue
			}
		default:
			continue
		}
		right := i + 1
		if w := all[right].text; (w == "the" || w == "a" || w == "an") && right+1 < len(all) {
			right++
		}
		if isContent(kind, all[i-1]) && isContent(kind, all[right]) {
			return []string{all[i-1].text, all[right].text}
		}
	}
	return nil
}

// names returns the named things and the operations on them.
func names(kind model.ObstacleKind, all []token) []string {
	var out []string
	named := 0
	for i, t := range all {
		switch {
		case t.name, t.id && kind == model.KindDependency: // elsewhere ids change from time to time
			if named++; named <= maxNames {
				out = append(out, t.text)
			}
		case isOperation(kind, all, i):
			out = append(out, t.text)
		}
	}
	if named == 0 {
		return nil
	}
	return out
}

// isOperation reports whether the word at i is what is not permitted: it stands
// before "access" or the like, or shortly before a named thing.
func isOperation(kind model.ObstacleKind, all []token, i int) bool {
	switch kind {
	case model.KindUnknown, model.KindPermission, model.KindAccess, model.KindPolicy:
	default:
		return false
	}
	if !verbs[all[i].text] {
		return false
	}
	for k, t := range all[i+1 : min(i+5, len(all))] {
		if t.name || k == 0 && permits[t.text] {
			return true
		}
		if clauses[t.text] {
			return false
		}
	}
	return false
}

// content returns the words that carry meaning.
func content(kind model.ObstacleKind, all []token) []string {
	var out []string
	prev := ""
	for _, t := range all {
		if isContent(kind, t) && !isPassingNumber(prev, t.text) || isCode(prev, t.text) {
			out = append(out, t.text)
		}
		if len(out) == maxContent {
			break
		}
		prev = t.text
	}
	return out
}

// isContent reports whether a word says what an obstacle of the kind is about.
func isContent(kind model.ObstacleKind, t token) bool {
	return t.name || !stop[t.text] && !stopByKind[kind][t.text] && !isVolatile(t.text) && strings.ContainsFunc(t.text, isWordRune)
}

// isPassingNumber reports whether a word with digits, after this one, is the number
// of one request, session or the like.
func isPassingNumber(prev, s string) bool {
	return numbered[prev] && strings.ContainsAny(s, digits)
}
