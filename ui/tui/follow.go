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

// follower reads a task's log as it grows. Its reader is used by one command at
// a time: the next is issued when the last has reported.
type follower struct {
	ctx       context.Context //nolint:containedctx // it ends the commands when the detail is closed
	stop      context.CancelFunc
	ref       model.LogRef
	reader    *tail.Reader
	lines     []string
	dropped   int
	following bool // the newest line stays in sight
	newer     bool // a newer run has a log of its own, and this one is being read
	err       error
	folded    folded
}

// folded is the lines of a log as they are drawn in one width, so that a line
// is broken once and not with every line that follows it.
type folded struct {
	width int
	read  int      // how many lines of the log were folded, those that are gone included
	text  []string // drawn
	joins []bool   // whether a drawn line goes on with the one before it
	parts []int    // how many drawn lines each line of the log takes
	gone  int      // drawn lines that left at the top since they were last asked for
}

// logMsg brings what a log said since the last one.
type logMsg struct {
	from    *follower
	watcher *watch.Watcher // nil: nothing more will come
	lines   []string
	again   bool // the file was cut short or rewritten
	err     error
}

// followLog follows the newest log of the open task. It goes over to the log of
// a newer run, unless an older one is being read: then it says that there is one.
func (d *detail) followLog(m *Model) tea.Cmd {
	if d.data == nil || len(d.data.History.Case.Task.Logs) == 0 {
		return nil
	}
	ref := d.data.History.Case.Task.Logs[0]
	if f := d.log; f != nil {
		f.newer = f.ref != ref && !f.following
		if f.ref == ref || f.newer {
			return nil
		}
		f.stop()
	}
	ctx, stop := context.WithCancel(m.ctx)
	f := &follower{ctx: ctx, stop: stop, ref: ref, following: true}
	f.reader = tail.NewReader(f.ref.Root, f.ref.Path, tail.Options{Start: tail.Last(logStart)})
	d.log = f
	return func() tea.Msg {
		w, err := watch.New([]watch.Target{{Path: filepath.Join(f.ref.Root, f.ref.Path)}}, watch.Options{})
		if err != nil {
			return logMsg{from: f, err: err}
		}
		context.AfterFunc(f.ctx, func() { _ = w.Close() }) // nothing is lost with what it watched
		return f.read(w)
	}
}

// read takes in what is new.
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
			return nil
		case <-w.C():
			return f.read(w)
		}
	}
}

// logRead takes new lines in and waits for more.
func (d *detail) logRead(msg logMsg) tea.Cmd {
	f := msg.from
	if f.ctx.Err() != nil {
		return nil
	}
	f.err = msg.err
	if msg.again {
		f.lines, f.dropped, f.folded = nil, 0, folded{}
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

// takeGone returns how many drawn lines have left at the top since the last call.
func (f *follower) takeGone() int {
	n := f.folded.gone
	f.folded.gone = 0
	return n
}

// fold draws the lines that were not drawn yet and drops those that are gone.
func (f *follower) fold(k look, width int) *folded {
	c := &f.folded
	if c.width != width || c.read < f.dropped {
		*c = folded{width: width, read: f.dropped}
	}
	if n := len(c.parts) - (c.read - f.dropped); n > 0 {
		drawn := 0
		for _, parts := range c.parts[:n] {
			drawn += parts
		}
		c.parts, c.text, c.joins, c.gone = c.parts[n:], c.text[drawn:], c.joins[drawn:], c.gone+drawn
	}
	for _, s := range f.lines[c.read-f.dropped:] {
		p := page{k: k, width: width}
		if s == "" {
			p.blank()
		}
		p.flow(1, 0, theme.Token{}, s)
		c.text = append(c.text, p.text...)
		c.parts = append(c.parts, len(p.text))
		for i := range p.text {
			c.joins = append(c.joins, i > 0)
		}
	}
	c.read = f.dropped + len(f.lines)
	return c
}

// logText is the third view: the worker's own log.
func (k look) logText(p *page, d *detail) {
	f := d.log
	switch {
	case d.data == nil:
		p.add(1, k.theme.Faint, waiting(d, k.theme))
		return
	case f == nil:
		p.add(1, k.theme.Faint, "no log is known for this task")
		return
	}
	p.add(1, k.theme.Faint, safe.Line(filepath.Join(f.ref.Root, f.ref.Path), lineLimit))
	if f.err != nil {
		p.flow(1, 2, k.theme.Alarm, safe.Line(f.err.Error(), lineLimit))
	}
	if f.dropped > 0 {
		p.add(1, k.theme.Faint, "newest "+words.Number(len(f.lines))+" lines of those read")
	}
	p.append(f.fold(k, p.width))
}
