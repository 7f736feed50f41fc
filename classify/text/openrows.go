package text

import "strings"

// fewDoneRows is how many rows of a table must say that their part is done, so that one that is open is
// a part of the work and no entry of a list.
const fewDoneRows = 2

// appendOpenRows appends that a table of parts has some that are done and some that are begun, wait or
// are still to come. Where words were asked for, the table is what was found.
func (r *reader) appendOpenRows(out []evidence) []evidence {
	if r.asked.IsWords() {
		return out
	}
	var done, open int // rows
	at := -1           // the first open one
	for i := range r.sentences {
		s := &r.sentences[i]
		if s.shape != shapeRow {
			done, open, at = 0, 0, -1
			continue
		}
		switch stateOfRow(r.message[s.start:s.end]) {
		case rowOpen:
			if open++; at < 0 {
				at = i
			}
		case rowDone:
			done++
		case rowOther:
		}
		last := i+1 == len(r.sentences) || r.sentences[i+1].shape != shapeRow
		if last && open > 0 && done >= fewDoneRows {
			return append(out, evidence{value: firm, at: at, rule: "has rows in its table that are not done", label: LabelFailed, group: groupFailure})
		}
	}
	return out
}

// rowState is what a row of a table says of its part.
type rowState uint8

const (
	rowOther rowState = iota
	rowDone
	rowOpen
)

// stateOfRow returns what the cells of a row say but for the first, which names its part.
func stateOfRow(row string) rowState {
	_, row, _ = strings.Cut(strings.Trim(row, "| "), "|")
	for row != "" {
		var cell string
		cell, row, _ = strings.Cut(row, "|")
		said := keyReplacer.Replace(strings.ToLower(strings.Trim(cell, " *`_")))
		switch {
		case rowsOpen[said]:
			return rowOpen
		case rowsDone[said]:
			return rowDone
		}
	}
	return rowOther
}
