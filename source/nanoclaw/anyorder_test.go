package nanoclaw

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"notdone/model"
	_ "notdone/model/fixedseed"
	"notdone/source"
	"notdone/source/watch"
)

// world is a session that NanoClaw and an operator do things to.
type world struct {
	*stage
	series []string        // that NanoClaw has made
	done   []source.Record // what the operator did, the newest last
	undone map[string]bool // ids of added rows that were taken back
	ended  map[string]bool // ids of rows that were seen to have ended
}

// nanoclaw is one step of the host, the container or the agent.
func (w *world) nanoclaw(r *rapid.T) string {
	ctx := context.Background()
	series := rapid.SampledFrom(append(slices.Clone(w.series), "")).Draw(r, "series")
	step := rapid.SampledFrom([]string{
		"once", "daily", "chat", "pause", "resume", "cancel", "claim", "answer", "nothing", "sweep", "sweep", "crash", "dies", "later", "failed ack",
	}).Draw(r, "step")
	switch step {
	case "once":
		w.series = append(w.series, w.sched(time.Duration(rapid.IntRange(0, 2).Draw(r, "hours"))*time.Hour, nil))
	case "daily":
		w.series = append(w.series, w.sched(time.Duration(rapid.IntRange(0, 2).Draw(r, "hours"))*time.Hour, daily))
	case "chat":
		w.own.made++
		must(w, w.own.insertChat(ctx, fmt.Sprint("chat-", w.own.made)))
	case "pause":
		must(w, w.own.pause(ctx, series))
	case "resume":
		must(w, w.own.resume(ctx, series))
	case "cancel":
		must(w, w.own.cancel(ctx, series))
	case "claim":
		_, err := w.own.claim(ctx)
		must(w, err)
	case "answer", "nothing":
		// The container that claimed something before goes on with it.
		_, err := w.own.turn(ctx, map[string]string{"answer": "Good morning"}[step])
		must(w, err)
		must(w, w.finish())
	case "sweep":
		w.sweep()
	case "crash":
		w.crash()
	case "dies":
		for range maxTries + 1 {
			w.crash()
		}
	case "later":
		w.pass(time.Hour)
	case "failed ack":
		ids, err := w.own.claim(ctx)
		must(w, err)
		must(w, w.own.ack(ctx, "failed", ids...))
	}
	return step + " " + series
}

// finish ends what the container has claimed.
func (w *world) finish() error {
	acks, err := w.own.acks(context.Background())
	for id, ack := range acks {
		if ack == ackProcessing && err == nil {
			err = w.own.ack(context.Background(), ackCompleted, id)
		}
	}
	return err
}

// deed is an action on a row.
type deed struct {
	id     string
	action model.ActionName
}

// operator does any action on any row, mostly one that is allowed, in whose middle
// NanoClaw may do something.
func (w *world) operator(r *rapid.T) string {
	if _, err := w.actor.Refresh(context.Background(), watch.Signal{}); err != nil {
		r.Fatal(err)
	}
	page, err := w.actor.List(context.Background(), source.Query{Limit: 1000})
	if err != nil {
		r.Fatal(err)
	}
	offers, actions := map[bool][]deed{}, Adapter().Actions
	reasons := map[deed]string{}
	for i := range page.Cases {
		for _, a := range actions(&page.Cases[i], nil) {
			d := deed{page.Cases[i].Task.ID, a.Name}
			offers[a.Allowed], reasons[d] = append(offers[a.Allowed], d), a.Reason
		}
	}
	from := offers[rapid.IntRange(0, 5).Draw(r, "allowed") > 0]
	if len(from) == 0 {
		return "nothing to act on"
	}
	d := rapid.SampledFrom(from).Draw(r, "deed")
	p, err := w.actor.Plan(context.Background(), source.Request{Task: d.id, Action: d.action, Actor: "ann"})
	if err != nil || p.Refused != reasons[d] {
		r.Fatalf("%s of %s is listed as %q and planned as %q, %v", d.action, d.id, reasons[d], p.Refused, err)
	}
	if p.Refused != "" {
		return fmt.Sprintf("%s of %s is refused: %s", d.action, d.id, p.Refused)
	}
	return w.apply(r, p, func(record source.Record) { w.done = append(w.done, record) })
}

// undo takes back one of the last things done.
func (w *world) undo(r *rapid.T) string {
	if len(w.done) == 0 {
		return "nothing to undo"
	}
	i := len(w.done) - 1 - rapid.IntRange(0, min(2, len(w.done)-1)).Draw(r, "record")
	record := w.done[i]
	p := w.stage.undo(record)
	if p.Refused != "" {
		return fmt.Sprintf("no undo of %s of %s: %s", record.Request.Action, record.Task.ID, p.Refused)
	}
	return "undo: " + w.apply(r, p, func(source.Record) {
		w.done = slices.Delete(w.done, i, i+1)
		if record.Adds != "" {
			w.undone[strings.TrimPrefix(record.Adds, w.group()+"/")] = true
		}
	})
}

