package work

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"notdone/classify"
	"notdone/classify/text"
	"notdone/model"
	"notdone/source/queue/client"
	"notdone/source/runlog"
)

// Verdict is the outcome of an attempt, and the evidence that decided it.
type Verdict struct {
	// Outcome is done, blocked, refused or failed; or how it failed, in the words of a
	// queue file: crashed, timed_out, budget, spawn_failed or rate_limited.
	Outcome  string
	Kind     model.ObstacleKind // the kind of the obstacle; KindUnknown without one
	Why      string             // the obstacle, the refusal or the error, if possible in the agent's words; hostile
	Result   string             // the last message; hostile
	Evidence string             // the kind of evidence that decided: a name of the table evidence
	Declared bool               // the agent declared the outcome itself
}

// Done reports whether the work is done.
func (v *Verdict) Done() bool { return v.Outcome == done }

// The outcomes, in the words of a queue file.
const (
	done        = "done"
	blocked     = "blocked"
	refused     = "refused"
	failed      = "failed"
	crashed     = "crashed"
	timedOut    = "timed_out"
	budget      = "budget"
	spawnFailed = "spawn_failed"
	rateLimited = "rate_limited"
)

// exitBlocked is the exit code with which a command says that it is blocked: EX_TEMPFAIL
// of sysexits(3).
const exitBlocked = 75

// attempt is an attempt that has ended, with its output.
type attempt struct {
	output
	claim    *client.Claim
	end      report
	timeout  time.Duration // the time limit that ended it; 0: none did
	said     text.Reading  // the reading of the message alone
	reading  text.Reading  // the reading of the message, weighed with the facts of the run
	ended    time.Time
	duration time.Duration
}

// evidence lists the kinds of evidence, the strongest first. The first whose judge returns
// true decides.
var evidence = []struct {
	name  string
	judge func(*attempt) (Verdict, bool)
}{
	{"no start", judgeStart},
	{"declared", judgeDeclared},
	{"exit 75", judgeExitBlocked},
	{"timeout", judgeTimeout},
	{"exit", judgeExit},
	{"log", judgeLog},
	{"words", judgeWords},
}

// judge decides how an attempt ended. A claim to be done, declared or in words, does not stand
// against what the log shows.
func (a *attempt) judge(j *classify.Judge) Verdict {
	for _, e := range evidence {
		v, ok := e.judge(a)
		if !ok {
			continue
		}
		v.Evidence, v.Result = e.name, cmp.Or(v.Result, a.message)
		if v.Done() {
			a.contradict(&v, j)
		} else if a.stoppedByPerson() && !v.Declared {
			v.Kind = model.KindUnknown // no network and no limit
		}
		return v
	}
	return Verdict{Outcome: failed, Why: "there is no evidence"} // not reached: judgeWords always decides
}

func judgeStart(a *attempt) (Verdict, bool) {
	why := "it could not be started: " + a.end.Error
	if a.end.TooLong {
		why += ": the command can read the task from its standard input"
	}
	return Verdict{Outcome: spawnFailed, Kind: model.KindTool, Why: why}, a.end.Error != ""
}

// declaration is the JSON object with which an agent declares its outcome on its last line.
type declaration struct {
	Outcome  string `json:"outcome"`
	Obstacle string `json:"obstacle"`
	Kind     string `json:"kind"`
	Result   string `json:"result"`
}

// declaredWithin is in how many of its last lines a message may declare its outcome: the end of a Markdown code
// fence or a word of parting may follow.
const declaredWithin = 3

// readDeclaration reads the declaration in one of the last lines of a message, the last one first.
func readDeclaration(message string) (d declaration, ok bool) {
	lines := strings.FieldsFunc(message, func(c rune) bool { return c == '\n' })
	for _, line := range slices.Backward(lines[max(len(lines)-declaredWithin, 0):]) {
		line, d = strings.Trim(strings.TrimSpace(line), "`"), declaration{}
		if !strings.HasPrefix(line, "{") || json.Unmarshal([]byte(line), &d) != nil {
			continue
		}
		d.Outcome = strings.ToLower(strings.TrimSpace(d.Outcome))
		if slices.Contains([]string{done, blocked, refused, failed}, d.Outcome) {
			return d, true
		}
	}
	return declaration{}, false
}

