package live

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"
)

// finish ends a task as its worker would, whatever it says about it.
func (k *kind) finish(id, result string) []string {
	if k.file == ownQueue.file {
		return []string{
			`UPDATE runs SET ended_at = ` + queueNow + `, outcome = 'done', output = '` + result + `' WHERE task_id = '` + id + `'`,
			`UPDATE tasks SET state = 'done', result = '` + result + `', changed_by = 'w1', claimed_by = NULL, claimed_at = NULL,
			heartbeat_at = NULL, lease_expires_at = NULL, finished_at = ` + queueNow + ` WHERE id = '` + id + `'`,
		}
	}
	return []string{
		`UPDATE task_runs SET status = 'done', outcome = 'completed', ended_at = ` + hermesNow + `, summary = '` + result + `' WHERE task_id = '` + id + `'`,
		`INSERT INTO task_events (task_id, run_id, kind, payload, created_at) SELECT task_id, id, 'completed',
		json_object('result_len', length(summary), 'summary', summary), ` + hermesNow + ` FROM task_runs WHERE task_id = '` + id + `'`,
		`UPDATE tasks SET status = 'done', result = '` + result + `', completed_at = ` + hermesNow + `, claim_lock = NULL, claim_expires = NULL,
		worker_pid = NULL, current_run_id = NULL WHERE id = '` + id + `'`,
	}
}

// waiting is the recorded status of a task that a worker may take.
func (k *kind) waiting() string {
	if k.file == ownQueue.file {
		return "queued"
	}
	return "ready"
}

// taken is the recorded status of a task that a worker has.
func (k *kind) taken() string {
	if k.file == ownQueue.file {
		return "active"
	}
	return "running"
}

// recorded is the status that the file has for a task.
func (k *kind) recorded(tb testing.TB, path, id string) string {
	tb.Helper()
	column := "status"
	if k.file == ownQueue.file {
		column = "state"
	}
	return cell(tb, path, "SELECT "+column+" FROM tasks WHERE id = '"+id+"'")
}

// history is what the file says happened to a task, oldest first.
func (k *kind) history(tb testing.TB, path, id string) string {
	tb.Helper()
	table := "task_events"
	if k.file == ownQueue.file {
		table = "events"
	}
	return cell(tb, path, "SELECT group_concat(kind, ' ') FROM (SELECT kind FROM "+table+" WHERE task_id = '"+id+"' ORDER BY id)")
}

// answered is what the file has for the agent of a task to read.
func (k *kind) answered(tb testing.TB, path, id string) string {
	tb.Helper()
	if k.file == ownQueue.file {
		return cell(tb, path, "SELECT coalesce(answer, '') FROM tasks WHERE id = '"+id+"'")
	}
	return cell(tb, path, "SELECT coalesce(group_concat(body), '') FROM task_comments WHERE task_id = '"+id+"'")
}

// everything is all rows of a file, as text.
func everything(tb testing.TB, path string) string {
	tb.Helper()
	var all []string
	tables, err := readColumns(path, "SELECT name, type FROM sqlite_master WHERE type = 'table' ORDER BY name")
	must(tb, err)
	for _, table := range tables {
		columns, err := readColumns(path, "SELECT name, type FROM pragma_table_info('"+table[0]+"')")
		must(tb, err)
		var quoted []string
		for _, c := range columns {
			quoted = append(quoted, `quote("`+c[0]+`")`)
		}
		rows, err := readColumns(path, "SELECT '"+table[0]+"', "+strings.Join(quoted, " || ' ' || ")+` FROM "`+table[0]+`" ORDER BY 2`)
		must(tb, err)
		for _, r := range rows {
			all = append(all, r[0]+": "+r[1])
		}
	}
	return strings.Join(all, "\n")
}

// cell is the one value that a query finds.
func cell(tb testing.TB, path, query string) (value string) {
	tb.Helper()
	db, err := sql.Open("sqlite", dsn(path, 20*time.Second))
	must(tb, err)
	defer func() { must(tb, db.Close()) }()
	must(tb, db.QueryRowContext(context.Background(), query).Scan(&value))
	return value
}
