package logsource

import (
	"encoding/json"
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

func TestMembersAndElements(t *testing.T) {
	read := func(doc string) (got []string, err error) {
		d := json.NewDecoder(strings.NewReader(doc))
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
