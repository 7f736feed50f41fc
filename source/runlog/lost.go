package runlog

import (
	"path"
	"slices"
	"strings"
)

// noChangePrefixes begin the results of edits that failed because there was nothing to
// change.
var noChangePrefixes = []string{"no changes to make", "no changes were made", "no changes needed"}

// readOnlyWords are the messages of a system or a sandbox that refuses a write, in
// lower case.
var readOnlyWords = []string{"read-only file system", "operation not permitted", "permission denied", "access is denied", "sandbox"}

// saysReadOnly reports whether the output of a command says that a write was refused.
func saysReadOnly(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(readOnlyWords, func(w string) bool { return strings.Contains(text, w) })
}

// isLostEdit reports whether a failed call was meant to write a file.
func isLostEdit(c *Call, cmd *command, text string) bool {
	if c.Mode == ModeCommand {
		return len(cmd.writes) > 0 && saysReadOnly(text)
	}
	text = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "<tool_use_error>")))
	return c.Mode == ModeEdit && !hasAnyPrefix(text, noChangePrefixes)
}

// mayWrite reports whether the command may have written any file.
func (c *command) mayWrite() bool { return c.writesFiles || c.unknownEffect || len(c.writes) > 0 }

// writesLasting reports whether the command writes files outside of temporary folders.
func (c *command) writesLasting() bool {
	return c.writesFiles || slices.ContainsFunc(c.writes, func(w string) bool { return !isTemporary(w) })
}

// isTemporary reports whether a path is in a temporary folder.
func isTemporary(p string) bool {
	p = path.Clean(p)
	return strings.HasPrefix(p, "/tmp/") || strings.HasPrefix(p, "/var/tmp/") || strings.HasPrefix(p, "$TMPDIR")
}

// hadWork reports whether a failed command had anything to do. It had not when git
// commit finds everything committed.
func hadWork(cmd *command, text string) bool {
	return !slices.Contains(cmd.words, "commit") || !strings.Contains(text, "nothing to commit")
}
