// Package guard tells of tasks that become blocked, false-done or looping while nobody looks: by
// a command, by a webhook, by metrics, and by marking them blocked. It watches as the dashboard
// does, by the board's snapshots. What was found is written down before it is told, so that a
// guard that ended, however it ended, goes on where it was; README.md says what is promised.
//
// It decides what is new, keeps it and delivers it. It reads no queue itself, and knows neither
// flags nor a terminal.
package guard
