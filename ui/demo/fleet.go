package demo

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// workers are the agents of the fleet.
var workers = []string{"opus@larch", "sonnet@larch", "codex@alder", "haiku@rowan"}

// lease is how long a claim holds without a sign of life.
const lease = time.Minute

// held is a lease that outlives the pauses between the signs of life of a slow fleet.
func (w *world) held() time.Duration { return max(lease, w.real(lease/3)) }

// worker is one agent of the fleet: it claims, works and reports, for ever.
type worker struct {
	world *world
	name  string
	logs  bool // it writes a log for each of its tasks

	task *task // nil: it has nothing to do
	end  ending
	done time.Duration // when the task will be done
}

// act does the worker's next thing.
func (k *worker) act(ctx context.Context) (time.Duration, error) {
	w := k.world
	if k.task == nil {
		return k.claim(ctx)
	}
	id, err := w.claimed(ctx, k.name)
	switch {
	case err != nil:
		return 0, err
	case id != k.task.id: // it was taken away
		k.task = nil
		return 2 * time.Second, nil
	case w.now < k.done:
		err = w.call(ctx, "heartbeat", id, k.name, w.held().Milliseconds())
		step := logSteps[w.rng.IntN(len(logSteps))]
		return min(5*time.Second, k.done-w.now), errors.Join(err, k.log(stamp()+" "+step, false))
	}
	err = w.report(ctx, k.task, k.name, k.end)
	err = errors.Join(err, k.log("\n"+cmp.Or(k.end.said, k.end.note), false))
	k.task = nil
	return w.between(time.Second, 5*time.Second), err
}

func (k *worker) claim(ctx context.Context) (time.Duration, error) {
	w := k.world
	id, err := w.claim(ctx, k.name, w.host, w.held())
	if err != nil || id == "" {
		return w.between(2*time.Second, 4*time.Second), err
	}
	k.task = w.tasks[id]
	if k.task == nil { // somebody else asked for it
		k.task = &task{id: id, plot: plotOf("plain"), wish: wish{success: "Read what was asked for, made the change and checked it."}}
		w.tasks[id] = k.task
	}
	k.end = w.attempt(k.task)
	k.done = w.now + w.between(6*time.Second, 26*time.Second)
	return time.Second, k.log(stamp()+" "+k.name+" takes "+id+": "+k.task.title, k.task.attempts == 1)
}

// in returns the ids of the tasks in a state, the oldest change first, without those that are
// repeated.
func (w *world) in(ctx context.Context, state string) ([]string, error) {
	all, err := ids(ctx, w.db, `SELECT id FROM tasks WHERE state = ? ORDER BY updated_at, id`, state)
	var others []string
	for _, id := range all {
		if t := w.tasks[id]; t == nil || t.plot.weight > 0 || w.newest[t.plot] != t {
			others = append(others, id)
		}
	}
	return others, err
}

// ask asks for something new when there is not too much to do already.
func (w *world) ask(ctx context.Context) error {
	waiting, err := w.in(ctx, "queued")
	if err != nil || len(waiting) >= 9 {
		return err
	}
	sum := 0
	for _, p := range plots {
		sum += p.weight
	}
	n := w.rng.IntN(sum)
	for _, p := range plots {
		if n -= p.weight; n < 0 {
			_, err = w.askFor(ctx, p)
			break
		}
	}
	return err
}

// How much of what went wrong the operator leaves as it is.
const (
	keepBlocked = 11
	keepWrong   = 8
)

// operate puts the oldest task back that is blocked, and that is done in name only.
func (w *world) operate(ctx context.Context) error {
	blocked, err := w.in(ctx, "blocked")
	if err == nil && len(blocked) > keepBlocked {
		err = w.putBack(ctx, blocked[0])
	}
	done, doneErr := w.in(ctx, "done")
	if err = errors.Join(err, doneErr); err != nil {
		return err
	}
	var wrong []string
	for _, id := range done {
		if t := w.tasks[id]; t != nil && t.wrong {
			wrong = append(wrong, id)
		}
	}
	if len(wrong) > keepWrong {
		err = w.putBack(ctx, wrong[0])
	}
	return err
}

// repeat returns what puts the newest task of a plot back, or asks for it anew after many
// rounds.
func (w *world) repeat(name string) func(context.Context) error {
	p := plotOf(name)
	return func(ctx context.Context) error {
		t := w.newest[p]
		if p.rounds == 0 || t.attempts < p.rounds {
			return w.putBack(ctx, t.id)
		}
		err := w.call(ctx, "cancel", t.id, operator, "asked in person")
		_, askErr := w.askFor(ctx, p)
		return errors.Join(err, askErr)
	}
}

// remote is another host, on which workers fall silent.
const remote = "render-02"

// loseWorker lets a worker on another host claim a task and fall silent.
func (w *world) loseWorker(ctx context.Context) error {
	t, err := w.askFor(ctx, plotOf("frozen"))
	if err != nil {
		return err
	}
	_, err = w.claim(ctx, "haiku@"+remote+"/"+t.id, remote, w.real(12*time.Second))
	return err
}

// expire fails the tasks of workers that fell silent on the last attempt.
func (w *world) expire(ctx context.Context) error { return w.call(ctx, "expire") }

// most is how many tasks of a state stay in the queue. The oldest go.
var most = []struct {
	state string
	tasks int
}{{"done", 110}, {"failed", 8}, {"cancelled", 8}, {"blocked", 30}, {"scheduled", 12}, {"queued", 30}}

// maxRounds is how many runs and events of a task stay.
const maxRounds = 60

// tidy bounds everything: a fleet can live for days.
func (w *world) tidy(ctx context.Context) error {
	for _, m := range most {
		old, err := w.in(ctx, m.state)
		if err != nil {
			return err
		}
		for _, id := range old[:max(0, len(old)-m.tasks)] {
			if err := w.forget(ctx, id); err != nil {
				return err
			}
		}
	}
	for _, table := range []string{"runs", "events"} {
		if err := w.exec(ctx, `DELETE FROM `+table+` WHERE id IN (SELECT id FROM
			(SELECT id, row_number() OVER (PARTITION BY task_id ORDER BY id DESC) AS n FROM `+table+`) WHERE n > ?)`, maxRounds); err != nil {
			return err
		}
	}
	// The history of a deleted task stays until the next tidying, so that whoever reads it
	// learns of the deletion.
	if err := w.exec(ctx, `DELETE FROM events WHERE id <= ? AND task_id NOT IN (SELECT id FROM tasks)`, w.swept); err != nil {
		return err
	}
	return w.db.QueryRowContext(ctx, `SELECT max(id) FROM events`).Scan(&w.swept)
}

// forget removes a task and its log.
func (w *world) forget(ctx context.Context, id string) error {
	err := w.exec(ctx, `DELETE FROM tasks WHERE id = ?`, id)
	if t := w.tasks[id]; t != nil && t.logged {
		err = errors.Join(err, os.Remove(filepath.Join(w.logs, id+".log")))
	}
	delete(w.tasks, id)
	return err
}
