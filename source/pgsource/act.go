package pgsource

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
)

// Writing says what actions may write.
type Writing struct {
	// Rights are the rights that they need on each table: UPDATE, INSERT, DELETE.
	Rights map[string][]string
	// Trigger reports whether a trigger belongs to the format, given its table, its name
	// and the text of its function. A table that is written has no other ones.
	Trigger func(table, name, function string) bool
}

// refusal returns why the tables cannot be written; empty: they can.
func (s *Source) refusal(ctx context.Context, tx pgx.Tx, w Writing) (string, error) {
	if s.replica {
		return "this server is a read replica: act on the primary", nil
	}
	for _, name := range slices.Sorted(maps.Keys(w.Rights)) {
		r, err := readRows(ctx, tx, name)
		if err == nil {
			err = r.writable(ctx, tx, w)
		}
		if why, ok := errors.AsType[*source.Refusal](err); ok {
			return why.Why, nil
		}
		if err != nil {
			return "", err
		}
	}
	return "", nil
}

// writable returns the refusal to write a table.
func (r *rows) writable(ctx context.Context, tx pgx.Tx, w Writing) error {
	if r.kind != "r" && r.kind != "p" {
		return &source.Refusal{Why: r.name + " is no table"}
	}
	if len(r.key) == 0 {
		return &source.Refusal{Why: "its table " + r.name + " has no primary key, so no row of it is certain"}
	}
	for _, right := range w.Rights[r.name] {
		var role string
		var may bool
		err := tx.QueryRow(ctx, `SELECT current_user, has_table_privilege($1::oid, $2)`, r.oid, right).Scan(&role, &may)
		if err != nil {
			return err
		}
		if !may {
			return &source.Refusal{Why: "the role " + role + " has no right to " + right + " in " + r.name}
		}
	}
	found, err := tx.Query(ctx, `SELECT t.tgname, p.prosrc FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
		WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND (t.tgrelid = $1 OR t.tgrelid IN (SELECT relid FROM pg_partition_tree($1::oid::regclass)))
		UNION ALL SELECT rulename, 'rule' FROM pg_rewrite WHERE ev_class = $1 ORDER BY 1`, r.oid)
	if err != nil {
		return err
	}
	var name, function string
	_, err = pgx.ForEachRow(found, []any{&name, &function}, func() error {
		if w.Trigger != nil && w.Trigger(r.name, name, function) {
			return nil
		}
		return &source.Refusal{Why: "the trigger " + name + " on " + r.name + " is not one that this notdone knows: it could do anything"}
	})
	if err != nil || !slices.Contains(w.Rights[r.name], "DELETE") {
		return err
	}
	var others []string
	err = tx.QueryRow(ctx, `SELECT array_agg(DISTINCT conrelid::regclass::text) FROM pg_constraint
		WHERE contype = 'f' AND confrelid = $1 AND confdeltype IN ('c', 'n', 'd')`, r.oid).Scan(&others)
	if err == nil && len(others) > 0 {
		err = &source.Refusal{Why: "rows of " + strings.Join(others, ", ") + " would change with a deleted row of " + r.name}
	}
	return err
}

// job is one action on one task, or the undo of a record.
type job struct {
	*Source
	t     *table
	actor Actor
	id    string // as the table has it
	sqlsource.Asked
}

