package infer

import (
	"encoding/json"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"notdone/source/mapped"
)

// view is a table as inference sees it: its columns, and the values inside its JSON.
type view struct {
	*Table
	schema *Schema
	words  map[string]bool // of its name
	fields []field
	roles  map[mapped.Role]pick
	score  float64
	why    []string
	status *field
	beside []sibling // tables that hold more of its tasks
	below  *children // that tell its state; nil: it tells itself
}

// field is a column, or a value inside a JSON column.
type field struct {
	expr   string // as a mapping names it
	name   string // the column, or the last key of the path
	column int
	path   string // empty: the column itself
	values []any  // of the sampled rows
	profile
	time bool // it is a time
}

// pick is a field that was chosen for a role.
type pick struct {
	field   *field // nil: an expression over several
	expr    string
	weight  float64 // 0 to 10
	because string
}

const (
	mostPaths = 60 // different paths in one JSON column
	mostDepth = 5  // keys and places in one path
)

// newView collects the fields of a table. The JSON of tables that are not likely to hold
// tasks need not be read: deep says whether it is.
func newView(s *Schema, t *Table, deep bool) *view {
	v := &view{Table: t, schema: s, words: tableSet(t.Name), roles: map[mapped.Role]pick{}}
	v.addPrefixes()
	for i, c := range t.Columns {
		values := make([]any, len(t.Rows))
		for r, row := range t.Rows {
			values[r] = row[i]
		}
		expr := c.Name
		if !plainColumn.MatchString(c.Name) {
			expr = "t." + quoteName(c.Name)
		}
		v.fields = append(v.fields, newField(expr, c.Name, i, "", values, c.Type))
	}
	if !deep {
		return v
	}
	for i := range t.Columns {
		if f := &v.fields[i]; f.json > 0 && f.json*2 >= f.set && f.expr == f.name && strings.Contains(strings.ToUpper(t.Columns[i].Type), "BLOB") {
			f.expr += " -> $" // its JSON may be binary
		}
		if p := &v.fields[i].profile; p.json > 0 && p.json*2 >= p.set && plainColumn.MatchString(v.Columns[i].Name) {
			v.addPaths(i)
		}
	}
	return v
}

// addPrefixes takes a word with which several columns begin, and which no role has, for a
// word of the table.
func (v *view) addPrefixes() {
	begins := map[string]int{}
	for _, c := range v.Columns {
		if words := tokens(c.Name); len(words) > 1 && !columnWords[words[0]] && !timeWords[words[0]] {
			begins[words[0]]++
		}
	}
	for word, n := range begins {
		if n >= leastPrefixed {
			v.words[word] = true
		}
	}
}

// leastPrefixed is the number of columns whose names begin with a word of their own.
const leastPrefixed = 3

func newField(expr, name string, column int, path string, values []any, declared string) field {
	f := field{expr: expr, name: name, column: column, path: path, values: values, profile: profileOf(values)}
	f.time = f.isTime(declared)
	return f
}

// isTime reports whether a field holds times. A column without a value is one by its
// name and its type.
func (f *field) isTime(declared string) bool {
	if f.nonzero > 0 {
		return f.times*10 >= f.nonzero*9
	}
	if f.path != "" {
		return false
	}
	declared = strings.ToUpper(declared)
	if strings.Contains(declared, "DATE") || strings.Contains(declared, "TIME") {
		return true
	}
	words := tokens(f.name)
	return len(words) > 0 && slices.Contains(timeEnds, words[len(words)-1])
}

// timeEnds are the last words of names that mean a time even without a value.
var timeEnds = []string{"at", "time", "date", "timestamp", "dttm", "datetime", "epoch", "ts", "created", "started", "finished", "updated", "stopped", "expire"}

var plainKey = regexp.MustCompile(`^\w[\w-]*$`)

// plainColumn are names that a mapping can have without quotes.
var plainColumn = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// addPaths adds the values in the JSON of a column as fields of their own.
func (v *view) addPaths(column int) {
	values := map[string][]any{}
	var paths []string
	for r, row := range v.Rows {
		text, ok := row[column].(string)
		if !ok {
			continue
		}
		for path, value := range leaves(text) {
			if values[path] == nil {
				if len(paths) == mostPaths {
					continue
				}
				paths = append(paths, path)
				values[path] = make([]any, len(v.Rows))
			}
			values[path][r] = value
		}
	}
	slices.Sort(paths)
	for _, path := range paths {
		name := path[strings.LastIndexAny(path, ".]")+1:]
		if name == "" {
			name = v.Columns[column].Name
		}
		v.fields = append(v.fields, newField(v.Columns[column].Name+" -> "+path, name, column, path, values[path], ""))
	}
}

// leaves returns the values of a JSON text by their paths; of an array only those of its
// last element. The text may be cut.
func leaves(text string) map[string]any {
	found := map[string]any{}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	_ = walk(d, "", 0, found) // what stands before a cut or a mistake is kept
	return found
}

// walk reads one value of a document. It returns an error where the text ends.
func walk(d *json.Decoder, path string, depth int, found map[string]any) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	delim, nested := token.(json.Delim)
	if !nested {
		keepLeaf(found, path, token)
		return nil
	}
	for d.More() {
		next := path + "[-1]"
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				return err
			}
			name, _ := key.(string)
			next = strings.TrimPrefix(path+"."+name, ".")
			if !plainKey.MatchString(name) {
				next = ""
			}
		}
		if depth+1 >= mostDepth || path == "" && next == "" {
			next = ""
		}
		inner := found
		if next == "" {
			inner = nil
		}
		if err := walk(d, next, depth+1, inner); err != nil {
			return err
		}
	}
	_, err = d.Token()
	if err == io.EOF {
		return nil
	}
	return err
}

func keepLeaf(found map[string]any, path string, token json.Token) {
	if path == "" || found == nil {
		return
	}
	switch t := token.(type) {
	case json.Number:
		if n, err := t.Int64(); err == nil {
			found[path] = n
		} else if f, err := t.Float64(); err == nil && !math.IsInf(f, 0) {
			found[path] = f
		}
	case bool:
		found[path] = strconv.FormatBool(t)
	case string:
		found[path] = t
	}
}

// value returns what a role has in a sampled row; nil: nothing.
func (v *view) value(row int, role mapped.Role) any {
	if p, ok := v.roles[role]; ok && p.field != nil {
		return p.field.values[row]
	}
	return nil
}

// has reports whether a role is set in a row: neither NULL, empty nor zero.
func (v *view) has(row int, role mapped.Role) bool { return isSet(v.value(row, role)) }

func isSet(value any) bool {
	text := textOf(value)
	return text != "" && !blank[text] && !noDate(text)
}

// noDate reports whether a text is a date that stands for none: of zeros, or the first day of
// the first year.
func noDate(text string) bool {
	return strings.HasPrefix(text, "0000-00-00") || strings.HasPrefix(text, "0001-01-01")
}

// field returns a column of the table by name; nil: there is none.
func (v *view) field(name string) *field {
	if i := v.column(name); i >= 0 {
		return &v.fields[i]
	}
	return nil
}
