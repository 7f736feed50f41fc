package tail

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// A log whose writer goes on where it was after somebody cut the file short
// begins with NULs, as many as were written before, which take no room on disk.
// They are no part of its first line.

// zeros is how many NULs b begins with.
func zeros(b []byte) int { return len(b) - len(bytes.TrimLeft(b, "\x00")) }

// Head returns the first bytes of a file, at most n, without the NULs that it
// begins with. It reads from where the file stands.
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
		skip := zeros(head[:got])
		if skip == 0 || got == 0 {
			return head[:got], nil
		}
		at = dataFrom(f, at+int64(skip))
	}
}
