package queue

import (
	"context"
	"maps"
	"strings"

	"notdone/source"
	"notdone/source/queue/schema"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Writing says what actions may write: the triggers of the shipped schema write
// the history, and no other trigger may be there.
func (*file) Writing() sqlitedb.Writing {
	known := maps.Clone(schema.Shipped().Columns)
	delete(known, "meta")
	delete(known, "links")
	return sqlitedb.Writing{Tables: []string{"tasks", "runs"}, Columns: known, Trigger: schema.IsShipped}
}

// Shown leaves out the two columns that carry the signature into the history, and
// the table of changes: its rows only say that other rows changed, and it drops
// old ones.
func (*format) Shown(table, column string) bool {
	return table != "changes" && (table != "tasks" || column != "changed_by" && column != "change_note")
}

// restless are the columns that a living worker changes all the time.
var restless = []string{"heartbeat_at", "lease_expires_at", "updated_at", "cost_usd", "tokens"}

// See reads a task inside a transaction.
func (f *file) See(ctx context.Context, q sqlitedb.Queryer, id string) (seen sqlsource.Seen, err error) {
	row, size, err := sqlsource.ReadRow(ctx, q, "tasks", "id", "state", id, f.size(nil))
	if err != nil {
		return seen, err
	}
	n := situationOf(func(column string) any { return row[column] })
	n.at, n.size = f.options.Now(), size
	seen = sqlsource.Seen{Status: n.state, Situation: &n, Row: row}
	var run int64
	err = q.QueryRowContext(ctx, newestOf, id).Scan(&n.event, &run)
	if err != nil || size > sqlsource.Huge {
		return seen, err
	}
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		n.past = append(n.past, eventOf(r))
		return nil
	}, "SELECT * FROM (SELECT "+pastExtent.eventColumns().Select("x", f.Tables["events"])+pastOf+") x ORDER BY x.id", id, pastEvents)
	if err != nil {
		return seen, err
	}
	n.hold = holdOf(n.past)
	seen.Facts = n.facts(row, run)
	var workers []worker
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		n.open, workers = append(n.open, sqlsource.Int(r.Value("id"))), append(workers, workerOf(r))
		return nil
	}, "SELECT "+workerColumns.Select("x", f.Tables["runs"])+" FROM runs x WHERE x.task_id = ? AND x.ended_at IS NULL ORDER BY x.id", id)
	if err != nil {
		return seen, err
	}
	n.worker, _ = f.alive(f.host, sqlsource.Text(row["claimed_by"]), workers)
	n.waits, err = sqlsource.Strings(ctx, q, `SELECT parent.id FROM links JOIN tasks AS parent ON parent.id = parent_id
		WHERE child_id = ? AND parent.state NOT IN ('done', 'cancelled') ORDER BY parent.id LIMIT 5`, id)
	return seen, err
}

// newestOf selects the numbers of the newest event and the newest run of a task; 0: there is none.
const newestOf = `SELECT coalesce((SELECT max(id) FROM events WHERE task_id = $1), 0), coalesce((SELECT max(id) FROM runs WHERE task_id = $1), 0)`

// pastEvents is how many events of its history an action looks at, of which a hold and an undo
// are told by the newest few.
const pastEvents = 100

// pastOf selects the newest events of a task, $2 at most.
const pastOf = " FROM events x WHERE x.task_id = $1 ORDER BY x.id DESC LIMIT $2"

// pastExtent is how much of them is read: both ends of long texts.
var pastExtent = extent{title: 200, text: 400}

// facts are what a plan depends on, given the task's row and its newest run.
func (n *situation) facts(row map[string]any, run int64) []sqlsource.Fact {
	var skipped []string
	if n.state == "active" {
		skipped = restless
	}
	return append([]sqlsource.Fact{{Name: "event", Value: n.event}, {Name: "run", Value: run}}, sqlsource.FactsOf(row, skipped...)...)
}

// Undo puts the task's own columns back as they were. The triggers add to the
// history; nothing is taken from it.
func (*file) Undo(_ context.Context, _ sqlitedb.Queryer, record *source.Record, r source.Request, seen sqlsource.Seen) (sqlsource.Decision, error) {
	return undoOf(&seen, record, r), nil
}

// undoNote begins the note of each event that an undo writes.
const undoNote = "undo of "

// undoOf returns the decision that undoes a record. In PostgreSQL the events that triggers
// write are not among its images, and each change of the task changes its row.
func undoOf(seen *sqlsource.Seen, record *source.Record, r source.Request) sqlsource.Decision {
	n, there := seen.Situation.(*situation)
	did, event := rowsOf(record)
	switch {
	case !there:
		return sqlsource.Gone
	case record.Undo == "" || did == nil:
		return sqlsource.Refuse("what was done cannot be undone")
	case n.isBackAt(did, event, seen.Row):
	case event > 0 && n.event > event:
		return sqlsource.Refuse("something has happened to it since: it is %s", n.state)
	case !maps.EqualFunc(did.After, seen.Row, source.EqualValues):
		return sqlsource.Refuse("it was changed since")
	}
	was, note := sqlsource.Text(did.Before["state"]), undoNote+string(record.Request.Action)
	set := sqlsource.Before(did, "id", "state", "updated_at", "changed_by", "change_note")
	return sqlsource.Decision{
		Now: was, Guards: n.guards(), Effects: []string{"nothing is taken from the history", history(n.state, was, note)},
		Writes: []sqlitedb.Write{n.write(was, set, r.Actor, note)},
	}
}

// isBackAt reports whether all that has happened to the task since a record was undone, so that its
// row is as the record left it but for the time of the last undo. event is the newest event that the
// record left, if that is known.
func (n *situation) isBackAt(did *source.Image, event int64, row map[string]any) bool {
	if len(n.past) == 0 || !strings.HasPrefix(n.past[len(n.past)-1].Note, undoNote) ||
		sqlsource.Int(row["updated_at"]) != n.past[len(n.past)-1].At.UnixMilli() {
		return false
	}
	for last := range standing(n.past) {
		if event > 0 && last.Seq != event || last.At.UnixMilli() != sqlsource.Int(did.After["updated_at"]) {
			return false
		}
		left := maps.Clone(did.After)
		left["updated_at"] = row["updated_at"]
		return maps.EqualFunc(left, row, source.EqualValues)
	}
	return false
}

// rowsOf finds in a record the task's row and the event that it left.
func rowsOf(r *source.Record) (task *source.Image, event int64) {
	for i := range r.Images {
		image := &r.Images[i]
		if image.Table == "tasks" && image.Key["id"] == r.Task.ID && image.Before != nil && image.After != nil {
			task = image
		} else if image.Table == "events" && image.After != nil {
			event = max(event, sqlsource.Int(image.After["id"]))
		}
	}
	return task, event
}
