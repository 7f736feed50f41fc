package taskplane

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"time"

	"notdone/source/runlog"
)

// span is a part of a text: the bytes from From up to To.
type span struct{ From, To int }

// statusDoc is what a STATUS.md says, as Taskplane reads it (task-executor-core.ts).
type statusDoc struct {
	Title       string
	Task        string // the status of the task as a whole
	CurrentStep string // written at the beginning of an iteration: it may be stale
	Level       int    // of review; -1: it says none
	Counter     int    // of reviews that were begun; -1: it says none
	Iteration   int
	Steps       []step
	Rows        []logRow // of its tables, those that begin with a time
	Blockers    string   // without the words for none
	Whole       bool     // it has a section after its steps: it was not caught half written
}

// step is one step of a task.
type step struct {
	Number  int
	Name    string
	Heading span   // the line, without its ending
	Status  span   // the line of its status; empty: it has none
	Says    string // of the status
	Boxes   []box
}

// box is one item of a step.
type box struct {
	Mark    int // where the character between the brackets stands
	Checked bool
	Text    string
	Segment string // the repository that it belongs to, in a task of several
	Line    int    // counted from 1
}

// logRow is one row of a log in a table.
type logRow struct {
	At              time.Time
	Action, Outcome string
	Line            int
}

var (
	stepHeading = regexp.MustCompile(`^###\s+Step\s+(\d{1,6}):\s*(.+)`)
	segmentHead = regexp.MustCompile(`^####\s+Segment:\s*(.+)`)
	statusField = regexp.MustCompile(`^\s*\*\*([A-Za-z ]+):\*\*\s*(.*)`)
	checkBox    = regexp.MustCompile(`^\s*-\s*\[([ xX])\]\s*(.*)`)
	section     = regexp.MustCompile(`^##\s+(.+)`)
	emptyWords  = regexp.MustCompile(`(?i)^[\s*_.()-]*(none|n/?a|nothing|no blockers?)?( yet| so far| currently| known)?[\s*_.()-]*$`)
	ruled       = regexp.MustCompile(`^\s*(-{3,}|\*{3,})\s*$`)
)

// parseStatus reads a STATUS.md. Offsets are into raw.
func parseStatus(raw []byte) any { return readStatus(raw) }

func readStatus(raw []byte) *statusDoc {
	p := statusParser{doc: &statusDoc{Level: -1, Counter: -1}}
	for from := 0; from < len(raw); {
		end := bytes.IndexByte(raw[from:], '\n')
		next := from + end + 1
		if end < 0 {
			end, next = len(raw)-from, len(raw)
		}
		line := bytes.TrimSuffix(raw[from:from+end], []byte{'\r'})
		p.number++
		p.line(line, span{from, from + len(line)})
		from = next
	}
	p.doc.Blockers = strings.TrimSpace(p.blockers.String())
	if emptyWords.MatchString(p.doc.Blockers) {
		p.doc.Blockers = ""
	}
	return p.doc
}

type statusParser struct {
	doc      *statusDoc
	number   int // of the line
	step     *step
	segment  string
	section  string
	blockers strings.Builder
}

func (p *statusParser) line(line []byte, at span) {
	if m := stepHeading.FindSubmatch(line); m != nil {
		n, _ := strconv.Atoi(string(m[1])) // of at most six digits
		p.doc.Steps = append(p.doc.Steps, step{Number: n, Name: clean(m[2]), Heading: at})
		p.step, p.segment, p.section = &p.doc.Steps[len(p.doc.Steps)-1], "", ""
		return
	}
	if m := section.FindSubmatch(line); m != nil {
		p.step, p.section = nil, strings.ToLower(clean(m[1]))
		p.doc.Whole = p.doc.Whole || len(p.doc.Steps) > 0
		return
	}
	switch {
	case p.step != nil:
		p.stepLine(line, at)
	case p.section == "" && len(p.doc.Steps) == 0:
		p.head(line)
	case p.section == "blockers" && !ruled.Match(line):
		p.blockers.Write(line)
		p.blockers.WriteByte('\n')
	}
	if row, ok := parseRow(line); ok {
		row.Line = p.number
		p.doc.Rows = append(p.doc.Rows, row)
	}
}

