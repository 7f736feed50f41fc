// Package claude reads what Claude Code and the Claude Agent SDK write about a
// session: transcripts, as they lie under ~/.claude/projects, and the result
// streams of claude -p --output-format stream-json or json.
//
// Here belongs what the records of these two shapes mean. What a run that ended
// so means for a task does not, nor where the files are; nothing here does I/O
// or reads a clock.
package claude
