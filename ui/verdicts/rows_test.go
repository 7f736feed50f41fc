package verdicts

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"
)

// textOf is the text of a number in the tests.
func textOf(n uint64) []byte { return bytes.Repeat([]byte(fmt.Sprint("row ", n, " ")), int(n%7)) }

// savedRows returns a store with the rows of some numbers, in no order.
func savedRows(t *testing.T) (*Store, []uint64) {
	t.Helper()
	s := Open(filepath.Join(t.TempDir(), "notdone"), false)
	w, numbers := s.NewRows("/a/queue.db", mine), []uint64{}
	for i := range uint64(12) {
		n := i * 0x9e3779b97f4a7c15
		numbers = append(numbers, n)
		w.Add(n, textOf(n))
	}
	if err := w.Save(); err != nil {
		t.Fatal(err)
	}
	return s, numbers
}

func TestRowsAreFoundByTheirNumbers(t *testing.T) {
	s, numbers := savedRows(t)
	for _, store := range []*Store{s, Open(s.folder, true)} {
		r, into := store.OpenRows("/a/queue.db", mine), bytes.Repeat([]byte{7}, 20)
		for _, n := range numbers {
			if text, ok := r.Get(n, into); !ok || !r.Has(n) || !bytes.Equal(text, textOf(n)) {
				t.Errorf("%d: %v, %q", n, ok, text)
			}
		}
		if _, ok := r.Get(7, nil); ok || r.Has(7) {
			t.Error("a row that was not added is there")
		}
		r.Close()
	}
	if s.OpenRows("/a/queue.db", others) != nil || s.OpenRows("/b/queue.db", mine) != nil {
		t.Error("rows of another identity are there")
	}
	if _, ok := load(s, "/a/queue.db", mine); ok {
		t.Error("rows are loaded as verdicts")
	}
}

// TestDamagedRows: whatever byte of the file is another one, and wherever it is cut, no text is
// another one than was added.
func TestDamagedRows(t *testing.T) {
	s, numbers := savedRows(t)
	path := s.path(rowsKind.suffix, "/a/queue.db")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	try := func(what string, raw []byte) (found int) {
		t.Helper()
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		r := s.OpenRows("/a/queue.db", mine)
		defer r.Close()
		for _, n := range numbers {
			text, ok := r.Get(n, nil)
			if ok && !bytes.Equal(text, textOf(n)) {
				t.Fatalf("%s: row %d is %q", what, n, text)
			}
			if ok {
				found++
			}
		}
		return found
	}
	if n := try("whole", raw); n != len(numbers) {
		t.Errorf("%d rows of the whole file are found", n)
	}
	for i := range raw {
		flipped := bytes.Clone(raw)
		flipped[i] ^= 1 << (i % 8)
		if n := try(fmt.Sprint("byte ", i), flipped); n == len(numbers) {
			t.Errorf("byte %d: nothing is missed", i)
		}
		if n := try(fmt.Sprint("cut at ", i), raw[:i]); n > 0 {
			t.Errorf("cut at %d: %d rows are found", i, n)
		}
	}
}

// TestRowsThatAreLeftOut: what is too long is left out, and what is given up leaves the file
// before, and nothing else, in the folder.
func TestRowsThatAreLeftOut(t *testing.T) {
	s, numbers := savedRows(t)
	w := s.NewRows("/a/queue.db", mine)
	w.Add(1, []byte("another"))
	w.Remove()
	w.Remove()
	if err := w.Save(); err != nil {
		t.Error(err)
	}
	r := s.OpenRows("/a/queue.db", mine)
	if !r.Has(numbers[3]) || r.Has(1) {
		t.Error("what was given up is there")
	}
	r.Close()
	w = s.NewRows("/a/queue.db", mine)
	w.Add(1, make([]byte, rowsKind.mostText))
	w.Add(2, make([]byte, rowsKind.mostText+1))
	if err := w.Save(); err != nil {
		t.Error(err)
	}
	r = s.OpenRows("/a/queue.db", mine)
	if !r.Has(1) || r.Has(2) || r.Has(numbers[3]) {
		t.Error("the file is not of one row that is not too long")
	}
	r.Close()
	if files, _ := os.ReadDir(s.folder); len(files) != 2 {
		t.Errorf("there are %d files, want the rows and the seed", len(files))
	}
	if Open(s.folder, true).NewRows("/a/queue.db", mine) != nil {
		t.Error("rows are written where nothing is")
	}
	var none *Store
	none.NewRows("/q", mine).Add(1, nil)
	if none.OpenRows("/q", mine).Has(1) {
		t.Error("no store has rows")
	}
}

// FuzzRows: places whose check sum is right may still be anywhere.
func FuzzRows(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6}, uint64(7))
	f.Add(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, 7), uint64(rowsHead)<<lengthBits|9), uint64(7))
	f.Fuzz(func(t *testing.T, places []byte, number uint64) {
		s := Open(filepath.Join(t.TempDir(), "notdone"), false)
		texts := append([]byte("abcd"), textOf(number|1)...)
		places = places[:len(places)/placeBytes*placeBytes]
		at := uint64(rowsHead + len(texts))
		raw := makeHead(rowsKind, s.seal(mine), uint32(len(places)/placeBytes), at, crc32.Checksum(places, crcTable))
		raw = append(append(raw, texts...), places...)
		if err := os.WriteFile(s.path(rowsKind.suffix, "/q"), raw, 0o600); err != nil {
			t.Fatal(err)
		}
		r := s.OpenRows("/q", mine)
		defer r.Close()
		if text, ok := r.Get(number, nil); ok && !bytes.Contains(texts, text) {
			t.Errorf("%q is no part of the file", text)
		}
	})
}
