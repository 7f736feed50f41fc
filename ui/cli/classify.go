package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"notdone/classify"
	"notdone/classify/text"
	"notdone/model"
	"notdone/ui/export"
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

func newClassify() *cobra.Command {
	var jsonl, asJSON, explain, exit bool
	cmd := &cobra.Command{
		Use:   "classify [FILE]",
		Short: "Say what a final message of an agent says",
		Long: `Read one final message of an agent, from a file or from standard input, and say
whether it reports the work as done, blocked, refused or failed, with the sentence that
carries it. With --jsonl every line is an object with "id" and "text", and every answer
is one line in the same order; "signals", an object of what is known of the run (exit_code,
tool_calls, files_changed, messages, duration_s, permission_denials, error, outcome, asked),
is weighed together with the words, as it is for tasks. With --explain every sentence is
printed with what it weighs and why, and the one that decided is marked. With --exit-code
the program exits with 1 when the work is not done, so that a worker's script can block
the task.`,
		Example: "notdone classify --exit-code answer.txt || mark-blocked\nnotdone classify --explain answer.txt\nnotdone classify --jsonl < messages.jsonl",
		Args:    between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if jsonl && asJSON {
				return errors.New("--json and --jsonl exclude each other: --jsonl answers each line with an object already")
			}
			notDone := false
			err := interruptible(cmd.Context(), func() (err error) {
				in := cmd.InOrStdin()
				if len(args) == 1 && args[0] != "-" {
					var file *os.File
					if file, err = os.Open(args[0]); err != nil {
						return err
					}
					defer func() { err = errors.Join(err, file.Close()) }()
					in = file
				}
				out := newOutput(cmd.OutOrStdout())
				if jsonl {
					notDone, err = classifyLines(in, out, explain)
				} else {
					notDone, err = classifyOne(in, out, asJSON, explain)
				}
				return errors.Join(err, out.flush())
			})
			if err == nil && exit && notDone {
				return exitCode(exitOperator)
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&jsonl, "jsonl", false, `read one {"id","text","signals"} object a line and answer each`)
	cmd.Flags().BoolVar(&asJSON, "json", false, "answer with a JSON object")
	cmd.Flags().BoolVar(&explain, "explain", false, "say what each sentence weighs, the one that decided marked")
	cmd.Flags().BoolVar(&exit, "exit-code", false, "exit with 1 when the work is not done")
	return cmd
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
	rules := r.Rules
	if rules == nil {
		rules = []string{}
	}
	return answer{
		ID: id, Label: r.Label.String(), Score: r.Score, Grade: r.Grade, Kind: r.Kind,
		Quote: r.Quote, Start: r.Start, End: r.End, Rules: rules, Sentences: sentences(e),
	}
}

// maxMessage bounds one message, in bytes; a longer one is cut there.
const maxMessage = 64 << 20

func classifyOne(in io.Reader, out *output, asJSON, explain bool) (bool, error) {
	raw, err := io.ReadAll(io.LimitReader(in, maxMessage))
	if err != nil {
		return false, fmt.Errorf("reading: %w", err)
	}
	e := read(string(raw), explain)
	r := &e.Reading
	notDone := r.Label != text.LabelDone
	if asJSON {
		var enc export.Encoder
		line, err := enc.Value(toAnswer(nil, e))
		return notDone, errors.Join(err, out.write(line))
	}
	said := r.Label.String() + "  " + strconv.FormatFloat(r.Score, 'f', 2, 64) + "  " + r.Grade.String()
	if r.Kind != model.KindUnknown {
		said += "  " + r.Kind.String()
	}
	if r.Quote != "" {
		said += `  "` + safe.Line(r.Quote, 4<<10) + `"`
	}
	if err := out.line(said); err != nil || !explain {
		return notDone, err
	}
	for _, l := range explanation(e) {
		if err := out.line(l); err != nil {
			return notDone, err
		}
	}
	return notDone, nil
}

// read reads a message; the sentences are there only when it is to be explained.
func read(message string, explain bool) *text.Explanation {
	if explain {
		e := text.Explain(message)
		return &e
	}
	return &text.Explanation{Reading: text.Read(message)}
}

// classifyLines answers one object a line. A line that is no such object is an
// error that names the line; what was answered before it stands.
func classifyLines(in io.Reader, out *output, explain bool) (notDone bool, err error) {
	var enc export.Encoder
	judge := classify.New(classify.DefaultConfig())
	sc := bufio.NewScanner(in)
	sc.Buffer(make([]byte, 64<<10), maxMessage)
	for n := 1; sc.Scan(); n++ {
		if len(sc.Bytes()) == 0 {
			continue
		}
		var ask struct {
			ID      json.RawMessage   `json:"id"`
			Text    *string           `json:"text"`
			Signals *classify.Signals `json:"signals"`
		}
		if err := json.Unmarshal(sc.Bytes(), &ask); err != nil {
			return notDone, fmt.Errorf("line %d: %w", n, notAsked(err))
		}
		if ask.Text == nil {
			return notDone, fmt.Errorf("line %d: no text", n)
		}
		e := read(*ask.Text, explain)
		e.Reading = judge.Weigh(*ask.Text, &e.Reading, ask.Signals)
		notDone = notDone || e.Reading.Label != text.LabelDone
		line, err := enc.Value(toAnswer(ask.ID, e))
		if err = errors.Join(err, out.write(line)); err != nil {
			return notDone, err
		}
	}
	if err := sc.Err(); err != nil {
		return notDone, fmt.Errorf("reading: %w", err)
	}
	return notDone, nil
}

// notAsked says what is wrong with a line that is no question.
func notAsked(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &wrong):
		return err
	case wrong.Field == "":
		return errors.New(wrong.Value + `, where an object with "id" and "text" must be`)
	}
	return fmt.Errorf("%q is a %s and must be a text", wrong.Field, wrong.Value)
}
