package classify

import "notdone/model"

// findingOf says, for each opinion, which finding it came with: an index, or -1
// for an opinion that came with none.
type findingOf []int

// dismiss dismisses the findings for which wrong gives a reason. It returns the
// opinions that came with none of them, and a note when one was left out.
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

// Dismiss discounts a finding for the operator's reason; an empty reason does
// nothing.
func Dismiss(f *model.Finding, why string) {
	if why != "" {
		f.Discounted, f.Dismissed = true, cut(why, maxQuote)
	}
}
