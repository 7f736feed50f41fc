// Package queue knows notdone's own queue file: a small SQLite database that
// any client, in any language, fills and changes with plain SQL.
//
// It holds the schema, the statements that clients use, the making of an empty
// file, and the source that reads one and notices what changes in it. What the
// rows mean for a verdict is decided in package classify; how a file that
// others write to is opened is package sqlitedb's.
package queue