// job finds the table and the row of a request.
func (s *Source) job(r source.Request, undo *source.Record) (*job, error) {
	r.Answer, r.Reason, r.Actor = sqlsource.Tidy(r.Answer), sqlsource.Tidy(r.Reason), sqlsource.Tidy(r.Actor)
	for _, t := range s.tables {
		if ids := t.bare(r.Task); len(ids) > 0 {
			actor, _ := t.Table.(Actor)
			return &job{Source: s, t: t, actor: actor, id: ids[0], Asked: sqlsource.Asked{Request: r, Undo: undo}}, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", r.Task, source.ErrNotFound)
}

// Plan returns the plan of an action and writes nothing.
func (s *Source) Plan(ctx context.Context, r source.Request) (source.Plan, error) {
	return s.plan(ctx, r, nil)
}

// PlanUndo returns the plan that undoes a recorded action.
func (s *Source) PlanUndo(ctx context.Context, record source.Record, actor string) (source.Plan, error) {
	r := record.Request
	r.Task, r.Actor = record.Task.ID, actor
	return s.plan(ctx, r, &record)
}

func (s *Source) plan(ctx context.Context, r source.Request, undo *source.Record) (p source.Plan, err error) {
	j, err := s.job(r, undo)
	if err != nil {
		return p, err
	}
	err = s.read(ctx, func(tx pgx.Tx) error {
		d, err := j.decide(ctx, tx)
		if err != nil {
			return err
		}
		var images []source.Image
		if d.Complete() {
			images, err = rehearse(ctx, tx, &d)
		}
		if why, ok := errors.AsType[*source.Refusal](err); ok {
			d, err = sqlsource.Refuse("%s", why.Why), nil
		}
		p = j.PlanOf(j.name, &d, j.actor, images)
		return err
	})
	return p, explain(err)
}

// decide reads the task and returns the decision on the action or the undo.
func (j *job) decide(ctx context.Context, tx pgx.Tx) (d sqlsource.Decision, err error) {
	why := j.t.ReadOnly
	if why == "" && j.actor == nil {
		why = "it can only be read"
	}
	if why == "" {
		if why, err = j.refusal(ctx, tx, j.actor.Writing()); err != nil {
			return d, err
		}
	}
	if why != "" {
		var cases []model.Case
		if cases, err = j.t.load(ctx, tx, false, []string{j.id}); err == nil && len(cases) > 0 {
			j.Seen.Status = cases[0].Task.Recorded
		} else if err == nil && j.Undo == nil {
			err = fmt.Errorf("%s: %w", j.Request.Task, source.ErrNotFound)
		}
		return sqlsource.Refuse("%s", why), err
	}
	j.Seen, err = j.actor.See(ctx, tx, j.id)
	if errors.Is(err, source.ErrNotFound) && j.Undo != nil {
		j.Seen, err = sqlsource.Seen{Status: j.Undo.Now}, nil
	}
	switch {
	case err != nil:
		return d, err
	case j.Undo != nil:
		return j.actor.Undo(ctx, tx, j.Undo, j.Request, j.Seen)
	}
	return sqlsource.Decide(j.Request, j.Seen.Situation), nil
}

// rehearse returns the rows as a decision would leave them.
func rehearse(ctx context.Context, tx pgx.Tx, d *sqlsource.Decision) (images []source.Image, err error) {
	for i := range d.Writes {
		r, err := readRows(ctx, tx, d.Writes[i].Table)
		if err != nil {
			return nil, err
		}
		image, err := r.rehearse(ctx, tx, &d.Writes[i])
		if err != nil {
			return nil, err
		}
		images = append(images, image)
	}
	return images, nil
}

// tries is how often a transaction is begun again because another one has changed its rows.
const tries = 3

// Apply applies a plan completely or not at all. The row of the task is locked and read
// again; a row that somebody else keeps locked is waited for.
func (s *Source) Apply(ctx context.Context, p source.Plan, intent func([]source.Image) error) error {
	was, ok := p.Native.(*sqlsource.Asked)
	if !ok || p.Refused != "" {
		return fmt.Errorf("%s: %q: not a plan of this source: %w", s.name, p.Task.ID, source.ErrUnsupported)
	}
	j, err := s.job(p.Request, was.Undo)
	if err != nil {
		return err
	}
	a := &applying{job: j, plan: &p, was: was, intent: intent}
	for range tries {
		if err = s.connected(ctx, a.run); !isCode(err, serializationFailure) || a.told {
			break
		}
	}
	if errors.Is(err, source.ErrNotFound) {
		return &source.Changed{Was: p.Was, Now: "deleted"}
	}
	return explain(err)
}

// applying is the transaction of a plan.
type applying struct {
	*job
	plan   *source.Plan
	was    *sqlsource.Asked
	intent func([]source.Image) error
	told   bool // intent was called
}

func (a *applying) run(ctx context.Context, conn *pgx.Conn) (err error) {
	tx, err := conn.BeginTx(ctx, a.link.transaction(pgx.RepeatableRead, pgx.ReadWrite))
	if err != nil {
		return err
	}
	done := false
	defer func() {
		if !done { // of a connection that is lost, the server rolls it back
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), connectTimeout)
			defer cancel()
			err = errors.Join(err, ignoreClosed(tx.Rollback(ctx)))
		}
	}()
	images, err := a.write(ctx, tx)
	if err != nil {
		return err
	}
	a.told = true
	if err := a.intent(sqlsource.Kept(a.actor, images)); err != nil {
		return err
	}
	done = true
	return commit(ctx, tx)
}

