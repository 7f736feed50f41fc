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

	"notdone/source/wholefile"
)

const (
	// maxSize is the total size of the entries, in bytes, above which the journal is
	// shortened. It holds some thousands of actions.
	maxSize = 8 << 20
	// shortenedSize is the total size of the entries after shortening.
	shortenedSize = maxSize / 2
	// wholeSize is the total size of the entries up to which an action on several tasks is kept
	// whole while it is done or undone.
	wholeSize = 8 * maxSize
)

// OldSuffix is the suffix of the file that holds the journal before it was last
// shortened.
const OldSuffix = ".old"

// forgetOldest drops the oldest entries from memory. It keeps the newest entry and pending
// ones, and up to wholeSize the action on several tasks to which the newest belongs and the one
// that it undoes. Of any other such action no part is kept when one is dropped: an undo would be
// one of some of its tasks.
func (j *Journal) forgetOldest() {
	newest := j.entries[len(j.entries)-1]
	kept := map[string]bool{newest.Request.Together: true}
	if was := j.byID[newest.Undoes]; was != nil {
		kept[was.Request.Together] = true
	}
	delete(kept, "")
	dropped := map[string]bool{}
	j.entries = slices.DeleteFunc(j.entries, func(e *storedEntry) bool {
		together := e.Request.Together
		switch {
		case e == newest, e.Outcome == Pending, kept[together] && j.size <= wholeSize:
			return false
		case j.size <= shortenedSize && !dropped[together]:
			return false
		}
		if together != "" && !kept[together] {
			dropped[together] = true
		}
		j.size -= e.size
		delete(j.byID, e.ID)
		return true
	})
	j.shortenAt = max(maxSize, 2*j.size)
}

// shorten replaces a locked file that is too long by a file with the newest
// entries. tryLock of a waiting process notices the new file.
func (j *Journal) shorten(f *os.File) error {
	info, err := f.Stat()
	if err != nil || info.Size() <= j.shortenAt {
		return err
	}
	if err := j.readNewLines(f); err != nil {
		return err
	}
	j.forgetOldest()
	if j.size > info.Size()/2 {
		return nil // most entries must be kept: shortening would save too little
	}
	if err := replaceFile(j.path+OldSuffix, func(w io.Writer) error {
		_, err := io.Copy(w, io.NewSectionReader(f, 0, info.Size()))
		return err
	}); err != nil {
		return err
	}
	return replaceFile(j.path, j.writeEntries)
}

// writeEntries writes all entries as lines.
func (j *Journal) writeEntries(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, e := range j.entries {
		lines := []line{lineOf(&e.Entry)}
		if e.Ran == nil && e.Outcome != Pending {
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

// replaceFile atomically replaces the file at path by one with the content that
// write writes, and syncs it.
func replaceFile(path string, write func(io.Writer) error) error {
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
	return wholefile.SyncFolder(filepath.Dir(path))
}
