package classify

import (
	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// besideWork reports whether what a message says against done concerns only what could come
// after the work, or is itself the answer that was asked for, while the log shows the work.
// Such words alone are then no reason to suspect the task.
func besideWork(in *Input, r *text.Reading) bool {
	w := finishedLog(in)
	if w == nil || r.Label == text.LabelDone || r.Label == text.LabelRefused || r.Promise || r.Kind == model.KindMissingInput {
		return false
	}
	switch said := plainWords(r.Point); {
	case !r.Asks && needsInput(r.Kind):
		return false
	case r.Asks && (asksHow().MatchString(said) || !optional().MatchString(said)):
		return false
	case wordsAsked(in, w):
		return (r.Asks || !r.Own) && hasAnswer(in, r)
	case !changedWithoutFailure(w):
		return false
	case r.Asks:
		return !ownWork().MatchString(said)
	default:
		return w.Settled && (!r.Own && r.PointAt >= minAnswer || r.Score < sureWords)
	}
}

// finishedLog returns the work that the task's own log shows, or that an attached log shows if
// the log ended in a completion; nil if there is none.
func finishedLog(in *Input) *model.Work {
	w, own := workInLog(in)
	if e := currentEnding(in); own || e != nil && !e.Open && e.Outcome == model.OutcomeCompleted {
		return w
	}
	return nil
}

// sureWords is the score from which a message against done counts although the log shows that
// the work was tested, committed or pushed.
const sureWords = 0.75

// wordsAsked reports whether nothing but words was asked for, such as an answer, a review or a
// plan, and the run edited no file.
func wordsAsked(in *Input, w *model.Work) bool {
	asked := requestText(in)
	return w.Edits == 0 && (questions().MatchString(asked) || reviewer().MatchString(asked)) && !andChange().MatchString(asked)
}

// minAnswer is the number of bytes that a message needs besides the sentence against done, or
// before it, to count as an answer or a report.
const minAnswer = 100

// hasAnswer reports whether the message holds an answer besides the sentence against done.
func hasAnswer(in *Input, r *text.Reading) bool {
	said, _ := in.Message()
	return len(said)-len(r.Point) >= minAnswer
}

// changedWithoutFailure reports whether the run changed something and no edit, test, last command
// or needed call of it failed.
func changedWithoutFailure(w *model.Work) bool {
	changed := w.Edits > 0 || w.Written > 0 || w.Mutations > 0
	return changed && w.LostEdits == 0 && !w.Test.Failed && (!w.CommandLast || !w.Command.Failed) && cycle.Blank(w.Pending.Quote) && !lacksCall(w)
}

// lacksCall reports whether a call was denied that would have changed something.
func lacksCall(w *model.Work) bool {
	for i := range w.Denied {
		if d := &w.Denied[i]; !d.ReadOnly && !d.Proves {
			return true
		}
	}
	return false
}

// needsInput reports whether an obstacle of the kind is something that only somebody
// else can give.
func needsInput(k model.ObstacleKind) bool {
	return isDenial(k) || k == model.KindRateLimit || k == model.KindBudget
}

var (
	// optional matches an offer of what could be done next.
	optional = patterns.Pattern("optional")
	// asksHow matches a question about how to do what was asked for.
	asksHow = patterns.Pattern("asks-how")
	// ownWork matches a question whether to go on with what was asked for.
	ownWork = patterns.Pattern("own-work")
	// reviewer matches the beginning of a request that makes the agent a reviewer.
	reviewer = patterns.Pattern("reviewer")
	// andChange matches a request for a change after one for words.
	andChange = patterns.Pattern("and-change")
)
