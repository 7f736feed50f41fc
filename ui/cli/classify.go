package cli

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"notdone/classify"
	"notdone/classify/text"
	"notdone/model"
	"notdone/source/tail"
	"notdone/ui/safe"
)

// answer is what classify prints of one message, in the promised fields.
type answer struct {
	ID    json.RawMessage    `json:"id"`
	Label string             `json:"label"`
	Score float64            `json:"score"`
	Grade model.Grade        `json:"grade"`
	Kind  model.ObstacleKind `json:"kind"`
	Quote string             `json:"quote"`
	Start int                `json:"start"`
	End   int                `json:"end"`
	Rules []string           `json:"rules"`
	// Sentences are those that were read, with --explain.
	Sentences []sentence `json:"sentences,omitempty"`
}

var classifyCommand = command{
	use:   "classify [FILE]",
	short: "Say what a final message of an agent says",
	long: `Read one final message of an agent, from a file or from standard input, and say
whether it reports the work as done, blocked, refused or failed, with the sentence that
carries it. With --jsonl every line is an object with "id" and "text", and every answer
is one line in the same order; "signals", an object of what is known of the run (exit_code,
tool_calls, files_changed, messages, duration_s, permission_denials, error, outcome, prompt),
is weighed together with the words, as it is for tasks. What was asked for, the prompt,
decides what an advice, a finding or a question means; --prompt gives it of one message. With --explain every sentence is
printed with what it weighs and why, and the one that decided is marked. With --exit-code
the program exits with 1 when the work is not done, so that a worker's script can block
the task.

--learn makes a small correction of what words weigh, for you alone: of your marks (y and n on
a finding about words) and of the lines of FILE, objects with "text", "label" (done, not-done,
blocked, refused or failed) and, where it is known, "prompt". It takes 20 examples, prints what
the correction does to examples that it did not learn from, and is kept only where it helps. It
holds hashes and no text, moves no score far, and never changes what structure shows. Every
command uses it, a dashboard from its next start on; --forget removes it.

Exit: 0 it was read; 1 with --exit-code, it is not done; 2 wrong use or an error; 3 with --learn, the
correction would not help and is not kept.`,
	example: "notdone classify --exit-code answer.txt || mark-blocked\nnotdone classify --explain answer.txt\nnotdone classify --jsonl < messages.jsonl\n" +
		"notdone classify --learn labelled.jsonl",
	most:  1,
	flags: "jsonl explain exit-code prompt learn forget read-only",
	json:  "answer with a JSON object",
	run: func(ctx context.Context, c *call) error {
		if err := c.checkClassify(); err != nil {
			return err
		}
		if c.learns || c.forgets { // the configuration may refuse every write
			if err := c.configure(); err != nil {
				return err
			}
		}
		switch {
		case c.learns:
			return interruptible(ctx, func() error { return errors.Join(c.learn(ctx), c.out.flush()) })
		case c.forgets:
			return c.forget()
		}
		notDone := false
		err := interruptible(ctx, func() (err error) {
			notDone, err = c.classify()
			return errors.Join(err, c.out.flush())
		})
		if err == nil && c.exitCode && notDone {
			return exitCode(exitOperator)
		}
		return err
	},
}

// checkClassify refuses flags that exclude each other.
func (c *call) checkClassify() error {
	if c.jsonl && c.asJSON {
		return errors.New("--json and --jsonl exclude each other: --jsonl answers each line with an object already")
	}
	if !c.learns && !c.forgets {
		return nil
	}
	if c.learns && c.forgets || c.jsonl || c.explain || c.exitCode || c.prompt != "" {
		return errors.New("--learn and --forget exclude each other and every flag about messages that are read")
	}
	if c.forgets && len(c.args) > 0 {
		return errors.New("--forget takes no FILE")
	}
	return nil
}

// openMessage opens the file that is named, or standard input.
func (c *call) openMessage() (io.ReadCloser, error) {
	if len(c.args) == 0 || c.args[0] == "-" {
		return io.NopCloser(c.cmd.InOrStdin()), nil
	}
	return os.Open(c.args[0])
}

// classify answers what is asked and reports whether any work is not done.
func (c *call) classify() (notDone bool, err error) {
	in, err := c.openMessage()
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	m := reader{cmp.Or(c.corrected(), text.Corrected(nil)), c.explain}
	if c.jsonl {
		return m.classifyLines(in, c.out)
	}
	return m.classifyOne(in, c.out, c.asJSON, text.ReadRequest(c.prompt))
}

