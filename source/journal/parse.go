package journal

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"strconv"
)

// parser reads a row's JSON straight into the values that SQLite has. The
// library would make three things of each value on the way, which is most of
// the time that listing a long journal takes.
type parser struct{ rest []byte }

var errRow = errors.New("no row of a journal")

// skip goes on to what is not space.
func (p *parser) skip() {
	for len(p.rest) > 0 && (p.rest[0] == ' ' || p.rest[0] == '\t' || p.rest[0] == '\r' || p.rest[0] == '\n') {
		p.rest = p.rest[1:]
	}
}

// next skips space and reports whether c is what follows, which it then skips.
func (p *parser) next(c byte) bool {
	p.skip()
	if len(p.rest) == 0 || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

// row reads an object of columns and their values.
func (p *parser) row() (map[string]any, error) {
	if !p.next('{') {
		return nil, errRow
	}
	m := map[string]any{}
	if p.next('}') {
		return m, nil
	}
	for {
		name, err := p.text()
		if err != nil {
			return nil, err
		}
		if !p.next(':') {
			return nil, errRow
		}
		if m[name], err = p.value(); err != nil {
			return nil, err
		}
		if p.next('}') {
			return m, nil
		}
		if !p.next(',') {
			return nil, errRow
		}
	}
}

// text reads a string.
func (p *parser) text() (string, error) {
	if !p.next('"') {
		return "", errRow
	}
	escaped := false
	for i := 0; i < len(p.rest); i++ {
		switch p.rest[i] {
		case '\\':
			escaped = true
			i++
		case '"':
			raw := p.rest[:i]
			p.rest = p.rest[i+1:]
			if !escaped {
				return string(raw), nil
			}
			var s string
			err := json.Unmarshal(append(append([]byte{'"'}, raw...), '"'), &s)
			return s, err
		}
	}
	return "", errRow
}

// value reads one value of SQLite's.
func (p *parser) value() (any, error) {
	p.skip()
	if len(p.rest) == 0 {
		return nil, errRow
	}
	switch p.rest[0] {
	case '"':
		return p.text()
	case '{':
		return p.object()
	}
	end := bytes.IndexAny(p.rest, ",} \t\r\n")
	if end < 0 {
		end = len(p.rest)
	}
	word := string(p.rest[:end])
	p.rest = p.rest[end:]
	if word == "null" {
		return nil, nil
	}
	return strconv.ParseInt(word, 10, 64)
}

// object reads a value that JSON has no word for.
func (p *parser) object() (any, error) {
	p.next('{')
	kind, err := p.text()
	if err != nil || !p.next(':') {
		return nil, errRow
	}
	text, err := p.text()
	if err != nil || !p.next('}') {
		return nil, errRow
	}
	switch kind {
	case "real":
		f, err := strconv.ParseFloat(text, 64)
		if err != nil && !math.IsInf(f, 0) {
			return nil, err
		}
		return f, nil
	case "blob":
		return base64.StdEncoding.AppendDecode([]byte{}, []byte(text))
	case "text":
		b, err := base64.StdEncoding.DecodeString(text)
		return string(b), err
	}
	return nil, errRow
}
