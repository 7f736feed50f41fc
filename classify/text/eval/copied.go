package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
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

// copied prints every run of copiedWords words that a file under root shares with
// one of the messages, and fails if there is any. Hidden folders are passed over.
func copied(out *bufio.Writer, messages []learn.Example, root string) (err error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	seed := maphash.MakeSeed()
	theirs := map[uint64]bool{}
	for i := range messages {
		eachRun(messages[i].Text, func(words string) { theirs[maphash.String(seed, words)] = true })
	}
	found := false
	files := dir.FS()
	err = fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != "." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		content, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		for _, text := range texts(path, string(content)) {
			eachRun(text, func(words string) {
				if theirs[maphash.String(seed, words)] {
					found = true
					_, _ = fmt.Fprintf(out, "%s: %q\n", path, words)
				}
			})
		}
		return nil
	})
	if err == nil && found {
		return errCopied
	}
	return err
}

// texts are the texts of a file: all of it, and the text field of every line that
// is a JSON object, where quotes and newlines are escaped.
func texts(path, content string) []string {
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
