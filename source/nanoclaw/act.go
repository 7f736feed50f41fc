package nanoclaw

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// columns are those of messages_in. The last four came with releases of April and May
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

// See reads a row inside a transaction, with the acknowledgements from the other
// database of the pair and with what v2.db says of the session now.
func (s *session) See(ctx context.Context, q sqlitedb.Queryer, id string) (seen sqlsource.Seen, err error) {
	row, size, err := sqlsource.ReadRow(ctx, q, tabIn, "id", "status", id, s.Size(tabIn, "t", columns...))
	if err != nil {
		return seen, err
	}
	sc := &scene{now: s.root.options.Now(), facts: &facts{}}
	if err := s.readMessages(ctx, q, sc, []string{id}); err != nil {
		return seen, err
	}
	at := slices.IndexFunc(sc.messages, func(m message) bool { return m.ID == id })
	if at < 0 {
		return seen, source.ErrNotFound
	}
	if sc.acks, err = s.acksNow(ctx); err != nil {
		return seen, err
	}
	if sc.facts, err = s.factsNow(ctx); err != nil {
		return seen, err
	}
	n := &situation{
		record: &record{message: sc.messages[at], scene: sc, ack: sc.acks[id], size: size}, session: s, row: row,
		seq: sc.messages[len(sc.messages)-1].Seq, added: newID(sc.now, s.root.random()),
	}
	var alike []string // where rows have no series
	if !s.Has(tabIn, "series_id") {
		alike, err = sqlsource.Strings(ctx, q, "SELECT id FROM "+tabIn+" WHERE content = ?", row["content"])
		if err != nil {
			return seen, err
		}
	}
	for _, m := range slices.Backward(sc.messages) {
		if m.Kind == "task" && (m.Series == n.Series || slices.Contains(alike, m.ID)) {
			n.series = append(n.series, &record{message: m, scene: sc, ack: sc.acks[m.ID]})
		}
	}
	var others []string
	for _, o := range n.others() {
		if !o.ack.ends() {
			others = append(others, o.ID)
		}
	}
	asks := ""
	if len(sc.facts.Asks) > 0 {
		asks = sc.facts.Asks[0].What
	}
	seen = sqlsource.Seen{Status: n.Status, Situation: n, Row: row, Facts: []sqlsource.Fact{
		{Name: "acknowledgement", Value: sqlsource.OrNull(n.ack.Status)},
		{Name: "session", Value: sqlsource.OrNull(sc.facts.Status)},
		{Name: "question", Value: sqlsource.OrNull(asks)},
		{Name: "other run", Value: sqlsource.OrNull(strings.Join(others, ", "))},
	}}
	seen.Facts = append(seen.Facts, sqlsource.FactsOf(row)...)
	return seen, nil
}

// factsNow reads v2.db anew.
func (s *session) factsNow(ctx context.Context) (*facts, error) {
	was := s.root.central.of(s.store.Group)
	if was == nil {
		return &facts{}, nil
	}
	found, err := s.root.central.read(ctx, was.ID)
	if err != nil || len(found) == 0 {
		return &facts{}, err
	}
	return found[0], nil
}

// acksNow reads what the container says of its rows; nothing where none has ever run.
func (s *session) acksNow(ctx context.Context) (map[string]ack, error) {
	acks, out := map[string]ack{}, s.store.Beside(0)
	if out == nil {
		return acks, nil
	}
	tables, err := sqlsource.ReadTables(ctx, out, tabAcks)
	if err != nil || !tables.Has(tabAcks, "message_id", "status", "status_changed") {
		return acks, err
	}
	return acks, sqlsource.Each(ctx, out, func(r sqlsource.Row) error {
		acks[r.Text("message_id")] = ack{r.Text("status"), parseTime(r.Value("status_changed"))}
		return nil
	}, "SELECT message_id, status, status_changed FROM "+tabAcks)
}

