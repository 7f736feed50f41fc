package hermes

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"notdone/source/sqlitedb"
)

// How much longer than a look itself the pause after it is, so that looking
// costs at most one part in so many of a core, and keeps an owner with a rollback
// journal out no longer: of a sweep, of one for a commit that nothing explains,
// and of a look at many running tasks.
const (
	sweepShare   = 50
	urgentShare  = 4
	runningShare = 10
)

// sweep is what a look over the unfinished tasks found.
type sweep struct {
	seen    map[int64]uint32
	changed []int64 // rowids that are new, other or no longer unfinished
	total   int64
	newest  int64
	took    time.Duration
}

// lightSelect writes the selection of the columns that hash needs.
func (s *schema) lightSelect() string {
	c := func(names ...string) string { return s.col(tabTasks, "t", names...) }
	return "SELECT " + strings.Join([]string{
		"t.rowid", "t.status", head("t.title", titleMax), "t.assignee", "t.claim_lock", c("current_run_id"),
		head(c("last_failure_error", "last_spawn_error"), summaryMax), c("block_kind"), c("priority"), "t.completed_at",
		c("claim_expires"), c("consecutive_failures", "spawn_failures"), c("worker_pid"), c("max_retries"), c("last_heartbeat_at"),
	}, ", ") + " FROM tasks t"
}

// lightMax is how many hashes are read in one transaction.
const lightMax = 20000

// print is what is remembered of an unfinished task.
type print struct {
	rowid  int64
	hash   uint32
	status string
}

// prints reads the hashes of the tasks that meet a condition, which brings its
// order and limit.
func (s *schema) prints(ctx context.Context, q sqlitedb.Queryer, condition string, args ...any) (part []print, err error) {
	err = scanRows(ctx, q, 15, func(v []any) {
		t := taskRow{
			status: text(v[1]), title: text(v[2]), assignee: text(v[3]), lock: text(v[4]), currentRun: text(v[5]),
			lastError: text(v[6]), blockKind: text(v[7]), priority: number(v[8]), completed: number(v[9]),
			expires: number(v[10]), failures: number(v[11]), pid: number(v[12]), maxRetries: number(v[13]), heartbeat: number(v[14]),
		}
		part = append(part, print{number(v[0]), t.hash(), t.status})
	}, s.lightSelect()+" WHERE "+condition, args...)
	return part, err
}

// printsOf reads the hashes of the tasks of one status that follow a rowid, so
// many at most; without an index of statuses those of every status.
func (s *schema) printsOf(ctx context.Context, q sqlitedb.Queryer, status string, after int64, most int) ([]print, error) {
	if !s.status {
		return s.prints(ctx, q, "t.rowid > ? ORDER BY t.rowid LIMIT ?", after, most)
	}
	return s.prints(ctx, q, "t.status = ? AND t.rowid > ? ORDER BY t.rowid LIMIT ?", status, after, most)
}

// runningPrints reads the hashes of the running tasks, fewRunning of them at
// most. Without an index of statuses those are read that were known to run.
func (b *board) runningPrints(ctx context.Context, q sqlitedb.Queryer) ([]print, error) {
	if b.schema.status {
		return b.schema.printsOf(ctx, q, stRunning, math.MinInt64, fewRunning)
	}
	known, err := jsonList(slices.Collect(maps.Keys(b.seen.running)))
	if err != nil {
		return nil, err
	}
	return b.schema.prints(ctx, q, "t.rowid IN (SELECT value FROM json_each(?)) AND t.status = ? LIMIT ?", known, stRunning, fewRunning)
}

// light reads the hashes of the tasks of one status, or for "" of all unfinished
// ones, in parts. A task that changes between two parts is seen as it was or as
// it is; its commit is one that the next sweep looks for.
func (b *board) light(ctx context.Context, status string, row func(rowid int64, hash uint32)) error {
	for after, more := int64(math.MinInt64), true; more; {
		var part []print
		err := b.db.ReadPart(ctx, &b.pace.prints, lightMax, func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
			part, err = b.schema.printsOf(ctx, q, status, after, most)
			more = len(part) == most
			return err
		})
		if err != nil {
			return err
		}
		for _, p := range part {
			if p.status == status || status == "" && p.status != stDone && p.status != stArchived {
				row(p.rowid, p.hash)
			}
			after = p.rowid
		}
	}
	return nil
}

