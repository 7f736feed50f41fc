package main

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"notdone/classify/text/learn"
)

// TestCopied looks for the words of one message in files that hold them, or
// nearly hold them.
func TestCopied(t *testing.T) {
	t.Parallel()
	const message = "The red lorry waits behind the old harbour wall until noon tomorrow."
	for _, c := range []struct {
		name, file, content string
		copied              bool
	}{
		{"the whole of it", "a.go", "// " + message + "\n", true},
		{"in other lines and letters", "a.md", "red LORRY -- waits\n> behind\n> the *old* harbour wall", true},
		{"in a row of examples", "a.jsonl", `{"text":"It said: red lorry waits\u0020behind the\nold harbour wall."}` + "\n", true},
		{"seven words in a row", "a.go", "red lorry waits behind the old harbour, and then the wall until noon", false},
		{"in a hidden folder", ".git/a", message, false},
		{"nothing of it", "a.go", "package a\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			path := filepath.Join(root, c.file)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(c.content), 0o600)); err != nil {
				t.Fatal(err)
			}
			var told strings.Builder
			out := bufio.NewWriter(&told)
			err := errors.Join(findCopied(out, []learn.Example{{Text: message}}, root), out.Flush())
			if errors.Is(err, errCopied) != c.copied || !c.copied && err != nil {
				t.Errorf("%v", err)
			}
			if strings.HasPrefix(told.String(), c.file+`: "`) != c.copied {
				t.Errorf("printed %q", told.String())
			}
		})
	}
	if err := findCopied(&strings.Builder{}, nil, filepath.Join(t.TempDir(), "gone")); err == nil {
		t.Error("a folder that is not there holds nothing")
	}
}

// TestNumbersAreNobodysWords leaves out what two texts share by chance.
func TestNumbersAreNobodysWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"1 2 3 4 5 6 7 8 9":                        0,
		"a1 b2 c3 d4 e5 one two three":             0,
		"a1 b2 c3 d4 one two three four":           1,
		"one two three four five six seven":        0,
		"one two three four five six seven eight":  1,
		"One, two; three. Four five six 7 8 nine.": 2,
	} {
		n := 0
		eachRun(text, func(string) { n++ })
		if n != want {
			t.Errorf("%q has %d runs, not %d", text, n, want)
		}
	}
}
