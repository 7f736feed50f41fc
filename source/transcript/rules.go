package transcript

import (
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source/runlog"
)

// logOpen says until when an open log counts as being written.
func logOpen(in *classify.Input) []classify.Observation {
	n, ok := in.Native.(*native)
	if !ok || !n.open {
		return nil
	}
	// Silent is what is no longer younger than the limit: one tick later it is.
	return []classify.Observation{{Until: n.until.Add(time.Millisecond)}}
}

// logStopped explains a log that fell silent where nothing ends. Of an agent
// that is known it is known to write an end, so it died.
func logStopped(in *classify.Input) []classify.Observation {
	n, ok := in.Native.(*native)
	if !ok {
		return nil
	}
	switch in.Task.Recorded {
	case left:
		return []classify.Observation{{Opinion: classify.Opinion{
			Rank: classify.RankRecorded, State: model.StateUnknown, Grade: model.GradeCannotTell, Confidence: 0.6,
			Headline: stopsAt(n.last) + "; a person sits in front of it",
		}}}
	case stopped:
		o := classify.Opinion{
			Rank: classify.RankRecorded, State: model.StateUnknown, Grade: model.GradeCannotTell, Confidence: 0.6,
			Headline: stopsAt(n.last),
		}
		if n.torn {
			o.Headline = "the log stops in the middle of a line"
		}
		return []classify.Observation{{Opinion: o}}
	case died:
		return []classify.Observation{{Opinion: classify.Opinion{
			Rank: classify.RankHardError, State: model.StateFailed, Grade: model.GradeStrong, Confidence: 0.96,
			Headline: stopsAt(n.last),
		}}}
	}
	return nil
}

// stopsAt says where a log stops by its last entry.
func stopsAt(last runlog.Kind) string {
	switch last {
	case runlog.KindToolCall:
		return "the log stops in the middle of a tool call"
	case runlog.KindToolResult:
		return "the log stops after a tool's result"
	case runlog.KindPrompt:
		return "the log stops before the agent said anything"
	case runlog.KindSaid:
		return "the log stops after the agent's words, without the record that ends a run"
	case runlog.KindError:
		return "the log stops at an error"
	case runlog.KindOther, runlog.KindEnd:
	}
	return "nothing in the log says how it ended"
}

// logChat says why a chat is not judged, nor a session without a request.
func logChat(in *classify.Input) []classify.Observation {
	why := ""
	switch in.Task.Recorded {
	case chat:
		why = "a person sits in front of it and reads what it says"
	case idle:
		why = "nothing was asked of the agent"
	default:
		return nil
	}
	return []classify.Observation{{Opinion: classify.Opinion{
		Rank: classify.RankRecorded, State: model.StateDone, Grade: model.GradeCannotTell, Confidence: 0.6, Headline: why,
	}}}
}
