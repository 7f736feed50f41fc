package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/export"
	"notdone/ui/notify"
	"notdone/ui/safe"
	"notdone/ui/words"
)

const (
	// alarmPause is how long snapshots are collected until they are looked at.
	alarmPause = 2 * time.Second
	// alarmRest is the shortest time between two signals of the terminal.
	alarmRest = 10 * time.Second
	// idlePause is how long no key is pressed until the operator counts as looking elsewhere,
	// on a terminal that does not report its focus.
	idlePause = time.Minute
)

// alarms is what the operator is told of while they look elsewhere.
type alarms struct {
	reported bool            // the terminal reports its focus
	focused  bool            // it has the focus, as it says
	input    time.Time       // of the newest key, paste or click
	base     *board.Snapshot // what the next one is compared with
	pending  bool            // that is about to be done
	rang     time.Time       // when the terminal signalled last
	came     int             // tasks that they were told of since they looked
	delayed  bool            // the command waits for its turn
	failed   string          // the first failure of the command, until it was shown
	warned   bool            // a failure of it was shown, or is about to be
}

// looksElsewhere reports whether the operator does not see the screen.
func (m *Model) looksElsewhere() bool {
	a := &m.alarms
	if a.reported {
		return !a.focused
	}
	return m.opt.Now().Sub(a.input) >= idlePause
}

// setFocus takes over what the terminal says of its focus.
func (m *Model) setFocus(focused bool) {
	m.alarms.reported, m.alarms.focused = true, focused
	m.tellAlarms()
}

// noteLook notes that the operator is there.
func (m *Model) noteLook() {
	m.alarms.input, m.placed = m.opt.Now(), m.placed || m.seesTasks()
	m.tellAlarms()
}

// tellAlarms says on the screen, to somebody who looks at it again, what came meanwhile.
func (m *Model) tellAlarms() {
	a := &m.alarms
	if m.looksElsewhere() {
		return
	}
	if a.came > 0 {
		said := words.Count(a.came, "task came to need", "tasks came to need") + " you while you looked elsewhere"
		if len(m.looks.last) > 0 {
			said += ": " + m.keys.name("news.open") + " lists what is new"
		}
		m.tell(said)
	}
	if a.failed != "" {
		m.tell("notify.on-new: " + a.failed)
	}
	a.came, a.failed = 0, ""
}

// watchAlarms looks, after a pause, for what began to need somebody while nobody looks.
func (m *Model) watchAlarms() tea.Cmd {
	a := &m.alarms
	switch {
	case m.opt.Notify == nil || a.pending:
		return nil
	case !m.looksElsewhere():
		a.base = m.whole
		return nil
	}
	a.pending = true
	return m.opt.After(max(alarmPause, a.rang.Add(alarmRest).Sub(m.opt.Now())), then(m.findAlarms))
}

func (m *Model) findAlarms() tea.Cmd {
	a := &m.alarms
	before, now := a.base, m.whole
	a.base, a.pending = now, false
	if before == now || !m.looksElsewhere() {
		return nil
	}
	return func() tea.Msg {
		all := now.Alarms(before)
		return then(func() tea.Cmd { return m.readAlarms(m.opt.Notify.Fresh(all)) })
	}
}

// readAlarms reads the first tasks to tell of, and leaves out what has moved on.
func (m *Model) readAlarms(fresh []board.Alarm) tea.Cmd {
	if len(fresh) == 0 {
		return nil
	}
	var refs []model.Ref
	for _, a := range fresh[:min(len(fresh), notify.MaxWaiting)] {
		refs = append(refs, a.Ref)
	}
	return func() tea.Msg {
		var rows []*model.Row
		err := m.opt.Board.Rows(m.ctx, refs, func(r *model.Row) error {
			if board.IsAlarming(r) {
				rows = append(rows, r)
			}
			return nil
		})
		tasks := len(fresh)
		if err == nil { // else the board tells of what it cannot read
			tasks -= len(refs) - len(rows)
		}
		return then(func() tea.Cmd { return m.raiseAlarms(rows, tasks) })
	}
}

// raiseAlarms tells of a number of tasks, of which the first have rows.
func (m *Model) raiseAlarms(rows []*model.Row, tasks int) tea.Cmd {
	n, a := m.opt.Notify, &m.alarms
	if tasks == 0 || !m.looksElsewhere() {
		return nil
	}
	a.rang = m.opt.Now()
	a.came += tasks
	var one *model.Row
	if len(rows) > 0 {
		one = rows[0]
	}
	var signal tea.Cmd
	if said := n.Sequence(one, tasks); said != "" {
		signal = tea.Raw(said)
	}
	if n.Command == nil {
		return signal
	}
	var enc export.Encoder
	for _, r := range rows {
		line, err := enc.Row(r)
		if err != nil || !n.Command.Add(line) {
			break
		}
	}
	return tea.Batch(signal, m.runNotifier())
}

// runNotifier runs the operator's command for the next task, when it is time.
func (m *Model) runNotifier() tea.Cmd {
	command, a := m.opt.Notify.Command, &m.alarms
	line, wait := command.Next(m.opt.Now())
	switch {
	case line != nil:
		return func() tea.Msg {
			err := command.Run(m.ctx, line)
			return then(func() tea.Cmd { return m.endNotifier(err) })
		}
	case wait > 0 && !a.delayed:
		a.delayed = true
		return m.opt.After(wait, then(func() tea.Cmd {
			a.delayed = false
			return m.runNotifier()
		}))
	}
	return nil
}

// endNotifier keeps the first failure of the command until somebody looks.
func (m *Model) endNotifier(err error) tea.Cmd {
	m.opt.Notify.Command.Ended()
	if a := &m.alarms; err != nil && !a.warned {
		a.warned, a.failed = true, safe.Line(err.Error(), lineLimit)
	}
	m.tellAlarms()
	return m.runNotifier()
}
