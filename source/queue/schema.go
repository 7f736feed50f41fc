package queue

import (
	_ "embed"
	"strings"
)

// SchemaVersion is the version of the schema that Init writes, and the newest
// that this package reads.
const SchemaVersion = 3

// schemaSQL makes a file of version 2, and schema3SQL makes that one of version 3, of which a new
// file has the index of eventsSQL besides.
//
//go:embed schema.sql
var schemaSQL string

//go:embed schema3.sql
var schema3SQL string

//go:embed schema3.events.sql
var eventsSQL string

// schema1SQL is the schema of version 1, whose files are still read and acted
// on. They have no table of changes and record no pid namespaces.
//
//go:embed schema1.sql
var schema1SQL string

// ClientSQL is everything that a client says to a queue file, as named blocks
// of literal SQL: "-- name: NAME (parameters)", a line on what it does, then
// one statement, or one transaction.
//
//go:embed client.sql
var ClientSQL string

// postgresSQL makes the tables of a queue in PostgreSQL.
//
//go:embed schema.postgres.sql
var postgresSQL string

// PostgresClientSQL is ClientSQL for a queue in PostgreSQL: the same blocks.
//
//go:embed client.postgres.sql
var PostgresClientSQL string

// Statements returns the statements of one block of ClientSQL, in the order in
// which they are run on one connection. Numbered parameters mean the same in
// each of them. It returns nil for a name that no block has.
func Statements(name string) []string { return statementsOf(ClientSQL, name) }

// PostgresStatements is Statements for a queue in PostgreSQL.
func PostgresStatements(name string) []string { return statementsOf(PostgresClientSQL, name) }

func statementsOf(text, name string) []string {
	_, rest, found := strings.Cut("\n"+text, "\n-- name: "+name)
	if !found || rest == "" || (rest[0] != ' ' && rest[0] != '\n') {
		return nil
	}
	block, _, _ := strings.Cut(rest, "\n-- name: ")
	lines := strings.SplitN(block, "\n", 3) // the parameters, what it does, and the statements
	statements := strings.SplitAfter(strings.TrimSpace(lines[2]), ";\n")
	for i := range statements {
		statements[i] = strings.TrimSpace(statements[i])
	}
	return statements
}