// newID makes the id of a task as NanoClaw does: when it was made, in milliseconds,
// and six random digits.
func newID(now time.Time, random uint64) string {
	digits := "00000" + strconv.FormatUint(random, 36)
	return "task-" + strconv.FormatInt(now.UnixMilli(), 10) + "-" + digits[len(digits)-6:]
}

// insert is a new row of the same series that is due at once. Its number leaves one
// out: the host reads the greatest number in one statement and inserts the next even
// one in another, and a row with that number in between makes it lose its message.
func (n *situation) insert(recurrence any) sqlitedb.Write {
	now := n.now.UTC()
	values := []any{
		"id", n.added, "seq", n.seq + 4 - n.seq%2, "kind", "task", "timestamp", now.Format(time.DateTime), "status", stPending,
		"process_after", now.Format("2006-01-02T15:04:05.000Z"), "recurrence", recurrence, "series_id", n.Series, "tries", 0, "trigger", 1, "on_wake", 0,
	}
	for _, copied := range []string{"platform_id", "channel_type", "thread_id", "content"} {
		values = append(values, copied, n.row[copied])
	}
	return sqlitedb.Write{Table: tabIn, Set: n.session.Known(tabIn, values...)}
}

func update(id string, set ...sqlitedb.Value) sqlitedb.Write {
	return sqlitedb.Write{Table: tabIn, Key: sqlitedb.Values{sqlsource.Set("id", id)}, Set: set}
}

// Undo takes back what no container has claimed: an added row ends as one that was
// cancelled, any other gets back what it had.
func (*session) Undo(ctx context.Context, q sqlitedb.Queryer, record *source.Record, _ source.Request, seen sqlsource.Seen) (d sqlsource.Decision, err error) {
	n, there := seen.Situation.(*situation)
	if !there {
		return sqlsource.Gone, nil
	}
	d.Now = n.Status
	for i := range record.Images {
		image := &record.Images[i]
		if image.Table != tabIn || d.Refused != "" {
			continue
		}
		now, err := sqlitedb.Row(ctx, q, tabIn, image.Key)
		if err != nil {
			return d, err
		}
		n.takeBack(image, now, &d)
	}
	if record.Undo == "" || len(d.Writes) == 0 && d.Refused == "" {
		d = sqlsource.Refuse("what was done cannot be undone")
	}
	return d, nil
}

// takeBack takes back what became of one row.
func (n *situation) takeBack(image *source.Image, now map[string]any, d *sqlsource.Decision) {
	id := sqlsource.Text(image.Key["id"])
	_, claimed := n.acks[id]
	switch {
	case now == nil:
		*d = sqlsource.Refuse("too late: %s is gone", id)
	case claimed && image.After["status"] == stPending:
		*d = sqlsource.Refuse("too late: a container has claimed %s", id)
	case !maps.EqualFunc(image.After, now, source.EqualValues):
		*d = sqlsource.Refuse("too late: %s was changed since, it is %s", id, sqlsource.Text(now["status"]))
	case image.Before != nil:
		d.Writes = append(d.Writes, update(id, sqlsource.Before(image, "id")...))
		d.Guards = append(d.Guards, id+" is as it was left")
		if id == n.ID {
			d.Now = sqlsource.Text(image.Before["status"])
		}
	default:
		set := sqlitedb.Values{sqlsource.Set("status", n.cancelled())}
		if now["recurrence"] != nil {
			set = append(set, sqlsource.Set("recurrence", nil))
		}
		d.Writes = append(d.Writes, update(id, set...))
		d.Guards = append(d.Guards, id+" still waits, and no container has claimed it")
		d.Effects = append(d.Effects, "the added row stays as one that was cancelled: "+n.cancelled()+", without an acknowledgement",
			"if a container claims it in this very moment, that run goes on")
	}
}

// cancelled is how the host records that a task was cancelled. Until 2.1.54 that was
// completed.
func (n *situation) cancelled() string {
	known := func(m message) bool { return m.Status == stCancelled }
	if slices.ContainsFunc(n.messages, known) || strings.HasPrefix(n.facts.Thread, taskThread) {
		return stCancelled
	}
	return stCompleted
}
