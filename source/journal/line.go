package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"notdone/model"
	"notdone/source"
)

// format is the version of the lines that are written, and the newest version
// that is read.
const format = 1

// line is one line of the file: either an intent with the whole record of an
// action, or the outcome of an earlier intent.
type line struct {
	Format int     `json:"v"`
	Intent *intent `json:"intent,omitempty"`
	// Ran is a command. A release that does not know it passes over the line.
	Ran     *commandRecord `json:"ran,omitempty"`
	Outcome Outcome        `json:"outcome,omitempty"`
	ID      string         `json:"id"`
	At      time.Time      `json:"at"`
}

// intent is a record and the path of its queue.
type intent struct {
	Path     string  `json:"path"`
	Kind     string  `json:"kind"`
	Queue    string  `json:"queue"`
	Task     string  `json:"task"`
	Name     string  `json:"name"` // Request.Task of the record
	Action   string  `json:"action"`
	Title    string  `json:"title,omitempty"`
	Actor    string  `json:"actor,omitempty"`
	Reason   string  `json:"reason,omitempty"`
	Answer   string  `json:"answer,omitempty"`
	Together string  `json:"together,omitempty"` // what actions on several tasks have in common
	Was      string  `json:"was"`
	Now      string  `json:"now"`
	Undo     string  `json:"undo,omitempty"`
	Undoes   string  `json:"undoes,omitempty"`
	Images   []image `json:"images"`
}

func intentOf(e *Entry) *intent {
	i := &intent{
		Path: e.Path, Kind: e.Kind, Queue: e.Task.Queue, Task: e.Task.ID, Name: e.Request.Task,
		Action: string(e.Request.Action), Title: e.Title, Actor: e.Request.Actor, Reason: e.Request.Reason,
		Answer: e.Request.Answer, Together: e.Request.Together, Was: e.Was, Now: e.Now, Undo: e.Undo, Undoes: e.Undoes,
		Images: make([]image, len(e.Images)),
	}
	for n := range e.Images {
		i.Images[n] = imageOf(e.Images[n])
	}
	return i
}

func (i *intent) entry(id string, at time.Time) *Entry {
	e := &Entry{
		Outcome: Pending, Path: i.Path,
		Record: source.Record{
			ID: id, At: at, Kind: i.Kind, Task: model.Ref{Queue: i.Queue, ID: i.Task}, Title: i.Title,
			Was: i.Was, Now: i.Now, Undo: i.Undo, Undoes: i.Undoes,
			Request: source.Request{
				Task: i.Name, Action: model.ActionName(i.Action), Answer: i.Answer, Reason: i.Reason, Actor: i.Actor, Together: i.Together,
			},
		},
	}
	for n := range i.Images {
		e.Images = append(e.Images, i.Images[n].image())
	}
	return e
}

// encode returns a line with its newline. Characters that a terminal would
// interpret are escaped, because people read the file in a terminal.
func encode(l line) ([]byte, error) {
	l.Format = format
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(l); err != nil {
		return nil, err
	}
	return escape(b.Bytes()), nil
}

// escape replaces runes that are not printable by JSON escapes. In JSON they occur
// inside strings only.
func escape(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case r == '\n', r != 0x7f && unicode.IsPrint(r):
			out = append(out, b[:n]...)
		case r > 0xffff:
			hi, lo := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, hi, lo)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		b = b[n:]
	}
	return out
}

// isID reports whether nextID can have returned the text. IDs are printed without
// escaping, so an edited line must not contain any other text in their place.
func isID(text string) bool {
	return text != "" && len(text) <= 32 && !strings.ContainsFunc(text, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z')
	})
}

// isOne reports whether the line is exactly one of the things that lines are.
func (l *line) isOne() bool {
	n := 0
	for _, is := range []bool{l.Intent != nil, l.Ran != nil, l.Outcome != ""} {
		if is {
			n++
		}
	}
	return n == 1
}

var errLine = errors.New("not a line of a journal")

// decode reads one line. The caller skips a line for which it returns an error.
func decode(b []byte) (line, error) {
	var l line
	if err := json.Unmarshal(b, &l); err != nil {
		return line{}, err
	}
	if l.Format < 1 || l.Format > format || !isID(l.ID) || !l.isOne() {
		return line{}, errLine
	}
	if l.Intent != nil && l.Intent.Undoes != "" && !isID(l.Intent.Undoes) {
		return line{}, errLine
	}
	switch l.Outcome {
	case "", Applied, NotApplied, Unknown:
		return l, nil
	default:
		return line{}, errLine
	}
}
