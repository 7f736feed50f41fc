package claude

import (
	"cmp"
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
	switch {
	case f.status == "429", f.status == "529", runlog.HasAnyPart(text, runlog.Phrases("claude-rate-limit")):
		return cmp.Or(f.code, "rate_limit"), model.OutcomeRateLimited
	case strings.HasPrefix(text, "Prompt is too long"), strings.Contains(text, "prompt is too long"):
		return "prompt_too_long", model.OutcomeBudget
	}
	return cmp.Or(f.code, "error"), model.OutcomeFailed
}

// readDenial reports whether the error of a tool says that it was not permitted,
// rather than that it failed, and whether a person said so.
func readDenial(text string) (denied, person bool) {
	text = strings.ToLower(strings.TrimSpace(text[:min(len(text), 600)]))
	text = strings.TrimSpace(strings.TrimPrefix(text, "<tool_use_error>"))
	text = strings.TrimSpace(strings.TrimPrefix(text, "error:"))
	person = runlog.HasAnyPrefix(text, runlog.Phrases("claude-refusal"))
	// "PreToolUse:Bash hook error: ..." and "cd to '/x' was blocked. For security, ..."
	return person || runlog.HasAnyPrefix(text, runlog.Phrases("claude-denial")) || strings.HasPrefix(text, "pretooluse:") && strings.Contains(text, "hook") ||
		strings.Contains(text, " was blocked. for security, claude code may only"), person
}
