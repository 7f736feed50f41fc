// Package hermes reads the kanban boards of Hermes Agent: a single kanban.db,
// or a Hermes root with all of its boards. It finds and opens them, lists and
// re-reads their tasks with runs, events and facts, notices what changed, and
// holds the rules that are true of Hermes alone, among them Hermes' own
// diagnostics reproduced word for word in name, condition and severity.
//
// How a database file is opened safely belongs to sqlitedb; what a message or
// a repetition means in general belongs to classify; nothing here writes.
package hermes
