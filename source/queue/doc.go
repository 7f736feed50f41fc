// Package queue knows notdone's own queue file: a small SQLite database that any
// client, in any language, fills and changes with plain SQL. It holds the schema, the
// statements of clients, the making of an empty file, and the adapter.
//
// An action sets columns of tasks, and of the runs of a worker that is gone, and
// signs with changed_by and change_note; the file's own triggers write the history
// from that, as they do for any client. An undo restores the columns and is one more
// entry of the history.
package queue
