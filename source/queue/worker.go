package queue

import (
	"time"

	"notdone/model"
)

// worker is who works on a run that has not ended, as its row says.
type worker struct {
	name, host, namespace string
	pid                   int
	since                 time.Time
}

// claimCells are the columns of a run that say who works on it.
type claimCells struct{ name, host, namespace, pid, since cell }

func (c *claimCells) columns() []column {
	return []column{
		{"worker", forList.title, &c.name},
		{"host", forList.title, &c.host},
		{"pid_namespace", forList.title, &c.namespace},
		{"pid", 0, &c.pid},
		{"started_at", 0, &c.since},
	}
}

func (c *claimCells) worker() worker {
	return worker{
		name: c.name.text(), host: c.host.text(), namespace: c.namespace.text(),
		pid: c.pid.int(), since: c.since.time(),
	}
}

// alive says whether somebody works on a task that the given owner has claimed,
// as far as the processes of this machine tell; host is its name. The task has no
// worker only if all of the workers are gone and the owner of the claim is among
// them, because a worker can take a task over without opening a run.
func (s *queue) alive(host, owner string, workers []worker) model.Liveness {
	seen, owned := model.LivenessUnknown, owner == ""
	for i, w := range workers {
		live := s.aliveOne(host, w)
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

func (s *queue) aliveOne(host string, w worker) model.Liveness {
	o := &s.options
	switch {
	case w.pid <= 0 || w.host == "" || w.host != host:
	case w.namespace != "" && o.AliveIn != nil:
		return o.AliveIn(w.namespace, w.pid, w.since)
	case w.namespace == "" && o.Alive != nil:
		return o.Alive(w.pid, w.since)
	}
	return model.LivenessUnknown
}
