package classify

import (
	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// besideWork reports whether what a message says against done is about what could
// come after the work, or is the finding that was asked for, while the log shows
// the work. It is then no alarm on words alone.
func besideWork(in *Input, r *text.Reading) bool {
	w := finishedLog(in)
	if w == nil || r.Label == text.LabelDone || r.Label == text.LabelRefused || r.Promise || r.Kind == model.KindMissingInput {
		return false
	}
	switch said := plainWords(r.Quote); {
	case !r.Asks && needsInput(r.Kind):
		return false
	case r.Asks && (asksHow().MatchString(said) || !optional().MatchString(said)):
		return false
	case wordsAsked(in, w):
		return (r.Asks || !r.Own) && answers(in, r)
	case !unhurt(w):
		return false
	case r.Asks:
		return !ownWork().MatchString(said)
	default:
		return w.Settled && (!r.Own && r.Start >= leastAnswer || r.Score < sureWords)
	}
}

// finishedLog returns what the log of the task shows: its own, or the one attached to it
// once that has ended well; nil when there is none.
func finishedLog(in *Input) *model.Work {
	w, own := workInLog(in)
	if e := currentEnding(in); own || e != nil && !e.Open && e.Outcome == model.OutcomeCompleted {
		return w
	}
	return nil
}

// sureWords is the score from which a message against done stands although its log shows
// that the work was finished: tested, committed or pushed.
const sureWords = 0.75

// wordsAsked reports whether words were asked for and nothing else: an answer, a
// review, a plan. The run looked at something, or it was a plain question.
func wordsAsked(in *Input, w *model.Work) bool {
	asked := requestText(in)
	return w.Edits == 0 && (questions().MatchString(asked) || reviewer().MatchString(asked)) && !andChange().MatchString(asked)
}

// leastAnswer is how many bytes an answer has at least beside the sentence that reads
// as something against it, and a report before it.
const leastAnswer = 100

// answers reports whether the message says more than what reads as something against
// done, or opens otherwise.
func answers(in *Input, r *text.Reading) bool {
	said, _ := in.Message()
	return len(said)-len(r.Quote) >= leastAnswer
}

// unhurt reports whether the run changed something and nothing of it failed in the end.
func unhurt(w *model.Work) bool {
	changed := w.Edits > 0 || w.Written > 0 || w.Mutations > 0
	return changed && w.LostEdits == 0 && !w.Test.Failed && (!w.CommandLast || !w.Command.Failed) && cycle.Blank(w.Pending.Quote) && !lacks(w)
}

// lacks reports whether a call was denied that was more than a look or a check.
func lacks(w *model.Work) bool {
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
	// optional is a question of what could be done next.
	optional = patterns.Pattern("optional")
	// asksHow is a question of how to do what was asked for.
	asksHow = patterns.Pattern("asks-how")
	// ownWork is a question of whether to go on with what was asked for.
	ownWork = patterns.Pattern("own-work")
	// reviewer opens a request that gives the agent a part in which it only looks.
	reviewer = patterns.Pattern("reviewer")
	// andChange is a change that is asked for beside words.
	andChange = patterns.Pattern("and-change")
)
