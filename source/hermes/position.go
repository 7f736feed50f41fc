package hermes

import (
	"context"
	"fmt"
	"time"

	"notdone/source/sqlitedb"
)

// position is how far a board was told to whoever watches it. Not every change
// makes an event (hermes kanban_db.py: a claim is extended, an error is
// stamped; #99577: people write SQL), so that the rows of unfinished tasks are
// remembered by a hash beside the event cursor.
type position struct {
	cursor  int64 // the newest event told
	total   int64 // tasks on the board at the last count
	newest  int64 // the newest task's rowid at the last count
	dirty   bool  // something was committed that was not looked at yet
	suspect bool  // something was committed that the last sweep did not see
	urgent  bool  // and nothing explains it

	complete bool             // every unfinished task was listed
	open     map[int64]uint32 // by rowid: the hash of each unfinished task
	running  map[int64]bool
	queue    []string // ids to read again and tell
	queued   map[string]bool
	sweepAt  time.Time // no sweep before this
	urgentAt time.Time // nor before this, even for a commit that nothing explains

	runningAt time.Time // no look at many running tasks before this
}

// position reads where the board stands, to tell what follows.
func (s *schema) position(ctx context.Context, q sqlitedb.Queryer) (position, error) {
	p := position{open: map[int64]uint32{}, running: map[int64]bool{}, queued: map[string]bool{}}
	var err error
	if p.cursor, err = s.lastEvent(ctx, q); err != nil {
		return p, err
	}
	p.total, p.newest, err = count(ctx, q)
	return p, err
}

func (s *schema) lastEvent(ctx context.Context, q sqlitedb.Queryer) (int64, error) {
	if !s.has(tabEvents) {
		return 0, nil
	}
	var last int64
	if err := q.QueryRowContext(ctx, "SELECT ifnull(max(rowid), 0) FROM task_events").Scan(&last); err != nil {
		return 0, fmt.Errorf("cannot find the newest event: %w", err)
	}
	return last, nil
}

// count returns how many tasks there are and the newest one's rowid.
func count(ctx context.Context, q sqlitedb.Queryer) (total, newest int64, err error) {
	if err = q.QueryRowContext(ctx, "SELECT count(*) FROM tasks").Scan(&total); err != nil {
		return 0, 0, fmt.Errorf("cannot count the tasks: %w", err)
	}
	if err = q.QueryRowContext(ctx, "SELECT ifnull(max(rowid), 0) FROM tasks").Scan(&newest); err != nil {
		return 0, 0, fmt.Errorf("cannot find the newest task: %w", err)
	}
	return total, newest, nil
}

// note remembers tasks as they were just read.
func (p *position) note(rows []taskRow) {
	for i := range rows {
		t := &rows[i]
		delete(p.running, t.rowid)
		if t.status == stDone || t.status == stArchived {
			delete(p.open, t.rowid)
			continue
		}
		p.open[t.rowid] = t.hash()
		if t.status == stRunning {
			p.running[t.rowid] = true
		}
	}
}

// enqueue adds ids to those that are to be read again.
func (p *position) enqueue(ids []string) {
	for _, id := range ids {
		if !p.queued[id] {
			p.queued[id] = true
			p.queue = append(p.queue, id)
		}
	}
}

// dequeue takes the first n ids out of the queue.
func (p *position) dequeue(n int) {
	for _, id := range p.queue[:n] {
		delete(p.queued, id)
	}
	if p.queue = p.queue[n:]; len(p.queue) == 0 {
		p.queue = nil
	}
}

// sweepDue reports whether it is time for a sweep.
func (p *position) sweepDue(now time.Time) bool {
	return p.complete && (p.suspect && !now.Before(p.sweepAt) || p.urgent && !now.Before(p.urgentAt))
}

// swept remembers what a sweep saw. What it found changed is in the queue.
func (p *position) swept(s *sweep) {
	p.open, p.total, p.newest = s.seen, s.total, s.newest
	p.suspect, p.urgent = false, false
	p.sweepAt, p.urgentAt = time.Now().Add(sweepShare*s.took), time.Now().Add(urgentShare*s.took)
}

// hash is of every column of a row that can change without an event.
func (t *taskRow) hash() uint32 {
	h := fnv(2166136261)
	for _, s := range [...]string{t.status, t.title, t.assignee, t.lock, t.currentRun, t.lastError, t.blockKind} {
		h.text(s)
	}
	for _, n := range [...]int64{t.priority, t.completed, t.expires, t.failures, t.pid, t.maxRetries, t.heartbeat} {
		h.number(n)
	}
	return uint32(h)
}

// fnv is the 32-bit FNV-1a hash.
type fnv uint32

func (h *fnv) text(s string) {
	for i := range len(s) {
		*h = (*h ^ fnv(s[i])) * 16777619
	}
	*h = (*h ^ 0xff) * 16777619
}

func (h *fnv) number(n int64) {
	for range 8 {
		*h = (*h ^ fnv(n&0xff)) * 16777619
		n >>= 8
	}
}
