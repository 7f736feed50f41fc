package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"notdone/classify"
	"notdone/classify/text"
	"notdone/classify/text/correct"
	"notdone/source/private"
	"notdone/source/wholefile"
	"notdone/ui/memory"
	"notdone/ui/words"
)

const (
	maxTaught     = 5000     // lines of a file of examples
	maxCorrection = 64 << 10 // bytes of the file of a correction
)

// correctionPath is where the operator's correction is kept.
func (o *options) correctionPath() string { return filepath.Join(o.stateFolder(), "correction.json") }

// readCorrection returns the operator's correction; nil where there is none. With an error
// it must not be used.
func (o *options) readCorrection() (*text.Correction, error) {
	f, err := private.Open(o.correctionPath(), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // having none is the usual case
	}
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxCorrection))
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	return text.ParseCorrection(raw)
}

// corrected returns what reads messages with the operator's correction; nil where none can
// be used. Doctor says why.
func (o *options) corrected() *text.Weights {
	c, err := o.readCorrection()
	if c == nil || err != nil {
		return nil
	}
	return text.Corrected(c)
}

// learned is what --learn prints.
type learned struct {
	Examples int        `json:"examples"`
	Marks    int        `json:"marks"`
	Unkept   int        `json:"marks_without_words"`
	Before   text.Tally `json:"before"`
	After    text.Tally `json:"after"`
	Kept     bool       `json:"kept"`
	Path     string     `json:"path"`
}

// learn makes a correction of the marks and of the file of examples, prints its effect, and
// keeps it where it helps.
func (c *call) learn(ctx context.Context) error {
	said := learned{Path: c.correctionPath()}
	examples, err := c.marked(ctx, &said)
	if err != nil {
		return err
	}
	if len(c.args) == 1 {
		file, err := c.openMessage()
		if err != nil {
			return err
		}
		more, err := readExamples(file)
		if err := errors.Join(err, file.Close()); err != nil {
			return err
		}
		examples = append(examples, more...)
	}
	r, err := correct.Fit(examples)
	if err != nil {
		return fmt.Errorf("nothing is learned: %w", err)
	}
	said.Examples, said.Marks, said.Before, said.After = r.Examples, r.Marks, r.Before, r.After
	r.Made = time.Now().UTC().Truncate(time.Second)
	if r.Helps() && !c.readOnly {
		if err := writePrivate(said.Path, r.Correction); err != nil {
			return fmt.Errorf("the correction is not kept: %w", err)
		}
		said.Kept = true
	}
	if c.asJSON {
		err = c.out.json(said)
	} else {
		err = c.out.line(said.lines(r.Helps(), c.whyReadOnly())...)
	}
	if err == nil && !r.Helps() {
		err = exitCode(exitRefused)
	}
	return err
}

// lines says it for people. why is what refuses to keep a correction that helps and is not kept.
func (l *learned) lines(helps bool, why string) []string {
	of := fmt.Sprintf("%s, %d of them your marks", words.Count(l.Examples, "example", "examples"), l.Marks)
	if l.Unkept > 0 {
		of += fmt.Sprintf(" (%s nothing: the message was not kept)", words.Count(l.Unkept, "more mark teaches", "more marks teach"))
	}
	lines := append([]string{of}, describeEffect(l.Before, l.After)...)
	switch {
	case l.Kept:
		return append(lines, "kept in "+l.Path+"; notdone classify --forget removes it")
	case helps:
		return append(lines, "not kept: "+why)
	}
	return append(lines, "not kept: it does not help enough; what was in use before stays")
}

// describeEffect says how examples are read without and with a correction.
func describeEffect(before, after text.Tally) []string {
	say := func(t *text.Tally) string {
		f1 := strings.TrimPrefix(fmt.Sprintf("%.2f", t.F1()), "0")
		return fmt.Sprintf("%d of %d right (F1 %s, %d done flagged)", t.Right(), t.Total(), f1, t.Flagged)
	}
	return []string{"before: " + say(&before), "with the correction, on messages it did not learn from: " + say(&after)}
}

// marked returns the operator's marks on findings about words, as far as the words were
// kept, and counts the others.
func (c *call) marked(ctx context.Context, said *learned) ([]correct.Example, error) {
	if c.readOnly {
		return nil, nil
	}
	store := memory.Open(c.memoryPath())
	marks, err := store.MarkedWords(ctx, classify.WordRules()...)
	if err := errors.Join(err, store.Err(), store.Close()); err != nil {
		return nil, err
	}
	var examples []correct.Example
	for i := range marks {
		m := &marks[i]
		if m.Words.Said == "" {
			said.Unkept++
			continue
		}
		examples = append(examples, correct.Example{
			Text: m.Words.Said, Asked: text.ReadRequest(m.Words.Asked), NotDone: m.Right == (m.Rule != classify.RuleReport), Mark: true,
		})
	}
	return examples, nil
}

// readExamples reads one labelled message a line. The error names the first line that is none.
func readExamples(in io.Reader) ([]correct.Example, error) {
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, maxMessage)
	var examples []correct.Example
	n := 1
	for ; sc.Scan(); n++ {
		if len(sc.Bytes()) == 0 {
			continue
		}
		var line struct{ Text, Label, Prompt string }
		err := requestError(json.Unmarshal(sc.Bytes(), &line))
		notDone := line.Label == "not-done"
		if err == nil && !notDone {
			var label text.Label
			label, err = text.ParseLabel(line.Label)
			notDone = label != text.LabelDone
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %d: %w", n, err)
		case strings.TrimSpace(line.Text) == "":
			return nil, fmt.Errorf("line %d: no text", n)
		case len(examples) == maxTaught:
			return nil, fmt.Errorf("line %d: more than %d examples", n, maxTaught)
		}
		examples = append(examples, correct.Example{Text: line.Text, Asked: text.ReadRequest(line.Prompt), NotDone: notDone})
	}
	return examples, lineError(n, sc.Err())
}

// writePrivate replaces a file by one that its owner alone can read.
func writePrivate(path string, content any) error {
	raw, err := json.MarshalIndent(content, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return wholefile.Replace(path, raw, 0o600, true)
}

// forgotten is what classify --forget --json prints.
type forgotten struct {
	Removed bool   `json:"removed"` // false: no correction was in use
	Path    string `json:"path"`
}

// forget removes the operator's correction.
func (c *call) forget() error {
	if c.readOnly {
		return c.refuses("to remove the correction")
	}
	said := forgotten{Path: c.correctionPath()}
	if err := os.Remove(said.Path); err == nil {
		said.Removed = true
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	switch {
	case c.asJSON:
		return c.out.json(said)
	case !said.Removed:
		return c.out.line("no correction is in use")
	}
	return c.out.line("removed " + said.Path + "; your marks stay")
}
