package tail

import (
	"bytes"
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

const (
	headSize = 256
	lastSize = 64
)

// fingerprint is the content at the beginning of a file and just before the offset of
// the Reader. A file that was copied and truncated keeps its inode, and a new file
// can get the inode of a deleted one. When such a file has grown past the old size,
// only its content shows that it is a different one.
type fingerprint struct{ head, last []byte }

// add updates the fingerprint with the bytes b, which were read at off.
func (p *fingerprint) add(off int64, b []byte) {
	if room := headSize - len(p.head); room > 0 && off == int64(len(p.head)) {
		p.head = append(p.head, b[:min(room, len(b))]...)
	}
	if len(b) < lastSize {
		b = append(p.last[:len(p.last):len(p.last)], b...)
	}
	if cut := len(b) - lastSize; cut > 0 {
		b = b[cut:]
	}
	p.last = append(p.last[:0], b...)
}

// load reads the fingerprint for the offset off.
func (p *fingerprint) load(f *os.File, off int64) error {
	var err error
	if p.head, err = readAt(f, 0, min(off, headSize)); err != nil {
		return err
	}
	from := max(off-lastSize, 0)
	p.last, err = readAt(f, from, off-from)
	return err
}

// match reports whether the file has this fingerprint at the offset off.
func (p *fingerprint) match(f *os.File, off int64) (bool, error) {
	head, err := readAt(f, 0, int64(len(p.head)))
	if err != nil || !bytes.Equal(head, p.head) {
		return false, err
	}
	n := int64(len(p.last))
	last, err := readAt(f, off-n, n)
	return bytes.Equal(last, p.last), err
}

// readAt reads n bytes, or fewer at the end of the file.
func readAt(f *os.File, off, n int64) ([]byte, error) {
	b := make([]byte, n)
	got, err := f.ReadAt(b, off)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return b[:got], err
}

// identity identifies a file on this host.
type identity struct{ dev, inode uint64 }

// fileStat is the part of an open file's stat that the Reader uses.
type fileStat struct {
	id    identity
	size  int64
	mtime int64 // ns
}

func statOpen(f *os.File) (fileStat, error) {
	var st unix.Stat_t
	raw, err := f.SyscallConn()
	if err != nil {
		return fileStat{}, err
	}
	var failed error
	if err = raw.Control(func(fd uintptr) { failed = unix.Fstat(int(fd), &st) }); err == nil {
		err = failed
	}
	id := identity{dev: uint64(st.Dev), inode: st.Ino} // Dev is an int32 on darwin; only compared
	return fileStat{id: id, size: st.Size, mtime: st.Mtim.Nano()}, err
}
