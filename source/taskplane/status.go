package taskplane

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"notdone/source/runlog"
)

// statusDoc is what a STATUS.md says, as Taskplane reads it (task-executor-core.ts). Its
// "Current Step" is not read: it is written when an iteration begins, and goes stale.
type statusDoc struct {
	Title    string
	Level    int // of review; -1: it says none
	Counter  int // of reviews that were begun; -1: it says none
	Steps    []step
	Rows     []logRow // of its tables, those that begin with a time
	Blockers string   // those that are not resolved; empty: none
	Whole    bool     // it has a section after its steps: it was not caught half written
}

// span is a part of a text: the bytes from From up to To.
type span struct{ From, To int }

// step is one step of a task.
type step struct {
	Number  int
	Name    string
	Heading span   // the line, without its ending
	Status  []span // the line of its status, and later ones that call it complete: Taskplane believes the last
	Says    string // what the first of them says
	Boxes   []box
}

// box is one item of a step.
type box struct {
	Mark    int // where the character between the brackets stands
	Checked bool
	Text    string
	Segment string // the repository that it belongs to, in a task of several
}

// logRow is one row of a log in a table.
type logRow struct {
	At              time.Time
	Action, Outcome string
	Line            int // counted from 1
}

var (
	stepHeading = regexp.MustCompile(`^###\s+Step\s+(\d{1,6}):\s*(.+)`)
	segmentHead = regexp.MustCompile(`^####\s+Segment:\s*(.+)`)
	statusField = regexp.MustCompile(`^\s*\*\*([A-Za-z ]+):\*\*\s*(.*)`)
	checkBox    = regexp.MustCompile(`^\s*-\s*\[([ xX])\]\s*(.*)`)
	section     = regexp.MustCompile(`^##\s+(.+)`)
	tableRow    = regexp.MustCompile(`^\|\s*(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?\s*\|([^|]*)\|(.*?)[|\s]*$`)
)

func parseStatus(raw []byte) any { return readStatus(raw) }

// readStatus reads a STATUS.md. Offsets are into raw.
func readStatus(raw []byte) *statusDoc {
	p := statusParser{doc: &statusDoc{Level: -1, Counter: -1}}
	from := 0
	for line := range bytes.Lines(raw) {
		text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
		p.number++
		p.line(text, span{from, from + len(text)})
		from += len(line)
	}
	p.doc.Blockers = openBlockers(p.doc.Blockers)
	return p.doc
}

var (
	htmlComment = regexp.MustCompile(`(?s)<!--.*?(?:-->|$)`)
	belowHead   = regexp.MustCompile(`^[-: ]*\|[-|: ]*$`) // the line beneath the head of a table
	// resolved begins a line about a blocker that is one no more, or a heading.
	resolved = regexp.MustCompile(`(?i)^(?:#+\s|\W*(?:\[x\]|~~|✅|resolved|unblocked|fixed|cleared|solved|no longer))`)
)

// openBlockers returns what a section of blockers names as in the way, in one line.
func openBlockers(section string) string {
	var left []string
	for line := range strings.Lines(htmlComment.ReplaceAllString(section, "")) {
		line = strings.TrimSpace(line)
		switch {
		case belowHead.MatchString(line):
			left = left[:max(len(left)-1, 0)]
		case !resolved.MatchString(line) && !saysNone(line):
			left = append(left, strings.TrimPrefix(strings.Trim(line, "-*|_ "), "[ ] "))
		}
	}
	return clean([]byte(strings.Join(left, " ")))
}

// denials and fillers are the words of which a line consists that names no blocker.
var (
	denials = strings.Fields("none no nothing n nil")
	fillers = strings.Fields("a active all any are as at been blocked blocker blockers blocking clear current currently for found have i " +
		"identified is issues known left moment now of open or outstanding point present remain remaining right so far stage that the there " +
		"this time to today we yet")
)

