package hermes

import (
	"notdone/classify"
	"notdone/model"
)

// ruleTable is what lists say of each rule; a severity that is not set is info.
var ruleTable = map[string]classify.Rule{
	"hallucinated-cards":         {Doc: "a completion was refused because it named cards that do not exist", Severity: model.SeverityError},
	"triage-aux-unavailable":     {Doc: "a task in triage that no configured model can specify", Severity: model.SeverityWarning},
	"prose-phantom-refs":         {Doc: "the summary of a completion names tasks that the board does not know", Severity: model.SeverityWarning},
	"repeated-failures":          {Doc: "the failure counter reached its threshold and no attempt is under way", Severity: model.SeverityCritical},
	"repeated-crashes":           {Doc: "the newest runs crashed, with no completion between them", Severity: model.SeverityCritical},
	"review-dependency-deadlock": {Doc: "blocked for review while the tasks that should review it wait for it", Severity: model.SeverityError},
	"stuck-in-blocked":           {Doc: "blocked for a day, and nobody has commented or unblocked since", Severity: model.SeverityWarning},
	"block-unblock-cycling":      {Doc: "blocked again after an unblock, several times in a while", Severity: model.SeverityWarning},
	"stranded-in-ready":          {Doc: "ready, assigned and unclaimed for half an hour", Severity: model.SeverityCritical},
	"archived":                   {Doc: "work that was put away, done or dropped"},
	"gave-up":                    {Doc: "the failure breaker opened, which leaves the task blocked although nobody blocked it", Severity: model.SeverityError},
	"block-loop":                 {Doc: "blocked again for the same kind of reason after it was released", Severity: model.SeverityError},
	"blocked-unsticky":           {Doc: "blocked without a block in its history: the next tick makes it ready", Severity: model.SeverityWarning},
	"done-without-completion":    {Doc: "marked done although nobody completed it", Severity: model.SeverityError},
	"phantom-refs":               {Doc: "the result of a finished task names tasks that do not exist", Severity: model.SeverityWarning},
	"bare-approval":              {Doc: "a review was approved by hand without a word of what was looked at", Severity: model.SeverityWarning},
	"done-after-failures":        {Doc: "completed in words after failures, without another attempt", Severity: model.SeverityWarning},
	"promoted-at-limit":          {Doc: "promoted with the failure counter at its limit: the next failure opens the breaker", Severity: model.SeverityWarning},
	"spawn-held":                 {Doc: "ready, and the dispatcher passes over it on purpose", Severity: model.SeverityWarning},
	"no-profile":                 {Doc: "ready for an assignee without a profile, for whom no worker is started", Severity: model.SeverityWarning},
	"waiting-too-long":           {Doc: "a wait for which Hermes has no rule of its own", Severity: model.SeverityWarning},
}
