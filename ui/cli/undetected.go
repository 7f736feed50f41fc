package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"notdone/source/transcript"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// maxNamed is how many files of a folder an error names.
const maxNamed = 3

// insteadOf says what lies in a folder in which nothing is detected, and how one of its files is
// shown nevertheless; empty: it is no folder.
func insteadOf(path string) string {
	entries, err := os.ReadDir(path)
	if err != nil {
		return ""
	}
	var files []string
	folders := 0
	for _, e := range entries {
		switch {
		case e.IsDir():
			folders++
		case e.Type().IsRegular():
			files = append(files, e.Name())
		}
	}
	switch {
	case len(files) == 0 && folders == 0:
		return ": it is an empty folder"
	case len(files) == 0:
		return ": nor is anything in its " + words.Count(folders, "folder", "folders")
	}
	named, tells := strings.Join(files[:min(len(files), maxNamed)], ", "), "which tells of no run; to show it as one"
	if more := len(files) - maxNamed; more > 0 {
		named += " and " + words.Number(more) + " more"
	}
	if len(files) > 1 {
		tells = "none of which tells of a run; to show one all the same"
	}
	command := safe.Command([]string{"notdone", "--as", transcript.Kind, filepath.Join(path, files[0])})
	return fmt.Sprintf(": it holds %s, %s: %s", named, tells, command)
}
