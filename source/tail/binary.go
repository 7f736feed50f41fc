package tail

import (
	"bytes"
	"unicode/utf8"
)

// magics begin formats that hold enough text to look like it.
var magics = [][]byte{
	[]byte("SQLite format 3\x00"),
	[]byte("%PDF-"),
	[]byte("\x7fELF"),
	[]byte("\x89PNG\r\n"),
	[]byte("PK\x03\x04"),
	[]byte("\x1f\x8b\x08"),
	[]byte("\x28\xb5\x2f\xfd"), // zstd
	[]byte("\xff\xfe"),         // UTF-16, which need not hold a single NUL
	[]byte("\xfe\xff"),
}

// strange is the share of bytes, one in so many, from which on a head is not
// text. A stray NUL, as a crash leaves in a log, must not hide the log.
const strange = 8

// LooksBinary says whether a file that begins with head is not made of lines of
// text. It is a guess; an empty head is text. UTF-16 counts as binary, since its
// lines do not end in one byte. Escape sequences are text.
func LooksBinary(head []byte) bool {
	for _, m := range magics {
		if bytes.HasPrefix(head, m) {
			return true
		}
	}
	odd, size, hole := 0, len(head), false
	for b := head; len(b) > 0; {
		r, n := utf8.DecodeRune(b)
		switch {
		case r == 0 && !hole:
			// One run of NULs is what a crash leaves, however long it is.
			n = zeros(b)
			hole, odd, size = n > 1, odd+1, size-n+1
		case r == utf8.RuneError && n == 1:
			if !utf8.FullRune(b) { // cut at the end of the head
				n = len(b)
				break
			}
			odd++
		case r < ' ' && !bytes.ContainsRune([]byte("\t\n\r\f\v\a\b\x1b"), r), r == 0x7f:
			odd++
		}
		b = b[n:]
	}
	return odd*strange > size
}
