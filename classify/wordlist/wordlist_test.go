package wordlist

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
