// Package verdicts keeps files in which a board writes down what it has judged, so that
// the next start need not judge a large queue again.
//
// What belongs here: the folder, whole files that come and go at once, and that a file is
// only handed over to who would write the same. What does not: what is in them. Everything
// is a cache: a file that is missing, cut, damaged or of other rules is no error, it is not
// there, and one that cannot be written is not written.
package verdicts

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"notdone/source/private"
)

// Bounds of what is kept.
const (
	mostBytes = 256 << 20           // of one file
	keptFor   = 60 * 24 * time.Hour // a file that nobody has written since is removed
	abandoned = time.Hour           // after which a file that was not completed is removed
	seedBytes = 16
	mostParts = 64
	// writtenAtOnce is how many bytes are written before it is looked whether to go on.
	writtenAtOnce = 1 << 20
	suffix        = ".verdicts"
	unfinished    = ".new-"
	seedName      = "seed"
	folderPerms   = 0o700
)

// magic begins each file; its last byte is the version of the format.
const magic = "notdone verdicts\x00\x01"

// headBytes is the length of what precedes the parts: the magic, the identity, the number of
// parts and the check sum of what follows.
const headBytes = len(magic) + sha256.Size + 4 + 4

// Identity stands for everything that a file depends on. Equal identities are of equal
// queues, rules and settings.
type Identity [sha256.Size]byte

// Identify makes an identity of texts, whose number and order count.
func Identify(texts ...string) Identity {
	h := sha256.New()
	for _, text := range texts {
		_, _ = fmt.Fprintf(h, "%d:%s", len(text), text) // a hash takes everything
	}
	return Identity(h.Sum(nil))
}

// Store is a folder of such files. Any number of processes may use it at a time; of two
// that write the same file the last one stays. A nil Store keeps nothing.
type Store struct {
	folder string
	seed   [seedBytes]byte
}

// Open opens the folder, or makes it, readable by its owner alone. It is nil when nothing can
// be kept there. With readOnly set nothing is made, and Save does nothing.
func Open(folder string, readOnly bool) *Store {
	s := &Store{folder: folder}
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

// Seed is random, and the same for all processes that use the folder.
func (s *Store) Seed() [seedBytes]byte { return s.seed }

func (s *Store) readSeed() error {
	f, err := private.Open(filepath.Join(s.folder, seedName), os.O_RDONLY)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it is only read
	_, err = io.ReadFull(f, s.seed[:])
	return err
}

// makeSeed makes the seed, in place of one that cannot be read.
func (s *Store) makeSeed() error {
	var seed [seedBytes]byte
	_, _ = rand.Read(seed[:]) // it never fails
	return s.replace(context.Background(), seedName, seed[:])
}

// path returns the path of a queue's file. The queue may have any name.
func (s *Store) path(queue string) string {
	sum := sha256.Sum256([]byte(queue))
	return filepath.Join(s.folder, hex.EncodeToString(sum[:12])+suffix)
}

// Load returns the parts of a queue's file; false when there is none of this identity.
func (s *Store) Load(queue string, id Identity) (parts [][]byte, ok bool) {
	if s == nil {
		return nil, false
	}
	f, err := private.Open(s.path(queue), os.O_RDONLY)
	if err != nil {
		return nil, false
	}
	defer func() { _ = f.Close() }() // it is only read
	info, err := f.Stat()
	if err != nil || info.Size() > mostBytes {
		return nil, false
	}
	raw := make([]byte, info.Size())
	if _, err := io.ReadFull(f, raw); err != nil {
		return nil, false
	}
	return parse(raw, s.seal(id))
}

// seal returns the identity with the seed: of two processes that make the folder at the
// same moment one may have another.
func (s *Store) seal(id Identity) Identity { return Identify(string(s.seed[:]), string(id[:])) }

// crcTable is that of the check sum that processors compute themselves.
var crcTable = crc32.MakeTable(crc32.Castagnoli)

// parse returns the parts of a whole file.
func parse(raw []byte, id Identity) (parts [][]byte, ok bool) {
	if len(raw) < headBytes || !bytes.HasPrefix(raw[len(magic):], id[:]) {
		return nil, false
	}
	count, rest := binary.LittleEndian.Uint32(raw[headBytes-8:]), raw[headBytes:]
	if count > mostParts || !bytes.Equal(raw[:headBytes], head(id, count, rest)) {
		return nil, false
	}
	for range count {
		size, n := binary.Uvarint(rest)
		if n <= 0 || size > uint64(len(rest)-n) {
			return nil, false
		}
		parts = append(parts, rest[n:n+int(size):n+int(size)])
		rest = rest[n+int(size):]
	}
	return parts, len(rest) == 0
}

// errTooLarge says that a file would exceed its bound.
var errTooLarge = errors.New("there is more than is kept")

// Save replaces a queue's file. The error says that it was not replaced, as when ctx ended
// first; a caller has nothing to do then.
func (s *Store) Save(ctx context.Context, queue string, id Identity, parts ...[]byte) error {
	if s == nil {
		return nil
	}
	size := headBytes
	for _, part := range parts {
		size += binary.MaxVarintLen64 + len(part)
	}
	if size > mostBytes || len(parts) > mostParts {
		return errTooLarge
	}
	rest := make([]byte, 0, size)
	for _, part := range parts {
		rest = append(binary.AppendUvarint(rest, uint64(len(part))), part...)
	}
	return s.replace(ctx, filepath.Base(s.path(queue)), head(s.seal(id), uint32(len(parts)), rest), rest)
}

// head returns the head of a file with so many parts.
func head(id Identity, parts uint32, rest []byte) []byte {
	raw := append([]byte(magic), id[:]...)
	raw = binary.LittleEndian.AppendUint32(raw, parts)
	return binary.LittleEndian.AppendUint32(raw, crc32.Checksum(rest, crcTable))
}

// replace writes a file under another name and gives it its name when it is complete. It is
// not synced: what a power cut leaves of it is not of its check sum.
func (s *Store) replace(ctx context.Context, name string, texts ...[]byte) error {
	f, err := os.CreateTemp(s.folder, name+unfinished)
	if err != nil {
		return err
	}
	for _, text := range texts {
		for some := range slices.Chunk(text, writtenAtOnce) {
			if err = cmp.Or(err, ctx.Err()); err == nil {
				_, err = f.Write(some)
			}
		}
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), filepath.Join(s.folder, name))
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// tidy removes files of queues that nobody has looked at for long, and what processes have
// left that were killed while they wrote.
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
