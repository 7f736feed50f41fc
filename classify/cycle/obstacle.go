package cycle

import (
	"fmt"
	"hash/fnv"
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
		sum := fnv.New32a()
		_, _ = sum.Write([]byte(object)) // a hash.Hash never returns an error
		object = fmt.Sprintf("%s ~%08x", strings.TrimSpace(model.Truncate(object, maxObject)), sum.Sum32())
	}
	return kind.String() + ":" + object
}

// Common returns what keys of one obstacle share when it is put in other words:
// one day "permission" lacks to write an object, another day "access" to it, and
// a third sentence says only that the object is missing. Keys of obstacles that
// name nothing are returned as they are, and so is what is no key.
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
	if named := things(object); named != "" {
		object = named
	}
	return "withheld:" + object
}

// Names reports whether an obstacle's key names a thing, not only what may not
// be done: "permission:write" names none.
func Names(key string) bool {
	_, object, _ := strings.Cut(key, ":")
	return object != "unspecified" && things(object) != ""
}

// things are the words of an object without what may be done with it.
func things(object string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(object), func(word string) bool { return verbs[word] }), " ")
}

// alternatives finds the two things between which a decision is asked.
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
		if carries(kind, all[i-1]) && carries(kind, all[right]) {
			return []string{all[i-1].text, all[right].text}
		}
	}
	return nil
}

// names collects the named things and the operations asked for on them.
func names(kind model.ObstacleKind, all []token) []string {
	var out []string
	named := 0
	for i, t := range all {
		switch {
		case t.name, t.id && kind == model.KindDependency: // elsewhere ids change from time to time
			if named++; named <= maxNames {
				out = append(out, t.text)
			}
		case operation(kind, all, i):
			out = append(out, t.text)
		}
	}
	if named == 0 {
		return nil
	}
	return out
}

// operation reports whether the word at i is what is not permitted: it stands
// before "access" or the like, or shortly before a named thing.
func operation(kind model.ObstacleKind, all []token, i int) bool {
	switch kind {
	case model.KindUnknown, model.KindPermission, model.KindAccess, model.KindPolicy:
	default:
		return false
	}
	if !verbs[all[i].text] {
		return false
	}
	if i+1 < len(all) {
		switch all[i+1].text {
		case "access", "permission", "permissions", "rights", "privilege", "privileges":
			return true
		}
	}
	for _, t := range all[i+1 : min(i+5, len(all))] {
		if t.name {
			return true
		}
		if t.text == "because" || t.text == "as" || t.text == "until" || t.text == "without" {
			return false
		}
	}
	return false
}

// content collects the words that carry meaning.
func content(kind model.ObstacleKind, all []token) []string {
	var out []string
	prev := ""
	for _, t := range all {
		if carries(kind, t) && !identifies(prev, t.text) || isCode(t.text) && keepsCode(prev) {
			out = append(out, t.text)
		}
		if len(out) == maxContent {
			break
		}
		prev = t.text
	}
	return out
}

// carries reports whether a word says what an obstacle of the kind is about.
func carries(kind model.ObstacleKind, t token) bool {
	return t.name || !stop[t.text] && !stopByKind[kind][t.text] && !volatile(t.text) && strings.IndexFunc(t.text, isWordRune) >= 0
}

// identifies reports whether a word with digits after this one is the passing
// number of something.
func identifies(prev, s string) bool {
	switch prev {
	case "id", "pid", "request", "session", "trace", "run", "job", "line", "process", "correlation", "worker":
		return strings.ContainsAny(s, "0123456789")
	}
	return false
}
