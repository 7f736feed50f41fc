package claude

import (
	"cmp"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// classifyError returns the log's own word for an error of the API, and its outcome. They
// follow from its code, else its HTTP status, else its text. A usage limit also sets when
// it ends.
func (r *reader) classifyError(rec *record, f fault, text string) (word string, o model.Outcome) {
	if runlog.Limited(text) {
		at := rec.at
		if at.IsZero() {
			at = r.Sum.Last
		}
		if resets := runlog.ParseReset(text, at, r.zone); !resets.IsZero() {
			r.Resumes = resets
		}
		return cmp.Or(f.code, "usage_limit"), model.OutcomeRateLimited
	}
	switch o = runlog.OutcomeOf(f.code); o {
	case model.OutcomeUnknown, model.OutcomeFailed, model.OutcomeCompleted:
	default:
		return f.code, o
	}
	contains := func(part string) bool { return strings.Contains(text, part) }
	switch {
	case f.status == "429", f.status == "529", slices.ContainsFunc(rateLimits, contains):
		return cmp.Or(f.code, "rate_limit"), model.OutcomeRateLimited
	case strings.HasPrefix(text, "Prompt is too long"), contains("prompt is too long"):
		return "prompt_too_long", model.OutcomeBudget
	}
	return cmp.Or(f.code, "error"), model.OutcomeFailed
}

// rateLimits are parts of errors of the API about a rate limit.
var rateLimits = []string{"API Error: 429", "API Error: 529", "rate_limit_error", "overloaded_error"}

// refusals begin the errors of tool calls that a person refused.
var refusals = []string{
	"the user doesn't want to proceed", "the user doesn't want to take this action", "user rejected", "tool use was rejected",
	"permission denied by user", "the agent proposed an answer but the user rejected", "user has denied permission",
}

// denials begin the errors of tool calls that the rules of the session denied, or for
// which nobody was there to ask.
var denials = []string{
	"claude requested permissions to", "permission to use", "permission for this action", "this command requires approval",
	"file is in a directory that is denied by", "this bash command contains multiple operations", "this tool requires approval",
	"path is outside allowed working directories",
}

// readDenial reports whether the error of a tool says that it was not permitted,
// rather than that it failed, and whether a person said so.
func readDenial(text string) (denied, person bool) {
	text = strings.ToLower(strings.TrimSpace(text[:min(len(text), 600)]))
	text = strings.TrimSpace(strings.TrimPrefix(text, "<tool_use_error>"))
	text = strings.TrimSpace(strings.TrimPrefix(text, "error:"))
	begins := func(with string) bool { return strings.HasPrefix(text, with) }
	person = slices.ContainsFunc(refusals, begins)
	// "PreToolUse:Bash hook error: ..." and "cd to '/x' was blocked. For security, ..."
	return person || slices.ContainsFunc(denials, begins) || begins("pretooluse:") && strings.Contains(text, "hook") ||
		strings.Contains(text, " was blocked. for security, claude code may only"), person
}
