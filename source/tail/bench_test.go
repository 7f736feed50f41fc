package tail

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkRead compares reading lines with what bufio alone costs.
func BenchmarkRead(b *testing.B) {
	dir := b.TempDir()
	path := filepath.Join(dir, "x.log")
	text := strings.Repeat(strings.Repeat("x", 199)+"\n", 100_000)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	b.Run("tail", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			n := 0
			_, err := NewReader(dir, "x.log", Options{}).Next(b.Context(), func(Line) error {
				n++
				return nil
			})
			if err != nil || n != 100_000 {
				b.Fatal(n, err)
			}
		}
	})
	b.Run("bufio", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			f, err := os.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			n := 0
			for r := bufio.NewReaderSize(f, blockSize); err == nil; n++ {
				_, err = r.ReadSlice('\n')
			}
			if n != 100_001 {
				b.Fatal(n, err)
			}
			_ = f.Close()
		}
	})
}

// BenchmarkUnchanged is the cost of asking a file that did not grow.
func BenchmarkUnchanged(b *testing.B) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.log"), []byte(strings.Repeat("line\n", 1000)), 0o600); err != nil {
		b.Fatal(err)
	}
	r := NewReader(dir, "x.log", Options{})
	for b.Loop() {
		if _, err := r.Next(b.Context(), func(Line) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
