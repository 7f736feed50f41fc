package nanoclaw

import (
	"context"
	"maps"
	"path"
	"strconv"
	"strings"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// columns are those of messages_in. The last five came with releases from April to May
// 2026; a file that nobody has opened since lacks them.
var columns = []string{
	"id", "seq", "kind", "timestamp", "status", "process_after", "recurrence", "tries", "platform_id", "channel_type", "thread_id", "content",
	"series_id", "trigger", "source_session_id", "on_wake",
}

// Writing says that actions write messages_in and nothing else. outbound.db belongs to
// the container and v2.db to the host.
func (s *session) Writing() sqlitedb.Writing {
	return sqlitedb.Writing{Tables: []string{tabIn}, Columns: map[string][]string{tabIn: columns}}
}

// Shown shows everything.
func (s *session) Shown(_, _ string) bool { return true }

// See reads a row inside a transaction, the acknowledgements from the other database of
// the pair, and what v2.db says of the session now.
func (s *session) See(ctx context.Context, q sqlitedb.Queryer, id string) (seen sqlsource.Seen, err error) {
	row, size, err := sqlsource.ReadRow(ctx, q, tabIn, "id", "status", id, s.Size(tabIn, "t", columns...))
	if err != nil {
		return seen, err
	}
	n := &situation{
		id: id, kind: sqlsource.Text(row["kind"]), status: sqlsource.Text(row["status"]), repeats: sqlsource.Text(row["recurrence"]) != "",
		fires: parseTime(row["process_after"]), now: s.root.options.Now(), size: size,
		draft: &draft{Tables: s.Tables, row: row},
	}
	seen = sqlsource.Seen{Status: n.status, Situation: n, Row: row}
	if size > sqlsource.Huge {
		return seen, nil
	}
	newest, err := sqlsource.One(ctx, q, "SELECT max(seq) FROM "+tabIn)
	if err != nil {
		return seen, err
	}
	n.draft.seq, n.draft.added = sqlsource.Int(newest), s.root.newID(n.now)
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		n.others = append(n.others, occurrence{id: r.Text("id"), repeats: r.Text("recurrence") != ""})
		return nil
	}, "SELECT t.id, "+s.col("t", "recurrence", "NULL")+" AS recurrence FROM "+tabIn+" t WHERE t.kind = 'task' AND t.status IN ('"+stPending+"', '"+stPaused+
		"') AND t.id <> ?1 AND coalesce("+s.series("t")+", t.id) = ?2 ORDER BY t.rowid LIMIT 10", id, n.draft.series(id))
	if err != nil {
		return seen, err
	}
	if n.facts, err = s.factsNow(ctx); err != nil {
		return seen, err
	}
	if err := s.readAcks(ctx, n); err != nil {
		return seen, err
	}
	seen.Facts = append(n.known(), sqlsource.FactsOf(row)...)
	return seen, nil
}

// factsNow reads v2.db anew.
func (s *session) factsNow(ctx context.Context) (*facts, error) {
	was := s.root.central.of(s.store.Group)
	if was == nil || s.root.central.db == nil {
		return nil, s.root.central.lost
	}
	found, err := s.root.central.read(ctx, was.ID)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}

// readAcks reads what the container says of a row and of the others of its series.
func (s *session) readAcks(ctx context.Context, n *situation) error {
	out := s.store.Beside(0)
	if out == nil {
		return nil // no container has ever run
	}
	acks, err := acksOf(ctx, out, n.id)
	for i := range n.others {
		var theirs string
		if err == nil {
			theirs, err = acksOf(ctx, out, n.others[i].id)
		}
		n.others[i].ended = (&ack{Status: theirs}).ends()
	}
	n.ack = acks
	return err
}

func acksOf(ctx context.Context, out sqlitedb.Queryer, id string) (string, error) {
	tables, err := sqlsource.ReadTables(ctx, out, tabAcks)
	if err != nil || !tables.Has(tabAcks, "message_id", "status") {
		return "", err
	}
	status, err := sqlsource.One(ctx, out, "SELECT status FROM "+tabAcks+" WHERE message_id = ?", id)
	return sqlsource.Text(status), err
}

// known is what a plan depends on beside the row.
func (n *situation) known() []sqlsource.Fact {
	session, asks, others := any(nil), any(nil), []string{}
	if n.facts != nil {
		session = n.facts.Status
		if len(n.facts.Asks) > 0 {
			asks = n.facts.Asks[0].What
		}
	}
	for _, o := range n.others {
		if !o.ended {
			others = append(others, o.id)
		}
	}
	return []sqlsource.Fact{
		{Name: "acknowledgement", Value: sqlsource.OrNull(n.ack)},
		{Name: "session", Value: session},
		{Name: "question", Value: asks},
		{Name: "other run", Value: sqlsource.OrNull(strings.Join(others, ", "))},
	}
}

// newID makes the id of a task as NanoClaw does: when it was made, in milliseconds,
// and six random digits.
func (r *root) newID(now time.Time) string {
	const digits = 6
	random := strconv.FormatUint(r.random(), 36)
	random = strings.Repeat("0", digits) + random
	return "task-" + strconv.FormatInt(now.UnixMilli(), 10) + "-" + random[len(random)-digits:]
}

// series is the series of the row; a row without one is its own.
func (d *draft) series(id string) string {
	if series := sqlsource.Text(d.row["series_id"]); series != "" {
		return series
	}
	return id
}

