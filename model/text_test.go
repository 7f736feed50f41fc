package model_test

import (
	"testing"

	"notdone/model"
)

func TestTruncate(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "abc"},
		{"abcd", 0, ""},
		{"aüb", 2, "a"},
		{"日本語", 2, ""},
		{"aüb", 3, "aü"},
		{"a\U0001F600b", 4, "a"},
		{"\x80\x80\x80\x80\x80\x80", 5, "\x80\x80\x80\x80\x80"},
	} {
		if got := model.Truncate(c.text, c.n); got != c.want {
			t.Errorf("%q cut to %d is %q, want %q", c.text, c.n, got, c.want)
		}
	}
}
