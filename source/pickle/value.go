// Package pickle reads values that Python has pickled, for showing them. Nothing is executed, imported or looked up:
// an object is the name of its class with what it was made of. The bytes are hostile: a reading is bounded in bytes,
// in steps and in what it says. Writing pickles does not belong here, and neither does which queue keeps any.
//
// The values are nil, bool, int64, *big.Int, float64, string, []byte, *List, *Dict, Global and *Object.
package pickle

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// List is a list, a tuple or a set.
type List struct{ Items []any }

// Dict is a dictionary in the order in which it was written. The keys are as many as the values.
type Dict struct{ Keys, Values []any }

// Get returns the value of a key that is a text; nil: there is none.
func (d *Dict) Get(key string) any {
	for i, k := range d.Keys {
		if k == key {
			return d.Values[i]
		}
	}
	return nil
}

// Global is a class or a function by its name.
type Global struct{ Module, Name string }

// Object is what a class or a function would have made.
type Object struct {
	Class Global
	Args  []any // what it was called with
	State any   // what it was given afterwards, most often a *Dict of its attributes
	List  List  // what was added to it as to a list
	Dict  Dict  // what was added to it as to a dictionary
}

// Find returns what stands at a path of a value: keys, attributes or the name of an object's class, and indexes in
// brackets, such as "args[0].name" or "Error[0]". The path $ is the value itself. nil: there is nothing.
func Find(v any, path string) any {
	for _, step := range strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune("$.[]", r) }) {
		v = child(v, step)
	}
	return v
}

// child returns the value of a key, of an attribute or of an index, which counts from the end where it is negative.
func child(v any, step string) any {
	switch v := v.(type) {
	case *Dict:
		return v.Get(step)
	case *List:
		i, err := strconv.Atoi(step)
		if err == nil && i < 0 {
			i += len(v.Items)
		}
		if err == nil && i >= 0 && i < len(v.Items) {
			return v.Items[i]
		}
	case *Object:
		if step == v.Class.Name {
			return v
		}
		if state, ok := v.State.(*Dict); ok && state.Get(step) != nil {
			return state.Get(step)
		}
		if one := v.Dict.Get(step); one != nil {
			return one
		}
		return child(&List{slices.Concat(v.Args, v.List.Items)}, step)
	}
	return nil
}

// What a text of a value is bounded by: a few bytes can refer to one value again and again.
const (
	maxText  = 1 << 20 // bytes
	maxDepth = 32
)

// Text returns what a value says, in 1 MiB at most: a text as it is, nothing for None, an exception as "Type: message",
// and anything else as JSON. It is valid UTF-8; its control characters are the value's own.
func Text(v any) string { return strings.ToValidUTF8(text(v), "\uFFFD") }

func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v[:min(len(v), maxText)]
	case []byte:
		if utf8.Valid(v) {
			return text(string(v))
		}
		return fmt.Sprintf("[… %d bytes …]", len(v))
	case Global:
		return strings.TrimPrefix(v.Module+"."+v.Name, ".")
	case *Object:
		if said, ok := v.said(); ok {
			return said
		}
	case *Dict: // Celery writes an exception so when its results are JSON
		if name, ok := v.Get("exc_type").(string); ok {
			return text(&Object{Class: Global{Name: name}, Args: arguments(v.Get("exc_message"))})
		}
	}
	return string(appendJSON(nil, v, 0))
}

// Empty reports whether a value holds nothing: None, or an empty text, list or dictionary.
func Empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case *List:
		return len(v.Items) == 0
	case *Dict:
		return len(v.Keys) == 0
	}
	return false
}

