package transcript

import (
	"path"
	"strings"

	"notdone/source/logsource"
	"notdone/source/tail"
)

// extensions are the endings of names that logs have. A file without one may be
// a log too.
var extensions = map[string]bool{
	".jsonl": true, ".ndjson": true, ".log": true, ".txt": true, ".out": true, ".err": true, ".json": true,
}

// agentFolders are the hidden folders that agents keep their logs in.
var agentFolders = map[string]bool{".claude": true, ".codex": true, ".gemini": true, ".anvil": true, ".pi": true, ".logs": true}

// names are the entries of a folder that may be logs.
var names = logsource.Names{Enters: entersFolder, Takes: acceptsFile}

// entersFolder reports whether a folder of that name is looked into.
func entersFolder(_, name string) bool {
	if strings.HasPrefix(name, ".") {
		return agentFolders[name]
	}
	return name != "node_modules"
}

// Reasons why files are left out by their names.
var (
	rotatedLog     = &logsource.Reason{One: "rotated log", Many: "rotated logs"}
	compressedFile = &logsource.Reason{One: "compressed file", Many: "compressed files"}
	otherName      = &logsource.Reason{One: "file not named as a log", Many: "files not named as logs"}
)

// acceptsFile reports whether a file of that name may be a log.
func acceptsFile(_, name string) (ok bool, why *logsource.Reason) {
	switch {
	case tail.IsSideFile(name):
		return false, nil
	case tail.IsDatabase(name):
		return false, logsource.Database
	case strings.HasPrefix(name, "."):
		return false, nil
	}
	switch ext := strings.ToLower(path.Ext(name)); {
	case ext == "" || extensions[ext]:
		return true, nil
	case hasLogName(name):
		return false, rotatedLog
	case compressed[ext]:
		return false, compressedFile
	}
	return false, otherName
}

// hasLogName reports whether a file's name alone says that it is a log, which may
// have been rotated.
func hasLogName(name string) bool {
	ext := path.Ext(name)
	for ext != "" && strings.Trim(ext[1:], "0123456789") == "" {
		name = strings.TrimSuffix(name, ext)
		ext = path.Ext(name)
	}
	return extensions[strings.ToLower(ext)]
}

// compressed are the endings of names of compressed files.
var compressed = map[string]bool{".gz": true, ".zst": true, ".xz": true, ".bz2": true, ".zip": true, ".tgz": true, ".lz4": true}

// stem returns the name of a file without folder and extension.
func stem(rel string) string {
	base := path.Base(rel)
	if s := strings.TrimSuffix(base, path.Ext(base)); s != "" {
		return s
	}
	return base
}
