package anvil

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// errFound ends a search.
var errFound = errors.New("found")

// holds reports whether a folder holds a session of Anvil's.
func holds(ctx context.Context, dir string, deep bool) (bool, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false, fmt.Errorf("%s: %w", dir, plain(err))
	}
	defer func() { _ = root.Close() }() // it was only read
	heads := 0
	w := &walk{root: root, deep: deep, files: detectFiles}
	err = w.each(ctx, func(rel string, s spot, _ stamp) error {
		f := file{rel: rel, spot: s}
		if f.own() {
			return errFound
		}
		if s.role == roleMeta || s.role == roleLife || heads == detectHeads {
			return nil
		}
		heads++
		if head, err := readHead(dir, rel); err == nil && sniff(head, s, false).ours {
			return errFound
		}
		return nil
	})
	if errors.Is(err, errFound) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", dir, plain(err))
	}
	return false, nil
}

// absolute is the path without symbolic links.
func absolute(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, plain(err))
	}
	if real, err = filepath.Abs(real); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return strings.TrimSuffix(real, "/"), nil
}
