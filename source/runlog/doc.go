// Package runlog reads the logs that agents leave behind: JSON Lines by the
// keys that most of them share, and plain text. A reader takes a log line by
// line, as it is written, and can say at any moment what the log said last and
// how it ended; its memory does not grow with the log.
//
// Packages claude, codex and pi read the logs of one agent each. They also know
// what was done, denied and repeated, and who waits for whom. They are built from
// types of this package: Cursor walks JSON, Tracker keeps the runs, Work adds up
// the tool calls. Package wrapped reads logs of programs around an agent.
//
// Package runlog does no I/O, reads no clock but the one it is given and judges
// nothing: which files exist, and what an ending means for a task, belongs to the
// adapters. Everything it returns is hostile text, bounded in length and valid
// UTF-8, and not yet safe for a terminal.
package runlog
