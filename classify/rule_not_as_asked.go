package classify

import (
	"regexp"
	"strings"
)

var (
	// askedAct is an act that a request names as an order: at its beginning, or after
	// another order.
	askedAct = regexp.MustCompile(`(?:^|\band |\bthen |[,;.:]\s+)(?:please |also |then )*(commit|push|merge|deploy|publish|release|send|upload|install|restart|migrate|tag)\b`)
	// forbiddenAct is one that a request rules out.
	forbiddenAct = regexp.MustCompile(`\b(?:do not|don't|never|without|not to|no need to)\b[^.\n]*`)
	// notActed is an act that a message says was not done.
	notActed = regexp.MustCompile(`\b(?:i|we) (?:did not|didn't|have not|haven't|could not|couldn't|can't|cannot|was not able to|wasn't able to|am not able to|am unable to|was unable to) (?:actually |yet |even )?` +
		`((?:commit|push|merg|deploy|publish|releas|send|sent|upload|install|restart|migrat|tag)\w*)(?: or (?:commit|push)\w*)?`)
)

// checkNotAsAsked sees a message that says of an act that was asked for that it was
// not done.
func checkNotAsAsked(in *Input) []Observation {
	w := workOfDoneTask(in)
	if w == nil {
		return nil
	}
	asked := forbiddenAct.ReplaceAllString(requestText(in), "")
	acts := askedAct.FindAllStringSubmatch(asked[:min(len(asked), maxAsked)], -1)
	if len(acts) == 0 {
		return nil
	}
	said := finalWords(in)
	for _, at := range notActed.FindAllStringSubmatchIndex(said, maxClaims) {
		for _, act := range acts {
			if strings.Contains(said[at[0]:at[1]], act[1][:min(len(act[1]), 4)]) {
				claim := quoteClaim(in, at[0])
				return contradictClaim(in, signalLogNotAsked, "did not do what was asked", "it says that it did not "+act[1]+", which was asked for", claim.Quote, claim)
			}
		}
	}
	return nil
}

// maxAsked bounds in bytes what is read of a request for acts.
const maxAsked = 2000
