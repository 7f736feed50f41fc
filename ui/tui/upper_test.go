package tui

import "testing"

func TestUpperFirst(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"": "", "same obstacle": "Same obstacle", "über": "Über", "éa": "Éa", "世界": "世界", "1 task": "1 task", "\xffx": "\xffx",
	} {
		if got := upperFirst(said); got != want {
			t.Errorf("upperFirst(%q) = %q, want %q", said, got, want)
		}
	}
}
