package hermes

import (
	"context"
	"strings"

	"notdone/source/sqlsource"
)

// taskRow is a row of tasks as it was read. Numbers are unix seconds, pids or
// counts; 0 stands for NULL.
type taskRow struct {
	rowid                                 int64
	id, title, body, assignee, status     string
	priority, created, started, completed int64
	workspaceKind, workspace, branch      string
	lock                                  string
	expires                               int64
	result                                string
	failures                              int64
	pid                                   int64
	lastError                             string
	maxRetries, heartbeat                 int64
	currentRun, model, blockKind          string
	size                                  int64 // see size
}

// taskSelect writes the selection of tasks, from the columns that the board
// has, without a condition.
func (s *schema) taskSelect(whole bool) string {
	title, body, result := titleMax, bodyMax, resultMax
	if whole {
		title, body, result = wholeMax, wholeMax, wholeMax
	}
	c := func(names ...string) string { return s.col(tabTasks, "t", names...) }
	return "SELECT " + strings.Join([]string{
		"t.rowid", "t.id", sqlsource.Ends("t.title", title), sqlsource.Ends(c("body"), body), "t.assignee", "t.status", c("priority"),
		"t.created_at", c("started_at"), "t.completed_at", "t.workspace_kind", c("workspace_path"), c("branch_name"),
		"t.claim_lock", c("claim_expires"), sqlsource.Ends(c("result"), result),
		c("consecutive_failures", "spawn_failures"), c("worker_pid"), sqlsource.Ends(c("last_failure_error", "last_spawn_error"), summaryMax),
		c("max_retries"), c("last_heartbeat_at"), c("current_run_id"), c("model_override"), c("block_kind"), size(s.columns),
	}, ", ") + " FROM tasks t"
}

// selectTasks adds the tasks that meet a condition.
func (l *loader) selectTasks(ctx context.Context, condition string, args ...any) error {
	names := l.env.names
	return l.each(ctx, func(v []any) {
		t := taskRow{
			rowid: number(v[0]), id: text(v[1]), title: text(v[2]), body: text(v[3]),
			assignee: names.get(text(v[4])), status: names.get(text(v[5])), priority: number(v[6]),
			created: number(v[7]), started: number(v[8]), completed: number(v[9]),
			workspaceKind: names.get(text(v[10])), workspace: text(v[11]), branch: text(v[12]),
			lock: names.get(text(v[13])), expires: number(v[14]), result: text(v[15]),
			failures: number(v[16]), pid: number(v[17]), lastError: text(v[18]),
			maxRetries: number(v[19]), heartbeat: number(v[20]), currentRun: text(v[21]),
			model: names.get(text(v[22])), blockKind: names.get(text(v[23])), size: number(v[24]),
		}
		l.b.where.folders.note(t.workspace, t.rowid)
		l.tasks = append(l.tasks, t)
	}, l.b.schema.taskSelect(l.whole)+" "+condition, args...)
}
