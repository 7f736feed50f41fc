package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source/journal"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// commandDialog shows commands of other programs that the operator can copy or run,
// and their outcomes.
type commandDialog struct {
	dialog
	runs     []*commandRun
	without  int  // how many tasks of the cause have no such command
	terminal bool // the command is interactive: it gets the terminal
	running  bool
	stopped  bool // no further command is begun
}

// commandRun is one command and the state of its run.
type commandRun struct {
	task   string // the ID of the task that it is for; empty: it resumes a session
	later  bool   // it is to be run after the planned action, so it is only copied
	ref    model.Ref
	argv   []string
	dir    string // where it is run; empty: here
	begun  time.Time
	ended  bool
	output []byte // the end of what it wrote to stdout and stderr
	cut    bool   // the output was longer than what is kept
	err    error  // its exit status, or why it did not start
}

// line returns the command quoted for a shell; empty if it cannot be shown.
func (c *commandRun) line() string { return safe.Command(c.argv) }

// hidden reports whether the command or its folder holds characters that a terminal
// does not show, so that the text on the screen would not be what runs.
func (c *commandRun) hidden() bool {
	return c.line() == "" || c.dir != "" && safe.Command([]string{c.dir}) == ""
}

const hiddenCommand = "the command holds characters that cannot be shown, so it is neither copied nor run"

const sessionUnknown = "no session is known that could be resumed"

// noSession says why no session can be resumed. A log of a queue's task may tell of one: that
// is read when it is asked for.
func (m *Model) noSession() string {
	r := m.subjectRow()
	switch {
	case r != nil && len(r.Resume) > 0:
		return ""
	case r == nil, m.opt.Session == nil, len(r.Logs) == 0:
		return sessionUnknown
	case r.RecordedState == model.StateActive:
		return "its agent is at work: its session can be resumed when the run has ended"
	}
	return ""
}

// noResumeCommand says why no command that resumes a session can be copied.
func (m *Model) noResumeCommand() string {
	if r := m.subjectRow(); r == nil || len(r.Resume) == 0 {
		return sessionUnknown
	}
	return ""
}

// sessionLogs is how many logs of a task are read for a session, the newest run's first.
const sessionLogs = 3

// offerResume shows how the session of the task's agent is taken up again.
func (m *Model) offerResume() tea.Cmd {
	r := m.subjectRow()
	if len(r.Resume) > 0 {
		m.push(&commandDialog{runs: []*commandRun{{argv: r.Resume, dir: r.Dir}}, terminal: true})
		return nil
	}
	m.planned++
	this, from, logs := m.planned, m.top(), slices.Clone(r.Logs[:min(len(r.Logs), sessionLogs)])
	return func() tea.Msg {
		argv, dir, err := m.findSession(logs)
		return then(func() tea.Cmd {
			switch {
			case this != m.planned || m.top() != from:
			case len(argv) > 0:
				m.push(&commandDialog{runs: []*commandRun{{argv: argv, dir: dir}}, terminal: true})
			case err != nil:
				m.notice = sessionUnknown + ": " + safe.Line(err.Error(), quoteLimit)
			default:
				m.notice = sessionUnknown + ": the log tells of none"
			}
			return nil
		})
	}
}

// findSession returns how the session is resumed of which the first of the logs tells that tells
// of any.
func (m *Model) findSession(logs []model.LogRef) (argv []string, dir string, failed error) {
	for _, log := range logs {
		argv, dir, err := m.opt.Session(m.ctx, log)
		if len(argv) > 0 {
			return argv, dir, nil
		}
		failed = cmp.Or(failed, err)
	}
	return nil, "", failed
}

// commands returns the dialog of the queue owner's own commands for the planned tasks,
// or where there are none, of the commands that follow the action.
func (d *planDialog) commands() *commandDialog {
	c := &commandDialog{}
	for i := range d.plans {
		if p := &d.plans[i]; p.Err == nil && len(p.Command) > 0 {
			c.runs = append(c.runs, &commandRun{task: p.Task.ID, ref: p.Task, argv: p.Command})
		} else if p.Err == nil && len(p.FollowUp) > 0 {
			c.runs = append(c.runs, &commandRun{task: p.Task.ID, ref: p.Task, argv: p.FollowUp, later: true})
		}
	}
	c.without = len(d.plans) - len(c.runs)
	return c
}

// noCommand says why no command can be copied or run now.
func (m *Model) noCommand() string {
	switch d := m.top().(type) {
	case *planDialog:
		if len(d.commands().runs) == 0 {
			return "the queue has no command of its own for this"
		}
	case *commandDialog:
		switch {
		case d.running:
			return "it is running"
		case d.runs[0].ended:
			return "it has been run"
		}
	}
	return ""
}

