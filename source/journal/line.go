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

// line is one line of the file: an action, a command, or the outcome of an earlier
// action. A second command with the same ID tells how the first one ended.
type line struct {
	Format  int       `json:"v"`
	Intent  *record   `json:"intent,omitempty"`
	Ran     *record   `json:"ran,omitempty"` // a release that does not know it skips the line
	Outcome Outcome   `json:"outcome,omitempty"`
	ID      string    `json:"id"`
	At      time.Time `json:"at"`
}

// record is an entry without its outcome.
type record struct {
	Path     string  `json:"path"`
	Kind     string  `json:"kind,omitempty"`
	Queue    string  `json:"queue"`
	Task     text    `json:"task"`
	Name     text    `json:"name,omitempty"` // Request.Task of the entry
	Action   string  `json:"action,omitempty"`
	Title    string  `json:"title,omitempty"`
	Actor    string  `json:"actor,omitempty"`
	Reason   string  `json:"reason,omitempty"`
	Answer   string  `json:"answer,omitempty"`
	Together string  `json:"together,omitempty"` // what actions on several tasks have in common
	Was      string  `json:"was,omitempty"`
	Now      string  `json:"now,omitempty"`
	Adds     string  `json:"adds,omitempty"`
	Undo     string  `json:"undo,omitempty"`
	Undoes   string  `json:"undoes,omitempty"`
	Images   []image `json:"images,omitempty"`
	*Command         // nil for an action
}

// lineOf returns the first line of an entry.
func lineOf(e *Entry) line {
	r := &record{
		Path: e.Path, Kind: e.Kind, Queue: e.Task.Queue, Task: text(e.Task.ID), Name: text(e.Request.Task),
		Action: string(e.Request.Action), Title: e.Title, Actor: e.Request.Actor, Reason: e.Request.Reason,
		Answer: e.Request.Answer, Together: e.Request.Together, Was: e.Was, Now: e.Now, Adds: e.Adds, Undo: e.Undo, Undoes: e.Undoes,
		Command: e.Ran,
	}
	for _, i := range e.Images {
		r.Images = append(r.Images, imageOf(i))
	}
	if e.Ran != nil {
		return line{ID: e.ID, At: e.At, Ran: r}
	}
	return line{ID: e.ID, At: e.At, Intent: r}
}

// entry returns the entry that the line begins; nil for an outcome.
func (l *line) entry() *Entry {
	e := &Entry{Outcome: Pending}
	r := l.Intent
	if l.Ran != nil {
		r = l.Ran
		e.Outcome, e.Settled, e.Ran = Ran, l.At, r.Command
	}
	if r == nil {
		return nil
	}
	e.Path = r.Path
	e.Record = source.Record{
		ID: l.ID, At: l.At, Kind: r.Kind, Task: model.Ref{Queue: r.Queue, ID: string(r.Task)}, Title: r.Title,
		Was: r.Was, Now: r.Now, Adds: r.Adds, Undo: r.Undo, Undoes: r.Undoes,
		Request: source.Request{
			Task: string(r.Name), Action: model.ActionName(r.Action), Answer: r.Answer, Reason: r.Reason, Actor: r.Actor, Together: r.Together,
		},
	}
	for n := range r.Images {
		e.Images = append(e.Images, r.Images[n].image())
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

var errLine = errors.New("not a line of a journal")

// decode reads one line. The caller skips a line for which it returns an error.
func decode(b []byte) (line, error) {
	var l line
	if err := json.Unmarshal(b, &l); err != nil {
		return line{}, err
	}
	known := l.Format >= 1 && l.Format <= format && isID(l.ID)
	switch {
	case l.Intent != nil:
		known = known && l.Ran == nil && l.Outcome == "" && l.Intent.Command == nil && (l.Intent.Undoes == "" || isID(l.Intent.Undoes))
	case l.Ran != nil:
		known = known && l.Outcome == "" && l.Ran.Command != nil
	default:
		known = known && (l.Outcome == Applied || l.Outcome == NotApplied || l.Outcome == Unknown)
	}
	if !known {
		return line{}, errLine
	}
	return l, nil
}
