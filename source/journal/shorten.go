package journal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

const (
	// roomy is the size of all kept entries, in bytes, from which the journal is
	// shortened: some thousands of actions.
	roomy = 8 << 20
	// lean is their size after the journal was shortened.
	lean = roomy / 2
)

// OldSuffix ends the name of the file beside the journal that holds the journal
// as it was before it was last shortened.
const OldSuffix = ".old"

// forgetOldest forgets the oldest entries, but never the newest one, nor those
// of which it is not known what became of them.
func (j *Journal) forgetOldest() {
	newest := j.entries[len(j.entries)-1]
	j.entries = slices.DeleteFunc(j.entries, func(e *held) bool {
		if j.size <= lean || e == newest || e.Outcome == Pending {
			return false
		}
		j.size -= e.size
		delete(j.byID, e.ID)
		return true
	})
	j.full = max(roomy, 2*j.size)
}

// shorten replaces a locked file that has become too long by one with the kept
// entries, in their order. A process that waits for the lock notices that the
// file at the path is another one.
func (j *Journal) shorten(f *os.File) error {
	info, err := f.Stat()
	if err != nil || info.Size() <= roomy {
		return err
	}
	if err := j.catchUp(f); err != nil {
		return err
	}
	j.forgetOldest()
	if j.size > info.Size()/2 {
		return nil // it would be as long again
	}
	if err := replace(j.path+OldSuffix, func(w io.Writer) error {
		_, err := io.Copy(w, io.NewSectionReader(f, 0, info.Size()))
		return err
	}); err != nil {
		return err
	}
	return replace(j.path, j.write)
}

// write writes the entries as lines.
func (j *Journal) write(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, e := range j.entries {
		lines := []line{{ID: e.ID, At: e.At, Intent: intentOf(&e.Entry)}}
		if e.Outcome != Pending {
			lines = append(lines, line{ID: e.ID, At: e.Settled, Outcome: e.Outcome})
		}
		for _, l := range lines {
			text, err := encode(l)
			if err != nil {
				return err
			}
			if _, err := b.Write(text); err != nil {
				return err
			}
		}
	}
	return b.Flush()
}

// replace makes a file with that content, durable before it takes the place of
// another one.
func replace(path string, write func(io.Writer) error) error {
	made := path + ".new"
	if err := os.Remove(made); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(made, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(made, path)
	}
	if err != nil {
		return fmt.Errorf("shortening the journal: %w", errors.Join(err, os.Remove(made)))
	}
	return syncFolder(filepath.Dir(path))
}
