package hermes

import (
	"context"
	"maps"
	"slices"
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
	s := b.scene(all)
	s.task, s.bytes, err = sqlsource.ReadRow(ctx, q, tabTasks, "id", "status", id, sizeOf(all))
	if err == nil && s.bytes <= sqlsource.Huge {
		err = s.readAround(ctx, q)
	}
	if err != nil {
		return seen, err
	}
	return sqlsource.Seen{Status: s.status(), Facts: s.facts(), Situation: s.situation()}, nil
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

// readAround reads what an action depends on beside the task's row.
func (s *scene) readAround(ctx context.Context, q sqlitedb.Queryer) error {
	err := s.readRest(ctx, q, 0)
	if err == nil && (s.status() == stDone || s.status() == stArchived) {
		err = s.readBelow(ctx, q)
	}
	if err == nil {
		s.guard, err = s.readGuard(ctx, q)
	}
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
	there := slices.DeleteFunc(slices.Sorted(maps.Keys(knownColumns)), func(table string) bool { return !b.schema.Has(table) })
	return sqlitedb.Writing{Tables: there, Columns: knownColumns}
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
