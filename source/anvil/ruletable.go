package anvil

import (
	"notdone/classify"
	"notdone/model"
)

// ruleTable is what lists say of each rule; a severity that is not set is info.
var ruleTable = map[string]classify.Rule{
	"dropped-plan-update": {Doc: "the last plan update was never taken in by the runtime", Severity: model.SeverityError},
	"partial-completion":  {Doc: "the process ended well with its plan unfinished", Severity: model.SeverityError},
	"incomplete-run":      {Doc: "the run ended well and says itself that its task did not complete", Severity: model.SeverityError},
	"final-not-accepted":  {Doc: "the last message claims the end, and the runtime disagrees", Severity: model.SeverityWarning},
	"plan-item-failed":    {Doc: "changes failed for the same item of the plan again and again", Severity: model.SeverityError},
	"stagnation":          {Doc: "the runtime ended a session that made no progress", Severity: model.SeverityWarning},
	"tool-loop":           {Doc: "the same call with the same result again and again", Severity: model.SeverityWarning},
	"no-change-made":      {Doc: "it was to change something, claims that all is done, and changed no file", Severity: model.SeverityError},
	"no-output":           {Doc: "it claims to be done and did nothing at all", Severity: model.SeverityError},
	"plan-finished":       {Doc: "the runtime counts every item of the plan as finished"},
	"truncated-log":       {Doc: "a log that is cut off", Severity: model.SeverityWarning},
	"session-live":        {Doc: "a session that is still being written"},
	"session-stopped":     {Doc: "a session that fell silent where nothing ends"},
	"invalid-run":         {Doc: "a run that its runner itself does not count", Severity: model.SeverityError},
}
