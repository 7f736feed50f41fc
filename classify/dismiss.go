package classify

import "notdone/model"

// findingOf says, for each opinion, which finding it came with: an index, or -1
// for an opinion that came with none.
type findingOf []int

// dismiss marks the findings that the operator found wrong and returns the
// opinions without those that came with one of them, and a note that says so
// when there was such an opinion.
func (g findingOf) dismiss(opinions []Opinion, findings []model.Finding, wrong func(*model.Finding) string) (left []Opinion, note string) {
	for i := range findings {
		Dismiss(&findings[i], wrong(&findings[i]))
	}
	for i, at := range g {
		if at < 0 || findings[at].Dismissed == "" {
			left = append(left, opinions[i])
			continue
		}
		note = "dismissed by the operator: " + findings[at].Dismissed
	}
	return left, note
}

// Dismiss marks a finding as found wrong by the operator, for a reason that is
// not empty; with an empty one it does nothing.
func Dismiss(f *model.Finding, why string) {
	if why != "" {
		f.Discounted, f.Dismissed = true, cut(why, maxQuote)
	}
}
