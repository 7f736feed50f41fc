package hermes

import (
	"notdone/classify"
	"notdone/model"
)

// blockedUnsticky is about a task that has the status blocked and no block in
// its history: created so, or set so by other hands than Hermes'. The
// dispatcher's next tick makes it ready as if nobody had meant it (#39609,
// #47777, #78933).
func blockedUnsticky(in *classify.Input, r *record) []classify.Observation {
	if r.stand.cause != causeNone || !r.promotes() {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityWarning, First: in.Facts.BlockedAt, Last: in.Facts.BlockedAt,
		Message: "has the status blocked but no block is recorded: the next tick of the dispatcher makes it ready by itself",
		Clears:  "it is blocked by Hermes' own command",
	}
	if e := newest(in.Events, evCreated, evUnblocked); e != nil {
		f.Evidence = []model.Evidence{{Where: e.Where}}
	}
	return one(f)
}
