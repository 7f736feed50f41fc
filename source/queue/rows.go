package queue

import (
	"context"
	"strconv"
	"time"

	"notdone/model"
	"notdone/source/sqlitedb"
)

// record is one task as its rows say, before anything is concluded from them.
type record struct {
	id, title, body, state          string
	obstacle, obstacleKind          string
	result, outcome, fingerprint    string
	claimedBy                       string
	priority, attempts              int
	created, runAt, claimed         time.Time
	heartbeat, lease, finished, upd time.Time
	cost                            *float64
	tokens                          *int64
	held                            bool
	size                            int64 // of its row and those of its open runs, in bytes
	runs                            []model.Run
	open                            []worker // of the runs that have not ended, oldest first
	logPaths                        []string // of the runs, oldest first
	events                          []model.Event
	parents, children               []model.Link
}

func (s *queue) loadTasks(ctx context.Context, q sqlitedb.Queryer, ids []string, x extent) (map[string]*record, error) {
	var c struct {
		id, title, body, state, obstacle, obstacleKind, result, outcome, fingerprint, claimedBy cell
		priority, attempts, created, runAt, claimed, heartbeat, lease, finished, upd            cell
		cost, tokens                                                                            cell
	}
	list, into := columns("t", s.layout.tasks, []column{
		{"id", 0, &c.id},
		{"title", x.title, &c.title},
		{"body", x.body, &c.body},
		{"state", x.title, &c.state},
		{"obstacle", x.text, &c.obstacle},
		{"obstacle_kind", x.title, &c.obstacleKind},
		{"result", x.result, &c.result},
		{"outcome", x.title, &c.outcome},
		{"fingerprint", x.title, &c.fingerprint},
		{"claimed_by", x.title, &c.claimedBy},
		{"priority", 0, &c.priority},
		{"attempts", 0, &c.attempts},
		{"created_at", 0, &c.created},
		{"run_at", 0, &c.runAt},
		{"claimed_at", 0, &c.claimed},
		{"heartbeat_at", 0, &c.heartbeat},
		{"lease_expires_at", 0, &c.lease},
		{"finished_at", 0, &c.finished},
		{"updated_at", 0, &c.upd},
		{"cost_usd", 0, &c.cost},
		{"tokens", 0, &c.tokens},
	})
	with, args := want(ids)
	found := make(map[string]*record, len(ids))
	var size cell
	err := each(ctx, q, with+"SELECT "+list+", "+s.layout.size()+" FROM want w CROSS JOIN tasks t ON t.id = w.id", args, append(into, &size), func() error {
		bytes, _ := size.number()
		found[c.id.text()] = &record{
			id: c.id.text(), title: c.title.text(), body: c.body.text(), state: c.state.text(),
			obstacle: c.obstacle.text(), obstacleKind: c.obstacleKind.text(), result: c.result.text(),
			outcome: c.outcome.text(), fingerprint: c.fingerprint.text(), claimedBy: c.claimedBy.text(),
			priority: c.priority.int(), attempts: c.attempts.int(),
			created: c.created.time(), runAt: c.runAt.time(), claimed: c.claimed.time(),
			heartbeat: c.heartbeat.time(), lease: c.lease.time(), finished: c.finished.time(), upd: c.upd.time(),
			cost: c.cost.floatPtr(), tokens: c.tokens.int64Ptr(),
			held: onHold(c.state.text(), c.runAt), size: bytes,
		}
		return nil
	})
	return found, err
}

// newestOf completes a query over a table whose rows belong to tasks, such as runs.
// The query then reads the newest rows of each task, at most so many, oldest
// first.
func newestOf(table string, limit int) string {
	return ` FROM want w CROSS JOIN ` + table + ` x ON x.task_id = w.id AND x.id >= coalesce((SELECT y.id FROM ` + table +
		` y WHERE y.task_id = w.id ORDER BY y.id DESC LIMIT 1 OFFSET ` + strconv.Itoa(limit-1) + `), -9223372036854775808)
		ORDER BY x.id`
}

