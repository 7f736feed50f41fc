package runlog

import (
	"strings"

	"notdone/model"
)

// Limited reports whether an error says that a usage limit is reached: "You've
// hit your session limit", "5-hour limit reached", "usage limit reached|1760000000".
func Limited(text string) bool {
	text = strings.ToLower(text[:min(len(text), 400)])
	return strings.Contains(text, "limit reached") || strings.Contains(text, "usage limit") ||
		strings.Contains(text, "hit your") && strings.Contains(text, "limit") || strings.Contains(text, "out of extra usage")
}

// readRefusal reads the line with which an agent's command ends before it runs: its
// arguments are wrong, no user is logged in, or a usage limit is reached. word is empty
// for any other line.
func readRefusal(line string) (word string, o model.Outcome) {
	line = stripSigns(line)
	if line == "" || len(line) > 400 || line[0] >= 'a' && line[:min(len(line), 6)] != "error:" {
		return "", model.OutcomeUnknown
	}
	switch line[:min(len(line), 6)] {
	case "error:", "Error:", "ERROR:":
		if HasAnyPart(line, phrases["usage-error"]) {
			return "usage", model.OutcomeFailed
		}
		line = strings.TrimSpace(line[6:])
	}
	for _, word := range []string{"billing", "auth", "api_error"} {
		if HasAnyPrefix(line, phrases[word]) {
			return word, model.OutcomeFailed
		}
	}
	// A line about a usage limit also says when the limit ends; prose does not.
	if HasAnyPrefix(line, phrases["limit"]) && Limited(line) && HasAnyPart(line, []string{"reset", "try again", "reached|"}) {
		return "usage_limit", model.OutcomeRateLimited
	}
	return "", model.OutcomeUnknown
}

// stripSigns removes the bullets that an agent's terminal interface draws before a
// message.
func stripSigns(line string) string {
	return strings.TrimLeft(strings.TrimSpace(line), "⎿●✗✖❌⚠*│ \t")
}

// splitRefusal finds the refusal in a paragraph. It returns the text before it, its
// line, its word and its outcome; word is empty if there is none.
func splitRefusal(para string) (before, line, word string, o model.Outcome) {
	at := 0
	for l := range strings.Lines(para) {
		if word, o = readRefusal(l); word != "" {
			return strings.TrimSpace(para[:at]), stripSigns(l), word, o
		}
		at += len(l)
	}
	return para, "", "", model.OutcomeUnknown
}
