package logsource

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestDecodeIsLenient(t *testing.T) {
	type note struct {
		Word  Text   `json:"word"`
		Files Number `json:"files"`
		At    Moment `json:"at"`
		Exit  Number `json:"exit"`
	}
	at, two := Moment{time.Date(2026, 4, 10, 0, 10, 0, 0, time.UTC)}, Number{2, true}
	for doc, want := range map[string]note{
		`{"word":"x","files":2,"at":"2026-04-10T09:10:00+09:00","exit":-3}`: {"x", two, at, Number{-3, true}},
		`{"word":7,"files":["a","b"],"at":1775779800,"exit":"3"}`:           {"", two, at, Number{}},
		`{"word":null,"files":2.5,"at":1775779800000}`:                      {At: at},
		`{"at":"yesterday","other":{"x":[1]}}`:                              {},
		`{"at":5}`:                                                          {},
	} {
		var got note
		if err := Decode(json.NewDecoder(strings.NewReader(doc)), &got); err != nil {
			t.Errorf("%s: %v", doc, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", doc, d)
		}
	}
	for _, doc := range []string{`{"word":"x"`, `x`, ``} {
		if err := Decode(json.NewDecoder(strings.NewReader(doc)), &note{}); err == nil {
			t.Errorf("%q is whole", doc)
		}
	}
}

// A value that is too long ends the reading, and nothing of it is taken; a long list of values
// that are not is read.
func TestLongValues(t *testing.T) {
	dir := t.TempDir()
	write := func(content string) {
		if err := os.WriteFile(filepath.Join(dir, "a.json"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	type facts struct{ N int }
	write(`{"n": 1}`)
	var was *facts
	if err := ReadJSON(dir, "a.json", &was); err != nil || was == nil || was.N != 1 {
		t.Fatalf("%+v, %v", was, err)
	}
	long := strings.Repeat("x", maxValue)
	write(`{"n": 2, "rest": "` + long + `"}`)
	if err := ReadJSON(dir, "a.json", &was); err != nil || was.N != 1 {
		t.Errorf("of a long file: %+v, %v", was, err)
	}
	n := 0
	part := `"` + long[:maxValue/2] + `",`
	some := NewDecoder(strings.NewReader("[" + strings.Repeat(part, 4) + `"` + long + long + `"]`))
	err := Elements(some, func() error {
		var s string
		err := some.Decode(&s)
		if err == nil {
			n++
		}
		return err
	})
	if n != 4 || !errors.Is(err, errLong) {
		t.Errorf("%d values were read: %v", n, err)
	}
}

func TestMembersAndElements(t *testing.T) {
	read := func(doc string) (got []string, err error) {
		d := NewDecoder(strings.NewReader(doc))
		err = Members(d, func(key string) error {
			if key != "list" {
				var other json.RawMessage
				return d.Decode(&other)
			}
			return Elements(d, func() error {
				var s Text
				err := Decode(d, &s)
				got = append(got, string(s))
				return err
			})
		})
		return got, err
	}
	got, err := read(`{"a":{"list":[1]},"list":["x",2,"y"],"b":[]}`)
	if d := cmp.Diff([]string{"x", "", "y"}, got); d != "" || err != nil {
		t.Errorf("%v %s", err, d)
	}
	for _, doc := range []string{`[]`, `{"list":{}}`, `{"list":["x"`, `{"list":["x"]`, `{"a":1`} {
		if _, err := read(doc); err == nil {
			t.Errorf("%s is whole", doc)
		}
	}
}
