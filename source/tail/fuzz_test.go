package tail

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzChunks appends a text in pieces of any sizes, reading after each, and
// flushes what is left: together that is the text split at once.
func FuzzChunks(f *testing.F) {
	f.Add([]byte("a\nb\r\n\nhalf"), []byte{1}, 0)
	f.Add([]byte("caf\xc3\xa9 \xf0\x9f\x99\x82\n\x00\xff\n"), []byte{1, 2, 5}, 4)
	f.Add([]byte(strings.Repeat("long ", 90)+"\r\nx\n"), []byte{200, 0, 3}, 7)
	path := filepath.Join(f.TempDir(), "x.log")
	f.Fuzz(func(t *testing.T, text, sizes []byte, longest int) {
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		r := NewReader(filepath.Dir(path), filepath.Base(path), Options{maxLine: longest})
		var got []string
		take := func(l Line) error {
			got = append(got, string(l.Text))
			return nil
		}
		for i, rest := 0, text; len(rest) > 0; i++ {
			n := len(rest)
			if i < 64 && len(sizes) > 0 { // the 65th piece is all that is left
				n = min(n, int(sizes[i%len(sizes)]))
			}
			if _, err := file.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
			if res, err := r.Next(t.Context(), take); err != nil || r.offset != int64(len(text)-len(rest)) || res.Truncated || res.Rotated {
				t.Fatalf("piece of %d bytes: %+v, %v", n, res, err)
			}
		}
		if err := r.Flush(take); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(wholeLines(string(text), r.o.maxLine, true), got); d != "" {
			t.Error(d)
		}
	})
}
