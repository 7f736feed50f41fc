package wordlist

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPattern(t *testing.T) {
	l := Rows("# A comment: with a colon.\n\nsaid: i (?:{verb})[ ]\nsaid: nobody\r\nverb: go|run\nverb: sw.m{1,2}\n")
	p := l.Pattern("said")()
	for _, s := range []string{"i run ", "i swimm home", "nobody"} {
		if !p.MatchString(s) {
			t.Errorf("%v does not match %q", p, s)
		}
	}
	for _, s := range []string{"i run", "i fly ", "run "} {
		if p.MatchString(s) {
			t.Errorf("%v matches %q", p, s)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a pattern without rows is one")
		}
	}()
	l.Pattern("unsaid")()
}

func TestAdd(t *testing.T) {
	l := Lists{"verb": {"go"}}
	err := l.Add("# A comment.\n\nverb: run  walk\n    jump\r\nunit: s=second m=minute empty\nnone\n lost\nlast:\n")
	want := Lists{"verb": {"go", "run", "walk", "jump"}, "unit": {"s=second", "m=minute", "empty"}, "last": nil}
	if diff := cmp.Diff(want, l); diff != "" {
		t.Errorf("lists (-want +got):\n%s", diff)
	}
	if err == nil || err.Error() != `line 6: "none" is of no list` {
		t.Errorf("the error is %v, want the first line that belongs to no list", err)
	}
	if diff := cmp.Diff(map[string]string{"s": "second", "m": "minute", "empty": ""}, l.Pairs("unit")); diff != "" {
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
	if set := l.Set("verb"); len(set) != 4 || !set["jump"] || set["fly"] {
		t.Errorf("the set is %v", set)
	}
}
