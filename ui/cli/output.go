package cli

import (
	"bufio"
	"fmt"
	"io"

	"notdone/ui/safe"
)

// output is a buffered standard output whose errors are kept as they are, so
// that a closed pipe is recognised.
type output struct {
	w    *bufio.Writer
	told bool // an error was returned
}

func newOutput(w io.Writer) *output { return &output{w: bufio.NewWriterSize(w, 64<<10)} }

func (o *output) write(b []byte) error {
	if _, err := o.w.Write(b); err != nil {
		o.told = true
		return fmt.Errorf("writing: %w", err)
	}
	return nil
}

// line writes one line of text, whatever is in it.
func (o *output) line(s string) error {
	return o.write(append([]byte(safe.Line(s, 0)), '\n'))
}

// flush writes what is held back. An error that was returned before is not
// returned again.
func (o *output) flush() error {
	if err := o.w.Flush(); err != nil && !o.told {
		o.told = true
		return fmt.Errorf("writing: %w", err)
	}
	return nil
}
