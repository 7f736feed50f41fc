package tui

import (
	"reflect"
	"testing"
)

// A blank that is looked for matches where a line was broken at it, and no other place.
func TestABlankMatchesABrokenLine(t *testing.T) {
	lines := []textLine{{text: "the end  "}, {text: "   of it", joins: true}}
	for text, want := range map[string][][]span{
		"end of": {{{4, 7}}, {{3, 5}}},
		"eend":   nil,
		"e end":  {{{2, 7}}, nil},
		"th e":   nil,
	} {
		var s search
		s.want(text)
		if got := s.matches(lines); !reflect.DeepEqual(got, want) {
			t.Errorf("%q matches %v, want %v", text, got, want)
		}
	}
}
