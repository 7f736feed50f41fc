// Package tui is the dashboard: a root model with a stack of screens, and one registry
// of actions, from which key bindings, footers, the help and the verbs of the command
// line derive.
//
// Update and View do no I/O; commands do. A command returns a message of type then, a
// function that Update calls to change the model. Tasks and their verdicts come from
// ui/board, sentences about them from ui/report. All foreign text passes ui/safe.
package tui
