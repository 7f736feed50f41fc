//go:build !linux

package client

// makeWhole makes a file with that content at path, which must not exist.
func makeWhole(path string, content []byte) error { return makeNamed(path, content) }
