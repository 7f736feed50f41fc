package tui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/export"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// exportChunk is how many tasks are read and written between two updates of the progress.
const exportChunk = 500

// exporting is a file that is being written, under another name until it is whole.
type exporting struct {
	ctx       context.Context //nolint:containedctx // it is ended by a key, from Update
	stop      context.CancelFunc
	tasks     []refList // those that are not written yet
	at        int       // the next one of the first list
	total     int
	done      int // tasks that were read
	written   int
	name      string
	overwrite bool
	file      *os.File
	kept      func() bool // ends the removal of the file with ctx; false: it was removed
	line      func(*model.Row) ([]byte, error)
}

// beginExport begins to write tasks to a file.
func (m *Model) beginExport(tasks []refList, name string, overwrite bool) tea.Cmd {
	e := &exporting{tasks: tasks, total: countRefs(tasks), name: name, overwrite: overwrite}
	e.line, _ = exportLine(name)
	e.ctx, e.stop = context.WithCancel(m.ctx)
	m.exporting = e
	m.notice = m.underWay()
	return func() tea.Msg {
		err := e.open()
		return then(func() tea.Cmd { return m.writeOn(e, err) })
	}
}

// open makes the file, which ctx removes.
func (e *exporting) open() (err error) {
	if e.overwrite {
		if e.name, err = filepath.EvalSymlinks(e.name); err != nil {
			return fmt.Errorf("the file: %w", err)
		}
	}
	e.file, err = os.CreateTemp(filepath.Dir(e.name), fmt.Sprintf(".%s.*", filepath.Base(e.name)))
	if err != nil {
		return fmt.Errorf("the file: %w", err)
	}
	e.kept = context.AfterFunc(e.ctx, func() { _ = os.Remove(e.file.Name()) })
	if strings.EqualFold(filepath.Ext(e.name), ".csv") {
		_, err = e.file.Write(export.CSVHead())
	}
	return err
}

// writeOn writes the next few tasks and calls itself, until there are none.
func (m *Model) writeOn(e *exporting, err error) tea.Cmd {
	chunk := e.next()
	if err != nil || len(chunk) == 0 {
		return func() tea.Msg {
			err := e.close(err)
			return then(func() tea.Cmd { return m.endExport(e, err) })
		}
	}
	return func() tea.Msg {
		n, err := e.write(m.opt.Board, chunk)
		return then(func() tea.Cmd {
			told := m.notice == "" || m.notice == m.underWay()
			e.done, e.written = e.done+len(chunk), e.written+n
			if told {
				m.notice = m.underWay()
			}
			return m.writeOn(e, err)
		})
	}
}

// next takes out the next few tasks.
func (e *exporting) next() (chunk []model.Ref) {
	for len(chunk) < exportChunk && len(e.tasks) > 0 {
		if e.at == e.tasks[0].Len() {
			e.tasks, e.at = e.tasks[1:], 0
			continue
		}
		if ref, ok := e.tasks[0].Ref(e.at); ok {
			chunk = append(chunk, ref)
		}
		e.at++
	}
	return chunk
}

// write writes tasks in their order, and returns how many there still are.
func (e *exporting) write(b Board, chunk []model.Ref) (n int, err error) {
	rows := map[model.Ref]*model.Row{}
	err = b.Rows(e.ctx, chunk, func(r *model.Row) error {
		rows[r.Ref()] = r
		return nil
	})
	for _, ref := range chunk {
		r := rows[ref]
		if r == nil || err != nil {
			continue
		}
		var text []byte
		if text, err = e.line(r); err == nil {
			n++
			_, err = e.file.Write(text)
		}
	}
	return n, err
}

// close gives the file its name when it is whole, or removes it.
func (e *exporting) close(err error) error {
	defer e.stop()
	if e.file == nil {
		return err
	}
	err = errors.Join(err, e.file.Close())
	if err == nil && !e.kept() {
		err = e.ctx.Err()
	}
	if err == nil {
		err = e.rename()
	}
	if err != nil {
		_ = os.Remove(e.file.Name())
	}
	return err
}

// rename puts the file in its place, with the permissions of the one that it replaces.
func (e *exporting) rename() error {
	switch there, err := os.Lstat(e.name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !e.overwrite || !there.Mode().IsRegular():
		return fmt.Errorf("%s: %w", e.name, fs.ErrExist)
	default:
		if err := os.Chmod(e.file.Name(), there.Mode().Perm()); err != nil {
			return err
		}
	}
	return os.Rename(e.file.Name(), e.name)
}

// endExport says where the file is, or why there is none.
func (m *Model) endExport(e *exporting, err error) tea.Cmd {
	if m.notice == m.underWay() {
		m.notice = ""
	}
	m.exporting = nil
	path, failed := filepath.Abs(e.name)
	if failed != nil {
		path = e.name
	}
	said := words.Count(e.written, "task", "tasks") + " written to " + path
	switch {
	case errors.Is(err, context.Canceled):
		said = "stopped: nothing was written"
	case err != nil:
		said = "not written: " + err.Error()
	}
	said = safe.Line(said, lineLimit)
	return tea.Batch(m.tell(said), m.ended(said))
}

// exportProgress says how far the file that is being written has come; empty: none is.
func (m *Model) exportProgress() string {
	e := m.exporting
	if e == nil {
		return ""
	}
	return "writing " + words.Number(e.done) + " of " + words.Count(e.total, "task", "tasks") + m.theme.Ellipsis + "  " + m.waysOut()
}
