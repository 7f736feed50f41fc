package tui

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/source"
	"notdone/ui/export"
	"notdone/ui/words"
)

// refList is a list of tasks.
type refList interface {
	Len() int
	Ref(i int) (model.Ref, bool)
}

// exported returns the tasks that an export writes: the selected ones that are not hidden,
// or what matches the filter, or all tasks of the focused pane.
func (b *boardScreen) exported() []refList {
	switch {
	case len(b.chosen.refs) > 0:
		return []refList{refSlice(slices.Clone(b.shownSelection()))}
	case !b.snap.Filtered():
		return []refList{b.snap.Rows(b.focus)}
	}
	var all []refList
	for p := range model.Pane(model.NumPanes) {
		all = append(all, b.snap.Rows(p))
	}
	return all
}

type refSlice []model.Ref

func (s refSlice) Len() int                    { return len(s) }
func (s refSlice) Ref(i int) (model.Ref, bool) { return s[i], true }

func countRefs(all []refList) (n int) {
	for _, l := range all {
		n += l.Len()
	}
	return n
}

func (m *Model) nothingToExport() string {
	switch {
	case m.exporting != nil:
		return "a file is being written: " + m.keys.name("view.back") + " stops that"
	case countRefs(m.board.exported()) == 0:
		return "there is nothing to write"
	}
	return ""
}

// askExport asks for the name of the file. One that exists is overwritten only when enter is
// pressed once more.
func (m *Model) askExport() tea.Cmd {
	tasks, over := m.board.exported(), ""
	q := newQuestion("", "write "+words.Count(countRefs(tasks), "task", "tasks")+" to ")
	q.input.SetValue("notdone.csv")
	q.input.CursorEnd()
	q.note = func() string {
		name := q.input.Value()
		switch _, known := exportLine(name); {
		case !known:
			return "  ends in .csv or .jsonl"
		case over != "" && over == q.input.Value():
			q.alarm = true
			return "  exists: " + m.keys.name("input.accept") + " again overwrites it"
		}
		if q.alarm = false; m.width < mediumWidth {
			return ""
		}
		return "  .csv or .jsonl; " + m.keys.name("view.back") + " cancels"
	}
	q.keep = func() tea.Cmd {
		if _, known := exportLine(q.input.Value()); !known {
			return nil
		}
		home, _ := os.UserHomeDir() // without one a ~ stands for itself
		name := source.Expand(q.input.Value(), home)
		agreed := over == q.input.Value()
		if _, err := os.Lstat(name); !agreed && !errors.Is(err, fs.ErrNotExist) {
			over = q.input.Value()
			return nil
		}
		m.pop()
		return m.beginExport(tasks, name, agreed)
	}
	return m.ask(q)
}

// exportLine returns what writes a row to a file of that name; false for another ending.
func exportLine(name string) (line func(*model.Row) ([]byte, error), known bool) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv":
		return export.CSVRow, true
	case ".jsonl", ".json":
		return new(export.Encoder).Row, true
	}
	return nil, false
}
