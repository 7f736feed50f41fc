// Package sqlsource implements source.Source and source.Actor for queues in SQLite. An
// adapter supplies only what is particular to its system.
//
// An adapter defines where its databases are (Format), the table of tasks (Shape), how
// tasks are loaded (Queue), and how the log of changes is read if there is one (Log).
// To act, it also defines how a task is read inside a transaction (Actor) and what an
// action writes (Situation, a pure function).
//
// The package contains what all such queues have in common: one call at a time and
// Close, opening one or many files and retrying unreadable ones, paging, reads that are
// split so that the owner can commit in between, detecting changes by the log or by
// hashes of rows, and planning, applying and undoing actions. Package sqlitedb opens
// and writes the files. This package knows the tables of no system.
package sqlsource
