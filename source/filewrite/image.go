package filewrite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"notdone/source"
	"notdone/source/tail"
)

// The tables and columns of images.
const (
	tableFile     = "file"     // a whole file: content, and of a new or removed one its mode
	tableAppended = "appended" // a line at the end of a file: text

	keyPath  = "path"
	keyMoved = "moved" // where the owner moves the file once it has read it
	keyFrom  = "from"  // the size of the file before the line, in bytes

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
		key[keyFrom] = int64(0)
		if w.was != nil {
			key[keyFrom] = w.was.stat.Size
		}
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
	was := ""
	if w.was != nil {
		was = string(w.was.content)
	}
	text, err := udiff.ToUnified("a", "b", was, udiff.Lines(was, string(w.now)), contextLines)
	if err != nil { // the edits do not fit the text, which they were made of
		return err.Error()
	}
	_, text, _ = strings.Cut(text, "\n")
	_, text, _ = strings.Cut(text, "\n")
	return text
}

// current reads what the images describe as it is now. A file that is no regular one,
// or is larger than any that is written, has neither the content before nor after.
func current(dir string, was []source.Image) ([]source.Image, error) {
	now := make([]source.Image, len(was))
	for i, image := range was {
		var err error
		now[i] = source.Image{Table: image.Table, Key: image.Key}
		if image.Table == tableAppended {
			now[i].After, err = currentLine(dir, &image)
		} else {
			now[i].After, err = currentFile(dir, &image)
		}
		if err != nil {
			return nil, err
		}
	}
	return now, nil
}

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

// currentLine finds an appended line, behind which others may have been appended.
func currentLine(dir string, image *source.Image) (_ map[string]any, err error) {
	rel, _ := image.Key[keyPath].(string)
	from, _ := image.Key[keyFrom].(int64)
	text, _ := image.After[colText].(string)
	f, err := tail.OpenBeneath(dir, rel)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", rel, err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	rest, err := io.ReadAll(io.NewSectionReader(f, from, MaxSize))
	if err != nil || !bytes.Contains(rest, []byte(text)) {
		return nil, err
	}
	return map[string]any{colText: text}, nil
}

// restore returns the edits that undo recorded writes, the last one first. A line
// that was appended stays. The error is a *source.Refusal when a file is not as the
// action left it.
func restore(dir string, recorded []source.Image) ([]Edit, error) {
	var edits []Edit
	for _, image := range recorded {
		if image.Table != tableFile {
			continue
		}
		rel, _ := image.Key[keyPath].(string)
		f, err := read(dir, rel)
		if err != nil {
			return nil, err
		}
		before, existed := image.Before[colContent].(string)
		after, exists := image.After[colContent].(string)
		e := Edit{Path: rel}
		switch {
		case exists && f == nil:
			return nil, refuse("%s is not there any more", rel)
		case exists && string(f.content) != after:
			return nil, refuse("%s was changed since", rel)
		case !exists && f != nil:
			return nil, refuse("%s is there again", rel)
		case !existed:
			e.Remove = true
		case exists:
			e.Change = func([]byte) ([]byte, error) { return []byte(before), nil }
		default:
			mode, _ := image.Before[colMode].(int64)
			e.Create, e.Mode = []byte(before), fs.FileMode(mode)
		}
		edits = append([]Edit{e}, edits...)
	}
	return edits, nil
}
