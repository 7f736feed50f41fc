package runlog

import (
	"strconv"
	"strings"

	"notdone/model"
)

// outcomeOrder is the order in which the lists of the outcomes' words are tried.
var outcomeOrder = [...]model.Outcome{
	model.OutcomeRateLimited, model.OutcomeBudget, model.OutcomeTimedOut, model.OutcomeRefused, model.OutcomeSpawnFailed,
	model.OutcomeCancelled, model.OutcomeCrashed, model.OutcomeFailed, model.OutcomeBlocked, model.OutcomeCompleted,
}

// outcomeWords are the beginnings of the parts of a status word, by the outcome.
var outcomeWords = func() (words [len(outcomeOrder)][]string) {
	for i, o := range outcomeOrder {
		words[i] = lists["outcome-"+strings.ReplaceAll(o.String(), " ", "-")]
	}
	return words
}()

// exactWords are status words whose parts would give a wrong outcome.
var exactWords = map[string]model.Outcome{
	"stop": model.OutcomeCompleted, "stop_sequence": model.OutcomeCompleted, "length": model.OutcomeBudget,
	"end": model.OutcomeUnknown, "exit": model.OutcomeUnknown, "result": model.OutcomeUnknown,
	"no_error": model.OutcomeCompleted, "non_error": model.OutcomeCompleted,
}

// OutcomeOf maps a log's own word for an ending, such as "error_max_turns" or
// "exit 1", to an outcome. A word that says nothing is OutcomeUnknown.
func OutcomeOf(word string) model.Outcome {
	if code, ok := strings.CutPrefix(word, "exit "); ok {
		if n, err := strconv.Atoi(code); err == nil {
			return exitOutcome(n)
		}
	}
	word = normalizeWord(word)
	if o, ok := exactWords[word]; ok {
		return o
	}
	if strings.HasPrefix(word, "not_") {
		return model.OutcomeFailed
	}
	for i, parts := range outcomeWords {
		for _, p := range parts {
			if strings.HasPrefix(word, p) || strings.Contains(word, "_"+p) {
				return outcomeOrder[i]
			}
		}
	}
	return model.OutcomeUnknown
}

// exitOutcome maps an exit code to an outcome. timeout(1) returns 124; a code above 128
// is 128 plus the signal that ended the process.
func exitOutcome(code int) model.Outcome {
	switch code {
	case 0:
		return model.OutcomeCompleted
	case 124:
		return model.OutcomeTimedOut
	case 130, 143, -2, -15:
		return model.OutcomeCancelled
	case 132, 134, 135, 136, 137, 139, -6, -9, -11:
		return model.OutcomeCrashed
	}
	return model.OutcomeFailed
}

// normalizeWord converts a word to lower case with underscores: turn.completed,
// turnCompleted and "Turn completed" become turn_completed; APIError becomes api_error.
func normalizeWord(word string) string {
	word = Cut(word, 80)
	b := make([]byte, 0, len(word)+4)
	for i := range len(word) {
		switch c := word[i]; {
		case c >= 'A' && c <= 'Z':
			if i > 0 && (isLowerOrDigit(word[i-1]) || !isLowerOrDigit(word[i-1]) && i+1 < len(word) && isLowerOrDigit(word[i+1])) && b[len(b)-1] != '_' {
				b = append(b, '_')
			}
			b = append(b, c+'a'-'A')
		case c == '.' || c == '-' || c == ' ' || c == '/' || c == ':' || c == '_':
			b = append(b, '_')
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

func isLowerOrDigit(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }
