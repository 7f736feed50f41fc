package classify

import (
	"cmp"

	"notdone/model"
)

// checkOrphanClaim sees a task that is recorded as running although nobody
// holds it, in a queue in which it was claimed before, or although all of its
// runs have ended.
func checkOrphanClaim(in *Input) []Observation {
	f := model.Finding{
		Severity: model.SeverityError, Actions: answerReclaim, Clears: "a claim, or another status",
	}
	claim := newestEvent(in, model.EventClaimed)
	if in.Facts.Claimed || in.Facts.ClaimOwner != "" {
		return nil
	}
	ended := len(in.Runs) > 0 && newestOpenRun(in) == nil && !in.Facts.OpenRun
	switch {
	case claim != nil:
		f.Message = "recorded as running, but nobody holds it"
		f.First, f.Last = claim.At, claim.At
		f.Evidence = []model.Evidence{{Where: claim.Where}}
	case ended:
		r := newestEndedRun(in)
		f.Message = "recorded as running, but every run of it has ended"
		f.First, f.Last = r.Ended, r.Ended
		f.Evidence = []model.Evidence{{Where: cmp.Or(r.Where, "run "+r.ID)}}
	default:
		return nil
	}
	return finding(f)
}
