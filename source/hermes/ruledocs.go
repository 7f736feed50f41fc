package hermes

// ruleDocs say in one line what each rule sees.
var ruleDocs = map[string]string{
	"hallucinated-cards":         "a completion was refused because it named cards that do not exist",
	"triage-aux-unavailable":     "a task in triage that no configured model can specify",
	"prose-phantom-refs":         "the summary of a completion names tasks that the board does not know",
	"repeated-failures":          "the failure counter reached its threshold and no attempt is under way",
	"repeated-crashes":           "the newest runs crashed, with no completion between them",
	"review-dependency-deadlock": "blocked for review while the tasks that should review it wait for it",
	"stuck-in-blocked":           "blocked for a day, and nobody has commented or unblocked since",
	"block-unblock-cycling":      "blocked again after an unblock, several times in a while",
	"stranded-in-ready":          "ready, assigned and unclaimed for half an hour",
	"archived":                   "work that was put away, done or dropped",
	"gave-up":                    "the failure breaker opened, which leaves the task blocked although nobody blocked it",
	"block-loop":                 "blocked again for the same kind of reason after it was released",
	"blocked-unsticky":           "blocked without a block in its history: the next tick makes it ready",
	"done-without-completion":    "marked done although nobody completed it",
	"phantom-refs":               "the result of a finished task names tasks that do not exist",
	"bare-approval":              "a review was approved by hand without a word of what was looked at",
	"done-after-failures":        "completed in words after failures, without another attempt",
	"promoted-at-limit":          "promoted with the failure counter at its limit: the next failure opens the breaker",
	"spawn-held":                 "ready, and the dispatcher passes over it on purpose",
	"no-profile":                 "ready for an assignee without a profile, for whom no worker is started",
	"waiting-too-long":           "a wait for which Hermes has no rule of its own",
}
