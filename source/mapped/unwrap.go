package mapped

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	phrases "notdone/classify/text"
)

// sayingKeys are the keys under which results in JSON hold what was said, and failingWords are what
// such a result says of itself when it failed.
var (
	sayingKeys   = []string{"text", "message", "answer", "result", "output", "content", "response", "reply", "summary", "error", "reason", "detail", "final"}
	failingWords = []string{"failed", "failure", "error", "blocked", "refused", "false", "cancelled", "timeout"}
)

// unwrap returns what a result in JSON says, where that is one text: {"text": "Which database?"}. Any other
// result is returned as it is. Of a result that says of itself that it failed, the text alone is
// returned only if it says so, too.
func unwrap(result string) string {
	trimmed := strings.TrimSpace(result)
	if trimmed == "" || trimmed[0] != '{' && trimmed[0] != '[' {
		return result
	}
	var value any
	if json.Unmarshal([]byte(trimmed), &value) != nil {
		return result
	}
	var w wrapped
	w.walk("", value, 0)
	if w.failed {
		w.others = nil // its own words for how it ended say more
	}
	said := w.only()
	if said == "" || w.failed && phrases.Read(said).Label == phrases.LabelDone {
		return result
	}
	return said
}

// wrapped is what was found in a result.
type wrapped struct {
	said   []string // under a key that holds what was said, or under none
	others []string // sentences under other keys
	errors []string // what went wrong
	failed bool     // it says of itself that it failed
}

// only returns the one text that was said; "" if there is none, or several.
func (w *wrapped) only() string {
	for _, list := range [][]string{w.errors, w.said, w.others} {
		switch {
		case len(list) == 1:
			return list[0]
		case len(list) > 1:
			return ""
		}
	}
	return ""
}

const maxNested = 6

// walk looks at a value and all in it, by the keys in their order.
func (w *wrapped) walk(key string, value any, depth int) {
	if depth > maxNested {
		return
	}
	switch v := value.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			_, isText := v[k].(string)
			if isText || !slices.Contains(sayingKeys, key) {
				w.walk(strings.ToLower(k), v[k], depth+1)
			} else {
				w.walk(key, v[k], depth+1) // what is in an answer belongs to it
			}
		}
	case []any:
		for _, in := range v {
			w.walk(key, in, depth+1)
		}
	case bool:
		w.failed = w.failed || !v && (key == "success" || key == "ok") || v && (key == "is_error" || key == "failed")
	case string:
		w.addText(key, strings.TrimSpace(v))
	}
}

func (w *wrapped) addText(key, said string) {
	switch {
	case said == "":
	case key == "error":
		w.errors, w.failed = append(w.errors, said), true
	case key == "status" || key == "state" || key == "outcome":
		w.failed = w.failed || slices.Contains(failingWords, strings.ToLower(said))
	case !strings.Contains(said, " "): // a word, a path, an id
	case key == "" || slices.Contains(sayingKeys, key):
		w.said = append(w.said, said)
	default:
		w.others = append(w.others, said)
	}
}
