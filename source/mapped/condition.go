package mapped

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"text/scanner"
	"time"
)

// A condition is written over the roles and flags of a table:
//
//	status = 'pending' and run_at > now
//	not finished and (error or attempts >= max_attempts)
//
// A name alone holds when the row has a value that is not empty, zero or false. A
// comparison with a value that is missing does not hold. The operators are = != < <= >
// >=, and, or, not; the words now, true and false are values.

// condition is a parsed condition; op is one of the operators, or "name" or "value".
type condition struct {
	op    string
	args  []*condition
	name  string // of a role or flag
	value any    // a string, a float64, or a bool
}

// values are the values of one row by role and flag: string, float64, bool or time.Time;
// nil: none.
type values map[string]any

type conditionParser struct {
	s    scanner.Scanner
	tok  rune
	text string
	err  error
}

func parseCondition(text string) (*condition, error) {
	var p conditionParser
	p.s.Init(strings.NewReader(text))
	p.s.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanFloats
	p.s.Error = func(_ *scanner.Scanner, said string) { p.fail("%s", said) }
	p.next()
	c := p.either()
	if p.err == nil && p.tok != scanner.EOF {
		p.fail("%q is not expected", p.text)
	}
	if p.err != nil {
		return nil, p.err
	}
	return c, nil
}

func (p *conditionParser) next() {
	p.tok = p.s.Scan()
	p.text = p.s.TokenText()
	if p.tok == '\'' {
		p.text = p.quoted()
	}
}

// quoted reads the rest of a text in single quotes, in which two of them stand for one.
func (p *conditionParser) quoted() string {
	var b strings.Builder
	for {
		switch r := p.s.Next(); {
		case r == scanner.EOF:
			p.fail("a text has no closing quote")
			return b.String()
		case r == '\'' && p.s.Peek() != '\'':
			return b.String()
		case r == '\'':
			b.WriteRune(p.s.Next())
		default:
			b.WriteRune(r)
		}
	}
}

func (p *conditionParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("column %d: %s", max(p.s.Column, 1), fmt.Sprintf(format, args...))
	}
}

func (p *conditionParser) word(w string) bool {
	if p.tok != scanner.Ident || p.text != w {
		return false
	}
	p.next()
	return true
}

func (p *conditionParser) either() *condition {
	c := p.both()
	for p.err == nil && p.word("or") {
		c = &condition{op: "or", args: []*condition{c, p.both()}}
	}
	return c
}

func (p *conditionParser) both() *condition {
	c := p.one()
	for p.err == nil && p.word("and") {
		c = &condition{op: "and", args: []*condition{c, p.one()}}
	}
	return c
}

func (p *conditionParser) one() *condition {
	if p.word("not") {
		return &condition{op: "not", args: []*condition{p.one()}}
	}
	if p.tok == '(' {
		p.next()
		c := p.either()
		if p.tok != ')' {
			p.fail("a bracket is not closed")
		}
		p.next()
		return c
	}
	left := p.operand()
	op := p.operator()
	if op == "" || p.err != nil {
		return left
	}
	return &condition{op: op, args: []*condition{left, p.operand()}}
}

// operator reads a comparison; empty: there is none.
func (p *conditionParser) operator() string {
	op := string(p.tok)
	switch p.tok {
	case '=':
	case '<', '>', '!':
		if p.s.Peek() == '=' {
			p.s.Next()
			op += "="
		}
		if op == "!" {
			p.fail("! is not an operator: it is not, or !=")
		}
	default:
		return ""
	}
	p.next()
	return op
}

func (p *conditionParser) operand() *condition {
	c := &condition{op: "value"}
	switch p.tok {
	case scanner.Ident:
		switch p.text {
		case "true", "false":
			c.value = p.text == "true"
		case "and", "or", "not":
			p.fail("%q is not expected", p.text)
		default:
			c.op, c.name = "name", p.text
		}
	case scanner.Int, scanner.Float:
		c.value, _ = strconv.ParseFloat(p.text, 64) // the scanner has seen that it is one
	case '\'':
		c.value = p.text
	case '-':
		p.next()
		if c = p.operand(); c.value != nil {
			if f, ok := c.value.(float64); ok {
				c.value = -f
			}
		}
		return c
	case scanner.EOF:
		p.fail("it ends too early")
	default:
		p.fail("%q is not expected", p.text)
	}
	p.next()
	return c
}

// nowName is the moment at which a row is judged.
const nowName = "now"

// firstUnknown returns the first name that is neither a role of the table nor a flag.
func (c *condition) firstUnknown(t *Table) string {
	if c.op == "name" && c.name != nowName {
		_, flag := t.Flags[c.name]
		if _, role := t.Roles[Role(c.name)]; !flag && !role {
			return c.name
		}
	}
	for _, a := range c.args {
		if name := a.firstUnknown(t); name != "" {
			return name
		}
	}
	return ""
}

// firstUntimed returns what a time is compared with though it is none; empty: nothing.
func (c *condition) firstUntimed(t *Table) string {
	for _, a := range c.args {
		if name := a.firstUntimed(t); name != "" {
			return name
		}
	}
	if len(c.args) != 2 || c.op == "and" || c.op == "or" {
		return ""
	}
	a, b := c.args[0], c.args[1]
	switch {
	case a.isTime(t) && !b.isTime(t):
		return b.called()
	case b.isTime(t) && !a.isTime(t):
		return a.called()
	}
	return ""
}

func (c *condition) isTime(t *Table) bool {
	if _, flag := t.Flags[c.name]; flag {
		return false
	}
	return c.op == "name" && (c.name == nowName || roleKinds[Role(c.name)] == kindTime)
}

// called returns an operand as it is written.
func (c *condition) called() string {
	if text, ok := c.value.(string); ok {
		return quoteText(text)
	}
	if c.op == "value" {
		return fmt.Sprint(c.value)
	}
	return c.name
}

// holds reports whether the condition holds for a row.
func (c *condition) holds(v values) bool {
	switch c.op {
	case "and":
		return c.args[0].holds(v) && c.args[1].holds(v)
	case "or":
		return c.args[0].holds(v) || c.args[1].holds(v)
	case "not":
		return !c.args[0].holds(v)
	case "name", "value":
		return truth(c.of(v))
	}
	a, b := c.args[0].of(v), c.args[1].of(v)
	if a == nil || b == nil {
		return false
	}
	order, ok := compare(a, b)
	if !ok {
		return c.op == "!="
	}
	switch c.op {
	case "=":
		return order == 0
	case "!=":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}

func (c *condition) of(v values) any {
	if c.op == "name" {
		return v[c.name]
	}
	return c.value
}

func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case float64:
		return v != 0
	case time.Time:
		return !v.IsZero()
	}
	return false
}

// compare orders two values of one type, a number and its text too.
func compare(a, b any) (order int, ok bool) {
	switch a := a.(type) {
	case time.Time:
		b, ok := b.(time.Time)
		return a.Compare(b), ok
	case float64:
		switch b := b.(type) {
		case float64:
			return cmp.Compare(a, b), true
		case string:
			f, err := strconv.ParseFloat(b, 64)
			return cmp.Compare(a, f), err == nil
		case bool:
			return compare(a != 0, b)
		}
	case string:
		switch b := b.(type) {
		case string:
			return strings.Compare(a, b), true
		case float64:
			order, ok = compare(b, a)
			return -order, ok
		}
	case bool:
		switch b := b.(type) {
		case bool:
			return compareBools(a, b), true
		case float64:
			return compare(a, b != 0)
		}
	}
	return 0, false
}

// compareBools orders false before true.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
