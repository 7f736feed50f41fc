package wrapped

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"notdone/classify/wordlist"
	"notdone/model"
	"notdone/source/runlog"
)

// exitReport is what the program around an agent says about the agent's end.
type exitReport struct {
	word    string
	outcome model.Outcome // unknown: it says nothing
	text    string
	line    int64
	at      time.Time
	// step says that only a step failed, which may be one of the program's own
	// after the agent's work.
	step bool
}

// update reads a line of the program. A failed step does not replace what is known
// of the end of the whole; success adds nothing.
func (x *exitReport) update(p *runlog.Prefix, body []byte, line int64, at time.Time) {
	n, ok := readExitReport(p, body)
	if !ok || !n.outcome.Failure() && n.outcome != model.OutcomeCancelled {
		return
	}
	if n.step && x.outcome != model.OutcomeUnknown && !x.step {
		return
	}
	n.line, n.at = line, at
	*x = n
}

// maxReport is the longest line, in bytes, that can say how something ended.
const maxReport = 300

// subject matches a word for that which ends: the agent, what runs it, or what is run.
const subject = `(?:agent|claude|codex|gemini|opencode|assistant|cli|process|command|program|session|run|task|job|worker|execution|attempt|` +
	`solver?|script|child|container|runner|iteration|turn|workflow|action|subprocess)`

var (
	exitCode = wordlist.Pattern(`(?i)^.{0,40}\b` + subject + `\b.{0,60}\b(?:exit(?:ed)?|finished|ended|completed|failed|terminated|returned)\b.{0,20}\b(?:code|status)\s*[:=]?\s*\(?(-?\d{1,3})\b\D{0,20}$`)
	// exits are the outcomes of a failure, by the first pattern that its line matches.
	exits = []struct {
		word    string
		outcome model.Outcome
		pattern func() *regexp.Regexp
	}{
		{"interrupted", model.OutcomeCancelled, wordlist.Pattern(`(?i)^(?:` + subject + `\s+(?:was\s+)?)?(?:interrupted|cancell?ed|aborted|terminated|killed)\b` +
			`|\((?:ctrl|control)\s*[-+ ]?\s*c\)|^keyboardinterrupt\b|^(?:received|caught|got)\s+(?:a\s+)?(?:signal\s+)?sig(?:int|term|hup|quit)\b` +
			`|^the operation was cancell?ed|\b(?:interrupted|cancell?ed|aborted|stopped) by (?:the )?(?:user|operator|signal)\b`)},
		{"timed out", model.OutcomeTimedOut, wordlist.Pattern(`(?i)\b` + subject + `\b.{0,80}\b(?:timed out|has timed out|time limit (?:was )?(?:reached|exceeded))|^(?:timed out|timeout) (?:after|waiting)`)},
		{"failed", model.OutcomeFailed, wordlist.Pattern(`(?i)\b` + subject + `\b.{0,60}\b(?:failed|failure|crashed|errored|died)\b|\bfailed to (?:run|execute|start|launch|spawn) (?:the )?` + subject)},
	}
)

// readExitReport reads a line of the program around the agent.
func readExitReport(p *runlog.Prefix, line []byte) (x exitReport, ok bool) {
	if len(line) == 0 || len(line) > maxReport {
		return exitReport{}, false
	}
	if e, ok := runlog.Stray(line); ok {
		return exitReport{word: e.Name, outcome: e.Outcome}, true
	}
	text, failed := trimMarks(line)
	failed = failed || p.Error
	if text == "" {
		return exitReport{}, false
	}
	if code := exitCodeIn(text); code != "" && (strings.Trim(code, "0") != "" || !failed) {
		return exitReport{word: "exit " + code, outcome: runlog.OutcomeOf("exit " + code), text: text}, true
	}
	if !failed {
		return exitReport{}, false
	}
	for _, e := range exits {
		if e.pattern().MatchString(text) {
			return exitReport{word: e.word, outcome: e.outcome, text: text}, true
		}
	}
	return exitReport{word: "error", outcome: model.OutcomeFailed, text: text, step: true}, true
}

// exitCodeIn returns the exit code that a line reports; empty: none.
func exitCodeIn(text string) string {
	if !strings.ContainsAny(text, "0123456789") || !strings.Contains(text, "code") && !strings.Contains(text, "status") {
		return ""
	}
	if m := exitCode().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// crosses are the signs with which programs mark what failed, errorMarks and errorWords
// the texts.
const crosses = "❌✖✗✘🛑💥⛔"

var (
	errorMarks = []string{"##[error]", "::error::"} // GitHub Actions
	errorWords = []string{"ERROR: ", "Error: ", "FATAL: ", "Fatal: ", "fatal: ", "error: "}
)

// trimMarks returns a line without the signs before its words, and whether the signs
// mark a failure.
func trimMarks(line []byte) (text string, failed bool) {
	s := strings.TrimSpace(strings.ToValidUTF8(string(line), "\uFFFD"))
	s, failed = trimAny(s, errorMarks)
	words := strings.TrimLeftFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '(' })
	failed = failed || strings.ContainsAny(s[:len(s)-len(words)], crosses)
	text, named := trimAny(words, errorWords)
	return text, failed || named
}

// trimAny removes the first of the marks that the text begins with.
func trimAny(s string, marks []string) (rest string, found bool) {
	for _, mark := range marks {
		if rest, ok := strings.CutPrefix(s, mark); ok {
			return strings.TrimSpace(rest), true
		}
	}
	return s, false
}

// exitParts are parts of the lines that can say how something ended.
var exitParts = runlog.Phrases("exit")

// mayReportExit reports whether a line can say how something ended at all, so that no
// other line is looked at closely.
func mayReportExit(p *runlog.Prefix, line []byte) bool {
	if len(line) > maxReport {
		return false
	}
	if p.Error || bytes.ContainsFunc(line[:min(len(line), 8)], func(r rune) bool { return r >= utf8.RuneSelf }) {
		return true
	}
	return slices.ContainsFunc(exitParts, func(part string) bool { return bytes.Contains(line, []byte(part)) })
}
