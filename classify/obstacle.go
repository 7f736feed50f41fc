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
	said = strings.TrimSpace(said)
	return &model.Obstacle{Kind: kind, Text: cut(said, maxObstacle), Key: cycle.ObstacleKey(kind, said), Where: where}
}

// quotedObstacle makes an obstacle of the decisive sentence of a message; nil when
// there is none.
func quotedObstacle(r *text.Reading, where string) *model.Obstacle {
	if r.Quote == "" {
		return nil
	}
	said := strings.TrimSpace(r.Quote)
	return &model.Obstacle{Kind: r.Kind, Text: cut(said, maxObstacle), Key: cycle.ObstacleKey(r.Kind, said), Where: where}
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
	switch k {
	case model.KindPermission, model.KindAccess, model.KindCredentials, model.KindPolicy:
		return true
	default:
		return false
	}
}

// declaredObstacle returns the obstacle behind a declared outcome: the recorded one,
// else what the message says.
func declaredObstacle(in *Input) *model.Obstacle {
	if in.Facts.ObstacleText != "" {
		return readObstacle(in.Facts.ObstacleText, in.Facts.ObstacleKind, in.Facts.ObstacleWhere)
	}
	if r := in.Reading(); r.Label != text.LabelDone {
		_, where := in.Message()
		return quotedObstacle(r, where)
	}
	return nil
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
		return readObstacle(firstLine(r.Error), outcomeKind(r.Outcome), r.Where)
	}
	if in.Reading().Quote == "" {
		return nil
	}
	_, where := in.Message()
	return quotedObstacle(in.Reading(), where)
}

// outcomeKind returns the kind of obstacle that an outcome implies.
func outcomeKind(o model.Outcome) model.ObstacleKind {
	switch o {
	case model.OutcomeBudget, model.OutcomeTimedOut:
		return model.KindBudget
	case model.OutcomeRateLimited:
		return model.KindRateLimit
	case model.OutcomeSpawnFailed:
		return model.KindEnvironment
	case model.OutcomeRefused:
		return model.KindPolicy
	default:
		return model.KindUnknown
	}
}

// unexplainedBlock returns the obstacle of a block without a reason. Its text is
// empty, and its key differs between wishes, since the reasons may differ.
func unexplainedBlock(in *Input, where string) *model.Obstacle {
	kind := in.Facts.ObstacleKind
	wish := in.Task.Wish
	if cycle.Blank(wish) {
		wish = in.Task.ID
	}
	return &model.Obstacle{Kind: kind, Key: kind.String() + ":no reason, " + wish, Where: where}
}