// apply does a plan. It writes what it tells and nothing else, or nothing at all.
func (w *world) apply(r *rapid.T, p source.Plan, done func(source.Record)) string {
	said := ""
	if rapid.IntRange(0, 2).Draw(r, "race") == 0 {
		said = " overtaken by " + w.nanoclaw(r)
	}
	before, outbound, central := w.rows(), w.outbound(), w.texts(w.data+"/"+centralName, `SELECT * FROM sessions`)
	record := source.Record{Request: p.Request, Task: p.Task, Was: p.Was, Now: p.Now, Adds: p.Adds, Undo: p.Undo}
	record.Request.Action = p.Action
	err := w.actor.Apply(context.Background(), p, func(images []source.Image) error { record.Images = images; return nil })
	after := w.rows()
	switch {
	case errors.Is(err, source.ErrChanged):
		if !slices.Equal(before, after) {
			r.Fatalf("%s was overtaken and has written", p.Action)
		}
		return string(p.Action) + said + ": " + err.Error()
	case err != nil:
		r.Fatal(err)
	}
	if !slices.Equal(outbound, w.outbound()) || !slices.Equal(central, w.texts(w.data+"/"+centralName, `SELECT * FROM sessions`)) {
		r.Fatalf("%s has written to a database that is not its own", p.Action)
	}
	changed := 0
	for _, line := range after {
		if !slices.Contains(before, line) {
			changed++
		}
	}
	if changed != len(record.Images) {
		r.Fatalf("%s told of %d rows and wrote %d", p.Action, len(record.Images), changed)
	}
	done(record)
	return fmt.Sprintf("did %s of %s%s, added %q", p.Action, p.Task.ID, said, p.Adds)
}

func (w *world) outbound() []string {
	return append(w.texts(w.out.path, `SELECT * FROM processing_ack`), w.texts(w.out.path, `SELECT * FROM messages_out`)...)
}

// check is what holds whatever anybody does.
func (w *world) check(r *rapid.T) {
	const live = `(status = 'pending' OR status = 'paused')`
	for what, query := range map[string]string{
		"a number that is odd, or missing": `SELECT id FROM messages_in WHERE seq IS NULL OR seq % 2 <> 0`,
		"a series with two schedules": `SELECT series_id FROM messages_in WHERE kind = 'task' AND recurrence IS NOT NULL AND status <> 'cancelled'
			GROUP BY series_id HAVING count(*) > 1`,
	} {
		if got := w.texts(w.in.path, query); len(got) > 0 {
			r.Fatalf("%s: %v", what, got)
		}
	}
	acks, err := w.own.acks(context.Background())
	if err != nil {
		r.Fatal(err)
	}
	runs := map[string]int{}
	for _, line := range w.texts(w.in.path, `SELECT id, series_id, status, `+live+`, recurrence IS NULL FROM messages_in WHERE kind = 'task'`) {
		cell := strings.Split(line, "|")
		id, series, alive := cell[0], cell[1], cell[3] == "1"
		state := ack{Status: acks[id]}
		if alive && cell[4] == "1" && id != series && !state.ends() {
			runs[series]++
		}
		if w.ended[id] && alive {
			r.Fatalf("%s had ended and is %s", id, cell[2])
		}
		w.ended[id] = w.ended[id] || !alive
		if w.undone[id] && (alive || acks[id] != "") {
			r.Fatalf("%s was taken back, is %s and has the acknowledgement %q", id, cell[2], acks[id])
		}
	}
	for series, n := range runs {
		if n > 1 {
			r.Fatalf("%d runs of %s wait beside its schedule", n, series)
		}
	}
}

func TestAnythingInAnyOrder(t *testing.T) {
	most := 25
	if testing.Short() {
		most = 8
	}
	rapid.Check(t, func(r *rapid.T) {
		w := &world{
			stage: newStage(t, rapid.SampledFrom([]release{released, proposed, later}).Draw(r, "release")), undone: map[string]bool{}, ended: map[string]bool{},
		}
		defer func() { must(t, w.actor.Close()) }()
		for range rapid.IntRange(3, most).Draw(r, "steps") {
			step := rapid.SampledFrom([]func(*rapid.T) string{w.nanoclaw, w.nanoclaw, w.operator, w.operator, w.undo}).Draw(r, "who")(r)
			r.Log(step)
			w.check(r)
		}
	})
}
