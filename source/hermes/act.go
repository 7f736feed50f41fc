package hermes

import (
	"context"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// See reads a task inside a transaction, of rows that are too large to be kept only the status
// and the size.
func (b *board) See(ctx context.Context, q sqlitedb.Queryer, id string) (seen sqlsource.Seen, err error) {
	all, err := sqlsource.ReadTables(ctx, q, allTables...)
	if err != nil {
		return seen, err
	}
	s := b.env.scene(all)
	s.task, s.bytes, err = sqlsource.ReadRow(ctx, q, tabTasks, "id", "status", id, sizeOf(all))
	if err == nil && s.bytes <= sqlsource.Huge {
		if err = s.readRest(ctx, q, 0); err == nil {
			err = s.readAround(ctx, q)
		}
	}
	if err != nil {
		return seen, err
	}
	n := s.situation()
	n.board = b
	return sqlsource.Seen{Status: s.status(), Facts: s.facts(), Situation: n}, nil
}

// Undo works out how to take back what a record tells.
func (*board) Undo(ctx context.Context, q sqlitedb.Queryer, record *source.Record, r source.Request, seen sqlsource.Seen) (sqlsource.Decision, error) {
	n, there := seen.Situation.(*situation)
	if !there {
		return sqlsource.Gone, nil
	}
	a := &action{situation: n, req: r}
	a.Action = record.Request.Action
	err := a.takeBack(ctx, q, record)
	return a.decision(), err
}

// readAround reads what an action depends on beside the task itself.
func (s *scene) readAround(ctx context.Context, q sqlitedb.Queryer) (err error) {
	if s.status() == stDone || s.status() == stArchived {
		if err = s.readBelow(ctx, q); err != nil {
			return err
		}
	}
	s.guard, err = s.readGuard(ctx, q)
	return err
}

// facts are what of the task must still be so when a plan is applied.
func (s *scene) facts() []sqlsource.Fact {
	return []sqlsource.Fact{
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
		{Name: "dependents", Value: sqlsource.OrNull(s.dependents())},
	}
}

// Writing says what an action may write on the board: tables without triggers,
// for Hermes has none.
func (b *board) Writing() sqlitedb.Writing {
	w := sqlitedb.Writing{Columns: map[string][]string{}}
	for _, table := range []string{tabTasks, tabEvents, tabRuns, tabComments} {
		if b.schema.Has(table) {
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

// situationIn finds the situation of a listed task; nil for one of another system.
func situationIn(c *model.Case) sqlsource.Situation {
	if r := recordOf(c); r != nil {
		return r.situation()
	}
	return nil
}

// situation is what decides which actions the task of a record allows.
func (r *record) situation() *situation {
	s := &situation{record: r}
	now := r.clock().Unix()
	s.doubt, s.instead = r.holder.doubt(r.here, now)
	s.away = r.holder.lock != "" && !r.holder.local(r.here)
	for _, b := range r.busy {
		if why, _ := b.holder.doubt(r.here, now); why != "" {
			s.living, s.livingDoubt = b.id, why
			break
		}
	}
	return s
}

// busy is a running task that was built on another one.
type busy struct {
	id     string
	holder *holding
}
