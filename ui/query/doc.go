// Package query is the filter language of the dashboard and of the commands that list tasks.
//
// A query is terms separated by blanks, and a task matches when every term does:
//
//	vault              a word that the task shows: in its id, title, state, reason, findings …
//	"vault token"      a phrase
//	state:blocked      a field that has a value; state:blocked,failed: one of several
//	sev>=error age>2h  a field that is compared, by > >= < <=
//	!vault -state:done not
//
// A field is one row of the table in field.go. Enumerated values can be shortened as far as
// one value is meant.
//
// What belongs here: reading a query, saying what is wrong with one, completing one, and
// deciding whether a task matches, from the few facts that are held of every task where those
// suffice. What does not: which tasks there are, and where a query is typed.
package query
