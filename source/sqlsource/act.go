package sqlsource

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"notdone/source"
	"notdone/source/sqlitedb"
)

// Actor is a Queue with actions.
type Actor interface {
	Queue
	// Writing returns what actions may write.
	Writing() sqlitedb.Writing
	// See reads a task inside a transaction. Of a row that is too large for the journal
	// it reads only the size; see ReadRow. The error is source.ErrNotFound without such
	// a task. Store.Beside is read anew for each call of See and the Undo after it.
	See(ctx context.Context, q sqlitedb.Queryer, id string) (Seen, error)
	// Undo returns the decision that undoes a recorded action on a task as it was seen: it
	// restores the columns and adds to the history. A task that is there no more was seen
	// without a Situation; see Gone. The tables of the record are named as in the database.
	// The request is that of the record, signed by the person who undoes it.
	Undo(ctx context.Context, q sqlitedb.Queryer, record *source.Record, r source.Request, seen Seen) (Decision, error)
	// Shown reports whether a plan shows a changed value of the column. For the empty
	// column it reports whether the journal keeps rows of the table.
	Shown(table, column string) bool
}

// Gone is the decision that an action on a task which is there no more cannot be undone.
var Gone = Refuse("it was deleted since")

// Seen is a task as a transaction read it.
type Seen struct {
	Status string
	// Facts must be the same when a plan is applied, in this order.
	Facts     []Fact
	Situation Situation
	Row       map[string]any // the task's row, for Undo; nil: Undo does not need it
}

// Fact is one value on which a plan depends, such as {"worker pid", 12}. Its type is one
// of SQLite's.
type Fact struct {
	Name  string
	Value any
}

// Chooser is a Situation that generates a value, such as the id of a new task.
type Chooser interface {
	Situation
	// Choose takes over the value that the situation of the plan generated, so that the
	// plan shows what is written.
	Choose(planned Situation)
}

// job is one action on one task.
type job struct {
	src   *Source
	store *Store
	actor Actor  // nil: the database can only be read
	id    string // as the database has it
	Asked
	plan *Asked // the plan to apply; nil while one is made
}

// job finds the database and the task of a request.
func (s *Source) job(ctx context.Context, r source.Request, undo *source.Record) (*job, error) {
	store, bare := s.split(ctx, r.Task)
	if store == nil {
		return nil, s.notFound(r.Task)
	}
	actor, _ := store.queue.(Actor)
	r.Answer, r.Reason, r.Actor = Tidy(r.Answer), Tidy(r.Reason), Tidy(r.Actor)
	return &job{src: s, store: store, actor: actor, id: bare, Asked: Asked{Request: r, Undo: undo}}, nil
}

// Tidy prepares a text of the operator for a column: it makes it valid UTF-8, removes
// NUL, at which SQLite's own functions end a text and which PostgreSQL refuses, and the space around it.
func Tidy(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", ""))
}

// Plan returns the plan of an action and writes nothing.
func (s *Source) Plan(ctx context.Context, r source.Request) (source.Plan, error) {
	return s.plan(ctx, r, nil)
}

// PlanUndo returns the plan that undoes a recorded action. The request of the plan is
// the record's, signed by the actor.
func (s *Source) PlanUndo(ctx context.Context, record source.Record, actor string) (source.Plan, error) {
	r := record.Request
	r.Task, r.Actor = record.Task.ID, actor
	return s.plan(ctx, r, &record)
}

func (s *Source) plan(ctx context.Context, r source.Request, undo *source.Record) (source.Plan, error) {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return source.Plan{}, err
	}
	defer leave()
	j, err := s.job(ctx, r, undo)
	if err != nil {
		return source.Plan{}, err
	}
	if err := j.store.Indexes.Update(ctx); err != nil {
		return source.Plan{}, fmt.Errorf("%s: %w", j.store.name, err)
	}
	found, err := j.store.Strings(ctx, "SELECT "+j.store.shape.Status+" FROM "+j.store.shape.Table+" t WHERE "+j.store.shape.ID+" = ?", j.id)
	switch {
	case err != nil:
		return source.Plan{}, fmt.Errorf("%s: %w", j.store.name, err)
	case len(found) > 0:
		j.Seen.Status = found[0]
	case undo == nil:
		return source.Plan{}, s.notFound(r.Task)
	}
	why := j.store.refusal()
	if why == "" && j.actor == nil {
		why = "it can only be read"
	}
	if why != "" {
		return j.planOf(Refuse("%s", why), nil), nil
	}
	var d Decision
	images, err := j.store.db.Rehearse(ctx, j.actor.Writing(), func(ctx context.Context, q sqlitedb.Queryer) (_ []sqlitedb.Write, err error) {
		if d, err = j.decide(ctx, q); err != nil {
			return nil, err
		}
		if !d.Complete() {
			return nil, errNoWrites
		}
		return d.Writes, nil
	})
	if why, refused := sqlitedb.Refusal(err); refused && d.Refused == "" {
		d, err = Refuse("%s", why), nil
	}
	switch {
	case errors.Is(err, source.ErrNotFound):
		return source.Plan{}, s.notFound(r.Task)
	case err != nil && !errors.Is(err, errNoWrites):
		return source.Plan{}, fmt.Errorf("%s: %w", j.store.name, err)
	}
	return j.planOf(d, images), nil
}

