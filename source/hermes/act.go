package hermes

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// job is one action on one task: what to work out, and how.
type job struct {
	board *board
	id    string // as the board has it
	req   source.Request
	env   *env
	now   int64
	shown *meetings // what the plan's warnings are made of; nil when it is applied
	// obstacle is what a block says. It is found when planning, and applied as shown.
	obstacle obstacle
	// record is what is to be taken back; nil for an action.
	record *source.Record
}

// sighting is what Plan hands to Apply in Plan.Native.
type sighting struct {
	sight    []fact
	record   *source.Record // nil for an action
	obstacle obstacle
}

// errRefused ends a rehearsal of what cannot be done.
var errRefused = errors.New("the action is refused")

// Plan implements source.Actor.
func (r *reader) Plan(ctx context.Context, req source.Request) (source.Plan, error) {
	return r.plan(ctx, req, nil)
}

// PlanUndo implements source.Actor. The request of the plan is the record's,
// signed by the actor.
func (r *reader) PlanUndo(ctx context.Context, rec source.Record, actor string) (source.Plan, error) {
	req := rec.Request
	req.Task, req.Actor = rec.Task.ID, actor
	return r.plan(ctx, req, &rec)
}

func (r *reader) plan(ctx context.Context, req source.Request, rec *source.Record) (source.Plan, error) {
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return source.Plan{}, err
	}
	defer leave()
	j, err := r.job(req, rec)
	if err != nil {
		return source.Plan{}, err
	}
	cases, err := j.board.get(ctx, r.env, []string{j.id}, false)
	if err != nil {
		return source.Plan{}, fmt.Errorf("cannot read %s: %w", req.Task, err)
	}
	if len(cases) == 0 {
		return source.Plan{}, fmt.Errorf("%s: %w", req.Task, source.ErrNotFound)
	}
	if err := j.board.db.Writable(ctx, j.board.writing()); err != nil {
		return j.unwritable(err, cases[0].Task.Recorded)
	}
	j.judge(&cases[0])
	var d *draft
	images, err := j.board.db.Rehearse(ctx, j.board.writing(), func(ctx context.Context, tx sqlitedb.Tx) (err error) {
		if d, err = j.work(ctx, tx); err != nil {
			return err
		}
		if d.refused != "" {
			return errRefused
		}
		return d.write(ctx, tx)
	})
	if err != nil && !errors.Is(err, errRefused) {
		return j.unwritable(err, cases[0].Task.Recorded)
	}
	return j.planOf(d, images), nil
}

// job finds the board and the task of a request.
func (r *reader) job(req source.Request, rec *source.Record) (*job, error) {
	b, bare, ok := r.boardOf(req.Task)
	if !ok {
		return nil, fmt.Errorf("%s: %w", req.Task, source.ErrNotFound)
	}
	req.Answer, req.Reason, req.Actor = tidy(req.Answer), tidy(req.Reason), tidy(req.Actor)
	if req.Actor == "" {
		return nil, errors.New("an action needs a name that signs it")
	}
	return &job{board: b, id: bare, req: req, env: r.env, now: r.now().Unix(), record: rec}, nil
}

// unwritable is the plan for a board that must not be written, or the error
// when it is not known whether it may be.
func (j *job) unwritable(err error, was string) (source.Plan, error) {
	why, refused := sqlitedb.Refusal(err)
	switch {
	case errors.Is(err, errOldBoard):
		why = errOldBoard.Error()
	case !refused:
		return source.Plan{}, fmt.Errorf("cannot plan for %s: %w", j.req.Task, err)
	}
	return source.Plan{
		Task: model.Ref{Queue: j.env.queue, ID: j.req.Task}, Action: j.req.Action, Refused: why, Was: was, Request: j.req,
	}, nil
}

