// Package learn makes the weights of classify/text from examples and says how
// well messages are read. It is used by the commands train and eval and by
// tests; the product itself only reads with weights that were made before.
package learn

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

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

	Style  string `json:"style"`  // how it is written, a short name; empty where nobody said
	Lang   string `json:"lang"`   // ISO 639-1; empty where nobody said
	Prompt string `json:"prompt"` // what the agent was asked to do; empty where nobody said
	Quote  string `json:"quote"`  // the part of Text that says most plainly why it is not done
	Kind   string `json:"kind"`   // of the obstacle
	Batch  string `json:"batch"`  // the examples that were written at one time, by one writer
}

// NotDone reports whether the work is not done.
func (e *Example) NotDone() bool { return e.Label != text.LabelDone }

// heldStyles is how many styles there are for each that no model learns from.
const heldStyles = 5

// IsHeldOut reports whether the example is of one of the styles that no model
// learns from and that nobody reads who writes rules: those are measured by.
func (e *Example) IsHeldOut() bool {
	h := fnv.New32a()
	_, _ = h.Write([]byte(e.Style)) // a hash never fails
	return e.Style != "" && h.Sum32()%heldStyles == 0
}

// maxLine bounds one line of a file of examples, in bytes.
const maxLine = 16 << 20

// LoadExamples reads examples, one JSON object a line, from a file or from all files
// NAME.jsonl of a folder in the order of their names. Blank lines are passed over; any
// other line that is no example is an error that names it. Where an example has
// no source it gets the given one.
func LoadExamples(path, source string) ([]Example, error) {
	files, err := filepath.Glob(filepath.Join(path, "*.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("examples: %w", err)
	}
	if len(files) == 0 {
		return loadFile(path, source)
	}
	var all []Example
	for _, file := range files {
		examples, err := loadFile(file, source)
		if err != nil {
			return nil, err
		}
		all = append(all, examples...)
	}
	return all, nil
}

func loadFile(path, source string) (examples []Example, err error) {
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
		if e.Batch == "" {
			e.Batch = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		}
		if e.Task == "" {
			e.Task = fmt.Sprintf("%s:%s:%d", e.Source, filepath.Base(path), n)
		}
		examples = append(examples, e)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return examples, nil
}

// Sample is an example made ready for learning.
type Sample struct {
	*Example
	Features text.Features
	terms    []value // in ascending order
	forms    []value // those of forms
	lesson   *Sample // what words are learned from in its place; nil: the sample itself
}

// value is one term of a sample and how much it counts.
type value struct {
	term uint32
	by   float64
}

// PrepareSamples takes the features out of examples, which it keeps pointing at.
func PrepareSamples(examples []Example) []Sample {
	samples := make([]Sample, len(examples))
	for i := range examples {
		s := Sample{Example: &examples[i], Features: text.ExtractFeatures(examples[i].Text)}
		s.terms, s.forms = sortedValues(s.Features.Terms), sortedValues(s.Features.Forms)
		samples[i] = s
	}
	for i := range samples {
		samples[i].lesson = samples[i].findLesson()
	}
	return samples
}

// findLesson returns what the words of a sample teach. Most sentences of a long report of unfinished
// work tell of what was done: only the quoted part teaches what unfinished work is like.
func (s *Sample) findLesson() *Sample {
	if s.Features.Voice != text.VoiceLong || !s.NotDone() || s.Quote == "" {
		return nil
	}
	quote := *s.Example
	quote.Text, quote.Quote = s.Quote, ""
	return &PrepareSamples([]Example{quote})[0]
}

// learned returns the sample that words are learned from.
func (s *Sample) learned() *Sample {
	if s.lesson != nil {
		return s.lesson
	}
	return s
}

func sortedValues(of map[uint32]float64) []value {
	out := make([]value, 0, len(of))
	for t, by := range of {
		out = append(out, value{t, by})
	}
	slices.SortFunc(out, func(a, b value) int { return int(int64(a.term) - int64(b.term)) })
	return out
}

// Own is the source of the examples of our own writing.
const Own = "own"

// LoadSamples prepares all of our own examples and, unless more is empty, the rows of
// that file.
func LoadSamples(own, more string) ([]Sample, error) {
	examples, err := LoadExamples(own, Own)
	if err != nil {
		return nil, err
	}
	if more != "" {
		rows, err := LoadExamples(more, more)
		if err != nil {
			return nil, err
		}
		examples = append(examples, rows...)
	}
	return PrepareSamples(examples), nil
}

// SelectTeachable returns the samples that a model may be learned from: not those
// whose licence forbids it, and none of a style that is held out.
func SelectTeachable(samples []Sample) []Sample {
	return slices.DeleteFunc(slices.Clone(samples), func(s Sample) bool { return !s.isTeachable() })
}
