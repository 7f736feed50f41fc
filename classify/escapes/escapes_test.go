package escapes_test

import (
	"strings"
	"testing"

	"notdone/classify/escapes"
)

func TestStrip(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                                "plain",
		"\x1b[31mI\x1b[0m \x1b[1;4mneed\x1b[m": "I need",
		"\x1b[38;5;208mkey\x1b[K\x1b[2J\x1b[?25h":                      "key",
		"\x1b]0;title\x07all \x1b]8;;http://x\x1b\\good\x1b]8;;\x1b\\": "all good",
		"\x1b(Bset\x1b7\x1b8":                                          "set",
		"an \x1b alone":                                                "an \x1b alone",
		"\x1b]0;a title without an end\nis text":                       "\x1b]0;a title without an end\nis text",
		"\x1b[" + strings.Repeat("1;", 99) + "m":                       "\x1b[" + strings.Repeat("1;", 99) + "m",
	} {
		if got := escapes.Strip(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		m, has := escapes.Without(text)
		if has != (text != want) || has && m.Text != want {
			t.Errorf("%q: %q, %v", text, m.Text, has)
		}
	}
}

// TestPlaces: a piece of the text without sequences is found in the text that has them, without
// those around it.
func TestPlaces(t *testing.T) {
	const text = "\x1b[31mI \x1b[1mneed\x1b[0m a key.\x1b[0m Then"
	m, _ := escapes.Without(text)
	for piece, want := range map[string]string{
		"I need a key.": "I \x1b[1mneed\x1b[0m a key.", "need": "need", "a key.": "a key.", " Then": " Then", "I": "I", m.Text: text[len("\x1b[31m"):],
	} {
		at := strings.Index(m.Text, piece)
		if got := text[m.Start(at):m.End(at+len(piece))]; got != want {
			t.Errorf("%q is %q, want %q", piece, got, want)
		}
	}
}

// TestInString: the escapes of a string in JSON are read, and a piece of it is found where it was written.
func TestInString(t *testing.T) {
	const written = `I \u00fc \"need\"\na \ud83d\ude00 key. \q`
	m := escapes.InString(written)
	if want := "I ü \"need\"\na 😀 key. \\q"; m.Text != want {
		t.Fatalf("%q, want %q", m.Text, want)
	}
	for piece, want := range map[string]string{"need": "need", "key.": "key.", "a 😀 key.": `a \ud83d\ude00 key.`} {
		at := strings.Index(m.Text, piece)
		if got := written[m.Start(at):m.End(at+len(piece))]; got != want {
			t.Errorf("%q is %q, want %q", piece, got, want)
		}
	}
}