// fewRunning is how many running tasks are read together with new events. A
// transaction costs more than they do.
const fewRunning = 32

// lookAtRunning compares the running tasks with what is remembered of them:
// they are few, and theirs are the columns that change without an event. What
// was read of them already is all where it is less than fewRunning. Where they
// are many, not every commit has them looked at.
func (b *board) lookAtRunning(ctx context.Context, read []print) (changed []int64, looked bool, err error) {
	began := time.Now()
	if len(read) >= fewRunning && began.Before(b.seen.runningAt) {
		return nil, false, nil
	}
	there := map[int64]bool{}
	note := func(rowid int64, hash uint32) {
		there[rowid] = true
		if known, ok := b.seen.open[rowid]; !ok || known != hash {
			changed = append(changed, rowid)
		}
	}
	if len(read) < fewRunning {
		for _, p := range read {
			note(p.rowid, p.hash)
		}
	} else {
		if err := b.light(ctx, stRunning, note); err != nil {
			return nil, false, err
		}
		b.seen.runningAt = time.Now().Add(runningShare * time.Since(began))
	}
	for rowid := range b.seen.running {
		if !there[rowid] {
			changed = append(changed, rowid)
		}
	}
	return changed, true, nil
}

// look compares all unfinished tasks with what is remembered of them. It fails
// with errReset when tasks were deleted.
func (b *board) look(ctx context.Context) (*sweep, error) {
	started := time.Now()
	s := &sweep{seen: make(map[int64]uint32, len(b.seen.open))}
	statuses := []string{""}
	err := b.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		if b.schema.status {
			statuses, err = b.schema.statuses(ctx, q)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, status := range statuses {
		if status == stDone || status == stArchived {
			continue
		}
		err := b.light(ctx, status, func(rowid int64, hash uint32) {
			s.seen[rowid] = hash
			if known, ok := b.seen.open[rowid]; !ok || known != hash {
				s.changed = append(s.changed, rowid)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	for rowid := range b.seen.open {
		if _, ok := s.seen[rowid]; !ok {
			s.changed = append(s.changed, rowid)
		}
	}
	err = b.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		if s.total, s.newest, err = count(ctx, q); err != nil {
			return err
		}
		var added int64
		if err := q.QueryRowContext(ctx, "SELECT count(*) FROM tasks WHERE rowid > ?", b.seen.newest).Scan(&added); err != nil {
			return fmt.Errorf("cannot count the new tasks: %w", err)
		}
		if s.total < b.seen.total+added {
			return errReset
		}
		return nil
	})
	s.took = time.Since(started)
	return s, err
}

// enqueueRows has tasks, by their rowids, and those next to them read again.
// Those that are gone are left out.
func (b *board) enqueueRows(ctx context.Context, rowids []int64) error {
	for len(rowids) > 0 {
		var ids, near []string
		read := 0
		err := b.db.ReadPart(ctx, &b.pace.near, min(eventsMax, len(rowids)), func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
			read = most
			if ids, err = idsOf(ctx, q, rowids[:read]); err == nil {
				near, err = b.neighbours(ctx, q, ids)
			}
			return err
		})
		if err != nil {
			return err
		}
		b.seen.enqueue(ids)
		b.seen.enqueue(near)
		rowids = rowids[read:]
	}
	return nil
}

// idsOf names tasks by their rowids; those that are gone are left out.
func idsOf(ctx context.Context, q sqlitedb.Queryer, rowids []int64) ([]string, error) {
	keys, err := json.Marshal(rowids)
	if err != nil {
		return nil, fmt.Errorf("cannot write the list of rows: %w", err)
	}
	var ids []string
	err = scanRows(ctx, q, 1, func(v []any) { ids = append(ids, text(v[0])) },
		"SELECT t.id FROM json_each(?) j CROSS JOIN tasks t ON t.rowid = j.value", string(keys))
	return ids, err
}
