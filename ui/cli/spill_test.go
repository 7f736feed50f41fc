package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestSpilledTextsComeBack: what was added is read back in any order, from a file that nobody else sees,
// or from memory where there can be none.
func TestSpilledTextsComeBack(t *testing.T) {
	for name, folder := range map[string]string{"a file": t.TempDir(), "no room for a file": "/dev/null"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("TMPDIR", folder)
			var s spill
			text := func(i int) string { return strings.Repeat(fmt.Sprint("text ", i, " "), 1+i%300) }
			var spots []spot
			for i := range 1000 {
				if i == 500 {
					spots = append(spots, s.add([]byte(strings.Repeat("x", 2*blockSize))))
					continue
				}
				spots = append(spots, s.add([]byte(text(i))))
			}
			for n := range spots {
				i := n * 617 % len(spots)
				want := text(i)
				if i == 500 {
					want = strings.Repeat("x", 2*blockSize)
				}
				if got, err := s.text(spots[i]); err != nil || string(got) != want {
					t.Fatalf("text %d: %d bytes, %v, want %d", i, len(got), err, len(want))
				}
			}
			if inFile := s.file != nil; inFile == (folder == "/dev/null") {
				t.Errorf("in a file: %v", inFile)
			}
			if held, err := os.ReadDir(folder); err == nil && len(held) > 0 {
				t.Errorf("%s can be seen", held[0].Name())
			}
			if err := s.close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSpillHoldsLittle: all but the newest texts are in the file.
func TestSpillHoldsLittle(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var s spill
	defer func() { _ = s.close() }()
	for range 100 {
		s.add(make([]byte, blockSize/4))
	}
	held := 0
	for _, b := range s.blocks {
		held += cap(b.texts)
	}
	if held > 2*blockSize {
		t.Errorf("%d bytes are held", held)
	}
}
