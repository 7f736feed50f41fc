package verdicts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"notdone/source/private"
)

// Bounds of a file of titles. What is beyond them is left out.
const (
	mostTitleBytes = 8 << 10   // of one id and title
	mostTitlesFile = 512 << 20 // of a file
	titleBlock     = 256 << 10 // of the lines that have a check sum together, about
	titlesSuffix   = ".titles" + suffix
	leastAppended  = 1 << 20 // what may be appended to a small file
	appendedShare  = 8       // what may be appended to any file, as a part of it
	blockHead      = 4 + 4
	lineEnd, idEnd = '\n', 0
	ends           = "\n\x00"
)

// titlesMagic begins each file of titles; its last byte is the version of the format.
const titlesMagic = "notdone titles\x00\x01"

// A file of titles is a head and blocks. The head is the magic, the identity, how long the file
// was when it was saved, and its own check sum. A block is a length, a check sum and lines. A
// line is an id, a zero, a title and a line feed. Blocks are appended for tasks that came or
// changed later; a task may have several lines.
const titlesHead = len(titlesMagic) + sha256.Size + 8 + 4

// FindTitles returns the ids of at most so many tasks of a queue whose id or title has a text,
// each once: those that were appended last first, the others in the order in which they were
// added. Tasks that are gone and titles that tasks do not have any more are found too. It is false
// if there is no valid file of this identity, or ctx has ended; a damaged file is removed.
func (s *Store) FindTitles(ctx context.Context, queue string, id Identity, text string, most int) (ids []string, ok bool) {
	if text == "" || strings.ContainsAny(text, ends) {
		return nil, false
	}
	f, saved, size := s.openTitles(queue, id, os.O_RDONLY)
	if f == nil {
		return nil, false
	}
	defer func() { _ = f.Close() }() // it is only read
	var later, all []string
	find := func(to *[]string, most int) func([]byte) bool {
		return func(lines []byte) bool {
			*to = idsWith(*to, lines, []byte(text))
			return ctx.Err() == nil && len(*to) < most
		}
	}
	whole := eachBlock(f, saved, size, true, find(&later, mostTitlesFile)) && eachBlock(f, int64(titlesHead), saved, false, find(&all, most))
	if !whole && !s.readOnly {
		_ = os.Remove(f.Name()) // where that fails it is as if it were not there
	}
	if !whole || ctx.Err() != nil {
		return nil, false
	}
	slices.Reverse(later)
	seen := map[string]bool{}
	for _, id := range slices.Concat(later, all) {
		if !seen[id] && len(ids) < most {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids, true
}

// HasTitles reports whether there is a file of titles of this identity, as far as its head tells.
func (s *Store) HasTitles(queue string, id Identity) bool {
	f, _, _ := s.openTitles(queue, id, os.O_RDONLY)
	if f == nil {
		return false
	}
	_ = f.Close() // it was only read
	return true
}

// openTitles opens the titles of a queue; nil if there is no file of this identity. It returns
// how long the file was when it was saved, and how long it is. The caller closes it.
func (s *Store) openTitles(queue string, id Identity, flags int) (f *os.File, saved, size int64) {
	if s == nil {
		return nil, 0, 0
	}
	f, err := private.Open(s.path(titlesSuffix, queue), flags)
	if err != nil {
		return nil, 0, 0
	}
	head := make([]byte, titlesHead)
	if info, err := f.Stat(); err == nil {
		size = info.Size()
	}
	if _, err := io.ReadFull(f, head); err == nil && size <= mostTitlesFile {
		saved = int64(binary.LittleEndian.Uint64(head[len(titlesMagic)+sha256.Size:]))
		if bytes.Equal(head, makeTitlesHead(s.seal(id), saved)) && saved >= int64(titlesHead) && saved <= size {
			return f, saved, size
		}
	}
	_ = f.Close() // it was only read
	return nil, 0, 0
}

func makeTitlesHead(id Identity, saved int64) []byte {
	head := append([]byte(titlesMagic), id[:]...)
	head = binary.LittleEndian.AppendUint64(head, uint64(saved))
	return binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, crcTable))
}