func (s *queue) loadRuns(ctx context.Context, q sqlitedb.Queryer, ids []string, x extent, found map[string]*record) error {
	if !s.layout.hasRuns() {
		return nil
	}
	var c struct {
		id, task, attempt, ended, outcome, output, err  cell
		exit, tools, files, messages, cost, tokens, log cell
		claimCells
	}
	list, into := columns("x", s.layout.runs, append(c.columns(), []column{
		{"id", 0, &c.id},
		{"task_id", 0, &c.task},
		{"attempt", 0, &c.attempt},
		{"ended_at", 0, &c.ended},
		{"outcome", x.title, &c.outcome},
		{"output", x.text, &c.output},
		{"error", x.text, &c.err},
		{"exit_code", 0, &c.exit},
		{"tool_calls", 0, &c.tools},
		{"files_changed", 0, &c.files},
		{"messages", 0, &c.messages},
		{"cost_usd", 0, &c.cost},
		{"tokens", 0, &c.tokens},
		{"log_path", x.title, &c.log},
	}...))
	with, args := want(ids)
	return each(ctx, q, with+"SELECT "+list+newestOf("runs", x.runs), args, into, func() error {
		r := found[c.task.text()]
		if r == nil {
			return nil
		}
		w := c.worker()
		if c.ended.v == nil {
			r.open = append(r.open, w)
		}
		r.runs = append(r.runs, model.Run{
			ID: c.id.text(), Where: "runs#" + c.id.text(), Attempt: c.attempt.int(), Worker: w.name,
			Host: w.host, PID: w.pid, Started: w.since, Ended: c.ended.time(),
			Outcome: outcomes[c.outcome.text()], Recorded: c.outcome.text(),
			Output: c.output.text(), Error: c.err.text(),
			ExitCode: c.exit.intPtr(), ToolCalls: c.tools.intPtr(), FilesChanged: c.files.intPtr(),
			Messages: c.messages.intPtr(), CostUSD: c.cost.floatPtr(), Tokens: c.tokens.int64Ptr(),
		})
		if log := c.log.text(); log != "" {
			r.logPaths = append(r.logPaths, log)
		}
		return nil
	})
}

func (s *queue) loadEvents(ctx context.Context, q sqlitedb.Queryer, ids []string, x extent, found map[string]*record) error {
	if !s.layout.hasEvents() {
		return nil
	}
	var c struct{ id, task, run, kind, from, note, actor, at cell }
	list, into := columns("x", s.layout.events, []column{
		{"id", 0, &c.id},
		{"task_id", 0, &c.task},
		{"run_id", 0, &c.run},
		{"kind", x.title, &c.kind},
		{"from_state", x.title, &c.from},
		{"note", x.text, &c.note},
		{"actor", x.title, &c.actor},
		{"at", 0, &c.at},
	})
	with, args := want(ids)
	return each(ctx, q, with+"SELECT "+list+newestOf("events", x.events), args, into, func() error {
		r := found[c.task.text()]
		if r == nil {
			return nil
		}
		seq, _ := c.id.number()
		r.events = append(r.events, model.Event{
			Seq: seq, Where: "events#" + c.id.text(), Kind: eventKind(c.kind.text(), c.from.text()), Name: c.kind.text(),
			RunID: c.run.text(), Note: c.note.text(), Actor: c.actor.text(), At: c.at.time(),
		})
		return nil
	})
}

// loadLinks reads both ends of the tasks' dependencies.
func (s *queue) loadLinks(ctx context.Context, q sqlitedb.Queryer, ids []string, x extent, found map[string]*record) error {
	if !s.layout.hasLinks() {
		return nil
	}
	for _, end := range []struct {
		mine, other string
		into        func(*record) *[]model.Link
	}{
		{"child_id", "parent_id", func(r *record) *[]model.Link { return &r.parents }},
		{"parent_id", "child_id", func(r *record) *[]model.Link { return &r.children }},
	} {
		var task, other cell
		var c struct{ title, state cell }
		list, into := columns("t", s.layout.tasks, []column{{"title", x.title, &c.title}, {"state", x.title, &c.state}})
		with, args := want(ids)
		query := with + "SELECT w.id, l." + end.other + ", " + list + " FROM want w CROSS JOIN links l ON l." + end.mine +
			" = w.id LEFT JOIN tasks t ON t.id = l." + end.other + " ORDER BY l." + end.other
		err := each(ctx, q, query, args, append([]any{&task, &other}, into...), func() error {
			r := found[task.text()]
			if r == nil {
				return nil
			}
			if links := end.into(r); len(*links) < x.links {
				*links = append(*links, link(other.text(), c.title.text(), c.state.text()))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// link describes the other end of a dependency.
func link(id, title, state string) model.Link {
	return model.Link{
		ID: id, Title: title, Recorded: state,
		Finished: state == "done" || state == "cancelled", Failed: state == "failed",
	}
}
