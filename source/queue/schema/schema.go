// Package schema is what every client and reader of a queue of notdone's own shares: the tables in a
// file and in PostgreSQL, the statements of clients, and the names that both derive from them. It
// opens nothing.
package schema

import (
	_ "embed"
	"strings"
)

// Version is the version of the schema of a new file, and the newest that is read.
const Version = 3

// Tables are the tables of a queue.
func Tables() []string { return []string{"meta", "tasks", "runs", "events", "links", "changes"} }

// First is the schema of version 1, whose files are still read and acted on. They have no table
// of changes and record no pid namespaces.
//
//go:embed schema1.sql
var First string

// Second makes a file of version 2.
//
//go:embed schema.sql
var Second string

// Third makes a file of version 2 one of version 3.
//
//go:embed schema3.sql
var Third string

// Told makes the index events_told, which a new file has besides.
//
//go:embed schema3.events.sql
var Told string

// ClientSQL is everything that a client says to a queue file, as named blocks
// of literal SQL: "-- name: NAME (parameters)", a line on what it does, then
// one statement, or one transaction.
//
//go:embed client.sql
var ClientSQL string

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
