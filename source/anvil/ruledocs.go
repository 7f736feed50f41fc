package anvil

// ruleDocs say in one line what each rule sees.
var ruleDocs = map[string]string{
	"dropped-plan-update": "the last plan update was never taken in by the runtime",
	"partial-completion":  "the process ended well with its plan unfinished",
	"incomplete-run":      "the run ended well and says itself that its task did not complete",
	"final-not-accepted":  "the last message claims the end, and the runtime disagrees",
	"plan-item-failed":    "changes failed for the same item of the plan again and again",
	"stagnation":          "the runtime ended a session that made no progress",
	"tool-loop":           "the same call with the same result again and again",
	"no-change-made":      "it was to change something, claims that all is done, and changed no file",
	"no-output":           "it claims to be done and did nothing at all",
	"plan-finished":       "the runtime counts every item of the plan as finished",
	"truncated-log":       "a log that is cut off",
	"session-live":        "a session that is still being written",
	"session-stopped":     "a session that fell silent where nothing ends",
	"invalid-run":         "a run that its runner itself does not count",
}
