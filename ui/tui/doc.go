// Package tui is the dashboard: a root model with a stack of screens, each of
// which takes messages in and draws itself, and one registry of what can be done,
// from which keys, footers, the help and the actions of the command line derive.
//
// Update and View do no I/O and read no clock; everything that does is a
// command. What a command brings it takes into the model itself, on the event
// loop, as a message of type then. What a task is and how it was judged comes from ui/board; what is
// said of it from ui/report; how text is made safe from ui/safe.
package tui
