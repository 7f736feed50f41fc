package claude

import (
	"cmp"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source/runlog"
)

// failure says what an error of the API means, and the log's own word for it:
// its code, else its HTTP status, else what its text says. A usage limit also
// says when it ends.
func (r *reader) failure(rec *record, text string) (word string, o model.Outcome) {
	if runlog.Limited(text) {
		at := rec.at
		if at.IsZero() {
			at = r.Sum.Last
		}
		if resets := resumes(text, at, r.zone); !resets.IsZero() {
			r.Sum.Resumes = resets
		}
		if word = runlog.Decode(rec.errorCode, runlog.MaxTitle); word == "" {
			word = "usage_limit"
		}
		return word, model.OutcomeRateLimited
	}
	word = runlog.Decode(rec.errorCode, runlog.MaxTitle)
	if o = runlog.OutcomeOf(word); o != model.OutcomeUnknown && o != model.OutcomeFailed && o != model.OutcomeCompleted {
		return word, o
	}
	switch string(rec.status) {
	case "429", "529":
		return cmp.Or(word, "rate_limit"), model.OutcomeRateLimited
	}
	switch {
	case strings.Contains(text, "API Error: 429"), strings.Contains(text, "API Error: 529"), strings.Contains(text, "rate_limit_error"), strings.Contains(text, "overloaded_error"):
		return cmp.Or(word, "rate_limit"), model.OutcomeRateLimited
	case strings.HasPrefix(text, "Prompt is too long"), strings.Contains(text, "prompt is too long"):
		return "prompt_too_long", model.OutcomeBudget
	}
	return cmp.Or(word, "error"), model.OutcomeFailed
}

// refusals are how Claude Code words that the person in front of it said no to a
// tool call.
var refusals = []string{
	"the user doesn't want to proceed", "the user doesn't want to take this action", "user rejected", "tool use was rejected",
	"permission denied by user", "the agent proposed an answer but the user rejected", "user has denied permission",
}

// denials are how it words that the rules of the session did, or that nobody was
// there to ask.
var denials = []string{
	"claude requested permissions to", "permission to use", "permission for this action", "this command requires approval",
	"file is in a directory that is denied by", "this bash command contains multiple operations", "this tool requires approval",
	"path is outside allowed working directories",
}

// denied reports whether the error of a tool says that it was not permitted,
// rather than that it failed, and whether a person said so.
func denied(text string) (no, person bool) {
	text = strings.ToLower(strings.TrimSpace(text[:min(len(text), 600)]))
	text = strings.TrimSpace(strings.TrimPrefix(text, "<tool_use_error>"))
	text = strings.TrimSpace(strings.TrimPrefix(text, "error:"))
	begins := func(with string) bool { return strings.HasPrefix(text, with) }
	if slices.ContainsFunc(refusals, begins) {
		return true, true
	}
	// "PreToolUse:Bash hook error: ..." and "cd to '/x' was blocked. For security, ..."
	return slices.ContainsFunc(denials, begins) || strings.HasPrefix(text, "pretooluse:") && strings.Contains(text, "hook") ||
		strings.Contains(text, " was blocked. for security, claude code may only"), false
}