// reader reads messages.
type reader struct {
	weights *text.Weights
	explain bool
}

// interruptible returns what work returns, or when the context ends: opening and
// reading a pipe or a terminal cannot be broken off.
func interruptible(ctx context.Context, work func() error) error {
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func toAnswer(id json.RawMessage, e *text.Explanation) answer {
	r := &e.Reading
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	return answer{
		ID: id, Label: r.Label.String(), Score: r.Score, Grade: r.Grade, Kind: r.Kind,
		Quote: r.Quote, Start: r.Start, End: r.End, Rules: append([]string{}, r.Rules...), Sentences: sentences(e),
	}
}

// surest is the largest score that is printed: no reading of words is certain.
const surest = .99

// maxMessage bounds one message, in bytes; a longer one is cut there.
const maxMessage = 64 << 20

func (m *reader) classifyOne(in io.Reader, out *output, asJSON bool, asked text.Request) (bool, error) {
	raw, err := io.ReadAll(io.LimitReader(in, maxMessage))
	switch {
	case err != nil:
		return false, fmt.Errorf("reading: %w", err)
	case tail.LooksBinary(raw[:min(len(raw), 8<<10)]):
		return false, errors.New("it is no text, so no message of an agent (notdone ls QUEUE judges the tasks of a queue)")
	}
	e := m.read(string(raw), asked)
	r := &e.Reading
	r.Kind = classify.KindOf(string(raw), r)
	notDone := r.Label != text.LabelDone
	if asJSON {
		return notDone, out.json(toAnswer(nil, e))
	}
	said := r.Label.String() + "  " + strconv.FormatFloat(min(r.Score, surest), 'f', 2, 64) + "  " + r.Grade.String()
	if r.Kind != model.KindUnknown {
		said += "  " + r.Kind.String()
	}
	if r.Quote != "" {
		said += `  "` + safe.Line(r.Quote, 4<<10) + `"`
	}
	if err := out.line(said); err != nil || !m.explain {
		return notDone, err
	}
	return notDone, out.line(explanation(e)...)
}

// read reads a message as the answer to what was asked for; the sentences are there only
// when it is to be explained.
func (m *reader) read(message string, asked text.Request) *text.Explanation {
	if m.explain {
		e := m.weights.Explain(message, asked)
		return &e
	}
	return &text.Explanation{Reading: m.weights.ReadFor(message, asked)}
}

// classifyLines answers one object a line. A line that is no such object is an
// error that names the line; what was answered before it stands.
func (m *reader) classifyLines(in io.Reader, out *output) (notDone bool, err error) {
	judge, lines := classify.New(classify.DefaultConfig()), requestDecoder{}
	sc := bufio.NewScanner(in)
	sc.Buffer(make([]byte, 64<<10), maxMessage)
	n := 1
	for ; sc.Scan(); n++ {
		if len(sc.Bytes()) == 0 {
			continue
		}
		ask, err := lines.decode(sc.Bytes())
		if err != nil {
			return notDone, fmt.Errorf("line %d: %w", n, requestError(err))
		}
		if ask.Text == nil {
			return notDone, fmt.Errorf("line %d: no text", n)
		}
		e := m.read(*ask.Text, ask.Signals.Request())
		e.Reading = judge.Weigh(*ask.Text, &e.Reading, ask.Signals)
		e.Reading.Kind = classify.KindOf(*ask.Text, &e.Reading)
		notDone = notDone || e.Reading.Label != text.LabelDone
		if err := out.json(toAnswer(ask.ID, e)); err != nil {
			return notDone, err
		}
	}
	return notDone, lineError(n, sc.Err())
}

// lineError says why the line of that number could not be read; nil for no error.
func lineError(n int, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("line %d: it has more than %d MiB", n, maxMessage>>20)
	}
	return fmt.Errorf("reading: %w", err)
}

// requestError explains why a line is not a request.
func requestError(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case !ok:
		return err
	case wrong.Field == "":
		return errors.New(wrong.Value + `, where an object with "id" and "text" must be`)
	}
	return fmt.Errorf("%q is a %s and must be a text", wrong.Field, wrong.Value)
}
