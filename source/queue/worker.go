package queue

import (
	"slices"

	"notdone/model"
	"notdone/source/sqlsource"
)

// worker is a run with the namespace of its pid.
type worker struct {
	model.Run
	namespace string
}

// workerColumns are the columns of a run that say who works on it.
var workerColumns = slices.Concat(sqlsource.Keep(0, "id", "pid", "started_at", "ended_at"), sqlsource.Keep(forList.title, "worker", "host", "pid_namespace"))

// workerOf reads a row of runs. Columns that the query lacks are unknown.
func workerOf(row sqlsource.Row) worker {
	id, outcome := row.Text("id"), row.Text("outcome")
	return worker{namespace: row.Text("pid_namespace"), Run: model.Run{
		ID: id, Where: "runs#" + id, Attempt: row.Int("attempt"), Worker: row.Text("worker"),
		Host: row.Text("host"), PID: row.Int("pid"), Started: row.Millis("started_at"), Ended: row.Millis("ended_at"),
		Outcome: outcomes[outcome], Recorded: outcome, Output: row.Text("output"), Error: row.Text("error"),
		ExitCode: row.IntPtr("exit_code"), ToolCalls: row.IntPtr("tool_calls"), FilesChanged: row.IntPtr("files_changed"),
		Messages: row.IntPtr("messages"), CostUSD: row.FloatPtr("cost_usd"), Tokens: row.Int64Ptr("tokens"),
	}}
}

// alive says whether somebody works on a task that the given owner has claimed,
// as far as the processes of this machine tell, and by which of them; hosts are its names. The task has no
// worker only if all of the workers are gone and the owner of the claim is among
// them, because a worker can take a task over without opening a run.
func (f *format) alive(hosts []string, owner string, workers []worker) (model.Liveness, model.Process) {
	seen, owned := model.LivenessUnknown, owner == ""
	for i, w := range workers {
		live := f.options.Liveness(hosts, w.Host, w.namespace, int64(w.PID), w.Started)
		switch {
		case live == model.LivenessAlive:
			return live, model.Process{PID: w.PID, Namespace: w.namespace, Since: w.Started}
		case i == 0 || live == model.LivenessUnknown:
			seen = live
		}
		owned = owned || w.Worker == "" || w.Worker == owner
	}
	if !owned {
		return model.LivenessUnknown, model.Process{}
	}
	return seen, model.Process{}
}
