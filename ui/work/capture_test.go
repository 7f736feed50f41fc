package work

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestLogKeepsItsBeginningAndItsEnd(t *testing.T) {
	var log bytes.Buffer
	c := newCapture(&log, time.Now)
	c.limit, c.tail.size = 1<<10, 1<<10
	all := 0
	for i := range 1000 {
		line := fmt.Sprintf("line %d\n", i)
		all += len(line)
		c.add([]byte(line), i%2 == 0)
	}
	if err := c.close(); err != nil {
		t.Fatal(err)
	}
	text := log.String()
	begin, rest, found := strings.Cut(text, "[notdone: the log is longer than 0 MB; its end follows when the run has ended]\n")
	left, end, also := strings.Cut(rest, " bytes are left out]\n")
	if !found || !also {
		t.Fatalf("no marks in %q", text)
	}
	var n int
	if _, err := fmt.Sscanf(left, "[notdone: %d", &n); err != nil || len(begin)+n+len(end) != all {
		t.Errorf("%d bytes + %d left out + %d are not %d: %v", len(begin), n, len(end), all, err)
	}
	if !strings.HasPrefix(begin, "line 0\nline 1\n") || !strings.HasSuffix(begin, "\n") || len(begin) > 1<<10 {
		t.Errorf("the beginning: %q", begin)
	}
	if !strings.HasPrefix(end, "line ") || !strings.HasSuffix(end, "line 998\nline 999\n") || len(end) > 1<<10 {
		t.Errorf("the end: %q", end)
	}
}

// TestStreamsStayWhole: a line of one stream is not torn by the other, however it is
// written.
func TestStreamsStayWhole(t *testing.T) {
	var log bytes.Buffer
	c := newCapture(&log, time.Now)
	var both sync.WaitGroup
	for _, isError := range []bool{false, true} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		both.Go(func() { c.take(r, isError) })
		both.Go(func() {
			for i := range 300 {
				line := fmt.Sprintf("%v %d %s.\n", isError, i, strings.Repeat("x", i*5))
				for _, part := range []string{line[:len(line)/2], line[len(line)/2:]} {
					if _, err := w.WriteString(part); err != nil {
						t.Error(err)
					}
				}
			}
			if _, err := w.WriteString("end"); err != nil {
				t.Error(err)
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		})
		t.Cleanup(func() {
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if err := c.close(); err != nil {
		t.Fatal(err)
	}
	next := map[bool]int{}
	for line := range strings.Lines(log.String()) {
		if line == "end\n" {
			continue
		}
		var isError bool
		var i int
		var rest string
		if _, err := fmt.Sscanf(line, "%t %d %s", &isError, &i, &rest); err != nil || i != next[isError] || rest != strings.Repeat("x", i*5)+"." {
			t.Fatalf("%q: %v", line, err)
		}
		next[isError]++
	}
	if next[true] != 300 || next[false] != 300 || strings.Count(log.String(), "end\n") != 2 {
		t.Errorf("lines: %v", next)
	}
}

func TestMessageOfPlainText(t *testing.T) {
	c := newCapture(&bytes.Buffer{}, time.Now)
	c.add([]byte("I have begun.\n"), false)
	for range 10_000 {
		c.add([]byte(strings.Repeat("work ", 20)+"\n"), false)
		c.add([]byte("noise\n"), true)
	}
	c.add([]byte("\x1b[32mNow\x1b[0m I need the key.\rI need the key to the vault.\n\n \n"), false)
	if err := c.close(); err != nil {
		t.Fatal(err)
	}
	o := c.read()
	if !strings.HasPrefix(o.message, "I have begun.\nwork ") || !strings.HasSuffix(o.message, "\nI need the key to the vault.") || len(o.message) > 2*maxMessage {
		t.Errorf("%d bytes: %.40q … %q", len(o.message), o.message, o.message[len(o.message)-60:])
	}
	if !strings.Contains(o.message, gap) || strings.Contains(o.message, "noise") {
		t.Error("the message is not marked as cut, or holds the standard error")
	}
	if o.last != "I need the key to the vault." || !strings.HasSuffix(o.errors, "noise\nnoise") {
		t.Errorf("last line %q, errors %.20q", o.last, o.errors)
	}
}