// insert is a new row of the same series that is due at once. Its number leaves one
// out: the host reads the greatest number in one statement and inserts the next even
// one in another, and a row with that number in between makes it lose its message.
func (d *draft) insert(id string, now time.Time, recurrence any) sqlitedb.Write {
	now = now.UTC()
	values := map[string]any{
		"id": d.added, "seq": d.seq + 4 - d.seq%2, "kind": "task", "timestamp": now.Format(time.DateTime), "status": stPending,
		"process_after": now.Format("2006-01-02T15:04:05.000Z"), "recurrence": recurrence, "series_id": d.series(id), "tries": 0, "trigger": 1, "on_wake": 0,
	}
	for _, copied := range []string{"platform_id", "channel_type", "thread_id", "content"} {
		values[copied] = d.row[copied]
	}
	w := sqlitedb.Write{Table: tabIn}
	for _, column := range columns {
		if value, given := values[column]; given && d.Has(tabIn, column) {
			w.Set = append(w.Set, sqlsource.Set(column, value))
		}
	}
	return w
}

func (d *draft) update(id string, set ...sqlitedb.Value) sqlitedb.Write {
	return sqlitedb.Write{Table: tabIn, Key: sqlitedb.Values{sqlsource.Set("id", id)}, Set: set}
}

// Undo takes back what no container has claimed: an added row ends as one that was
// cancelled, any other gets back what it had.
func (s *session) Undo(ctx context.Context, q sqlitedb.Queryer, record *source.Record, _ source.Request, id string) (seen sqlsource.Seen, d sqlsource.Decision, err error) {
	if seen, err = s.See(ctx, q, id); err != nil {
		return seen, d, err
	}
	n := seen.Situation.(*situation)
	d.Now = n.status
	if record.Undo == "" || record.Undoes != "" {
		return seen, sqlsource.Refuse("what was done cannot be undone"), nil
	}
	for i := range record.Images {
		image := &record.Images[i]
		if path.Base(image.Table) != tabIn || d.Refused != "" {
			continue
		}
		if err := s.takeBack(ctx, q, n, image, &d); err != nil {
			return seen, d, err
		}
	}
	if len(d.Writes) == 0 && d.Refused == "" {
		d = sqlsource.Refuse("the record does not tell what was changed")
	}
	return seen, d, nil
}

// takeBack takes back what became of one row.
func (s *session) takeBack(ctx context.Context, q sqlitedb.Queryer, n *situation, image *source.Image, d *sqlsource.Decision) error {
	id := sqlsource.Text(image.Key["id"])
	now, err := sqlitedb.Row(ctx, q, tabIn, image.Key)
	if err != nil {
		return err
	}
	claimed := n.ack
	if out := s.store.Beside(0); out != nil && id != n.id {
		if claimed, err = acksOf(ctx, out, id); err != nil {
			return err
		}
	}
	waited := sqlsource.Text(image.After["status"]) == stPending
	switch {
	case now == nil:
		*d = sqlsource.Refuse("too late: %s is gone", id)
	case waited && claimed != "":
		*d = sqlsource.Refuse("too late: a container has claimed %s", id)
	case !maps.EqualFunc(image.After, now, source.EqualValues):
		*d = sqlsource.Refuse("too late: %s was changed since, it is %s", id, sqlsource.Text(now["status"]))
	case image.Before != nil:
		d.Writes = append(d.Writes, n.draft.update(id, sqlsource.Before(image, "id")...))
		if id == n.id && image.Before["status"] != nil {
			d.Now = sqlsource.Text(image.Before["status"])
		}
		d.Guards = append(d.Guards, id+" is as it was left")
	default:
		status, err := s.cancelledAs(ctx, q, n.facts)
		set := sqlitedb.Values{sqlsource.Set("status", status)}
		if now["recurrence"] != nil {
			set = append(set, sqlsource.Set("recurrence", nil))
		}
		d.Writes = append(d.Writes, n.draft.update(id, set...))
		d.Guards = append(d.Guards, id+" still waits, and no container has claimed it")
		d.Effects = append(d.Effects, "the added row stays as one that was cancelled: "+status+", without an acknowledgement",
			"if a container claims it in this very moment, that run goes on")
		return err
	}
	return nil
}

// cancelledAs is how the host records that a task was cancelled. Until 2.1.54 that was
// completed.
func (s *session) cancelledAs(ctx context.Context, q sqlitedb.Queryer, f *facts) (string, error) {
	known, err := sqlsource.One(ctx, q, "SELECT 1 FROM "+tabIn+" WHERE status = '"+stCancelled+"' LIMIT 1")
	if known != nil || f.later() {
		return stCancelled, err
	}
	return stCompleted, err
}

// situationOf is what the actions on a listed row depend on.
func situationOf(c *model.Case) sqlsource.Situation {
	r, ok := c.Native.(*record)
	if !ok {
		return nil
	}
	n := &situation{
		id: r.ID, kind: r.Kind, status: r.Status, repeats: r.Recurrence != "", ack: r.ack.Status, fires: r.After, now: r.now, size: r.size,
	}
	if r.facts.ID != "" {
		n.facts = r.facts
	}
	for _, run := range r.series {
		if run.ID != r.ID && run.live() {
			n.others = append(n.others, occurrence{run.ID, run.Recurrence != "", run.ack.ends()})
		}
	}
	return n
}
