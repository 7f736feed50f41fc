package hermes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// job is one action on one task: what to work out, and how.
type job struct {
	board    *board
	req      source.Request
	env      *env
	obstacle obstacle // what a block says
}

// See reads a task inside a transaction.
func (b *board) See(ctx context.Context, q sqlitedb.Queryer, id string) (sqlsource.Seen, error) {
	s, err := b.sceneOf(ctx, q, id)
	if err != nil {
		return sqlsource.Seen{}, err
	}
	n := s.situation()
	if n.board = b; n.size <= sqlsource.Huge {
		if err := s.readAround(ctx, q); err != nil {
			return sqlsource.Seen{}, err
		}
		size := n.size
		n = s.situation()
		n.board, n.scene, n.size = b, s, size
	}
	return sqlsource.Seen{Status: s.status(), Facts: s.facts(), Situation: n}, nil
}

// Undo works out how to take back what a record tells.
func (b *board) Undo(ctx context.Context, q sqlitedb.Queryer, record *source.Record, r source.Request, id string) (sqlsource.Seen, sqlsource.Decision, error) {
	s, err := b.sceneOf(ctx, q, id)
	if err != nil {
		return sqlsource.Seen{}, sqlsource.Decision{}, err
	}
	seen := sqlsource.Seen{Status: s.status()}
	j := &job{board: b, req: r, env: b.env}
	d, err := j.takeBack(ctx, q, s, record)
	if err != nil {
		return seen, sqlsource.Decision{}, err
	}
	return seen, d.decision(), nil
}

// sceneOf reads the scene of a task, of rows that are too large to be kept only
// the status and the size.
func (b *board) sceneOf(ctx context.Context, q sqlitedb.Queryer, id string) (*scene, error) {
	columns, err := readColumns(ctx, q)
	if err != nil {
		return nil, err
	}
	s, now := &scene{}, b.env.clock().Unix()
	err = each(ctx, q, func(v []any) {
		s = &scene{now: now, env: b.env, columns: columns, task: row{"id": id, "status": v[1]}, size: number(v[0])}
	}, "SELECT "+size(columns)+", t.status FROM tasks t WHERE t.id = ?", id)
	switch {
	case err != nil:
		return nil, err
	case s.task == nil:
		return nil, source.ErrNotFound
	case s.size > sqlsource.Huge:
		return s, nil
	}
	bytes := s.size
	s, err = look(ctx, q, b.env, columns, now, id, 0)
	if err == nil && s.task == nil {
		return nil, source.ErrNotFound
	}
	if s != nil {
		s.size = bytes
	}
	return s, err
}

// readAround reads what an action depends on beside the task itself.
func (s *scene) readAround(ctx context.Context, q sqlitedb.Queryer) (err error) {
	if s.status() == stDone || s.status() == stArchived {
		if s.below, err = s.descendants(ctx, q); err != nil {
			return err
		}
	}
	s.guard, err = s.readGuard(ctx, q)
	return err
}

// facts are what of the task must still be so when a plan is applied.
func (s *scene) facts() []sqlsource.Fact {
	facts := []sqlsource.Fact{
		{Name: "newest block, release or claim", Value: sqlsource.OrNull(s.why.name())},
		{Name: "claim", Value: s.task["claim_lock"]},
		{Name: "worker pid", Value: s.task["worker_pid"]},
		{Name: "open run", Value: s.task["current_run_id"]},
		{Name: "unfinished parents", Value: sqlsource.OrNull(strings.Join(s.open, ", "))},
		{Name: "failures in a row", Value: s.failures()},
		{Name: "block kind", Value: s.task["block_kind"]},
		{Name: "blocks of that kind", Value: s.task["block_recurrences"]},
		{Name: "phase to go on with", Value: s.resume},
		{Name: "end of the claim", Value: s.task["claim_expires"]},
	}
	if len(s.below) > 0 {
		facts = append(facts, sqlsource.Fact{Name: "dependents", Value: s.dependents()})
	}
	return facts
}

// Decide works an action out. A list asks only whether it can be done.
func (s *situation) Decide(r source.Request) sqlsource.Decision {
	if r.Actor == "" {
		return sqlsource.Refuse("an action needs a name that signs it")
	}
	rule := s.rule(r.Action)
	if s.scene == nil {
		return sqlsource.Decision{Action: rule.action, Refused: rule.refused}
	}
	j := &job{board: s.board, req: r, env: s.scene.env, obstacle: obstacleOf(r.Reason, &r.Obstacle)}
	d := newDraft(s.scene, rule.action)
	d.guardClaim()
	d.refused = rule.refused
	if rule.verb != "" {
		var why []string
		if rule.reason {
			why = []string{"--reason", r.Reason}
		}
		d.command = j.owner(rule.verb, cmp.Or(rule.task, s.scene.id()), why...)
	}
	if d.refused == "" {
		j.write(d)
	}
	return d.decision()
}

