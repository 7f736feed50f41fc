package query

import (
	"strings"
	"unicode/utf8"
)

// Query selects tasks. The zero Query selects all of them. A Query never changes and may be
// used from any goroutine.
type Query struct {
	text  string
	terms []term
}

// term is one condition: that one of the tests answers yes, or that none does.
type term struct {
	field *field // nil: a word
	word  string // of a word
	not   bool
	tests []test
}

// Error says what is wrong with a query.
type Error struct {
	At   int    // the offset of the term in the text, in bytes
	Says string // one sentence
}

func (e *Error) Error() string { return e.Says }

// Text returns the query as it was given to Parse.
func (q *Query) Text() string { return q.text }

// Empty reports whether the query selects every task.
func (q *Query) Empty() bool { return len(q.terms) == 0 }

// Uses reports whether one of the terms is of the field with that name.
func (q *Query) Uses(name string) bool {
	for i := range q.terms {
		if f := q.terms[i].field; f != nil && f.name == name {
			return true
		}
	}
	return false
}

// Word returns the text of a query that is words alone, as the name of a task is, and whether
// it is.
func (q *Query) Word() (text string, ok bool) {
	for i := range q.terms {
		if t := &q.terms[i]; t.field != nil || t.not {
			return "", false
		}
	}
	return strings.TrimSpace(q.text), !q.Empty()
}

// Shows returns the longest word or phrase, in lower case, that a task must show to match; empty:
// the query has none.
func (q *Query) Shows() (text string) {
	for i := range q.terms {
		if t := &q.terms[i]; t.field == nil && !t.not && len(t.word) > len(text) {
			text = t.word
		}
	}
	return text
}

// Fold returns a text as words are looked for in it. What Shows returns, folded, is in the folded
// text wherever it is in what a row shows of that text.
func Fold(text string) string { return strings.Join(strings.Fields(strings.ToLower(text)), " ") }

// Parse reads a query. The error is an *Error.
func Parse(text string) (Query, error) { return parse(parser{text: text}) }

// ParseStrict is Parse for a query whose results nobody looks at before something follows from them:
// a word that is written as a comparison, reason:permission, is an error where there is no such
// field. In quotes it is a word. The error is an *Error.
func ParseStrict(text string) (Query, error) { return parse(parser{text: text, strict: true}) }

func parse(p parser) (Query, error) {
	q := Query{text: p.text}
	for p.next() {
		if err := p.term(&q); err != nil {
			return Query{}, err
		}
	}
	return q, nil
}

// And returns the query that selects what both select.
func (q *Query) And(other *Query) Query {
	return Query{
		text:  strings.TrimSpace(q.text + " " + other.text),
		terms: append(append([]term(nil), q.terms...), other.terms...),
	}
}

// Quote returns a text as a value or a word that stands for the whole of it.
func Quote(text string) string {
	if text != "" && !strings.ContainsAny(text, " \t\n,\"“”!-:<>=") {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, "”") + `"`
}

// parser stands at a position of a text.
type parser struct {
	text   string
	at     int
	strict bool // see ParseStrict
}

// next goes to the next term, and reports whether there is one.
func (p *parser) next() bool {
	for p.at < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.at:])
		if !isBlank(r) {
			return true
		}
		p.at += size
	}
	return false
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }

// rest is what has not been read.
func (p *parser) rest() string { return p.text[p.at:] }

// term reads one term.
func (p *parser) term(q *Query) error {
	start := p.at
	fail := func(says string) error { return &Error{At: start, Says: says} }
	var t term
	for strings.HasPrefix(p.rest(), "!") || strings.HasPrefix(p.rest(), "-") {
		t.not = !t.not
		p.at++
	}
	if rest := p.rest(); rest == "" || isBlank(rune(rest[0])) {
		return fail(p.text[start:p.at] + " stands before what must not match: !vault")
	}
	name, op := splitField(p.rest())
	f := fieldOf(name)
	if op != "" && f == nil {
		if near := nearField(name); near != "" {
			return fail("no field " + quoted(name) + ": did you mean " + near + "?")
		}
		if written := p.rest(); p.strict && len(written) > len(name+op) && !isBlank(rune(written[len(name+op)])) {
			return fail("no field " + quoted(name) + "; in quotes it is a text that is looked for")
		}
	}
	if f == nil || op == "" {
		t.word = strings.ToLower(p.value(false))
		t.tests = []test{word(t.word)}
		q.terms = append(q.terms, t)
		return nil
	}
	t.field = f
	p.at += len(name)
	op = p.operator()
	for more := true; more; {
		made, says := f.test(op, p.value(true))
		if says != "" {
			return fail(says)
		}
		t.tests = append(t.tests, made)
		if more = strings.HasPrefix(p.rest(), ","); more {
			p.at++
		}
	}
	q.terms = append(q.terms, t)
	return nil
}

// splitField returns the name before an operator with which a text begins, and the operator;
// none for a text that begins otherwise, or is the address of a page.
func splitField(text string) (name, op string) {
	n := 0
	for n < len(text) && (text[n] >= 'a' && text[n] <= 'z' || text[n] >= 'A' && text[n] <= 'Z') {
		n++
	}
	if n == 0 || n == len(text) || !strings.ContainsRune(":=<>", rune(text[n])) || strings.HasPrefix(text[n:], "://") {
		return "", ""
	}
	return text[:n], text[n : n+1]
}

// operator reads a comparison: "=" for a colon or an equals sign.
func (p *parser) operator() string {
	for _, op := range []struct{ written, means string }{
		{":>=", ">="}, {":<=", "<="}, {":>", ">"}, {":<", "<"}, {">=", ">="}, {"<=", "<="}, {">", ">"}, {"<", "<"}, {":", "="}, {"=", "="},
	} {
		if strings.HasPrefix(p.rest(), op.written) {
			p.at += len(op.written)
			return op.means
		}
	}
	return ""
}

// value reads a value up to the next blank, of a list also up to the next comma, or what
// stands in quotes. A quote that is not closed ends with the text.
func (p *parser) value(listed bool) string {
	rest := p.rest()
	for _, quote := range [][2]string{{`"`, `"`}, {"“", "”"}} {
		inside, ok := strings.CutPrefix(rest, quote[0])
		if !ok {
			continue
		}
		text, _, closed := strings.Cut(inside, quote[1])
		p.at += len(quote[0]) + len(text)
		if closed {
			p.at += len(quote[1])
		}
		return text
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return isBlank(r) || listed && r == ',' })
	if end < 0 {
		end = len(rest)
	}
	p.at += end
	return rest[:end]
}

func quoted(text string) string {
	const longest = 40
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return `"` + text + `"`
}
