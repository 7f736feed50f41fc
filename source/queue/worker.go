package queue

import (
	"slices"
	"time"

	"notdone/model"
	"notdone/source/sqlsource"
)

// worker is who works on a run that has not ended, as its row says.
type worker struct {
	name, host, namespace string
	pid                   int
	since                 time.Time
}

// workerColumns are the columns of a run that say who works on it.
var workerColumns = slices.Concat(sqlsource.Keep(0, "pid", "started_at"), sqlsource.Keep(forList.title, "worker", "host", "pid_namespace"))

func workerOf(r sqlsource.Row) worker {
	return worker{
		name: r.Text("worker"), host: r.Text("host"), namespace: r.Text("pid_namespace"),
		pid: r.Int("pid"), since: r.Millis("started_at"),
	}
}

// alive says whether somebody works on a task that the given owner has claimed,
// as far as the processes of this machine tell; host is its name. The task has no
// worker only if all of the workers are gone and the owner of the claim is among
// them, because a worker can take a task over without opening a run.
func (f *format) alive(host, owner string, workers []worker) model.Liveness {
	seen, owned := model.LivenessUnknown, owner == ""
	for i, w := range workers {
		live := f.aliveOne(host, w)
		switch {
		case live == model.LivenessAlive:
			return live
		case i == 0 || live == model.LivenessUnknown:
			seen = live
		}
		owned = owned || w.name == "" || w.name == owner
	}
	if !owned {
		return model.LivenessUnknown
	}
	return seen
}

func (f *format) aliveOne(host string, w worker) model.Liveness {
	o := &f.options
	switch {
	case w.pid <= 0 || w.host == "" || w.host != host:
	case w.namespace != "" && o.AliveIn != nil:
		return o.AliveIn(w.namespace, w.pid, w.since)
	case w.namespace == "" && o.Alive != nil:
		return o.Alive(w.pid, w.since)
	}
	return model.LivenessUnknown
}
