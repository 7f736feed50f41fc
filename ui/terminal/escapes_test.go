package terminal

import "testing"

// An ESC that was read alone is the beginning of a sequence where the rest comes in time.
func TestTheRestOfASequence(t *testing.T) {
	for _, more := range []bool{false, true} {
		var e escapes
		buf := make([]byte, 64)
		buf[0] = '\x1b'
		want := longEscape
		if more {
			want = "\x1b"
		}
		if n := e.resolve(buf, 1, func() bool { return more }); string(buf[:n]) != want {
			t.Errorf("more %t: %q", more, buf[:n])
		}
	}
}
