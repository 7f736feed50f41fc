package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"notdone/classify/text/learn"
)

// copiedWords is how many words in a row no file may share with a message.
const copiedWords = 8

// errCopied says that words of a message stand in a file.
var errCopied = errors.New("words of the labelled messages stand in the repository")

// findCopied prints every run of copiedWords words that a file under root shares with
// one of the messages, and fails if there is any. Hidden folders are passed over.
func findCopied(out io.Writer, messages []learn.Example, root string) error {
	theirs := map[string]bool{}
	for i := range messages {
		eachRun(messages[i].Text, func(words string) { theirs[words] = true })
	}
	found := false
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		content, err := os.ReadFile(path) //nolint:gosec // a file of this repository
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		for _, text := range textsIn(path, string(content)) {
			eachRun(text, func(words string) {
				if theirs[words] {
					found = true
					_, _ = fmt.Fprintf(out, "%s: %q\n", name, words) // the flush reports the error
				}
			})
		}
		return err
	})
	if err == nil && found {
		return errCopied
	}
	return err
}

// textsIn returns the texts of a file: all of it, and the text field of every line that
// is a JSON object, where quotes and newlines are escaped.
func textsIn(path, content string) []string {
	all := []string{content}
	if filepath.Ext(path) == ".jsonl" {
		for line := range strings.Lines(content) {
			var e struct{ Text string }
			if json.Unmarshal([]byte(line), &e) == nil {
				all = append(all, e.Text)
			}
		}
	}
	return all
}

// eachRun gives every run of copiedWords words to use, in lower case and without
// punctuation. Runs of numbers and names of files, which nobody wrote, are left out.
func eachRun(text string, use func(words string)) {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	})
	for i := copiedWords; i <= len(words); i++ {
		letters := 0
		for _, w := range words[i-copiedWords : i] {
			if len(w) > 1 && !strings.ContainsFunc(w, unicode.IsDigit) {
				letters++
			}
		}
		if letters >= copiedWords/2 {
			use(strings.Join(words[i-copiedWords:i], " "))
		}
	}
}
