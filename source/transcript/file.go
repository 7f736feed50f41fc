package transcript

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"time"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// headSize is how much of a file tells its format.
const headSize = 8 << 10

// file is one file that may be a log. Of what it says only the ending and a
// summary are kept.
type file struct {
	rel   string
	at    stamp  // as it was last seen
	round uint64 // of the scan that saw it

	read   bool  // it was read, up to seen
	seen   stamp // as it was when it was read
	form   form
	lines  *tail.Reader
	log    runlog.Reader // nil: it is not a log
	ending runlog.Reader // log, with a last line that has no end yet
	torn   bool          // that line is cut: what it says is not known
	grew   bool          // it was seen to grow
	err    error         // why it could not be read

	due     bool   // it waits to be reported
	lost    bool   // it is gone
	owned   bool   // it belongs to another source that reads this folder
	fresh   bool   // it was read since its parent was told
	named   bool   // somebody asked for it by name
	id      string // by which it was reported as a task of its own; empty: it was not
	session string // the session that it began with, if that can name it
	parent  string // the session whose subagent wrote it
	open    bool   // it was being written when it was last reported
	work    *model.Work
	task    *model.Ref
	tried   clues // that were looked up last
	told    told
}

// told is what was last said of an attached log.
type told struct {
	ending model.Ending
	task   model.Ref
}

// isLog reports whether the file was read and is a log.
func (f *file) isLog() bool { return f.log != nil }

// readFile reads what is new in a file.
func (l *Logs) readFile(ctx context.Context, f *file) error {
	if f.read && f.seen == f.at {
		return nil
	}
	seen := f.at
	err := l.follow(ctx, f)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	f.err, f.read, f.seen, f.fresh = err, true, seen, true
	if err != nil {
		f.lines, f.log, f.ending = nil, nil, nil
		if errors.Is(err, fs.ErrNotExist) {
			f.err = nil
		}
	}
	return nil
}

// follow reads on, from the beginning where the file is not what it was.
func (l *Logs) follow(ctx context.Context, f *file) error {
	f.grew = f.lines != nil && f.at.size > f.seen.size
	if f.lines == nil || f.seen.size < headSize {
		if err := l.begin(f); err != nil || f.lines == nil {
			return err
		}
	}
	res, err := f.next(ctx)
	if err == nil && (res.Rotated || res.Truncated) {
		f.lines, f.grew = nil, false
		if err := l.begin(f); err != nil || f.lines == nil {
			return err
		}
		_, err = f.next(ctx)
	}
	if err != nil {
		return err
	}
	f.ending, f.torn = f.log, false
	return f.lines.Flush(func(line tail.Line) error {
		f.ending = f.log.Peek(line)
		f.torn = f.ending == f.log && len(bytes.TrimSpace(line.Text)) > 0
		return nil
	})
}

// begin finds out what the file is and makes it ready to be read. The first
// bytes of a log may not have told yet what it would become.
func (l *Logs) begin(f *file) error {
	head, err := readHead(l.dir, f.rel)
	if err != nil {
		return err
	}
	is := l.formOf(head, f.rel)
	if !is.log() {
		f.lines, f.log, f.ending = nil, nil, nil
		return nil
	}
	if f.lines == nil || is != f.form {
		f.form = is
		l.anew(f)
		f.lines = tail.NewReader(l.dir, f.rel, tail.Options{})
		f.log = is.reader(runlog.Options{Name: f.rel, Zone: time.Local, Now: l.options.Now})
	}
	return nil
}

func (f *file) next(ctx context.Context) (tail.Result, error) {
	return f.lines.Next(ctx, func(line tail.Line) error {
		f.log.Line(line)
		return nil
	})
}

// readHead reads the beginning of a file, whatever its kind; it never blocks.
func readHead(root, rel string) (head []byte, err error) {
	d, err := tail.OpenBeneath(root, rel)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	return tail.Head(d, headSize)
}
