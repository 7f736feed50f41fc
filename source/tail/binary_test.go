package tail

import (
	"strings"
	"testing"
)

func TestLooksBinary(t *testing.T) {
	tests := []struct {
		name string
		head string
		want bool
	}{
		{"empty", "", false},
		{"JSON", `{"type":"user","text":"ünïcode 🙂"}` + "\n", false},
		{"ANSI colours", "\x1b[31mred\x1b[0m\a\r\n", false},
		{"a stray NUL", strings.Repeat("text ", 20) + "\x00\n", false},
		{"a hole", "text\n" + strings.Repeat("\x00", 4096) + "\nmore text\n", false},
		{"holes", "text" + strings.Repeat("\x00", 40) + "text" + strings.Repeat("\x00", 40) + "text", true},
		{"cut in a rune", "text 🙂"[:7], false},
		{"Latin-1 words", "Die Gr\xf6\xdfe der Datei ist unbekannt, bitte pr\xfcfen\n", false},
		{"SQLite", "SQLite format 3\x00 and text text text text", true},
		{"gzip", "\x1f\x8b\x08text text text text text text", true},
		{"UTF-16", "t\x00e\x00x\x00t\x00", true},
		{"UTF-16 of Chinese", "\xff\xfe\x60\x4f\x7d\x59", true},
		{"NULs", strings.Repeat("\x00", 100), true},
		{"noise", "\x8f\x02\xfe\x9c\x81abc\xf0\x01\x93", true},
	}
	for _, tt := range tests {
		if got := LooksBinary([]byte(tt.head)); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
