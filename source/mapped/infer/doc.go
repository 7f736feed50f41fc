// Package infer concludes a mapping for a database that nobody described: which table
// holds the tasks, which column has which role, and what its words mean.
//
// Read takes a bounded look at a database; Infer is pure and says for each conclusion
// what it stands on. What names and words mean stands in the text files beside the code:
// tables.txt, columns.txt, words.txt and meanings.txt; short lists stand in the code, where
// they are used. It does not ask which program made the database, and what the data does not
// decide is a Question.
//
// A role is what a column is to a task, such as its title or its error (mapped.Role). A
// field is a column, or a value inside a JSON column. A word is a value of the status. A
// weight, 0 to 10, is how surely a name means a role, or a field has it.
//
// To read the code, begin with Infer: candidates (score.go) gives the fields of each likely
// table their roles (roles.go, title.go, joins.go) and scores the table; describe turns the
// best one into a table of the mapping, with the meanings of its words (states.go) and rules
// (rules.go, outcome.go). Beside (beside.go) looks for one more queue in a file that known
// mappings read.
package infer
