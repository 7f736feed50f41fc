package classify

import (
	"cmp"
	"fmt"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// The rules in this file judge a task that counts as done by the record of its runs.

// checkNoOutput finds a task that left nothing: no result and no output of its last
// run. Tool calls that are known to have been made are work, though; then it is only
// noted.
func checkNoOutput(in *Input) []Observation {
	if said, _ := in.Message(); !cycle.Blank(said) || in.Facts.NoResults {
		return nil
	}
	for i := range in.Facts.Endings {
		if !cycle.Blank(in.Facts.Endings[i].Text) {
			return nil
		}
	}
	r := newestEndedRun(in)
	var evidence []model.Evidence
	switch {
	case r != nil:
		evidence = append(evidence, runEvidence(r, ""))
	case in.ResultWhere != "":
		evidence = append(evidence, model.Evidence{Where: in.ResultWhere})
	}
	if r != nil && (some(r.ToolCalls) || some(r.FilesChanged)) {
		f := findingAgainstDone(in, model.SeverityInfo, "it worked, but left no result and no last message", evidence...)
		f.Actions = nil
		return finding(f)
	}
	if in.Facts.Returned {
		return signalNoReturn.answer(in, "marked done, but it returned nothing, and others of its name mostly return something", evidence...)
	}
	return signalNoOutput.answer(in, "marked done, but there is no result and no last message", evidence...)
}

// checkNoRun finds a task that is recorded done although nothing ever worked on
// it, or although its history, kept from the beginning, holds no completion.
func checkNoRun(in *Input) []Observation {
	finished := newestEvent(in, model.EventFinished)
	if newestEvent(in, model.EventCreated) != nil && finished == nil {
		// Pruned histories lose their beginning first; this one is whole.
		last := model.Evidence{Where: in.Events[len(in.Events)-1].Where}
		return signalNoCompletion.answer(in, "recorded done, but its history holds no completion", last)
	}
	started := !in.Task.Started.IsZero() || in.Task.Attempts > 0 || newestEvent(in, model.EventClaimed) != nil
	if len(in.Runs) > 0 || started || in.Facts.NoRuns {
		return nil
	}
	var evidence []model.Evidence
	if finished != nil {
		evidence = append(evidence, model.Evidence{Where: finished.Where})
	}
	if said, where := in.Message(); !cycle.Blank(said) {
		evidence = append(evidence, quote(where, firstLine(said)))
		const message = "recorded done with a result, but nothing is recorded to have worked on it"
		return finding(findingAgainstDone(in, model.SeverityWarning, message, evidence...))
	}
	return signalNeverRun.answer(in, "recorded done, but nothing ever worked on it", evidence...)
}

// checkOpenRun finds a task that is recorded done while a run of it is still
// open, as when its status was overwritten past its queue.
func checkOpenRun(in *Input) []Observation {
	open := newestOpenRun(in)
	if open == nil && !in.Facts.OpenRun {
		return nil
	}
	seen := signalOpenRun.observe(in, "recorded done while a run of it is still open")
	seen.Finding.Clears = "the end of that run"
	if open != nil {
		seen.Finding.Evidence = []model.Evidence{runEvidence(open, "")}
	}
	return []Observation{seen}
}

// checkFailedRun finds a task whose newest run did not complete, or exited with a code
// that says so.
func checkFailedRun(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil {
		return nil
	}
	ended, s := r.Outcome.String(), signalFailedRun
	switch {
	case r.Outcome.Failure(), r.Outcome == model.OutcomeBlocked, r.Outcome == model.OutcomeRefused:
	case r.ExitCode != nil && *r.ExitCode != 0:
		ended, s = fmt.Sprintf("exit code %d", *r.ExitCode), signalExitCode
	default:
		return nil
	}
	said, own := lastWords(r)
	seen := s.observe(in, "marked done, but its last run ended: "+ended, wordsEvidence(r, said, own))
	seen.Finding.First, seen.Finding.Last = r.Ended, r.Ended
	seen.Opinion.Headline = "its last run ended: " + ended
	if !cycle.Blank(said) {
		seen.Opinion.Obstacle = NewObstacle(said, r.Where)
		seen.Opinion.Obstacle.Own = own
	}
	return []Observation{seen}
}

// checkRunError finds a task whose newest run is not recorded to have failed, but to
// have met an error.
func checkRunError(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || cycle.Blank(r.Error) || r.Outcome != model.OutcomeCompleted && r.Outcome != model.OutcomeUnknown {
		return nil
	}
	return signalRunError.answer(in, "marked done, but an error is on record with its last run", wordsEvidence(r, text.ErrorLine(r.Error), r.ErrorOwn))
}

// checkWorkSeen agrees with a task whose newest run is recorded to have completed and
// is not known to have been idle. Without a message or any activity there is nothing to
// agree with.
func checkWorkSeen(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || r.Outcome != model.OutcomeCompleted || zero(r.ToolCalls) || r.ExitCode != nil && *r.ExitCode != 0 {
		return nil
	}
	if some(r.FilesChanged) {
		return opinion(signalChanged.opinion())
	}
	if nothingKnown(in, r) {
		return nil
	}
	return opinion(signalCompleted.opinion())
}

// nothingKnown reports whether no message of the task and no activity of its newest ended run r
// is known. That the run completed then only repeats what the queue recorded of the task.
func nothingKnown(in *Input, r *model.Run) bool {
	said, _ := in.Message()
	return cycle.Blank(said) && !some(r.ToolCalls) && !some(r.Messages) && in.Facts.Work == nil && currentEnding(in) == nil
}

// checkZeroActivity finds a completed run of which it is known that it called no
// tool. Some work needs none, so this adds to other observations, and weighs
// more where an action was asked for.
func checkZeroActivity(in *Input) []Observation {
	if seen := checkNothingHappened(in); seen != nil {
		return seen
	}
	r := newestEndedRun(in)
	if r == nil || !zero(r.ToolCalls) || some(r.FilesChanged) {
		return nil
	}
	s, what := signalIdle, "marked done, but its last run called no tool"
	if zero(r.FilesChanged) {
		what += " and changed no file"
	}
	if needsTool(in) {
		s = signalIdleAction
	}
	return s.answer(in, what, runEvidence(r, ""))
}

// checkNothingHappened finds a run whose complete log is empty: the agent neither said
// nor did anything, so it never really started.
func checkNothingHappened(in *Input) []Observation {
	w, own := workInLog(in)
	if w == nil || w.Messages+w.Calls+w.Delegated > 0 {
		return nil
	}
	r := newestEndedRun(in)
	if own && (r == nil || !zero(r.Messages) || !zero(r.ToolCalls)) {
		return nil
	}
	if said, _ := in.Message(); !cycle.Blank(said) {
		return nil
	}
	where := in.ResultWhere
	if r != nil {
		where = cmp.Or(r.Where, where)
	}
	if e := newestEnding(in); !own && e != nil {
		where = e.Where
	}
	what := "the agent ended without saying or doing anything"
	seen := signalLogNothing.observe(in, "marked done, but "+what, model.Evidence{Where: where})
	seen.Opinion.Obstacle = DescribedObstacle(what, where)
	if own {
		seen.Opinion.Rank, seen.Opinion.State = RankHardError, model.StateFailed
	}
	return []Observation{seen}
}

// checkClaimWithoutWork finds a task whose message claims tests that passed or changes
// that were made, and of which no run called a tool.
func checkClaimWithoutWork(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || !calledNoTool(in) || in.Reading().Label != text.LabelDone {
		return nil
	}
	s, what := signalClaimWithoutWork, ""
	switch c := claimsOf(in); {
	case c.tests():
		what = "tests that passed"
	case c.needless():
		return nil
	case c.acts():
		what = "more than words"
	case c.change():
		s, what = signalClaimWithoutCall, "a change"
	default:
		return nil
	}
	return s.answer(in, "its last message claims "+what+", but no run of it called a tool", runEvidence(r, ""))
}

// checkNoFiles finds a task of whose run it is known that it changed no file. That is
// worth showing where a change was asked for or is claimed; else it only agrees with
// words that say the same.
func checkNoFiles(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || !zero(r.FilesChanged) {
		return nil
	}
	if in.Reading().Label == text.LabelDone {
		switch c := claimsOf(in); {
		case c.needless():
			return nil
		case c.change():
			return signalClaimedNoChange.answer(in, "its last message claims a change, but its run changed no file", runEvidence(r, ""))
		case requestOf(in) == text.RequestChange:
			return signalNoChange.answer(in, "it was to make a change, but its run changed no file", runEvidence(r, ""))
		}
	}
	return opinion(signalNoFiles.opinion())
}

// checkShortRun finds a task whose run, in which no tool is known to have been called,
// was over too soon for the change that was asked for or the work that its message
// claims. A run that took no time at all was written down afterwards: that tells nothing.
func checkShortRun(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || r.Started.IsZero() || some(r.FilesChanged) || some(r.ToolCalls) {
		return nil
	}
	took := r.Ended.Sub(r.Started)
	if took <= 0 || took >= in.Config.ShortRun {
		return nil
	}
	c := claimsOf(in)
	if requestOf(in) != text.RequestChange && !c.change() && !c.tests() || c.needless() {
		return nil
	}
	message := fmt.Sprintf("its run took %.1f seconds, which is short for what it reports", took.Seconds())
	return signalShortRun.answer(in, message, runEvidence(r, ""))
}

// checkDenials finds a run that was denied permissions, where nothing but their
// number is known: not whether it found another way.
func checkDenials(in *Input) []Observation {
	r := newestEndedRun(in)
	if r == nil || !some(in.denials) {
		return nil
	}
	return signalDenied.answer(in, "its run was denied a permission"+Times(*in.denials), runEvidence(r, ""))
}

// checkPhantomRefs finds a task that cites tasks that do not exist.
func checkPhantomRefs(in *Input) []Observation {
	n := len(in.Facts.PhantomRefs)
	if n == 0 {
		return nil
	}
	what := "a task that does not exist"
	if n > 1 {
		what = Count(n, "task") + " that do not exist"
	}
	seen := signalPhantomRefs.observe(in, "its last message cites "+what, in.Facts.PhantomRefs...)
	seen.Finding.Count, seen.Finding.Clears = n, "an edit of the result, or those tasks coming into being"
	seen.Opinion.Headline = "cites " + what
	return []Observation{seen}
}

// checkSilentRecurrence finds a task that used to say something on every run and
// no longer does, although its runs complete.
func checkSilentRecurrence(in *Input) []Observation {
	s := cycle.SilentTail(in.Runs)
	if s.Spoke < in.Config.MinSpoke || s.Silent < in.Config.MinSilent {
		return nil
	}
	message := fmt.Sprintf("said something on %s, nothing on the last %d", Count(s.Spoke, "run"), s.Silent)
	f := findingAgainstDone(in, model.SeverityWarning, message)
	f.Count, f.First, f.Last, f.Clears = s.Silent, s.First, s.Last, "a run that says something"
	if s.Silent > in.Config.MinSilent {
		f.Severity = model.SeverityError
	}
	for i := len(in.Runs) - 1; i >= 0 && len(f.Evidence) < s.Silent; i-- {
		if r := &in.Runs[i]; !r.Open() && cycle.Blank(r.Output) {
			f.Evidence = append(f.Evidence, runEvidence(r, ""))
		}
	}
	if !countsAsDone(in) {
		return finding(f)
	}
	o := signalSilentRuns.opinion()
	o.Headline = "silent on the last " + Count(s.Silent, "run")
	return both(f, o)
}
