package runlog

import (
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/tail"
)

// maxAfterProse is the largest number of lines of log output after a paragraph of prose
// that still counts as the agent's last message.
const maxAfterProse = 20

// text reads plain text. The last paragraph is the last message. A line that begins with
// a time is a paragraph of its own.
type text struct {
	Tracker
	paragraph     []byte // the paragraph being read
	paragraphLine int64  // its first line
	at            time.Time
	stamped       bool        // it began with a time
	crash         string      // the crash being read: "Traceback" or "panic"; empty: none
	proseLine     int64       // the newest line of a paragraph without a time
	usageError    bool        // the newest error is about the arguments of a command line
	show          func(Entry) // receives every line; nil: paragraphs are passed on
}

func newText(o Options) Reader {
	t := &text{}
	if o.Lines {
		t.show, o.Entry = o.Entry, nil
	}
	t.Tracker = NewTracker(o)
	return t
}

var errorLevels = lists.Set("level-error")

// showLine passes on a line as it is. rest is the line without its time.
func (t *text) showLine(line, rest []byte, at time.Time, number int64) {
	if t.show == nil {
		return
	}
	text := strings.TrimLeft(string(rest), " \t-")
	level := strings.ToLower(strings.Trim(levelPrefix().FindString(text), "[]: "))
	e, _ := readExitLine(text)
	failed := errorLevels[level] || crashKind(text) != "" || e.Failed
	t.show(Entry{Kind: KindOther, Text: string(line), At: at, Line: number, Failed: failed})
}

func (t *text) Line(l tail.Line) {
	t.Sum.Lines++
	text := Clean(l.Text)
	at, zoned, rest := lineStamp(text)
	t.showLine(text, rest, at, l.Number)
	line := strings.TrimRight(string(rest), " \t\r")
	if !at.IsZero() {
		t.endParagraph()
		t.NoteTime(at, zoned)
		line = stripLevel(line)
	} else if strings.TrimSpace(line) != "" {
		p, body := Unwrap(text)
		t.NoteTime(t.TimeOf(&p, body))
	}
	switch {
	case strings.TrimSpace(line) == "", isShellPrompt(line):
		t.endParagraph()
		return
	case isNoise(line):
		return
	}
	// A line after a line with a time continues it only if it is indented.
	if at.IsZero() && t.stamped && line[0] != ' ' && line[0] != '\t' {
		t.endParagraph()
	}
	if e, ok := readExitLine(line); ok {
		t.endParagraph()
		t.crash = ""
		e.At, e.Line = t.Sum.Last, l.Number
		t.Add(e, false)
		return
	}
	if crash := crashKind(line); crash != "" && t.crash == "" {
		t.endParagraph()
		t.crash = crash
	}
	if t.Sum.Title == "" {
		t.noteTitle(line)
	}
	if len(t.paragraph) == 0 {
		t.paragraphLine, t.at, t.stamped = l.Number, t.Sum.Last, !at.IsZero()
	} else {
		t.paragraph = append(t.paragraph, '\n')
	}
	if t.paragraph = append(t.paragraph, line...); len(t.paragraph) > 2*t.Limit {
		t.paragraph = append(t.paragraph[:0], Cut(string(t.paragraph), t.Limit)...)
	}
	if !t.stamped {
		t.proseLine = l.Number
	}
}

// noteTitle sets the title to the first significant line. If the line is labelled as a
// prompt, it also sets the prompt.
func (t *text) noteTitle(line string) {
	line = strings.TrimSpace(line)
	t.Sum.Title = Cut(line, MaxTitle)
	if isPromptLabel(line) {
		_, rest, _ := strings.Cut(line, ":")
		t.NotePrompt(strings.TrimSpace(rest), true)
	}
}

// promptLabels stand before what an agent was asked.
var promptLabels = lists.Set("prompt-label")

// isPromptLabel reports whether a line says what an agent was asked, behind a label.
func isPromptLabel(line string) bool {
	label, rest, ok := strings.Cut(line, ":")
	return ok && strings.TrimSpace(rest) != "" && promptLabels[strings.ToLower(label)]
}

// endParagraph adds the current paragraph as an entry.
func (t *text) endParagraph() {
	if len(t.paragraph) == 0 {
		return
	}
	e := Entry{Kind: KindSaid, Text: Cut(strings.TrimSpace(string(t.paragraph)), t.Limit), At: t.at, Line: t.paragraphLine}
	t.paragraph = t.paragraph[:0]
	if !t.stamped && t.crash == "" && t.addRefusal(e) {
		return
	}
	switch {
	case t.crash != "" && (t.Sum.ErrorLine == 0 || t.Run.Error == "" || t.Sum.LastKind != KindError):
		e.Kind, e.Failed = KindError, true
		e.Name, e.Outcome, e.Text = t.crash, model.OutcomeCrashed, crashText(t.crash, e.Text)
	case t.crash != "" && HasAnyPrefix(e.Text, phrases["crash-continuation"]):
		if t.crash == "Traceback" && strings.Contains(e.Text, "\n") {
			t.Run.Error, t.Sum.ErrorLine = crashText(t.crash, e.Text), e.Line
		}
		return
	case t.stamped && t.crash == "" && t.proseLine > 0 && e.Line-t.proseLine <= maxAfterProse:
		t.crash = ""
		e.Kind = KindOther
	default:
		t.crash = ""
	}
	t.Add(e, false)
}

// addRefusal adds the refusal in a paragraph as an error. It reports whether the
// paragraph is a refusal, or the usage help after one.
func (t *text) addRefusal(e Entry) bool {
	if t.usageError && HasAnyPrefix(strings.TrimSpace(e.Text), phrases["usage-help"]) {
		return true
	}
	before, line, word, o := splitRefusal(e.Text)
	if t.usageError = word == "usage"; word == "" {
		return false
	}
	if before != "" {
		t.Add(Entry{Kind: KindSaid, Text: before, At: e.At, Line: e.Line}, false)
	}
	e.Line += int64(strings.Count(e.Text[:strings.Index(e.Text, line)], "\n"))
	e.Kind, e.Failed, e.Name, e.Outcome, e.Text = KindError, true, word, o, line
	t.Add(e, false)
	return true
}

func (t *text) clone() *text {
	c := *t
	c.show = nil
	c.Tracker, c.paragraph = t.Copy(), slices.Clone(t.paragraph)
	return &c
}

// Peek returns a copy that has also read an incomplete line.
func (t *text) Peek(l tail.Line) Reader {
	c := t.clone()
	c.Line(l)
	return c
}

// Summary returns the summary, including the current paragraph.
func (t *text) Summary() Summary {
	c := t.clone()
	c.endParagraph()
	return c.Tracker.Summary()
}
