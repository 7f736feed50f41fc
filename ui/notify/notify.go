// Package notify tells an operator who looks elsewhere that tasks began to need them: by the
// terminal's bell, by its desktop notifications, and by a command. It decides what is told and
// runs the command; it neither reads a queue nor writes to a terminal.
package notify

import (
	"fmt"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/config"
	"notdone/ui/safe"
	"notdone/ui/terminal"
)

const (
	// textColumns bounds the text of a desktop notification.
	textColumns = 110
	// commandPause is how often the command is run, and commandLimit how long.
	commandPause = 5 * time.Second
	commandLimit = 30 * time.Second
)

// Notifier decides what is told, and remembers what was. It is not safe for concurrent use.
type Notifier struct {
	Command *Command // is run for every task; nil: none is

	bells bool
	osc   string              // as the configuration has it
	wrap  func(string) string // takes a sequence through a multiplexer to the terminal
	told  map[board.Alarm]bool
}

// New returns a Notifier by the configuration; nil when that asks for no notification.
func New(c config.Notify, getenv func(string) string) *Notifier {
	tmux := getenv("TMUX") != "" || strings.HasPrefix(getenv("TERM"), "tmux")
	screen := getenv("STY") != ""
	remote := tmux || screen || terminal.OverSSH(getenv)
	n := &Notifier{osc: c.OSC, told: map[board.Alarm]bool{}, wrap: func(said string) string { return said }}
	n.bells = c.Bell == "on" || c.Bell == "auto" && remote
	switch {
	case tmux:
		n.wrap = ansi.TmuxPassthrough
	case screen:
		n.wrap = func(said string) string { return ansi.ScreenPassthrough(said, 0) }
	}
	if len(c.OnNew) > 0 {
		n.Command = &Command{Argv: c.OnNew, Pause: commandPause, Limit: commandLimit}
	}
	if !n.bells && n.osc == "off" && n.Command == nil {
		return nil
	}
	return n
}

// Fresh returns the alarms of which something was not returned before, in their order.
func (n *Notifier) Fresh(all []board.Alarm) (fresh []board.Alarm) {
	for _, a := range all {
		isFresh := false
		for _, thing := range things(a) {
			isFresh = isFresh || !n.told[thing]
			n.told[thing] = true
		}
		if isFresh {
			fresh = append(fresh, a)
		}
	}
	return fresh
}

// things are what an alarm tells, one by one: the state of the task, and that it is critical.
func things(a board.Alarm) (all []board.Alarm) {
	if a.Needs() {
		all = append(all, board.Alarm{Ref: a.Ref, State: a.State, Cause: a.Cause})
	}
	if a.Critical {
		all = append(all, board.Alarm{Ref: a.Ref, Critical: true})
	}
	return all
}

// Wait waits until nothing runs. The caller has ended the contexts of what it ran.
func (n *Notifier) Wait() {
	if n != nil && n.Command != nil {
		n.Command.Wait()
	}
}

// Sequence returns what is written to the terminal for a number of tasks, of which the row is
// one; nil: none could be read. It may be empty.
func (n *Notifier) Sequence(r *model.Row, tasks int) (out string) {
	if n.bells {
		out = "\a"
	}
	switch n.osc {
	case "9":
		out += n.wrap(ansi.Notify("notdone: " + text(r, tasks)))
	case "777":
		out += n.wrap("\x1b]777;notify;notdone;" + text(r, tasks) + "\a")
	}
	return out
}

// text is one line. It ends no escape sequence, and no field of one.
func text(r *model.Row, tasks int) string {
	more := ""
	switch {
	case r == nil && tasks == 1:
		return "a task needs you"
	case r == nil:
		return fmt.Sprintf("%d tasks need you", tasks)
	case tasks > 1:
		more = fmt.Sprintf(" (and %d more)", tasks-1)
	}
	why := r.State.String()
	if r.Weight() > int(model.SeverityCritical) {
		why += ", critical"
	}
	said := strings.ReplaceAll(safe.Line(why+": "+r.Title, 1<<10), ";", ",")
	return ansi.Truncate(said, textColumns-len(more), "...") + more
}
