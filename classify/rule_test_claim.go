package classify

import "notdone/model"

// checkTestClaim sees a run that says its tests pass, while its log shows that
// none were run, or that they failed when they were run last.
func checkTestClaim(in *Input) []Observation {
	w := in.claimedWork()
	if w == nil || in.answers(w) {
		return nil
	}
	said := in.finalWords()
	at := claimsTests(said)
	if at < 0 {
		return in.failedTest(w, said)
	}
	claim := in.claimQuote(at)
	switch {
	case w.Tests == 0 && w.Scripts == 0 && in.alone(w):
		return in.unmet(signalLogNoTests, "tests claimed, none run", "it says that tests pass, but its log shows that none were run",
			"tests were claimed to pass and never run", append([]model.Evidence{claim}, lastSteps(w)...)...)
	case w.Tests > 0 && w.Test.Failed:
		return in.unmet(signalLogTestsFailed, "tests claimed to pass, and failed", "it says that tests pass, but they failed when it ran them last",
			"the last test run failed: "+cut(w.Test.Text, 200), stepQuote(w.Test), claim)
	}
	return nil
}

// failedTest notes a run whose last tests failed and that does not say so.
func (in *Input) failedTest(w *model.Work, said string) []Observation {
	if w.Tests == 0 || !w.Test.Failed || trouble.MatchString(said) {
		return nil
	}
	at := in.finishedAt()
	return finding(model.Finding{
		Severity: model.SeverityWarning, Message: "marked done, but its tests failed when it ran them last", First: at, Last: at,
		Clears: clearsByRun, Actions: answerRequeue, Evidence: []model.Evidence{stepQuote(w.Test)},
	})
}
