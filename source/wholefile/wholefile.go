// Package wholefile writes files of notdone's own, whole or not at all: a reader, or a crash at
// any moment, finds the old file or the new one. Files of other systems are written by
// source/filewrite.
package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace makes a file with the content, or replaces the one of the name. The folder must be
// there. If durable is set, the file and its folder are synced before it returns.
func Replace(path string, content []byte, mode fs.FileMode, durable bool) error {
	name, err := prepare(path, content, mode, durable)
	if err != nil {
		return err
	}
	if err := os.Rename(name, path); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	if durable {
		return SyncFolder(filepath.Dir(path))
	}
	return nil
}

// Make makes a file that only its owner can read, and syncs it. The error wraps fs.ErrExist where
// there is one of the name.
func Make(path string, content []byte) error {
	name, err := prepare(path, content, 0o600, true)
	if err != nil {
		return err
	}
	return errors.Join(os.Link(name, path), os.Remove(name))
}

// SyncFolder makes the names in a folder durable.
func SyncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// prepare writes a file with the content beside the path, and returns its name.
func prepare(path string, content []byte, mode fs.FileMode, durable bool) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.new")
	if err != nil {
		return "", err
	}
	if _, err = f.Write(content); err == nil {
		err = f.Chmod(mode)
	}
	if err == nil && durable {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}
