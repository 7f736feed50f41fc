package report

import "notdone/model"

// pasts are the past participles of the actions.
var pasts = map[model.ActionName]string{
	model.ActionUnblock: "unblocked", model.ActionRequeue: "requeued", model.ActionReclaim: "reclaimed", model.ActionBlock: "marked blocked",
	model.ActionCancel: "cancelled", model.ActionHold: "put on hold", model.ActionResume: "resumed", model.ActionRevive: "revived",
	model.ActionRunNow: "set to run now", model.ActionRetry: "retried", model.ActionResetStep: "a step was reset of",
	model.ActionMessage: "sent a message to",
}

// Past returns the past participle of an action, such as "unblocked"; the name of one that has none.
func Past(name model.ActionName) string {
	if past := pasts[name]; past != "" {
		return past
	}
	return string(name)
}
