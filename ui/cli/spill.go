package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/query"
)

// spill holds texts that are added once and are asked for later in any order: the last ones in
// memory, those before them in a temporary file without a name, or where there can be none in
// memory, too. The zero spill is empty. Who made it closes it.
type spill struct {
	blocks []block
	file   *os.File // of those that are not in memory; nil: there are none yet
	size   int64    // of file
	failed bool     // no more is written
	read   []byte   // what was read last
}

// block is the texts that were added one after the other.
type block struct {
	texts  []byte // nil: they are in the file
	offset int64  // in the file
}

// spot is where a text is.
type spot struct {
	block, from, length uint32
}

// blockSize is how many bytes are held in memory before they are written to the file, unless a
// single text is longer.
const blockSize = 256 << 10

// add holds a copy of a text.
func (s *spill) add(text []byte) spot {
	last := len(s.blocks) - 1
	if last < 0 || len(s.blocks[last].texts)+len(text) > blockSize {
		free := s.write(last)
		if cap(free) < len(text) {
			free = make([]byte, 0, max(blockSize, len(text)))
		}
		s.blocks = append(s.blocks, block{texts: free})
		last++
	}
	b := &s.blocks[last]
	at := spot{uint32(last), uint32(len(b.texts)), uint32(len(text))} // #nosec G115 -- of a row's texts, which are cut
	b.texts = append(b.texts, text...)
	return at
}

// write moves a block into the file, and returns the memory where it was. A disk that is full or
// a folder that takes no files is no error: the block stays in memory.
func (s *spill) write(i int) []byte {
	if i < 0 || s.failed {
		return nil
	}
	if s.file == nil {
		f, err := os.CreateTemp("", "notdone-*")
		if err != nil {
			s.failed = true
			return nil
		}
		_ = os.Remove(f.Name()) // the system frees it when it is closed, however the program ends
		s.file = f
	}
	b := &s.blocks[i]
	n, err := s.file.WriteAt(b.texts, s.size)
	if err != nil {
		s.failed = true
		return nil
	}
	free := b.texts[:0]
	b.texts, b.offset = nil, s.size
	s.size += int64(n)
	return free
}

// text returns what was added there, valid until the next call.
func (s *spill) text(at spot) ([]byte, error) {
	b := &s.blocks[at.block]
	if b.texts != nil {
		return b.texts[at.from:][:at.length], nil
	}
	s.read = slices.Grow(s.read[:0], int(at.length))[:at.length]
	if _, err := s.file.ReadAt(s.read, b.offset+int64(at.from)); err != nil {
		return nil, fmt.Errorf("read what was listed back from a temporary file: %w", err)
	}
	return s.read, nil
}

func (s *spill) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// sortedLines holds tasks as they are written, until all are known and can be sorted. Of a task it
// holds the key in memory.
type sortedLines struct {
	by      query.Order
	keys    *board.Gathering
	entries []entry
	spilled spill // the lines
}

func newSortedLines(by query.Order) *sortedLines {
	return &sortedLines{by: by, keys: board.NewGathering(false)}
}

func (l *sortedLines) add(r *model.Row, line []byte) {
	l.entries = append(l.entries, entry{key: l.keys.Add(r), at: l.spilled.add(line)})
}

// print writes the lines in their order and lets go of them.
func (l *sortedLines) print(out *output) (err error) {
	defer func() { err = errors.Join(err, l.spilled.close()) }()
	sortEntries(l.entries, l.by)
	for _, e := range l.entries {
		line, err := l.spilled.text(e.at)
		if err != nil {
			return err
		}
		if err := out.write(line); err != nil {
			return err
		}
	}
	return nil
}
