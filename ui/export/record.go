// Package export writes judged tasks for scripts: one JSON object a line, in
// the fields that notdone promises to keep.
package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// shortLimit bounds in bytes the texts of a record that others wrote. What is cut ends in
// an ellipsis.
const shortLimit = 4 << 10

// record is the promised shape of one task. Unknown values are null, never 0.
type record struct {
	Source      string      `json:"source"`
	Queue       string      `json:"queue"`
	Group       *string     `json:"group"`
	ID          string      `json:"id"`
	Title       string      `json:"title"`
	Wish        *string     `json:"wish"`
	Recorded    *string     `json:"recorded"`
	State       model.State `json:"state"`
	Confidence  float64     `json:"confidence"`
	Grade       model.Grade `json:"grade"`
	Obstacle    *obstacle   `json:"obstacle"`
	Findings    []finding   `json:"findings"`
	Attempts    int         `json:"attempts"`
	Created     *string     `json:"created"`
	Started     *string     `json:"started"`
	Finished    *string     `json:"finished"`
	Updated     *string     `json:"updated"`
	Until       *string     `json:"until"`
	Worker      *string     `json:"worker"`
	Agent       *string     `json:"agent"`
	Model       *string     `json:"model"`
	Profile     *string     `json:"profile"`
	Repo        *string     `json:"repo"`
	Branch      *string     `json:"branch"`
	DependsOn   []string    `json:"depends_on"`
	CostUSD     *float64    `json:"cost_usd"`
	Tokens      *int64      `json:"tokens"`
	FirstJudged *string     `json:"first_judged"`
	Logs        []string    `json:"logs"`
	Actions     []action    `json:"actions"`
	Cause       *cause      `json:"cause"`
	Priority    int         `json:"priority"`
	Tags        []string    `json:"tags"`
	Due         *string     `json:"due"`
	Repeat      *string     `json:"repeat"` // the interval of the task's series, as add takes it
}

// cause is what the task shares with others of its pane, by the names that --cause takes; null
// where it shares nothing.
type cause struct {
	Name string `json:"name"`
	Key  string `json:"key"`
}

// action is what an operator can do with the task, or why not.
type action struct {
	Name    model.ActionName `json:"name"`
	Allowed bool             `json:"allowed"`
	Reason  *string          `json:"reason"` // null where it is allowed
}

type obstacle struct {
	Kind  model.ObstacleKind `json:"kind"`
	Text  *string            `json:"text"`
	Key   string             `json:"key"`
	Where *string            `json:"where"`
	Name  string             `json:"name"`
	Own   bool               `json:"own"` // text is notdone's own description, not a quotation
}

type finding struct {
	Rule     string             `json:"rule"`
	Origin   model.Origin       `json:"origin"`
	Severity model.Severity     `json:"severity"`
	Message  string             `json:"message"`
	Count    int                `json:"count"`
	First    *string            `json:"first"`
	Last     *string            `json:"last"`
	Evidence []evidence         `json:"evidence"`
	Actions  []model.ActionName `json:"actions"`
	// Dismissed says that the operator found it wrong; it is left out where that
	// is not so, since other findings know nothing of it.
	Dismissed bool `json:"dismissed,omitempty"`
}

type evidence struct {
	Where string `json:"where"`
	Quote string `json:"quote"`
	// Own says that the quote is notdone's own description. It is left out where that is not
	// so, since most evidence is quoted.
	Own bool `json:"own,omitempty"`
}

// Encoder writes values into a buffer of its own that is used again.
type Encoder struct {
	buf  bytes.Buffer
	into *json.Encoder // writes into buf; nil before the first value
}

// Row returns the row as one line of JSON with its line break. The bytes are valid until the
// next call.
func (e *Encoder) Row(r *model.Row) ([]byte, error) { return e.Value(toRecord(r)) }

// Value returns any value as one line of JSON with its line break. Every rune that is not
// printable is escaped. The bytes are valid until the next call.
func (e *Encoder) Value(v any) ([]byte, error) {
	if e.into == nil {
		e.into = json.NewEncoder(&e.buf)
		e.into.SetEscapeHTML(false)
	}
	e.buf.Reset()
	if err := e.into.Encode(v); err != nil {
		return nil, fmt.Errorf("encoding: %w", err)
	}
	return safe.JSON(e.buf.Bytes()), nil
}

func toRecord(r *model.Row) *record {
	out := &record{
		Source: r.Source, Queue: r.Queue, Group: known(r.Group), ID: r.ID, Title: Bound(r.Title, shortLimit),
		Wish: Short(r.Wish), Recorded: Short(r.Recorded), State: r.State, Confidence: r.Confidence,
		Grade: r.Grade, Obstacle: toObstacle(r.Obstacle), Findings: toFindings(r.Findings), Attempts: r.Attempts,
		Priority: r.Priority, Tags: list(r.Tags), Due: stamp(r.Due), Repeat: repeat(r.Every),
		Created: stamp(r.Created), Started: stamp(r.Started), Finished: stamp(r.Finished), Updated: stamp(r.Updated),
		Until: stamp(r.Until), Worker: Short(r.Worker), Agent: Short(r.Agent), Model: Short(r.Model),
		Profile: Short(r.Profile), Repo: Short(r.Repo), Branch: Short(r.Branch), DependsOn: list(r.DependsOn),
		CostUSD: r.CostUSD, Tokens: r.Tokens, FirstJudged: stamp(r.FirstJudged), Logs: []string{},
		Actions: make([]action, len(r.Actions)), Cause: toCause(r),
	}
	for _, l := range r.Logs {
		out.Logs = append(out.Logs, l.File())
	}
	for i, a := range r.Actions {
		out.Actions[i] = action{Name: a.Name, Allowed: a.Allowed, Reason: Short(a.Reason)}
	}
	return out
}

// repeat returns an interval; nil where there is none.
func repeat(every time.Duration) *string {
	if every <= 0 {
		return nil
	}
	return known(words.Interval(every))
}

func toCause(r *model.Row) *cause {
	key := board.CauseKey(r)
	if key == "" {
		return nil
	}
	return &cause{Name: report.WholeCause(r, r, false), Key: Bound(key, shortLimit)}
}

func toObstacle(o *model.Obstacle) *obstacle {
	if o == nil {
		return nil
	}
	return &obstacle{Kind: o.Kind, Text: Short(o.Text), Key: Bound(o.Key, shortLimit), Where: known(o.Where), Name: Bound(o.Name, shortLimit), Own: o.Own}
}

func toFindings(all []model.Finding) []finding {
	out := make([]finding, 0, len(all))
	for i := range all {
		f := &all[i]
		rec := finding{
			Rule: f.Rule, Origin: f.Origin, Severity: f.Severity, Message: Bound(f.Message, shortLimit), Count: f.Count,
			First: stamp(f.First), Last: stamp(f.Last), Evidence: []evidence{}, Actions: list(f.Actions),
			Dismissed: f.Dismissed != "",
		}
		for _, e := range f.Evidence {
			rec.Evidence = append(rec.Evidence, evidence{Where: e.Where, Quote: Bound(e.Quote, shortLimit), Own: e.Own})
		}
		out = append(out, rec)
	}
	return out
}

// Bound cuts text at a limit in bytes, 0 or more, between characters, and marks
// the cut.
func Bound(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return model.Truncate(s, limit) + "…"
}

func known(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Short returns a text of others, bounded; nil when it is empty.
func Short(s string) *string { return known(Bound(s, shortLimit)) }

func stamp(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := t.UTC().Truncate(time.Millisecond).Format(time.RFC3339Nano)
	return &s
}

func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
