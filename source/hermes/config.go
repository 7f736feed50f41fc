package hermes

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"go.yaml.in/yaml/v3"
)

// configMax bounds how much of a configuration file is read, in bytes.
const configMax = 1 << 20

// config is the configuration file of a Hermes root and what was read of it.
type config struct {
	path   string
	seen   os.FileInfo // nil while there is none
	limits *limits
}

// load reads the file again if it changed and reports whether the limits may
// now be others. Without a file Hermes' defaults hold; a file that cannot be
// understood is an error, and what was known before stays.
func (c *config) load() (bool, error) {
	info, err := os.Lstat(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		changed := c.seen != nil || c.limits == nil
		c.seen = nil
		if changed {
			c.limits = defaultLimits()
		}
		return changed, nil
	}
	if err != nil {
		return false, fmt.Errorf("cannot look at the Hermes configuration: %w", err)
	}
	if c.seen != nil && os.SameFile(c.seen, info) && c.seen.ModTime().Equal(info.ModTime()) && c.seen.Size() == info.Size() {
		return false, nil
	}
	c.seen = info
	values, err := readConfig(c.path)
	if err != nil {
		return false, err
	}
	c.limits = limitsFrom(values)
	return true, nil
}

// readConfig reads a YAML mapping from a regular file.
func readConfig(path string) (map[string]any, error) {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("cannot open the folder of the Hermes configuration: %w", err)
	}
	defer func() { _ = root.Close() }() // only read
	info, err := root.Lstat(filepath.Base(path))
	if err != nil {
		return nil, fmt.Errorf("cannot look at the Hermes configuration: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("the Hermes configuration %s is not a regular file", path)
	}
	f, err := root.OpenFile(filepath.Base(path), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("cannot open the Hermes configuration: %w", err)
	}
	defer func() { _ = f.Close() }() // only read
	raw, err := io.ReadAll(io.LimitReader(f, configMax))
	if err != nil {
		return nil, fmt.Errorf("cannot read the Hermes configuration: %w", err)
	}
	return parseConfig(raw)
}

// parseConfig understands the text of a configuration. An empty one is a
// configuration that sets nothing.
func parseConfig(raw []byte) (map[string]any, error) {
	var values map[string]any
	if err := yaml.Unmarshal(raw, &values); err != nil {
		return nil, fmt.Errorf("cannot understand the Hermes configuration: %w", err)
	}
	if values == nil {
		values = map[string]any{}
	}
	return values, nil
}
