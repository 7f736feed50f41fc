package classify

import "notdone/classify/text"

// checkPromiseInResult sees a task that counts as done and whose own words
// announce the work instead of reporting it.
func checkPromiseInResult(in *Input) []Observation {
	r := readDoneMessage(in)
	if r == nil || !r.Promise || r.Label == text.LabelDone {
		return nil
	}
	return contradictByWords(in, r, "announces the work instead of reporting it", "announced, not done")
}
