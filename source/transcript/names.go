package transcript

import (
	"path"
	"strings"
)

// extensions are the endings of names that logs have. A file without one may be
// a log too.
var extensions = map[string]bool{
	".jsonl": true, ".ndjson": true, ".log": true, ".txt": true, ".out": true, ".err": true, ".json": true,
}

// agentFolders are the hidden folders that agents keep their logs in.
var agentFolders = map[string]bool{".claude": true, ".codex": true, ".gemini": true, ".anvil": true, ".pi": true, ".logs": true}

// entered reports whether a folder of that name is looked into.
func entered(name string) bool {
	if strings.HasPrefix(name, ".") {
		return agentFolders[name]
	}
	return name != "node_modules"
}

// named reports whether a file of that name may be a log.
func named(name string) bool {
	if strings.HasPrefix(name, ".") || database(name) {
		return false
	}
	ext := strings.ToLower(path.Ext(name))
	return ext == "" || extensions[ext]
}

// called reports whether a file's name alone says that it is a log, which may
// have been rotated.
func called(name string) bool {
	ext := path.Ext(name)
	for ext != "" && strings.Trim(ext[1:], "0123456789") == "" {
		name = strings.TrimSuffix(name, ext)
		ext = path.Ext(name)
	}
	return extensions[strings.ToLower(ext)]
}

// compressed reports whether a file's name says that it is compressed.
func compressed(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".gz", ".zst", ".xz", ".bz2", ".zip", ".tgz", ".lz4":
		return true
	}
	return false
}

// database reports whether a file of that name may belong to a database. Such a
// file is never opened here: closing it would drop the locks that SQLite holds
// on it in this process.
func database(name string) bool {
	if side(name) {
		return true
	}
	ext := strings.ToLower(path.Ext(name))
	return ext == ".db" || ext == ".db3" || strings.HasPrefix(ext, ".sqlite")
}

// side reports whether a file of that name lies beside a database and belongs to
// it.
func side(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, "-wal") || strings.HasSuffix(name, "-shm") || strings.HasSuffix(name, "-journal")
}

// besides reports whether the names beside a file show that it is a database.
func besides(name string, names map[string]bool) bool {
	return names[name+"-wal"] || names[name+"-shm"] || names[name+"-journal"]
}

// stem is the name of a file without folder and extension.
func stem(rel string) string {
	base := path.Base(rel)
	if s := strings.TrimSuffix(base, path.Ext(base)); s != "" {
		return s
	}
	return base
}