// cannotRun says why no command can be run now.
func (m *Model) cannotRun() string {
	d, planned := m.top().(*planDialog)
	if planned && slices.ContainsFunc(d.commands().runs, func(c *commandRun) bool { return c.later }) {
		return "run it yourself after the action: here it is only copied"
	}
	return m.noCommand()
}

// copyCommands copies the commands of the dialog in front.
func (m *Model) copyCommands() tea.Cmd {
	d, offered := m.top().(*commandDialog)
	if offered {
		m.pop()
	} else {
		d = topmost[*planDialog](m).commands()
	}
	if d.hidden() {
		m.notice = hiddenCommand
		return nil
	}
	var lines []string
	for _, c := range d.runs {
		lines = append(lines, c.line())
	}
	line := strings.Join(lines, " && ")
	if len(line) > copyLimit {
		m.notice = "not copied: terminals take no more than " + words.Number(copyLimit) + " bytes, and the " +
			words.Count(len(lines), "command has ", "commands have ") + words.Number(len(line))
		return nil
	}
	m.notice = "sent to the terminal's clipboard: " + line
	return tea.SetClipboard(line)
}

// runOrAsk opens the dialog of a plan's commands, or in that dialog runs them.
func (m *Model) runOrAsk() tea.Cmd {
	if d, planned := m.top().(*planDialog); planned {
		commands := d.commands()
		d.back(m)
		m.push(commands)
		return nil
	}
	return m.confirmCommands()
}

func (d *commandDialog) scope() Scope { return OnCommand }

// hidden reports whether one of the commands cannot be shown.
func (d *commandDialog) hidden() bool { return slices.ContainsFunc(d.runs, (*commandRun).hidden) }

// back closes the dialog; while a command runs it begins no further one.
func (d *commandDialog) back(m *Model) tea.Cmd {
	if d.running {
		d.stopped = true
		m.notice = "no further command is begun; the one that runs is left to end"
		return nil
	}
	m.pop()
	return nil
}

// confirmCommands runs the commands if the operator has had time to read them.
func (m *Model) confirmCommands() tea.Cmd {
	switch d := topmost[*commandDialog](m); {
	case d.hidden():
		m.notice = hiddenCommand
	case !d.whole:
		m.notice = "nothing is run before all of this was shown: this is more of it"
		d.showUnseen()
	default:
		return d.confirm(m, "not run", "command.run", m.runCommands)
	}
	return nil
}

// runCommands runs the commands of the open dialog, one after the other.
func (m *Model) runCommands() tea.Cmd {
	d := topmost[*commandDialog](m)
	if d.terminal {
		m.pop()
		return m.resume(d.runs[0])
	}
	d.running = true
	return d.runNext(m)
}

// resume gives the terminal to the command until it ends.
func (m *Model) resume(c *commandRun) tea.Cmd {
	return m.giveTerminal(c.argv, c.dir, func(err error) {
		m.notice = safe.Line(c.argv[0], 64) + " has ended"
		if err != nil {
			m.notice = safe.Line(c.argv[0]+": "+err.Error(), quoteLimit)
		}
	})
}

// runNext runs the first command of the dialog that has not ended, and when it ends
// the next one.
func (d *commandDialog) runNext(m *Model) tea.Cmd {
	at := slices.IndexFunc(d.runs, func(c *commandRun) bool { return !c.ended })
	if at < 0 || d.stopped {
		d.running = false
		return m.readAgain()
	}
	d.runs[at].begun = m.opt.Now()
	ended := *d.runs[at]
	return func() tea.Msg {
		ended.runAndKeep(m.ctx, m.opt.Act)
		return then(func() tea.Cmd {
			d.runs[at] = &ended
			if m.top() != screen(d) {
				m.notice = safe.Line(ended.line()+": "+ended.outcome(), quoteLimit)
			}
			return d.runNext(m)
		})
	}
}

// stopPause is how long a command that is told to end may take.
const stopPause = 5 * time.Second

// runAndKeep runs the command and records it in the journal. If the journal cannot
// be written, the command does not run.
func (c *commandRun) runAndKeep(ctx context.Context, act Acting) {
	end, err := act.BeginCommand(ctx, c.ref, journal.Command{Argv: c.argv, Dir: c.dir})
	if err != nil {
		c.ended, c.err = true, fmt.Errorf("not run: %w", err)
		return
	}
	c.run(ctx)
	if err := end(c.account()); err != nil {
		c.err = errors.Join(c.err, err)
	}
}

