package queue

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"notdone/source"
	"notdone/source/sqlitedb"
)

// planned is what a plan was made on.
type planned struct {
	saw  *snapshot
	back *takeBack // of an undo
}

// writing says what actions may write: the triggers of the shipped schema
// write the history, and no other trigger may be there.
func (s *queue) writing() sqlitedb.Writing {
	known := maps.Clone(knownColumns())
	delete(known, "meta")
	delete(known, "links")
	if len(s.layout.feed) == 0 {
		delete(known, "changes")
	}
	return sqlitedb.Writing{Tables: []string{"tasks", "runs"}, Columns: known, Trigger: isShipped}
}

// told leaves out the rows of the table of changes. They only say that other rows
// changed, and the table drops old ones.
func told(images []source.Image) []source.Image {
	return slices.DeleteFunc(slices.Clone(images), func(i source.Image) bool { return i.Table == "changes" })
}

// errUnfit stops a rehearsal at a task that an action does not fit.
var errUnfit = errors.New("refused")

// Plan works an action out and writes nothing.
func (s *queue) Plan(ctx context.Context, r source.Request) (source.Plan, error) {
	ctx, done := s.until(ctx)
	defer done()
	p := source.Plan{Task: s.ref(r.Task), Action: r.Action, Request: r}
	var d decision
	var n *snapshot
	images, err := s.db.Rehearse(ctx, s.writing(), func(ctx context.Context, tx sqlitedb.Tx) (err error) {
		if n, err = s.look(ctx, tx, r.Task); err != nil {
			return err
		}
		if n.row == nil {
			return source.ErrNotFound
		}
		if d = decide(r, &n.situation, s.options.Now()); d.refused != "" {
			return errUnfit
		}
		return perform(ctx, tx, r, n, d, s.options.Now())
	})
	if n != nil {
		p.Was = n.state
	}
	if why, err := s.refusal(ctx, d, err); why != "" || err != nil {
		p.Refused = why
		return p, s.named(r.Task, err)
	}
	p.Action, p.Now, p.Undo, p.Native = d.action, d.state, d.undo, planned{saw: n}
	p.TakesAnswer, p.AgentSees = d.answer, d.answer && r.Answer != ""
	p.Changes = changes(images)
	p.Guards = n.guards()
	p.Effects = append(d.effects, history(n.state, d.state, signature(r, d)))
	return p, nil
}

// refusal turns what kept a rehearsal from its end, and what keeps the file
// from being written, into a reason.
func (s *queue) refusal(ctx context.Context, d decision, err error) (string, error) {
	if errors.Is(err, errUnfit) {
		return d.refused, nil
	}
	if err == nil && !s.layout.triggers {
		return "the file lacks the triggers that write its history: nobody could see what was done", nil
	}
	if err == nil {
		err = s.db.Writable(ctx, s.writing())
	}
	var huge errHuge
	if errors.As(err, &huge) {
		return huge.Error(), nil
	}
	if why, refused := sqlitedb.Refusal(err); refused {
		return why, nil
	}
	return "", err
}

// named says which file, and which task, an error is about.
func (s *queue) named(task string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, source.ErrNotFound):
		return fmt.Errorf("%s: %q: %w", s.path, task, err)
	}
	return fmt.Errorf("%s: %w", s.path, err)
}

// perform writes what was decided: runs first, since the history of the state
// names the newest run.
func perform(ctx context.Context, tx sqlitedb.Tx, r source.Request, n *snapshot, d decision, now time.Time) error {
	for _, run := range n.open {
		if d.release == "" {
			break
		}
		err := tx.Update(ctx, "runs", sqlitedb.Values{put("id", run)},
			sqlitedb.Values{put("ended_at", now.UnixMilli()), put("outcome", d.outcome), put("error", d.release)})
		if err != nil {
			return err
		}
	}
	set := append(sqlitedb.Values{put("state", d.state)}, d.set...)
	set = append(set, put("changed_by", orNull(r.Actor)), put("change_note", orNull(signature(r, d))))
	return tx.Update(ctx, "tasks", sqlitedb.Values{put("id", r.Task)}, set)
}

// signature is the note for the history: the operator's reason, else the obstacle
// that is set, else why open runs were ended.
func signature(r source.Request, d decision) string {
	if r.Reason != "" {
		return r.Reason
	}
	for _, v := range d.set {
		if text, ok := v.Value.(string); ok && v.Column == "obstacle" {
			return text
		}
	}
	return d.release
}

// changes leaves out the two columns that carry the signature into the history.
func changes(images []source.Image) []source.Change {
	return slices.DeleteFunc(source.Changes(told(images)), func(c source.Change) bool {
		return c.Table == "tasks" && (c.Column == "changed_by" || c.Column == "change_note")
	})
}

// history says which event the triggers will write.
func history(from, to, note string) string {
	text := "the history gets an event: " + from + " to " + to
	if note != "" {
		text += ", " + strconv.Quote(note)
	}
	return text
}

func (n *snapshot) guards() []string {
	all := []string{"it still is " + n.state, "nothing has happened to it since event " + strconv.FormatInt(n.event, 10)}
	if n.state == "active" {
		return append(all, "the same worker has it")
	}
	return append(all, "no column of it was changed")
}

// Apply does what the plan says, whole or not at all.
func (s *queue) Apply(ctx context.Context, p source.Plan, intent func([]source.Image) error) error {
	ctx, done := s.until(ctx)
	defer done()
	made, ok := p.Native.(planned)
	if !ok || p.Refused != "" {
		return fmt.Errorf("%s: %q: not a plan of this source: %w", s.path, p.Task.ID, source.ErrUnsupported)
	}
	w := s.writing()
	w.Wait, w.Commit = p.Wait, func(images []source.Image) error { return intent(told(images)) }
	_, err := s.db.Write(ctx, w, func(ctx context.Context, tx sqlitedb.Tx) error {
		now, err := s.look(ctx, tx, p.Request.Task)
		if err != nil {
			return err
		}
		if c := made.saw.changed(now); c != nil {
			return c
		}
		if made.back != nil {
			return made.back.perform(ctx, tx, p.Request)
		}
		d := decide(p.Request, &now.situation, s.options.Now())
		if d.refused != "" || d.action != p.Action || d.state != p.Now {
			return &source.Changed{Was: p.Was, Now: now.state + ", and " + d.refused}
		}
		return perform(ctx, tx, p.Request, now, d, s.options.Now())
	})
	return err
}

// Current reads the rows of the images as they are now.
func (s *queue) Current(ctx context.Context, images []source.Image) ([]source.Image, error) {
	ctx, done := s.until(ctx)
	defer done()
	return s.db.Current(ctx, images)
}
