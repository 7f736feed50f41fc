package demo

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"
)

// keep is how many tasks of a state stay in the queue; older ones go.
var keep = []struct {
	state string
	most  int
}{{"done", 110}, {"failed", 8}, {"cancelled", 8}, {"blocked", 30}, {"scheduled", 12}, {"queued", 30}}

// keepOf is how many runs and events of a recurring task stay.
const keepOf = 60

// tidy keeps everything in bounds: a fleet can live for days.
func (w *world) tidy(ctx context.Context) error {
	w.at(30*time.Second, w.tidy)
	for _, k := range keep {
		ids, err := w.in(ctx, k.state)
		if err != nil {
			return err
		}
		for len(ids) > k.most {
			if err := w.forget(ctx, ids[0]); err != nil {
				return err
			}
			ids = ids[1:]
		}
	}
	for _, table := range []string{"runs", "events"} {
		for _, t := range []*task{w.briefing, w.prices, w.invoices} {
			if _, err := w.client.exec(ctx, `DELETE FROM `+table+` WHERE task_id = ?1 AND id <= (SELECT id FROM `+table+`
				WHERE task_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`, t.id, keepOf); err != nil {
				return err
			}
		}
	}
	// The history of what is gone stays for one round more, so that whoever
	// reads it learns that it is gone.
	if _, err := w.client.exec(ctx, `DELETE FROM events WHERE id <= ? AND task_id NOT IN (SELECT id FROM tasks)`, w.swept); err != nil {
		return err
	}
	return w.client.db.QueryRowContext(ctx, `SELECT max(id) FROM events`).Scan(&w.swept)
}

// forget removes a task and its log.
func (w *world) forget(ctx context.Context, id string) error {
	if _, err := w.client.exec(ctx, `DELETE FROM tasks WHERE id = ?`, id); err != nil {
		return err
	}
	t := w.tasks[id]
	delete(w.tasks, id)
	if t == nil || !t.logged {
		return nil
	}
	if err := os.Remove(filepath.Join(w.logs, id+".log")); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