// run runs the command in a session of its own, where it cannot take the terminal,
// and keeps its output. The arguments are passed as shown, without a shell.
func (c *commandRun) run(ctx context.Context) {
	var said tailBuffer
	cmd := exec.CommandContext(ctx, c.argv[0], c.argv[1:]...) //nolint:gosec // the operator saw it and asked for it
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.dir, &said, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = stopPause
	c.err = cmd.Run()
	c.ended, c.output, c.cut = true, said.kept, said.cut
}

// outcome says how a command ended.
func (c *commandRun) outcome() string {
	switch {
	case !c.ended:
		return "is running"
	case c.err != nil:
		return safe.Line(c.err.Error(), lineLimit)
	}
	return "exit status 0"
}

// accountLimit bounds what the journal keeps of a command's output, in bytes.
const accountLimit = 600

// account says how a command ended, and the end of what it wrote.
func (c *commandRun) account() string {
	said := safe.Line(strings.TrimSpace(string(c.output)), 0)
	if n := len(said) - accountLimit; n > 0 {
		said = "… " + strings.ToValidUTF8(said[n:], "")
	}
	return strings.TrimSuffix(c.outcome()+": "+said, ": ")
}

// outputLimit bounds what is kept of what a command writes, in bytes.
const outputLimit = 64 << 10

// tailBuffer keeps the end of what is written to it.
type tailBuffer struct {
	kept []byte
	cut  bool
}

// Write never fails.
func (b *tailBuffer) Write(p []byte) (int, error) {
	b.kept = append(b.kept, p...)
	if n := len(b.kept) - outputLimit; n > 0 {
		b.kept, b.cut = append(b.kept[:0], b.kept[n:]...), true
	}
	return len(p), nil
}

// fit writes the dialog's text.
func (d *commandDialog) fit(m *Model) {
	p := m.dialogPage()
	if d.without > 0 {
		p.flow(1, 2, p.theme.Alarm, words.Count(d.without, "task has", "tasks have")+" no command of its own: nothing is run for those")
	}
	for _, c := range d.runs {
		p.command(c, len(d.runs) > 1)
	}
	p.blank()
	switch n := len(d.runs); {
	case d.terminal:
		p.flow(1, 0, theme.Token{}, "It runs with your rights and has the terminal until it ends; notdone then comes back.")
	case d.running || d.runs[0].ended:
	case n > 1:
		p.flow(1, 0, theme.Token{}, "These "+words.Number(n)+" commands run with your rights, one after the other. What they say is shown here; they cannot be undone with notdone.")
	default:
		p.flow(1, 0, theme.Token{}, "It runs with your rights, once. What it says is shown here; it cannot be undone with notdone.")
	}
	d.showDialog(m, p, 0, len(p.lines))
}

// command writes a command, where it runs, and what became of it.
func (p *page) command(c *commandRun, many bool) {
	if many {
		p.add(1, p.theme.Faint, safe.Line(c.task, lineLimit))
	}
	if c.hidden() {
		p.flow(1, 0, p.theme.Alarm, hiddenCommand+":")
		for _, a := range c.argv {
			p.exact(3, p.theme.Faint, strconv.QuoteToASCII(a))
		}
	} else {
		p.exact(1, p.theme.Key, c.line())
	}
	if c.dir != "" {
		p.exact(1, p.theme.Faint, "in "+cmp.Or(safe.Command([]string{c.dir}), strconv.QuoteToASCII(c.dir)))
	}
	if c.begun.IsZero() {
		return
	}
	tok := theme.Token{}
	if c.err != nil {
		tok = p.theme.Alarm
	}
	p.flow(3, 0, tok, c.outcome())
	if c.cut {
		p.add(3, p.theme.Faint, "the end of what it said:")
	}
	if said := strings.TrimSpace(string(c.output)); said != "" {
		for s := range strings.SplitSeq(safe.Block(said, quoteLimit), "\n") {
			p.flow(3, 0, p.theme.Quote, s)
		}
	}
}

// draw draws the commands over what is behind them.
func (d *commandDialog) draw(m *Model, under func() []string) []string {
	copies, runs := "command.copy", "command.run=run it"
	if n := len(d.runs); n > 1 {
		copies, runs = copies+"=copy them", "command.run=run all "+words.Number(n)
	}
	label, all := "nothing runs yet", hints{copies, runs, "view.back"}
	switch {
	case m.settling != nil:
		label = "it runs in a moment; any key stops it"
	case d.running:
		label, all = "running"+m.theme.Ellipsis, hints{"view.back=begin no further one"}
	case d.runs[0].ended:
		label, all = "ended", hints{"view.back", "view.find"}
	case d.below() > 0:
		label = d.more(m)
	case !d.gate.open:
		label, all = "read it first", hints{copies, "view.back"}
	}
	return d.overlay(m, under(), "Command", label, d.window(m.theme), all)
}
