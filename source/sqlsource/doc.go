// Package sqlsource is the kit under every adapter of a queue in SQLite: it makes
// a source.Source, and a source.Actor, of what only the adapter knows.
//
// An adapter says where its databases lie (Format), what the table of tasks looks
// like (Shape), how tasks are loaded (Queue), and where there is one, how the log
// of changes is read (Log). To act it says what a task looks like inside a
// transaction (Actor) and what an action writes (Situation, a pure function).
//
// What belongs here is what all such queues have in common: turn-taking and
// Close, opening one or many files and trying again those that cannot be read,
// paging, reading in parts that leave the owner its turn, following changes by a
// log or by remembered hashes of rows, and planning, applying and taking back. How
// a file is opened and written safely is package sqlitedb's. Nothing here knows
// whose tables these are.
package sqlsource
