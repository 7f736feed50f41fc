package transcript

import (
	"context"
	"fmt"
	"strings"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/logsource"
	"notdone/source/runlog"
)

// Bounds of what the detail of one log shows.
const (
	maxEvents = 300     // the newest entries
	maxNote   = 4 << 10 // bytes of one entry
	maxWhole  = 1 << 20 // bytes of the prompt and of the final message
)

// History reads the log again from its beginning: its newest entries as events,
// and the prompt and the final message at length.
func (l *Logs) History(ctx context.Context, id string) (source.History, error) {
	ctx, done := l.Alive(ctx)
	defer done()
	f, c, err := l.Reread(ctx, id)
	if err != nil {
		return source.History{}, err
	}
	h, entries := source.History{Case: c}, ring{}
	log, err := logsource.ReadAll(ctx, l.Dir, f.Rel, f.form.reader(runlog.Options{
		Name: f.Rel, Zone: time.Local, Now: l.Options.Now, Entry: entries.add, Whole: maxWhole,
	}))
	if err != nil {
		return source.History{}, fmt.Errorf("%s in %s: %w", id, l.Path, logsource.Plain(err))
	}
	if s := log.Summary(); s.Final != "" {
		h.Case.Result, h.Case.Body = longer(s.Final, h.Case.Result), longer(s.Prompt, h.Case.Body)
	}
	h.Case.Events = entries.events(f.Rel)
	return h, nil
}

// longer prefers the text that was read at length, unless the other one holds
// something newer.
func longer(whole, short string) string {
	if len(whole) >= len(short) {
		return whole
	}
	return short
}

// ring keeps the newest entries.
type ring struct {
	entries []runlog.Entry
	n       int64
}

func (r *ring) add(e runlog.Entry) {
	e.Text, e.Name = strings.Clone(runlog.Cut(e.Text, maxNote)), strings.Clone(e.Name)
	if len(r.entries) < maxEvents {
		r.entries = append(r.entries, e)
	} else {
		r.entries[r.n%maxEvents] = e
	}
	r.n++
}

// events returns the entries in the order of the log.
func (r *ring) events(name string) []model.Event {
	out := make([]model.Event, 0, len(r.entries))
	for i := range int64(len(r.entries)) {
		seq := r.n - int64(len(r.entries)) + i
		e := &r.entries[seq%maxEvents]
		out = append(out, model.Event{
			Seq: seq + 1, Where: fmt.Sprintf("%s:%d", name, e.Line), Kind: eventKind(e), Name: eventName(e),
			Note: e.Text, At: e.At,
		})
	}
	return out
}

func eventKind(e *runlog.Entry) model.EventKind {
	switch e.Kind {
	case runlog.KindEnd:
		if e.Failed {
			return model.EventFailed
		}
		return model.EventFinished
	case runlog.KindOther, runlog.KindPrompt, runlog.KindSaid, runlog.KindToolCall, runlog.KindToolResult, runlog.KindError:
	}
	return model.EventOther
}

func eventName(e *runlog.Entry) string {
	name := e.Kind.String()
	if e.Name != "" {
		name += " " + e.Name
	}
	if e.Failed && e.Kind == runlog.KindToolResult {
		name += ", failed"
	}
	return name
}
