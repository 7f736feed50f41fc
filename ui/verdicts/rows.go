package verdicts

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"notdone/source/private"
)

// kind is what a file holds. What is beyond its bounds is left out.
type kind struct {
	magic    string // begins each file; its last byte is the version of the format
	suffix   string
	most     int   // texts
	mostText int   // bytes of one text
	mostFile int64 // bytes of all texts
}

var (
	rowsKind  = kind{"notdone rows\x00\x02", ".rows" + suffix, 1 << 20, 16 << 10, 512 << 20}
	partsKind = kind{"notdone part\x00\x02", suffix, mostParts, mostBytes - 1, mostBytes}
)

// A file is a head, the texts, each with its check sum before it, and the places of the
// texts by their numbers. The head is the magic, the identity, how many places there are, where
// they begin, their check sum, and the check sum of the head itself. A place is a number, and
// behind lengthBits of length, with that of the check sum, an offset.
const (
	magicBytes = 14
	rowsHead   = magicBytes + sha256.Size + 4 + 8 + 4 + 4
	placeBytes = 16
	sumBytes   = 4
	lengthBits = 28
)

// place is where the text of a number is.
type place struct{ number, at uint64 }

func (p place) offset() int64 { return int64(p.at >> lengthBits) }
func (p place) length() int   { return int(p.at & (1<<lengthBits - 1)) }

// Rows is a file of texts about a queue, each found by the number that it was
// added with. Any goroutine may use it. The methods of a nil Rows are those of an empty one.
type Rows struct {
	f      *os.File
	places []place
}

// OpenRows opens the rows of a queue; nil if there is no valid file of this identity. The caller
// closes it.
func (s *Store) OpenRows(queue string, id Identity) *Rows { return s.open(rowsKind, queue, id) }

func (s *Store) open(of kind, queue string, id Identity) *Rows {
	if s == nil {
		return nil
	}
	f, err := private.Open(s.path(of.suffix, queue), os.O_RDONLY)
	if err != nil {
		return nil
	}
	places, ok := readPlaces(f, of, s.seal(id))
	if !ok {
		_ = f.Close() // it was only read
		return nil
	}
	return &Rows{f: f, places: places}
}

// readPlaces reads and checks the head and the places of a file.
func readPlaces(f *os.File, of kind, id Identity) ([]place, bool) {
	info, err := f.Stat()
	if err != nil || info.Size() > of.mostFile+int64(of.most*placeBytes+rowsHead) {
		return nil, false
	}
	head := make([]byte, rowsHead)
	if _, err := io.ReadFull(f, head); err != nil {
		return nil, false
	}
	numbers := head[magicBytes+sha256.Size:]
	count, at, sum := binary.LittleEndian.Uint32(numbers), binary.LittleEndian.Uint64(numbers[4:]), binary.LittleEndian.Uint32(numbers[12:])
	size := int64(count) * placeBytes
	if int64(count) > int64(of.most) || at > math.MaxInt64/2 || int64(at) != info.Size()-size || !bytes.Equal(head, makeHead(of, id, count, at, sum)) {
		return nil, false
	}
	raw := make([]byte, size)
	if _, err := f.ReadAt(raw, int64(at)); err != nil && !errors.Is(err, io.EOF) || crc32.Checksum(raw, crcTable) != sum {
		return nil, false
	}
	places := make([]place, count)
	for i := range places {
		one := raw[i*placeBytes:]
		p := place{binary.LittleEndian.Uint64(one), binary.LittleEndian.Uint64(one[8:])}
		if p.offset() < int64(rowsHead) || p.offset()+int64(p.length()) > int64(at) || p.length() < sumBytes || p.length() > of.mostText+sumBytes {
			return nil, false
		}
		places[i] = p
	}
	return places, slices.IsSortedFunc(places, comparePlaces)
}

func makeHead(of kind, id Identity, count uint32, at uint64, sum uint32) []byte {
	head := append([]byte(of.magic), id[:]...)
	head = binary.LittleEndian.AppendUint32(head, count)
	head = binary.LittleEndian.AppendUint64(head, at)
	head = binary.LittleEndian.AppendUint32(head, sum)
	return binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, crcTable))
}

func comparePlaces(a, b place) int { return cmp.Compare(a.number, b.number) }

// Len returns how many texts there are.
func (r *Rows) Len() int {
	if r == nil {
		return 0
	}
	return len(r.places)
}

// Has reports whether there is a text of the number.
func (r *Rows) Has(number uint64) bool {
	_, found := r.find(number)
	return found
}

