// Package taskplane is the adapter of Taskplane (github.com/HenryLach/taskplane),
// which runs batches of tasks with the agent pi: each task is worked on in
// iterations in the git worktree of a lane, and its steps are reviewed.
//
// A task is one row, whatever batches it was part of; the newest one decides. What
// is recorded of it stands in .pi beneath the root; what was really done stands in
// STATUS.md and in the reviews of its folder in the worktree, which the copy of the
// main checkout does not show before the branch is merged.
package taskplane
