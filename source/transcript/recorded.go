package transcript

import (
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// What is recorded of a log that has no word of its own for how it ended.
const (
	ended   = "ended"   // it fell silent after something was said
	stopped = "stopped" // in the middle of something, or without a word
	died    = "died"    // the same, where the agent is known to write an end
	waiting = "waiting" // for an answer
	chat    = "chat"    // a person sits in front of it
	left    = "left"    // the same, and it stops in the middle of something
	idle    = "idle"    // nothing was asked of the agent
)

// chats is the group of the sessions that a person sits in front of.
const chats = "chats"

// recordedEnd returns how the log itself says that it ended; empty while it is written.
func recordedEnd(s *runlog.Summary, open, human, torn bool, format runlog.Format) string {
	switch {
	case open:
		return ""
	case s.Idle:
		return idle
	case s.Work.Waiting.Quote != "":
		return waiting
	case human && !endedInError(s):
		return recordedOfChat(s)
	case s.Terminal && s.Word != "":
		return recordedWord(s.Word, s.Outcome)
	case s.Kind != "" && torn && !s.Terminal:
		return stopped // the record that is missing may be the one that is cut
	case s.Terminal, s.LastKind == runlog.KindSaid && !s.Closes, s.LastKind == runlog.KindError && s.Kind == "", s.Kind == "" && format == runlog.FormatText && s.Final != "":
		return ended
	case s.Kind != "":
		return died
	}
	return stopped
}

// recordedOfChat returns how a session ended that a person sits in front of, who may have left
// it at any time.
func recordedOfChat(s *runlog.Summary) string {
	switch {
	case s.Terminal && s.Outcome == model.OutcomeCancelled:
		return "cancelled"
	case s.Terminal, s.NumRuns == 0, s.LastKind == runlog.KindSaid && !s.Closes:
		return chat
	}
	return left
}

// endedInError reports whether the newest run ended in an error of its own, which no
// answer can be: no credit, nobody logged in, a limit of usage, a model that does
// not exist. That a person stopped it is none.
func endedInError(s *runlog.Summary) bool {
	if !s.Terminal {
		return s.Kind != "" && s.LastKind == runlog.KindError
	}
	return s.Outcome.Failure() || s.Outcome == model.OutcomeRateLimited
}

// recordedWord returns the log's own word for an end, with what it means where the word
// alone would be taken for something else: "prompt_too_long (budget exhausted)".
func recordedWord(word string, o model.Outcome) string {
	if is := state(word); o == model.OutcomeUnknown || is == stateOf(o) || is == model.StateCancelled {
		return word
	}
	return word + " (" + o.String() + ")"
}

// state maps how a log says that it ended to the state that it stands for. A
// log without any word is still being written.
func state(recorded string) model.State {
	switch recorded {
	case "":
		return model.StateActive
	case ended, chat, idle:
		return model.StateDone
	case stopped, left:
		return model.StateUnknown
	case died:
		return model.StateFailed
	case "canceled", "cancelled":
		return model.StateCancelled
	}
	if word, ok := strings.CutSuffix(recorded, ")"); ok {
		if at := strings.LastIndex(word, " ("); at >= 0 {
			means := word[at+2:]
			for o := model.OutcomeUnknown; o <= model.OutcomeCancelled; o++ {
				if o.String() == means {
					return stateOf(o)
				}
			}
		}
	}
	return stateOf(runlog.OutcomeOf(recorded))
}

// stateOf returns the state that an outcome stands for.
func stateOf(o model.Outcome) model.State {
	switch o {
	case model.OutcomeBlocked, model.OutcomeRefused:
		return model.StateBlocked
	case model.OutcomeUnknown, model.OutcomeCompleted, model.OutcomeReleased:
		return model.StateDone
	default:
		return model.StateFailed
	}
}