func (r *Rows) find(number uint64) (place, bool) {
	if r == nil {
		return place{}, false
	}
	i, found := slices.BinarySearchFunc(r.places, place{number: number}, comparePlaces)
	if !found {
		return place{}, false
	}
	return r.places[i], true
}

// Get returns the text of a number; false if there is none, or it is damaged. The text lies in
// the memory of into, where that is large enough.
func (r *Rows) Get(number uint64, into []byte) ([]byte, bool) {
	p, found := r.find(number)
	if !found {
		return nil, false
	}
	raw := slices.Grow(into[:0], p.length())[:p.length()]
	if _, err := r.f.ReadAt(raw, p.offset()); err != nil {
		return nil, false
	}
	text := raw[sumBytes:]
	return text, binary.LittleEndian.Uint32(raw) == sumOf(number, text)
}

// sumOf returns the check sum of a text and its number.
func sumOf(number uint64, text []byte) uint32 {
	var said [8]byte
	binary.LittleEndian.PutUint64(said[:], number)
	return crc32.Update(crc32.Checksum(said[:], crcTable), crcTable, text)
}

// Close closes the file.
func (r *Rows) Close() {
	if r != nil {
		_ = r.f.Close() // it was only read
	}
}

// RowsWriter writes a new file of rows. One goroutine may use it. The methods of a nil
// RowsWriter do nothing.
type RowsWriter struct {
	f      *os.File // a temporary file; nil: it was saved or removed
	of     kind
	path   string // of the file that it will be
	id     Identity
	w      *bufio.Writer
	size   int64
	places []place
	err    error
}

// NewRows begins a file of rows; nil where none can be kept. The caller calls Save or Remove.
func (s *Store) NewRows(queue string, id Identity) *RowsWriter {
	if s == nil || s.readOnly {
		return nil
	}
	w, err := s.create(rowsKind, queue, id)
	if err != nil {
		return nil
	}
	return w
}

func (s *Store) create(of kind, queue string, id Identity) (*RowsWriter, error) {
	path := s.path(of.suffix, queue)
	f, err := os.CreateTemp(s.folder, filepath.Base(path)+unfinished)
	if err != nil {
		return nil, err
	}
	r := &RowsWriter{f: f, of: of, path: path, id: s.seal(id), w: bufio.NewWriterSize(f, 64<<10), size: int64(rowsHead)}
	_, r.err = r.w.Write(make([]byte, rowsHead))
	return r, nil
}

// Add adds a text. One that is too long, or for which there is no room, is left out.
func (r *RowsWriter) Add(number uint64, text []byte) {
	if r == nil || r.err != nil || len(text) > r.of.mostText || r.size+int64(len(text)+sumBytes) > r.of.mostFile || len(r.places) == r.of.most {
		return
	}
	_, err := r.w.Write(binary.LittleEndian.AppendUint32(nil, sumOf(number, text)))
	if err == nil {
		_, err = r.w.Write(text)
	}
	r.err = err
	length := len(text) + sumBytes
	r.places = append(r.places, place{number, uint64(r.size)<<lengthBits | uint64(length)})
	r.size += int64(length)
}

// Save replaces the file of rows of the queue. After an error the old one is still there;
// callers may ignore the error.
func (r *RowsWriter) Save() error {
	if r == nil || r.f == nil {
		return nil
	}
	slices.SortStableFunc(r.places, comparePlaces)
	sum := uint32(0)
	for _, p := range r.places {
		raw := binary.LittleEndian.AppendUint64(nil, p.number)
		raw = binary.LittleEndian.AppendUint64(raw, p.at)
		sum = crc32.Update(sum, crcTable, raw)
		if _, err := r.w.Write(raw); err != nil {
			r.err = err
			break
		}
	}
	if r.err == nil {
		r.err = r.w.Flush()
	}
	if r.err == nil {
		_, r.err = r.f.WriteAt(makeHead(r.of, r.id, uint32(len(r.places)), uint64(r.size), sum), 0)
	}
	return r.end()
}

// Remove gives up what was written and not saved.
func (r *RowsWriter) Remove() {
	if r != nil && r.f != nil {
		r.err = errors.Join(r.err, errGivenUp)
		_ = r.end()
	}
}

var errGivenUp = errors.New("it was given up")

// end closes the temporary file and gives it its name, or removes it after an error.
func (r *RowsWriter) end() error {
	err := endTemporary(r.f, r.path, r.err)
	r.f, r.places, r.w = nil, nil, nil
	return err
}

// endTemporary closes a temporary file that was written and gives it its name, or removes it after
// an error.
func endTemporary(f *os.File, path string, err error) error {
	name := f.Name()
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(name, path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}
