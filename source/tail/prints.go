package tail

import (
	"bytes"
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

const (
	headPrint = 256
	lastPrint = 64
)

// prints are what was read at the beginning of a file and just before the place
// the Reader stands at. A file copied away and cut short keeps its inode, and so
// may one deleted and made anew; if it has grown past the old size already, only
// what it holds tells.
type prints struct{ head, last []byte }

// note takes in b, which was read at off.
func (p *prints) note(off int64, b []byte) {
	if room := headPrint - len(p.head); room > 0 && off == int64(len(p.head)) {
		p.head = append(p.head, b[:min(room, len(b))]...)
	}
	if len(b) < lastPrint {
		b = append(p.last[:len(p.last):len(p.last)], b...)
	}
	if cut := len(b) - lastPrint; cut > 0 {
		b = b[cut:]
	}
	p.last = append(p.last[:0], b...)
}

// load reads the prints of what stands before off.
func (p *prints) load(f *os.File, off int64) error {
	var err error
	if p.head, err = readAt(f, 0, min(off, headPrint)); err != nil {
		return err
	}
	from := max(off-lastPrint, 0)
	p.last, err = readAt(f, from, off-from)
	return err
}

// match says whether the file still holds what was read before off.
func (p *prints) match(f *os.File, off int64) (bool, error) {
	head, err := readAt(f, 0, int64(len(p.head)))
	if err != nil || !bytes.Equal(head, p.head) {
		return false, err
	}
	n := int64(len(p.last))
	last, err := readAt(f, off-n, n)
	return bytes.Equal(last, p.last), err
}

// readAt reads n bytes, or fewer where the file ends.
func readAt(f *os.File, off, n int64) ([]byte, error) {
	b := make([]byte, n)
	got, err := f.ReadAt(b, off)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b[:got], err
}

// identity tells one file from another.
type identity struct{ dev, inode uint64 }

// info is what is to be known of an open file.
type info struct {
	id    identity
	size  int64
	mtime int64 // ns
}

func identify(f *os.File) (info, error) {
	var st unix.Stat_t
	raw, err := f.SyscallConn()
	if err != nil {
		return info{}, err
	}
	var failed error
	if err = raw.Control(func(fd uintptr) { failed = unix.Fstat(int(fd), &st) }); err == nil {
		err = failed
	}
	id := identity{dev: uint64(st.Dev), inode: st.Ino} // Dev is an int32 on darwin; only compared
	return info{id: id, size: st.Size, mtime: st.Mtim.Nano()}, err
}
