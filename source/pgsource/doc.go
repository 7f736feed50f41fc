// Package pgsource is the common part of queues in PostgreSQL: the connection, pages by the
// order of a key, changes, and actions in one transaction each. A format says what its
// tables are (Table), and reads the rows.
//
// Every read is a read-only transaction. A connection that is lost is made again by the
// next call. Behind a pooler such as PgBouncer a transaction leaves nothing in the session.
package pgsource
