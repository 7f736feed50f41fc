package classify

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"notdone/classify/cycle"
	"notdone/model"
)

// workInLog is what a log shows of the task's newest run: its own, or for a task
// that is recorded done that of the newest log attached to it; nil when none
// does. own says that the task is that log.
func workInLog(in *Input) (w *model.Work, own bool) {
	if in.Facts.Work != nil {
		return in.Facts.Work, true
	}
	e := newestEnding(in)
	if e == nil {
		return nil, false
	}
	if r := newestRun(in); r != nil && !e.At.IsZero() && r.Started.After(e.At) {
		return nil, false // the log of an earlier run
	}
	return e.Work, false
}

// workOfDoneTask is what a log shows of a run that counts as done, nil when the
// task does not or when nobody can tell what others did for it.
func workOfDoneTask(in *Input) *model.Work {
	if !countsAsDone(in) {
		return nil
	}
	w, _ := workInLog(in)
	if w == nil || w.Delegated > 0 {
		return nil
	}
	return w
}

// isWholeWork reports whether all that was asked of the agent and all that it did
// about it is in the run that the log shows: nothing was done in a run before,
// or in a conversation that this one goes on with.
func isWholeWork(in *Input, w *model.Work) bool {
	return w.Turns <= 1 && !w.Partial && !strings.HasPrefix(strings.TrimSpace(in.Body), "This session is being continued")
}

// answersOnly reports whether the run was asked for words and changed nothing: what
// it says of tests and commands then is its answer, not a claim.
func answersOnly(in *Input, w *model.Work) bool {
	return w.Edits == 0 && questions.MatchString(requestText(in))
}

// polite are words before a request that make no question of it.
var polite = regexp.MustCompile(`^(?:\s*(?:please|can you|could you|would you|i want you to|i need you to|hi|hello|hey)[,:!]?\s+)+`)

// requestText is what was asked for, in plain words.
func requestText(in *Input) string {
	asked := in.Body
	if w := in.Facts.Work; w != nil && w.Turns > 1 {
		asked = w.Asked
	}
	return polite.ReplaceAllString(plainWords(asked), "")
}

// finalWords are the newest words of the run that a log shows, in lower case
// with plain apostrophes, at most as many as matter.
func finalWords(in *Input) string {
	said, _ := in.Message()
	return plainWords(said)
}

// maxWords bounds how much of a text is looked at for claims, in bytes.
const maxWords = 16 << 10

func plainWords(s string) string {
	return strings.ToLower(strings.ReplaceAll(s[:min(len(s), maxWords)], "’", "'"))
}

// contradictClaim is the answer of a rule that sees something claimed which the log
// contradicts.
func contradictClaim(in *Input, s signal, headline, message, said string, evidence ...model.Evidence) []Observation {
	at := finishTime(in)
	o := s.opine(Opinion{
		Grade: model.GradeStrong, Headline: headline,
		Obstacle: &model.Obstacle{Kind: model.KindUnknown, Text: said, Key: cycle.ObstacleKey(model.KindUnknown, said)},
	})
	if len(evidence) > 0 {
		o.Obstacle.Where = evidence[0].Where
	}
	severity := model.SeverityError
	if signalWeights[s].reads {
		severity = model.SeverityWarning
	}
	return both(model.Finding{
		Severity: severity, Message: message, First: at, Last: at, Clears: clearsByRun, Actions: answerRequeue,
		Evidence: evidence,
	}, o)
}

// stepQuote is a command as evidence.
func stepQuote(s model.Step) model.Evidence { return quote(s.Where, s.Text) }

// quoteClaim is the sentence of the message that holds a position in its plain
// words, as evidence.
func quoteClaim(in *Input, at int) model.Evidence {
	said, where := in.Message()
	from, to := sentence(said, unplain(said, at))
	return quote(where, said[from:to])
}

// unplain returns where in a text that stands which stands at a position of its
// plain words.
func unplain(s string, at int) int {
	for i, r := range s {
		if at <= 0 {
			return i
		}
		if at--; r != '’' {
			at -= utf8.RuneLen(unicode.ToLower(r)) - 1
		}
	}
	return len(s)
}

// sentence returns where the sentence around a position begins and ends.
func sentence(s string, at int) (from, to int) {
	at = min(at, len(s))
	from = strings.LastIndexAny(s[:at], "\n!?")
	if dot := strings.LastIndex(s[:at], ". "); dot > from {
		from = dot
	}
	from++
	to = len(s)
	if n := strings.IndexAny(s[at:], "\n!?"); n >= 0 {
		to = at + n
	}
	if n := strings.Index(s[at:to], ". "); n >= 0 {
		to = at + n + 1
	}
	return from, to
}

func countedCalls(w *model.Work) string {
	return fmt.Sprintf("%s, %s, 0 edits", counted(w.Calls, "tool call"), counted(w.Commands, "command"))
}

// closingQuestion is the question that the message ends with; empty: it ends
// with none.
func closingQuestion(in *Input) string {
	said, _ := in.Message()
	said = strings.TrimRight(said, " \t\r\n*_`")
	if !strings.HasSuffix(said, "?") {
		return ""
	}
	from, _ := sentence(said, len(said)-1)
	return strings.TrimSpace(said[from:])
}
