package tail

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// When a log is truncated and its writer continues at its old offset, the file
// begins with NULs up to that offset. They take no space on disk and are not part of
// the first line.

// leadingNULs returns the number of NULs at the beginning of b.
func leadingNULs(b []byte) int { return len(b) - len(bytes.TrimLeft(b, "\x00")) }

// Head returns at most n bytes of a file from its current offset on, without leading
// NULs.
func Head(f *os.File, n int) ([]byte, error) {
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	head := make([]byte, n)
	for {
		got, err := f.ReadAt(head, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		skip := leadingNULs(head[:got])
		if skip == 0 || got == 0 {
			return head[:got], nil
		}
		at = nextData(f, at+int64(skip))
	}
}
