package runlog

import (
	"bytes"
	"iter"
	"math"
	"strconv"
	"strings"
	"sync"
)

// Bounds of what a parsed JSON text keeps.
const (
	maxDepth = 64      // of nesting; deeper text is invalid
	maxNodes = 8 << 10 // values that can be found, the first ones
)

// Document is a JSON text that Parse has read. It accepts invalid scalars, such as raw
// control characters and the NaN that Python writes, but no invalid structure. Of an
// invalid or incomplete text the values before the fault can be found, and a string
// that the text ends in.
type Document struct {
	Value         // the whole text; absent where it is empty
	Complete bool // the text is one value and valid

	text  []byte
	at    int
	bad   bool
	nodes []node
}

// node is one value of a document. Its members follow it in the list of nodes.
type node struct {
	key, keyEnd int32 // of a member of an object; 0, 0 elsewhere
	start, end  int32 // of a string without its quotes
	next        int32 // the node behind the value and all that it holds
	kind        byte  // the first byte of the value
}

var documents = sync.Pool{New: func() any { return new(Document) }}

// Parse reads a JSON text, which it does not copy. The caller calls Release when it
// uses no value of the document any more.
func Parse(text []byte) *Document {
	d, _ := documents.Get().(*Document)
	*d = Document{text: text[:min(len(text), math.MaxInt32)], nodes: d.nodes[:0]}
	if d.next() != 0 {
		d.readValue(0, 0, 0)
		d.Value = Value{d: d}
	}
	d.Complete = len(d.nodes) > 0 && !d.bad && d.next() == 0
	return d
}

// Release makes the memory of the document available to the next one.
func (d *Document) Release() {
	d.Value, d.text = Value{}, nil
	documents.Put(d)
}

// next skips white space and returns the first byte of what follows, or 0 at the end.
func (d *Document) next() byte {
	for ; d.at < len(d.text); d.at++ {
		switch d.text[d.at] {
		case ' ', '\t', '\r', '\n':
		default:
			return d.text[d.at]
		}
	}
	return 0
}

func (d *Document) fail() { d.bad, d.at = true, len(d.text) }

// readValue reads a value and everything in it. depth is how many values are around it.
func (d *Document) readValue(key, keyEnd, depth int) {
	n := node{key: int32(key), keyEnd: int32(keyEnd), kind: d.next(), start: int32(d.at)}
	found := len(d.nodes)
	if found < maxNodes {
		d.nodes = append(d.nodes, n)
	}
	end := 0
	switch n.kind {
	case '"':
		n.start = int32(min(d.at+1, len(d.text)))
		end = d.readString()
	case '{', '[':
		if depth == maxDepth {
			d.fail()
		} else {
			d.readMembers(n.kind, depth)
		}
		end = d.at
	default:
		d.readScalar()
		end = d.at
	}
	if found < maxNodes {
		n.end, n.next = int32(end), int32(len(d.nodes))
		d.nodes[found] = n
	}
}

// readMembers reads an object or an array.
func (d *Document) readMembers(open byte, depth int) {
	d.at++
	for first := true; ; first = false {
		c := d.next()
		if first && c == open+2 { // in ASCII a closing bracket is the second after its opening one
			break
		}
		key, keyEnd := 0, 0
		if open == '{' {
			if c != '"' {
				d.fail()
				return
			}
			key = d.at + 1
			keyEnd = d.readString()
			if d.next() != ':' {
				d.fail()
				return
			}
			d.at++
			d.next()
		}
		d.readValue(key, keyEnd, depth+1)
		if c = d.next(); c == open+2 {
			break
		}
		if c != ',' {
			d.fail()
			return
		}
		d.at++
	}
	d.at++
}

// readString reads a string and returns where its text ends.
func (d *Document) readString() int {
	start := d.at + 1
	for at := start; ; {
		n := bytes.IndexByte(d.text[at:], '"')
		if n < 0 {
			d.fail()
			return len(d.text)
		}
		end := at + n
		slashes := 0
		for end-slashes > at && d.text[end-slashes-1] == '\\' {
			slashes++
		}
		if at = end + 1; slashes%2 == 0 {
			d.at = at
			return end
		}
	}
}

// readScalar reads a number or a literal.
func (d *Document) readScalar() {
	start := d.at
	for ; d.at < len(d.text); d.at++ {
		switch b := d.text[d.at]; {
		case b >= '0' && b <= '9', b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b == '-', b == '+', b == '.':
			continue
		}
		break
	}
	if d.at == start {
		d.fail()
	}
}

