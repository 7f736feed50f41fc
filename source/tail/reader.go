package tail

import (
	"context"
	"errors"
	"io/fs"
	"os"
)

// Options say how a Reader begins.
type Options struct {
	// Start is where a file that exists at the first read is begun. One that
	// appears later is new and always read whole.
	Start Start

	maxLine int // how many bytes of a line are kept; 0: defaultMaxLine
}

// Start is a place to begin. The zero value is the beginning of the file.
type Start struct {
	fromEnd bool
	bytes   int64
}

// Last begins at the first whole line within the last n bytes.
func Last(n int64) Start { return Start{fromEnd: true, bytes: max(n, 0)} }

// Line is one line of a file.
type Line struct {
	Offset     int64  // of its first byte in the file
	Number     int64  // counted from 1, or 0 if the lines before it were not read
	Generation int    // how often the file had begun anew, counted from 0
	Text       []byte // without its line ending; valid until the function it was given to returns
	Truncated  bool   // longer than what is kept; Text is a part of it
	Partial    bool   // it has no line ending, or not yet
}

// Result tells what one read did.
type Result struct {
	Read      int64 // bytes read
	Rotated   bool  // another file has taken the place; it was begun at its first byte
	Truncated bool  // the file was cut short or rewritten; it was begun at its first byte
	Pending   int   // bytes after the last line ending, kept until theirs comes
}

// Reader hands out the lines of one file as it grows. It is used by one
// goroutine at a time and holds no descriptor between calls; there is nothing
// to close.
type Reader struct {
	root, rel string
	o         Options

	begun bool // the file was opened once
	file  identity
	mtime int64 // of the file when it was last opened, 0 if not known
	skip  bool  // what comes belongs to a line whose beginning was not read

	off     int64 // of the next byte to read
	line    int64 // offset at which the pending line begins
	lines   int64 // lines ended before it, -1 if not known
	pending []byte
	over    bool // pending is not all there is of its line
	gen     int
	prints  prints
}

const defaultMaxLine = 1 << 20

// NewReader makes a Reader for the file rel beneath the folder root, opened as
// by OpenBeneath. Nothing is opened yet.
func NewReader(root, rel string, o Options) *Reader {
	if o.maxLine <= 0 {
		o.maxLine = defaultMaxLine
	}
	return &Reader{root: root, rel: rel, o: o}
}

// Next reads what is new, up to the size the file has now, and gives each line
// that has ended to fn. What follows the last line ending is kept for a later
// call. An error of fn stops the read and is returned as it is; the line counts
// as given. A missing file is fs.ErrNotExist; what it said before it went is
// given even then if it was only renamed by a rotation.
//
// When another file has taken the place, the old one is finished first where it
// or a copy of it is found under a rotated name, and what remains without a line
// ending is given as a partial line.
func (r *Reader) Next(ctx context.Context, fn func(Line) error) (Result, error) {
	var res Result
	err := r.next(ctx, &res, fn)
	if !r.skip {
		res.Pending = int(r.off - r.line)
	}
	if len(r.pending) == 0 {
		r.pending = nil
	}
	return res, err
}

func (r *Reader) next(ctx context.Context, res *Result, fn func(Line) error) (err error) {
	f, err := OpenBeneath(r.root, r.rel)
	if errors.Is(err, fs.ErrNotExist) {
		if e := r.whileGone(ctx, res, fn); e != nil {
			return e
		}
		return err
	}
	if err != nil {
		return err
	}
	defer func() { err = closing(f, err) }()
	now, err := identify(f)
	if err != nil {
		return err
	}
	if !r.begun {
		if err := r.begin(f, now); err != nil {
			return err
		}
	}
	kept, err := r.still(f, now, now.id == r.file)
	if err != nil {
		return err
	}
	if !kept {
		res.Truncated, res.Rotated = now.id == r.file, now.id != r.file
		if err := r.finish(ctx, res, fn); err != nil {
			return err
		}
		if err := r.restart(now.id, fn); err != nil {
			return err
		}
	}
	r.mtime = now.mtime
	return r.scan(ctx, f, now.size, res, fn)
}

// Flush gives the pending line to fn as a partial one, for judging an ending
// now, and keeps it: when its line ending comes, Next gives it whole. Without a
// pending line fn is not called.
func (r *Reader) Flush(fn func(Line) error) error {
	if r.off == r.line || r.skip {
		return nil
	}
	return fn(r.pendingLine())
}

// closing closes a file that was only read and keeps the first error.
func closing(f *os.File, err error) error {
	if e := f.Close(); err == nil {
		return e
	}
	return err
}
