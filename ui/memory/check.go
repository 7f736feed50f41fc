package memory

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"notdone/source/private"
)

// sides are what SQLite keeps beside the file.
var sides = []string{"-wal", "-shm", "-journal"}

// checkFiles makes sure, before SQLite opens the file and writes to it, that the
// file and those beside it are regular files that only this user can change, and
// that it is not the database of another program. It must be called while this
// process has no connection to the file, since closing a file drops its locks.
func checkFiles(path string) error {
	for _, side := range sides {
		info, err := os.Lstat(path + side)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = private.CheckInfo(info)
		}
		if err != nil {
			return fmt.Errorf("its %s: %w", side, err)
		}
	}
	f, err := private.Open(path, os.O_RDONLY)
	if err != nil {
		return err
	}
	return errors.Join(checkHead(f), f.Close())
}

// Offsets in the first page of a database (SQLite's file format, sections 1.3
// and 1.6).
const (
	magic         = "SQLite format 3\x00"
	applicationAt = 68
	pageTypeAt    = 100
	cellsAt       = 103
	headSize      = 105
	leafPage      = 0x0d
)

// checkHead returns an error unless the file is a memory of notdone, or empty, or
// an empty database, which may become one.
func checkHead(f io.Reader) error {
	head := make([]byte, headSize)
	n, err := io.ReadFull(f, head)
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	case n < headSize || string(head[:len(magic)]) != magic:
		return errDamaged
	}
	switch binary.BigEndian.Uint32(head[applicationAt:]) {
	case applicationID:
		return nil
	case 0:
		if head[pageTypeAt] == leafPage && head[cellsAt] == 0 && head[cellsAt+1] == 0 {
			return nil
		}
	}
	return errForeign
}
