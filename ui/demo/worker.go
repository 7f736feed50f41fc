package demo

import (
	"context"
	"os"
	"time"
)

// lease is how long a claim holds without a sign of life.
const lease = time.Minute

// worker is one agent of the fleet: it claims, works and reports, for ever.
type worker struct {
	world *world
	name  string
	logs  bool // it writes a log named after each of its tasks

	task  *task // nil: it has nothing to do
	end   ending
	spent effort
	until time.Duration // when it will be done
}

// act does the next thing that the worker does.
func (k *worker) act(ctx context.Context) error {
	switch w := k.world; {
	case k.task == nil:
		return k.claim(ctx)
	case w.now >= k.until:
		return k.report(ctx)
	default:
		return k.work(ctx)
	}
}

// held is a lease that outlives a slow fleet's signs of life.
func (w *world) held() int64 { return max(lease, w.real(lease/3)).Milliseconds() }

func (k *worker) claim(ctx context.Context) error {
	w := k.world
	n, err := w.client.call(ctx, "claim", k.name, w.held(), w.host, os.Getpid(), nil)
	if err != nil {
		return err
	}
	ids, err := w.client.ids(ctx, `SELECT id FROM tasks WHERE state = 'active' AND claimed_by = ?`, k.name)
	if err != nil {
		return err
	}
	if n == 0 || len(ids) == 0 {
		w.at(w.between(2*time.Second, 4*time.Second), k.act)
		return nil
	}
	k.task = w.tasks[ids[0]]
	if k.task == nil { // somebody else asked for it
		k.task = &task{id: ids[0], script: []ending{{how: "finish", said: "Read what was asked for, made the change and checked it."}}}
		w.tasks[k.task.id] = k.task
	}
	k.end = k.task.next()
	k.spent = w.spend(k.end)
	k.until = w.now + k.spent.took
	if k.logs {
		if err := k.openLog(ctx); err != nil {
			return err
		}
	}
	w.at(time.Second, k.act)
	return nil
}

// work gives a sign of life, and notices when the task was taken away.
func (k *worker) work(ctx context.Context) error {
	w := k.world
	n, err := w.client.call(ctx, "heartbeat", k.task.id, k.name, w.held())
	if err != nil {
		return err
	}
	if n == 0 {
		k.task = nil
		w.at(2*time.Second, k.act)
		return nil
	}
	if k.logs {
		if err := k.writeLog(); err != nil {
			return err
		}
	}
	w.at(min(5*time.Second, k.until-w.now), k.act)
	return nil
}

func (k *worker) report(ctx context.Context) error {
	w := k.world
	if err := w.report(ctx, k.task, k.name, k.end, k.spent); err != nil {
		return err
	}
	if k.logs {
		if err := k.closeLog(); err != nil {
			return err
		}
	}
	k.task = nil
	w.at(w.between(time.Second, 5*time.Second), k.act)
	return nil
}

// report ends an attempt as its script has it.
func (w *world) report(ctx context.Context, t *task, name string, e ending, x effort) error {
	var err error
	switch e.how {
	case "finish":
		_, err = w.client.call(ctx, "finish", t.id, name, nil, orNull(e.said), x.cost, x.tokens, x.tools, x.files, x.messages, x.exit)
	case "block":
		_, err = w.client.call(ctx, "block", t.id, name, e.word, e.short, x.cost, x.tokens, x.tools, x.files, x.messages, x.exit, orNull(e.said))
	case "fail":
		_, err = w.client.call(ctx, "fail", t.id, name, e.word, e.short, x.cost, x.tokens, x.tools, x.files, x.messages, x.exit, orNull(e.said))
	case "retry":
		_, err = w.client.call(ctx, "retry", t.id, name, e.word, e.short, x.cost, x.tokens, x.tools, x.files, x.messages, x.exit, orNull(e.said),
			w.real(6*time.Second).Milliseconds())
	}
	return err
}

// loseWorker lets a worker on another host take a task and fall silent.
func (w *world) loseWorker(ctx context.Context) error {
	w.at(w.between(220*time.Second, 260*time.Second), w.loseWorker)
	if err := w.add(ctx, w.newFrozen(), nil); err != nil {
		return err
	}
	_, err := w.client.call(ctx, "claim", "haiku@"+stranger+"/"+w.next("frozen"), w.real(12*time.Second).Milliseconds(), stranger, 4300+w.rng.IntN(900), nil)
	return err
}

// expire fails the tasks of workers that fell silent on the last attempt.
func (w *world) expire(ctx context.Context) error {
	w.at(w.between(220*time.Second, 260*time.Second), w.expire)
	_, err := w.client.call(ctx, "expire")
	return err
}
