package config

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// entry is a key of the file with its value, or the head of a table.
type entry struct {
	path string // with dots between the parts, as in keys.task.unblock
	at   position
	value
}

// value is a TOML value; kind is unstable.Table for the head of a table.
type value struct {
	kind  unstable.Kind
	text  string // of a string what it says, of others how they are written
	items []value
	at    position
}

type position struct{ line, column int }

func (p position) wrong(format string, args ...any) *Error {
	return &Error{Line: p.line, Column: p.column, Wrong: fmt.Sprintf(format, args...)}
}

// Parse reads a configuration. Its errors are of type *Error.
func Parse(text []byte, known *Known) (Config, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	entries, err := readEntries(text)
	if err != nil {
		return Default(), err
	}
	c := Default()
	t := newTable(&c, known)
	for i := range entries {
		if err := t.set(&entries[i]); err != nil {
			return Default(), err
		}
	}
	if action, err := known.CheckKeys(c.Keys); err != nil {
		for _, e := range entries {
			if e.path == "keys."+action {
				return Default(), e.at.wrong("%s: %v", e.path, err)
			}
		}
		return Default(), position{1, 1}.wrong("keys: %v", err)
	}
	return c, nil
}

// readEntries returns what a file sets, in its order.
func readEntries(text []byte) ([]entry, error) {
	var whole map[string]any // finds what is defined twice, too
	if err := toml.Unmarshal(text, &whole); err != nil {
		at := position{1, 1}
		if d, ok := errors.AsType[*toml.DecodeError](err); ok {
			at.line, at.column = d.Position()
		}
		return nil, at.wrong("%s", strings.TrimPrefix(err.Error(), "toml: "))
	}
	r := reader{}
	r.parser.Reset(text)
	for r.parser.NextExpression() {
		e := r.parser.Expression()
		if e.Kind == unstable.KeyValue {
			r.keyValue(r.table, e)
			continue
		}
		path, at := r.key("", e.Key()) // the head of a table
		r.table = path
		r.entries = append(r.entries, entry{path, at, value{kind: e.Kind, at: at}})
	}
	if err := r.parser.Error(); err != nil {
		return nil, position{1, 1}.wrong("%v", err)
	}
	return r.entries, nil
}

type reader struct {
	parser  unstable.Parser
	table   string // whose keys follow
	entries []entry
}

// key returns the path of a key in a table, and where it begins.
func (r *reader) key(table string, parts unstable.Iterator) (path string, at position) {
	path = table
	for parts.Next() {
		if at.line == 0 {
			at = r.position(parts.Node())
		}
		path = join(path, string(parts.Node().Data))
	}
	return path, at
}

func join(table, name string) string {
	if table == "" {
		return name
	}
	return table + "." + name
}

// keyValue adds a key and its value, or all keys of an inline table.
func (r *reader) keyValue(table string, e *unstable.Node) {
	path, at := r.key(table, e.Key())
	v := e.Value()
	if v.Kind != unstable.InlineTable {
		r.entries = append(r.entries, entry{path, at, r.value(v, at)})
		return
	}
	r.entries = append(r.entries, entry{path, at, value{kind: unstable.Table, at: at}})
	for inner := v.Children(); inner.Next(); {
		r.keyValue(path, inner.Node())
	}
}

func (r *reader) value(n *unstable.Node, at position) value {
	if n.Raw.Length > 0 {
		at = r.position(n)
	}
	v := value{kind: n.Kind, text: string(n.Data), at: at}
	if n.Kind == unstable.Array {
		for items := n.Children(); items.Next(); {
			v.items = append(v.items, r.value(items.Node(), at))
		}
	}
	return v
}

func (r *reader) position(n *unstable.Node) position {
	start := r.parser.Shape(n.Raw).Start
	return position{start.Line, start.Column}
}

// integer returns a whole number of the file.
func (v *value) integer() (int, bool) {
	n, err := strconv.ParseInt(v.text, 0, 32)
	return int(n), err == nil && v.kind == unstable.Integer
}
