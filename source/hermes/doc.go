// Package hermes reads the kanban boards of Hermes Agent: a single kanban.db,
// or a Hermes root with all of its boards. It finds and opens them, lists and
// re-reads their tasks with runs, events and facts, notices what changed, and
// holds the rules that are true of Hermes alone, among them Hermes' own
// diagnostics reproduced word for word in name, condition and severity.
//
// It also works out what an operator's actions change on a board, and writes
// that and nothing else: the rows that Hermes' own commands and its dashboard
// would leave, and to take them back, the columns as they were and an addition
// to the history by which Hermes' dispatcher leaves them so.
//
// How a database file is opened and written safely belongs to sqlitedb; what a
// message or a repetition means in general belongs to classify; what was done
// is kept by journal. No process is ever signalled from here.
package hermes
