package tui

import (
	"cmp"

	"notdone/model"
)

// The names of states and grades where they differ from String: on a row, in the
// header, and in a sentence. signNotes are the help's remarks on states.
var (
	rowWords    = map[model.State]string{model.StateActive: "running"}
	headerWords = map[model.State]string{
		model.StateActive: "running", model.StateFalseDone: "suspected", model.StateUnknown: "cannot tell",
	}
	shortWords = map[model.State]string{
		model.StateActive: "run", model.StateQueued: "queue", model.StateScheduled: "sched", model.StateBlocked: "block",
		model.StateFailed: "fail", model.StateFalseDone: "susp", model.StateUnknown: "unclear", model.StateCancelled: "canc",
	}
	longWords = map[model.State]string{model.StateFalseDone: "suspected false-done", model.StateUnknown: "cannot tell"}
	signNotes = map[model.State]string{
		model.StateFalseDone: ": the queue says done, the evidence does not",
		model.StateUnknown:   ": cannot tell",
		model.StateBlocked:   ": waits for a person or a change around it",
	}
	gradeWords = map[model.Grade]string{model.GradeTextOnly: "text only", model.GradeCannotTell: "cannot tell"}
)

func rowWord(s model.State) string    { return cmp.Or(rowWords[s], s.String()) }
func headerWord(s model.State) string { return cmp.Or(headerWords[s], s.String()) }
func shortWord(s model.State) string  { return cmp.Or(shortWords[s], s.String()) }
func longWord(s model.State) string   { return cmp.Or(longWords[s], s.String()) }
func gradeWord(g model.Grade) string  { return cmp.Or(gradeWords[g], g.String()) }
