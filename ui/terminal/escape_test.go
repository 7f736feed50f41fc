package terminal_test

import (
	"os"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/google/go-cmp/cmp"

	"notdone/ui/terminal"
)

// An ESC after which nothing comes is a whole key at once; one that begins something else, one
// that is pasted, and one that came over a line on which the rest may be late, is passed on.
func TestEscape(t *testing.T) {
	for _, c := range []struct {
		name  string
		thin  bool
		typed []string // each is typed when the one before was read
		want  []string
	}{
		{name: "escape", typed: []string{"\x1b"}, want: []string{"\x1b[27u"}},
		{name: "escape twice", typed: []string{"\x1b", "\x1b"}, want: []string{"\x1b[27u", "\x1b[27u"}},
		{name: "another key", typed: []string{"\x1b[A", "\x1b"}, want: []string{"\x1b[A", "\x1b[27u"}},
		{name: "with alt", typed: []string{"\x1bj"}, want: []string{"\x1bj"}},
		{name: "over SSH", thin: true, typed: []string{"\x1b"}, want: []string{"\x1b"}},
		{
			name:  "in a paste",
			typed: []string{"\x1b[20", "0~a", "\x1b", "[201", "~", "\x1b"},
			want:  []string{"\x1b[20", "0~a", "\x1b", "[201", "~", "\x1b[27u"},
		},
		{
			name:  "after a paste at once",
			typed: []string{"\x1b[200~a\x1b[201~", "\x1b"},
			want:  []string{"\x1b[200~a\x1b[201~", "\x1b[27u"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			screen, typed := piped(t)
			screen.Thin = c.thin
			input, buf := inputOf(t, screen), make([]byte, 64)
			var got []string
			for _, keys := range c.typed {
				if _, err := typed.WriteString(keys); err != nil {
					t.Fatal(err)
				}
				n, err := input.Read(buf)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, string(buf[:n]))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What an escape is passed on as is the key escape for Bubble Tea.
func TestEscapeIsTheKey(t *testing.T) {
	var d uv.EventDecoder
	_, short := d.Decode([]byte("\x1b"))
	_, long := d.Decode([]byte("\x1b[27u"))
	if pressed, ok := long.(uv.KeyPressEvent); !ok || pressed.String() != "esc" || short.(uv.KeyPressEvent) != pressed {
		t.Errorf("%#v, %#v", short, long)
	}
}

// piped is a terminal of which the keys are typed into a pipe.
func piped(t *testing.T) (screen *terminal.Terminal, typed *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	screen = terminal.New(r, w)
	t.Cleanup(func() {
		screen.Abandon()
		_, _ = w.Close(), r.Close() // nothing is lost
	})
	return screen, w
}
