package tui

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source/tail"
	"notdone/source/watch"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// logView shows a part of a log of the open task. The part at the end of the file is
// followed: one command at a time reads on, and the next one is issued by the message of
// the last.
type logView struct {
	ctx      context.Context //nolint:containedctx // ends the commands when the detail is closed
	cancel   context.CancelFunc
	ref      model.LogRef
	chosen   bool // the operator opened this log, so that none takes its place
	opened   int  // counts the parts that were opened: what was read for an older one is dropped
	shown    [2][]*logEntry
	bytes    int   // of shown
	from     int64 // the offset of the first line
	before   int64 // how many lines stand before that; -1: it is not known
	end      int64 // the offset behind the last line
	size     int64
	attached bool // the part is at the end of the file, and grows
	loading  bool // another part is being read

	following bool // the newest entry stays visible
	newer     bool // a newer run has a log of its own, but the operator reads this one
	err       error
	folds     folds
	look      logLook
	seek      *seek
	want      *anchor // where the cursor is to be put when the part is drawn
	gone      int     // entries dropped at the top since the text was drawn
}

// logLook is how a log is drawn.
type logLook struct {
	raw   bool // as it is written
	cut   bool // lines are cut and not wrapped
	folds int
}

// anchor is a place in a log.
type anchor struct {
	offset    int64 // of the line
	below     int   // how many lines it is below the top of the screen
	highlight bool
	find      bool // the search goes on there
	last      bool // the end
}

func (v *logView) stop() { v.cancel() }

// entries returns what is drawn: what the lines say, or the lines as they are.
func (v *logView) entries() []*logEntry {
	if v.look.raw {
		return v.shown[1]
	}
	return v.shown[0]
}

// followLog follows the newest log of the open task. It switches to the log of a newer
// run unless the operator reads an older one; then it notes that there is a newer one.
func (d *detail) followLog(m *Model) tea.Cmd {
	if d.data == nil || len(d.data.History.Case.Task.Logs) == 0 {
		return nil
	}
	ref := d.data.History.Case.Task.Logs[0]
	if v := d.log; v != nil {
		v.newer = v.ref != ref && (v.chosen || !v.following)
		if v.ref == ref || v.newer {
			return nil
		}
	}
	return d.openLog(m, ref, logEnd, &anchor{last: true})
}

// showLog shows a line of a log in the log view; 0: its end.
func (d *detail) showLog(m *Model, ref model.LogRef, line int64) tea.Cmd {
	if line > 0 {
		return d.showOffset(m, ref, func(ctx context.Context, ref model.LogRef) (int64, error) { return offsetOfLine(ctx, ref, line) })
	}
	return d.showPlace(m, ref, logEnd, &anchor{last: true})
}

// showOffset shows and highlights the line of a log at an offset, or its end where the offset is
// not found.
func (d *detail) showOffset(m *Model, ref model.LogRef, find func(context.Context, model.LogRef) (int64, error)) tea.Cmd {
	return d.showPlace(m, ref, func(ctx context.Context, ref model.LogRef, size int64) (int64, int64, int64) {
		offset, err := find(ctx, ref)
		if err != nil {
			return logEnd(ctx, ref, size)
		}
		from, to, _ := around(offset)(ctx, ref, size)
		return from, to, offset
	}, &anchor{highlight: true})
}

func (d *detail) showPlace(m *Model, ref model.LogRef, part partOf, at *anchor) tea.Cmd {
	if d.log != nil && d.log.ref == ref {
		return d.log.open(m, d, part, at)
	}
	cmd, logs := d.openLog(m, ref, part, at), d.data.History.Case.Task.Logs
	d.log.chosen = len(logs) == 0 || ref != logs[0] // a log that was looked for may be gone from the task
	return cmd
}

// openLog shows another log in place of the one that is shown.
func (d *detail) openLog(m *Model, ref model.LogRef, part partOf, at *anchor) tea.Cmd {
	was := logLook{}
	if d.log != nil {
		d.log.stop()
		was = d.log.look
	}
	d.log = &logView{ref: ref, look: was, following: at.last}
	d.log.ctx, d.log.cancel = context.WithCancel(m.ctx)
	r := &d.texts[viewLog]
	r.from, r.cursor = 0, 0
	return d.log.open(m, d, part, at)
}

// partOf chooses the part of a log of the size that is read: its range, and the offset of
// the line that is asked for, or -1.
type partOf func(ctx context.Context, ref model.LogRef, size int64) (from, to, at int64)

