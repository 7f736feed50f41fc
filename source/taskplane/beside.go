package taskplane

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strings"

	"notdone/source/logsource"
)

// Worktrees may lie beside the repository instead of in it (worktree_location: sibling;
// worktree.ts). The paths that a batch records are no reason to read what is there: they
// are written by agents. A folder beside the root is read only when git itself has it as
// a worktree of the repository there, and it says so, too.

// gitWorktrees is where a repository keeps what it knows of its worktrees.
const gitWorktrees = ".git/worktrees"

// besides reports whether a worktree of the repository in root lies beside it.
func besides(root string) bool {
	known, err := os.ReadDir(filepath.Join(root, gitWorktrees))
	if err != nil {
		return false
	}
	parent, base := filepath.Split(root)
	for _, e := range known {
		tree := path.Dir(pointer(root, path.Join(gitWorktrees, e.Name(), "gitdir"), ""))
		rel, err := filepath.Rel(parent, tree)
		if err == nil && filepath.IsLocal(rel) && rel != "." && !strings.HasPrefix(rel+"/", base+"/") {
			return true
		}
	}
	return false
}

// linked reports whether a folder is a worktree of the repository at base; both are
// beneath dir, and each must name the other.
func linked(dir, base, tree string) bool {
	name := path.Base(pointer(dir, path.Join(tree, ".git"), "gitdir: "))
	own := path.Join(base, gitWorktrees, name)
	return pointer(dir, path.Join(tree, ".git"), "gitdir: ") == filepath.Join(dir, own) &&
		pointer(dir, path.Join(own, "gitdir"), "") == filepath.Join(dir, tree, ".git")
}

// maxPointer bounds a file that holds a path.
const maxPointer = 4 << 10

// pointer reads a file that holds a path behind a prefix; empty: it does not.
func pointer(dir, rel, prefix string) string {
	head, err := logsource.Head(dir, rel, maxPointer)
	if err != nil {
		return ""
	}
	name, ok := strings.CutPrefix(string(bytes.TrimSpace(head)), prefix)
	if !ok || !filepath.IsAbs(name) {
		return ""
	}
	return filepath.Clean(name)
}
