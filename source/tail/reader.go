package tail

import (
	"context"
	"errors"
	"io/fs"
	"os"
)

// Options are the settings of a Reader.
type Options struct {
	// Start is where the first read of an existing file starts. A file that appears
	// later is read from its beginning.
	Start Start

	maxLine int // the longest Line.Text in bytes; 0: defaultMaxLine
}

// Start is a position in a file. The zero value is the beginning.
type Start struct {
	fromEnd bool
	bytes   int64
}

// Last returns the start of the first complete line within the last n bytes.
func Last(n int64) Start { return Start{fromEnd: true, bytes: max(n, 0)} }

// Line is one line of a file.
type Line struct {
	Offset    int64  // the offset of its first byte in the file
	Number    int64  // counted from 1; 0 if the lines before it were not read
	Text      []byte // without the line ending; valid until the callback returns
	Truncated bool   // the line is longer than Text
	Partial   bool   // the line has no line ending yet
}

// Result describes one read.
type Result struct {
	Rotated   bool // another file has the name now; it was read from its beginning
	Truncated bool // the file was truncated or rewritten; it was read from its beginning
}

// Reader reads the lines of one file as it grows. It must be used by one goroutine at
// a time. It keeps no descriptor between calls, so it need not be closed.
type Reader struct {
	root, rel string
	o         Options

	opened bool // the file was opened before
	file   identity
	mtime  int64 // the file's mtime at the last read, 0 if unknown
	skip   bool  // the next bytes belong to a line whose beginning was not read

	offset      int64 // the offset of the next byte to read
	lineStart   int64 // the offset of the pending line
	linesBefore int64 // the number of complete lines before it, -1 if unknown
	pending     []byte
	cut         bool // pending is only the beginning of its line
	print       fingerprint
}

const defaultMaxLine = 1 << 20

// NewReader returns a Reader for the file rel beneath the folder root. It opens
// nothing; Next opens the file with OpenBeneath.
func NewReader(root, rel string, o Options) *Reader {
	if o.maxLine <= 0 {
		o.maxLine = defaultMaxLine
	}
	return &Reader{root: root, rel: rel, o: o}
}

// Next reads the new bytes of the file and calls fn for each complete line. It keeps
// the bytes after the last line ending for a later call. An error of fn stops the
// read and is returned unchanged; the line is not repeated. The error for a missing
// file wraps fs.ErrNotExist; if the file was only renamed by a rotation, its new
// lines are read nevertheless.
//
// When the file was replaced or truncated, Next first reads the rest of the old file
// from its rotated name, x.log.1, or from a copy of that name, if there is one. An
// incomplete last line of the old file is passed to fn as a partial line.
func (r *Reader) Next(ctx context.Context, fn func(Line) error) (res Result, err error) {
	defer func() {
		if len(r.pending) == 0 {
			r.pending = nil
		}
	}()
	f, err := OpenBeneath(r.root, r.rel)
	if errors.Is(err, fs.ErrNotExist) {
		if !r.opened {
			r.o.Start = Start{}
		} else if e := r.readRotated(ctx, false, fn); e != nil {
			return res, e
		}
		return res, err
	}
	if err != nil {
		return res, err
	}
	defer func() { err = closeAfter(f, err) }()
	now, err := statOpen(f)
	if err != nil {
		return res, err
	}
	if !r.opened {
		if err := r.openFirst(f, now); err != nil {
			return res, err
		}
	}
	kept, err := r.matches(f, now, now.id == r.file)
	if err != nil {
		return res, err
	}
	if !kept {
		res.Truncated, res.Rotated = now.id == r.file, now.id != r.file
		if err := r.readRotated(ctx, res.Truncated, fn); err != nil {
			return res, err
		}
		if err := r.restart(now.id, fn); err != nil {
			return res, err
		}
	}
	r.mtime = now.mtime
	return res, r.scan(ctx, f, now.size, fn)
}

// Flush calls fn with the incomplete last line, if there is one. The line stays
// pending: when it is complete, Next passes it to fn again.
func (r *Reader) Flush(fn func(Line) error) error {
	if r.offset == r.lineStart || r.skip {
		return nil
	}
	return fn(r.pendingLine())
}

// closeAfter closes a file and returns err, or the error of closing when err is nil.
func closeAfter(f *os.File, err error) error {
	if e := f.Close(); err == nil {
		return e
	}
	return err
}