func logEnd(_ context.Context, _ model.LogRef, size int64) (from, to, at int64) {
	return max(size-logStart, 0), size, -1
}

// around returns the part around an offset.
func around(offset int64) partOf {
	return func(_ context.Context, _ model.LogRef, size int64) (from, to, at int64) {
		offset := min(offset, size) // the file may have been truncated since
		return max(offset-logStart/2, 0), min(offset+logStart/2, size), -1
	}
}

// open reads a part of the log in place of the one that is shown, and then goes to a place
// in it.
func (v *logView) open(m *Model, d *detail, part partOf, at *anchor) tea.Cmd {
	v.opened++
	v.cancel()
	v.ctx, v.cancel = context.WithCancel(m.ctx)
	v.loading, v.following = true, at.last
	ctx, opened, ref := v.ctx, v.opened, v.ref
	entries := m.opt.Entries
	return func() tea.Msg {
		size := int64(0)
		if info, err := os.Lstat(filepath.Join(ref.Root, ref.Path)); err == nil {
			size = info.Size()
		}
		from, to, offset := part(ctx, ref, size)
		if offset >= 0 {
			at.offset = offset
		}
		p := newLogParser(ref, entries)
		if to < size {
			return d.showPart(v, opened, p.readAt(ref, from, to).numbered(ctx, ref), at, nil)
		}
		reader := tail.NewReader(ref.Root, ref.Path, tail.Options{Start: tail.Last(size - from)})
		w, err := watch.New([]watch.Target{{Path: filepath.Join(ref.Root, ref.Path)}}, watch.Options{})
		if err != nil {
			return d.showPart(v, opened, logPart{err: err}, at, nil)
		}
		context.AfterFunc(ctx, func() { _ = w.Close() }) // nothing is lost with what it watched
		read := p.readOn(ctx, reader)
		read.from, read.size = from, size
		if len(read.raw) > 0 {
			read.from = read.raw[0].offset
		}
		read = read.numbered(ctx, ref)
		return d.showPart(v, opened, read, at, func() tea.Msg { return d.readOn(ctx, v, opened, p, reader, w) })
	}
}

// readAt reads a range of a log.
func (p *logParser) readAt(ref model.LogRef, from, to int64) logPart {
	f, err := tail.OpenBeneath(ref.Root, ref.Path)
	if err != nil {
		return logPart{err: err}
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return logPart{err: err}
	}
	return p.readPart(f, from, to, info.Size())
}

// showPart shows a part that was read. next waits for more of it; nil: it does not grow.
func (d *detail) showPart(v *logView, opened int, part logPart, at *anchor, next tea.Cmd) tea.Msg {
	return then(func() tea.Cmd {
		if v.opened != opened || d.log != v {
			return nil
		}
		v.shown, v.bytes = [2][]*logEntry{}, 0
		v.before = part.before
		v.from, v.size, v.attached, v.loading, v.want, v.gone = part.from, part.size, next != nil, false, at, 0
		v.take(part)
		d.news++
		return next
	})
}

// readOn waits until the file changes and reads what is new, until ctx ends. It runs beside
// Update, so it reads nothing of the view.
func (d *detail) readOn(ctx context.Context, v *logView, opened int, p *logParser, r *tail.Reader, w *watch.Watcher) tea.Msg {
	select {
	case <-ctx.Done():
		return nil
	case <-w.C():
	}
	part := p.readOn(ctx, r)
	return then(func() tea.Cmd {
		if v.opened != opened || d.log != v || ctx.Err() != nil {
			return nil
		}
		if part.again {
			v.shown, v.bytes, v.from, v.before = [2][]*logEntry{}, 0, 0, 0
		}
		v.take(part)
		v.size = max(v.size, v.end)
		d.news++
		return func() tea.Msg { return d.readOn(ctx, v, opened, p, r, w) }
	})
}

// take appends what was read, and drops the oldest entries beyond the bounds.
func (v *logView) take(part logPart) {
	v.err, v.end = part.err, max(part.end, v.end)
	if len(v.shown[1]) == 0 {
		v.end = part.end
	}
	for i, more := range [][]*logEntry{part.entries, part.raw} {
		for _, e := range more {
			v.bytes += e.size()
		}
		v.shown[i] = append(v.shown[i], more...)
	}
	if !v.attached {
		return
	}
	drop := max(len(v.shown[1])-logKeep, 0)
	for excess := v.bytes - logBytes; excess > 0 && drop < len(v.shown[1])-1; drop++ {
		excess -= 2 * v.shown[1][drop].size()
	}
	if drop > 0 {
		v.drop(v.shown[1][drop].offset)
	}
}

