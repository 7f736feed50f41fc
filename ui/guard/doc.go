// Package guard reports tasks that become blocked, false-done or looping while nobody looks: by
// a command, by a webhook, by metrics, and by marking them blocked. It watches the board's
// snapshots, as the dashboard does. A finding is stored before it is delivered, so that after a
// crash the next guard continues where this one stopped; README.md says what is promised.
//
// It decides what is new, stores it and delivers it. It reads no queue itself, and knows neither
// flags nor a terminal.
package guard
