package tail

import (
	"fmt"
	"os"
	"runtime"
	"testing"
)

// descriptors counts what this process has open; -1 where that is not told.
func descriptors() int {
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return -1
	}
	return len(open)
}

// TestNothingPilesUp reads a log through many appends and rotations: every line
// is given once, in order, and nothing that is held grows.
func TestNothingPilesUp(t *testing.T) {
	appends, rotations := 10_000, 100
	if testing.Short() {
		appends, rotations = 1_000, 20
	}
	l := newLog(t, Options{})
	l.append("")
	l.next()
	files, routines := descriptors(), runtime.NumGoroutine()
	turned := 0
	for i := range appends {
		if i%(appends/rotations) == appends/rotations-1 {
			l.rename("", ".1")
		}
		l.append(fmt.Sprintf("line %d\n", i))
		if res := l.next(); res.Rotated {
			turned++
		}
		if want := fmt.Sprintf("line %d", i); len(l.got) != 1 || l.got[0] != want {
			t.Fatalf("read %q, want %q", l.got, want)
		}
		l.got, l.all = l.got[:0], l.all[:0]
	}
	if turned != rotations {
		t.Errorf("%d rotations were seen of %d", turned, rotations)
	}
	if now := descriptors(); now > files {
		t.Errorf("%d descriptors, %d before", now, files)
	}
	if now := runtime.NumGoroutine(); now > routines {
		t.Errorf("%d goroutines, %d before", now, routines)
	}
	if cap(l.r.pending) > blockSize {
		t.Errorf("%d bytes are kept of lines that have ended", cap(l.r.pending))
	}
}

func TestBadBytes(t *testing.T) {
	l := newLog(t, Options{})
	l.write("a\xff\xfe\nb\x00c\n\xf0\x9f\x98")
	l.next()
	l.want("a\xff\xfe", "b\x00c")
	if err := l.r.Flush(l.take); err != nil {
		t.Fatal(err)
	}
	l.want("\xf0\x9f\x98¶")
	l.append("\x80\n")
	l.next()
	l.want("\U0001F600")
}
