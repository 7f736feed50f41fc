package tail

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"unicode/utf8"
)

const blockSize = 64 << 10

var blocks = sync.Pool{New: func() any { return new([blockSize]byte) }}

// scan reads from where the Reader stands up to size and gives the lines.
func (r *Reader) scan(ctx context.Context, f *os.File, size int64, res *Result, fn func(Line) error) error {
	block, _ := blocks.Get().(*[blockSize]byte)
	defer blocks.Put(block)
	for r.off < size {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := f.ReadAt(block[:min(blockSize, size-r.off)], r.off)
		if n == blockSize && r.between() && zeros(block[:n]) == n {
			r.off = min(dataFrom(f, r.off+int64(n)), size)
			r.line = r.off
			continue
		}
		used, stop := r.split(block[:n], fn)
		res.Read += int64(used)
		switch {
		case stop != nil:
			return stop
		case errors.Is(err, io.EOF):
			return nil // cut short while being read; the next call will see it
		case err != nil:
			return err
		}
	}
	return nil
}

// split gives the lines that end in b, which stands at r.off, and keeps the
// rest. It returns how much of b was taken: all, unless fn failed.
func (r *Reader) split(b []byte, fn func(Line) error) (used int, err error) {
	at := r.off
	for err == nil && used < len(b) {
		if b[used] == 0 && r.between() {
			used += zeros(b[used:])
			r.line = at + int64(used)
			continue
		}
		end := bytes.IndexByte(b[used:], '\n')
		if end < 0 {
			r.keep(b[used:])
			used = len(b)
			break
		}
		text := b[used : used+end]
		used += end + 1
		err = r.ended(text, at+int64(used), fn)
	}
	r.prints.note(at, b[:used])
	r.off = at + int64(used)
	if r.skip {
		r.line = r.off
	}
	return used, err
}

// between reports whether what comes begins the first line.
func (r *Reader) between() bool { return r.lines == 0 && len(r.pending) == 0 && !r.skip }

// keep appends to the pending line as far as that may grow.
func (r *Reader) keep(b []byte) {
	if r.skip {
		return
	}
	if room := r.o.maxLine - len(r.pending); len(b) > room {
		b, r.over = b[:room], true
	}
	r.pending = append(r.pending, b...)
}

// ended gives the line that ends with text; the next one begins at next.
func (r *Reader) ended(text []byte, next int64, fn func(Line) error) error {
	if r.skip {
		r.skip, r.line = false, next
		return nil
	}
	if len(r.pending) > 0 || len(text) > r.o.maxLine {
		r.keep(text)
		text = r.pending
	}
	l := r.current(text)
	if !l.Truncated {
		l.Text = bytes.TrimSuffix(text, []byte{'\r'})
	}
	r.line, r.over, r.pending = next, false, r.pending[:0]
	if r.lines >= 0 {
		r.lines++
	}
	return fn(l)
}

// pendingLine is the line without an ending.
func (r *Reader) pendingLine() Line {
	l := r.current(r.pending)
	l.Partial = true
	return l
}

func (r *Reader) current(text []byte) Line {
	l := Line{Offset: r.line, Number: r.lines + 1, Generation: r.gen, Text: text, Truncated: r.over}
	if r.over {
		l.Text = wholeRunes(text)
	}
	return l
}

// wholeRunes drops the beginning of a rune that was cut at the end of b.
func wholeRunes(b []byte) []byte {
	for i := 1; i < utf8.UTFMax && i <= len(b); i++ {
		if c := b[len(b)-i:]; utf8.RuneStart(c[0]) {
			if !utf8.FullRune(c) {
				return b[:len(b)-i]
			}
			break
		}
	}
	return b
}
