package tui

import (
	"fmt"
	"maps"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
)

// columns is where the parts of a pane's rows stand, in cells. It never changes.
type columns struct {
	pane   model.Pane
	signs  int // the width of what stands before the rest, see leftSigns
	word   int // the width of the state's word; 0: it has no column
	source int // that of the source, with the blank behind it; 0: the same
	id     int // where the ID begins
	title  int // where the title begins
	grade  int // the width of the grade; 0: it has no column
	age    int
	tries  int
	shared map[string]string // by queue: what all its IDs begin with, as far as they were looked at
	apart  map[model.Ref]int // where the part begins that tells an ID from one that is shortened alike

	rows   board.List // the tasks of the pane
	groups board.Groups
	width  int
	of     *sources
}

// Widths of columns, and the widths of a pane from which they are there.
const (
	leftSigns   = 5 // the cursor's bar, the signs of the severity, the state and what is new, and a blank, which little room lacks
	dueWidth    = len("due in 59m")
	wordRoom    = 60 // beside the column of sources
	gradeRoom   = 76
	cyclesRoom  = 44
	leastTries  = 3
	leastTitle  = 12
	leastID     = 10
	ageColumn   = 4
	triesColumn = 6
	sampledIDs  = 200 // how many IDs of a pane say how wide their column is
)

// columnsOf returns the columns of a pane's rows: the same ones as before where nothing
// has changed.
func (k look) columnsOf(before *columns, s *board.Snapshot, pane model.Pane, width int) *columns {
	rows, groups := s.Rows(pane), s.Groups(pane)
	if before != nil && before.width == width && before.of == k.sources && before.rows == rows && before.groups == groups {
		return before
	}
	c := &columns{pane: pane, signs: leftSigns - 1, source: k.sourceColumn(width), age: ageColumn, tries: leastTries, shared: map[string]string{}, rows: rows, groups: groups, width: width, of: k.sources}
	if width >= cyclesRoom {
		c.tries, c.signs = triesColumn, leftSigns
	}
	if (pane == model.PaneActive || pane == model.PaneRest) && width-c.source >= wordRoom {
		c.word = dueWidth
	}
	if pane == model.PaneFalseDone && width >= gradeRoom {
		c.grade = len("cannot tell") + 2
	}
	c.id = c.signs + c.source
	if c.word > 0 {
		c.id += c.word + 1
	}
	indent := 0
	for i := range min(groups.Len(), sampledIDs) {
		if g, _ := groups.At(i); g.Tasks > 1 && !g.Loose() {
			indent = memberIndent
		}
	}
	sample := make([]model.Ref, min(rows.Len(), sampledIDs))
	for i := range sample {
		sample[i], _ = rows.Ref(i)
	}
	ids := c.idWidth(sample, indent)
	c.apart, c.title = c.tellApart(sample, ids-indent, k.theme.Ellipsis), c.id+ids+2
	if before != nil {
		if before.rows, before.groups = rows, groups; before.same(c) {
			return before
		}
	}
	return c
}

// same reports whether rows are drawn in the same way.
func (c *columns) same(d *columns) bool {
	return c.width == d.width && c.of == d.of && c.title == d.title && maps.Equal(c.shared, d.shared) && maps.Equal(c.apart, d.apart)
}

// idWidth returns the width of the column of IDs, of which some are indented, and finds what the IDs of each queue
// share. Where all fit, they are shown whole.
func (c *columns) idWidth(ids []model.Ref, indent int) int {
	longest, whole := len("task"), map[string]int{}
	for _, ref := range ids {
		stem := stemOf(safe.Line(ref.ID, idLimit))
		longest = max(longest, cells(stem)+indent)
		before, known := c.shared[ref.Queue]
		if !known {
			before = stem[:afterSeparator(stem)]
		}
		c.shared[ref.Queue], whole[ref.Queue] = commonStart(before, stem), whole[ref.Queue]+1
	}
	for queue, n := range whole {
		if n == 1 {
			c.shared[queue] = "" // there is nothing to share it with
		}
	}
	return min(longest, max(c.width/5, leastID+indent))
}

// headings names the columns.
func (k look) headings(c *columns, width int) string {
	l := newLine(width, k.theme.Ellipsis).pad(c.signs)
	put := func(at int, name string) { l.pad(at).put(k.theme.Faint, name) }
	if c.word > 0 {
		put(c.signs, "state")
	}
	if c.source > 0 {
		put(c.id-c.source, "source")
	}
	put(c.id, "task")
	put(c.title, "title")
	tries := ""
	if c.tries > leastTries {
		tries = "tries"
	}
	tail := fmt.Sprintf("state since %*s", c.tries, tries) + blanks(margin(width))
	if c.grade > 0 {
		put(width-margin(width)-c.tries-1-c.age-c.grade, "proof")
	}
	if at := width - cells(tail); at > l.width {
		put(at, tail)
	}
	return l.String()
}
