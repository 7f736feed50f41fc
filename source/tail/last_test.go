package tail

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLastLines(t *testing.T) {
	long := strings.Repeat("x", 2*blockSize)
	line := func(off, number int64, text string) Line {
		return Line{Offset: off, Number: number, Text: []byte(text)}
	}
	tests := []struct {
		name    string
		text    string
		n, most int
		want    []Line
	}{
		{"nothing", "", 5, 100, nil},
		{"none wanted", "a\n", 0, 100, nil},
		{"fewer than wanted", "a\nb\r\n", 5, 100, []Line{line(0, 1, "a"), line(2, 2, "b")}},
		{"more than wanted", "a\nb\nc\n", 2, 100, []Line{line(2, 2, "b"), line(4, 3, "c")}},
		{"a partial one", "a\nhalf", 2, 100, []Line{
			line(0, 1, "a"), {Offset: 2, Number: 2, Text: []byte("half"), Partial: true},
		}},
		{"just at a line's beginning", "first\nb\nc\n", 9, 4, []Line{line(6, 0, "b"), line(8, 0, "c")}},
		{"within a line", "first\nb\n", 9, 4, []Line{
			{Offset: 4, Text: []byte("t"), Truncated: true}, line(6, 0, "b"),
		}},
		{"within a line nobody asked for", "first\nb\n", 1, 4, []Line{line(6, 0, "b")}},
		{"within a rune", "🙂t\nb\n", 9, 6, []Line{
			{Offset: 4, Text: []byte("t"), Truncated: true}, line(6, 0, "b"),
		}},
		{"one line longer than allowed", "abcdef", 1, 3, []Line{
			{Offset: 3, Text: []byte("def"), Truncated: true, Partial: true},
		}},
		{"over several windows", long + "\n" + long + "\nend\n", 2, 1 << 20, []Line{
			line(int64(len(long))+1, 0, long), line(2*int64(len(long))+2, 0, "end"),
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "x.log"), []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := LastLines(dir, "x.log", tt.n, tt.most)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
	if _, err := LastLines(t.TempDir(), "none", 1, 1); !os.IsNotExist(err) {
		t.Errorf("missing file: %v", err)
	}
}

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
