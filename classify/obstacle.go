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
	if cycle.Blank(reason) {
		return unexplainedBlock(in, where)
	}
	return readObstacle(reason, in.Facts.ObstacleKind, where)
}

func reasonOfBlock(in *Input) (reason, where string) {
	if !cycle.Blank(in.Facts.ObstacleText) {
		return in.Facts.ObstacleText, in.Facts.ObstacleWhere
	}
	if e := newestEvent(in, model.EventBlocked, model.EventBlockLoop); e != nil {
		where = e.Where
		if !cycle.Blank(e.Note) {
			return e.Note, e.Where
		}
	}
	if r := newestEndedRun(in); r != nil && r.Outcome == model.OutcomeBlocked && !cycle.Blank(r.Output) {
		return r.Output, r.Where
	}
	return "", cmp.Or(in.Facts.ObstacleWhere, where)
}

// readObstacle makes an obstacle of the text that states one, or of its decisive
// sentence where it is long. The kind is read from the text unless it is given.
func readObstacle(said string, kind model.ObstacleKind, where string) *model.Obstacle {
	if kind == model.KindUnknown || len(said) > longReason {
		r := text.Read(said)
		if kind == model.KindUnknown {
			kind = r.Kind
		}
		if len(said) > longReason && r.Quote != "" {
			said = r.Quote
		}
	}
	return newObstacle(kind, said, where)
}

func newObstacle(kind model.ObstacleKind, said, where string) *model.Obstacle {
	said = strings.TrimSpace(said)
	return &model.Obstacle{Kind: kind, Text: cut(said, maxObstacle), Key: cycle.ObstacleKey(kind, said), Where: where}
}

// quotedObstacle makes an obstacle of the decisive sentence of a message; nil when
// there is none.
func quotedObstacle(r *text.Reading, where string) *model.Obstacle {
	if r.Quote == "" {
		return nil
	}
	return newObstacle(r.Kind, r.Quote, where)
}

// spokenObstacle makes an obstacle of the decisive sentence of the task's message; nil
// when there is none.
func spokenObstacle(in *Input) *model.Obstacle {
	_, where := in.Message()
	return quotedObstacle(in.Reading(), where)
}

// blockHeadline returns in a few words why a task is blocked.
func blockHeadline(o *model.Obstacle) string {
	if o.Text == "" {
		return noReason
	}
	return kindHeadlines[o.Kind]
}

// isDenial reports whether an obstacle of the kind means that something was denied.
func isDenial(k model.ObstacleKind) bool {
	return k == model.KindPermission || k == model.KindAccess || k == model.KindCredentials || k == model.KindPolicy
}

// declaredObstacle returns the obstacle behind a declared outcome: the recorded one,
// else what the message says.
func declaredObstacle(in *Input) *model.Obstacle {
	if in.Facts.ObstacleText != "" {
		return readObstacle(in.Facts.ObstacleText, in.Facts.ObstacleKind, in.Facts.ObstacleWhere)
	}
	if in.Reading().Label == text.LabelDone {
		return nil
	}
	return spokenObstacle(in)
}

// failureObstacle returns the recorded reason of a failure; nil when there is none.
func failureObstacle(in *Input) *model.Obstacle {
	if !cycle.Blank(in.Facts.ObstacleText) {
		return readObstacle(in.Facts.ObstacleText, in.Facts.ObstacleKind, in.Facts.ObstacleWhere)
	}
	r := newestEndedRun(in)
	if r == nil {
		return nil
	}
	if !cycle.Blank(r.Error) {
		return readObstacle(firstLine(r.Error), outcomeKinds[r.Outcome], r.Where)
	}
	return spokenObstacle(in)
}

// outcomeKinds are the kinds of obstacle that outcomes imply; others imply none.
var outcomeKinds = map[model.Outcome]model.ObstacleKind{
	model.OutcomeBudget: model.KindBudget, model.OutcomeTimedOut: model.KindBudget, model.OutcomeRateLimited: model.KindRateLimit,
	model.OutcomeSpawnFailed: model.KindEnvironment, model.OutcomeRefused: model.KindPolicy,
}

// unexplainedBlock returns the obstacle of a block without a reason. Its text is
// empty, and its key differs between wishes, since the reasons may differ.
func unexplainedBlock(in *Input, where string) *model.Obstacle {
	kind, wish := in.Facts.ObstacleKind, in.Task.Wish
	if cycle.Blank(wish) {
		wish = in.Task.ID
	}
	return &model.Obstacle{Kind: kind, Key: kind.String() + ":no reason, " + wish, Where: where}
}
