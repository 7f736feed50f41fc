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

// logStopped explains a log that fell silent where nothing ends.
func logStopped(in *classify.Input) []classify.Observation {
	n, ok := in.Native.(*native)
	if !ok || in.Task.Recorded != stopped {
		return nil
	}
	o := classify.Opinion{Rank: classify.RankRecorded, State: model.StateUnknown, Grade: model.GradeCannotTell, Confidence: 0.6}
	switch n.last {
	case runlog.KindToolCall:
		o.Headline = "the log stops in the middle of a tool call"
	case runlog.KindToolResult:
		o.Headline = "the log stops after a tool's result"
	case runlog.KindPrompt:
		o.Headline = "the log stops before the agent said anything"
	case runlog.KindOther, runlog.KindSaid, runlog.KindError, runlog.KindEnd:
		o.Headline = "nothing in the log says how it ended"
	}
	return []classify.Observation{{Opinion: o}}
}
