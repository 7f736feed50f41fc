package tail

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLines(t *testing.T) {
	tests := []struct {
		name    string
		o       Options
		text    string
		want    []string
		pending int
	}{
		{"nothing", Options{}, "", nil, 0},
		{"whole lines", Options{}, "a\nb\n", []string{"a", "b"}, 0},
		{"empty lines", Options{}, "\n\n", []string{"", ""}, 0},
		{"half a line", Options{}, "a\nhalf", []string{"a"}, 4},
		{"CRLF", Options{}, "a\r\n\r\nb\rc\r\n", []string{"a", "", "b\rc"}, 0},
		{"NULs and broken UTF-8", Options{}, "a\x00\xff\xc3\n", []string{"a\x00\xff\xc3"}, 0},
		{"just as long as allowed", Options{maxLine: 4}, "abcd\n", []string{"abcd"}, 0},
		{"too long", Options{maxLine: 4}, "abcde\nf\n", []string{"abcd…", "f"}, 0},
		{"too long, cut in a rune", Options{maxLine: 4}, "abc🙂e\nf\n", []string{"abc…", "f"}, 0},
		{"too long, cut after a rune", Options{maxLine: 5}, "abcé!\n", []string{"abcé…"}, 0},
		{"too long and broken", Options{maxLine: 2}, "\xff\xff\xff\n", []string{"\xff\xff…"}, 0},
		{"longer than a block", Options{}, strings.Repeat("x", 3*blockSize) + "\ny\n", []string{strings.Repeat("x", 3*blockSize), "y"}, 0},
		{"too long over blocks", Options{maxLine: 3}, strings.Repeat("x", 3*blockSize) + "\ny\n", []string{"xxx…", "y"}, 0},
		{"end", Options{Start: Last(0)}, "a\nb\n", nil, 0},
		{"end within a line", Options{Start: Last(0)}, "a\nhalf", nil, 0},
		{"last bytes", Options{Start: Last(4)}, "first\nb\nc\n", []string{"b", "c"}, 0},
		{"last bytes within a line", Options{Start: Last(5)}, "first\nb\nc\n", []string{"b", "c"}, 0},
		{"last bytes, more than there are", Options{Start: Last(99)}, "a\nb\n", []string{"a", "b"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := newLog(t, tt.o)
			l.write(tt.text)
			if res := l.next(); int(l.r.offset-l.r.lineStart) != tt.pending || res.Rotated || res.Truncated {
				t.Errorf("%+v", res)
			}
			l.want(tt.want...)
			if res := l.next(); res.Rotated || res.Truncated {
				t.Errorf("read again: %+v", res)
			}
			l.want()
		})
	}
}

func TestPlaces(t *testing.T) {
	l := newLog(t, Options{})
	l.write("a\r\n\nlast")
	l.next()
	if err := l.r.Flush(l.take); err != nil {
		t.Fatal(err)
	}
	want := []Line{
		{Offset: 0, Number: 1, Text: []byte("a")},
		{Offset: 3, Number: 2, Text: []byte{}},
		{Offset: 4, Number: 3, Text: []byte("last"), Partial: true},
	}
	if d := cmp.Diff(want, l.all); d != "" {
		t.Error(d)
	}
	l = newLog(t, Options{Start: Last(2)})
	l.write("a\nb\n")
	l.next()
	if d := cmp.Diff([]Line{{Offset: 2, Text: []byte("b")}}, l.all); d != "" {
		t.Error(d)
	}
}

func TestPartialLine(t *testing.T) {
	l := newLog(t, Options{maxLine: 8})
	flush := func() {
		t.Helper()
		if err := l.r.Flush(l.take); err != nil {
			t.Fatal(err)
		}
	}
	l.write("h")
	l.next()
	flush()
	l.want("h¶")
	l.append("é"[:1])
	l.next()
	flush()
	l.want("h\xc3¶")
	l.append("é"[1:] + "\n")
	l.next()
	l.want("hé")
	flush()
	l.want()
	l.append("much longer")
	if l.next(); l.r.offset-l.r.lineStart != int64(len("much longer")) {
		t.Errorf("the line begins at %d of %d bytes", l.r.lineStart, l.r.offset)
	}
	flush()
	l.want("much lon…¶")
	l.append(" still\nnext\n")
	l.next()
	l.want("much lon…", "next")
}

func TestStartWithinAGrowingLine(t *testing.T) {
	l := newLog(t, Options{Start: Last(0)})
	l.write("old half")
	l.next()
	if err := l.r.Flush(l.take); err != nil {
		t.Fatal(err)
	}
	l.append(" of a line\nnew\n")
	l.next()
	l.want("new")
}

func TestAnErrorStops(t *testing.T) {
	l := newLog(t, Options{})
	l.write("a\nb\nc\nhalf")
	stop := errors.New("enough")
	_, err := l.r.Next(context.Background(), func(line Line) error {
		if string(line.Text) == "b" {
			return stop
		}
		return nil
	})
	if err != stop || l.r.offset != 4 { //nolint:errorlint // it is promised as it is
		t.Errorf("%d bytes, %v", l.r.offset, err)
	}
	l.next()
	l.want("c")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	l.append("\n")
	if _, err := l.r.Next(ctx, l.take); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	l.next()
	l.want("half")
}

func TestVanishAndReturn(t *testing.T) {
	l := newLog(t, Options{Start: Last(0)})
	gone := func() {
		t.Helper()
		if _, err := l.r.Next(context.Background(), l.take); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("missing file: %v", err)
		}
	}
	gone()
	l.write("new, so read whole\n")
	if res := l.next(); res.Rotated || res.Truncated {
		t.Errorf("%+v", res)
	}
	l.want("new, so read whole")
	l.rename("", ".away")
	gone()
	l.rename(".away", "")
	l.append("the same\n")
	if res := l.next(); res.Rotated || res.Truncated {
		t.Errorf("%+v", res)
	}
	l.want("the same")
	if err := os.Remove(l.path); err != nil {
		t.Fatal(err)
	}
	gone()
	l.write("another\n")
	if res := l.next(); !res.Rotated && !res.Truncated {
		t.Errorf("%+v", res)
	}
	l.want("another")
}

func TestHugeLineNeedsLittleMemory(t *testing.T) {
	l := newLog(t, Options{})
	l.write(strings.Repeat("0123456789abcdef", 30<<16) + "\nnext\n")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l.next()
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 12<<20 {
		t.Errorf("%d bytes allocated for a line of 30 MB", used)
	}
	if len(l.got) != 2 || l.got[1] != "next" || len(l.all[0].Text) != defaultMaxLine || !l.all[0].Truncated {
		t.Errorf("%d lines", len(l.got))
	}
	if l.r.pending != nil {
		t.Error("the line is kept")
	}
}

func TestAnotherProcessWrites(t *testing.T) {
	l := newLog(t, Options{})
	write := startWriter(t, l.path)
	write("one|tw")
	l.next()
	l.want("one")
	write("o|three|")
	l.next()
	l.want("two", "three")
}
