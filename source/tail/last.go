package tail

import (
	"bytes"
	"unicode/utf8"
)

// LastLines reads the last n lines of a file, oldest first, from at most
// maxBytes of its end. A line that began earlier than that is given as what is
// known of it, marked as truncated; a last one without a line ending as
// partial. Numbers are 0 unless the whole file was read. The texts are the
// caller's. The file is opened as by OpenBeneath.
func LastLines(root, rel string, n, maxBytes int) (lines []Line, err error) {
	if n <= 0 || maxBytes <= 0 {
		return nil, nil
	}
	f, err := OpenBeneath(root, rel)
	if err != nil {
		return nil, err
	}
	defer func() { err = closing(f, err) }()
	now, err := identify(f)
	if err != nil {
		return nil, err
	}
	size := now.size
	// The window grows fourfold, so what is read twice is a third at most.
	for window := int64(blockSize); ; window *= 4 {
		window = min(window, int64(maxBytes), size)
		from := size - window
		before := min(from, 1) // one byte more tells whether a line begins here
		b, err := readAt(f, from-before, window+before)
		if err != nil {
			return nil, err
		}
		enough := bytes.Count(b, []byte{'\n'}) > n
		if enough || window == size || window == int64(maxBytes) {
			return lastOf(b, from, int(before), n), nil
		}
	}
}

// lastOf splits b, whose first bytes stand before the offset from.
func lastOf(b []byte, from int64, before, n int) []Line {
	cut := before > 0 && (len(b) == 0 || b[0] != '\n')
	b = b[min(before, len(b)):]
	var lines []Line
	for off := 0; off < len(b); {
		l := Line{Offset: from + int64(off)}
		end := bytes.IndexByte(b[off:], '\n')
		if l.Partial = end < 0; l.Partial {
			end = len(b) - off
		}
		l.Text = b[off : off+end]
		if !l.Partial {
			l.Text = bytes.TrimSuffix(l.Text, []byte{'\r'})
		}
		off += end + 1
		switch {
		case before == 0:
			l.Number = int64(len(lines)) + 1
		case cut && len(lines) == 0:
			l.Truncated = true
			whole := fromRune(l.Text)
			l.Offset += int64(len(l.Text) - len(whole))
			l.Text = whole
		}
		lines = append(lines, l)
	}
	return lines[max(len(lines)-n, 0):]
}

// fromRune drops the end of a rune that was cut at the beginning of b.
func fromRune(b []byte) []byte {
	for i := 0; i < utf8.UTFMax && i < len(b); i++ {
		if utf8.RuneStart(b[i]) {
			return b[i:]
		}
	}
	return b
}
