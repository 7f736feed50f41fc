package source

import (
	"net/url"
	"path/filepath"
	"strings"
)

// OnServer reports whether the name of a queue is that of a PostgreSQL database and not a
// path: a URL, or "service=NAME" with a name of the connection service file (libpq, "The
// Connection Service File").
func OnServer(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://") || strings.HasPrefix(name, "service=")
}

// Absolute returns the name of a queue in a form that does not depend on the working folder: an
// absolute path, or the unchanged name of a PostgreSQL database.
func Absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil && !OnServer(name) {
		return abs
	}
	return name
}

// ShortName returns a short name of a queue for display: the last element of its path, or the
// name of the database. The name of a URL that cannot be parsed is returned whole.
func ShortName(name string) string {
	if !OnServer(name) {
		return filepath.Base(name)
	}
	if u, err := url.Parse(name); err == nil && strings.Trim(u.Path, "/") != "" {
		return strings.Trim(u.Path, "/")
	}
	return name
}
