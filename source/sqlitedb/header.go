package sqlitedb

import (
	"bytes"
	"encoding/binary"
)

// headerSize is the length of the database header at the start of page 1
// (sqlite.org/fileformat2.html, 1.3).
const headerSize = 100

var magic = []byte("SQLite format 3\x00")

// Header is the database header of a file, read without SQLite.
type Header struct {
	// IsSQLite is true when the file begins as every SQLite database does.
	IsSQLite bool
	// WAL is true when the header says that the journal mode is WAL.
	WAL bool
	// Empty is true for a file of 0 bytes.
	Empty bool
	// Cut is true when the file begins like a database but ends inside the header.
	Cut bool
	// Size is the length of the file in bytes.
	Size int64

	counter uint32 // the file change counter, which only grows
}

// parseHeader reads a header from the first bytes of a file of the given size.
func parseHeader(b []byte, size int64) Header {
	h := Header{Size: size, Empty: size == 0}
	if len(b) == 0 {
		return h
	}
	h.IsSQLite = bytes.HasPrefix(b, magic)
	if len(b) < headerSize {
		h.Cut = h.IsSQLite || bytes.HasPrefix(magic, b)
		h.IsSQLite = false
		return h
	}
	h.WAL = h.IsSQLite && b[19] == 2
	h.counter = binary.BigEndian.Uint32(b[24:])
	return h
}

// problem returns the sentinel error for a file that is no readable database, or nil.
func (h Header) problem() error {
	switch {
	case h.Empty:
		return ErrEmpty
	case h.Cut:
		return ErrCorrupt
	case !h.IsSQLite:
		return ErrNotSQLite
	}
	return nil
}