func ignoreClosed(err error) error {
	if errors.Is(err, pgx.ErrTxClosed) || err != nil && !isServers(err) {
		return nil
	}
	return err
}

// write locks the task's row, compares it with what the operator saw, and writes.
func (a *applying) write(ctx context.Context, tx pgx.Tx) (images []source.Image, err error) {
	wait := a.plan.Wait
	if wait <= 0 {
		wait = lockTimeout
	}
	if _, err := tx.Exec(ctx, `SELECT set_config('lock_timeout', $1, true)`, fmt.Sprint(max(wait.Milliseconds(), 1))); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, "SELECT 1 FROM "+Name(a.t.Name)+" t "+a.t.byIDs()+" FOR UPDATE", []string{a.id}); err != nil {
		return nil, err
	}
	d, err := a.decide(ctx, tx)
	if err != nil {
		return nil, err
	}
	if d.Refused != "" {
		return nil, &source.Changed{Was: a.plan.Was, Now: a.Seen.Status + ", and " + d.Refused}
	}
	if c := a.was.Seen.Changed(&a.Seen, a.plan, &d); c != nil {
		return nil, c
	}
	for i := range d.Writes {
		r, err := readRows(ctx, tx, d.Writes[i].Table)
		if err != nil {
			return nil, err
		}
		image, err := r.write(ctx, tx, &d.Writes[i])
		if err != nil {
			return nil, err
		}
		images = append(images, image)
	}
	return merged(images), nil
}

// merged returns one image of each row, from before its first write to after its last one.
func merged(images []source.Image) (all []source.Image) {
	for _, image := range images {
		i := slices.IndexFunc(all, func(o source.Image) bool { return o.Table == image.Table && maps.Equal(o.Key, image.Key) })
		if i >= 0 {
			all[i].After = image.After
		} else {
			all = append(all, image)
		}
	}
	return all
}

// commit commits. Unless the server says that it has not, a failure leaves it in doubt.
func commit(ctx context.Context, tx pgx.Tx) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), statementTimeout+connectTimeout)
	defer cancel()
	err := tx.Commit(ctx)
	said, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case err == nil, errors.Is(err, pgx.ErrTxCommitRollback), ok && said.SeverityUnlocalized == "ERROR":
		return err
	}
	return fmt.Errorf("the connection was lost while it was committed: %w", source.ErrInDoubt)
}

// Codes of errors (PostgreSQL's manual, appendix A).
const (
	serializationFailure = "40001"
	lockNotAvailable     = "55P03"
	queryCanceled        = "57014"
	deadlockDetected     = "40P01"
	readOnlyTransaction  = "25006"
	noPrivilege          = "42501"
	constraintViolation  = "23" // the class
)

func isCode(err error, codes ...string) bool {
	said, ok := errors.AsType[*pgconn.PgError](err)
	return ok && slices.Contains(codes, said.Code)
}

func isServers(err error) bool {
	_, ok := errors.AsType[*pgconn.PgError](err)
	return ok
}

// explain returns an error of the server as its kind.
func explain(err error) error {
	said, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case !ok:
		return err
	case isCode(err, lockNotAvailable, deadlockDetected, serializationFailure):
		return fmt.Errorf("%w; nothing was written: %s", source.ErrBusy, said.Message)
	case isCode(err, readOnlyTransaction, noPrivilege), strings.HasPrefix(said.Code, constraintViolation):
		return &source.Refusal{Why: "the server refuses it: " + strings.Join(strings.Fields(said.Message), " ")}
	}
	return err
}

// Current reads the current rows of the images.
func (s *Source) Current(ctx context.Context, images []source.Image) ([]source.Image, error) {
	now := make([]source.Image, len(images))
	err := s.read(ctx, func(tx pgx.Tx) (err error) {
		for i, image := range images {
			now[i] = source.Image{Table: image.Table, Key: image.Key}
			if now[i].After, err = Row(ctx, tx, image.Table, image.Key); err != nil {
				return fmt.Errorf("%s: %w", image.Table, err)
			}
		}
		return nil
	})
	return now, err
}
