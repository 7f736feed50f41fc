package cycle

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// frames are what obstacles of any object say in the scripts that are written without
// blanks, the longest first.
var frames = sync.OnceValue(func() []string {
	all := slices.Clone(lists["frame"])
	slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return all
})

// segment puts blanks between the words of a folded text in Chinese and Japanese: where the
// script changes, and around what obstacles of any object say. A run of hiragana that is
// not all such words is kept whole, because it may be a word of its own.
func segment(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return scriptOf(r) != nil }) {
		return s
	}
	var b strings.Builder
	for s != "" {
		r, _ := utf8.DecodeRuneInString(s)
		script := scriptOf(r)
		end := strings.IndexFunc(s, func(r rune) bool { return scriptOf(r) != script })
		if end < 0 {
			end = len(s)
		}
		run := s[:end]
		switch script {
		case nil:
			b.WriteString(run)
		case unicode.Hiragana:
			if strings.TrimSpace(dropFrames(run)) == "" {
				run = ""
			}
			b.WriteString(" " + run + " ")
		default:
			b.WriteString(" " + dropFrames(run) + " ")
		}
		s = s[end:]
	}
	return b.String()
}

// dropFrames puts blanks in the place of the frames of a run of one script.
func dropFrames(run string) string {
	var b strings.Builder
	for run != "" {
		i := slices.IndexFunc(frames(), func(frame string) bool { return strings.HasPrefix(run, frame) })
		if i >= 0 {
			b.WriteByte(' ')
			run = run[len(frames()[i]):]
			continue
		}
		_, n := utf8.DecodeRuneInString(run)
		b.WriteString(run[:n])
		run = run[n:]
	}
	return b.String()
}

// scriptOf returns the script of a rune that is written without blanks; nil for others.
func scriptOf(r rune) *unicode.RangeTable {
	switch {
	case r < 0x3000:
		return nil
	case unicode.Is(unicode.Han, r):
		return unicode.Han
	case unicode.Is(unicode.Hiragana, r):
		return unicode.Hiragana
	case unicode.Is(unicode.Katakana, r), r == 'ー':
		return unicode.Katakana
	}
	return nil
}
