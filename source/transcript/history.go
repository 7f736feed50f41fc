package transcript

import (
	"context"
	"fmt"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/logsource"
	"notdone/source/runlog"
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
	h := source.History{Case: c}
	var newest logsource.Newest
	log, err := logsource.ReadAll(ctx, l.Dir, f.Rel, f.form.reader(runlog.Options{
		Name: f.Rel, Zone: time.Local, Now: l.Options.Now, Whole: logsource.MaxWhole,
		Entry: func(e runlog.Entry) { newest.Add(eventOf(f.Rel, &e)) },
	}))
	if err != nil {
		return source.History{}, fmt.Errorf("%s in %s: %w", id, l.Path, source.WithoutPath(err))
	}
	if s := log.Summary(); s.Final != "" {
		h.Case.Result, h.Case.Body = preferLonger(s.Final, h.Case.Result), preferLonger(s.Prompt, h.Case.Body)
	}
	h.Case.Events = newest.Events()
	return h, nil
}

// preferLonger prefers the text that was read at length, unless the other one holds
// something newer.
func preferLonger(whole, short string) string {
	if len(whole) >= len(short) {
		return whole
	}
	return short
}

func eventOf(log string, e *runlog.Entry) model.Event {
	return model.Event{Where: fmt.Sprintf("%s:%d", log, e.Line), Kind: eventKind(e), Name: eventName(e), Note: e.Text, At: e.At}
}

func eventKind(e *runlog.Entry) model.EventKind {
	switch {
	case e.Kind != runlog.KindEnd:
		return model.EventOther
	case e.Failed:
		return model.EventFailed
	}
	return model.EventFinished
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
