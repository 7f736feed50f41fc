package learn

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"notdone/classify/text"
)

// Record says how often a row of the tables counts in messages: in Hits of them,
// of which Right have the label that the row stands for.
type Record struct{ Right, Hits int }

// CountRecords counts, for every row of text.Rows, the messages of our own writing
// and those of others in which it counts. Examples of held-out styles are not counted.
func CountRecords(samples []Sample) (own, others []Record) {
	rows := text.Rows()
	own, others = make([]Record, len(rows)), make([]Record, len(rows))
	for i := range samples {
		if samples[i].IsHeldOut() {
			continue
		}
		records := others
		if samples[i].Source == Own {
			records = own
		}
		for _, row := range text.RowsIn(samples[i].Text) {
			records[row].Hits++
			if samples[i].NotDone() == rows[row].NotDone {
				records[row].Right++
			}
		}
	}
	return own, others
}

// reserve begins the section of a table's rows that count in no example.
const reserve = "# Reserve: no example has these."

// figures parts a row from its records: "pattern  # 3/4 0/0".
const figures = "  # "

// WriteRecords writes the records of each row beside it, in the tables below the
// folder, which must be those that the program was built with: how many of the
// messages of our own in which it counts have its label, of how many, and the
// same for messages of others. Rows without a record go to the reserve at the end
// of their file, and leave it once they have one. Where others is nil, what
// stands in the file of others' messages is kept.
func WriteRecords(folder string, own, others []Record) error {
	byFile := map[string]map[int]int{}
	for i, row := range text.Rows() {
		if byFile[row.File] == nil {
			byFile[row.File] = map[int]int{}
		}
		byFile[row.File][row.Line] = i
	}
	for name, rows := range byFile {
		file := filepath.Join(folder, filepath.FromSlash(name))
		content, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("tables: %w", err)
		}
		out, err := withRecords(string(content), func(line int, old Record) (Record, Record, bool) {
			i, ok := rows[line]
			if !ok {
				return Record{}, Record{}, false
			}
			if others == nil {
				return own[i], old, true
			}
			return own[i], others[i], true
		})
		if err != nil {
			return fmt.Errorf("tables: %s: %w", name, err)
		}
		if err := os.WriteFile(file, []byte(out), 0o644); err != nil { //nolint:gosec // a file of the repository
			return fmt.Errorf("tables: %w", err)
		}
	}
	return nil
}

// withRecords returns a table with the records that of gives for the row in a
// line; old is what the line has of others' messages. It reports false for a
// line that is no row.
func withRecords(content string, of func(line int, old Record) (own, others Record, ok bool)) (string, error) {
	var kept, unmeasured []string
	n := 0
	for line := range strings.Lines(content) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		if line == reserve {
			continue
		}
		row, beside, measured := strings.Cut(line, figures)
		var before, old Record
		if measured && line[0] != '#' {
			if _, err := fmt.Sscanf(beside, "%d/%d %d/%d", &before.Right, &before.Hits, &old.Right, &old.Hits); err != nil {
				return "", fmt.Errorf("line %d: %q are no records: %w", n, beside, err)
			}
		}
		own, others, ok := of(n, old)
		switch {
		case !ok:
			kept = append(kept, line)
		case own.Hits+others.Hits == 0:
			unmeasured = append(unmeasured, row)
		default:
			kept = append(kept, fmt.Sprintf("%s%s%d/%d %d/%d", row, figures, own.Right, own.Hits, others.Right, others.Hits))
		}
	}
	for len(kept) > 0 && kept[len(kept)-1] == "" {
		kept = kept[:len(kept)-1]
	}
	if len(unmeasured) > 0 {
		kept = append(append(kept, "", reserve), unmeasured...)
	}
	return strings.Join(kept, "\n") + "\n", nil
}
