// Package notify alerts an operator when tasks begin to need attention: by the terminal's bell,
// its desktop notifications and a command. It chooses the alerts and runs the command; it
// neither reads a queue nor writes to a terminal.
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
	// commandPause is the shortest time between two runs of the command, and commandLimit
	// the time limit of a run.
	commandPause = 5 * time.Second
	commandLimit = 30 * time.Second
)

// Notifier chooses alerts, each alarm once. It is not safe for concurrent use.
type Notifier struct {
	Command *Command // is run for every task; nil: no command

	bells bool
	osc   string              // the setting: "off", or the number of the OSC sequence
	wrap  func(string) string // wraps a sequence so that a multiplexer passes it to the terminal
	told  map[board.Alarm]bool
}

// New returns a Notifier for the configuration; nil if it turns all notifications off.
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

// Fresh returns, in order, the alarms with a part that no earlier call has returned.
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

// things splits an alarm into the parts that are remembered: the state and cause of the task,
// and that it is critical.
func things(a board.Alarm) (all []board.Alarm) {
	if a.Needs() {
		all = append(all, board.Alarm{Ref: a.Ref, State: a.State, Cause: a.Cause})
	}
	if a.Critical {
		all = append(all, board.Alarm{Ref: a.Ref, Critical: true})
	}
	return all
}

// Wait waits until the command does not run. The caller must have cancelled the contexts of its
// runs. A nil Notifier returns at once.
func (n *Notifier) Wait() {
	if n != nil && n.Command != nil {
		n.Command.Wait()
	}
}

// Sequence returns the control sequences that alert the operator of a number of tasks; it may be
// empty. r is one of the tasks; nil: none could be read.
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

// text returns one safe line for a desktop notification. It holds no character that ends an
// escape sequence or a field of OSC 777.
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
