package sqlsource_test

import (
	"context"
	"maps"
	"slices"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// This file is a whole adapter, of a made-up queue of parcels: a table with a
// status, a log of what happened, and one action.
const parcelSchema = `
CREATE TABLE parcels (id TEXT PRIMARY KEY, address TEXT, status TEXT NOT NULL, note TEXT, sent_at INTEGER);
CREATE INDEX parcels_status ON parcels (status);
CREATE TABLE parcel_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, parcel TEXT NOT NULL, what TEXT NOT NULL, at INTEGER NOT NULL);
CREATE INDEX parcel_log_parcel ON parcel_log (parcel);`

func parcelAdapter() source.Adapter {
	return source.Adapter{
		Kind: "parcels",
		Detect: func(_ context.Context, p *source.Probe) (bool, error) {
			return slices.Contains(p.Tables["parcels"], "address") && p.Tables["parcel_log"] != nil, nil
		},
		Open: func(ctx context.Context, path string, o source.Options) (source.Source, error) {
			return sqlsource.Open(ctx, sqlsource.Config{Kind: "parcels", Path: path, Format: parcelFormat{path, o}})
		},
		State:   func(recorded string) model.State { return parcelStates[recorded] },
		Actions: sqlsource.Offers([]model.ActionName{model.ActionRequeue}, nil),
	}
}

var parcelStates = map[string]model.State{
	"waiting": model.StateQueued, "on the way": model.StateActive, "returned": model.StateFailed, "delivered": model.StateDone,
}

type parcelFormat struct {
	path string
	o    source.Options
}

func (f parcelFormat) Start(ctx context.Context, q sqlitedb.Queryer, _ *sqlsource.Store) (sqlsource.Queue, error) {
	columns, err := sqlitedb.ColumnsOf(ctx, q, "parcels")
	// Whatever happens to a parcel stands in its log.
	return &parcels{f, columns, sqlsource.TableLog{Table: "parcel_log", Number: "seq", Task: "parcel"}}, err
}

// parcels is the open queue.
type parcels struct {
	parcelFormat
	columns map[string]sqlitedb.Column
	sqlsource.TableLog
}

func (*parcels) Shape() *sqlsource.Shape {
	return &sqlsource.Shape{
		Table: "parcels", ID: "t.id", Status: "t.status", Stamp: "t.status || t.address || ifnull(t.note, '')",
		Phases: []sqlsource.Phase{
			{Statuses: []string{"on the way"}},
			{Statuses: []string{"waiting"}},
			{Statuses: []string{"returned"}},
			{},
			{Statuses: []string{"delivered"}, Newest: true},
		},
	}
}

func (p *parcels) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) ([]*model.Case, error) {
	text, events := 4<<10, 100
	if whole {
		text, events = 1<<20, 1000
	}
	var cases []*model.Case
	at := map[string]int{}
	columns := sqlsource.Columns{{Name: "id"}, {Name: "address", Keep: text}, {Name: "status"}, {Name: "note", Keep: text}, {Name: "sent_at"}}
	err := sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		id := r.Text("id")
		at[id] = len(cases)
		cases = append(cases, &model.Case{
			Task: model.Task{
				Source: "parcels", Queue: p.path, ID: id, Title: r.Text("address"), Wish: r.Text("address"),
				Recorded: r.Text("status"), Started: r.Seconds("sent_at"),
			},
			Result: r.Text("note"), ResultWhere: "parcels#" + id + ".note",
			Native: &parcelSituation{id: id, status: r.Text("status"), now: p.o.Now(), size: sqlsource.Int(r.Value("size"))},
		})
		return nil
	}, "SELECT "+columns.Select("t", p.columns)+", "+sqlsource.Size("t", "address", "note")+
		" AS size FROM json_each(?) j CROSS JOIN parcels t ON t.id = j.value", sqlsource.List(ids))
	if err != nil {
		return nil, err
	}
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		if i, ok := at[r.Text("parcel")]; ok {
			cases[i].Events = append(cases[i].Events, model.Event{
				Seq: sqlsource.Int(r.Value("seq")), Where: "parcel_log#" + r.Text("seq"), Name: r.Text("what"), At: r.Seconds("at"),
			})
		}
		return nil
	}, "SELECT x.seq, x.parcel, x.what, x.at"+sqlsource.NewestOf(nil, "parcel_log", "parcel", "seq", events), sqlsource.List(ids))
	return cases, err
}

// parcelSituation is what a requeue depends on.
type parcelSituation struct {
	id, status string
	now        time.Time
	size       int64
}

func (n *parcelSituation) Kind() any   { return n.status }
func (n *parcelSituation) Size() int64 { return n.size }

func (n *parcelSituation) Decide(r source.Request) sqlsource.Decision {
	switch {
	case r.Action != model.ActionRequeue:
		return sqlsource.Refuse("a parcel cannot be given the action %s", r.Action)
	case n.status != "returned" && n.status != "delivered":
		return sqlsource.Refuse("it is %s", n.status)
	}
	return sqlsource.Decision{
		Now: "waiting", Undo: "until it is sent", Guards: []string{"it still is " + n.status}, Effects: []string{"it is sent again"},
		Writes: n.writes("sent back to the shelf by "+r.Actor, sqlsource.Set("status", "waiting"), sqlsource.Set("note", nil)),
	}
}

// writes are new values and the entry in the log that tells of them.
func (n *parcelSituation) writes(what string, set ...sqlitedb.Value) []sqlitedb.Write {
	return []sqlitedb.Write{
		{Table: "parcels", Key: sqlitedb.Values{sqlsource.Set("id", n.id)}, Set: set},
		{Table: "parcel_log", Set: sqlitedb.Values{
			sqlsource.Set("parcel", n.id), sqlsource.Set("what", what), sqlsource.Set("at", n.now.Unix()),
		}},
	}
}

func (p *parcels) Writing() sqlitedb.Writing {
	return sqlitedb.Writing{Tables: []string{"parcels", "parcel_log"}, Columns: map[string][]string{
		"parcels": {"id", "address", "status", "note", "sent_at"}, "parcel_log": {"seq", "parcel", "what", "at"},
	}}
}

func (*parcels) Shown(_, _ string) bool { return true }

func (p *parcels) See(ctx context.Context, q sqlitedb.Queryer, id string) (sqlsource.Seen, error) {
	row, size, err := sqlsource.ReadRow(ctx, q, "parcels", "id", "status", id, sqlsource.Size("t", "address", "note"))
	if err != nil {
		return sqlsource.Seen{}, err
	}
	n := &parcelSituation{id: id, status: sqlsource.Text(row["status"]), now: p.o.Now(), size: size}
	return sqlsource.Seen{Status: n.status, Facts: sqlsource.FactsOf(row), Situation: n, Row: row}, nil
}

// Undo puts the parcel back as it was, while nothing else has happened to it.
func (*parcels) Undo(_ context.Context, _ sqlitedb.Queryer, record *source.Record, r source.Request, seen sqlsource.Seen) (sqlsource.Decision, error) {
	n, there := seen.Situation.(*parcelSituation)
	if !there {
		return sqlsource.Gone, nil
	}
	was := &record.Images[0]
	if !maps.EqualFunc(was.After, seen.Row, source.EqualValues) {
		return sqlsource.Refuse("something has happened to it since"), nil
	}
	return sqlsource.Decision{
		Now: sqlsource.Text(was.Before["status"]), Guards: []string{"it still waits"},
		Writes: n.writes("taken back by "+r.Actor, sqlsource.Before(was)...),
	}, nil
}
