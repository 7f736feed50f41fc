package tail

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHole reads files whose writer went on where it was after they were cut
// short, so that they begin with NULs.
func TestHole(t *testing.T) {
	for name, hole := range map[string]int64{"none": 0, "a byte": 1, "a block and more": 3*blockSize + 7, "more than there is memory for": 1 << 38} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			f, err := os.Create(filepath.Join(dir, "a.log"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			r := NewReader(dir, "a.log", Options{})
			var got []string
			take := func(l Line) error {
				if l.Number == 1 && l.Offset != hole {
					t.Errorf("the first line is at %d", l.Offset)
				}
				got = append(got, string(l.Text))
				return nil
			}
			if err := f.Truncate(hole); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Next(t.Context(), take); err != nil {
				t.Fatal(err)
			}
			if err := r.Flush(take); err != nil || len(got) > 0 {
				t.Fatalf("%q in a hole, %v", got, err)
			}
			if _, err := f.WriteAt([]byte("one\n\x00two\nth"), hole); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Next(t.Context(), take); err != nil {
				t.Fatal(err)
			}
			if err := r.Flush(take); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff([]string{"one", "\x00two", "th"}, got); d != "" {
				t.Error(d)
			}
			head, err := Head(f, 8)
			if err != nil || string(head) != "one\n\x00two" {
				t.Errorf("it begins with %q, %v", head, err)
			}
		})
	}
}

// TestHoleAlone holds that a file of nothing but NULs has no beginning.
func TestHoleAlone(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "a.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(1 << 30); err != nil {
		t.Fatal(err)
	}
	if head, err := Head(f, 64); err != nil || len(head) > 0 {
		t.Errorf("%q, %v", head, err)
	}
}