// judgeDeclared judges by what the agent declared. A success is not believed over a message that tells of what was
// in the way and of no work.
func judgeDeclared(a *attempt) (Verdict, bool) {
	d, ok := readDeclaration(a.last)
	if !ok {
		d, ok = readDeclaration(a.message)
	}
	if !ok {
		return Verdict{}, false
	}
	v := Verdict{Outcome: d.Outcome, Result: strings.TrimSpace(d.Result), Declared: true}
	if v.Done() {
		return v, a.said.Label == text.LabelDone || a.said.Reports
	}
	// An unknown word leaves the kind to the sentence.
	v.Kind, _ = model.ParseObstacleKind(strings.ToLower(strings.TrimSpace(d.Kind)))
	quote := a.reading.Quote
	if _, itself := readDeclaration(quote); itself {
		quote = ""
	}
	v.Why = cmp.Or(strings.TrimSpace(d.Obstacle), v.Result, quote)
	switch {
	case v.Kind != model.KindUnknown || v.Why == "":
	case v.Outcome == refused:
		v.Kind = model.KindPolicy
	default:
		v.Kind = kindOfWords(v.Why, v.Kind)
	}
	v.Why = cmp.Or(v.Why, "the agent says "+v.Outcome+" and not why")
	return v, true
}

func judgeExitBlocked(a *attempt) (Verdict, bool) {
	v := a.blockedBy(a.words(""))
	v.Why = cmp.Or(v.Why, "it exited with code 75 and did not say why")
	return v, a.end.Exit == exitBlocked
}

func judgeTimeout(a *attempt) (Verdict, bool) {
	return Verdict{Outcome: timedOut, Kind: model.KindBudget, Why: "it took longer than " + a.timeout.String()}, a.timeout > 0
}

// judgeExit judges a command that was ended by a signal or exited with a code other than 0.
func judgeExit(a *attempt) (Verdict, bool) {
	v := Verdict{Outcome: failed, Kind: kindSaid(&a.said), Why: a.end.String()}
	if said := a.words(""); said != "" {
		v.Why = said + " (" + v.Why + ")"
	}
	if a.end.Signal != 0 {
		v.Outcome = crashed
	}
	switch limit := a.limit(); {
	case limit != "":
		v.Outcome = limit
	case v.Outcome == failed && v.Kind == model.KindRateLimit:
		v.Outcome = rateLimited
	}
	v.Kind = kindOf(v.Outcome, v.Kind)
	return v, a.end.Exit != 0 || a.end.Signal != 0
}

// limit returns the outcome of a run that was ended by a limit according to its log; "" if none
// did.
func (a *attempt) limit() string {
	switch o := a.log.Outcome; {
	case !a.log.Terminal && o != model.OutcomeRateLimited:
		return ""
	case o == model.OutcomeBudget:
		return budget
	case o == model.OutcomeRateLimited:
		return rateLimited
	}
	return ""
}

// interruption begins what Claude Code says when a person stops it.
const interruption = "[Request interrupted by user"

// stoppedByPerson reports whether a person stopped the agent, as its log or its last line says.
func (a *attempt) stoppedByPerson() bool {
	return a.log.Kind != "" && a.log.Terminal && a.log.Outcome == model.OutcomeCancelled || strings.HasPrefix(lastLine(a.message), interruption)
}

// limitEnd returns when the limit ends that stopped the attempt, by its log or its words; zero:
// that is not known.
func (a *attempt) limitEnd(v *Verdict, now time.Time) time.Time {
	if end := a.log.Work.Resumes; !end.IsZero() || v.Kind != model.KindRateLimit {
		return end
	}
	for _, said := range []string{v.Why, a.log.Error, a.message, a.errors} {
		if end := runlog.ParseReset(said, now, time.Local); !end.IsZero() {
			return end
		}
	}
	return time.Time{}
}

// kindOf returns the kind of obstacle that the outcome implies; other if it implies none.
func kindOf(outcome string, other model.ObstacleKind) model.ObstacleKind {
	switch outcome {
	case rateLimited:
		return model.KindRateLimit
	case budget:
		return model.KindBudget
	}
	return other
}

// judgeLog judges by the structured fields of an agent's log.
func judgeLog(a *attempt) (Verdict, bool) {
	s := &a.log
	if limit := a.limit(); limit != "" {
		return Verdict{Outcome: limit, Kind: kindOf(limit, model.KindUnknown), Why: a.words("a limit ended it")}, true
	}
	if s.Terminal {
		switch o := s.Outcome; {
		case o == model.OutcomeBlocked:
			v := a.blockedBy(cmp.Or(s.Reason, a.words("")))
			v.Why = cmp.Or(v.Why, "it says that it is blocked")
			return v, true
		case o == model.OutcomeRefused:
			return Verdict{Outcome: refused, Kind: model.KindPolicy, Why: cmp.Or(s.Reason, a.words("it refused"))}, true
		case o.Failure() || o == model.OutcomeCancelled:
			return Verdict{Outcome: failed, Kind: kindSaid(&a.reading), Why: cmp.Or(s.Error, a.words("its log ends with "+s.Word))}, true
		}
	} else if s.Closes {
		return Verdict{Outcome: crashed, Kind: kindSaid(&a.reading), Why: a.words("its log stops before the end")}, true
	}
	if q := s.Work.Waiting.Quote; q != "" {
		return Verdict{Outcome: blocked, Kind: model.KindDecision, Why: q}, true
	}
	if n := len(s.Work.Denied); n > 0 && a.reading.Label != text.LabelDone {
		d := s.Work.Denied[n-1]
		return Verdict{
			Outcome: blocked, Kind: model.KindPermission,
			Why: cmp.Or(a.reading.Quote, fmt.Sprintf("permission denied: %s %s", d.Tool, d.What)),
		}, true
	}
	return Verdict{}, false
}

