package hermes

import (
	"strings"

	"notdone/source/sqlitedb"
)

// writing says what an action may write on the board: tables without triggers,
// for Hermes has none.
func (b *board) writing() sqlitedb.Writing {
	w := sqlitedb.Writing{Columns: map[string][]string{}}
	for _, table := range []string{tabTasks, tabEvents, tabRuns, tabComments} {
		if b.schema.has(table) {
			w.Tables = append(w.Tables, table)
			w.Columns[table] = knownColumns[table]
		}
	}
	return w
}

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
