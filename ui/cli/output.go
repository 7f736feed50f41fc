package cli

import (
	"bufio"
	"fmt"
	"io"
)

// output is a buffered standard output whose errors are kept as they are, so
// that a closed pipe is recognised. What went wrong is returned once.
type output struct {
	w    *bufio.Writer
	told bool
}

func newOutput(w io.Writer) *output { return &output{w: bufio.NewWriterSize(w, 64<<10)} }

func (o *output) write(b []byte) error {
	_, err := o.w.Write(b)
	return o.tell(err)
}

// tell returns an error of the writer, which keeps returning its first one.
func (o *output) tell(err error) error {
	if err == nil || o.told {
		return nil
	}
	o.told = true
	return fmt.Errorf("writing: %w", err)
}

// line writes one line of safe text.
func (o *output) line(s string) error {
	return o.write(append([]byte(s), '\n'))
}

func (o *output) flush() error { return o.tell(o.w.Flush()) }
