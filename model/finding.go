package model

import "time"

// Severity says how serious a finding is; the zero value is SeverityInfo.
type Severity uint8

// The severities, least first. They are the words of Hermes' own diagnostics
// (kanban_diagnostics.py) with info below them.
const (
	SeverityInfo Severity = iota
	SeverityWarning
	SeverityError
	SeverityCritical
)

// NumSeverities is the number of severities, for arrays indexed by Severity.
const NumSeverities = int(SeverityCritical) + 1

var severityNames = []string{"info", "warning", "error", "critical"}

// String returns the severity's name.
func (s Severity) String() string { return enumName(severityNames, s) }

// MarshalText writes the severity's name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ParseSeverity returns the severity of that name, or an error that quotes it.
func ParseSeverity(text string) (Severity, error) {
	return parseEnum[Severity]("severity", severityNames, text)
}

// Grade says how far a verdict can be trusted.
type Grade uint8

// The grades, weakest first.
const (
	GradeCannotTell Grade = iota // the evidence does not decide it
	GradeTextOnly                // only the agent's words support it
	GradeStrong                  // a quote and the structure of the run agree
	GradeProven                  // the owner's own rows or logs prove it
)

var gradeNames = []string{"cannot-tell", "text-only", "strong", "proven"}

// String returns the grade's name.
func (g Grade) String() string { return enumName(gradeNames, g) }

// MarshalText writes the grade's name.
func (g Grade) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// Origin says whose rule made a finding.
type Origin uint8

// The origins.
const (
	OriginNotdone Origin = iota // a rule of notdone's own
	OriginOwner                 // the owning system's rule, reproduced
)

var originNames = []string{"notdone", "owner"}

// String returns the origin's name.
func (o Origin) String() string { return enumName(originNames, o) }

// MarshalText writes the origin's name.
func (o Origin) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Evidence is one place in the queue or in a log that supports a finding, and the
// text found there.
type Evidence struct {
	Where string // such as "task_events#123" or "worker.log:458"
	Quote string // verbatim and hostile; empty when the row itself is the evidence
	Own   bool   // Quote is notdone's description of what stands there, not a quotation
	Task  *Ref   // another task that is the evidence; nil: it stands in what the task itself has
}

// Finding is one rule's observation about one task.
type Finding struct {
	Rule     string // the rule's name, with hyphens
	Origin   Origin
	Severity Severity
	Message  string // the observation in one sentence, without the rule's name
	Count    int    // how many times the rule observed it; at least 1
	First    time.Time
	Last     time.Time
	Evidence []Evidence
	Actions  []ActionName // the actions that resolve it, best first
	Clears   string       // the condition under which the finding disappears; may be empty
	// Discounted marks a finding of the owner that is known to be wrong, or one of
	// doubtful words in a queue whose tasks are nearly always done. The finding keeps
	// its name and severity, its message says why it does not count, and neither the
	// row order nor "check" counts it.
	Discounted bool
	// Dismissed is the reason for which the operator dismissed the finding; empty
	// when it is not dismissed. A dismissed finding is also Discounted.
	Dismissed string
}

// Counts reports whether the row order and "check" count the finding.
func (f *Finding) Counts() bool { return !f.Discounted }

// Worst returns the highest severity among the findings that count, and whether
// any finding counts.
func Worst(findings []Finding) (Severity, bool) {
	worst, any := SeverityInfo, false
	for i := range findings {
		if findings[i].Counts() {
			worst, any = max(worst, findings[i].Severity), true
		}
	}
	return worst, any
}

// ActionName names something that an operator can do to a task.
type ActionName string

// The actions. Not every source has each of them.
const (
	ActionUnblock   ActionName = "unblock"
	ActionRequeue   ActionName = "requeue"
	ActionReclaim   ActionName = "reclaim"
	ActionBlock     ActionName = "block"
	ActionCancel    ActionName = "cancel"
	ActionHold      ActionName = "hold"
	ActionResume    ActionName = "resume"
	ActionRevive    ActionName = "revive"
	ActionRunNow    ActionName = "run-now"
	ActionRetry     ActionName = "retry"
	ActionResetStep ActionName = "reset-step"
	ActionMessage   ActionName = "message"
)

// Action says whether an action is allowed on one task.
type Action struct {
	Name    ActionName
	Allowed bool
	Reason  string // why the action is not allowed; empty when it is allowed
}
