package source

import (
	"net/url"
	"path/filepath"
	"strings"
)

// OnServer reports whether a queue's name is no path but that of a PostgreSQL database: a
// URL, or "service=NAME" of the file of connection services (libpq, "The Connection Service
// File").
func OnServer(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://") || strings.HasPrefix(name, "service=")
}

// Absolute returns the name of a queue that does not depend on the working folder.
func Absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil && !OnServer(name) {
		return abs
	}
	return name
}

// ShortName returns what a queue is called where there is little room: the last part of its
// path, or the database.
func ShortName(name string) string {
	if !OnServer(name) {
		return filepath.Base(name)
	}
	if u, err := url.Parse(name); err == nil && strings.Trim(u.Path, "/") != "" {
		return strings.Trim(u.Path, "/")
	}
	return name
}
