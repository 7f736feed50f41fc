// Package work is the loop of a worker: it claims tasks of a queue file, runs a command
// for each, and ends each task by what the evidence says. The README of this folder says
// what a command is told, what counts as evidence and what happens to tasks when
// something goes wrong.
//
// Each command runs under a supervisor, a process of its own that ends with all that the
// command started (Supervise). A supervisor kills everything when its worker is gone or
// has not renewed the lease in time, so that no task is worked on by two.
//
// The package knows no terminal: it reports events.
package work
