package tail

import (
	"os"
	"strings"
	"testing"
	"time"
)

func TestRotation(t *testing.T) {
	tests := []struct {
		name string
		act  func(l *log)
		want []string
		cut  bool // a truncation, not a rotation
	}{
		{"renamed and made anew", func(l *log) {
			l.rename("", ".1")
			l.write("new\n")
		}, []string{"half¶", "new"}, false},
		{"finished before", func(l *log) {
			l.append(" done\nend\n")
			l.rename("", ".1")
			l.write("new\n")
		}, []string{"half done", "end", "new"}, false},
		{"deleted and made anew", func(l *log) {
			l.rename("", ".gone")
			l.write("new\n")
		}, []string{"half¶", "new"}, false},
		{"beside an older one", func(l *log) {
			l.rename("", ".gone")
			l.write("older\n")
			l.rename("", ".1")
			l.write("new\n")
		}, []string{"half¶", "new"}, false},
		{"emptied", func(l *log) { l.write("") }, []string{"half¶"}, true},
		{"cut short", func(l *log) { l.write("new\n") }, []string{"half¶", "new"}, true},
		{"cut short and grown past", func(l *log) {
			l.write("new\n" + strings.Repeat("n", 100) + "\n")
		}, []string{"half¶", "new", strings.Repeat("n", 100)}, true},
		{"same banner, grown past", func(l *log) {
			l.write(banner + "other other\nnew\n")
		}, []string{"half¶", strings.TrimSuffix(banner, "\n"), "other other", "new"}, true},
		{"copied, then cut short", func(l *log) {
			l.append(" done\n")
			text, err := os.ReadFile(l.path)
			if err == nil {
				err = os.WriteFile(l.path+".1", text, 0o600)
			}
			if err == nil { // the clock of a file system ticks slowly
				err = os.Chtimes(l.path+".1", time.Time{}, time.Now().Add(time.Second))
			}
			if err != nil {
				l.t.Fatal(err)
			}
			l.write("new\n")
		}, []string{"half done", "new"}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := newLog(t, Options{})
			l.write(banner + "first\nhalf")
			l.next()
			l.want(strings.TrimSuffix(banner, "\n"), "first")
			tt.act(l)
			if res := l.next(); res.Truncated != tt.cut || res.Rotated == tt.cut {
				t.Errorf("%+v", res)
			}
			l.want(tt.want...)
			l.append("more\n")
			if res := l.next(); res.Truncated || res.Rotated {
				t.Errorf("after it: %+v", res)
			}
			l.want("more")
		})
	}
}

// banner is longer than the print of a head, so that only what stood before the
// place of reading can tell two files apart.
var banner = strings.Repeat("=", headSize) + "\n"

func TestReadsOnWhileTheNewFileIsMissing(t *testing.T) {
	l := newLog(t, Options{})
	l.write("a\nhalf")
	l.next()
	l.append(" done\n")
	l.rename("", ".1")
	for range 2 {
		if _, err := l.r.Next(t.Context(), l.take); !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	l.want("a", "half done")
	l.write("new\n")
	if res := l.next(); !res.Rotated {
		t.Errorf("%+v", res)
	}
	l.want("new")
	if n := l.all[len(l.all)-1].Number; n != 1 {
		t.Errorf("number %d in a new file", n)
	}
}

func TestCutShortWhileReading(t *testing.T) {
	l := newLog(t, Options{})
	l.write(strings.Repeat("line\n", blockSize))
	n := 0
	_, err := l.r.Next(t.Context(), func(Line) error {
		if n++; n == 10 {
			l.write("new\n")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if res := l.next(); !res.Truncated {
		t.Errorf("%+v", res)
	}
	if got := l.got[len(l.got)-1]; got != "new" {
		t.Errorf("last line %q", got)
	}
}

func TestStoppedWithinARotation(t *testing.T) {
	l := newLog(t, Options{})
	l.write("a\n")
	l.next()
	l.append("b\nc\n")
	l.rename("", ".1")
	l.write("new\n")
	for range 5 { // one line a call
		_, err := l.r.Next(t.Context(), func(line Line) error {
			_ = l.take(line)
			return os.ErrProcessDone
		})
		if err == nil {
			break
		}
	}
	l.want("a", "b", "c", "new")
}