// write works out the rows of an action that can be done.
func (j *job) write(d *draft) {
	switch d.action { //nolint:exhaustive // the others are refused
	case model.ActionUnblock:
		j.unblock(d)
	case model.ActionRequeue:
		j.requeue(d)
	case model.ActionReclaim:
		j.reclaim(d)
	case model.ActionBlock:
		j.block(d)
	case model.ActionHold:
		j.hold(d)
	}
}

// Writing says what an action may write on the board: tables without triggers,
// for Hermes has none.
func (b *board) Writing() sqlitedb.Writing {
	w := sqlitedb.Writing{Columns: map[string][]string{}}
	for _, table := range []string{tabTasks, tabEvents, tabRuns, tabComments} {
		if b.schema.has(table) {
			w.Tables = append(w.Tables, table)
			w.Columns[table] = knownColumns[table]
		}
	}
	return w
}

// Shown is true of every value: all that is written is Hermes' own.
func (*board) Shown(_, _ string) bool { return true }

// knownColumns are those that Hermes' releases have had.
var knownColumns = map[string][]string{
	tabTasks: strings.Fields(`id title body assignee status priority created_by created_at started_at completed_at workspace_kind
		workspace_path branch_name project_id claim_lock claim_expires tenant result idempotency_key consecutive_failures spawn_failures
		worker_pid last_failure_error last_spawn_error max_runtime_seconds last_heartbeat_at current_run_id workflow_template_id
		current_step_key skills model_override provider_override reasoning_effort max_retries goal_mode goal_max_turns session_id
		block_kind block_recurrences completion_contract`),
	tabEvents:   strings.Fields("id task_id run_id kind payload created_at"),
	tabComments: strings.Fields("id task_id author body created_at"),
	tabRuns: strings.Fields(`id task_id profile step_key status claim_lock claim_expires worker_pid max_runtime_seconds last_heartbeat_at
		started_at ended_at outcome summary metadata error`),
}

// offered are the actions that Hermes' tasks know, in the order in which they
// are listed.
var offered = []model.ActionName{
	model.ActionUnblock, model.ActionRequeue, model.ActionReclaim, model.ActionBlock, model.ActionHold, model.ActionCancel,
}

// stance is a situation in which nobody holds the task and no other task plays a
// part, as nearly all are.
type stance struct {
	release release
	status  string
	looping bool
}

// Kind is nil for a task that somebody holds, or in which others play a part.
func (s *situation) Kind() any {
	if s.lock != "" || s.doubt != "" || len(s.open) > 0 || s.below > descendantsMax || s.busy != "" || !known(s.status) {
		return nil
	}
	return stance{s.release, s.status, s.looping}
}

func known(status string) bool {
	return slices.ContainsFunc(phases, func(p sqlsource.Phase) bool { return slices.Contains(p.Statuses, status) })
}

// Size is how many bytes of long texts the rows hold that an action writes.
func (s *situation) Size() int64 { return s.size }

// situationIn finds the situation of a listed task; nil for one of another system.
func situationIn(c *model.Case) sqlsource.Situation {
	if r := recordOf(c); r != nil {
		return r.situation()
	}
	return nil
}

// situation is what decides which actions the task of a record allows.
func (r *record) situation() *situation {
	s := &situation{
		release: r.release, status: r.status, looping: r.stand.cause == causeLoop, lock: r.lock, open: r.open, below: r.below, size: r.size,
	}
	now := r.clock().Unix()
	s.claimOf(&r.holder, r.here, now)
	i := slices.IndexFunc(r.busy, func(b busy) bool { return b.holder.doubt(r.here, now) != "" })
	if i >= 0 {
		s.busy, s.busyDoubt = r.busy[i].id, r.busy[i].holder.doubt(r.here, now)
	}
	return s
}

// busy is a running task that was built on another one.
type busy struct {
	id     string
	holder *holding
}

// readColumns reads which columns the tables have now, inside the transaction.
func readColumns(ctx context.Context, q sqlitedb.Queryer) (map[string]map[string]bool, error) {
	all := map[string]map[string]bool{}
	for _, table := range []string{tabTasks, tabRuns, tabEvents, tabLinks, tabComments, tabSubs} {
		columns, err := sqlitedb.ColumnsOf(ctx, q, table)
		if err != nil {
			return nil, fmt.Errorf("cannot read the columns of %s: %w", table, err)
		}
		if len(columns) > 0 {
			all[table] = namesOf(columns)
		}
	}
	return all, nil
}
