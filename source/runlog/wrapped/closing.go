package wrapped

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"notdone/model"
	"notdone/source/runlog"
)

// closing is what the program around an agent says about the agent's end.
type closing struct {
	word    string
	outcome model.Outcome // unknown: it says nothing
	text    string
	line    int64
	at      time.Time
	// step says that only a step failed, which may be one of the program's own
	// after the agent's work.
	step bool
}

// note takes a line of the program. A failed step does not replace what is known
// of the end of the whole; a step that succeeded adds nothing.
func (c *closing) note(p *runlog.Prefix, body []byte, line int64, at time.Time) {
	n, ok := closingOf(p, body)
	if !ok || !n.outcome.Failure() && n.outcome != model.OutcomeCancelled {
		return
	}
	if n.step && c.outcome != model.OutcomeUnknown && !c.step {
		return
	}
	n.line, n.at = line, at
	*c = n
}

// longest is how long a line may be, in bytes, to say how something ended.
const longest = 300

// Words for that which ends: the agent, what runs it, and what is run.
const subject = `(?:agent|claude|codex|gemini|opencode|assistant|cli|process|command|program|session|run|task|job|worker|execution|attempt|` +
	`solver?|script|child|container|runner|iteration|turn|workflow|action|subprocess)`

var (
	interrupts = regexp.MustCompile(`(?i)^(?:` + subject + `\s+(?:was\s+)?)?(?:interrupted|cancell?ed|aborted|terminated|killed)\b` +
		`|\((?:ctrl|control)\s*[-+ ]?\s*c\)|^keyboardinterrupt\b|^(?:received|caught|got)\s+(?:a\s+)?(?:signal\s+)?sig(?:int|term|hup|quit)\b` +
		`|^the operation was cancell?ed|\b(?:interrupted|cancell?ed|aborted|stopped) by (?:the )?(?:user|operator|signal)\b`)
	timeouts = regexp.MustCompile(`(?i)\b` + subject + `\b.{0,80}\b(?:timed out|has timed out|time limit (?:was )?(?:reached|exceeded))|^(?:timed out|timeout) (?:after|waiting)`)
	codes    = regexp.MustCompile(`(?i)^.{0,40}\b` + subject + `\b.{0,60}\b(?:exit(?:ed)?|finished|ended|completed|failed|terminated|returned)\b.{0,20}\b(?:code|status)\s*[:=]?\s*\(?(-?\d{1,3})\b\D{0,20}$`)
	failures = regexp.MustCompile(`(?i)\b` + subject + `\b.{0,60}\b(?:failed|failure|crashed|errored|died)\b|\bfailed to (?:run|execute|start|launch|spawn) (?:the )?` + subject)
)

// crosses begin lines of programs that mark with a sign what went wrong.
const crosses = "❌✖✗✘🛑💥⛔"

// closingOf reads a line of the program around the agent.
func closingOf(p *runlog.Prefix, line []byte) (c closing, ok bool) {
	if len(line) == 0 || len(line) > longest {
		return closing{}, false
	}
	if e, ok := runlog.Stray(line); ok {
		return closing{word: e.Name, outcome: e.Outcome}, true
	}
	text, bad := marked(line)
	bad = bad || p.Error
	if text == "" {
		return closing{}, false
	}
	if m := codeOf(text); m != nil {
		if code, err := strconv.Atoi(m[1]); err == nil && (code != 0 || !bad) {
			word := "exit " + m[1]
			return closing{word: word, outcome: runlog.OutcomeOf(word), text: text}, true
		}
	}
	if !bad {
		return closing{}, false
	}
	c.text = text
	switch {
	case interrupts.MatchString(text):
		c.word, c.outcome = "interrupted", model.OutcomeCancelled
	case timeouts.MatchString(text):
		c.word, c.outcome = "timed out", model.OutcomeTimedOut
	case failures.MatchString(text):
		c.word, c.outcome = "failed", model.OutcomeFailed
	default:
		c.word, c.outcome, c.step = "error", model.OutcomeFailed, true
	}
	return c, true
}

// codeOf finds an exit code in what a line says.
func codeOf(text string) []string {
	if !strings.ContainsAny(text, "0123456789") || !strings.Contains(text, "code") && !strings.Contains(text, "status") {
		return nil
	}
	return codes.FindStringSubmatch(text)
}

// marked returns a line without the signs before its words, and whether the signs
// mark a failure.
func marked(line []byte) (text string, bad bool) {
	s := strings.TrimSpace(strings.ToValidUTF8(string(line), "\uFFFD"))
	for _, mark := range []string{"##[error]", "::error::"} {
		if rest, ok := strings.CutPrefix(s, mark); ok {
			s, bad = strings.TrimSpace(rest), true
		}
	}
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '(' {
			break
		}
		bad = bad || strings.ContainsRune(crosses, r)
		s = s[n:]
	}
	for _, mark := range []string{"ERROR: ", "Error: ", "FATAL: ", "Fatal: ", "fatal: ", "error: "} {
		if rest, ok := strings.CutPrefix(s, mark); ok {
			return strings.TrimSpace(rest), true
		}
	}
	return s, bad
}

// hints are parts of what says how something ended.
var hints = []string{
	"xit", "XIT", "rror", "RROR", "code", "atal", "ATAL", "^C", "nterrupt", "ancel", "illed", "bort", "erminated", "egmentation", "us error",
}

// hinted reports whether a line can say how something ended at all, so that
// others are not looked at any closer.
func hinted(p *runlog.Prefix, line []byte) bool {
	if len(line) > longest {
		return false
	}
	if p.Error || bytes.ContainsFunc(line[:min(len(line), 8)], func(r rune) bool { return r >= utf8.RuneSelf }) {
		return true
	}
	return slices.ContainsFunc(hints, func(hint string) bool { return bytes.Contains(line, []byte(hint)) })
}
