// Package infer concludes a mapping for a database that nobody described: which table
// holds the tasks, which column has which role, and what its words mean.
//
// Read takes a bounded look at a database; Infer is pure and says for each conclusion
// what it stands on. What names and words mean stands in the text files beside the code:
// tables.txt, columns.txt, words.txt and meanings.txt. Nothing here knows a system, and
// what the data does not decide is a Question.
package infer