func (p *statusParser) head(line []byte) {
	if title, ok := bytes.CutPrefix(line, []byte("# ")); ok && p.doc.Title == "" {
		p.doc.Title = clean(title)
		return
	}
	m := statusField.FindSubmatch(line)
	if m == nil {
		return
	}
	value := clean(m[2])
	switch string(m[1]) {
	case "Current Step":
		p.doc.CurrentStep = value
	case "Status":
		p.doc.Task = value
	case "Review Level":
		p.doc.Level = leadingNumber(value, -1)
	case "Review Counter":
		p.doc.Counter = leadingNumber(value, -1)
	case "Iteration":
		p.doc.Iteration = leadingNumber(value, 0)
	}
}

func (p *statusParser) stepLine(line []byte, at span) {
	if m := segmentHead.FindSubmatch(line); m != nil {
		p.segment = clean(m[1])
		return
	}
	if m := statusField.FindSubmatch(line); m != nil && string(m[1]) == "Status" && p.step.Status == (span{}) {
		p.step.Status, p.step.Says = at, clean(m[2])
		return
	}
	if m := checkBox.FindSubmatchIndex(line); m != nil {
		p.step.Boxes = append(p.step.Boxes, box{
			Mark: at.From + m[2], Checked: line[m[2]] != ' ', Text: clean(line[m[4]:m[5]]), Segment: p.segment, Line: p.number,
		})
	}
}

// parseRow reads a row of a table that begins with a time in UTC.
func parseRow(line []byte) (row logRow, ok bool) {
	if len(line) == 0 || line[0] != '|' {
		return row, false
	}
	cells := strings.SplitN(strings.Trim(string(line), "| \t"), "|", 3)
	if len(cells) < 3 {
		return row, false
	}
	stamp := strings.TrimSpace(cells[0])
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02 15:04:05", time.DateOnly} {
		if at, err := time.Parse(layout, stamp); err == nil {
			return logRow{At: at, Action: clean([]byte(cells[1])), Outcome: clean([]byte(cells[2]))}, true
		}
	}
	return row, false
}

// maxField bounds one text of a file that is kept.
const maxField = 2 << 10

// clean makes a bounded text without blanks around it of a part of a line.
func clean(text []byte) string { return runlog.Cut(string(bytes.TrimSpace(text)), maxField) }

func leadingNumber(text string, otherwise int) int {
	end := 0
	for end < len(text) && end < 6 && text[end] >= '0' && text[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(text[:end])
	if err != nil {
		return otherwise
	}
	return n
}

// marked reports whether its status alone calls a step complete. Taskplane looks for
// the letters of the word, and so takes "incomplete" for it.
func (s *step) marked() bool {
	return strings.Contains(s.Says, "✅") || strings.Contains(strings.ToLower(s.Says), "complete")
}

// denied reports whether the status that Taskplane takes for complete says that the
// step is not.
func (s *step) denied() bool {
	says := strings.ToLower(s.Says)
	return !strings.Contains(says, "✅") && (strings.Contains(says, "incomplete") || strings.Contains(says, "not complete"))
}

func (s *step) ticked() (n int) {
	for i := range s.Boxes {
		if s.Boxes[i].Checked {
			n++
		}
	}
	return n
}

// complete reports whether Taskplane counts a step as complete.
func (s *step) complete() bool {
	return s.marked() || len(s.Boxes) > 0 && s.ticked() == len(s.Boxes)
}

// step returns the step of a number; nil: there is none.
func (d *statusDoc) step(number int) *step {
	for i := range d.Steps {
		if d.Steps[i].Number == number {
			return &d.Steps[i]
		}
	}
	return nil
}

// open returns the first step that is not complete; nil: all are.
func (d *statusDoc) open() *step {
	for i := range d.Steps {
		if !d.Steps[i].complete() {
			return &d.Steps[i]
		}
	}
	return nil
}

// progress counts the items of all steps.
func (d *statusDoc) progress() (ticked, all int) {
	for i := range d.Steps {
		ticked += d.Steps[i].ticked()
		all += len(d.Steps[i].Boxes)
	}
	return ticked, all
}