// appendJSON adds a value as JSON. Each value adds one byte at least, so that the bound of bytes bounds the time, too.
func appendJSON(to []byte, v any, depth int) []byte {
	if len(to) > maxText || depth > maxDepth {
		return append(to, `"…"`...)
	}
	switch v := v.(type) {
	case nil:
		return append(to, "null"...)
	case bool:
		return strconv.AppendBool(to, v)
	case int64:
		return strconv.AppendInt(to, v, 10)
	case *big.Int:
		return v.Append(to, 10)
	case float64:
		return strconv.AppendFloat(to, v, 'g', -1, 64)
	case *List:
		to = append(to, '[')
		for i, one := range v.Items {
			if to = appendJSON(separate(to, i), one, depth+1); len(to) > maxText {
				break
			}
		}
		return append(to, ']')
	case *Dict:
		to = append(to, '{')
		for i, key := range v.Keys {
			if text, ok := key.(string); ok {
				to = appendText(separate(to, i), text)
			} else {
				to = appendText(separate(to, i), string(appendJSON(nil, key, maxDepth-1)))
			}
			if to = appendJSON(append(to, ':', ' '), v.Values[i], depth+1); len(to) > maxText {
				break
			}
		}
		return append(to, '}')
	case *Object:
		return v.appendJSON(to, depth)
	}
	return appendText(to, Text(v)) // a text, bytes, or a name
}

// separate adds what stands between the values of a list before the value at i.
func separate(to []byte, i int) []byte {
	if i > 0 {
		to = append(to, ", "...)
	}
	return to
}

// appendText adds a string of JSON.
func appendText(to []byte, text string) []byte {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text[:min(len(text), maxText)]) // a text can always be written
	return append(to, strings.TrimSuffix(b.String(), "\n")...)
}

// attributes returns the object's attributes: those of a class with slots are the second of two. nil: it has none.
func (o *Object) attributes() any {
	if two, ok := o.State.(*List); ok && len(two.Items) == 2 && two.Items[0] == nil {
		return two.Items[1]
	}
	return o.State
}

// appendJSON adds the object as what it holds, or as its name with what it was made of.
func (o *Object) appendJSON(to []byte, depth int) []byte {
	if text := o.plain(); text != "" {
		return appendText(to, text)
	}
	var holds any
	switch args := o.Args; {
	case len(o.Dict.Keys) > 0:
		holds = &o.Dict
	case len(o.List.Items) > 0:
		holds = &o.List
	case len(args) == 1:
		holds = &Dict{[]any{o.Class.Name}, args}
	case len(args) > 1:
		holds = &Dict{[]any{o.Class.Name}, []any{&List{args}}}
	case o.Class.Module == "collections":
		holds = &Dict{}
	case o.attributes() != nil:
		holds = o.attributes()
	default:
		return appendText(to, o.Class.Name)
	}
	return appendJSON(to, holds, depth+1)
}

// said returns an exception, or another object that is no container, as "Type: message"; false: its attributes or
// its items are what it is.
func (o *Object) said() (string, bool) {
	if text := o.plain(); text != "" {
		return text, true
	}
	args := o.Args
	switch {
	case len(o.Dict.Keys) > 0 || len(o.List.Items) > 0 || o.Class.Module == "collections":
		return "", false
	case len(args) == 0 && o.attributes() != nil && !isException(o.Class.Name):
		return "", false
	case len(args) == 0 && o.attributes() != nil:
		args = []any{o.attributes()}
	}
	if len(args) > 1 { // an error of the operating system
		number, first := args[0].(int64)
		if text, second := args[1].(string); first && second {
			args = append([]any{fmt.Sprintf("[Errno %d] %s", number, text)}, args[2:]...)
		}
	}
	text := o.Class.Name
	for i, one := range args {
		text += [2]string{": ", ", "}[min(i, 1)]
		if object, ok := one.(*Object); ok {
			text += string(object.appendJSON(nil, 0))
		} else {
			text += Text(one)
		}
		if i == maxDepth || len(text) > maxText {
			return text + "…", true
		}
	}
	return text, true
}

// isException reports whether a class of this name is an exception: no class says so in a pickle.
func isException(name string) bool {
	for _, ending := range []string{"Error", "Exception", "Warning", "Exit", "Interrupt", "Timeout"} {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

// arguments are the values of a list, or the value itself.
func arguments(v any) []any {
	if list, ok := v.(*List); ok {
		return list.Items
	}
	return []any{v}
}
