// Package model is the vocabulary of notdone as plain types: tasks and their
// runs and events, verdicts and findings, panes, filters and orders.
//
// It imports the standard library only, does no I/O and reads no clock. What a
// foreign system calls things stays in that system's adapter; what decides a
// verdict stays in classify; what is drawn stays in ui.
package model
