package learn_test

import (
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
	examples, err := learn.LoadExamples(ownFolder, learn.Own)
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

// plainWords are the words of a text in lower case, without punctuation.
func plainWords(content string) []string {
	return strings.FieldsFunc(strings.ToLower(content), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' })
}