// work reads the scene and works the action out.
func (j *job) work(ctx context.Context, tx sqlitedb.Tx) (*draft, error) {
	columns, err := readColumns(ctx, tx)
	if err != nil {
		return nil, err
	}
	if d, err := j.tooHuge(ctx, tx, columns); d != nil || err != nil {
		return d, err
	}
	s, err := look(ctx, tx, j.env, columns, j.now, j.id, 0)
	if err != nil {
		return nil, err
	}
	if s.task == nil {
		return nil, fmt.Errorf("%s: %w", j.req.Task, source.ErrNotFound)
	}
	if j.record != nil {
		return j.takeBack(ctx, tx, s)
	}
	return j.decide(ctx, tx, s)
}

// tooHuge refuses a task whose rows are too long to be kept as they were, without
// reading them. It returns nil for any other.
func (j *job) tooHuge(ctx context.Context, tx sqlitedb.Tx, columns map[string]map[string]bool) (d *draft, err error) {
	err = scanRows(ctx, tx, 2, func(v []any) {
		if bytes := number(v[0]); bytes > hugeRow {
			d = newDraft(&scene{now: j.now, env: j.env, columns: columns, task: row{"id": j.id, "status": v[1]}}, j.req.Action)
			d.refuse(hugeRefusal, bytes>>20)
		}
	}, "SELECT "+size(columns)+", t.status FROM tasks t WHERE t.id = ?", j.id)
	return d, err
}

// planOf shows a draft and the rows that it would write.
func (j *job) planOf(d *draft, images []source.Image) source.Plan {
	p := source.Plan{
		Task: model.Ref{Queue: j.env.queue, ID: j.req.Task}, Action: d.action, Refused: d.refused,
		Was: d.scene.status(), Command: d.command, Request: j.req,
	}
	if d.refused != "" {
		return p
	}
	p.Now, p.Guards, p.Effects, p.Undo = d.now, d.guards, d.effects, d.undo
	p.TakesAnswer, p.AgentSees = d.takes, d.sees
	p.Changes = source.Changes(images)
	p.Native = &sighting{sight: d.sight, record: j.record, obstacle: j.obstacle}
	return p
}

// Apply implements source.Actor.
func (r *reader) Apply(ctx context.Context, p source.Plan, intent func([]source.Image) error) error {
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	was, ok := p.Native.(*sighting)
	if !ok || p.Refused != "" {
		return errors.New("this plan cannot be applied: " + either(p.Refused, "it was not made by this board"))
	}
	j, err := r.job(p.Request, was.record)
	if err != nil {
		return err
	}
	j.obstacle = was.obstacle
	w := j.board.writing()
	w.Wait = p.Wait
	var kept error
	w.Commit = func(images []sqlitedb.Image) error {
		// Of a root, the table's name says whose it is.
		named := slices.Clone(images)
		for i := range named {
			named[i].Table = j.board.prefix + named[i].Table
		}
		kept = intent(named)
		return kept
	}
	_, err = j.board.db.Write(ctx, w, func(ctx context.Context, tx sqlitedb.Tx) error {
		d, err := j.work(ctx, tx)
		if err != nil {
			return err
		}
		if err := compare(&p, was.sight, d); err != nil {
			return err
		}
		return d.write(ctx, tx)
	})
	if kept != nil {
		return kept
	}
	return said(err)
}

// Current implements source.Actor.
func (r *reader) Current(ctx context.Context, images []source.Image) ([]source.Image, error) {
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	now := make([]source.Image, len(images))
	for i, image := range images {
		b, table, ok := r.boardOf(image.Table)
		if !ok && r.deleted(image.Table) {
			now[i] = source.Image{Table: image.Table, Key: image.Key}
			continue
		}
		if !ok {
			return nil, fmt.Errorf("%s: the board of the action is not open", image.Table)
		}
		one, err := b.db.Current(ctx, []sqlitedb.Image{{Table: table, Key: image.Key}})
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", b.name(), err)
		}
		now[i] = one[0]
		now[i].Table = image.Table
	}
	return now, nil
}

var _ source.Actor = (*reader)(nil)
