package work

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"notdone/source/runlog"
	"notdone/source/runlog/wrapped"
	"notdone/source/tail"
)

// Bounds of what is kept of a command's output, in bytes.
const (
	maxLog     = 32 << 20  // of the beginning, in the log
	maxLogTail = 256 << 10 // of the end, in the log
	maxLine    = 16 << 20  // of a line; a longer one is cut into several
	roomyLine  = 1 << 20   // memory for a line that is kept for the next
	maxProse   = 256 << 10 // of a line that is no record, half of it from the end
	maxHead    = 8 << 10   // by which the format is recognised
	maxMessage = 48 << 10  // of a message in plain text, half of it from the end
	readSize   = 64 << 10
)

// capture takes the output of a command: it writes the log, line by line from both
// streams, and reads it as an agent's. What it keeps in memory is bounded.
type capture struct {
	now func() time.Time

	mu      sync.Mutex
	log     io.Writer
	err     error // of the log; the output is read nevertheless
	written int64
	left    int64 // bytes left out of the log
	limit   int64
	tail    window // of what is left out

	head   bytes.Buffer // the first lines, until the format is known
	held   []tail.Line  // them
	reader runlog.Reader
	format runlog.Format
	binary bool // it begins with what is no text
	number int64

	said   window // what the standard output says, as plain text
	failed window // what the standard error says
	last   []byte // the last line of the standard output that is not blank
}

func newCapture(log io.Writer, now func() time.Time) *capture {
	return &capture{
		now: now, log: log, limit: maxLog, tail: window{size: maxLogTail, whole: true},
		said: window{first: maxMessage / 2, size: maxMessage / 2}, failed: window{size: 4 << 10},
	}
}

// take reads a stream of the command to its end.
func (c *capture) take(from *os.File, isError bool) {
	var line []byte
	buffer := make([]byte, readSize)
	for {
		n, err := from.Read(buffer)
		if line = append(line, buffer[:n]...); len(line) > 0 {
			end := bytes.LastIndexByte(line, '\n') + 1
			if err != nil || len(line)-end > maxLine {
				end = len(line)
			}
			c.add(line[:end], isError)
			if line = append(line[:0], line[end:]...); len(line) == 0 && cap(line) > roomyLine {
				line = nil
			}
		}
		if err != nil {
			return // the end of the stream, or of the wait for it
		}
	}
}

// add adds whole lines, and the pieces of those that are too long.
func (c *capture) add(lines []byte, isError bool) {
	if len(lines) == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if lines[len(lines)-1] != '\n' {
		lines = append(lines, '\n')
	}
	c.write(lines)
	for text := range bytes.Lines(lines) {
		c.number++
		c.addLine(tail.Line{Number: c.number, Text: bytes.TrimSuffix(text, []byte("\n"))}, isError)
	}
}

// write appends to the log, or beyond its limit to what will be its end.
func (c *capture) write(lines []byte) {
	if c.left == 0 && c.written+int64(len(lines)) <= c.limit {
		c.written += int64(len(lines))
		c.print(string(lines))
		return
	}
	if c.left == 0 {
		c.print(fmt.Sprintf("[notdone: the log is longer than %d MB; its end follows when the run has ended]\n", c.limit>>20))
	}
	c.left += int64(len(lines))
	c.tail.add(lines)
}

// print writes to the log until that fails.
func (c *capture) print(text string) {
	if c.err == nil {
		_, c.err = io.WriteString(c.log, text)
	}
}

func (c *capture) addLine(l tail.Line, isError bool) {
	if n := len(l.Text); n > maxProse && l.Text[0] != '{' && l.Text[0] != '[' {
		l.Text = slices.Concat(l.Text[:maxProse/2], l.Text[n-maxProse/2:])
	}
	clean := runlog.Clean(l.Text)
	if isError {
		c.failed.addLine(clean)
	} else {
		c.said.addLine(clean)
		if len(bytes.TrimSpace(clean)) > 0 {
			c.last = append(c.last[:0], clean...)
		}
	}
	if c.reader != nil {
		c.reader.Line(l)
		return
	}
	l.Text = bytes.Clone(l.Text)
	c.held = append(c.held, l)
	c.head.Write(l.Text)
	c.head.WriteByte('\n')
	if c.head.Len() >= maxHead {
		c.recognise()
	}
}

// recognise chooses the reader by what was said first.
func (c *capture) recognise() {
	head := c.head.Bytes()
	if c.format = runlog.Detect(head, "run.log"); c.format != runlog.FormatJSONL {
		c.format, c.binary = runlog.FormatText, c.format == runlog.FormatBinary
	}
	c.reader = wrapped.New(runlog.Options{Name: "log", Whole: maxMessage, Now: c.now}, wrapped.Kind(head), c.format)
	for _, l := range c.held {
		c.reader.Line(l)
	}
	c.held, c.head = nil, bytes.Buffer{}
}

// close writes the end of a log that is too long, and returns what went wrong with it.
func (c *capture) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reader == nil {
		c.recognise()
	}
	if c.left > 0 {
		end := c.tail.text()
		c.print(fmt.Sprintf("[notdone: %d bytes are left out]\n%s", c.left-int64(len(end)), end))
	}
	return c.err
}

// output is what a command said.
type output struct {
	log     runlog.Summary
	message string // the last message of the agent; of plain text, all of it
	errors  string // the end of the standard error
	last    string // the last line of the standard output that is not blank
	binary  bool   // the message begins with what is no text
}

// read returns what was said, once close was called.
func (c *capture) read() output {
	c.mu.Lock()
	defer c.mu.Unlock()
	o := output{log: c.reader.Summary(), errors: strings.TrimSpace(c.failed.text()), last: strings.TrimSpace(string(c.last))}
	if o.message = o.log.Final; o.log.Kind == "" && (c.format == runlog.FormatText || o.message == "") {
		o.message = strings.TrimSpace(c.said.text())
		o.binary = c.binary
	}
	return o
}

// window keeps the beginning and the end of a text.
type window struct {
	first int  // bytes of the beginning
	size  int  // bytes of the end
	whole bool // its end begins with a whole line

	begin, end []byte
	lost       bool
}

func (w *window) addLine(line []byte) {
	w.add(line)
	w.add([]byte("\n"))
}

func (w *window) add(text []byte) {
	n := min(w.first-len(w.begin), len(text))
	w.begin = append(w.begin, text[:n]...)
	if text = text[n:]; len(text) > 2*w.size {
		w.end, text, w.lost = w.end[:0], text[len(text)-w.size:], true
	}
	w.end = append(w.end, text...)
	// What is too much goes now and then, so that it is moved rarely.
	if len(w.end) > 2*w.size {
		w.end = append(w.end[:0], w.end[len(w.end)-w.size:]...)
		w.lost = true
	}
}

// gap stands for the lost middle of a text.
const gap = "\n[…]\n"

func (w *window) text() string {
	end, lost := w.end, w.lost
	if len(end) > w.size {
		end, lost = end[len(end)-w.size:], true
	}
	if lost && w.whole {
		_, end, _ = bytes.Cut(end, []byte("\n"))
	}
	if lost && w.first > 0 {
		return strings.ToValidUTF8(string(w.begin)+gap+string(end), "")
	}
	return strings.ToValidUTF8(string(w.begin)+string(end), "")
}