// errNoWrites ends the rehearsal of an action that is refused or lacks something.
var errNoWrites = errors.New("nothing to write")

// decide reads the task and returns the decision on the action or the undo.
func (j *job) decide(ctx context.Context, q sqlitedb.Queryer) (d Decision, err error) {
	err = j.store.withBesides(ctx, 0, func(ctx context.Context) (err error) {
		j.Seen, err = j.actor.See(ctx, q, j.id)
		if j.Undo == nil {
			return err
		}
		if errors.Is(err, source.ErrNotFound) {
			j.Seen, err = Seen{Status: j.Undo.Now}, nil
		}
		if err == nil {
			d, err = j.actor.Undo(ctx, q, j.store.own(j.Undo), j.Request, j.Seen)
		}
		return err
	})
	if err != nil || j.Undo != nil {
		return d, err
	}
	if c, chooses := j.Seen.Situation.(Chooser); chooses && j.plan != nil {
		c.Choose(j.plan.Seen.Situation)
	}
	return Decide(j.Request, j.Seen.Situation), nil
}

// own returns a record whose tables are named as in the database, without its group.
func (s *Store) own(record *source.Record) *source.Record {
	own := *record
	own.Images = slices.Clone(record.Images)
	for i := range own.Images {
		own.Images[i].Table = strings.TrimPrefix(own.Images[i].Table, s.prefix())
	}
	return &own
}

// planOf returns the plan of a decision, which shows the rows that it would write.
func (j *job) planOf(d Decision, images []source.Image) source.Plan {
	p := j.PlanOf(j.src.cfg.Path, &d, j.actor, images)
	if d.Adds != "" && d.Refused == "" {
		p.Adds = j.store.prefix() + d.Adds
	}
	return p
}

// Apply applies a plan completely or not at all.
func (s *Source) Apply(ctx context.Context, p source.Plan, intent func([]source.Image) error) error {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	was, ok := p.Native.(*Asked)
	if !ok || p.Refused != "" {
		return fmt.Errorf("%s: %q: not a plan of this source: %w", s.cfg.Path, p.Task.ID, source.ErrUnsupported)
	}
	j, err := s.job(ctx, p.Request, was.Undo)
	switch {
	case err != nil:
		return err
	case j.actor == nil:
		return fmt.Errorf("%s: %w", j.store.name, source.ErrUnsupported)
	}
	j.plan = was
	if err := j.store.Indexes.Update(ctx); err != nil {
		return fmt.Errorf("%s: %w", j.store.name, err)
	}
	w, failed := j.actor.Writing(), error(nil)
	w.Wait = p.Wait
	w.Commit = func(images []source.Image) error {
		images = Kept(j.actor, images)
		for i := range images {
			images[i].Table = j.store.prefix() + images[i].Table // of a folder it says whose
		}
		failed = intent(images)
		return failed
	}
	_, err = j.store.db.Write(ctx, w, func(ctx context.Context, q sqlitedb.Queryer) ([]sqlitedb.Write, error) {
		d, err := j.decide(ctx, q)
		if err != nil {
			return nil, err
		}
		if c := was.Seen.Changed(&j.Seen, &p, &d); c != nil {
			return nil, c
		}
		return d.Writes, nil
	})
	var changed *source.Changed
	switch {
	case failed != nil:
		return failed
	case errors.As(err, &changed):
		return changed
	case errors.Is(err, source.ErrNotFound):
		return &source.Changed{Was: p.Was, Now: "deleted"}
	}
	return err
}

