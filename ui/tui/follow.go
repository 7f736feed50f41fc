package tui

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source/tail"
	"notdone/source/watch"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// Bounds of a followed log: how many bytes of its end are read first, and how many
// lines are kept.
const (
	logStart = 256 << 10
	logKeep  = 5000
)

// follower reads a task's log as it grows. One command at a time uses its reader: the
// next one is issued by the message of the last.
type follower struct {
	ctx       context.Context //nolint:containedctx // ends the commands when the detail is closed
	stop      context.CancelFunc
	ref       model.LogRef
	reader    *tail.Reader
	lines     []string
	dropped   int  // how many of the oldest lines were dropped
	following bool // the newest line stays visible
	newer     bool // a newer run has a log of its own, but the operator reads this one
	err       error

	// A line is wrapped once for a width, not again with every line that follows it.
	width  int
	drawn  [][]textLine // the first lines, wrapped; the rest is wrapped by draw
	scroll int          // wrapped lines dropped at the top since the last fit
}

// news is what was appended to a log.
type news struct {
	lines []string
	again bool // the file was truncated or rewritten: the lines replace the old ones
	err   error
}

// followLog follows the newest log of the open task. It switches to the log of a newer
// run unless the operator has scrolled back in an older one; then it notes that there
// is a newer one.
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
	d.log, d.news = f, d.news+1
	return func() tea.Msg {
		w, err := watch.New([]watch.Target{{Path: filepath.Join(f.ref.Root, f.ref.Path)}}, watch.Options{})
		if err != nil {
			return then(func() tea.Cmd { f.err, d.news = err, d.news+1; return nil })
		}
		context.AfterFunc(f.ctx, func() { _ = w.Close() }) // nothing is lost with what it watched
		return d.readLog(f, w)
	}
}

// readLog reads what is new now, and again whenever the file changes.
func (d *detail) readLog(f *follower, w *watch.Watcher) tea.Msg {
	n := f.read()
	return then(func() tea.Cmd {
		if f.ctx.Err() != nil {
			return nil
		}
		d.news++
		f.take(n)
		return func() tea.Msg {
			select {
			case <-f.ctx.Done():
				return nil
			case <-w.C():
				return d.readLog(f, w)
			}
		}
	})
}

// read reads what is new.
func (f *follower) read() (n news) {
	res, err := f.reader.Next(f.ctx, func(l tail.Line) error {
		text := string(l.Text)
		if l.Truncated {
			text += " …"
		}
		n.lines = append(n.lines, safe.Line(text, quoteLimit))
		if len(n.lines) > 2*logKeep {
			n.lines = append(n.lines[:0], n.lines[len(n.lines)-logKeep:]...)
		}
		return nil
	})
	n.again = res.Truncated
	if n.err = err; errors.Is(err, fs.ErrNotExist) {
		n.err = errors.New("there is no log file for this task")
	}
	return n
}

// take appends new lines, and drops the oldest ones beyond logKeep.
func (f *follower) take(n news) {
	f.err = n.err
	if n.again {
		f.lines, f.drawn, f.dropped = nil, nil, 0
	}
	f.lines = append(f.lines, n.lines...)
	gone := max(len(f.lines)-logKeep, 0)
	f.lines, f.dropped = slices.Delete(f.lines, 0, gone), f.dropped+gone
	gone = min(gone, len(f.drawn))
	f.scroll += len(slices.Concat(f.drawn[:gone]...))
	f.drawn = slices.Delete(f.drawn, 0, gone)
}

// draw wraps the lines that have not been wrapped to this width.
func (f *follower) draw(k look, width int) {
	if f.width != width {
		f.width, f.drawn = width, nil
	}
	for _, s := range f.lines[len(f.drawn):] {
		p := k.page(width)
		if s == "" {
			p.blank()
		}
		p.flow(1, 0, theme.Token{}, s)
		f.drawn = append(f.drawn, p.lines)
	}
}

// log is the third view: the worker's own log.
func (p *page) log(d *detail) {
	f := d.log
	switch {
	case d.data == nil:
		p.waiting(d)
		return
	case f == nil:
		p.add(1, p.theme.Faint, "no log is known for this task")
		return
	}
	p.add(1, p.theme.Faint, safe.Line(filepath.Join(f.ref.Root, f.ref.Path), lineLimit))
	if f.err != nil {
		p.flow(1, 2, p.theme.Alarm, safe.Line(f.err.Error(), lineLimit))
	}
	if f.dropped > 0 {
		p.add(1, p.theme.Faint, "newest "+words.Number(len(f.lines))+" lines of those read")
	}
	f.draw(p.look, p.width)
	p.lines = slices.Concat(p.lines, slices.Concat(f.drawn...))
}
