package logsource

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"time"

	"notdone/source/tail"
)

// File is what the kit knows of one file. An adapter's own type of a file embeds
// it.
type File struct {
	Rel   string // its slash-separated path in the folder
	At    Stamp  // as it was last seen
	Owned bool   // it belongs to another source that reads the folder

	Read bool  // it was read, as it was at Seen
	Seen Stamp //
	Grew bool  // it was seen to grow between its last two reads
	Err  error // why it could not be read

	round uint64  // of the scan that saw it last
	lack  *Reason // why it is left out, as it was counted
}

func (f *File) file() *File { return f }

// AnyFile is an adapter's type of a file: a pointer to a struct that embeds File.
type AnyFile interface {
	comparable
	file() *File
}

// Written is when the file was last written, by its own time.
func (f *File) Written() time.Time { return time.Unix(0, f.Seen.Mtime).UTC() }

// Update has the file read by read, unless it was read as it is now. Why it could
// not be read is kept in Err. The error is that of a context that ended: then
// nothing has been read.
func (f *File) Update(ctx context.Context, read func(ctx context.Context) error) error {
	if f.Read && f.Seen == f.At {
		return nil
	}
	seen := f.At
	f.Grew = f.Read && seen.Size > f.Seen.Size
	err := read(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // the next look finds it gone
	}
	f.Err, f.Read, f.Seen = err, true, seen
	return nil
}

// Lines is a reader of a file of lines.
type Lines[R any] interface {
	Line(l tail.Line)
	// Peek returns a reader that has read l too, and leaves this one as it is.
	Peek(l tail.Line) R
}

// Follower reads a file of lines as it grows. The zero value has read nothing.
type Follower[R Lines[R]] struct {
	Log  R    // has read every line that has ended
	View R    // and a last one that has not ended yet
	Torn bool // there is such a line, and it cannot be read yet

	lines *tail.Reader
	begun bool
}

// Begun reports whether there is a View: the file was there and could be read.
func (w *Follower[R]) Begun() bool { return w.begun }

// Reset forgets what was read.
func (w *Follower[R]) Reset() { *w = Follower[R]{} }

// Follow reads what is new. With begin it makes the reader of a file of which
// nothing was read yet, or that is not the one it was; where begin says that the
// file is none to read, the Follower is reset. After an error View stays as it
// was, and the file is read from its beginning the next time.
func (w *Follower[R]) Follow(ctx context.Context, dir, rel string, begin func() (r R, ok bool, err error)) error {
	for again := true; again; {
		if w.lines == nil {
			log, ok, err := begin()
			if err != nil {
				return err
			}
			if !ok {
				w.Reset()
				return nil
			}
			w.lines, w.Log = tail.NewReader(dir, rel, tail.Options{}), log
		}
		res, err := w.lines.Next(ctx, func(l tail.Line) error {
			w.Log.Line(l)
			return nil
		})
		if again = res.Rotated || res.Truncated; again || err != nil && ctx.Err() == nil {
			w.lines = nil
		}
		if err != nil {
			return err
		}
	}
	w.View, w.Torn, w.begun = w.Log, false, true
	return w.lines.Flush(func(l tail.Line) error {
		w.View = w.Log.Peek(l)
		w.Torn = any(w.View) == any(w.Log) && len(bytes.TrimSpace(l.Text)) > 0
		return nil
	})
}

// ReadAll reads a file from its beginning with a reader of its own, which is
// returned with the last line read, ended or not.
func ReadAll[R Lines[R]](ctx context.Context, dir, rel string, r R) (R, error) {
	var w Follower[R]
	err := w.Follow(ctx, dir, rel, func() (R, bool, error) { return r, true, nil })
	return w.View, err
}