// Value is a value of a document. The zero Value is that of a missing member: it has
// no text and no members.
type Value struct {
	d *Document
	i int32
}

// Kind returns the first byte of the value: a quote, a brace, a bracket, or one of a
// number or a literal. It is 0 for a missing value.
func (v Value) Kind() byte {
	if v.d == nil {
		return 0
	}
	return v.d.nodes[v.i].kind
}

// All returns the members of an object with their keys, which are not decoded, or the
// elements of an array.
func (v Value) All() iter.Seq2[[]byte, Value] {
	return func(yield func([]byte, Value) bool) {
		if k := v.Kind(); k != '{' && k != '[' {
			return
		}
		end := v.d.nodes[v.i].next
		for i := v.i + 1; i < end; i = v.d.nodes[i].next {
			n := &v.d.nodes[i]
			if !yield(v.d.text[n.key:n.keyEnd], Value{v.d, i}) {
				return
			}
		}
	}
}

// Get returns the member of the member of the object that the keys name.
func (v Value) Get(path ...string) Value {
	for _, key := range path {
		v = v.member(key)
	}
	return v
}

func (v Value) member(key string) Value {
	if v.Kind() != '{' {
		return Value{}
	}
	end := v.d.nodes[v.i].next
	for i := v.i + 1; i < end; i = v.d.nodes[i].next {
		if n := &v.d.nodes[i]; int(n.keyEnd-n.key) == len(key) && string(v.d.text[n.key:n.keyEnd]) == key {
			return Value{v.d, i}
		}
	}
	return Value{}
}

// First returns the first of the members that is neither missing nor null nor an empty
// string.
func (v Value) First(keys ...string) Value {
	for _, key := range keys {
		if m := v.member(key); m.Kind() != 0 && m.Kind() != 'n' && (m.Kind() != '"' || len(m.Text()) > 0) {
			return m
		}
	}
	return Value{}
}

// Raw returns the JSON of the value.
func (v Value) Raw() []byte {
	if v.d == nil {
		return nil
	}
	n := &v.d.nodes[v.i]
	if n.kind == '"' {
		return v.d.text[n.start-1 : min(int(n.end)+1, len(v.d.text))]
	}
	return v.d.text[n.start:n.end]
}

// Text returns the text of a string with its escape sequences; nil where the value is
// none.
func (v Value) Text() []byte {
	if v.Kind() != '"' {
		return nil
	}
	n := &v.d.nodes[v.i]
	return v.d.text[n.start:n.end]
}

// Scalar returns the text of a number or a literal; nil where the value is none.
func (v Value) Scalar() []byte {
	switch v.Kind() {
	case 0, '"', '{', '[':
		return nil
	}
	return v.Raw()
}

// Decode decodes a string and cuts it to at most limit bytes; empty where the value is
// none.
func (v Value) Decode(limit int) string {
	if text := v.Text(); len(text) > 0 {
		return Decode(text, limit)
	}
	return ""
}

// Name decodes a short string.
func (v Value) Name() string { return strings.TrimSpace(v.Decode(MaxTitle)) }

// True reports whether the value is true.
func (v Value) True() bool { return string(v.Scalar()) == "true" }

// Number returns a number that is neither negative nor larger than any real count or
// price.
func (v Value) Number() (n float64, ok bool) {
	if n, err := strconv.ParseFloat(string(v.Scalar()), 64); err == nil && n >= 0 && n < 1e15 {
		return n, true
	}
	return 0, false
}

// Count returns a number of things; 0 where the value is none.
func (v Value) Count() int64 {
	n, _ := v.Number()
	return int64(n)
}

// Keep decodes a short string into to, unless the value is none or to has it already.
func (v Value) Keep(to *string) {
	if text := v.Text(); len(text) > 0 && *to != string(text) {
		*to = Decode(text, MaxTitle)
	}
}

// Prose returns the text of the content of a message, a string or blocks of text, cut
// to at most limit bytes.
func (v Value) Prose(limit int) string {
	text := v.Decode(limit)
	for _, block := range v.All() {
		part := block.Decode(limit) + block.Get("text").Decode(limit)
		if text != "" && part != "" {
			text += "\n"
		}
		text += part
	}
	return Cut(strings.TrimSpace(text), limit)
}

// FirstText returns the text of the first block with one, as messages are made of.
func (v Value) FirstText() []byte {
	for _, block := range v.All() {
		if text := block.Get("text"); text.Kind() == '"' {
			return text.Text()
		}
	}
	return nil
}
