package safe_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"notdone/ui/safe"
)

func TestLine(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, in, want string }{
		{"plain", "Fix the build", "Fix the build"},
		{"clipboard write", "a\x1b]52;c;aGk=\x07b", "a␛]52;c;aGk=␇b"},
		{"clear screen", "a\x1b[2Jb", "a␛[2Jb"},
		{"colour is noise", "\x1b[1;31mred\x1b[0m ok", "red ok"},
		{"override", "abc\u202edef", "abcdef"},
		{"c1 csi", "a\u009b2Jb", "a·2Jb"},
		{"raw c1 byte", "a\x9b2Jb", "a\ufffd2Jb"},
		{"nul", "a\x00b", "a␀b"},
		{"delete", "a\x7fb", "a␡b"},
		{"line break", "one\r\ntwo\n\nthree", "one two three"},
		{"zero width", "pass\u200bword\ufeff", "password"},
		{"tags", "hi\U000e0041\U000e007f", "hi"},
		{"marks are bounded", "e\u0301\u0301\u0301\u0301\u0301x", "e\u0301\u0301\u0301x"},
		{"no-break space", "a\u00a0b", "a b"},
		{"wide text stays", "日本語 ok", "日本語 ok"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, safe.Line(tc.in, 0)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLineIsBounded(t *testing.T) {
	t.Parallel()
	got := safe.Line(strings.Repeat("ä", 100_000), 101)
	if n := utf8.RuneCountInString(got); n != 51 || !strings.HasSuffix(got, "…") {
		t.Errorf("100 kB cut at 101 bytes gives %d runes ending in %q", n, got[len(got)-3:])
	}
}

func TestBlockKeepsLines(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff("a    b\nc␛[2J", safe.Block("a\tb\r\nc\x1b[2J", 0)); diff != "" {
		t.Error(diff)
	}
}

func FuzzLine(f *testing.F) {
	f.Add("a\x1b]52;c;x\x07", 10)
	f.Add("\u202e\u009b\x00", 0)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		got := safe.Line(s, limit)
		if !utf8.ValidString(got) {
			t.Fatalf("invalid UTF-8: %q", got)
		}
		for _, r := range got {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || safe.Invisible(r) {
				t.Fatalf("%U reaches the terminal in %q", r, got)
			}
		}
		if ansi.Strip(got) != got {
			t.Fatalf("an escape sequence is left in %q", got)
		}
	})
}

func FuzzJSON(f *testing.F) {
	f.Add("a\u202eb\u009b\x7f\U000e0041日")
	f.Fuzz(func(t *testing.T, s string) {
		plain, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		out := safe.JSON(plain)
		for _, r := range string(out) {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || safe.Invisible(r) {
				t.Fatalf("%U is not escaped in %q", r, out)
			}
		}
		var a, b string
		if err := json.Unmarshal(plain, &a); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(out, &b); err != nil {
			t.Fatalf("%q: %v", out, err)
		}
		if a != b {
			t.Fatalf("decodes to %q, want %q", b, a)
		}
	})
}

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{"": 0, "plain text ~": 12, "Zürich": 6, "排查": 4, "a排b": 4} {
		if got := safe.Width(text); got != want {
			t.Errorf("%q takes %d cells, want %d", text, got, want)
		}
	}
}
