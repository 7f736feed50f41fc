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
	// Problem is nil for a database; else ErrEmpty, ErrNotSQLite, or ErrCorrupt for a
	// file that begins like a database and ends inside the header.
	Problem error
	// WAL is true when the header says that the journal mode is WAL.
	WAL bool

	counter uint32 // the file change counter, which only grows
}

// parseHeader reads a header from the first bytes of a file of the given size.
func parseHeader(b []byte, size int64) Header {
	switch {
	case size == 0:
		return Header{Problem: ErrEmpty}
	case len(b) < headerSize && len(b) > 0 && (bytes.HasPrefix(b, magic) || bytes.HasPrefix(magic, b)):
		return Header{Problem: ErrCorrupt}
	case len(b) < headerSize || !bytes.HasPrefix(b, magic):
		return Header{Problem: ErrNotSQLite}
	}
	return Header{WAL: b[19] == 2, counter: binary.BigEndian.Uint32(b[24:])}
}
