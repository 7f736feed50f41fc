package keyhash

import (
	"strings"
	"testing"
)

// The values are those of the paper, appendix A, and of the authors' test vectors: of the
// bytes 0, 1, 2, … under the key of the bytes 0 to 15.
func TestSum(t *testing.T) {
	key := Key{0x0706050403020100, 0x0f0e0d0c0b0a0908}
	text := make([]byte, 64)
	for i := range text {
		text[i] = byte(i)
	}
	for length, want := range map[int]uint64{
		0: 0x726fdb47dd0e0e31, 1: 0x74f839c593dc67fd, 7: 0xab0200f58b01d137, 8: 0x93f5f5799a932462, 15: 0xa129ca6149be45e5, 63: 0x958a324ceb064572,
	} {
		if got := Sum(key, text[:length]); got != want {
			t.Errorf("%d bytes: %x, want %x", length, got, want)
		}
	}
	if a, b := New(), New(); a == b {
		t.Error("two random keys are equal")
	}
}

func BenchmarkSum(b *testing.B) {
	key, id := New(), []byte(strings.Repeat("t_", 10))
	for b.Loop() {
		Sum(key, id)
	}
}
