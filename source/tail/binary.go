package tail

import (
	"bytes"
	"unicode/utf8"
)

// magics are the first bytes of binary formats that contain much text.
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

// binaryShare divides the length of a head: with more control bytes than that it is
// binary. A few NULs, which a crash can leave in a log, do not make it binary.
const binaryShare = 8

// LooksBinary guesses whether a file that begins with head is something other than
// lines of text. An empty head is text. UTF-16 counts as binary, because its lines
// do not end in a single byte. Escape sequences count as text.
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
			n = leadingNULs(b)
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
	return odd*binaryShare > size
}
