package learn_test

import (
	"encoding/json"
	"errors"
	"hash/maphash"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"notdone/classify/text"
	"notdone/classify/text/learn"
)

// TestOwnExamples checks that our own examples are many, of every label, and
// that none stands there twice.
func TestOwnExamples(t *testing.T) {
	t.Parallel()
	examples, err := learn.Load(ownFile, learn.Own)
	if err != nil {
		t.Fatal(err)
	}
	count := map[text.Label]int{}
	seen := map[string]bool{}
	for i := range examples {
		e := &examples[i]
		count[e.Label]++
		if words := strings.Join(plainWords(e.Text), " "); words != "" && seen[words] {
			t.Errorf("twice: %.80q", e.Text)
		} else {
			seen[words] = true
		}
	}
	for _, label := range []text.Label{text.LabelDone, text.LabelBlocked, text.LabelRefused, text.LabelFailed} {
		if count[label] < 50 {
			t.Errorf("%d examples of %v", count[label], label)
		}
	}
}

// foreignMessages are labelled messages of others, beside the repository where
// they are at hand.
const foreignMessages = "../../../../shared/data/classify/dev.jsonl"

// run is how many words in a row may not be taken over from them.
const run = 8

// TestNothingIsCopied checks that no text of the repository has eight words in a
// row of the labelled messages of others. It is skipped where they are not.
func TestNothingIsCopied(t *testing.T) {
	t.Parallel()
	messages, err := learn.Load(foreignMessages, "")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no labelled messages here")
	}
	if err != nil {
		t.Fatal(err)
	}
	seed := maphash.MakeSeed()
	theirs := map[uint64]bool{}
	for i := range messages {
		eachRun(messages[i].Text, func(words string) { theirs[maphash.String(seed, words)] = true })
	}
	check := func(where, content string) {
		eachRun(content, func(words string) {
			if theirs[maphash.String(seed, words)] {
				t.Errorf("%s: %q", where, words)
			}
		})
	}
	err = filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // another test's file, gone again
			}
			return err
		}
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || filepath.Ext(path) == ".bin" || filepath.Ext(path) == ".gif" {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		}
		for line := range strings.Lines(string(content)) {
			var e struct{ Text string }
			if filepath.Ext(path) == ".jsonl" && json.Unmarshal([]byte(line), &e) == nil {
				check(path, e.Text)
			}
		}
		check(path, string(content))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// plainWords are the words of a text in lower case, without punctuation.
func plainWords(content string) []string {
	return strings.FieldsFunc(strings.ToLower(content), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' })
}

// eachRun gives every run of words to use, apart from those of numbers, names of
// files and the like, which nobody wrote.
func eachRun(content string, use func(words string)) {
	words := plainWords(content)
	for i := run; i <= len(words); i++ {
		letters := 0
		for _, w := range words[i-run : i] {
			if len(w) > 1 && !strings.ContainsFunc(w, unicode.IsDigit) {
				letters++
			}
		}
		if letters >= run/2 {
			use(strings.Join(words[i-run:i], " "))
		}
	}
}
