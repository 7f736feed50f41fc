package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
)

// Bounds of what is read and kept of a log, in bytes and lines.
const (
	logStart  = 512 << 10 // the part that is read at once
	logHead   = 8 << 10   // the beginning that tells the format
	logKeep   = 20_000    // entries, the newest ones
	logBytes  = 16 << 20  // of all entries together
	entryText = 64 << 10  // of one entry
	rawText   = 16 << 10  // of one line as it is written
)

// ReadEntries returns a function that reads the lines of a log, from any line on, and
// passes what they say to o.Entry. head is the beginning of the file, and rel its path
// beneath the folder of the logs.
type ReadEntries func(head []byte, rel string, o runlog.Options) func(tail.Line)

// logEntry is an entry of a log, or a line of it as it is written.
type logEntry struct {
	runlog.Entry
	offset int64 // of the line in the file
	drawn  []textLine
	as     entryLook // what drawn depends on
}

func (e *logEntry) size() int { return len(e.Text) + 64 }

// logPart is what was read of a log: its lines, and what they say.
type logPart struct {
	raw, entries []*logEntry
	from, end    int64 // the offsets of its first byte, and of the one behind it
	before       int64 // the lines before it; -1: not counted
	size         int64 // of the file; of a part that is followed, at its beginning
	again        bool  // the file was truncated or rewritten: all that was read before is gone
	err          error
}

// logParser reads the lines of a part of a log.
type logParser struct {
	read    func(tail.Line) // nil: lines are only kept as they are
	offsets []int64         // of the lines that were read
	part    *logPart        // what is being read
}

func newLogParser(ref model.LogRef, entries ReadEntries) *logParser {
	p := &logParser{part: &logPart{}}
	if entries == nil {
		return p
	}
	head := make([]byte, logHead)
	f, err := tail.OpenBeneath(ref.Root, ref.Path)
	if err == nil {
		n, _ := io.ReadFull(f, head) // a shorter file is read whole
		head = head[:n]
		_ = f.Close()
	}
	p.read = entries(head, ref.Path, runlog.Options{Name: ref.Path, Whole: entryText, Output: entryText, Lines: true, Entry: func(e runlog.Entry) {
		offset := int64(0)
		if n := len(p.offsets); n > 0 {
			offset = p.offsets[min(max(int(e.Line), 1), n)-1]
		}
		entry := &logEntry{Entry: e, offset: offset}
		limit := entryText
		if entry.isPlain() {
			limit = rawText
		}
		entry.Text = strings.Clone(runlog.Cut(e.Text, limit))
		p.part.entries = append(p.part.entries, entry)
	}})
	return p
}

// line reads the next line.
func (p *logParser) line(l tail.Line) {
	p.offsets = append(p.offsets, l.Offset)
	l.Number = int64(len(p.offsets))
	text := string(l.Text[:min(len(l.Text), rawText)])
	if l.Truncated || len(l.Text) > rawText {
		text = strings.ToValidUTF8(text, "") + " …"
	}
	p.part.raw = append(p.part.raw, &logEntry{Entry: runlog.Entry{Text: text, Line: l.Number}, offset: l.Offset})
	if p.part.end = l.Offset + int64(len(l.Text)) + 1; p.read != nil {
		p.read(l)
	}
}

// take returns what was read since the last call.
func (p *logParser) take() logPart {
	part := *p.part
	p.part = &logPart{end: part.end}
	if p.read == nil {
		part.entries = part.raw
	}
	return part
}

// readOn reads what is new at the end of a log.
func (p *logParser) readOn(ctx context.Context, r *tail.Reader) logPart {
	res, err := r.Next(ctx, func(l tail.Line) error {
		p.line(l)
		if len(p.part.raw) > 2*logKeep {
			p.part.raw = append(p.part.raw[:0], p.part.raw[logKeep:]...)
		}
		return nil
	})
	part := p.take()
	part.again = res.Truncated
	if part.err = err; errors.Is(err, fs.ErrNotExist) {
		part.err = errors.New("there is no log file for this task")
	}
	return part
}

