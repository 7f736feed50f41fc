package export

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"

	"notdone/model"
	"notdone/ui/safe"
)

// column is one column of a table for spreadsheets.
type column struct {
	name string
	text func(r *model.Row) string
}

// columns are named as the fields of a row in JSON, where there is one. The severity and the
// finding are those of the worst finding that counts.
var columns = []column{
	{"state", func(r *model.Row) string { return r.State.String() }},
	{"source", func(r *model.Row) string { return r.Source }},
	{"queue", func(r *model.Row) string { return r.Queue }},
	{"id", func(r *model.Row) string { return r.ID }},
	{"title", func(r *model.Row) string { return r.Title }},
	{"recorded", func(r *model.Row) string { return r.Recorded }},
	{"grade", func(r *model.Row) string { return r.Grade.String() }},
	{"severity", func(r *model.Row) string {
		if worst, ok := model.Worst(r.Findings); ok {
			return worst.String()
		}
		return ""
	}},
	{"finding", func(r *model.Row) string {
		if len(r.Findings) > 0 && r.Findings[0].Counts() {
			return r.Findings[0].Message
		}
		return ""
	}},
	{"obstacle_kind", ofObstacle(func(o *model.Obstacle) string { return o.Kind.String() })},
	{"obstacle", ofObstacle(func(o *model.Obstacle) string { return o.Name })},
	{"obstacle_text", ofObstacle(func(o *model.Obstacle) string { return o.Text })},
	{"attempts", func(r *model.Row) string { return strconv.Itoa(r.Attempts) }},
	{"cost_usd", func(r *model.Row) string {
		if r.CostUSD == nil {
			return ""
		}
		return strconv.FormatFloat(*r.CostUSD, 'f', -1, 64)
	}},
	{"created", func(r *model.Row) string { return moment(r.Created) }},
	{"started", func(r *model.Row) string { return moment(r.Started) }},
	{"finished", func(r *model.Row) string { return moment(r.Finished) }},
	{"updated", func(r *model.Row) string { return moment(r.Updated) }},
	{"first_judged", func(r *model.Row) string { return moment(r.FirstJudged) }},
	{"worker", func(r *model.Row) string { return r.Worker }},
	{"wish", func(r *model.Row) string { return r.Wish }},
}

func ofObstacle(text func(*model.Obstacle) string) func(*model.Row) string {
	return func(r *model.Row) string {
		if r.Obstacle == nil {
			return ""
		}
		return text(r.Obstacle)
	}
}

func moment(t time.Time) string {
	if s := stamp(t); s != nil {
		return *s
	}
	return ""
}

// CSVHead returns the line of the columns' names.
func CSVHead() []byte {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	line, _ := csvLine(names) // names are short
	return line
}

// CSVRow returns a row as one line of CSV (RFC 4180, but for a single line feed at its end).
// Texts are cut as in JSON, and what is not printable is left out. A text that a spreadsheet
// would take for a formula has an apostrophe before it.
func CSVRow(r *model.Row) ([]byte, error) {
	cells := make([]string, len(columns))
	for i, c := range columns {
		cells[i] = plainCell(c.text(r))
	}
	return csvLine(cells)
}

// plainCell returns a text as a cell that is no formula.
func plainCell(text string) string {
	text = safe.Line(Bound(text, shortLimit), 0)
	if text != "" && strings.ContainsRune("=+-@\t\r|%", rune(text[0])) {
		return "'" + text
	}
	return text
}

func csvLine(cells []string) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.Write(cells); err != nil {
		return nil, fmt.Errorf("encoding: %w", err)
	}
	w.Flush()
	return b.Bytes(), nil
}
