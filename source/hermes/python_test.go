package hermes

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPyObject holds texts against what Python's json.dumps(…,
// ensure_ascii=False) writes.
func TestPyObject(t *testing.T) {
	cases := []struct{ got, want string }{
		{pyObject(), `{}`},
		{pyObject("a", nil, "b", true, "c", false, "d", 7, "e", int64(-8)), `{"a": null, "b": true, "c": false, "d": 7, "e": -8}`},
		{pyObject("s", "a\"b\\c/d"), `{"s": "a\"b\\c/d"}`},
		{pyObject("s", "\n\r\t\b\f\x00\x1f\x7f"), `{"s": "\n\r\t\b\f\u0000\u001f` + "\x7f" + `"}`},
		{pyObject("s", "Straße <b> & 日本 \u2028 🙂"), `{"s": "Straße <b> & 日本 ` + "\u2028" + ` 🙂"}`},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("written %s, not %s", c.got, c.want)
		}
	}
}

// FuzzPyObject writes any text and reads it back.
func FuzzPyObject(f *testing.F) {
	for _, s := range []string{"", "plain", "\"\\\x00\x1f", "日本", "\xff\xfe", " \t x \x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var read map[string]string
		if err := json.Unmarshal([]byte(pyObject("text", s)), &read); err != nil {
			t.Fatalf("%q is not JSON: %v", s, err)
		}
		if want := strings.ToValidUTF8(s, "\uFFFD"); utf8.ValidString(s) && read["text"] != want {
			t.Errorf("%q came back as %q", s, read["text"])
		}
		if line := oneLine(s); strings.ContainsAny(line, "\n\r\x1b\x00") {
			t.Errorf("%q is no line", line)
		}
	})
}
