package classify

import "notdone/model"

// checkNoChange sees a run that was asked for changes and reports them, while
// its log shows no edit, and no command that could have changed anything. Where
// the log does not hold what was asked, the report has to name a file.
func checkNoChange(in *Input) []Observation {
	w := workOfDoneTask(in)
	if w == nil || !isWholeWork(in, w) || w.Edits > 0 || w.Mutations > 0 || w.Scripts > 0 || len(w.Edited) > 0 || w.LostEdits > 0 {
		return nil
	}
	asked, said := requestText(in), finalWords(in)
	at := changed.FindStringIndex(said)
	if at == nil || questions.MatchString(asked) || unchanged.MatchString(said) {
		return nil
	}
	if asked == "" {
		at = changedFile.FindStringIndex(said)
	}
	if at == nil || asked != "" && !wanted.MatchString(asked) {
		return nil
	}
	return contradictClaim(in, signalLogNoChange, "changes claimed, none made", "it reports changes, but its log shows no edit and no command that changes anything",
		"no file was changed ("+countedCalls(w)+")", append([]model.Evidence{quoteClaim(in, at[1]-1)}, lastSteps(w)...)...)
}
