package anvil

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// errKnown ends a search whose answer is known.
var errKnown = errors.New("known")

// holds reports whether a folder holds sessions of Anvil's. Anvil's own folders
// in it settle that; beneath it, where folders of other things may lie, nothing
// else may claim to be a log.
func holds(ctx context.Context, dir string, deep bool) (bool, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false, fmt.Errorf("%s: %w", dir, plain(err))
	}
	defer func() { _ = root.Close() }() // it was only read
	own, ours, foreign, heads := false, 0, false, 0
	w := &walk{root: root, deep: deep, files: detectFiles}
	err = w.each(ctx, func(rel string, s spot, _ stamp) error {
		f := file{rel: rel, spot: s}
		if f.own() {
			if own = s.place == "."; own {
				return errKnown
			}
			ours++
			return nil
		}
		if s.role == roleMeta || s.role == roleLife || heads == detectHeads {
			return nil
		}
		heads++
		head, err := readHead(dir, rel)
		switch {
		case err != nil:
		case sniff(head, s, false).ours:
			ours++
		case s.role == roleLog && len(head) > 0:
			foreign = true
		}
		return nil
	})
	if err != nil && !errors.Is(err, errKnown) {
		return false, fmt.Errorf("%s: %w", dir, plain(err))
	}
	return own || ours > 0 && !foreign, nil
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
