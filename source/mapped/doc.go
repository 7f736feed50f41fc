// Package mapped reads any queue that a mapping describes: which table holds the tasks,
// which column or SQL expression has each role, and which state each recorded word, or
// each condition over those values, stands for.
//
// A mapping is data: a TOML file of the embedded catalogue, a file of the operator, or
// what package infer concludes from a schema and its rows. Nothing here knows a system.
package mapped
