package queue

import (
	"context"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// maxWorkers is how many workers of this host are looked at.
const maxWorkers = 256

// process is the worker of an open run on this host. It can die without
// anything being written.
type process struct {
	pid   int
	since time.Time
	live  model.Liveness
}

// watchWorkers remembers the workers of the cases that this host can see.
func (s *queue) watchWorkers(cases []model.Case) {
	for i := range cases {
		c := &cases[i]
		if c.Facts.Worker == model.LivenessUnknown {
			delete(s.local, c.Task.ID)
			continue
		}
		if _, known := s.local[c.Task.ID]; !known && len(s.local) >= maxWorkers {
			continue
		}
		s.local[c.Task.ID] = process{pid: c.Facts.WorkerPID, since: openRun(c).Started, live: c.Facts.Worker}
	}
}

// lookAtWorkers reads the tasks again whose worker died since.
func (s *queue) lookAtWorkers(ctx context.Context) (source.Delta, error) {
	var ids []string
	for id, p := range s.local {
		if s.alive(s.options.Host, p.pid, p.since) != p.live {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return source.Delta{}, nil
	}
	var delta source.Delta
	err := s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		delta.Cases, err = s.load(ctx, q, ids, forList)
		return err
	})
	s.watchWorkers(delta.Cases)
	return delta, err
}
