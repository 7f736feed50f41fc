package classify

import "notdone/model"

// checkTestClaim sees a run that says its tests pass, while its log shows that
// none were run, or that they failed when they were run last.
func checkTestClaim(in *Input) []Observation {
	w := workOfDoneTask(in)
	if w == nil || answersOnly(in, w) {
		return nil
	}
	said := finalWords(in)
	at := claimsTests(said)
	if at < 0 {
		return checkFailedTest(in, w, said)
	}
	claim := quoteClaim(in, at)
	switch {
	case w.Tests == 0 && w.Scripts == 0 && isWholeWork(in, w):
		return contradictClaim(in, signalLogNoTests, "tests claimed, none run", "it says that tests pass, but its log shows that none were run",
			"tests were claimed to pass and never run", append([]model.Evidence{claim}, lastSteps(w)...)...)
	case w.Tests > 0 && w.Test.Failed:
		return contradictClaim(in, signalLogTestsFailed, "tests claimed to pass, and failed", "it says that tests pass, but they failed when it ran them last",
			"the last test run failed: "+cut(w.Test.Text, 200), stepQuote(w.Test), claim)
	}
	return nil
}

// checkFailedTest notes a run whose last tests failed and that does not say so.
func checkFailedTest(in *Input, w *model.Work, said string) []Observation {
	if w.Tests == 0 || !w.Test.Failed || trouble.MatchString(said) {
		return nil
	}
	at := finishTime(in)
	return finding(model.Finding{
		Severity: model.SeverityWarning, Message: "marked done, but its tests failed when it ran them last", First: at, Last: at,
		Clears: clearsByRun, Actions: answerRequeue, Evidence: []model.Evidence{stepQuote(w.Test)},
	})
}
