package tail

import (
	"bytes"
	"context"
	"os"
)

// openFirst seeks to Options.Start in a file that is opened for the first time. The rest
// of a line that began before that is skipped.
func (r *Reader) openFirst(f *os.File, now fileStat) error {
	if s := r.o.Start; s.fromEnd {
		r.offset = max(now.size-s.bytes, 0)
	}
	if err := r.print.load(f, r.offset); err != nil {
		return err
	}
	r.opened, r.file, r.lineStart = true, now.id, r.offset
	if r.offset > 0 {
		r.linesBefore, r.skip = -1, !bytes.HasSuffix(r.print.last, []byte{'\n'})
	}
	return nil
}

// matches reports whether the open file continues what was read: it is the same file
// or a copy of it (same), it is not shorter, and its content before the offset is
// unchanged.
func (r *Reader) matches(f *os.File, now fileStat, same bool) (bool, error) {
	if !same || now.size < r.offset {
		return false, nil
	}
	return r.print.match(f, r.offset)
}

// restart continues at the beginning of a new file. It passes an incomplete last line
// of the old file to fn.
func (r *Reader) restart(id identity, fn func(Line) error) error {
	last := r.pendingLine()
	given := r.offset > r.lineStart && !r.skip
	r.file, r.print = id, fingerprint{}
	r.offset, r.lineStart, r.linesBefore = 0, 0, 0
	r.pending, r.cut, r.skip = nil, false, false
	if given {
		return fn(last)
	}
	return nil
}

// readRotated reads the rest of the file under its rotated name, if it has that: the same
// file, or, when copied is true, a copy that was made before the file was truncated. A
// rotated file that cannot be opened is passed over: only errors of the current file
// are reported.
func (r *Reader) readRotated(ctx context.Context, copied bool, fn func(Line) error) (err error) {
	f, err := OpenBeneath(r.root, r.rel+".1")
	if err != nil {
		return nil //nolint:nilerr // see above
	}
	defer func() { err = closeAfter(f, err) }()
	now, err := statOpen(f)
	if err != nil {
		return err
	}
	// A copy with lines that were not read yet is newer than the last read.
	copied = copied && r.mtime != 0 && now.mtime > r.mtime
	if found, err := r.matches(f, now, copied || now.id == r.file); err != nil || !found {
		return err
	}
	return r.scan(ctx, f, now.size, fn)
}
