package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/export"
	"notdone/ui/report"
	"notdone/ui/safe"
)

// outcome is what became of one id.
type outcome string

// The outcomes. What a dry run shows is planned, and nothing more.
const (
	outcomeApplied outcome = "applied"
	outcomeRefused outcome = "refused"
	outcomeChanged outcome = "changed"
	outcomeFailed  outcome = "failed"
	outcomePlanned outcome = "planned"
)

// result is one line of the acting commands, in the promised fields. Unknown
// values are null.
type result struct {
	ID      string     `json:"id"`
	Action  string     `json:"action"`
	Outcome outcome    `json:"outcome"`
	Was     *string    `json:"was"`
	Now     *string    `json:"now"`
	Entry   *string    `json:"entry"`
	Reason  *string    `json:"reason"`
	Warning *string    `json:"warning"`
	Plan    *planShape `json:"plan,omitempty"` // of a dry run

	told    []string // what Warning consists of
	adds    string   // the task that the action added
	undo    string
	command []string
	err     error
}

// planned returns the result of a plan: planned, refused or failed. A plan that lacks a
// text is refused.
func planned(t *target, p *board.Planned, err error) *result {
	r := &result{ID: t.id, Action: t.action, Outcome: outcomePlanned}
	if err != nil {
		r.fail(err)
		return r
	}
	r.ID, r.Was, r.command = p.Task.ID, export.Short(p.Was), p.Command
	if r.told = p.Notices; p.Warning != "" {
		r.told = append([]string{p.Warning}, p.Notices...)
	}
	r.Warning = export.Short(strings.Join(r.told, "; "))
	if t.action != actionUndo {
		r.Action = string(p.Action)
	}
	if p.Missing != "" {
		flag := "--reason"
		if p.TakesAnswer {
			flag = "--answer"
		}
		p.Refused = "it needs " + flag + " TEXT: " + p.Missing
	}
	if p.Refused != "" {
		r.refuse(p.Refused)
		return r
	}
	r.Now = export.Short(p.Now)
	return r
}

func (r *result) refuse(why string) {
	r.Outcome, r.Now, r.Reason = outcomeRefused, r.Was, export.Short(why)
}

func (r *result) fail(err error) {
	r.Outcome, r.Now, r.Reason = outcomeFailed, nil, export.Short(err.Error())
	if r.err = err; !strings.Contains(err.Error(), r.ID) {
		r.err = fmt.Errorf("%s: %w", r.ID, err)
	}
	// One that could be several tasks is not found either, and says which.
	if errors.Is(err, source.ErrNotFound) && !strings.Contains(err.Error(), " may be ") {
		r.Reason = export.Short(source.ErrNotFound.Error())
	}
}

// printResult prints one result. It is flushed at once, because the next one may take its
// time.
func (d *batch) printResult(r *result) error {
	switch {
	case d.asJSON:
		return errors.Join(d.out.json(r), d.out.flush())
	case r.Outcome == outcomePlanned:
		return nil // its plan was shown
	}
	return errors.Join(d.out.line(r.line()), d.printOwnersCommand(r), d.out.flush(), d.printTold(r))
}

// printTold prints on standard error what a plan that was not shown warns of.
func (d *batch) printTold(r *result) error {
	if r.Outcome != outcomeApplied || d.plansShownOn() != nil {
		return nil
	}
	for _, said := range r.told {
		if _, err := fmt.Fprintln(d.diag, "notdone:", safe.Line(r.ID+": "+said, 4<<10)); err != nil {
			return fmt.Errorf("writing: %w", err)
		}
	}
	return nil
}

// line is the result for people.
func (r *result) line() string {
	said := pad(string(r.Outcome), 8) + "  " + safe.Line(r.ID, 200) + "  " + r.Action
	switch r.Outcome {
	case outcomeApplied:
		said += ": " + report.Moved(status(r.Was), status(r.Now), r.adds, "->") + "  (entry " + *r.Entry
		if r.undo != "" {
			said += ", undo " + safe.Line(r.undo, 200)
		}
		return said + ")"
	case outcomeRefused, outcomeChanged, outcomeFailed:
		return said + ": " + status(r.Reason)
	case outcomePlanned:
	}
	return said
}

// printOwnersCommand prints the owner's own command for an action that notdone refuses.
func (d *batch) printOwnersCommand(r *result) error {
	if command := safe.Command(r.command); r.Outcome == outcomeRefused && command != "" {
		return d.out.line(pad("", 10) + "its owner's command: " + command)
	}
	return nil
}

func status(s *string) string {
	if s == nil {
		return "?"
	}
	return safe.Line(*s, 1<<10)
}

// readLine reads up to the end of a line, byte by byte, so that nothing behind
// it is taken from whoever reads on.
func readLine(in io.Reader) (string, error) {
	var line []byte
	for b := make([]byte, 1); len(line) < 1<<10; {
		n, err := in.Read(b)
		if n > 0 && b[0] == '\n' {
			break
		}
		line = append(line, b[:n]...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", fmt.Errorf("reading the answer: %w", err)
		}
	}
	return strings.TrimSpace(string(line)), nil
}