// drop drops the entries before an offset.
func (v *logView) drop(before int64) {
	for i := range v.shown {
		all := v.shown[i]
		n := sort.Search(len(all), func(at int) bool { return all[at].offset >= before })
		for _, e := range all[:n] {
			v.bytes -= e.size()
		}
		if (i == 1) == v.look.raw {
			v.gone += n
		}
		v.shown[i] = slices.Delete(all, 0, n)
	}
	v.from = before
}

// at returns the index of the entry of the line at an offset, or of the one before it.
func (v *logView) at(offset int64) int {
	all := v.entries()
	n := sort.Search(len(all), func(i int) bool { return all[i].offset >= offset })
	if n < len(all) && all[n].offset == offset || n == 0 {
		return n
	}
	return n - 1
}

// place puts the cursor and the scroll position where they belong after the text was drawn.
func (v *logView) place(r *reader) {
	r.find.part = v.from > 0 || !v.attached
	if w := v.want; w != nil && !v.loading {
		if v.want = nil; !w.last {
			v.placeAt(r, w)
			return
		}
		v.following = true
	}
	if v.following && !r.find.typing {
		r.to(r.most())
		r.cursor = len(v.entries()) - 1
		return
	}
	r.cursor = max(min(r.cursor, len(v.entries())-1), 0)
}

func (v *logView) placeAt(r *reader, w *anchor) {
	target := v.at(w.offset)
	line := max(r.line(target), 0)
	r.cursor = target
	r.to(line - w.below)
	if w.highlight {
		r.high = line + 1
		r.to(line - r.room/3)
	}
	if w.find {
		r.find.at = line - 1
		r.next(1)
		r.count()
	}
}

// top returns the place of the first visible line.
func (v *logView) top(r *reader) *anchor {
	all := v.entries()
	at := r.target(r.from)
	if at < 0 || at >= len(all) {
		return &anchor{}
	}
	return &anchor{offset: all[at].offset, below: max(r.line(at)-r.from, 0)}
}

// moved follows or leaves the end of the log after a motion, and reads the part before or
// behind the one that is shown when the cursor reaches its edge.
func (v *logView) moved(m *Model, d *detail, to motion, scrolled bool) tea.Cmd {
	r, newest := d.text(), len(v.entries())-1
	v.following = v.attached && r.below() == 0 && r.cursor >= newest
	upward := to == up || to == halfUp
	switch {
	case v.loading:
	case to == last && v.newer:
		v.chosen, v.following = false, true
		return d.followLog(m)
	case to == last && !v.attached:
		return v.open(m, d, logEnd, &anchor{last: true})
	case to == first && v.from > 0:
		return v.open(m, d, func(context.Context, model.LogRef, int64) (int64, int64, int64) { return 0, logStart, 0 }, &anchor{})
	case upward && r.from == 0 && !scrolled && v.from > 0:
		at := v.top(r)
		return v.open(m, d, around(v.from), at)
	case (to == down || to == halfDown) && r.below() == 0 && !scrolled && !v.attached:
		at := v.top(r)
		return v.open(m, d, around(v.end), at)
	}
	return d.followLog(m)
}

// labels name the log of the task with the id, unless that is named like its log, and say
// whether it is followed and how much of it is before what is shown, the most important one
// first; and which line of the file the cursor is on.
func (v *logView) labels(m *Model, id string, cursor int) []string {
	state := ""
	switch {
	case v.loading:
		state = "reading" + m.theme.Ellipsis
	case v.newer:
		state = "a newer run has a log, " + m.keys.name("move.last") + " goes to it"
	case v.following:
		state = "following"
	}
	part, raw, line := "", "", ""
	if all := v.entries(); v.before >= 0 && cursor >= 0 && cursor < len(all) && all[cursor].Line > 0 {
		line = "line " + words.Number(int(v.before+all[cursor].Line))
	}
	if v.from > 0 || !v.attached {
		part = "from " + words.Number(int(100*v.from/max(v.size, 1))) + "%"
	}
	if v.look.raw {
		raw = "raw"
	}
	name := path.Base(v.ref.Path)
	if strings.HasSuffix(id, name) {
		name = ""
	}
	return []string{state, line, raw, part, safe.Line(name, idLimit)}
}