// judgeWords judges by the reading of the message. It always decides.
func judgeWords(a *attempt) (Verdict, bool) {
	r := &a.reading
	v := Verdict{Kind: kindSaid(r), Why: r.Quote}
	switch r.Label {
	case text.LabelDone:
		if a.binary && a.said.Grade == model.GradeCannotTell {
			return Verdict{Outcome: failed, Why: "what it printed is no text"}, true
		}
		v = Verdict{Outcome: done}
	case text.LabelBlocked:
		v.Outcome = blocked
	case text.LabelRefused:
		v.Outcome, v.Kind = refused, model.KindPolicy
	case text.LabelFailed:
		if v.Outcome = failed; v.Kind == model.KindRateLimit {
			v.Outcome = rateLimited
		}
	}
	switch {
	case v.Why != "" || v.Done():
	case a.message == "":
		v.Why = "it said nothing"
	case len(r.Rules) > 0: // the structure of the run contradicts what was said
		v.Why = withoutRuleName(r.Rules[len(r.Rules)-1])
	}
	return v, true
}

// withoutRuleName returns the message of an entry of Reading.Rules: a rule about the run is
// written "name: message", a rule about words is a message alone.
func withoutRuleName(rule string) string {
	if name, message, ok := strings.Cut(rule, ": "); ok && !strings.Contains(name, " ") {
		return message
	}
	return rule
}

// kindOfWords returns the kind of the obstacle that words state, which is the one that the task is
// shown with; other if they name none.
func kindOfWords(words string, other model.ObstacleKind) model.ObstacleKind {
	return cmp.Or(classify.NewObstacle(words, "").Kind, other)
}

// kindSaid returns the kind of the obstacle that a reading found.
func kindSaid(r *text.Reading) model.ObstacleKind {
	if r.Quote == "" || r.Kind == model.KindRateLimit {
		return r.Kind
	}
	return kindOfWords(r.Quote, r.Kind)
}

// blockedBy returns the verdict of an attempt that is blocked for a reason, which may be empty.
func (a *attempt) blockedBy(why string) Verdict {
	return Verdict{Outcome: blocked, Kind: kindOfWords(why, a.reading.Kind), Why: why}
}

// words returns the first of these that there is: the sentence that names an obstacle, the
// error in the log, the last line on standard error, the quoted sentence of the message, the
// last line of the message, otherwise.
func (a *attempt) words(otherwise string) string {
	named, quote := "", ""
	if a.said.Label != text.LabelDone {
		if quote = a.said.Quote; a.said.Kind != model.KindUnknown {
			named = quote
		}
	}
	return cmp.Or(named, a.log.Error, lastLine(a.errors), quote, lastLine(a.message), otherwise)
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:])
}

// read sets said and reading. Nil weights stand for the shipped ones.
func (a *attempt) read(j *classify.Judge, weights *text.Weights) {
	message := a.message
	if message == "" && a.end.Exit != 0 {
		message = a.errors // the message of a program that fails
	}
	asked := a.claim.Title + "\n" + a.claim.Body
	a.said = text.ReadFor(message, text.ReadRequest(asked))
	if weights != nil {
		a.said = weights.ReadFor(message, text.ReadRequest(asked))
	}
	r := a.report()
	denials := len(a.log.Work.Denied)
	s := &classify.Signals{
		ExitCode: r.ExitCode, ToolCalls: r.ToolCalls, FilesChanged: r.FilesChanged, Messages: r.Messages,
		Duration: a.duration, Asked: asked,
	}
	if a.log.Kind != "" {
		s.Denials = &denials
	}
	a.reading = j.Weigh(message, &a.said, s)
}

// report returns the costs, counts and exit code of the attempt. What its log does not record
// is nil.
func (a *attempt) report() client.Report {
	r := client.Report{CostUSD: a.log.CostUSD, Tokens: a.log.Tokens}
	if n := len(a.log.Runs); n > 0 && a.log.Kind != "" {
		run := &a.log.Runs[n-1]
		r.ToolCalls, r.Messages = run.ToolCalls, run.Messages
		// Other calls than edits may change files that nobody names.
		if n := len(a.log.Work.Edited); n > 0 || a.log.Work.Calls == 0 {
			r.FilesChanged = &n
		}
	}
	if a.end.Ended && a.end.Error == "" && a.end.Signal == 0 {
		code := a.end.Exit
		r.ExitCode = &code
	}
	return r
}
