package classify

import (
	"path"
	"strings"
)

// maxNames bounds how many named files are looked for.
const maxNames = 12

// checkMissingFile sees a run that says it wrote a file, or that was asked for
// one by name, while its log shows that it never did. Where commands changed
// something, what they wrote is not known, and nothing is said.
func checkMissingFile(in *Input) []Observation {
	w := workOfDoneTask(in)
	if w == nil || !isWholeWork(in, w) || w.Mutations > 0 || w.Scripts > 0 || w.LostEdits > 0 {
		return nil
	}
	said, where := in.Message()
	said = said[:min(len(said), maxWords)]
	lower := plainWords(said)
	if !unchanged.MatchString(lower) {
		if name := missing(wrote.FindAllStringSubmatch(said, maxNames), w.Edited); name != "" {
			return contradictClaim(in, signalLogNoFile, "a file it names was never written", "it says that it wrote a file that its log never shows being written",
				name+" was never written", quoteClaim(in, strings.Index(said, name)))
		}
	}
	body := in.Body[:min(len(in.Body), maxWords)]
	if questions.MatchString(requestText(in)) || unchanged.MatchString(lower) || w.Edits > 0 || !changed.MatchString(lower) {
		return nil
	}
	if name := missing(askedFor.FindAllStringSubmatch(body, maxNames), w.Edited); name != "" {
		return contradictClaim(in, signalLogNoFileAsked, "the file asked for was never written", "it was asked for a file that its log never shows being written",
			name+" was never written", quote(where, firstLine(said)))
	}
	return nil
}

// missing returns the first of the names that no changed file has.
func missing(found [][]string, edited []string) string {
next:
	for _, m := range found {
		for _, e := range edited {
			if path.Base(e) == path.Base(m[1]) {
				continue next
			}
		}
		return m[1]
	}
	return ""
}
