package query

import "strings"

// Completion is what can stand in place of the end of a text.
type Completion struct {
	From  int      // where it begins, in bytes
	Texts []string // what can stand there; empty: nothing is known
}

// Complete completes the term that a text ends with: the name of a field, or a value. known
// returns the values of a field that has any, as far as there are some; it may be nil.
func Complete(text string, known func(field string) []string) Completion {
	start, inQuotes := 0, false
	for i, r := range text {
		if r == '"' {
			inQuotes = !inQuotes
		}
		if isBlank(r) && !inQuotes {
			start = i + 1
		}
	}
	for start < len(text) && (text[start] == '!' || text[start] == '-') {
		start++
	}
	term := text[start:]
	name, op := splitField(term)
	f := fieldOf(name)
	switch {
	case op == "" && strings.HasPrefix(term, `"`):
		return Completion{From: start}
	case op == "":
		return Completion{From: start, Texts: fieldsLike(term)}
	case f == nil:
		return Completion{From: start}
	}
	from := max(strings.LastIndexAny(term, ":<>="), strings.LastIndex(term, ",")) + 1
	typed := strings.ToLower(strings.TrimPrefix(term[from:], `"`))
	values := f.values
	if values == nil && known != nil {
		values = known(f.name)
	}
	c := Completion{From: start + from}
	for _, v := range values {
		if strings.HasPrefix(strings.ToLower(v), typed) && Quote(v) != term[from:] {
			c.Texts = append(c.Texts, quoteValue(v))
		}
	}
	return c
}

// quoteValue quotes a value where it has to be. Names with a hyphen need no quotes as values.
func quoteValue(text string) string {
	if strings.ContainsAny(text, " ,\"") {
		return Quote(text)
	}
	return text
}

// fieldsLike returns the beginnings of all terms that begin so.
func fieldsLike(typed string) (texts []string) {
	typed = strings.ToLower(typed)
	for i := range fields {
		f := &fields[i]
		op := ":"
		if f.strict || f.ordered && f.values == nil {
			op = ">"
		}
		if strings.HasPrefix(f.name, typed) {
			texts = append(texts, f.name+op)
		}
	}
	return texts
}
