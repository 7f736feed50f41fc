package tail

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// resumed reads on in l's file with another Reader, as after a restart.
func resumed(l *log, p *Position) {
	l.r = NewReader(filepath.Dir(l.path), filepath.Base(l.path), Options{Resume: p})
}

func TestPositionBeforeTheFirstRead(t *testing.T) {
	l := newLog(t, Options{})
	if _, err := l.r.Next(context.Background(), l.take); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	p := l.r.Position()
	if p != (Position{}) {
		t.Errorf("%+v of a file never seen", p)
	}
	resumed(l, &p)
	l.write("a\n")
	if res := l.next(); res.Rotated || res.Truncated {
		t.Errorf("%+v at the first sight of a file", res)
	}
	l.want("a")
}

func TestResumeIsNotSharedWithTheCaller(t *testing.T) {
	l := newLog(t, Options{})
	l.write("a\nb\n")
	l.next()
	l.got = nil
	p := l.r.Position()
	resumed(l, &p)
	p = Position{}
	l.append("c\n")
	if res := l.next(); res.Truncated || res.Rotated {
		t.Errorf("%+v", res)
	}
	l.want("c")
}

func TestResumeThroughRotations(t *testing.T) {
	l := newLog(t, Options{})
	l.write("a\nhalf")
	l.next()
	l.got = nil
	p := l.r.Position()
	l.append(" done\n")
	l.rename("", ".2")
	l.write("middle\n")
	l.rename("", ".1")
	l.write("new\n")
	resumed(l, &p)
	if res := l.next(); !res.Rotated {
		t.Errorf("%+v", res)
	}
	l.want("half done", "middle", "new")
}

func TestAnotherProcessRotates(t *testing.T) {
	l := newLog(t, Options{})
	write := startWriter(t, l.path)
	write("one|tw")
	l.next()
	l.rename("", ".1") // the writer goes on in the renamed file, as daemons do
	write("o|late|")
	startWriter(t, l.path)("new|")
	if res := l.next(); !res.Rotated {
		t.Errorf("%+v", res)
	}
	l.want("one", "two", "late", "new")
}

func TestResumeThroughACopyThatWasCutShort(t *testing.T) {
	l := newLog(t, Options{})
	l.write("a long enough beginning to tell files apart\nhalf")
	l.next()
	l.got = nil
	p := l.r.Position()
	l.append(" done\nlate\n")
	text, err := os.ReadFile(l.path)
	if err == nil {
		err = os.WriteFile(l.path+".1", text, 0o600)
	}
	if err == nil { // the clock of a file system ticks slowly
		err = os.Chtimes(l.path+".1", time.Time{}, time.Now().Add(time.Second))
	}
	if err != nil {
		t.Fatal(err)
	}
	l.write("new\n")
	resumed(l, &p)
	if res := l.next(); !res.Truncated {
		t.Errorf("%+v", res)
	}
	l.want("half done", "late", "new")
}
