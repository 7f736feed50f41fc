package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/charmbracelet/x/term"

	"notdone/model"
	"notdone/source/journal"
	"notdone/ui/board"
	"notdone/ui/export"
	"notdone/ui/safe"
)

// output is a buffered standard output. It keeps write errors as they are, so that a closed
// pipe is recognised.
type output struct {
	w    *bufio.Writer
	enc  export.Encoder
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

// line writes lines of text, whatever is in them.
func (o *output) line(lines ...string) error {
	for _, s := range lines {
		if err := o.write(append([]byte(safe.Line(s, 0)), '\n')); err != nil {
			return err
		}
	}
	return nil
}

// json writes a value as one line.
func (o *output) json(v any) error {
	line, err := o.enc.Value(v)
	return errors.Join(err, o.write(line))
}

// row writes a task as one line of JSON.
func (o *output) row(r *model.Row) error {
	line, err := o.enc.Row(r)
	return errors.Join(err, o.write(line))
}

// entry writes an entry of the journal as one line of JSON.
func (o *output) entry(e *journal.Entry) error {
	line, err := o.enc.Entry(e)
	return errors.Join(err, o.write(line))
}

// detail writes a task with its texts, runs, events and entries as one line of JSON.
func (o *output) detail(d *board.Detail, entries []journal.Entry) error {
	line, err := o.enc.Detail(d.Row, &d.History, entries)
	return errors.Join(err, o.write(line))
}

// columnLimit bounds the text of one cell, in bytes.
const columnLimit = 4 << 10

// columns writes rows in indented columns. When width is more than 0, and they are wider, texts
// are broken within their columns to fit it.
func (o *output) columns(rows [][]string, width int) error {
	if len(rows) == 0 {
		return nil
	}
	t := table.New().Border(lipgloss.Border{}).BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).BorderColumn(false)
	t.StyleFunc(func(int, int) lipgloss.Style { return lipgloss.NewStyle().PaddingLeft(2) })
	for _, r := range rows {
		for i := range r {
			r[i] = safe.Line(r[i], columnLimit)
		}
		t.Row(r...)
	}
	if width > 0 && lipgloss.Width(t.String()) > width {
		t.Width(width)
	}
	lines := strings.Split(t.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return o.line(lines...)
}

// terminalWidth is the width of the terminal, usualWidth where it does not say that, and 0
// elsewhere.
func terminalWidth(w io.Writer) int {
	if f, ok := w.(*os.File); ok && term.IsTerminal(f.Fd()) {
		if width, _, err := term.GetSize(f.Fd()); err == nil && width == 0 {
			return usualWidth
		} else if err == nil {
			return max(width, leastWidth)
		}
	}
	return 0
}

// sheetWidth is the width to which tables and texts are fitted; 0: they are printed as for
// another program.
func sheetWidth(w io.Writer) int {
	if os.Getenv("TERM") == "dumb" {
		return 0
	}
	return terminalWidth(w)
}

// flush writes the buffer. An error that was returned before is not returned again.
func (o *output) flush() error {
	if err := o.w.Flush(); err != nil && !o.told {
		o.told = true
		return fmt.Errorf("writing: %w", err)
	}
	return nil
}