// countedBytes is how much of a log is read at most to number the lines behind it.
const countedBytes = 64 << 20

// numbered returns the part with the number of the lines before it.
func (p logPart) numbered(ctx context.Context, ref model.LogRef) logPart {
	if p.before = -1; len(p.raw) == 0 || p.raw[0].offset > countedBytes {
		return p
	}
	if line, err := lineOfOffset(ctx, ref, p.raw[0].offset); err == nil {
		p.before = line - 1
	}
	return p
}

// readPart reads the lines that begin in a range of a log. The range grows until there is
// a line in it.
func (p *logParser) readPart(f *os.File, from, to, size int64) logPart {
	for {
		to = min(to, size)
		from = max(min(from, to), 0) // the file may have been truncated since the range was chosen
		p.readRange(f, from, to, size)
		if len(p.part.raw) > 0 || from == 0 && to == size || p.part.err != nil {
			part := p.take()
			part.from, part.size = from, size
			if len(part.raw) > 0 {
				part.from = part.raw[0].offset
			}
			return part
		}
		more := max(to-from, logHead)
		from, to = from-more, to+more
	}
}

// readRange reads the lines that begin in a range. A line that goes on behind it is read
// to its end.
func (p *logParser) readRange(f *os.File, from, to, size int64) {
	data := make([]byte, min(to+maxLogLine, size)-from)
	n, err := f.ReadAt(data, from)
	if err != nil && !errors.Is(err, io.EOF) {
		p.part.err = err
		return
	}
	data = data[:n]
	at := int64(0)
	if from > 0 {
		at = int64(bytes.IndexByte(data, '\n')) + 1
		if at == 0 {
			return
		}
	}
	for at < int64(len(data)) && from+at < to {
		text := data[at:]
		end := bytes.IndexByte(text, '\n')
		if end >= 0 {
			text = text[:end]
		}
		l := tail.Line{Offset: from + at, Text: bytes.TrimSuffix(text, []byte{'\r'}), Truncated: end < 0 && from+int64(len(data)) < size}
		p.line(l)
		at += int64(len(text)) + 1
	}
	p.part.end = min(from+at, size)
}

// maxLogLine is how much of a line behind a range is read, in bytes.
const maxLogLine = 1 << 20

// countBlock is how much of a file is read at once to count its lines.
const countBlock = 1 << 20

// eachBlock calls fn with the offset at which each block of a log begins, and the block,
// until it returns false.
func eachBlock(ctx context.Context, ref model.LogRef, fn func(offset int64, block []byte) bool) (err error) {
	f, err := tail.OpenBeneath(ref.Root, ref.Path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	block := make([]byte, countBlock)
	for at := int64(0); ctx.Err() == nil; {
		n, err := f.ReadAt(block, at)
		if n == 0 || !fn(at, block[:n]) {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		}
		at += int64(n)
	}
	return ctx.Err()
}

// offsetOfLine returns where a line of a log begins; its last line where it has fewer.
func offsetOfLine(ctx context.Context, ref model.LogRef, line int64) (offset int64, err error) {
	left := line - 1
	err = eachBlock(ctx, ref, func(at int64, block []byte) bool {
		for left > 0 {
			end := bytes.IndexByte(block, '\n')
			if end < 0 {
				return true
			}
			at, block, left = at+int64(end)+1, block[end+1:], left-1
			if len(block) > 0 || left == 0 {
				offset = at
			}
		}
		return false
	})
	return offset, err
}

// lineOfOffset returns the number of the line that begins at an offset.
func lineOfOffset(ctx context.Context, ref model.LogRef, offset int64) (line int64, err error) {
	line = 1
	err = eachBlock(ctx, ref, func(at int64, block []byte) bool {
		line += int64(bytes.Count(block[:min(int64(len(block)), max(offset-at, 0))], []byte{'\n'}))
		return at+int64(len(block)) < offset
	})
	return line, err
}