// Changed returns what differs from the state for which the plan was made; nil: nothing.
func (s *Seen) Changed(now *Seen, p *source.Plan, d *Decision) *source.Changed {
	if s.Status != now.Status {
		return &source.Changed{Was: s.Status, Now: now.Status}
	}
	for i, was := range s.Facts {
		if i >= len(now.Facts) || now.Facts[i].Name != was.Name {
			return &source.Changed{Was: s.Status + ", " + was.text(), Now: now.Status + ", something else"}
		}
		if is := now.Facts[i]; !source.EqualValues(was.Value, is.Value) {
			return &source.Changed{Was: s.Status + ", " + was.text(), Now: now.Status + ", " + is.text()}
		}
	}
	switch {
	case !d.Complete():
		return &source.Changed{Was: p.Was, Now: now.Status + ", and " + cmp.Or(d.Refused, d.Missing)}
	case len(s.Facts) != len(now.Facts), d.Now != p.Now, d.Action != "" && d.Action != p.Action:
		return &source.Changed{Was: p.Was + " on the way to " + p.Now, Now: now.Status + " on the way to " + d.Now}
	}
	return nil
}

// text formats a fact in one line.
func (f Fact) text() string {
	text := []rune(Text(f.Value))
	if len(text) > 100 {
		text = append(text[:99], '…')
	}
	switch f.Value.(type) {
	case nil:
		return "no " + f.Name
	case string, []byte:
		return f.Name + " " + strconv.Quote(string(text))
	}
	return f.Name + " " + string(text)
}

// ReadRow reads the whole row t of a task inside a transaction. size is an expression for
// the number of bytes that the journal would have to keep; of a row with more than Huge
// bytes only the key and the status are read. The error is source.ErrNotFound without
// such a row.
func ReadRow(ctx context.Context, q sqlitedb.Queryer, table, key, status, id, size string) (row map[string]any, bytes int64, err error) {
	err = Each(ctx, q, func(r Row) error {
		row, bytes = map[string]any{key: id, status: r.cells[1]}, Int(r.cells[0])
		return ErrEnough
	}, "SELECT "+size+", t."+status+" FROM "+table+" t WHERE t."+key+" = ?", id)
	switch {
	case err != nil:
		return nil, 0, err
	case row == nil:
		return nil, 0, source.ErrNotFound
	case bytes > Huge:
		return row, bytes, nil
	}
	row, err = sqlitedb.Row(ctx, q, table, map[string]any{key: id})
	return row, bytes, err
}

// FactsOf returns the columns of a row as facts, except those in but.
func FactsOf(row map[string]any, but ...string) (facts []Fact) {
	for _, column := range slices.Sorted(maps.Keys(row)) {
		if !slices.Contains(but, column) {
			facts = append(facts, Fact{Name: column, Value: row[column]})
		}
	}
	return facts
}

// Before returns the columns of a changed row that an undo restores: those that the
// action changed, except those in but.
func Before(i *source.Image, but ...string) (set sqlitedb.Values) {
	for _, column := range slices.Sorted(maps.Keys(i.Before)) {
		if !slices.Contains(but, column) && !source.EqualValues(i.Before[column], i.After[column]) {
			set = append(set, Set(column, i.Before[column]))
		}
	}
	return set
}

// Current reads the current rows of the images.
func (s *Source) Current(ctx context.Context, images []source.Image) ([]source.Image, error) {
	ctx, leave, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	now := make([]source.Image, len(images))
	for i, image := range images {
		now[i] = source.Image{Table: image.Table, Key: image.Key}
		store, table := s.split(ctx, image.Table)
		if store == nil {
			if !s.gone(image.Table) {
				return nil, fmt.Errorf("%s: the database of the action is not open", image.Table)
			}
			continue
		}
		err := store.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
			now[i].After, err = sqlitedb.Row(ctx, q, table, image.Key)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", store.name, err)
		}
	}
	return now, nil
}

// gone reports whether the database of a table's name, which begins with its group,
// certainly does not exist.
func (s *Source) gone(name string) bool {
	group, _, ok := strings.Cut(name, "/")
	found, troubles := s.files()
	there := slices.ContainsFunc(found, func(f File) bool { return f.Group == group })
	return ok && s.cfg.Many && !there && troubles[group] == nil && troubles[""] == nil
}
