package logsource

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// openRoot opens a folder. It fails at once where there is no folder any more:
// opening a FIFO would wait for its writer, and the separator at the end excludes it.
func openRoot(dir string) (*os.Root, error) {
	root, err := os.OpenRoot(dir + string(filepath.Separator))
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		pe.Path = dir
	}
	return root, err
}

// openDir opens a folder beneath another one. It fails at once where there is none.
func openDir(root *os.Root, rel string) (*os.File, error) {
	return root.OpenFile(rel, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
}
