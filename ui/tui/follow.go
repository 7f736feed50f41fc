package tui

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source/tail"
	"notdone/source/watch"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// Bounds of a followed log: how much of its end is read first, and how many
// lines are kept.
const (
	logStart = 256 << 10
	logKeep  = 5000
)

// follower reads a task's log as it grows. Its reader and watcher are used by
// one command at a time: the next is issued when the last has reported.
type follower struct {
	ctx       context.Context //nolint:containedctx // it ends the commands when the detail is closed
	stop      context.CancelFunc
	ref       model.LogRef
	reader    *tail.Reader
	lines     []string
	dropped   int
	following bool // the newest line stays in sight
	err       error
}

// logMsg brings what a log said since the last one.
type logMsg struct {
	from    *follower
	watcher *watch.Watcher
	lines   []string
	again   bool // the file was cut short or rewritten
	err     error
}

// followLog starts following the newest log of the open task, once.
func (m *Model) followLog() tea.Cmd {
	d := m.detail
	if d.log != nil || d.data == nil || len(d.data.History.Case.Task.Logs) == 0 {
		return nil
	}
	logs := d.data.History.Case.Task.Logs
	ctx, stop := context.WithCancel(m.ctx)
	f := &follower{ctx: ctx, stop: stop, ref: logs[len(logs)-1], following: true}
	f.reader = tail.NewReader(f.ref.Root, f.ref.Path, tail.Options{Start: tail.Last(logStart)})
	d.log = f
	return func() tea.Msg {
		w, err := watch.New([]watch.Target{{Path: filepath.Join(f.ref.Root, f.ref.Path)}}, watch.Options{})
		if err != nil {
			return logMsg{from: f, err: err}
		}
		return f.read(w)
	}
}

// read takes in what is new. It closes the watcher when the follower has ended.
func (f *follower) read(w *watch.Watcher) logMsg {
	msg := logMsg{from: f, watcher: w}
	res, err := f.reader.Next(f.ctx, func(l tail.Line) error {
		text := string(l.Text)
		if l.Truncated {
			text += " …"
		}
		msg.lines = append(msg.lines, safe.Line(text, quoteLimit))
		if len(msg.lines) > 2*logKeep {
			msg.lines = append(msg.lines[:0], msg.lines[len(msg.lines)-logKeep:]...)
		}
		return nil
	})
	msg.again = res.Truncated
	if msg.err = err; errors.Is(err, fs.ErrNotExist) {
		msg.err = errors.New("there is no log file for this task")
	}
	return msg
}

// await reads again when the file changes.
func (f *follower) await(w *watch.Watcher) tea.Cmd {
	return func() tea.Msg {
		select {
		case <-f.ctx.Done():
			return logMsg{from: f, err: errors.Join(f.ctx.Err(), w.Close())}
		case <-w.C():
			return f.read(w)
		}
	}
}

// logRead takes new lines in and waits for more.
func (m *Model) logRead(msg logMsg) tea.Cmd {
	f := msg.from
	if f.ctx.Err() != nil {
		if msg.watcher == nil {
			return nil
		}
		return f.await(msg.watcher)
	}
	f.err = msg.err
	if msg.again {
		f.lines, f.dropped = nil, 0
	}
	f.lines = append(f.lines, msg.lines...)
	if n := len(f.lines) - logKeep; n > 0 {
		f.lines = append([]string(nil), f.lines[n:]...)
		f.dropped += n
	}
	if msg.watcher == nil {
		return nil
	}
	return f.await(msg.watcher)
}

// logText is the third view: the worker's own log.
func (k look) logText(d *detail, width int) []string {
	p := &page{k: k, width: width}
	switch f := d.log; {
	case d.data == nil:
		p.add(1, k.theme.Faint, waiting(d, k.theme))
	case f == nil:
		p.add(1, k.theme.Faint, "no log is known for this task")
	default:
		p.add(1, k.theme.Faint, safe.Line(filepath.Join(f.ref.Root, f.ref.Path), lineLimit))
		if f.err != nil {
			p.flow(1, 2, k.theme.Alarm, safe.Line(f.err.Error(), lineLimit))
		}
		if f.dropped > 0 {
			p.add(1, k.theme.Faint, "newest "+words.Number(len(f.lines))+" lines of those read")
		}
		for _, s := range f.lines {
			if s == "" {
				p.blank()
			}
			p.flow(1, 0, theme.Token{}, s)
		}
	}
	return p.text
}
