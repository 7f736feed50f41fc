package classify

import (
	"regexp"

	"notdone/classify/cycle"
	"notdone/model"
)

var (
	// waitsFor is what a message says that ends before the work does.
	waitsFor = regexp.MustCompile(`\b(?:waiting|wait|standing by) (?:for|on|until)\b|\b(?:still|now) (?:running|building|compiling|in progress|under ?way)\b|\b(?:running|building|compiling|under ?way) now\b|` +
		`\bis running with\b|\b(?:i'll|i will) (?:report|check|continue|hold|resume|pick|post|update|follow up|let you know|come back|tell you|go on)\b|\b(?:once|when|after) (?:it|they|that|this) (?:finish|complete|land|pass|end)`)
	// servers are commands that are meant to go on.
	servers = regexp.MustCompile(`(?i)\b(?:dev|serve|server|start|preview|watch|runserver|up|storybook|emulator|tunnel|tail)\b`)
)

// maxClosing bounds in bytes the end of a message.
const maxClosing = 600

// checkLeftRunning sees a run that ends while something runs in the background, and
// that says of itself that it waits for it.
func checkLeftRunning(in *Input) []Observation {
	w, own := workInLog(in)
	if w == nil || !own || !countsAsDone(in) || cycle.Blank(w.Left.Quote) || servers.MatchString(w.Left.Quote) {
		return nil
	}
	said := finalWords(in)
	from := max(0, len(said)-maxClosing)
	at := waitsFor.FindStringIndex(said[from:])
	if at == nil {
		return nil
	}
	claim := quoteClaim(in, from+at[0])
	return contradictClaim(in, signalLogLeftRunning, "waits for what it left running", "it waits for what it left running in the background", claim.Quote, claim, model.Evidence{Where: w.Left.Where, Quote: w.Left.Quote})
}
