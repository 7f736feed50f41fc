package filewrite

import (
	"errors"
	"io/fs"
	"maps"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"notdone/source"
)

// The tables and columns of images.
const (
	tableFile     = "file"     // a whole file: content, and of a new or removed one its mode
	tableAppended = "appended" // a line at the end of a file: text

	keyPath  = "path"
	keyMoved = "moved" // where the owner moves the file once it has read it

	colContent = "content"
	colMode    = "mode"
	colText    = "text"
)

// images describes the writes for the journal.
func images(writes []*write) []source.Image {
	all := make([]source.Image, len(writes))
	for i, w := range writes {
		all[i] = w.image()
	}
	return all
}

func (w *write) image() source.Image {
	key := map[string]any{keyPath: w.Path}
	if w.Append != nil {
		return source.Image{Table: tableAppended, Key: key, After: map[string]any{colText: string(w.Append)}}
	}
	if w.Moved != "" {
		key[keyMoved] = w.Moved
	}
	image := source.Image{Table: tableFile, Key: key}
	if w.was != nil {
		image.Before = map[string]any{colContent: string(w.was.content)}
		if w.Remove {
			image.Before[colMode] = int64(w.was.stat.Mode & 0o7777)
		}
	}
	if w.now != nil {
		image.After = map[string]any{colContent: string(w.now)}
	}
	return image
}

// changes describes the writes for the operator.
func changes(writes []*write) []source.Change {
	all := make([]source.Change, len(writes))
	for i, w := range writes {
		c := source.Change{Table: tableFile, Row: w.Path, Column: colContent, Added: w.was == nil}
		if w.Append != nil {
			c.Table, c.Column, c.Diff = tableAppended, colText, "+"+string(w.Append)
		} else {
			c.Diff = diff(w)
		}
		all[i] = c
	}
	return all
}

// contextLines is how many unchanged lines a diff shows around a change.
const contextLines = 3

// diff is the unified diff of a write, without the header with the names.
func diff(w *write) string {
	was := w.was.text()
	text, err := udiff.ToUnified("a", "b", was, udiff.Lines(was, string(w.now)), contextLines)
	if err != nil { // the edits do not fit the text, which they were made of
		return err.Error()
	}
	_, text, _ = strings.Cut(text, "\n")
	_, text, _ = strings.Cut(text, "\n")
	return text
}

// current reads what the images describe as it is now. The first of them, which is a whole
// file, decides for all: an action begins with it, and an undo ends with it, so that what a
// crash interrupted between two files is done or not, and can be undone or done again.
func current(dir string, was []source.Image) ([]source.Image, error) {
	first, err := currentFile(dir, &was[0])
	if err != nil {
		return nil, err
	}
	now := make([]source.Image, len(was))
	for i, image := range was {
		now[i] = source.Image{Table: image.Table, Key: image.Key}
		switch {
		case equal(first, was[0].After):
			now[i].After = image.After
		case equal(first, was[0].Before):
			now[i].After = image.Before
		case i == 0:
			now[i].After = first
		}
	}
	return now, nil
}

func equal(a, b map[string]any) bool { return (a == nil) == (b == nil) && maps.Equal(a, b) }

// currentFile reads a file, where it is or where its owner has moved it. One that is no
// regular file is none of those that an action leaves.
func currentFile(dir string, image *source.Image) (map[string]any, error) {
	for _, key := range []string{keyPath, keyMoved} {
		rel, _ := image.Key[key].(string)
		if rel == "" {
			continue
		}
		f, err := read(dir, rel)
		var refusal *source.Refusal
		switch {
		case errors.As(err, &refusal):
			return map[string]any{colContent: nil}, nil
		case err != nil:
			return nil, err
		case f == nil:
			continue
		}
		row := map[string]any{colContent: string(f.content)}
		if image.Before[colMode] != nil {
			row[colMode] = int64(f.stat.Mode & 0o7777)
		}
		return row, nil
	}
	return nil, nil
}

// restore returns the edits that undo recorded writes, in their order. A line that was
// appended stays, and so does a file that is already as it was before. The error is a
// *source.Refusal when a file is neither.
func restore(dir string, recorded []source.Image) (edits []Edit, err error) {
	why := "nothing of it is left to be undone"
	for _, image := range recorded {
		if image.Table != tableFile {
			continue
		}
		e := Edit{}
		e.Path, _ = image.Key[keyPath].(string)
		f, err := read(dir, e.Path)
		if err != nil {
			return nil, err
		}
		before, existed := image.Before[colContent].(string)
		after, exists := image.After[colContent].(string)
		switch is := f.text(); {
		case (f != nil) == existed && is == before:
			if f == nil {
				why = e.Path + " is not there any more"
			}
			continue
		case (f != nil) != exists || is != after:
			return nil, refuse("%s was changed since", e.Path)
		case !existed:
			e.Remove = true
		case exists:
			e.Change = func([]byte) ([]byte, error) { return []byte(before), nil }
		default:
			mode, _ := image.Before[colMode].(int64)
			e.Create, e.Mode = []byte(before), fs.FileMode(mode)
		}
		edits = append(edits, e)
	}
	if edits == nil {
		return nil, refuse("%s", why)
	}
	return edits, nil
}
