package tui

import (
	"os/exec"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"notdone/ui/safe"
	"notdone/ui/theme"
)

// commandDialog shows a command of somebody else's that the operator can copy
// or run.
type commandDialog struct {
	argv []string
	dir  string // where it is run; empty: here
}

// offerResume shows how the session of the task's agent is taken up again.
func (m *Model) offerResume() {
	r := m.subjectRow()
	if r == nil || len(r.Resume) == 0 {
		m.notice = "no session is known that could be resumed"
		return
	}
	m.command = &commandDialog{argv: r.Resume, dir: r.Dir}
}

func (m *Model) pressedInCommand(msg tea.KeyPressMsg) tea.Cmd {
	k, d := &m.opt.Keys, m.command
	switch {
	case key.Matches(msg, k.Back, k.Quit, k.Enter):
		m.command = nil
	case key.Matches(msg, k.Copy):
		m.command = nil
		line := safe.Command(d.argv)
		if line == "" {
			m.notice = "the command holds what cannot be shown, so it is not copied"
			return nil
		}
		m.notice = "sent to the terminal's clipboard: " + line
		return tea.SetClipboard(line)
	case key.Matches(msg, k.Run):
		m.command = nil
		return d.run()
	}
	return nil
}

// ranMsg says how a command ended that had the terminal.
type ranMsg struct {
	name string
	err  error
}

// run gives the terminal to the command until it ends. There is no shell: the
// arguments are what was shown.
func (d *commandDialog) run() tea.Cmd {
	cmd := exec.Command(d.argv[0], d.argv[1:]...) //nolint:gosec,noctx // the operator saw it and asked for it; it has the terminal, and no context may take that away
	cmd.Dir = d.dir
	return tea.ExecProcess(cmd, func(err error) tea.Msg { return ranMsg{d.argv[0], err} })
}

func (m *Model) ran(msg ranMsg) {
	m.notice = safe.Line(msg.name, 64) + " has ended"
	if msg.err != nil {
		m.notice = safe.Line(msg.name+": "+msg.err.Error(), quoteLimit)
	}
}

// lines draws the command over what is behind it.
func (d *commandDialog) lines(m *Model, behind []string) []string {
	k := m.look()
	p := &page{k: k, width: max(min(m.width, dialogWidth)-2, 0)}
	if line := safe.Command(d.argv); line != "" {
		p.flow(1, 0, k.theme.Key, line)
	} else {
		p.flow(1, 0, k.theme.Alarm, "an argument of the command holds what cannot be shown")
	}
	p.blank()
	if d.dir != "" {
		p.flow(1, 2, k.theme.Faint, "in "+safe.Line(d.dir, lineLimit))
	}
	p.flow(1, 0, theme.Token{}, "It runs with your rights and has the terminal until it ends; notdone then comes back.")
	var hints [][2]string
	for _, b := range []key.Binding{m.opt.Keys.Copy, m.opt.Keys.Run, m.opt.Keys.Back} {
		hints = append(hints, [2]string{b.Help().Key, b.Help().Desc})
	}
	box := k.frame("Command", "nothing runs yet", p.text, p.width+2, min(len(p.text)+2, m.height-1), true)
	return append(overlay(behind, box, m.width, m.height-1), m.foot(hints))
}
