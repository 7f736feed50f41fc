package runlog

import (
	"path"
	"slices"
	"strings"
)

// needless are how tools begin what they say of a change that failed because there
// was nothing to change.
var needless = []string{"no changes to make", "no changes were made", "no changes needed"}

// readOnlyWords are what a system or a sandbox says where nothing may be written, in
// lower case.
var readOnlyWords = []string{"read-only file system", "operation not permitted", "permission denied", "access is denied", "sandbox"}

// readOnlyDisk reports whether what a command printed says that it may not write.
func readOnlyDisk(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(readOnlyWords, func(w string) bool { return strings.Contains(text, w) })
}

// lost reports whether a call that failed was to write a file.
func lost(c *Call, cmd *command, text string) bool {
	if c.Mode == ModeCommand {
		return len(cmd.writes) > 0 && readOnlyDisk(text)
	}
	text = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "<tool_use_error>")))
	return c.Mode == ModeEdit && !slices.ContainsFunc(needless, func(w string) bool { return strings.HasPrefix(text, w) })
}

// mayWrite reports whether the command can have written a file that its words do
// not name.
func (c *command) mayWrite() bool { return c.files || c.obscure || len(c.writes) > 0 }

// lasts reports whether the command writes files by its words, other than
// temporary ones.
func (c *command) lasts() bool {
	return c.files || slices.ContainsFunc(c.writes, func(w string) bool { return !temporary(w) })
}

// temporary reports whether a path lies where files do not last.
func temporary(p string) bool {
	p = path.Clean(p)
	return strings.HasPrefix(p, "/tmp/") || strings.HasPrefix(p, "/var/tmp/") || strings.HasPrefix(p, "$TMPDIR")
}

// writers put content into files.
var writers = wordSet("cp mv tee sed patch apply_patch dd install rsync tar unzip gunzip truncate touch prettier gofmt gofumpt black rustfmt")

// writesFiles reports whether a simple command that may change something puts
// content into files of the folder that it works in.
func writesFiles(words []string) bool {
	name := path.Base(words[0])
	if name == "git" {
		rest := skipGlobal(words[1:])
		return len(rest) > 0 && says("apply am checkout restore cherry-pick merge pull rebase revert stash mv rm", rest[0])
	}
	return writers[name]
}

// needed reports whether a command that failed had anything to do: git commit
// fails where everything is committed.
func needed(cmd *command, text string) bool {
	return !slices.Contains(cmd.words, "commit") || !strings.Contains(text, "nothing to commit")
}
