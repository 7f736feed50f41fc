package transcript

import (
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source/runlog"
)

// checkOpen says until when an open log counts as being written.
func checkOpen(in *classify.Input) []classify.Observation {
	n, ok := in.Native.(*native)
	if !ok || !n.open {
		return nil
	}
	// Silent is what is no longer younger than the limit: one tick later it is.
	return []classify.Observation{{Until: n.until.Add(time.Millisecond)}}
}

// checkSilent explains what is recorded of a log that has no word of its own for how it
// ended. Of an agent that is known it is known to write an end, so without one it
// died.
func checkSilent(in *classify.Input) []classify.Observation {
	n, ok := in.Native.(*native)
	if !ok {
		return nil
	}
	o := classify.Opinion{Rank: classify.RankRecorded, State: state(in.Task.Recorded), Grade: model.GradeCannotTell, Confidence: 0.6}
	switch in.Task.Recorded {
	case left:
		o.Headline = describeStop(n.last) + "; a person sits in front of it"
	case stopped:
		if o.Headline = describeStop(n.last); n.torn {
			o.Headline = "the log stops in the middle of a line"
		}
	case died:
		o.Rank, o.Grade, o.Confidence, o.Headline = classify.RankHardError, model.GradeStrong, 0.96, describeStop(n.last)
	case chat:
		o.Headline = "a person sits in front of it and reads what it says"
	case idle:
		o.Headline = "nothing was asked of the agent"
	default:
		return nil
	}
	return []classify.Observation{{Opinion: o}}
}

// describeStop says where a log stops by its last entry.
func describeStop(last runlog.Kind) string {
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
