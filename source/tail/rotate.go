package tail

import (
	"bytes"
	"context"
	"os"
	"strconv"
)

// openFirst seeks to Options.Start in a file that is opened for the first time.
func (r *Reader) openFirst(f *os.File, now fileStat) error {
	off := int64(0)
	if s := r.o.Start; s.fromEnd {
		off = max(now.size-s.bytes, 0)
	}
	if err := r.seek(f, off); err != nil {
		return err
	}
	r.opened, r.file = true, now.id
	if off > 0 {
		r.linesBefore = -1
	}
	return nil
}

// seek continues at off. The rest of a line that began before off is skipped.
func (r *Reader) seek(f *os.File, off int64) error {
	if err := r.print.load(f, off); err != nil {
		return err
	}
	r.offset, r.lineStart = off, off
	r.skip = off > 0 && !bytes.HasSuffix(r.print.last, []byte{'\n'})
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
	r.generation++
	if given {
		return fn(last)
	}
	return nil
}

// maxRotated is the number of rotated names that are tried: x.log.1, the newest, to
// x.log.9.
const maxRotated = 9

func (r *Reader) rotatedName(n int) string { return r.rel + "." + strconv.Itoa(n) }

// readRotated finds the file that was being read under a rotated name, or a copy
// that was made before the file was truncated. It reads the rest of it and all files
// between it and the current one.
func (r *Reader) readRotated(ctx context.Context, res *Result, fn func(Line) error) error {
	for n := 1; n <= maxRotated; n++ {
		found, err := r.continueIn(ctx, r.rotatedName(n), n == 1 && res.Truncated, res, fn)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		for n--; n > 0; n-- {
			if err := r.readWholeRotated(ctx, r.rotatedName(n), res, fn); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

// readRenamed reads the new lines of a file that was rotated when its successor does
// not exist yet.
func (r *Reader) readRenamed(ctx context.Context, res *Result, fn func(Line) error) error {
	if !r.opened {
		r.o.Start = Start{}
		return nil
	}
	_, err := r.continueIn(ctx, r.rotatedName(1), false, res, fn)
	return err
}

// continueIn reads the new lines of the file under another name, if that is the same
// file or, when copied is true, a copy of it.
func (r *Reader) continueIn(ctx context.Context, rel string, copied bool, res *Result, fn func(Line) error) (found bool, err error) {
	f, now := r.openRotated(rel)
	if f == nil {
		return false, nil
	}
	defer func() { err = closeAfter(f, err) }()
	// A copy with lines that were not read yet is newer than the last read.
	copied = copied && r.mtime != 0 && now.mtime > r.mtime
	if found, err = r.matches(f, now, copied || now.id == r.file); err != nil || !found {
		return false, err
	}
	return true, r.scan(ctx, f, now.size, res, fn)
}

// readWholeRotated reads a file that was created and rotated between two reads.
func (r *Reader) readWholeRotated(ctx context.Context, rel string, res *Result, fn func(Line) error) (err error) {
	f, now := r.openRotated(rel)
	if f == nil {
		return nil
	}
	defer func() { err = closeAfter(f, err) }()
	if err := r.restart(now.id, fn); err != nil {
		return err
	}
	return r.scan(ctx, f, now.size, res, fn)
}

// openRotated opens a rotated file. It returns nil when the file cannot be opened:
// only errors of the current file are reported.
func (r *Reader) openRotated(rel string) (*os.File, fileStat) {
	f, err := OpenBeneath(r.root, rel)
	if err != nil {
		return nil, fileStat{}
	}
	now, err := statOpen(f)
	if err != nil {
		_ = f.Close() // read only: nothing can be lost
		return nil, fileStat{}
	}
	return f, now
}
