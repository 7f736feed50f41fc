// Package keyhash computes 64-bit hashes that depend on a secret key and are the same in
// every process that has the key. Without the key nobody can choose texts whose hashes
// collide. It is for hashes that are stored in a file; hash/maphash is faster for hashes
// that do not outlive the process.
package keyhash

import (
	"crypto/rand"
	"encoding/binary"
	"math/bits"
)

// Key is the secret key. The zero Key works but is no secret.
type Key [2]uint64

// New returns a random key.
func New() Key {
	var raw [16]byte
	_, _ = rand.Read(raw[:]) // it never fails
	return Key{binary.LittleEndian.Uint64(raw[:]), binary.LittleEndian.Uint64(raw[8:])}
}

// Sum returns the hash of a text by SipHash-2-4 (Aumasson and Bernstein,
// https://www.aumasson.jp/siphash/siphash.pdf).
func Sum(k Key, text []byte) uint64 {
	s := state{k[0] ^ 0x736f6d6570736575, k[1] ^ 0x646f72616e646f6d, k[0] ^ 0x6c7967656e657261, k[1] ^ 0x7465646279746573}
	last := uint64(len(text)) << 56
	for ; len(text) >= 8; text = text[8:] {
		s.add(binary.LittleEndian.Uint64(text))
	}
	for i, b := range text {
		last |= uint64(b) << (8 * i)
	}
	s.add(last)
	s.c ^= 0xff
	for range 4 {
		s.round()
	}
	return s.a ^ s.b ^ s.c ^ s.d
}

type state struct{ a, b, c, d uint64 }

func (s *state) add(word uint64) {
	s.d ^= word
	s.round()
	s.round()
	s.a ^= word
}

func (s *state) round() {
	s.a += s.b
	s.c += s.d
	s.b = bits.RotateLeft64(s.b, 13) ^ s.a
	s.d = bits.RotateLeft64(s.d, 16) ^ s.c
	s.a = bits.RotateLeft64(s.a, 32)
	s.c += s.b
	s.a += s.d
	s.b = bits.RotateLeft64(s.b, 17) ^ s.c
	s.d = bits.RotateLeft64(s.d, 21) ^ s.a
	s.c = bits.RotateLeft64(s.c, 32)
}
