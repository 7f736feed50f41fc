package journal

import (
	"bufio"
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
)

// patience is how long an action waits for another one to be finished.
const patience = 30 * time.Second

// openLocked opens the file for appending, making it and its folder where they
// are missing, and locks it. The lock ends when the file is closed, or with the
// process.
func openLocked(ctx context.Context, path string) (*os.File, error) {
	deadline := time.Now().Add(patience)
	for wait := time.Millisecond; ; wait = min(2*wait, 20*time.Millisecond) {
		f, err := openToWrite(path)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		locked, err := lock(f, path)
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

// lock takes the lock without waiting, if the file still is the one at path.
func lock(f *os.File, path string) (bool, error) {
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

// openToWrite opens the file, or makes it readable by its owner alone.
func openToWrite(path string) (*os.File, error) {
	const flags = os.O_RDWR | os.O_APPEND | unix.O_NOFOLLOW | unix.O_NONBLOCK
	f, err := os.OpenFile(path, flags, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		f, err = os.OpenFile(path, flags|os.O_CREATE, 0o600)
		if err == nil {
			err = errors.Join(syncFolder(filepath.Dir(path)), syncFolder(filepath.Dir(filepath.Dir(path))))
		}
	}
	if err == nil {
		if err = private.Check(f); err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
		err = errors.Join(err, private.Folder(filepath.Dir(path)))
	}
	if err != nil {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
		return nil, err
	}
	return f, nil
}

// syncFolder makes a new name in a folder durable.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// longest is the size, in bytes, up to which a file is read: far more than the
// journal keeps, with room for actions on huge rows.
const longest = 256 << 20

// errTooLong says that the file is no journal that this package wrote.
func errTooLong(size int64) error {
	return fmt.Errorf("it has %d MiB, of which no more than %d are read: move it away, and a new one is begun", size>>20, int64(longest)>>20)
}

// add appends a line to the locked file and syncs it. A line that was written
// only in part is truncated away; if truncating fails too, the next entry begins
// on a new line.
func add(f *os.File, l line) error {
	b, err := encode(l)
	if err != nil {
		return err
	}
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if size+int64(len(b)) >= longest {
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

// catchUp reads the whole lines that were appended since the last call, of f,
// which may be locked or not.
func (j *Journal) catchUp(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if j.read == nil || !os.SameFile(j.read, info) || info.Size() < j.offset {
		j.forget()
	}
	if info.Size() > longest {
		return fmt.Errorf("%s: %w", j.path, errTooLong(info.Size()))
	}
	j.read = info
	r := bufio.NewReaderSize(io.NewSectionReader(f, j.offset, info.Size()-j.offset), 64<<10)
	for {
		text, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil // what follows the last line is not whole
		}
		if err != nil {
			return err
		}
		j.offset += int64(len(text))
		if l, err := decode(text); err == nil {
			j.take(l, int64(len(text)))
			if j.size > j.full {
				j.forgetOldest()
			}
		}
	}
}
