package tail

import (
	"bytes"
	"context"
	"os"
	"strconv"
)

// begin stands where Start says in a file that is opened for the first time.
func (r *Reader) begin(f *os.File, now info) error {
	off := int64(0)
	if s := r.o.Start; s.fromEnd {
		off = max(now.size-s.bytes, 0)
	}
	if err := r.stand(f, off); err != nil {
		return err
	}
	r.begun, r.file = true, now.id
	if off > 0 {
		r.lines = -1
	}
	return nil
}

// stand goes to off, skipping the rest of a line that began before it.
func (r *Reader) stand(f *os.File, off int64) error {
	if err := r.prints.load(f, off); err != nil {
		return err
	}
	r.off, r.line = off, off
	r.skip = off > 0 && !bytes.HasSuffix(r.prints.last, []byte{'\n'})
	return nil
}

// still says whether the open file is the one that was being read, grown or
// not, and no other.
func (r *Reader) still(f *os.File, now info, same bool) (bool, error) {
	if !same || now.size < r.off {
		return false, nil
	}
	return r.prints.match(f, r.off)
}

// restart stands at the beginning of a file that has taken the old one's place.
// What the old one left without a line ending will get none any more.
func (r *Reader) restart(id identity, fn func(Line) error) error {
	last := r.pendingLine()
	given := r.off > r.line && !r.skip
	r.file, r.prints = id, prints{}
	r.off, r.line, r.lines = 0, 0, 0
	r.pending, r.over, r.skip = nil, false, false
	r.gen++
	if given {
		return fn(last)
	}
	return nil
}

// backups is how many rotated names are looked through: x.log.1 is the newest.
const backups = 9

func (r *Reader) backup(n int) string { return r.rel + "." + strconv.Itoa(n) }

// finish reads the rest of the file that was being read, and all those between
// it and the present one, if it was renamed by rotations and is still there, or
// was copied before it was cut short.
func (r *Reader) finish(ctx context.Context, res *Result, fn func(Line) error) error {
	for n := 1; n <= backups; n++ {
		found, err := r.resumeAt(ctx, r.backup(n), n == 1 && res.Truncated, res, fn)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		for n--; n > 0; n-- {
			if err := r.whole(ctx, r.backup(n), res, fn); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

// whileGone reads on in a file that was renamed and not made anew yet.
func (r *Reader) whileGone(ctx context.Context, res *Result, fn func(Line) error) error {
	if !r.begun {
		r.o.Start = Start{}
		return nil
	}
	_, err := r.resumeAt(ctx, r.backup(1), false, res, fn)
	return err
}

// resumeAt reads on under another name, if the file there is the same one or, if
// that will do, a copy of it.
func (r *Reader) resumeAt(ctx context.Context, rel string, copied bool, res *Result, fn func(Line) error) (found bool, err error) {
	f, now := r.other(rel)
	if f == nil {
		return false, nil
	}
	defer func() { err = closing(f, err) }()
	// A copy that holds more than what was read was written after that.
	copied = copied && r.mtime != 0 && now.mtime > r.mtime
	if found, err = r.still(f, now, copied || now.id == r.file); err != nil || !found {
		return false, err
	}
	return true, r.scan(ctx, f, now.size, res, fn)
}

// whole reads a file that came and was rotated away between two reads.
func (r *Reader) whole(ctx context.Context, rel string, res *Result, fn func(Line) error) (err error) {
	f, now := r.other(rel)
	if f == nil {
		return nil
	}
	defer func() { err = closing(f, err) }()
	if err := r.restart(now.id, fn); err != nil {
		return err
	}
	return r.scan(ctx, f, now.size, res, fn)
}

// other opens a rotated file. One that cannot be opened is passed over: it is
// the present file whose errors matter.
func (r *Reader) other(rel string) (*os.File, info) {
	f, err := OpenBeneath(r.root, rel)
	if err != nil {
		return nil, info{}
	}
	now, err := identify(f)
	if err != nil {
		_ = f.Close() // passed over
		return nil, info{}
	}
	return f, now
}
