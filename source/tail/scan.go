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

// scan reads from the Reader's offset up to size and calls fn for each line.
func (r *Reader) scan(ctx context.Context, f *os.File, size int64, fn func(Line) error) error {
	block, _ := blocks.Get().(*[blockSize]byte)
	defer blocks.Put(block)
	for r.offset < size {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := f.ReadAt(block[:min(blockSize, size-r.offset)], r.offset)
		if n == blockSize && r.beforeFirstLine() && leadingNULs(block[:n]) == n {
			r.offset = min(nextData(f, r.offset+int64(n)), size)
			r.lineStart = r.offset
			continue
		}
		stop := r.splitLines(block[:n], fn)
		switch {
		case stop != nil:
			return stop
		case errors.Is(err, io.EOF):
			return nil // truncated during the read; the next call detects it
		case err != nil:
			return err
		}
	}
	return nil
}

// splitLines calls fn for each line that ends in b, the bytes at r.offset, and keeps
// the rest as pending. It consumes all bytes, unless fn fails.
func (r *Reader) splitLines(b []byte, fn func(Line) error) (err error) {
	at, used := r.offset, 0
	for err == nil && used < len(b) {
		if b[used] == 0 && r.beforeFirstLine() {
			used += leadingNULs(b[used:])
			r.lineStart = at + int64(used)
			continue
		}
		end := bytes.IndexByte(b[used:], '\n')
		if end < 0 {
			r.appendPending(b[used:])
			used = len(b)
			break
		}
		text := b[used : used+end]
		used += end + 1
		err = r.emitLine(text, at+int64(used), fn)
	}
	r.print.add(at, b[:used])
	r.offset = at + int64(used)
	if r.skip {
		r.lineStart = r.offset
	}
	return err
}

// beforeFirstLine reports whether the next byte begins the first line.
func (r *Reader) beforeFirstLine() bool { return r.linesBefore == 0 && len(r.pending) == 0 && !r.skip }

// appendPending appends to the pending line, up to maxLine bytes.
func (r *Reader) appendPending(b []byte) {
	if r.skip {
		return
	}
	if room := r.o.maxLine - len(r.pending); len(b) > room {
		b, r.cut = b[:room], true
	}
	r.pending = append(r.pending, b...)
}

// emitLine completes the pending line with text and passes it to fn. next is the
// offset of the next line.
func (r *Reader) emitLine(text []byte, next int64, fn func(Line) error) error {
	if r.skip {
		r.skip, r.lineStart = false, next
		return nil
	}
	if len(r.pending) > 0 || len(text) > r.o.maxLine {
		r.appendPending(text)
		text = r.pending
	}
	l := r.makeLine(text)
	if !l.Truncated {
		l.Text = bytes.TrimSuffix(text, []byte{'\r'})
	}
	r.lineStart, r.cut, r.pending = next, false, r.pending[:0]
	if r.linesBefore >= 0 {
		r.linesBefore++
	}
	return fn(l)
}

// pendingLine returns the incomplete last line.
func (r *Reader) pendingLine() Line {
	l := r.makeLine(r.pending)
	l.Partial = true
	return l
}

func (r *Reader) makeLine(text []byte) Line {
	l := Line{Offset: r.lineStart, Number: r.linesBefore + 1, Text: text, Truncated: r.cut}
	if r.cut {
		l.Text = wholeRunes(text)
	}
	return l
}

// wholeRunes removes an incomplete rune from the end of b.
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
