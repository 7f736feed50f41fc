package classify

import (
	"fmt"
	"path"
	"strings"
	"time"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// The rules in this file judge a task by the tool calls in its log.

// checkDeniedCalls finds a run that counts as done although calls were denied and no equivalent
// call succeeded later. The finding is only a warning if each denied call would have changed
// nothing while the run did other work, or was a build or a test and the message mentions the
// trouble.
func checkDeniedCalls(in *Input) []Observation {
	w, _ := workInLog(in)
	if w == nil || len(w.Denied) == 0 {
		return nil
	}
	newest, weighs, admits := &w.Denied[len(w.Denied)-1], false, trouble().MatchString(finalWords(in))
	var evidence []model.Evidence
	for i := range w.Denied {
		d := &w.Denied[i]
		if (!d.ReadOnly || w.Edits+w.Mutations == 0) && (!d.Proves || !admits) {
			newest, weighs = d, true
		}
		evidence = append(evidence, quote(d.Where, d.Tool+" "+d.What))
	}
	what := strings.TrimSpace(newest.Tool + " " + firstLine(newest.What))
	calls := "1 call was"
	if n := len(w.Denied); n > 1 {
		calls = fmt.Sprintf("%d calls were", n)
	}
	message := fmt.Sprintf("marked done, but %s not permitted and never made good: %s", calls, cut(what, 160))
	if newest.Person {
		message = "marked done, but a person refused what it did last: " + cut(what, 160)
	}
	seen := signalLogDenied.observe(in, message, evidence...)
	seen.Finding.Count, seen.Finding.First, seen.Finding.Last = len(w.Denied), w.Denied[0].At, newest.At
	if !weighs {
		seen.Finding.Severity = model.SeverityWarning
		return finding(*seen.Finding)
	}
	o := &seen.Opinion
	_, where := in.Message()
	switch r := in.Reading(); {
	case newest.Person && closingQuestion(in) != "":
		o.Headline, o.Obstacle = "asks how to go on", NewObstacle(closingQuestion(in), where)
	case newest.Asks:
		o.Headline = "asked, and nobody was there to answer"
		o.Obstacle = NewObstacle(newest.What, newest.Where)
		if newest.What == "" {
			o.Obstacle = DescribedObstacle("a question that nobody answered", newest.Where)
		}
	case r.Quote != "" && r.Label != text.LabelDone:
		o.Obstacle, o.Grade = spokenObstacle(in), model.GradeProven
		if !cycle.Names(o.Obstacle.Key) { // the message does not name what is missing, the log does
			o.Obstacle = stateObstacle(o.Obstacle.Text, "not permitted: "+what, o.Obstacle.Where)
		}
	default:
		o.Obstacle = DescribedObstacle("not permitted: "+what, newest.Where)
	}
	return []Observation{seen}
}

// checkEveryEditFailed finds a run that counts as done although every file edit failed and no
// command wrote files instead. If the message reports that itself, its sentence is the
// obstacle.
func checkEveryEditFailed(in *Input) []Observation {
	w := undelegatedWork(in)
	if w == nil || w.LostEdits == 0 || w.Edits+w.Written > 0 {
		return nil
	}
	seen := signalLogEditsFailed.contradict(in, "marked done, but every change of a file that it tried failed",
		"every change of a file failed: "+cut(w.LostEdit.Text, 200), stepQuote(w.LostEdit))
	seen[0].Finding.Count = w.LostEdits
	if r := in.Reading(); r.Label != text.LabelDone && r.Quote != "" {
		seen[0].Opinion.Obstacle = spokenObstacle(in)
	}
	return seen
}

// checkNoChange finds a run that was asked for changes and reports them although its log has no
// edit and no command that could have changed anything. Without a request in the log, the
// report must name a file.
func checkNoChange(in *Input) []Observation {
	w := undelegatedWork(in)
	if w == nil || !isWholeWork(in, w) || w.Edits > 0 || w.Mutations > 0 || w.Scripts > 0 || len(w.Edited) > 0 || w.LostEdits > 0 {
		return nil
	}
	asked, said := requestText(in), finalWords(in)
	at := changed().FindStringIndex(said)
	if at == nil || questions().MatchString(asked) || unchanged().MatchString(said) {
		return nil
	}
	if asked == "" {
		at = changedFile().FindStringIndex(said)
	}
	if at == nil || asked != "" && !wanted().MatchString(asked) {
		return nil
	}
	shown := fmt.Sprintf("no file was changed (%s, %s, 0 edits)", Count(w.Calls, "tool call"), Count(w.Commands, "command"))
	evidence := append([]model.Evidence{quoteClaim(in, at[1]-1)}, newestCommand(w)...)
	return signalLogNoChange.contradict(in, "it reports changes, but its log shows no edit and no command that changes anything",
		shown, evidence...)
}

// checkTestClaim finds a run whose message says that tests pass although its log has no test
// run, or the last one failed.
func checkTestClaim(in *Input) []Observation {
	w := undelegatedWork(in)
	if w == nil || answersOnly(in, w) {
		return nil
	}
	said := finalWords(in)
	failed := w.Tests > 0 && w.Test.Failed
	at := findTestClaim(said)
	switch {
	case at < 0 && failed && !trouble().MatchString(said):
		const message = "marked done, but its tests failed when it ran them last"
		return finding(findingAgainstDone(in, model.SeverityWarning, message, stepQuote(w.Test)))
	case at < 0:
		return nil
	case w.Tests == 0 && w.Scripts == 0 && isWholeWork(in, w):
		return signalLogNoTests.contradict(in, "it says that tests pass, but its log shows that none were run",
			"tests were claimed to pass and never run", append([]model.Evidence{quoteClaim(in, at)}, newestCommand(w)...)...)
	case failed:
		return signalLogTestsFailed.contradict(in, "it says that tests pass, but they failed when it ran them last",
			"the last test run failed: "+cut(w.Test.Text, 200), stepQuote(w.Test), quoteClaim(in, at))
	}
	return nil
}

// maxNames bounds the number of file names that are checked.
const maxNames = 12

// checkMissingFile finds a run that says it wrote a file, or that was asked for one by name,
// although no call in its log wrote the file. It finds nothing if commands changed something,
// because the files that they wrote are unknown.
func checkMissingFile(in *Input) []Observation {
	w := undelegatedWork(in)
	if w == nil || !isWholeWork(in, w) || w.Mutations > 0 || w.Scripts > 0 || w.LostEdits > 0 {
		return nil
	}
	said, where := in.Message()
	said = said[:min(len(said), maxWords)]
	lower := plainWords(said)
	if unchanged().MatchString(lower) {
		return nil
	}
	if name := firstUnwritten(wrote().FindAllStringSubmatch(said, maxNames), w.Edited); name != "" {
		return signalLogNoFile.contradict(in, "it says that it wrote a file that its log never shows being written",
			name+" was never written", quoteSentence(in, strings.Index(said, name)))
	}
	if questions().MatchString(requestText(in)) || w.Edits > 0 || !changed().MatchString(lower) {
		return nil
	}
	body := in.Body[:min(len(in.Body), maxWords)]
	if name := firstUnwritten(askedFor().FindAllStringSubmatch(body, maxNames), w.Edited); name != "" {
		return signalLogNoFileAsked.contradict(in, "it was asked for a file that its log never shows being written",
			name+" was never written", quote(where, firstLine(said)))
	}
	return nil
}

// firstUnwritten returns the first name, the first submatch of a match in found, that is not the
// base name of an edited file; "" if there is none.
func firstUnwritten(found [][]string, edited []string) string {
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

// tidying matches commands whose failure means nothing: they clean up, or try something for a
// while and are stopped.
var tidying = patterns.Pattern("tidying")

// checkLastCommand finds a run that counts as done although its last call was a command that
// failed, if the message mentions no failure.
func checkLastCommand(in *Input) []Observation {
	w := undelegatedWork(in)
	if w == nil || answersOnly(in, w) || !w.Command.Failed || w.CommandReadOnly || !w.CommandLast ||
		tidying().MatchString(w.Command.Text) || trouble().MatchString(finalWords(in)) {
		return nil
	}
	return signalLogLastCommand.contradict(in, "marked done, but the last command failed and nothing was done after it",
		"the last command failed: "+cut(w.Command.Text, 200), stepQuote(w.Command))
}

var (
	// waitsFor matches a statement that the agent waits for a background job.
	waitsFor = patterns.Pattern("waits-for")
	// servers matches commands that are meant to keep running.
	servers = patterns.Pattern("servers")
)

// maxClosing is the number of bytes at the end of a message in which waitsFor is searched.
const maxClosing = 600

// checkLeftRunning finds a run that ended while a background job was running, if its message
// says that it waits for the job.
func checkLeftRunning(in *Input) []Observation {
	w, own := workInLog(in)
	if w == nil || !own || cycle.Blank(w.Left.Quote) || servers().MatchString(w.Left.Quote) {
		return nil
	}
	said := finalWords(in)
	from := max(0, len(said)-maxClosing)
	at := waitsFor().FindStringIndex(said[from:])
	if at == nil {
		return nil
	}
	claim := quoteClaim(in, from+at[0])
	return signalLogLeftRunning.contradict(in, "it waits for what it left running in the background", claim.Quote,
		claim, model.Evidence{Where: w.Left.Where, Quote: w.Left.Quote})
}

var (
	// askedAct matches an act, such as a push, that a request orders: at its beginning, or
	// after another order.
	askedAct = patterns.Pattern("asked-act")
	// forbiddenAct matches an act that a request rules out.
	forbiddenAct = patterns.Pattern("forbidden-act")
	// notActed matches a statement that an act was not done.
	notActed = patterns.Pattern("not-acted")
)

// maxAsked is the number of bytes of a request in which acts are searched.
const maxAsked = 2000

// checkNotAsAsked finds a message which says that an act of the request was not done. The act
// and the statement match if they share the first four bytes of the verb.
func checkNotAsAsked(in *Input) []Observation {
	if undelegatedWork(in) == nil {
		return nil
	}
	asked := forbiddenAct().ReplaceAllString(requestText(in), "")
	acts := askedAct().FindAllStringSubmatch(asked[:min(len(asked), maxAsked)], -1)
	if len(acts) == 0 {
		return nil
	}
	said := finalWords(in)
	for _, at := range notActed().FindAllStringSubmatchIndex(said, maxClaims) {
		for _, act := range acts {
			if strings.Contains(said[at[0]:at[1]], act[1][:min(len(act[1]), 4)]) {
				claim := quoteClaim(in, at[0])
				message := "it says that it did not " + act[1] + ", which was asked for"
				return signalLogNotAsked.contradict(in, message, claim.Quote, claim)
			}
		}
	}
	return nil
}

// checkToolLoop finds an agent that repeats a call with the same arguments and the same result.
// A loop that has ended is only noted. The rule never changes the state: a task that loops is
// still active.
func checkToolLoop(in *Input) []Observation {
	w, _ := workInLog(in)
	if w == nil {
		return nil
	}
	var seen []Observation
	for i := range w.Loops {
		l := &w.Loops[i]
		what := cut(strings.TrimSpace(l.Tool+" "+firstLine(l.Args)), 120)
		f := model.Finding{
			Severity: model.SeverityWarning, Count: l.Count, First: l.First, Last: l.Last,
			Message:  fmt.Sprintf("the same call %d times with the same result and nothing changed between: %s", l.Count, what),
			Evidence: []model.Evidence{quote(l.From, l.Tool+" "+l.Args), quote(l.To, l.Result)},
			Clears:   "a change, or another call",
		}
		switch {
		case l.Ended || in.Facts.Chat:
			f.Severity = model.SeverityInfo
		case l.Count >= in.Config.EndlessCalls || in.Recorded == model.StateFailed:
			f.Severity = model.SeverityError
		}
		o := Opinion{}
		if !l.Ended && in.Recorded == model.StateActive {
			o = Opinion{Rank: RankSupport, State: model.StateActive, Grade: model.GradeStrong, Confidence: minConfidence, Headline: "stuck in a loop"}
		}
		seen = append(seen, Observation{Finding: &f, Opinion: o})
	}
	return seen
}

// checkUsageLimit finds a run that was stopped by a usage limit. Nothing is wrong with such a
// task, and often the end of the limit is known.
func checkUsageLimit(in *Input) []Observation {
	w, own := workInLog(in)
	if w == nil || !own {
		return nil
	}
	r := newestEndedRun(in)
	if r == nil || r.Outcome != model.OutcomeRateLimited && w.Resumes.IsZero() {
		return nil
	}
	seen := Observation{}
	headline, message := "usage limit", "stopped by a usage limit"
	if !w.Resumes.IsZero() {
		message += " until " + w.Resumes.UTC().Format(dayAndTime+" UTC")
	}
	switch at := w.Resumes.In(in.Now.Location()); {
	case at.After(in.Now) && at.Sub(r.Ended) < 24*time.Hour:
		seen.Until = w.Resumes
		headline += ", resumes " + at.Format("15:04")
	case at.After(in.Now):
		seen.Until = w.Resumes
		headline += ", resumes " + at.Format(dayAndTime)
	case !w.Resumes.IsZero():
		headline += ", which ended " + at.Format(dayAndTime)
	}
	said, own := lastWords(r)
	if cycle.Blank(said) {
		said, own = "usage limit", true
	}
	o := NewObstacle(said, r.Where)
	o.Own = own
	seen.Finding = &model.Finding{
		Severity: model.SeverityWarning, Message: message, First: r.Ended, Last: r.Ended,
		Clears: "the end of the limit, once it is taken up again", Actions: answerRequeue, Evidence: []model.Evidence{quoteObstacle(o)},
	}
	seen.Opinion = Opinion{
		Rank: RankHardError, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.96,
		Headline: headline, Obstacle: o,
	}
	return []Observation{seen}
}

// dayAndTime is the layout of a time that may be on another day.
const dayAndTime = "Jan 2 15:04"
