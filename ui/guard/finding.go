package guard

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/export"
	"notdone/ui/safe"
)

// Kind is something that a task can become and that a guard reports.
type Kind string

// The kinds.
const (
	FalseDone Kind = "false-done"
	Blocked   Kind = "blocked"
	Failed    Kind = "failed"
	Looping   Kind = "looping"
)

// kindsOf are what a task of a state is, of those that are told of.
func kindsOf(state model.State, looping bool, of []Kind) (all []Kind) {
	for _, k := range of {
		if k == stateKinds[state] || k == Looping && looping {
			all = append(all, k)
		}
	}
	return all
}

// stateKinds are what a task is by its state alone.
var stateKinds = map[model.State]Kind{
	model.StateFalseDone: FalseDone, model.StateBlocked: Blocked, model.StateFailed: Failed,
}

// Finding reports that a task became something.
type Finding struct {
	Key  string          `json:"key"` // the same in every delivery
	At   time.Time       `json:"at"`  // when it was found
	As   []Kind          `json:"became"`
	Text string          `json:"text"` // in one line
	Task json.RawMessage `json:"task"` // as a line of notdone ls --json

	Row *model.Row `json:"-"`
}

// textLimit bounds the parts of a finding's text, in bytes.
const textLimit = 300

// newFinding returns what is told of a row. The key depends on what was found alone, so that two
// guards without a common memory give the same finding the same key.
func newFinding(row *model.Row, queue string, as []Kind, since time.Time, attempts int, now time.Time, enc *export.Encoder) (*Finding, error) {
	task, err := enc.Row(row)
	if err != nil {
		return nil, err
	}
	if since.IsZero() {
		since = now
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %d %d", queue, row.ID, as, since.UnixNano(), attempts))
	f := &Finding{
		Key: hex.EncodeToString(sum[:16]), At: now.UTC().Truncate(time.Millisecond), As: as, Row: row,
		Task: slices.Clone(task[:len(task)-1]),
	}
	f.Text = joinKinds(as) + ": " + safe.Line(row.Title, textLimit) + " (" + safe.Line(row.ID+" in "+queue, textLimit) + ")"
	if why := Why(row); why != "" {
		f.Text += ": " + why
	}
	return f, nil
}

// causeOf returns a hash of what the task shares with others that meet the same obstacle; empty if
// that is not known. It is the same in every process.
func causeOf(row *model.Row) string {
	key := board.CauseKey(row)
	if key == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:8])
}

func joinKinds(as []Kind) string {
	said := make([]string, len(as))
	for i, k := range as {
		said[i] = string(k)
	}
	return strings.Join(said, ", ")
}

// Why says in one safe line what a row's verdict rests on: the obstacle in the agent's words,
// else the headline; empty where there is neither.
func Why(row *model.Row) string {
	if o := row.Obstacle; o != nil && strings.TrimSpace(o.Text) != "" {
		said := safe.Line(strings.TrimSpace(o.Text), textLimit)
		if o.Kind != model.KindUnknown {
			said = o.Kind.String() + ": " + said
		}
		return said
	}
	return safe.Line(row.Headline, textLimit)
}

// kindsOfRow are what a row that was read afresh is, of those that are looked for.
func kindsOfRow(row *model.Row, of []Kind) []Kind {
	return kindsOf(row.State, board.IsLooping(row), of)
}
