// Package verdicts is a cache on disk of the verdicts of a board, one file a queue, so that
// the next start need not judge a large queue again; a second file a queue of the rows that
// ask for an operator, each found by a number, so that a command that prints them need not read
// their tasks; and a third one of the titles of all tasks, in which a filter looks for its word.
//
// What belongs here: the folder, atomic writes, and the check that a file was written for the
// same queue, rules and settings. What does not: the contents of the files. A file that is
// missing, cut off, damaged or of another identity is a cache miss, not an error.
package verdicts

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"notdone/source/private"
)

// Bounds of what is kept.
const (
	mostBytes   = 256 << 20           // of one file
	keptFor     = 60 * 24 * time.Hour // a file is removed so long after it was last written
	abandoned   = time.Hour           // a temporary file is removed so long after it was last written
	seedBytes   = 16
	mostParts   = 4096
	suffix      = ".verdicts"
	unfinished  = ".new-" // in the names of temporary files
	seedName    = "seed"
	folderPerms = 0o700
)

// Identity is a hash of everything that the contents of a file depend on: queue, rules and
// settings.
type Identity [sha256.Size]byte

// Identify returns the identity of a list of texts. Their order matters.
func Identify(texts ...string) Identity {
	h := sha256.New()
	for _, text := range texts {
		_, _ = fmt.Fprintf(h, "%d:%s", len(text), text) // a hash takes everything
	}
	return Identity(h.Sum(nil))
}

// Store is the cache folder. Any number of processes may use it at a time; the last writer of a
// file wins. All methods may be called on a nil Store, which is an empty cache.
type Store struct {
	folder   string
	readOnly bool
	seed     [seedBytes]byte
}

// Open opens the folder, an absolute path, and creates it readable by its owner alone. It returns
// nil if the folder cannot be used. With readOnly set it creates and removes nothing, and Save
// does nothing.
func Open(folder string, readOnly bool) *Store {
	s := &Store{folder: folder, readOnly: readOnly}
	if !filepath.IsAbs(folder) {
		return nil
	}
	if !readOnly && (os.MkdirAll(folder, folderPerms) != nil || private.RestrictFolder(folder) != nil) {
		return nil
	}
	if s.readSeed() == nil {
		if !readOnly {
			s.tidy(time.Now())
		}
		return s
	}
	if readOnly || s.makeSeed() != nil || s.readSeed() != nil {
		return nil
	}
	return s
}

// Seed returns random bytes that are the same for all processes that use the folder; zero without
// a folder.
func (s *Store) Seed() (seed [seedBytes]byte) {
	if s != nil {
		seed = s.seed
	}
	return seed
}

// Writes reports whether anything is written, as far as that can be told before.
func (s *Store) Writes() bool { return s != nil && !s.readOnly }

func (s *Store) readSeed() error {
	f, err := private.Open(filepath.Join(s.folder, seedName), os.O_RDONLY)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it is only read
	_, err = io.ReadFull(f, s.seed[:])
	return err
}

// makeSeed writes a new seed. It replaces one that cannot be read.
func (s *Store) makeSeed() error {
	var seed [seedBytes]byte
	_, _ = rand.Read(seed[:]) // it never fails
	return s.replace(context.Background(), seedName, func(f *os.File) error {
		_, err := f.Write(seed[:])
		return err
	})
}

// path returns the path of one of a queue's files. The name of the queue may hold any characters.
func (s *Store) path(suffix, queue string) string {
	sum := sha256.Sum256([]byte(queue))
	return filepath.Join(s.folder, hex.EncodeToString(sum[:12])+suffix)
}

// OpenParts opens the parts of a queue's file, which Save wrote: the first has the number 0. It
// is nil if there is no valid file of this identity; a part may still be damaged. The caller closes it.
func (s *Store) OpenParts(queue string, id Identity) *Rows { return s.open(partsKind, queue, id) }

// seal returns the identity together with the seed, so that files are invalid under another seed.
// Two processes that create the folder at once can have different seeds for a while.
func (s *Store) seal(id Identity) Identity { return Identify(string(s.seed[:]), string(id[:])) }

// crcTable is the table of CRC-32C, which processors compute in hardware.
var crcTable = crc32.MakeTable(crc32.Castagnoli)

// errTooLarge says that a file would exceed mostBytes or mostParts.
var errTooLarge = errors.New("there is more than is kept")

// Save replaces a queue's file. Each part is written before the next one is asked for, and not
// kept. After an error, such as that of ctx, the old file is still there; callers may ignore the
// error.
func (s *Store) Save(ctx context.Context, queue string, id Identity, parts iter.Seq[[]byte]) error {
	if s == nil || s.readOnly {
		return nil
	}
	w, err := s.create(partsKind, queue, id)
	if err != nil {
		return err
	}
	n := 0
	for part := range parts {
		if w.Add(uint64(n), part); len(w.places) != n+1 {
			w.err = errors.Join(w.err, errTooLarge)
		}
		n++
		if w.err = errors.Join(w.err, w.w.Flush(), ctx.Err()); w.err != nil {
			break
		}
	}
	w.err = errors.Join(w.err, ctx.Err())
	return w.Save()
}

// replace has a temporary file filled and renames it. It does not sync: a file that a power cut
// has damaged fails its checksum.
func (s *Store) replace(ctx context.Context, name string, fill func(*os.File) error) error {
	f, err := os.CreateTemp(s.folder, name+unfinished)
	if err != nil {
		return err
	}
	return endTemporary(f, filepath.Join(s.folder, name), errors.Join(fill(f), ctx.Err()))
}

// tidy removes files that were not written for keptFor, and temporary files of processes that
// were killed.
func (s *Store) tidy(now time.Time) {
	entries, _ := os.ReadDir(s.folder)
	for _, e := range entries {
		most := keptFor
		switch {
		case strings.Contains(e.Name(), unfinished):
			most = abandoned
		case !strings.HasSuffix(e.Name(), suffix):
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && now.Sub(info.ModTime()) > most {
			_ = os.Remove(filepath.Join(s.folder, e.Name())) // another process may have been faster
		}
	}
}
