package tail

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "notdone/model/fixedseed"
)

// TestChunksAndRotations: however a log is written in pieces, rotated, cut short
// and read in between, its lines are those of the generations read whole.
func TestChunksAndRotations(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		root, err := os.MkdirTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, "x.log")
		r := NewReader(root, "x.log", Options{maxLine: rapid.SampledFrom([]int{5, 1 << 20}).Draw(t, "longest")})
		var whole, got []string
		text := "" // of this generation
		read := func() {
			_, err := r.Next(t.Context(), func(l Line) error {
				got = append(got, string(l.Text))
				return nil
			})
			if err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
		}
		close := func() {
			whole = append(whole, wholeLines(text, r.o.maxLine, true)...)
			text = ""
		}
		put := func(chunk string) {
			text += chunk
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"write": func(t *rapid.T) {
				put(rapid.StringMatching("[a-c\n\ré🙂]{1,12}").Draw(t, "chunk"))
			},
			"torn": func(*rapid.T) { put("🙂"[:2]) },
			"read": func(*rapid.T) { read() },
			"rotate": func(*rapid.T) {
				if text == "" {
					return
				}
				read() // or the name it had may be taken by a later rotation
				more := rapid.SampledFrom([]string{"", "late\nlast"}).Draw(t, "late")
				put(more)
				if err := os.Rename(path, path+".1"); err != nil {
					t.Fatal(err)
				}
				close()
				put(rapid.SampledFrom([]string{"", "n\n"}).Draw(t, "new"))
				read()
			},
			"cut short": func(*rapid.T) {
				read()
				close()
				put("")
				read()
			},
		})
		read()
		want := append(whole, wholeLines(text, r.o.maxLine, false)...)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	})
}

// wholeLines splits a text that is all there, in the simplest way.
func wholeLines(text string, longest int, ended bool) []string {
	text = strings.TrimLeft(text, "\x00") // a hole at the beginning is no part of a line
	var lines []string
	for line := range strings.Lines(text) {
		body, complete := strings.CutSuffix(line, "\n")
		if !complete && !ended {
			break
		}
		switch {
		case len(body) > longest:
			body = string(wholeRunes([]byte(body[:longest])))
		case complete:
			body = strings.TrimSuffix(body, "\r")
		}
		lines = append(lines, body)
	}
	return lines
}

// FuzzReader reads a text in two pieces.
func FuzzReader(f *testing.F) {
	f.Add([]byte("a\nb\r\nhalf"), 3, 4)
	f.Add([]byte("\x00\xff🙂\n\n"), 4, 1)
	f.Add([]byte(strings.Repeat("x", 100)), 50, 7)
	dir := f.TempDir()
	path := filepath.Join(dir, "x.log")
	f.Fuzz(func(t *testing.T, text []byte, cut, longest int) {
		cut = max(0, min(cut, len(text)))
		r := NewReader(dir, "x.log", Options{maxLine: longest})
		var got []string
		take := func(l Line) error {
			if len(l.Text) > r.o.maxLine {
				t.Errorf("%d bytes in a line", len(l.Text))
			}
			if !bytes.HasPrefix(text[l.Offset:], l.Text) {
				t.Errorf("%q is not at %d", l.Text, l.Offset)
			}
			got = append(got, string(l.Text))
			return nil
		}
		for _, piece := range [][]byte{text[:cut], text} {
			if err := os.WriteFile(path, piece, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Next(t.Context(), take); err != nil {
				t.Fatal(err)
			}
		}
		if d := cmp.Diff(wholeLines(string(text), r.o.maxLine, false), got); d != "" {
			t.Error(d)
		}
		LooksBinary(text)
	})
}