// eachBlock gives the lines of the blocks of a part of a file, until yield wants no more. The
// lines belong to eachBlock. It is false when a block is damaged, or reaches beyond the part. Where
// the part is growing such a block, which another process may be appending, is left out.
func eachBlock(f io.ReaderAt, from, to int64, grows bool, yield func(lines []byte) bool) bool {
	buf := make([]byte, blockHead, blockHead+titleBlock+mostTitleBytes)
	for at := from; at < to; at += int64(len(buf)) {
		buf = buf[:blockHead]
		if at+blockHead > to {
			return grows
		}
		if _, err := f.ReadAt(buf, at); err != nil {
			return false
		}
		size, sum := binary.LittleEndian.Uint32(buf), binary.LittleEndian.Uint32(buf[4:])
		if int64(size) > int64(cap(buf)-blockHead) {
			return false
		}
		if at+blockHead+int64(size) > to {
			return grows
		}
		buf = buf[:blockHead+int(size)]
		lines := buf[blockHead:]
		if _, err := f.ReadAt(lines, at+blockHead); err != nil || crc32.Checksum(lines, crcTable) != sum {
			return false
		}
		if !yield(lines) {
			return true
		}
	}
	return true
}

// idsWith appends the ids of the lines that have a text.
func idsWith(ids []string, lines, text []byte) []string {
	for {
		at := bytes.Index(lines, text)
		if at < 0 {
			return ids
		}
		line, rest, _ := bytes.Cut(lines[bytes.LastIndexByte(lines[:at], lineEnd)+1:], []byte{lineEnd})
		if id, _, ok := bytes.Cut(line, []byte{idEnd}); ok {
			ids = append(ids, string(id))
		}
		lines = rest
	}
}

// Title is a task as a file of titles has it. The title is as it is looked for, such as in lower
// case; it is empty for a task that is gone.
type Title struct{ ID, Title string }

// appendLine appends the line of a task; none if a line cannot hold it.
func appendLine(to []byte, t Title) []byte {
	if strings.ContainsAny(t.ID, ends) || strings.ContainsAny(t.Title, ends) || len(t.ID)+len(t.Title) > mostTitleBytes-2 {
		return to
	}
	to = append(append(to, t.ID...), idEnd)
	return append(append(to, t.Title...), lineEnd)
}

// appendBlock appends a block of lines.
func appendBlock(to, lines []byte) []byte {
	to = binary.LittleEndian.AppendUint32(to, uint32(len(lines)))
	to = binary.LittleEndian.AppendUint32(to, crc32.Checksum(lines, crcTable))
	return append(to, lines...)
}

// TitlesWriter writes a new file of titles. One goroutine may use it. The methods of a nil
// TitlesWriter do nothing.
type TitlesWriter struct {
	f     *os.File // a temporary file; nil: it was saved or removed
	path  string   // of the file that it will be
	id    Identity
	lines []byte // of the block that is being filled
	size  int64
	err   error
}

// NewTitles begins a file of titles; nil where none can be kept. The caller calls Save or Remove.
func (s *Store) NewTitles(queue string, id Identity) *TitlesWriter {
	if s == nil || s.readOnly {
		return nil
	}
	path := s.path(titlesSuffix, queue)
	f, err := os.CreateTemp(s.folder, filepath.Base(path)+unfinished)
	if err != nil {
		return nil
	}
	w := &TitlesWriter{f: f, path: path, id: s.seal(id), size: int64(titlesHead)}
	_, w.err = f.Write(make([]byte, titlesHead))
	return w
}

