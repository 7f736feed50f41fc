package classify

import (
	"cmp"
	"strings"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// noReason is the headline of a block that nobody explained.
const noReason = "no reason was recorded"

// longReason is the length in bytes from which only the decisive sentence of a
// reason is kept.
const longReason = 400

// obstacleOfBlock returns the obstacle of a blocked task: what its queue recorded,
// else what its last event or run said when it was blocked.
func obstacleOfBlock(in *Input) *model.Obstacle {
	reason, where := reasonOfBlock(in)
	if unsaid.of(reason) {
		return unexplainedBlock(in, where)
	}
	o := NewObstacle(reason, where)
	o.Own = in.Facts.ObstacleOwn && reason == in.Facts.ObstacleText
	return o
}

func reasonOfBlock(in *Input) (reason, where string) {
	if !unsaid.of(in.Facts.ObstacleText) {
		return in.Facts.ObstacleText, in.Facts.ObstacleWhere
	}
	if e := newestEvent(in, model.EventBlocked, model.EventBlockLoop); e != nil {
		where = e.Where
		if !unsaid.of(e.Note) {
			return e.Note, e.Where
		}
	}
	if r := newestEndedRun(in); r != nil && r.Outcome == model.OutcomeBlocked && !unsaid.of(r.Output) {
		return r.Output, r.Where
	}
	return "", cmp.Or(in.Facts.ObstacleWhere, where)
}

// NewObstacle returns the obstacle that a text states, which was read at a place. Its kind,
// key and name depend on nothing but the sentence that states it: the text itself, or the
// decisive sentence of several.
func NewObstacle(said, where string) *model.Obstacle {
	said = strings.TrimSpace(said)
	if len(said) > longReason {
		r := text.Read(said)
		if o := quotedObstacle(&r, said, where); o != nil {
			return o
		}
	}
	return stateObstacle(said, decisive.of(said), where)
}

// DescribedObstacle returns the obstacle that notdone describes itself, because nobody said a
// word about it. It is found as by NewObstacle.
func DescribedObstacle(what, where string) *model.Obstacle {
	o := NewObstacle(what, where)
	o.Own = true
	return o
}

// recordedObstacle returns the obstacle that the facts state.
func recordedObstacle(in *Input) *model.Obstacle {
	o := NewObstacle(in.Facts.ObstacleText, in.Facts.ObstacleWhere)
	o.Own = in.Facts.ObstacleOwn
	return o
}

// stateObstacle returns the obstacle that a sentence of a text states.
func stateObstacle(said, sentence, where string) *model.Obstacle {
	o := described.of(sentence).Obstacle
	o.Text, o.Where = cut(said, maxObstacle), where
	return &o
}

// quotedObstacle returns the obstacle of the decisive sentence of a message; nil when there
// is none. Where that sentence does not say what is in the way, as "I could not do it", one
// near it may.
func quotedObstacle(r *text.Reading, message, where string) *model.Obstacle {
	if r.Quote == "" {
		return nil
	}
	o := stateObstacle(strings.TrimSpace(r.Quote), r.Quote, where)
	if described.of(r.Quote).Object {
		return o
	}
	near := cycle.Decisive(message[max(r.Start-longReason, 0):min(r.End+longReason, len(message))])
	if said := described.of(near); said.Object && said.Sure {
		return stateObstacle(strings.TrimSpace(near), near, where)
	}
	return o
}

// spokenObstacle makes an obstacle of the decisive sentence of the task's message; nil
// when there is none, or nobody asks.
func spokenObstacle(in *Input) *model.Obstacle {
	if in.verdictOnly {
		return nil
	}
	said, where := in.Message()
	return quotedObstacle(in.Reading(), said, where)
}

// blockHeadline returns in a few words why a task is blocked.
func blockHeadline(o *model.Obstacle) string {
	return o.Name
}

// isDenial reports whether an obstacle of the kind means that something was denied.
func isDenial(k model.ObstacleKind) bool {
	return k == model.KindPermission || k == model.KindAccess || k == model.KindCredentials || k == model.KindPolicy
}

// declaredObstacle returns the obstacle behind a declared outcome: the recorded one,
// else what the message says.
func declaredObstacle(in *Input) *model.Obstacle {
	if in.Facts.ObstacleText != "" {
		return recordedObstacle(in)
	}
	if r := readMessage(in); r == nil || r.Label == text.LabelDone {
		return nil
	}
	return spokenObstacle(in)
}

// failureObstacle returns the recorded reason of a failure; nil when there is none.
func failureObstacle(in *Input) *model.Obstacle {
	if !cycle.Blank(in.Facts.ObstacleText) {
		return recordedObstacle(in)
	}
	r := newestEndedRun(in)
	if r == nil {
		return nil
	}
	if !cycle.Blank(r.Error) {
		o := NewObstacle(text.ErrorLine(r.Error), r.Where)
		o.Own = r.ErrorOwn
		return o
	}
	return spokenObstacle(in)
}

// unexplainedBlock returns the obstacle of a block without a reason. Its text is
// empty, and its key differs between wishes, since the reasons may differ.
func unexplainedBlock(in *Input, where string) *model.Obstacle {
	kind, wish := in.Facts.ObstacleKind, cycle.WishOf(in.Case)
	if cycle.Blank(wish) {
		wish = in.Task.ID
	}
	return &model.Obstacle{Kind: kind, Name: noReason, Key: kind.String() + ":no reason, " + wish, Where: where}
}
