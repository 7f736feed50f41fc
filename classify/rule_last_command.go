package classify

import "regexp"

// tidying are commands that are expected to fail at times: they clean up, or
// try something for a while and are stopped.
var tidying = regexp.MustCompile(`(?:^|[;&|]\s*|\bsudo\s+)(?:p?kill|killall|rm|rmdir|lsof|fuser|timeout|gtimeout|sleep|docker(?:-compose|\s+compose)?\s+(?:stop|rm|kill|down)|git\s+(?:stash|worktree\s+remove|branch\s+-[dD]))\b`)

// checkLastCommand sees a run that counts as done although the last thing that
// it did was a command that failed, and that says nothing of a failure.
func checkLastCommand(in *Input) []Observation {
	w := workOfDoneTask(in)
	if w == nil || answersOnly(in, w) || !w.Command.Failed || w.CommandReadOnly || !w.CommandLast || tidying.MatchString(w.Command.Text) || trouble.MatchString(finalWords(in)) {
		return nil
	}
	return contradictClaim(in, signalLogLastCommand, "the last command failed", "marked done, but the last command failed and nothing was done after it",
		"the last command failed: "+cut(w.Command.Text, 200), stepQuote(w.Command))
}
