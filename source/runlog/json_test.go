package runlog

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestParse reads values out of whole, cut and invalid texts.
func TestParse(t *testing.T) {
	const text = ` {"a":{"b":[1,{"c":"x\ny"},null,true]},"n":12.5,"e":"","k":NaN,"":[]} `
	d := Parse([]byte(text))
	defer d.Release()
	var elements []string
	for _, v := range d.Get("a", "b").All() {
		elements = append(elements, string(v.Raw()))
	}
	if got := strings.Join(elements, " "); got != `1 {"c":"x\ny"} null true` || !d.Complete {
		t.Errorf("%q, complete %v", got, d.Complete)
	}
	if n, ok := d.Get("n").Number(); n != 12.5 || !ok || d.Get("n").Count() != 12 {
		t.Errorf("%v %v", n, ok)
	}
	if v := d.First("missing", "e", "a"); v.Kind() != '{' {
		t.Errorf("the first member with a value is %q", v.Raw())
	}
	for _, v := range []Value{d.Get("missing", "b"), d.Get("n", "b"), d.Get("a", "b", "0")} {
		if v.Kind() != 0 || v.Raw() != nil || v.Text() != nil || v.Decode(9) != "" || v.True() || v.FirstText() != nil {
			t.Errorf("%q is not missing", v.Raw())
		}
	}
}

// TestParseCutText finds what precedes the end of a cut text, the beginning of its last
// string included, and nothing behind a fault.
func TestParseCutText(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"x","text":"as far as it g`:       "as far as it g",
		`{"type":"x","text":"a \"quoted\" w`:       `a "quoted" w`,
		`{"type":"x","text":`:                      "",
		`{"type":"x","text":"all","more":[1,{"a":`: "all",
		`{"type":"x",,"text":"all"}`:               "",
		`{"type":"x"]`:                             "",
	} {
		d := Parse([]byte(text))
		if d.Complete || d.Get("type").Name() != "x" || d.Get("text").Decode(99) != want {
			t.Errorf("%s: complete %v, type %q, text %q", text, d.Complete, d.Get("type").Name(), d.Get("text").Decode(99))
		}
		d.Release()
	}
}

// FuzzParse compares every value that is found with that of encoding/json.
func FuzzParse(f *testing.F) {
	f.Add(`{"a":[{"b":"c\u00e9"},-1.5e3,null],"d":{"":{}}}`, 9)
	f.Add(`[[[[[[[[[[[["deep"]]]]]]]]]]]]`, 3)
	f.Fuzz(func(t *testing.T, text string, cut int) {
		d := Parse([]byte(text))
		if json.Valid([]byte(text)) && utf8.ValidString(text) && len(text) < 1000 {
			if !d.Complete {
				t.Fatalf("%q is valid", text)
			}
			compare(t, d.Value)
		}
		d.Release()
		d = Parse([]byte(text[:min(max(cut, 0), len(text))]))
		for key, v := range d.All() {
			if len(key) > len(text) || len(v.Raw()) > len(text) {
				t.Fatalf("%q is longer than the text", v.Raw())
			}
		}
		d.Release()
	})
}

func compare(t *testing.T, v Value) {
	t.Helper()
	var want any
	decoder := json.NewDecoder(bytes.NewReader(v.Raw()))
	decoder.UseNumber()
	if err := decoder.Decode(&want); err != nil {
		t.Fatalf("%q: %v", v.Raw(), err)
	}
	members := 0
	for _, m := range v.All() {
		members++
		compare(t, m)
	}
	switch want := want.(type) {
	case string:
		if v.Kind() != '"' || v.Decode(1<<16) != want {
			t.Fatalf("%q is read as %q", want, v.Decode(1<<16))
		}
	case []any:
		if v.Kind() != '[' || members > 0 && members != len(want) {
			t.Fatalf("%d of %d elements of %q", members, len(want), v.Raw())
		}
	case map[string]any:
		if v.Kind() != '{' || members < len(want) && members > 0 {
			t.Fatalf("%d of %d members of %q", members, len(want), v.Raw())
		}
	}
}
