package classify

import (
	"cmp"
	"slices"
	"strings"

	"notdone/model"
)

// maxEvidence bounds the evidence that one finding carries.
const maxEvidence = 8

// SortFindings orders findings as they are shown: those that count before
// discounted ones, then the worst, the newest, and by name.
func SortFindings(findings []model.Finding) {
	slices.SortStableFunc(findings, func(a, b model.Finding) int {
		if a.Discounted != b.Discounted {
			if a.Discounted {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), b.Last.Compare(a.Last), strings.Compare(a.Rule, b.Rule))
	})
}

// addFinding adds a finding, bounded, or merges it with one of the same rule
// that says the same. It returns the number of the finding, from 1.
func addFinding(findings []model.Finding, rule string, f *model.Finding) (all []model.Finding, number int) {
	n := *f
	n.Rule = cmp.Or(n.Rule, rule)
	n.Count = max(n.Count, 1)
	n.Message, n.Clears = cut(n.Message, maxMessage), cut(n.Clears, maxMessage)
	n.Evidence = boundedEvidence(n.Evidence)
	for i := range findings {
		if old := &findings[i]; sameFinding(old, &n) {
			mergeFinding(old, &n)
			return findings, i + 1
		}
	}
	return append(findings, n), len(findings) + 1
}

func boundedEvidence(evidence []model.Evidence) []model.Evidence {
	out := slices.Clone(evidence[:min(len(evidence), maxEvidence)])
	for i := range out {
		out[i].Quote = cut(out[i].Quote, maxQuote)
	}
	return out
}

func sameFinding(a, b *model.Finding) bool {
	return a.Rule == b.Rule && a.Message == b.Message && a.Severity == b.Severity && a.Origin == b.Origin && a.Discounted == b.Discounted
}

func mergeFinding(into, f *model.Finding) {
	into.Count += f.Count
	if into.First.IsZero() || !f.First.IsZero() && f.First.Before(into.First) {
		into.First = f.First
	}
	if f.Last.After(into.Last) {
		into.Last = f.Last
	}
	for _, e := range f.Evidence {
		if len(into.Evidence) < maxEvidence && !slices.Contains(into.Evidence, e) {
			into.Evidence = append(into.Evidence, e)
		}
	}
	for _, a := range f.Actions {
		if !slices.Contains(into.Actions, a) {
			into.Actions = append(slices.Clip(into.Actions), a)
		}
	}
}