// saysNone reports whether a line names no blocker: it has no words, or it denies and
// says nothing else.
func saysNone(line string) bool {
	words := strings.FieldsFunc(strings.ToLower(line), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	denies := len(words) == 0
	for _, w := range words {
		switch {
		case slices.Contains(denials, w):
			denies = true
		case !slices.Contains(fillers, w):
			return false
		}
	}
	return denies
}

type statusParser struct {
	doc              *statusDoc
	number           int // of the line
	step             *step
	segment, section string
}

func (p *statusParser) line(line []byte, at span) {
	d := p.doc
	if m := tableRow.FindSubmatch(line); m != nil {
		stamp, _ := time.Parse(time.DateOnly+" 15:04", string(m[1])+" "+cmp.Or(string(m[2]), "00:00"))
		d.Rows = append(d.Rows, logRow{stamp, clean(m[3]), clean(m[4]), p.number})
	}
	if m := stepHeading.FindSubmatch(line); m != nil {
		d.Steps = append(d.Steps, step{Number: leadingNumber(string(m[1]), 0), Name: clean(m[2]), Heading: at})
		p.step, p.segment = &d.Steps[len(d.Steps)-1], ""
		return
	}
	if m := section.FindSubmatch(line); m != nil {
		p.step, p.section = nil, strings.ToLower(clean(m[1]))
		d.Whole = d.Whole || len(d.Steps) > 0
		return
	}
	field := statusField.FindSubmatch(line)
	switch {
	case p.step != nil:
		p.stepLine(line, at, field)
	case p.section == "blockers" && len(d.Blockers) < maxField:
		d.Blockers += string(line) + "\n"
	case p.section != "" || len(d.Steps) > 0:
	case field == nil:
		if title, ok := bytes.CutPrefix(line, []byte("# ")); ok && d.Title == "" {
			d.Title = clean(title)
		}
	case string(field[1]) == "Review Level":
		d.Level = leadingNumber(clean(field[2]), -1)
	case string(field[1]) == "Review Counter":
		d.Counter = leadingNumber(clean(field[2]), -1)
	}
}

func (p *statusParser) stepLine(line []byte, at span, field [][]byte) {
	s := p.step
	if m := segmentHead.FindSubmatch(line); m != nil {
		p.segment = clean(m[1])
	}
	if field != nil && string(field[1]) == "Status" {
		says := clean(field[2])
		if len(s.Status) == 0 {
			s.Says = says
		}
		if len(s.Status) == 0 || callsComplete(says) {
			s.Status = append(s.Status, at)
		}
	}
	if m := checkBox.FindSubmatchIndex(line); m != nil {
		s.Boxes = append(s.Boxes, box{Mark: at.From + m[2], Checked: line[m[2]] != ' ', Text: clean(line[m[4]:m[5]]), Segment: p.segment})
	}
}

// maxField bounds one text of a file that is kept.
const maxField = 2 << 10

// clean makes a bounded text without blanks around it of a part of a file.
func clean(text []byte) string { return runlog.Cut(string(bytes.TrimSpace(text)), maxField) }

// leadingNumber reads the number of up to six digits that a text begins with.
func leadingNumber(text string, otherwise int) int {
	end := strings.IndexFunc(text+".", func(c rune) bool { return c < '0' || c > '9' })
	n, err := strconv.Atoi(text[:min(end, 6)])
	if err != nil {
		return otherwise
	}
	return n
}

// known reports whether the step was read from a STATUS.md.
func (s *step) known() bool { return s.Heading.To > 0 }

// marked reports whether its status alone calls a step complete.
func (s *step) marked() bool { return callsComplete(s.Says) }

// callsComplete reports whether a status is one of a complete step. Taskplane looks for
// the letters of the word, and so takes "incomplete" for it.
func callsComplete(status string) bool {
	return strings.Contains(status, "✅") || strings.Contains(strings.ToLower(status), "complete")
}

// denied reports whether the status that Taskplane takes for complete says that the
// step is not.
func (s *step) denied() bool {
	says := strings.ToLower(s.Says)
	return !strings.Contains(says, "✅") && (strings.Contains(says, "incomplete") || strings.Contains(says, "not complete"))
}

// ticked counts the items that are checked.
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
	if i := slices.IndexFunc(d.Steps, func(s step) bool { return s.Number == number }); i >= 0 {
		return &d.Steps[i]
	}
	return nil
}
