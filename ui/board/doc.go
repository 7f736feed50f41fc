// Package board is the live board: it takes tasks from sources, has them
// judged, keeps the verdicts indexed and publishes immutable snapshots.
//
// One goroutine, the indexer, owns the index and publishes. Each source has a feed,
// a goroutine that reads, judges and sends the indexer changes; a screen reads
// snapshots and subscribes to be told of new ones.
//
// What belongs here: the life of a source (loading, refreshing, failing,
// recovering), the index of rows with its counts, windows and groups, the wakes
// at moments when a verdict can change by itself, and findings that need more
// than one task. What does not: how a queue is read, what a verdict depends
// on, and how anything is drawn.
//
// Of every task that asks for an operator, and of the first 5,000 quiet ones of each
// state, a Key of 80 bytes is held, which orders and counts it. The rows of the tasks
// that were looked at last are held whole, with their texts cut to what a list shows; any
// other row is read when somebody looks at it. Of every other task eight bytes are held,
// enough to update the counts when it changes.
//
// All of that is written to a file now and then and at the end, with the position of the
// source, where that can be resumed. A board or a scan goes on from the file in place of
// the first listing: it reads what has changed since, what time or a process may have
// changed, and a sample. Where anything does not fit, the queue is listed.
//
// A search begins with the rows and keys that are held. Of all other tasks it looks for its
// longest word in the titles, which are in a file too, and reads those that have it; then it
// lists the queue for what else a row shows.
package board
