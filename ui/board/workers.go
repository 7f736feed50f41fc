package board

import (
	"time"

	"notdone/model"
)

// aliveWindow is how long a worker is trusted to live on unseen.
const aliveWindow = 10 * time.Second

// workers are the living processes of tasks. Only the processes are looked at again, and
// a task is read when its own has ended.
type workers struct {
	alive  func(model.Process) model.Liveness // nil: processes cannot be looked at
	of     map[string]model.Process           // by task
	looked time.Time
}

// set notes the process of a task, or that it has none, and reports whether it is one
// that is looked at.
func (w *workers) set(id string, f *model.Facts) bool {
	if w.alive == nil || f.Worker != model.LivenessAlive || f.Process.PID == 0 {
		delete(w.of, id)
		return false
	}
	if w.of == nil {
		w.of = map[string]model.Process{}
	}
	w.of[id] = f.Process
	return true
}

// lookIn returns how long it is until the processes have to be looked at.
func (w *workers) lookIn() time.Duration {
	if len(w.of) == 0 {
		return idle
	}
	return aliveWindow - time.Since(w.looked)
}

// ended returns the tasks whose processes no longer live, each once.
func (w *workers) ended() (ids []string) {
	if w.lookIn() > 0 {
		return nil
	}
	w.looked = time.Now()
	for id, p := range w.of {
		if w.alive(p) != model.LivenessAlive {
			delete(w.of, id)
			ids = append(ids, id)
		}
	}
	return ids
}
