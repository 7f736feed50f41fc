// Package learn makes the weights of classify/text from examples and says how
// well messages are read. It is used by the commands train and eval and by
// tests; the product itself only reads with weights that were made before.
package learn

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"notdone/classify/text"
)

// Example is one message whose label is known.
type Example struct {
	Text   string     `json:"text"`
	Label  text.Label `json:"-"`
	Name   string     `json:"label"`
	Source string     `json:"source"` // the agent or collection it comes from
	Task   string     `json:"task"`   // examples of one task are near copies
	// Hard is "negative" for a done message with words of obstacles, "positive"
	// for one of unfinished work without them, else empty.
	Hard      string `json:"hard"`
	Shippable bool   `json:"shippable"` // its licence permits to learn from it
}

// NotDone reports whether the work is not done.
func (e *Example) NotDone() bool { return e.Label != text.LabelDone }

// maxLine bounds one line of a file of examples, in bytes.
const maxLine = 16 << 20

// Load reads examples, one JSON object a line. Blank lines are passed over; any
// other line that is no example is an error that names it. Where an example has
// no source it gets the given one.
func Load(path, source string) (examples []Example, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("examples: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxLine)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var e Example
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("%s line %d: %w", path, n, err)
		}
		if e.Label, err = text.ParseLabel(e.Name); err != nil {
			return nil, fmt.Errorf("%s line %d: %w", path, n, err)
		}
		if e.Source == "" {
			e.Source = source
		}
		if e.Task == "" {
			e.Task = fmt.Sprintf("%s:%d", e.Source, n)
		}
		examples = append(examples, e)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return examples, nil
}
