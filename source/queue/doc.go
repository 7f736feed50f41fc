// Package queue knows notdone's own queue file: a small SQLite database that any
// client, in any language, fills and changes with plain SQL, and the same queue in PostgreSQL.
// It holds the adapter; the SQL is that of package schema, and package client adds and works.
//
// An action sets columns of tasks, and of the runs of a worker that is gone, and
// signs with changed_by and change_note; the file's own triggers write the history
// from that, as they do for any client. An undo restores the columns and is one more
// entry of the history.
package queue
