package hermes

import (
	"path/filepath"
	"strings"
)

// owner writes Hermes' own command for a task of the board as argv; nil when the
// id would be read as an option. A flag without a value is left out with it.
func (j *job) owner(verb, id string, rest ...string) []string {
	if id == "" || strings.HasPrefix(id, "-") {
		return nil
	}
	argv := []string{"hermes", "kanban"}
	switch slug := j.board.ownSlug(); {
	case slug != "":
		argv = append(argv, "--board", slug)
	default:
		// No slug names a file that lies elsewhere; this variable does, before
		// everything else (hermes kanban_db.py, kanban_db_path).
		argv = append([]string{"env", "HERMES_KANBAN_DB=" + j.board.path}, argv...)
	}
	argv = append(argv, verb, id)
	for i := 0; i < len(rest); i++ {
		if strings.HasPrefix(rest[i], "--") && i+1 < len(rest) {
			argv = append(argv, option(rest[i], tidy(rest[i+1]))...)
			i++
			continue
		}
		if value := tidy(rest[i]); value != "" && !strings.HasPrefix(value, "-") {
			argv = append(argv, value)
		}
	}
	return argv
}

// ownSlug is the name by which Hermes knows the board; empty when the file lies
// where Hermes keeps none.
func (b *board) ownSlug() string {
	switch {
	case b.slug != "":
		return b.slug
	case slugOf(b.path) != "":
		return slugOf(b.path)
	case filepath.Base(b.path) == dbName:
		return defaultSlug
	}
	return ""
}

// option writes a flag and its value. A value that would be read as another
// flag is tied to its own.
func option(flag, value string) []string {
	switch {
	case value == "":
		return nil
	case strings.HasPrefix(value, "-"):
		return []string{flag + "=" + value}
	}
	return []string{flag, value}
}
