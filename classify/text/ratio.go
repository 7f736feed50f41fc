package text

import (
	"strings"
	"unicode/utf8"
)

// How far a count and what it is a part of stand apart, in words: the thing that is counted
// between them ("28 postes sur 40"), and what stands between the whole and the count where
// the whole comes first ("von den 40 Plätzen sind 28 umgestellt").
const (
	countedWords = 3
	wholeWords   = 6
)

// findRatio returns the count in a sentence that is a part of another number, and that number;
// 0 when there is none.
func (r *reader) findRatio(i int) (n, all int) {
	s := &r.sentences[i]
	if !s.counts {
		return 0, 0
	}
	words := r.scanner.words[s.from:s.to]
	if all, k := r.wholeFrom(words, 0); all > 0 {
		for ; k < min(len(words), wholeWords+3); k++ {
			if n := r.countAt(words, k); n >= 0 && n <= all {
				return n, all
			}
		}
	}
	if n, all := cutTotal(r.message[s.start:s.end]); all > 0 {
		return n, all
	}
	for k := range words {
		n := r.countAt(words, k)
		if n < 0 || words[k].quoted || k > 0 && r.lexicon.ordinals[words[k-1].id] {
			continue
		}
		if all := r.wholeBehind(words, k); all >= n && all > 0 && !isYear(all) {
			return n, all
		}
		if part := cutPart(r.message[words[k].start:s.end]); part >= 0 && part <= n && n > 0 {
			return part, n
		}
	}
	return 0, 0
}

// wholeBehind returns the number behind a link, "von", "sur", that follows a count, perhaps
// over the thing that is counted; -1 when there is none.
func (r *reader) wholeBehind(words []word, k int) int {
	for j := k + 1; j < min(len(words), k+countedWords+2); j++ {
		if words[j].afterBreak {
			return -1
		}
		if all, next := r.wholeFrom(words, j); all > 0 {
			closes := next == len(words) || words[next].afterBreak // "212 photographs of 900."
			if j == k+1 || closes || !r.lexicon.looseLinks[words[j].id] || r.lexicon.articles[words[j+1].id] {
				return all
			}
		}
		if r.countAt(words, j) >= 0 {
			return -1
		}
	}
	return -1
}

// wholeFrom returns the number that stands behind a link at a word, perhaps over articles, and
// the word after it; -1 when there is none.
func (r *reader) wholeFrom(words []word, at int) (all, next int) {
	if at >= len(words) || !r.lexicon.links[words[at].id] {
		return -1, at
	}
	for k := at + 1; k < min(len(words), at+4); k++ {
		if n := r.countAt(words, k); n >= 0 {
			return n, k + 1
		}
		if !r.lexicon.articles[words[k].id] {
			break
		}
	}
	return -1, at
}

// isYear reports whether a number is more likely a year than a count.
func isYear(n int) bool { return n >= 1900 && n < 2100 }

// hasNumber reports whether countAt may find a number among words. Most sentences have none.
func (r *reader) hasNumber(words []word) bool {
	for i := range words {
		w := &words[i]
		c := r.message[w.start]
		if r.lexicon.numbers[w.id] > 0 || c >= '0' && c <= '9' {
			return true
		}
		if c >= firstCharacterNumber && c <= lastCharacterNumber {
			if first, _ := utf8.DecodeRuneInString(r.message[w.start:]); characterNumber(first) >= 0 {
				return true
			}
		}
	}
	return false
}

// countAt returns the number that a word is, in digits or spelled out; -1 when it is none.
func (r *reader) countAt(words []word, k int) int {
	w := &words[k]
	if n := int(r.lexicon.numbers[w.id]); n > 0 {
		return n
	}
	c := r.message[w.start]
	if c >= firstCharacterNumber && c <= lastCharacterNumber {
		n, _ := cutCharacters(r.message[w.start:])
		return n
	}
	if c < '0' || c > '9' {
		return -1
	}
	n, rest := cutThousands(r.message[w.start:w.end])
	if rest != "" {
		return -1
	}
	return n
}

// characterNumber returns the number that a Chinese character stands for; -1 if it stands for none.
// Ten and a hundred multiply the number before them.
func characterNumber(c rune) int {
	switch c {
	case '十':
		return 10
	case '百':
		return 100
	}
	const digits = "零一二三四五六七八九"
	if at := strings.IndexRune(digits, c); at >= 0 {
		return at / len("零") // all of them have this length
	}
	return -1
}

// The first bytes of those characters.
const firstCharacterNumber, lastCharacterNumber = 0xe4, 0xe9

// cutCharacters cuts off the number below a thousand that a text begins with in Chinese
// characters, "三十二件"; -1 when it begins with none.
func cutCharacters(text string) (int, string) {
	n, digit, found := 0, 0, false
	for i, c := range text {
		by := characterNumber(c)
		switch {
		case by < 0 && !found:
			return -1, text
		case by < 0:
			return n + digit, text[i:]
		case by >= 10:
			n, digit = n+max(1, digit)*by, 0
		default:
			digit = by
		}
		found = true
	}
	if !found {
		return -1, text
	}
	return n + digit, ""
}

// cutThousands cuts off the number that a text begins with, which may have commas, full stops
// or apostrophes between its thousands, or be written in characters.
func cutThousands(text string) (int, string) {
	if text != "" && text[0] >= utf8.RuneSelf {
		return cutCharacters(text)
	}
	n, rest := cutNumber(text)
	for n >= 0 && len(rest) >= 4 && strings.IndexByte(",.'", rest[0]) >= 0 {
		group, after := cutNumber(rest[1:4])
		if group < 0 || after != "" || len(rest) > 4 && rest[4] >= '0' && rest[4] <= '9' {
			break
		}
		n, rest = n*1000+group, rest[4:]
	}
	return n, rest
}

// cutTotal returns the greatest number of a sentence in characters before a total of the same unit, and that:
// "转写了27小时,总共64小时". It is 0 of 0 where there is none.
func cutTotal(text string) (n, all int) {
	for _, word := range lists["whole-before"] {
		before, behind, found := strings.Cut(text, word)
		total, rest := cutThousands(strings.TrimLeft(behind, " "))
		if !found || total <= 0 || rest == "" {
			continue
		}
		unit, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
		for i := 0; i < len(before); {
			count, rest := cutThousands(before[i:])
			if count < 0 {
				_, size := utf8.DecodeRuneInString(before[i:])
				i += size
				continue
			}
			i = len(before) - len(rest)
			if of, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " ")); of == unit && count <= total {
				n = max(n, count)
			}
		}
		if n > 0 {
			return n, total
		}
	}
	return 0, 0
}

// cutPart returns the number that a text in characters says is part of the number that it
// begins with, "9000件中3211件"; -1 when there is none.
func cutPart(text string) int {
	_, rest := cutThousands(text)
	for skipped := 0; skipped <= countedWords && rest != ""; skipped++ {
		for _, link := range lists["part-link-inside"] {
			if after, ok := strings.CutPrefix(rest, link); ok {
				if n, _ := cutThousands(after); n >= 0 {
					return n
				}
			}
		}
		c, size := utf8.DecodeRuneInString(rest)
		if !isCharacter(c) {
			return -1
		}
		rest = rest[size:]
	}
	return -1
}
