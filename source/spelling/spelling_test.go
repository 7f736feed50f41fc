package spelling

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"blocked", "failed", "title"}
	for misspelt, want := range map[string]string{
		"bloked": "blocked", "titel": "title", "filed": "failed", "xyzzy": "", "": "",
	} {
		if got := Nearest(misspelt, names); got != want {
			t.Errorf("%q is taken for %q, want %q", misspelt, got, want)
		}
	}
}
