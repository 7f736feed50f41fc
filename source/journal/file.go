package journal

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"notdone/source/private"
	"notdone/source/wholefile"
)

// lockTimeout is how long an action waits for the lock of another process.
const lockTimeout = 30 * time.Second

// openLocked opens the file for appending and locks it. It creates the file and
// its folder if they are missing. The lock ends when the file is closed, or with
// the process.
func openLocked(ctx context.Context, path string) (*os.File, error) {
	deadline := time.Now().Add(lockTimeout)
	for wait := time.Millisecond; ; wait = min(2*wait, 20*time.Millisecond) {
		f, err := openForAppend(path)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		locked, err := tryLock(f, path)
		if locked {
			return f, nil
		}
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w: %w", path, ErrUnwritable, err)
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("%s: %w", path, ErrLocked)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// tryLock tries to lock the file without waiting. It reports false when another
// process holds the lock, or when path no longer leads to the file.
func tryLock(f *os.File, path string) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	mine, err := f.Stat()
	if err != nil {
		return false, err
	}
	there, err := os.Lstat(path)
	return err == nil && os.SameFile(mine, there), nil
}

// openForAppend opens the file, or creates it with permissions for its owner only.
func openForAppend(path string) (*os.File, error) {
	const flags = os.O_RDWR | os.O_APPEND | unix.O_NOFOLLOW | unix.O_NONBLOCK
	f, err := os.OpenFile(path, flags, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		f, err = os.OpenFile(path, flags|os.O_CREATE, 0o600)
		if err == nil {
			err = errors.Join(wholefile.SyncFolder(filepath.Dir(path)), wholefile.SyncFolder(filepath.Dir(filepath.Dir(path))))
		}
	}
	if err == nil {
		if err = private.Check(f); err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
		err = errors.Join(err, private.RestrictFolder(filepath.Dir(path)))
	}
	if err != nil {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
		return nil, err
	}
	return f, nil
}

// maxFileSize is the largest file, in bytes, that is read. It is far more than
// maxSize, so that actions on huge rows fit.
const maxFileSize = 256 << 20

// tooLongError is the error for a file that this package cannot have written.
func tooLongError(size int64) error {
	return fmt.Errorf("it has %d MiB, of which no more than %d are read: move it away, and a new one is begun", size>>20, int64(maxFileSize)>>20)
}

// appendLine appends a line to the locked file and syncs it. After a failed write
// it truncates the file to its old size; if that fails too, the next line still
// begins on a new line.
func appendLine(f *os.File, l line) error {
	b, err := encode(l)
	if err != nil {
		return err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if size+int64(len(b)) >= maxFileSize {
		return fmt.Errorf("the rows are too long to be kept: %d MiB", len(b)>>20)
	}
	if size > 0 {
		var last [1]byte
		if _, err := f.ReadAt(last[:], size-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			b = append([]byte{'\n'}, b...)
		}
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return errors.Join(err, f.Truncate(size))
	}
	return nil
}

// readNewLines reads the complete lines that were appended since the last call. f
// need not be locked.
func (j *Journal) readNewLines(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if j.read == nil || !os.SameFile(j.read, info) || info.Size() < j.offset || !j.goesOn(f) {
		j.reset()
	}
	if info.Size() > maxFileSize {
		return fmt.Errorf("%s: %w", j.path, tooLongError(info.Size()))
	}
	j.read = info
	r := bufio.NewReaderSize(io.NewSectionReader(f, j.offset, info.Size()-j.offset), 64<<10)
	for {
		text, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil // an incomplete last line is read by a later call
		}
		if err != nil {
			return err
		}
		j.line, j.lineAt = append(j.line[:0], text[:min(len(text), lineHead)]...), j.offset
		j.offset += int64(len(text))
		if l, err := decode(text); err == nil {
			j.applyLine(l, int64(len(text)))
			if j.size > j.shortenAt {
				j.forgetOldest()
			}
		}
	}
}

// lineHead is how many bytes of the last line that was read are remembered. A line begins
// with the ID of its action.
const lineHead = 256

// goesOn reports whether the last line that was read stands where it stood. Where the file
// was replaced more than once since, the new one may have the inode of the old one.
func (j *Journal) goesOn(f *os.File) bool {
	now := make([]byte, len(j.line))
	_, err := f.ReadAt(now, j.lineAt)
	return err == nil && bytes.Equal(now, j.line)
}
