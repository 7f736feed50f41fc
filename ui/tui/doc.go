// Package tui is the dashboard: one root model that owns focus, size and
// routing, with panes, the detail of a task, the filter and the help as plain
// structs that draw themselves.
//
// Update and View do no I/O and read no clock; everything that does is a
// command. What a task is and how it was judged comes from ui/board; how
// text is made safe from ui/safe.
package tui