// Add adds a task. One that a line cannot hold, or for which there is no room, is left out.
func (w *TitlesWriter) Add(t Title) {
	if w == nil || w.f == nil || w.err != nil {
		return
	}
	if w.lines = appendLine(w.lines, t); len(w.lines) >= titleBlock {
		w.flush()
	}
}

func (w *TitlesWriter) flush() {
	if len(w.lines) > 0 && w.err == nil && w.size+int64(len(w.lines)+blockHead) <= mostTitlesFile {
		_, w.err = w.f.Write(appendBlock(nil, w.lines))
		w.size += int64(len(w.lines) + blockHead)
	}
	w.lines = w.lines[:0]
}

// Save replaces the file of titles of the queue. After an error the old one is still there;
// callers may ignore the error.
func (w *TitlesWriter) Save() error {
	if w == nil || w.f == nil {
		return nil
	}
	w.flush()
	if w.err == nil {
		_, w.err = w.f.WriteAt(makeTitlesHead(w.id, w.size), 0)
	}
	return w.end()
}

// Remove gives up what was written and not saved.
func (w *TitlesWriter) Remove() {
	if w != nil && w.f != nil {
		w.err = errors.Join(w.err, errGivenUp)
		_ = w.end()
	}
}

// end closes the temporary file and gives it its name, or removes it after an error.
func (w *TitlesWriter) end() error {
	err := endTemporary(w.f, w.path, w.err)
	w.f, w.lines = nil, nil
	return err
}

// AppendTitles appends tasks that came or changed to the titles of a queue, if there is a file of
// this identity. Callers may ignore the error.
func (s *Store) AppendTitles(queue string, id Identity, titles []Title) error {
	if s == nil || s.readOnly || len(titles) == 0 {
		return nil
	}
	f, _, _ := s.openTitles(queue, id, os.O_RDWR|os.O_APPEND)
	if f == nil {
		return nil
	}
	var all, lines []byte
	for i, t := range titles {
		if lines = appendLine(lines, t); len(lines) >= titleBlock || i == len(titles)-1 {
			all = appendBlock(all, lines)
			lines = lines[:0]
		}
	}
	_, err := f.Write(all)
	return errors.Join(err, f.Close())
}

// RenewTitles writes the titles of a queue anew, with the last line of each task, if much was
// appended to them. What others append meanwhile is lost. Callers may ignore the error.
func (s *Store) RenewTitles(queue string, id Identity) error {
	if s == nil || s.readOnly {
		return nil
	}
	f, saved, size := s.openTitles(queue, id, os.O_RDONLY)
	if f == nil {
		return nil
	}
	defer func() { _ = f.Close() }() // it is only read
	if size-saved <= max(leastAppended, saved/appendedShare) {
		return nil
	}
	w := s.NewTitles(queue, id)
	if w == nil {
		return nil
	}
	defer w.Remove()
	last, order := map[string]string{}, []string{}
	ok := eachTitle(f, saved, size, true, func(t Title) {
		if _, known := last[t.ID]; !known {
			order = append(order, t.ID)
		}
		last[t.ID] = t.Title
	})
	for _, changed := range slices.Backward(order) {
		if last[changed] != "" {
			w.Add(Title{changed, last[changed]})
		}
	}
	ok = ok && eachTitle(f, int64(titlesHead), saved, false, func(t Title) {
		if _, changed := last[t.ID]; !changed {
			w.Add(t)
		}
	})
	if !ok {
		return os.Remove(f.Name()) // it is damaged
	}
	return w.Save()
}

// eachTitle gives the tasks of a part of a file; false when a block is damaged.
func eachTitle(f io.ReaderAt, from, to int64, grows bool, do func(Title)) bool {
	return eachBlock(f, from, to, grows, func(lines []byte) bool {
		for line := range bytes.Lines(lines) {
			id, title, _ := bytes.Cut(bytes.TrimSuffix(line, []byte{lineEnd}), []byte{idEnd})
			do(Title{string(id), string(title)})
		}
		return true
	})
}
