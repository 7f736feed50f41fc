package infer

import (
	"regexp"
	"slices"
	"strings"
)

var (
	quotedText = regexp.MustCompile(`'((?:[^']|'')*)'`)
	blockNote  = regexp.MustCompile(`/\*([^\n]*?)\*/`)
	codeNote   = regexp.MustCompile(`(?i)(?:\b|(-))(\d{1,3})\s*(?:=|:|-|->|=>)\s*['"]?([a-z][a-z_ -]{2,24})`)
)

// declaredWords returns the words of the status that the schema names: in a CHECK, in the
// default, in the condition of an index.
func (v *view) declaredWords() []string {
	if v.status == nil {
		return nil
	}
	return v.declaredFor(v.status)
}

// declaredFor returns the words that the schema names for a column.
func (v *view) declaredFor(f *field) []string {
	if f.path != "" {
		return nil
	}
	column := f.name
	words := checkWords(v.SQL, column)
	for _, x := range v.Indexes {
		if x.Partial {
			if _, where, ok := strings.Cut(strings.ToUpper(x.SQL), " WHERE "); ok {
				words = append(words, wordsAfter(x.SQL[len(x.SQL)-len(where):], column)...)
			}
		}
	}
	if d := strings.Trim(v.Columns[f.column].Default, `'"()`); d != "" && !strings.EqualFold(d, "NULL") && !strings.ContainsAny(d, "( ") {
		words = append(words, d)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// checkWords returns the texts that a CHECK allows for a column.
func checkWords(sql, column string) (words []string) {
	upper := strings.ToUpper(sql)
	for at := 0; ; {
		next := strings.Index(upper[at:], "CHECK")
		if next < 0 {
			return words
		}
		at += next + len("CHECK")
		words = append(words, wordsAfter(sql[at:min(len(sql), at+closing(sql[at:]))], column)...)
	}
}

// closing returns the place behind the bracket that closes the first one.
func closing(sql string) int {
	depth := 0
	for i, r := range sql {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return len(sql)
}

var compared = regexp.MustCompile(`(?i)^\s*(=|==|IN)\s*\(?\s*('|")`)

// wordsAfter returns the texts with which a condition compares a column: "column IN (…)"
// and "column = …".
func wordsAfter(condition, column string) (words []string) {
	lower, name := strings.ToLower(condition), strings.ToLower(column)
	for at := 0; ; {
		next := strings.Index(lower[at:], name)
		if next < 0 {
			return words
		}
		at += next + len(name)
		rest := strings.TrimLeft(condition[at:], "\"`]")
		if !compared.MatchString(rest) {
			continue
		}
		end := len(rest)
		if open := strings.IndexByte(rest, '('); open >= 0 && open < strings.IndexAny(rest+"'", `'"`) {
			end = open + closing(rest[open:])
		} else if m := quotedText.FindStringIndex(rest); m != nil {
			end = m[1]
		}
		for _, m := range quotedText.FindAllStringSubmatch(strings.ReplaceAll(rest[:end], `"`, "'"), 40) {
			words = append(words, strings.ReplaceAll(m[1], "''", "'"))
		}
	}
}

// codeNames returns the names that comments in the schema give the numbers of a column,
// as in "-- 0 = pending, 1 = running".
func codeNames(sql, column string) map[string]string {
	names := map[string]string{}
	lines := strings.Split(blockNote.ReplaceAllString(sql, "-- $1"), "\n")
	for i, line := range lines {
		code, note, ok := strings.Cut(line, "--")
		if !ok {
			continue
		}
		near := mentions(code, column) || mentions(note, column) || i > 0 && mentions(lines[i-1], column) || i+1 < len(lines) && mentions(lines[i+1], column)
		if !near {
			continue
		}
		for _, m := range codeNote.FindAllStringSubmatch(note, 20) {
			names[m[1]+m[2]] = strings.TrimSpace(m[3])
		}
	}
	return names
}
